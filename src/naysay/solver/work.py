"""The columns of the work array of a search or playout: a row, what follows from it, and the frames of the search.

It is one flat int64 array, so that compiled functions pass one thing around. `prepare` fills in what follows.
"""

from typing import Final

from naysay.solver.row import MOST_SEATS, MOST_SUITS, ROW

LEFT: Final = ROW  # all cards in hands
SHAPE_A: Final = ROW + 1  # how many cards of each kind each seat holds, as two words of packed counts
SHAPE_B: Final = ROW + 2
NODES: Final = ROW + 3  # visited so far
LIMIT: Final = ROW + 4  # of nodes
STOP: Final = ROW + 5  # not 0: a limit was reached, and results mean nothing; only the search itself writes this
ONLY: Final = ROW + 6  # not 0: the first move is this card
IDEAS: Final = ROW + 7  # which ideas of the search are in use, as bits
CLASSED: Final = ROW + 8  # ranked cards that have copies
POWER: Final = ROW + 9  # trumps and supertrumps
MOST: Final = ROW + 10  # by side: the largest weight
LEAST: Final = ROW + 12  # by side: the smallest weight
MARK: Final = ROW + 14  # the cuts that a bound rests on
LOW_CARDS: Final = ROW + 15  # by side: how many lowest cards it holds
OVER: Final = ROW + 17  # not 0: give up; other threads write this, the search only reads it
FLOOR: Final = 64  # by place: the lowest copy of the card there
SUIT_AT: Final = 128  # by place: the suit
COST: Final = 192  # by place: how much a player would rather keep the card, for ordering
COUNT_A: Final = 256  # by seat and place: what the card adds to the shape
COUNT_B: Final = COUNT_A + 64 * MOST_SEATS
MIDS: Final = COUNT_B + 64 * MOST_SEATS  # by suit: the ranked cards, which are all but the lowest
LOWS: Final = MIDS + MOST_SUITS  # by suit: the lowest cards, supertrumps excluded
USED: Final = LOWS + MOST_SUITS  # by depth: the cuts that a result rests on
MOVES: Final = USED + 64  # by depth: the moves of a node
BOTTOM: Final = MOVES + 64 * 32  # by depth: the lowest card that each of them stands for
SCORE: Final = BOTTOM + 64 * 32  # by depth: how good they look
SURE: Final = SCORE + 64 * 32  # by tricks to come and side: its sure tricks before this trick
SURE_MARK: Final = SURE + 64  # likewise: the cuts that these rest on
WORK: Final = SURE_MARK + 64

FOUND_NOTHING: Final = 10_000  # instead of a bound

# The ideas of the search, each of which may be switched off: the values stay the same.
TABLE: Final = 1
PATTERNS: Final = 2
BOUNDS: Final = 4
ORDER: Final = 8
TOUCHING: Final = 16
SKIP: Final = 32
GUESS: Final = 64
ALL_IDEAS: Final = 127
IDEA_NAMES: Final = {
    "table": TABLE,
    "patterns": PATTERNS,
    "bounds": BOUNDS,
    "order": ORDER,
    "touching": TOUCHING,
    "skip": SKIP,
    "guess": GUESS,
}
