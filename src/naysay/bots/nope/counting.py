"""Counting cards in Nope!: how much of a colour hidden hands can hold, and their chances of a set."""

from collections.abc import Iterable
from functools import lru_cache
from math import comb
from typing import Final

from naysay.game import Card, Seat
from naysay.nope.cards import LETTERS, SHOWS, whole_deck
from naysay.nope.sets import ANY_ONE
from naysay.nope.state import Demand, draw_count
from naysay.nope.view import View

Kinds = tuple[int, int, int, int]  # how many cards show both of two colours, only the first, only the second, none

NO_LIMIT: Final = 1000

MASKS: Final = {card: sum(1 << LETTERS.index(colour) for colour in shown) for card, shown in SHOWS.items()}
BITS: Final = {colour: 1 << place for place, colour in enumerate(LETTERS)}


def count_unseen(view: View) -> list[int]:
    """How many cards, neither in your own hand nor among the discards, show each combination of colours (a mask)."""
    of_mask = list(_WHOLE if view.setup.options.action_cards else _PLAIN)
    for card in (*view.hand, *view.discards):
        of_mask[MASKS[card]] -= 1
    return of_mask


def most_held(view: View) -> list[dict[str, int]]:
    """The most cards of each colour that each seat can hold: who draws or says "Nope!" cannot make a set."""
    limits = [dict.fromkeys(LETTERS, NO_LIMIT) for _ in view.hand_sizes]
    before = ""
    for event in view.history:
        limit, asked = limits[event.seat], event.demand
        if event.kind == "laid":
            for card in event.cards:
                for colour in SHOWS[card]:
                    limit[colour] -= 1
        elif asked and (event.kind == "nope" or (event.kind == "drew" and before != "reshuffled")):
            for colour in asked.colours:
                if limit[colour] >= asked.count:
                    limit[colour] = asked.count - 1
        if event.kind == "drew":
            for colour in LETTERS:
                limit[colour] += event.count
        before = event.kind
    return limits


class Odds:
    """The chances that each hidden hand can make a set, for one view; each is worked out once."""

    def __init__(self, view: View) -> None:
        self.of_mask = count_unseen(view)
        self.unseen = sum(self.of_mask)
        self.limits = most_held(view)
        self.sizes = view.hand_sizes
        self.drawn = draw_count(view.setup)
        self._known: dict[tuple[Seat, Demand], tuple[float, float]] = {}
        self._kinds: dict[str, Kinds] = {}

    def set_now_or_drawn(self, seat: Seat, asked: Demand) -> tuple[float, float]:
        """The chance that a seat can make a set now, and the chance that it can now or after drawing."""
        key = (seat, asked)
        if key not in self._known:
            now = self.set_now(seat, asked)
            nearly = 1.0 if asked.count == 1 else self.set_now(seat, Demand(asked.count - 1, asked.colours))
            drawn = (nearly - now) * self._chance_to_complete(asked) if nearly > now else 0.0
            self._known[key] = (now, now + drawn)
        return self._known[key]

    def set_now(self, seat: Seat, asked: Demand) -> float:
        """The chance that a seat can make a set now."""
        size, limit = self.sizes[seat], self.limits[seat]
        if asked == ANY_ONE:
            return 1.0 if size else 0.0
        first, second = limit[asked.colours[0]], limit[asked.colours[-1]]
        return chance_of_set(self._sorted(asked.colours), size, asked.count, min(first, size), min(second, size))

    def _chance_to_complete(self, asked: Demand) -> float:
        """The chance that drawing completes a set that lacks one card."""
        if not self.unseen:
            return 0.0
        both, one, other, _ = self._sorted(asked.colours)
        # With one card lacking, mostly of one of the two colours only, unless any card of them will do.
        hit = both + one + other if asked.count == 1 else both + (one + other) / 2
        return 1 - (1 - hit / self.unseen) ** self.drawn

    def _sorted(self, colours: str) -> Kinds:
        """How many unseen cards show both, only the first, only the second and none of the colours."""
        if colours not in self._kinds:
            a, b = BITS[colours[0]], BITS[colours[-1]]
            kinds = [0, 0, 0, 0]
            for mask, count in enumerate(self.of_mask):
                kinds[(0 if mask & b else 1) if mask & a else (2 if mask & b else 3)] += count
            self._kinds[colours] = (kinds[0], kinds[1], kinds[2], kinds[3])
        return self._kinds[colours]


@lru_cache(maxsize=100_000)
def chance_of_set(kinds: Kinds, size: int, count: int, limit: int, limit_other: int) -> float:
    """The chance of `count` of one colour or of the other among `size` cards that hold at most so many of each.

    One colour alone counts as both.
    """
    if limit < count and limit_other < count:
        return 0.0
    total = sum(kinds)
    if size > total:
        return 1.0
    short = _ways(kinds, size, min(limit, count - 1), min(limit_other, count - 1))
    every = comb(total, size) if limit >= size and limit_other >= size else _ways(kinds, size, limit, limit_other)
    return 1 - short / every if every else 1.0


def _ways(kinds: Kinds, size: int, limit: int, limit_other: int) -> int:
    """How many hands hold at most so many of the one colour and of the other."""
    both, one, other, rest = kinds
    ways = 0
    for x in range(min(both, limit, limit_other, size) + 1):
        for y in range(min(one, limit - x, size - x) + 1):
            part = comb(both, x) * comb(one, y)
            for z in range(min(other, limit_other - x, size - x - y) + 1):
                ways += part * comb(other, z) * comb(rest, size - x - y - z)
    return ways


def _by_mask(cards: Iterable[Card]) -> tuple[int, ...]:
    of_mask = [0] * (1 << len(LETTERS))
    for card in cards:
        of_mask[MASKS[card]] += 1
    return tuple(of_mask)


_WHOLE: Final = _by_mask(whole_deck(action_cards=True))
_PLAIN: Final = _by_mask(whole_deck(action_cards=False))
