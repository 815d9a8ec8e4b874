"""The columns of a row: a position as `ROW` int64 numbers. `layout` says how the masks are laid out."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

PLAYERS: Final = 0
LEADER: Final = 1
PLAYED: Final = 2  # how many cards of the trick have been played
SIGN: Final = 3  # of the points
TRUMP: Final = 4  # all trumps, supertrumps excluded
SUPER: Final = 5  # the supertrumps
LOOT: Final = 6  # all cards of the lowest value, supertrumps included
LINK: Final = 7  # each card whose lower neighbour is a copy of it
SUITS: Final = 8  # how many
MID_BITS: Final = 9  # how wide a count of the ranked cards of a suit is
LOW_BITS: Final = 10  # how wide a count of its lowest cards is
HAND: Final = 11  # by seat
SIDE: Final = 16  # by seat: 0 or 1
WEIGHT: Final = 21  # by seat: what a trick or a loot card counts
TRICK: Final = 26  # the cards of the trick, in the order played
SUIT: Final = 30  # by suit: all cards that follow it
ROW: Final = 35

MOST_SEATS: Final = 5
MOST_SUITS: Final = 5
MOST_CARDS: Final = 62

Row = NDArray[np.int64]
