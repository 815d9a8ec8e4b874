"""How playouts play: by rules of thumb like those of `steady`, whose weights were tuned by millions of games.

A move is worth the strength of the hand that it leaves (the logarithm of its size), less what the laid cards were worth
to keep, plus what the next player is likely to lose, less what may come back. All weights are in one array.
"""

from typing import Final

import numpy as np

from naysay.bots.nope.fast.cards import (
    ACTION_HIGH,
    CLASS_OF,
    CLASSES,
    COLOURS_NUMBER,
    COLOURS_OF,
    COUNT_OF,
    MATCH_HIGH,
    MATCH_LOW,
    PICKS,
    SEES,
    TYPE,
)
from naysay.bots.nope.fast.engine import (
    COLOURS,
    COUNT,
    DRAWS,
    HAND,
    MAY_NAME,
    OVER,
    PHASE,
    PILE,
    PLAYERS,
    TO_NAME,
    TURN,
    actions_of,
    end_draw,
    lay,
    name,
    next_seat,
    refill,
    size_of,
    take,
)
from naysay.bots.nope.fast.machine import HALF, INCREMENT, MULTIPLIER, Floats, Ints, below, compiled, nth
from naysay.solver.bits import count, low_place

KEEP: Final = 0  # what each class of cards is worth to keep
PAIRS: Final = KEEP + CLASSES  # what a card costs to keep for each of its colours, by how often the hand has it: 1–5
HIT: Final = PAIRS + 6  # what it is worth that others lose cards
BACK: Final = HIT + 1  # what it costs that a demand may come back
DRAWING: Final = BACK + 1  # what it is worth to draw
PICKING: Final = DRAWING + 1  # to name
NAMING: Final = PICKING + 1  # how much more it is worth to hit a large hand
INSIGHT: Final = NAMING + 1  # how much is known of other hands: 0 nothing, 1 everything
SIZES: Final = 13
STRENGTH: Final = INSIGHT + 1  # of a hand, by its size
LOSES: Final = STRENGTH + SIZES + 2  # the chance that a hand must meet a demand: by colours 1, 2, 4, count and size
WEIGHTS: Final = LOSES + 9 * SIZES

HELD: Final = 0  # the work array: how many cards of each colour
EXTRA: Final = 4  # what a card is worth to keep, one after the other
PLACE: Final = EXTRA + 64
WORK: Final = PLACE + 64


@compiled
def draw(state: Ints, source: int) -> int:
    """Draw at random."""
    for _ in range(state[DRAWS]):
        if not refill(state):
            break
        source = source * MULTIPLIER + INCREMENT
        number = below(source, count(state[PILE]) + count(state[PILE + 1]))
        take(state, nth(state[PILE], state[PILE + 1], number))
    end_draw(state)
    return source


@compiled
def chance_to_lose(weights: Floats, state: Ints, seat: int, wanted: int, colours: int, size: int) -> float:
    """The chance that a seat must meet a demand, as far as others know its hand."""
    kind = COLOURS_NUMBER[colours] >> 1
    usual = weights[LOSES + (3 * kind + wanted - 1) * SIZES + min(size, SIZES - 1)]
    insight = weights[INSIGHT]
    if insight == 0.0:
        return usual
    most = 0
    while colours:
        colour = colours & -colours
        colours ^= colour
        low = state[HAND + 2 * seat] & MATCH_LOW[colour]
        high = state[HAND + 2 * seat + 1] & MATCH_HIGH[colour]
        most = max(most, count(low) + count(high))
    real = 1.0 if most >= wanted else 0.5 if most == wanted - 1 else 0.0
    return usual + insight * (real - usual)


@compiled
def strength(weights: Floats, size: int) -> float:
    """The strength of a hand of this size."""
    return weights[STRENGTH + min(size, SIZES + 1)]


@compiled
def demand_worth(
    weights: Floats,
    work: Floats,
    state: Ints,
    wanted: int,
    colours: int,
    ahead: int,
    size: int,
    others: int,
    total: int,
    laid: int,
    main: int,
) -> float:
    """What it is worth to leave this demand to the seat `ahead` with `size` cards.

    The own hand then has `laid` cards less of the colour `main`, and one less of others.
    """
    chance = chance_to_lose(weights, state, ahead, wanted, colours, size)
    worth = weights[HIT] * chance * wanted / total
    held = 0
    rest = colours
    while rest:
        colour = low_place(rest)
        rest &= rest - 1
        held = max(held, int(work[HELD + colour]) - (laid if colour == main else 1))
    if held >= wanted:
        back = 1.0 - chance
        for _ in range(others - 1):
            back *= 1.0 - chance
        worth -= weights[BACK] * back * wanted
    return worth


@compiled
def extra_of(weights: Floats, work: Floats, place: int) -> float:
    """What a card is worth to keep, beside being a card."""
    extra = weights[KEEP + CLASS_OF[place]]
    rest = COLOURS_OF[place]
    while rest:
        colour = low_place(rest)
        rest &= rest - 1
        extra -= weights[PAIRS + min(int(work[HELD + colour]), 5)]
    return extra


@compiled
def top_worth(
    weights: Floats,
    work: Floats,
    state: Ints,
    place: int,
    ahead: int,
    size: int,
    others: int,
    total: int,
    laid: int,
    main: int,
) -> float:
    """What it is worth that this card counts."""
    kind = TYPE[place]
    if kind == PICKS:
        return weights[PICKING]
    if kind == SEES:
        return demand_worth(weights, work, state, state[COUNT], state[COLOURS], ahead, size, others, total, laid, main)
    return demand_worth(
        weights, work, state, COUNT_OF[place], COLOURS_OF[place], ahead, size, others, total, laid, main
    )


@compiled
def name_best(state: Ints, weights: Floats) -> None:
    """Name whoever loses most by it, in the colour of which the own hand has least."""
    seat = state[TURN]
    total = 0
    others = -1
    for other in range(state[PLAYERS]):
        size = size_of(state, other)
        total += size
        if size:
            others += 1
    colours = state[MAY_NAME]
    colour = np.int64(1)
    least = 1000
    while colours:
        one = colours & -colours
        colours ^= one
        held = count(state[HAND + 2 * seat] & MATCH_LOW[one]) + count(state[HAND + 2 * seat + 1] & MATCH_HIGH[one])
        if held < least:
            least = held
            colour = one
    best = -1e9
    found = -1
    demanded = 1
    for other in range(state[PLAYERS]):
        size = size_of(state, other)
        if other == seat or size == 0:
            continue
        for wanted in range(1, 4):
            chance = chance_to_lose(weights, state, other, wanted, colour, size)
            worth = chance * (strength(weights, size) - strength(weights, max(size - wanted, 0)))
            worth *= (size + 1.0) ** weights[NAMING]
            if least >= wanted:
                worth -= weights[BACK] * (1.0 - chance) ** others * wanted
            if worth > best:
                best = worth
                found = other
                demanded = wanted
    name(state, found, demanded, colour)


@compiled
def lay_best(state: Ints, weights: Floats, work: Floats, size: int, alone: int, may_draw: bool, source: int) -> int:
    """Lay the best set or action card, or draw if there is no set and that is better."""
    seat = state[TURN]
    wanted = state[COUNT]
    low = state[HAND + 2 * seat]
    high = state[HAND + 2 * seat + 1]
    total = 0
    others = -1
    for other in range(state[PLAYERS]):
        other_size = size_of(state, other)
        total += other_size
        if other_size:
            others += 1
    ahead = next_seat(state, seat)
    ahead_size = size_of(state, ahead)
    best = -1e9
    best_low = np.int64(0)
    best_high = np.int64(0)
    best_top = -1
    if may_draw:
        best = weights[DRAWING] + strength(weights, size + state[DRAWS])
        best += demand_worth(weights, work, state, wanted, state[COLOURS], ahead, ahead_size, others, total, 0, -1)
    left = strength(weights, size - 1)
    while alone:
        place = HALF + low_place(alone)
        card = alone & -alone
        alone ^= card
        worth = left - extra_of(weights, work, place)
        worth += top_worth(weights, work, state, place, ahead, ahead_size, others, total, 1, -1)
        if worth > best:
            best = worth
            best_low = np.int64(0)
            best_high = card
            best_top = place
    colours = state[COLOURS]
    left = strength(weights, size - wanted)
    while colours:
        colour = low_place(colours)
        colours &= colours - 1
        if work[HELD + colour] < wanted:
            continue
        some_low = low & MATCH_LOW[1 << colour]
        some_high = high & MATCH_HIGH[1 << colour]
        if wanted == 1:
            some_high &= ~ACTION_HIGH
        number = 0
        first = 1e9
        second = 1e9
        third = 1e9
        first_at = 0
        second_at = 0
        third_at = 0
        while some_low | some_high:
            if some_low:
                place = low_place(some_low)
                some_low &= some_low - 1
            else:
                place = HALF + low_place(some_high)
                some_high &= some_high - 1
            extra = extra_of(weights, work, place)
            work[EXTRA + number] = extra
            work[PLACE + number] = place
            if extra < first:
                third = second
                third_at = second_at
                second = first
                second_at = first_at
                first = extra
                first_at = number
            elif extra < second:
                third = second
                third_at = second_at
                second = extra
                second_at = number
            elif extra < third:
                third = extra
                third_at = number
            number += 1
        for at in range(number):
            place = int(work[PLACE + at])
            if TYPE[place] == SEES and wanted > 1:
                continue
            cost = work[EXTRA + at]
            one = first_at
            two = second_at
            if wanted > 1:
                if at == first_at:
                    one = second_at
                    two = third_at
                elif at == second_at:
                    two = third_at
                cost += work[EXTRA + one]
                if wanted > 2:
                    cost += work[EXTRA + two]
            worth = (
                left - cost + top_worth(weights, work, state, place, ahead, ahead_size, others, total, wanted, colour)
            )
            if worth > best:
                best = worth
                best_top = place
                best_low = np.int64(0)
                best_high = np.int64(0)
                for step in range(wanted):
                    other_place = place if step == 0 else int(work[PLACE + (one if step == 1 else two)])
                    if other_place < HALF:
                        best_low |= np.int64(1) << other_place
                    else:
                        best_high |= np.int64(1) << (other_place - HALF)
    if best_top < 0:
        if may_draw:
            return draw(state, source)
        return lay_sees(state, source)
    lay(state, best_low, best_high, -1 if TYPE[best_top] == SEES else best_top, np.int64(0))
    return source


@compiled
def lay_sees(state: Ints, source: int) -> int:
    """Lay a set of see-throughs, if there is no other."""
    seat = state[TURN]
    cards = state[HAND + 2 * seat + 1]
    high = np.int64(0)
    for _ in range(state[COUNT]):
        card = cards & -cards
        cards ^= card
        high |= card
    lay(state, np.int64(0), high, -1, np.int64(0))
    return source


@compiled
def act(state: Ints, weights: Floats, work: Floats, source: int) -> int:
    """One move of the seat on turn."""
    if state[PHASE] == TO_NAME:
        name_best(state, weights)
        return source
    seat = state[TURN]
    low = state[HAND + 2 * seat]
    high = state[HAND + 2 * seat + 1]
    wanted = state[COUNT]
    asked = state[COLOURS]
    may_draw = True
    for colour in range(4):
        held = count(low & MATCH_LOW[1 << colour]) + count(high & MATCH_HIGH[1 << colour])
        work[HELD + colour] = held
        if asked >> colour & 1 and held >= wanted:
            may_draw = False
    alone = actions_of(state, seat)
    if may_draw and alone == 0:
        return draw(state, source)
    return lay_best(state, weights, work, count(low) + count(high), alone, may_draw, source)


@compiled
def play_out(state: Ints, weights: Floats, work: Floats, source: int, most: int) -> tuple[int, int]:
    """Play on until the game is over, or for so many moves: the source's state, and the number of moves."""
    moves = 0
    while state[PHASE] != OVER and moves < most:
        source = act(state, weights, work, source)
        moves += 1
    return source, moves
