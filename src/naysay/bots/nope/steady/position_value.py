"""What a position of Nope! is worth to a seat: its chance to win, by hand sizes, its hand and the next demand.

The chance to win is one's share of the strength of all hands. The weights were fitted to the results of some thousand
matches between bots, then tuned on duplicate deals.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from typing import Final

from naysay.bots.nope.counting import Odds
from naysay.game import Card, Seat
from naysay.nope.cards import ACTIONS, LETTERS, NUMBERS, ORDER, SHOWS
from naysay.nope.state import Demand
from naysay.nope.view import View

STILL_IN: Final = 0.5  # what it is worth, in cards, to be in the game at all
ACTION_CARD: Final = 0.5
SINGLE_COLOUR: Final = 0.12
TWO_OF_A_COLOUR: Final = -0.5

Counts = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Profile:
    """What counts of a hand: how many cards, how many show each colour, are action cards, show a single colour."""

    size: int
    counts: Counts
    actions: int
    single: int

    def __sub__(self, other: "Profile") -> "Profile":
        a, b = self.counts, other.counts
        counts = (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3])
        return Profile(self.size - other.size, counts, self.actions - other.actions, self.single - other.single)

    def drawing(self, cards: int) -> "Profile":
        """The profile after drawing so many cards, whatever they are."""
        return Profile(self.size + cards, self.counts, self.actions, self.single)


def profile(cards: Iterable[Card]) -> Profile:
    """The profile of these cards."""
    size = red = green = blue = yellow = actions = single = 0
    for card in cards:
        shown = SHOWS[card]
        size += 1
        red += "R" in shown
        green += "G" in shown
        blue += "B" in shown
        yellow += "Y" in shown
        actions += card in ACTIONS
        single += len(shown) == 1
    return Profile(size, (red, green, blue, yellow), actions, single)


def strength(cards: int) -> float:
    """How strong a hand of so many cards is."""
    return cards + STILL_IN if cards > 0 else 0.0


@lru_cache(maxsize=20_000)
def exposure(counts: Counts) -> float:
    """Of all cards that demand two, the share whose demand a hand with so many cards of each colour must meet."""
    pairs = [{LETTERS.index(colour) for colour in SHOWS[card]} for card in ORDER if NUMBERS.get(card) == 2]
    copies = [4 if len(pair) == 2 else 2 for pair in pairs]
    met = sum(times for pair, times in zip(pairs, copies, strict=True) if any(counts[place] >= 2 for place in pair))
    return met / sum(copies)


class Worth:
    """The worth of what may follow a move, for one view."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.odds = Odds(view)
        self.sizes = view.hand_sizes
        self.drawn = self.odds.drawn
        order = [(seat + step) % view.setup.players for step in range(1, view.setup.players)]
        self.others = [other for other in order if self.sizes[other]]
        self._faced: dict[tuple[Seat, Demand], tuple[float, float]] = {}

    def of(self, kept: Profile, first: Seat, asked: Demand) -> float:
        """The chance to win with this hand when `first` is to face this demand."""
        if not kept.size:
            return 0.0
        others, back = self._after(first, asked)
        mine = strength(kept.size)
        if back:
            if any(kept.counts[LETTERS.index(colour)] >= asked.count for colour in asked.colours):
                met = strength(kept.size - (1 if kept.actions else asked.count))
            else:
                met = strength(kept.size + self.drawn)
            mine += back * (met - mine)
        cards = ACTION_CARD * kept.actions + SINGLE_COLOUR * kept.single
        mine *= exp(cards + TWO_OF_A_COLOUR * exposure(kept.counts))
        return mine / (mine + others) if mine else 0.0

    def _after(self, first: Seat, asked: Demand) -> tuple[float, float]:
        """The strength of all others after they faced a demand, `first` first, and the chance that it comes back."""
        key = (first, asked)
        if key not in self._faced:
            total, reach = 0.0, 0.0
            for other in self.others:
                size = self.sizes[other]
                if other == first:
                    reach = 1.0
                total += (1 - reach) * strength(size)
                if reach:
                    now, later = self.odds.set_now_or_drawn(other, asked)
                    left, drawn = size - asked.count, self.drawn
                    total += reach * now * strength(left)
                    total += reach * (later - now) * strength(left + drawn)
                    total += reach * (1 - later) * strength(size + drawn)
                    reach *= 1 - later
            self._faced[key] = (total, reach)
        return self._faced[key]
