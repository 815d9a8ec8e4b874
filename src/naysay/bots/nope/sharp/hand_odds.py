"""The odds of hidden hands, as `bots/nope/counting` works them out, on masks.

What everybody saw of a hand is a limit for each colour: the most cards of it that the hand can hold. Limits are kept
beside the state, four for each seat, and follow what happens.
"""

from math import comb
from typing import Final

import numpy as np

from naysay.bots.nope.counting import NO_LIMIT
from naysay.bots.nope.engine.cards import ALL, CARDS, COLOURS_OF, MATCH_HIGH, MATCH_LOW
from naysay.bots.nope.engine.rules import HAND, PILE, PLAYERS, SEATS
from naysay.native.bits import HALF, count, int64, low_place
from naysay.native.jit import Floats, Ints, compiled

Kinds = tuple[int, int, int, int]  # how many cards show both of two colours, only the first, only the second, none

LIMITS: Final = 4 * SEATS
DEMANDS: Final = 64  # a demand as a number: its count times 16, and its colours
WAYS: Final[Floats] = np.array([[float(comb(of, some)) for some in range(CARDS + 1)] for of in range(CARDS + 1)])


def _exactly(colours: int, word: int) -> int:
    places = range(word * HALF, (word + 1) * HALF)
    return sum(1 << (place - word * HALF) for place in places if COLOURS_OF[place] == colours)


EXACTLY: Final[Ints] = np.array([[_exactly(colours, word) for word in (0, 1)] for colours in range(16)])


@compiled
def know_nothing(limits: Ints) -> None:
    """Before anything was seen."""
    for at in range(LIMITS):
        limits[at] = NO_LIMIT


@compiled
def saw_no_set(limits: Ints, seat: int, wanted: int, colours: int) -> None:
    """A seat drew, or said "Nope!": it has no set."""
    for colour in range(4):
        if colours >> colour & 1 and limits[4 * seat + colour] >= wanted:
            limits[4 * seat + colour] = wanted - 1


@compiled
def saw_drawn(limits: Ints, seat: int, number: int) -> None:
    """A seat drew so many cards."""
    for colour in range(4):
        limits[4 * seat + colour] += number


@compiled
def saw_laid(limits: Ints, seat: int, low: int, high: int) -> None:
    """A seat laid these cards."""
    for colour in range(4):
        limits[4 * seat + colour] -= count(low & MATCH_LOW[1 << colour]) + count(high & MATCH_HIGH[1 << colour])


@compiled
def count_unseen(state: Ints, viewer: int, unseen: Ints) -> int:
    """How many cards that a seat does not see show each combination of colours: how many there are in all."""
    low = state[PILE]
    high = state[PILE + 1]
    for seat in range(state[PLAYERS]):
        if seat != viewer:
            low |= state[HAND + 2 * seat]
            high |= state[HAND + 2 * seat + 1]
    for colours in range(16):
        unseen[colours] = count(low & EXACTLY[colours, 0]) + count(high & EXACTLY[colours, 1])
    return count(low) + count(high)


@compiled
def ways(kinds: Kinds, size: int, limit: int, limit_other: int) -> float:
    """How many hands hold at most so many of the one colour and of the other."""
    both, one, other, rest = kinds
    found = 0.0
    for x in range(min(both, limit, limit_other, size) + 1):
        for y in range(min(one, limit - x, size - x) + 1):
            part = WAYS[both, x] * WAYS[one, y]
            inner = 0.0
            for z in range(min(other, limit_other - x, size - x - y) + 1):
                inner += WAYS[other, z] * WAYS[rest, size - x - y - z]
            found += part * inner
    return found


@compiled
def chance_of_set(kinds: Kinds, size: int, wanted: int, limit: int, limit_other: int) -> float:
    """The chance of so many of one colour or of the other among `size` cards that hold at most so many of each."""
    if limit < wanted and limit_other < wanted:
        return 0.0
    total = kinds[0] + kinds[1] + kinds[2] + kinds[3]
    if size > total:
        return 1.0
    short = ways(kinds, size, min(limit, wanted - 1), min(limit_other, wanted - 1))
    every = WAYS[total, size] if limit >= size and limit_other >= size else ways(kinds, size, limit, limit_other)
    return 1.0 - short / every if every > 0.0 else 1.0


@compiled
def sort_unseen(unseen: Ints, first: int, last: int) -> Kinds:
    """How many unseen cards show both, only the first, only the second and none of two colours (bits)."""
    both = 0
    one = 0
    other = 0
    rest = 0
    for colours in range(16):
        if colours & first:
            if colours & last:
                both += unseen[colours]
            else:
                one += unseen[colours]
        elif colours & last:
            other += unseen[colours]
        else:
            rest += unseen[colours]
    return both, one, other, rest


@compiled
def set_now(unseen: Ints, limits: Ints, seat: int, size: int, wanted: int, colours: int) -> float:
    """The chance that a seat can make a set now."""
    if colours == ALL and wanted == 1:
        return 1.0 if size else 0.0
    first = colours & -colours
    last = colours & (colours - 1)
    if last == 0:
        last = first
    kinds = sort_unseen(unseen, first, last)
    limit = min(limits[4 * seat + low_place(int64(first))], size)
    limit_other = min(limits[4 * seat + low_place(int64(last))], size)
    return chance_of_set(kinds, size, wanted, limit, limit_other)


@compiled
def chance_to_complete(unseen: Ints, total: int, draws: int, wanted: int, colours: int) -> float:
    """The chance that drawing completes a set that lacks one card."""
    if total == 0:
        return 0.0
    first = colours & -colours
    last = colours & (colours - 1)
    if last == 0:
        last = first
    both, one, other, _ = sort_unseen(unseen, first, last)
    hit = float(both + one + other) if wanted == 1 else both + (one + other) / 2
    return 1.0 - (1.0 - hit / total) ** draws
