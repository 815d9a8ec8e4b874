"""How playouts play: by rules of thumb like those of `steady`, whose weights were tuned by millions of games.

A move is worth the strength of the hand that it leaves (the logarithm of its size), less what the laid cards were worth
to keep, plus what the next player is likely to lose, less what may come back. All weights are in one array.
"""

from typing import Final, NamedTuple

from naysay.bots.nope.engine.cards import (
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
from naysay.bots.nope.engine.rules import (
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
    lay_places,
    name,
    next_seat,
    refill,
    size_of,
    take,
)
from naysay.native.bits import HALF, count, int64, low_place, nth
from naysay.native.jit import Floats, Ints, compiled
from naysay.native.random import below, step

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

NOTHING: Final = -1e9

HELD: Final = 0  # the work array: how many cards of each colour
EXTRA: Final = 4  # what a card is worth to keep, one after the other
PLACE: Final = EXTRA + 64
WORK: Final = PLACE + 64


class Policy(NamedTuple):
    """The weights, and room to work in."""

    weights: Floats
    work: Floats


class Rivals(NamedTuple):
    """Who faces the demand first and with how many cards, how many others are left, how many cards all hold."""

    ahead: int
    size: int
    others: int
    total: int


@compiled
def draw(state: Ints, source: int) -> int:
    """Draw at random."""
    for _ in range(state[DRAWS]):
        if not refill(state):
            break
        source = step(source)
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
        return float(usual)
    most = 0
    while colours:
        colour = colours & -colours
        colours ^= colour
        low = state[HAND + 2 * seat] & MATCH_LOW[colour]
        high = state[HAND + 2 * seat + 1] & MATCH_HIGH[colour]
        most = max(most, count(low) + count(high))
    real = 1.0 if most >= wanted else 0.5 if most == wanted - 1 else 0.0
    return float(usual + insight * (real - usual))


@compiled
def strength(weights: Floats, size: int) -> float:
    """The strength of a hand of this size."""
    return float(weights[STRENGTH + min(size, SIZES + 1)])


@compiled
def demand_worth(policy: Policy, state: Ints, wanted: int, colours: int, rivals: Rivals, laid: int, main: int) -> float:
    """What it is worth to leave this demand to the others.

    Your own hand then has `laid` cards less of the colour `main`, and one less of others.
    """
    weights, work = policy.weights, policy.work
    chance = chance_to_lose(weights, state, rivals.ahead, wanted, colours, rivals.size)
    worth = weights[HIT] * chance * wanted / rivals.total
    held = 0
    rest = colours
    while rest:
        colour = low_place(rest)
        rest &= rest - 1
        held = max(held, int(work[HELD + colour]) - (laid if colour == main else 1))
    if held >= wanted:
        back = 1.0 - chance
        for _ in range(rivals.others - 1):
            back *= 1.0 - chance
        worth -= weights[BACK] * back * wanted
    return float(worth)


@compiled
def extra_of(policy: Policy, place: int) -> float:
    """What a card is worth to keep, beside being a card."""
    weights, work = policy.weights, policy.work
    extra = weights[KEEP + CLASS_OF[place]]
    rest = COLOURS_OF[place]
    while rest:
        colour = low_place(rest)
        rest &= rest - 1
        extra -= weights[PAIRS + min(int(work[HELD + colour]), 5)]
    return float(extra)


@compiled
def top_worth(policy: Policy, state: Ints, place: int, rivals: Rivals, laid: int, main: int) -> float:
    """What it is worth that this card counts."""
    kind = TYPE[place]
    if kind == PICKS:
        return float(policy.weights[PICKING])
    if kind == SEES:
        return demand_worth(policy, state, state[COUNT], state[COLOURS], rivals, laid, main)
    return demand_worth(policy, state, COUNT_OF[place], COLOURS_OF[place], rivals, laid, main)


@compiled
def name_best(state: Ints, weights: Floats) -> None:
    """Name whoever loses most by it, in the colour of which your own hand has least."""
    seat = state[TURN]
    total = 0
    others = -1
    for other in range(state[PLAYERS]):
        size = size_of(state, other)
        total += size
        if size:
            others += 1
    colours = state[MAY_NAME]
    colour = int64(1)
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
def best_action(state: Ints, policy: Policy, cards: int, size: int, rivals: Rivals) -> tuple[float, int]:
    """The best of these action cards, each alone: what it is worth, and its place."""
    best = NOTHING
    found = -1
    left = strength(policy.weights, size - 1)
    while cards:
        place = HALF + low_place(cards)
        cards &= cards - 1
        worth = left - extra_of(policy, place)
        worth += top_worth(policy, state, place, rivals, 1, -1)
        if worth > best:
            best = worth
            found = place
    return best, found


@compiled
def list_cards(policy: Policy, low: int, high: int) -> tuple[int, int, int, int]:
    """List cards in the work array: how many, and which three are least worth to keep."""
    work = policy.work
    number = 0
    first = 1e9
    second = 1e9
    third = 1e9
    first_at = 0
    second_at = 0
    third_at = 0
    while low | high:
        if low:
            place = low_place(low)
            low &= low - 1
        else:
            place = HALF + low_place(high)
            high &= high - 1
        extra = extra_of(policy, place)
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
    return number, first_at, second_at, third_at


@compiled
def best_set(state: Ints, policy: Policy, colour: int, rivals: Rivals) -> tuple[float, int, int, int]:
    """The best set of a colour: what it is worth beside the hand's size, and the places of its cards, top first."""
    seat = state[TURN]
    wanted = state[COUNT]
    work = policy.work
    low = state[HAND + 2 * seat] & MATCH_LOW[1 << colour]
    high = state[HAND + 2 * seat + 1] & MATCH_HIGH[1 << colour]
    if wanted == 1:
        high &= ~ACTION_HIGH
    number, first_at, second_at, third_at = list_cards(policy, low, high)
    best = NOTHING
    top = -1
    under = -1
    lowest = -1
    for at in range(number):
        place = int(work[PLACE + at])
        if TYPE[place] == SEES:
            continue
        cost = work[EXTRA + at]
        one = first_at
        two = second_at
        if at == first_at:
            one = second_at
            two = third_at
        elif at == second_at:
            two = third_at
        if wanted > 1:
            cost += work[EXTRA + one]
        if wanted > 2:
            cost += work[EXTRA + two]
        worth = top_worth(policy, state, place, rivals, wanted, colour) - cost
        if worth > best:
            best = worth
            top = place
            under = int(work[PLACE + one]) if wanted > 1 else -1
            lowest = int(work[PLACE + two]) if wanted > 2 else -1
    return best, top, under, lowest


@compiled
def lay_best(state: Ints, policy: Policy, alone: int, may_draw: bool, source: int) -> int:
    """Lay the best set or action card, or draw if there is no set and that is better."""
    weights, work = policy.weights, policy.work
    seat = state[TURN]
    wanted = state[COUNT]
    size = size_of(state, seat)
    total = 0
    others = -1
    for other in range(state[PLAYERS]):
        other_size = size_of(state, other)
        total += other_size
        others += 1 if other_size else 0
    ahead = next_seat(state, seat)
    rivals = Rivals(ahead, size_of(state, ahead), others, total)
    best, top = best_action(state, policy, alone, size, rivals)
    under = -1
    lowest = -1
    if may_draw:
        draws = weights[DRAWING] + strength(weights, size + state[DRAWS])
        draws += demand_worth(policy, state, wanted, state[COLOURS], rivals, 0, -1)
        if draws > best:
            return draw(state, source)
    colours = state[COLOURS]
    left = strength(weights, size - wanted)
    while colours and not may_draw:
        colour = low_place(colours)
        colours &= colours - 1
        if work[HELD + colour] >= wanted:
            worth, first, second, third = best_set(state, policy, colour, rivals)
            if worth + left > best:
                best = worth + left
                top = first
                under = second
                lowest = third
    if under < 0:
        lay_places(state, 1, top, -1, -1)
    elif lowest < 0:
        lay_places(state, 2, under, top, -1)
    else:
        lay_places(state, 3, lowest, under, top)
    return source


@compiled
def act(state: Ints, policy: Policy, source: int) -> int:
    """One move of the seat on turn."""
    if state[PHASE] == TO_NAME:
        name_best(state, policy.weights)
        return source
    seat = state[TURN]
    low = state[HAND + 2 * seat]
    high = state[HAND + 2 * seat + 1]
    wanted = state[COUNT]
    asked = state[COLOURS]
    may_draw = True
    for colour in range(4):
        held = count(low & MATCH_LOW[1 << colour]) + count(high & MATCH_HIGH[1 << colour])
        policy.work[HELD + colour] = held
        if asked >> colour & 1 and held >= wanted:
            may_draw = False
    alone = actions_of(state, seat)
    if may_draw and alone == 0:
        return draw(state, source)
    return lay_best(state, policy, alone, may_draw, source)


@compiled
def play_out(state: Ints, policy: Policy, source: int, most: int) -> tuple[int, int]:
    """Play on until the game is over, or for so many moves: the source's state, and the number of moves."""
    moves = 0
    while state[PHASE] != OVER and moves < most:
        source = act(state, policy, source)
        moves += 1
    return source, moves
