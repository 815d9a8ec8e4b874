"""The work array of a search or playout: a row of `layout`, what follows from it, and the frames of the search.

One flat int64 array, so that compiled functions pass one thing around. `prepare` fills in what follows from the row.
"""

from typing import Final

from naysay.solver.bits import Words, compiled, count, int64, low_place
from naysay.solver.layout import (
    HAND,
    LEADER,
    LINK,
    LOOT,
    LOW_BITS,
    MID_BITS,
    MOST_CARDS,
    MOST_SEATS,
    PLAYED,
    PLAYERS,
    ROW,
    SHAPE_BITS,
    SIDE,
    SIGN,
    SUIT,
    SUITS,
    SUPER,
    TRICK,
    TRUMP,
    WEIGHT,
)

LEFT: Final = ROW  # all cards in hands
SHAPE_A: Final = ROW + 1  # how many cards of each kind each seat holds, as two words of packed counts
SHAPE_B: Final = ROW + 2
NODES: Final = ROW + 3
LIMIT: Final = ROW + 4  # nodes
STOP: Final = ROW + 5  # not 0: a limit was met, and results mean nothing; only the search itself writes this
ONLY: Final = ROW + 6  # not 0: the first move is this card
IDEAS: Final = ROW + 7  # which ideas of the search are in use, as bits
CLASSED: Final = ROW + 8  # cards that are not lowest cards and have copies
POWER: Final = ROW + 9  # trumps and supertrumps
MOST: Final = ROW + 10  # by side: the largest weight
LEAST: Final = ROW + 12  # by side: the smallest weight
MARK: Final = ROW + 14  # the cards whose ranks a bound rests on
LOW_CARDS: Final = ROW + 15  # by side: how many lowest cards it holds
OVER: Final = ROW + 17  # not 0: give up; for other threads, the search only reads this
FLOOR: Final = 64  # by place: the lowest copy of the card there
SUIT_AT: Final = 128  # by place: the suit
COST: Final = 192  # by place: how much one would rather keep a card, for ordering
COUNT_A: Final = 256  # by seat and place: what the card adds to the shape
COUNT_B: Final = COUNT_A + 64 * MOST_SEATS
MIDS: Final = COUNT_B + 64 * MOST_SEATS  # by suit: the cards that are not lowest
LOWS: Final = MIDS + 5  # by suit: the lowest cards, supertrumps left out
USED: Final = LOWS + 5  # by depth: the cards whose rank a result rests on
MOVES: Final = USED + 64  # by depth: the moves of a node
BOTTOM: Final = MOVES + 64 * 32  # by depth: the lowest card that each of them stands for
SCORE: Final = BOTTOM + 64 * 32  # by depth: how good they look
SURE: Final = SCORE + 64 * 32  # by tricks to come and side: those that it was found to take before this trick
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


@compiled
def prepare(row: Words, work: Words) -> None:
    """Copy a row into the work array and fill in all that follows from it."""
    for place in range(ROW):
        work[place] = row[place]
    work[LEFT] = 0
    for seat in range(work[PLAYERS]):
        work[LEFT] |= work[HAND + seat]
    work[POWER] = work[TRUMP] | work[SUPER]
    for side in range(2):
        work[MOST + side], work[LEAST + side], work[LOW_CARDS + side] = 0, 2, 0
    for seat in range(work[PLAYERS]):
        side = work[SIDE + seat]
        work[LOW_CARDS + side] += count(work[HAND + seat] & work[LOOT])
        work[MOST + side] = max(work[MOST + side], work[WEIGHT + seat])
        work[LEAST + side] = min(work[LEAST + side], work[WEIGHT + seat])
    prepare_places(work)
    prepare_shape(work)


@compiled
def prepare_places(work: Words) -> None:
    """What is known of each card by its place."""
    for suit in range(5):
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


@compiled
def prepare_shape(work: Words) -> None:
    """Where each seat's cards are counted: first the counts of the other cards, then those of the lowest.

    The last suit is counted for seat 0 only: before a trick all hands are equal, so the others follow from the rest.
    """
    for place in range(COUNT_A, MIDS):
        work[place] = 0
    first = int64(0)
    second = int64(0)
    for kind in range(2):
        width = work[MID_BITS] if kind == 0 else work[LOW_BITS]
        for seat in range(work[PLAYERS]):
            for suit in range(work[SUITS]):
                if kind == 0 and seat > 0 and suit == work[SUITS] - 1:
                    continue
                in_first = first + width <= SHAPE_BITS[0]
                step = int64(1) << (first if in_first else second)
                if in_first:
                    first += width
                else:
                    second += width
                cards = work[MIDS + suit]
                if kind == 1:
                    # the suit that lacks lowest cards is the one whose lowest cards are supertrumps: count those there
                    cards = work[LOWS + suit] or work[SUPER]
                while cards:
                    place = seat * 64 + low_place(cards)
                    cards &= cards - 1
                    work[COUNT_A + place] = step if in_first else 0
                    work[COUNT_B + place] = 0 if in_first else step
    work[SHAPE_A] = 0
    work[SHAPE_B] = 0
    for seat in range(work[PLAYERS]):
        cards = work[HAND + seat]
        while cards:
            place = seat * 64 + low_place(cards)
            cards &= cards - 1
            work[SHAPE_A] += work[COUNT_A + place]
            work[SHAPE_B] += work[COUNT_B + place]


@compiled
def gain(work: Words, taker: int, loot_0: int, loot_1: int) -> int:
    """What a trick is worth to side 0: weight × (1 + the other side's lowest cards), with the sign of the points."""
    if work[SIDE + taker] == 0:
        return work[SIGN] * work[WEIGHT + taker] * (1 + loot_1)
    return -work[SIGN] * work[WEIGHT + taker] * (1 + loot_0)


@compiled
def with_card(work: Words, seat: int, card: int, played: int, led: int, best: int, taker: int) -> tuple[int, int, int]:
    """The suit led, the best card and who played it, after a seat has played a card to a trick of `played` cards."""
    if played == 0:
        return work[SUIT + work[SUIT_AT + low_place(card)]], card, seat
    if card & (led | work[POWER]) & -work[FLOOR + low_place(best)]:
        return led, card, seat
    return led, best, taker


@compiled
def trick_so_far(work: Words) -> tuple[int, int, int, int, int, int]:
    """The trick on the table: suit led, best card, who played it, all cards, lowest cards played by side 0 and 1."""
    led = int64(0)
    best = int64(0)
    taker = work[LEADER]
    trick = int64(0)
    loot_0 = int64(0)
    loot_1 = int64(0)
    for place in range(work[PLAYED]):
        seat = (work[LEADER] + place) % work[PLAYERS]
        card = work[TRICK + place]
        trick |= card
        led, best, taker = with_card(work, seat, card, place, led, best, taker)
        if card & work[LOOT]:
            loot_1 += work[SIDE + seat]
            loot_0 += 1 - work[SIDE + seat]
    return led, best, taker, trick, loot_0, loot_1
