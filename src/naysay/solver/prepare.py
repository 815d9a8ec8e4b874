"""What follows from a row, filled into the work array: facts about each card by its place, and the shape.

The shape is how many cards of each kind each seat holds, packed into two words. First come the counts of ranked cards,
then those of lowest cards, both by seat and suit. The ranked cards of the last suit are counted for seat 0 only: before
a trick all hands are equal, so the other counts follow. A count stands in the first word if there is room for it, or
else in the second.
"""

from typing import Final, NamedTuple

from naysay.native.bits import count, int64, low_place
from naysay.native.jit import Words, compiled
from naysay.solver.row import (
    HAND,
    LINK,
    LOOT,
    LOW_BITS,
    MID_BITS,
    MOST_CARDS,
    MOST_SUITS,
    PLAYERS,
    ROW,
    SIDE,
    SUIT,
    SUITS,
    SUPER,
    TRUMP,
    WEIGHT,
)
from naysay.solver.work import (
    CLASSED,
    COST,
    COUNT_A,
    COUNT_B,
    FLOOR,
    LEAST,
    LEFT,
    LOW_CARDS,
    LOWS,
    MIDS,
    MOST,
    POWER,
    SHAPE_A,
    SHAPE_B,
    SUIT_AT,
)

FIRST_BITS: Final = 62
SECOND_BITS: Final = 58  # the leader takes the rest
SECOND: Final = 64  # where the second word begins


@compiled
def prepare(row: Words, work: Words) -> None:
    """Copy a row into the work array and fill in all that follows from it."""
    for place in range(ROW):
        work[place] = row[place]
    work[POWER] = work[TRUMP] | work[SUPER]
    for side in range(2):
        work[MOST + side], work[LEAST + side] = 0, 2
    for seat in range(work[PLAYERS]):
        side = work[SIDE + seat]
        work[MOST + side] = max(work[MOST + side], work[WEIGHT + seat])
        work[LEAST + side] = min(work[LEAST + side], work[WEIGHT + seat])
    prepare_places(work)
    prepare_counts(work)
    prepare_hands(row, work)


@compiled
def prepare_hands(row: Words, work: Words) -> None:
    """Copy the hands of a row into the work array, which is prepared for it, and fill in what follows from them."""
    work[LEFT] = 0
    work[LOW_CARDS] = work[LOW_CARDS + 1] = 0
    work[SHAPE_A] = work[SHAPE_B] = 0
    for seat in range(work[PLAYERS]):
        cards = row[HAND + seat]
        work[HAND + seat] = cards
        work[LEFT] |= cards
        work[LOW_CARDS + work[SIDE + seat]] += count(cards & work[LOOT])
        while cards:
            place = seat * 64 + low_place(cards)
            cards &= cards - 1
            work[SHAPE_A] += work[COUNT_A + place]
            work[SHAPE_B] += work[COUNT_B + place]


@compiled
def prepare_places(work: Words) -> None:
    """What is known of each card by its place."""
    for suit in range(MOST_SUITS):
        cards = work[SUIT + suit]
        work[MIDS + suit] = cards & ~work[LOOT]
        work[LOWS + suit] = cards & work[LOOT] & ~work[SUPER]
    work[CLASSED] = 0
    floor = int64(1)
    rank = int64(0)
    last = int64(-1)
    for place in range(MOST_CARDS):
        card = int64(1) << place
        if work[LINK] & card == 0:
            floor = card
        elif work[LOOT] & card == 0:
            work[CLASSED] |= card | card >> 1
        work[FLOOR + place] = floor
        suit = int64(0)
        for other in range(work[SUITS]):
            if work[SUIT + other] & card:
                suit = int64(other)
        work[SUIT_AT + place] = suit
        rank = int64(0) if suit != last else rank + 1
        last = suit
        cost = int64(0) if work[LOOT] & card else rank
        if work[TRUMP] & card:
            cost += 6
        if work[SUPER] & card:
            cost = int64(20)
        work[COST + place] = cost


class Packing(NamedTuple):
    """Where counts stand: so many of each kind, their width, and how many of them are in the first word."""

    ranked: int
    ranked_bits: int
    ranked_first: int
    lows: int
    low_bits: int
    lows_first: int


@compiled
def packing_of(row: Words) -> Packing:
    """How the counts of a row are packed."""
    ranked = row[PLAYERS] * (row[SUITS] - 1) + 1
    ranked_bits = row[MID_BITS]
    ranked_first = min(ranked, FIRST_BITS // ranked_bits) if ranked_bits else ranked
    lows = row[PLAYERS] * row[SUITS]
    low_bits = row[LOW_BITS]
    lows_first = min(lows, (FIRST_BITS - ranked_first * ranked_bits) // low_bits) if low_bits else lows
    return Packing(ranked, ranked_bits, ranked_first, lows, low_bits, lows_first)


@compiled
def count_begin(packing: Packing, number: int) -> int:
    """The bit at which a count begins; from `SECOND` on, in the second word."""
    ranked, ranked_bits, ranked_first, _, low_bits, lows_first = packing
    if number < ranked:
        return number * ranked_bits if number < ranked_first else SECOND + (number - ranked_first) * ranked_bits
    number -= ranked
    if number < lows_first:
        return ranked_first * ranked_bits + number * low_bits
    return SECOND + (ranked - ranked_first) * ranked_bits + (number - lows_first) * low_bits


@compiled
def shape_fits(row: Words) -> bool:
    """Whether all counts fit into two words; those of each kind ascend, so the last ones decide."""
    packing = packing_of(row)
    ranked_end = count_begin(packing, packing.ranked - 1) + packing.ranked_bits
    low_end = count_begin(packing, packing.ranked + packing.lows - 1) + packing.low_bits
    return max(ranked_end, low_end) <= SECOND + SECOND_BITS


@compiled
def prepare_counts(work: Words) -> None:
    """Fill in what each card adds to the shape, by seat and place."""
    for place in range(COUNT_A, MIDS):
        work[place] = 0
    packing = packing_of(work)
    number = int64(0)
    for seat in range(work[PLAYERS]):
        for suit in range(work[SUITS] if seat == 0 else work[SUITS] - 1):
            count_cards(work, seat, work[MIDS + suit], count_begin(packing, number))
            number += 1
    for seat in range(work[PLAYERS]):
        for suit in range(work[SUITS]):
            # the suit without lowest cards is the one whose lowest cards are supertrumps: those are counted there
            count_cards(work, seat, work[LOWS + suit] or work[SUPER], count_begin(packing, number))
            number += 1


@compiled
def count_cards(work: Words, seat: int, cards: int, begin: int) -> None:
    """Count these cards of a seat at this bit."""
    in_first = begin < SECOND
    step = int64(1) << (begin if in_first else begin - SECOND)
    while cards:
        place = seat * 64 + low_place(cards)
        cards &= cards - 1
        work[COUNT_A + place] = step if in_first else 0
        work[COUNT_B + place] = 0 if in_first else step
