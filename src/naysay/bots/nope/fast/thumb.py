"""The rules of thumb of `steady`, compiled: every move that makes a difference, and the chance to win that it leaves.

`bots/nope/worth` says what they mean; a test compares the two.
"""

from math import exp
from typing import Final, NamedTuple

import numpy as np

from naysay.bots.nope.fast.cards import (
    ACTION_HIGH,
    ALL,
    COLOURS_NUMBER,
    COLOURS_OF,
    COUNT_OF,
    KIND_OF,
    MATCH_HIGH,
    MATCH_LOW,
    PICKS,
    RESTARTS,
    SEES,
    TYPE,
)
from naysay.bots.nope.fast.engine import (
    COLOURS,
    COUNT,
    DRAWS,
    HAND,
    MAY_NAME,
    PHASE,
    PLAYERS,
    SEATS,
    TO_NAME,
    TURN,
    can_make_set,
    size_of,
)
from naysay.bots.nope.fast.machine import HALF, Floats, Ints, compiled
from naysay.bots.nope.fast.odds import DEMANDS, EXACTLY, chance_to_complete, count_unseen, set_now
from naysay.bots.nope.steady import MOST_TO_COMBINE
from naysay.bots.nope.worth import ACTION_CARD, SINGLE_COLOUR, STILL_IN, TWO_OF_A_COLOUR, Counts, exposure
from naysay.solver.bits import count, int64, low_place

MOST_MOVES: Final = 2048
MOVE: Final = 7
WHAT: Final = 0
LOW: Final = 1  # the cards that are laid
HIGH: Final = 2
TOP: Final = 3
FIRST: Final = 4  # who faces the demand first
WANTED: Final = 5
ASKED: Final = 6

DRAWING: Final = 0
LAYING: Final = 1
NAMING: Final = 2


def _counts(held: int) -> Counts:
    return (2 * (held & 1), held & 2, held >> 1 & 2, held >> 2 & 2)


EXPOSURE: Final[Floats] = np.array([exposure(_counts(held)) for held in range(16)])  # by colours that are held twice
ONE_LOW: Final = int(sum(EXACTLY[1 << colour, 0] for colour in range(4)))  # cards that show one colour
ONE_HIGH: Final = int(sum(EXACTLY[1 << colour, 1] for colour in range(4)))


class Desk(NamedTuple):
    """Room for what a seat works out about one decision."""

    unseen: Ints
    others: Ints  # how many, then who, clockwise
    known: Floats  # for each seat and demand: the chance of a set now, and now or drawn; -1 where not worked out
    faced: Floats  # for each seat and demand: the strength of all others then, and the chance that it comes back
    moves: Ints
    scores: Floats
    tried: Ints  # which of the moves were judged, and what came of it
    values: Floats
    held: Ints


def desk() -> Desk:
    """A new one."""
    return Desk(
        np.zeros(16, dtype=np.int64),
        np.zeros(SEATS + 1, dtype=np.int64),
        np.zeros((SEATS * DEMANDS, 2)),
        np.zeros((SEATS * DEMANDS, 2)),
        np.zeros((MOST_MOVES, MOVE), dtype=np.int64),
        np.zeros(MOST_MOVES),
        np.zeros(MOST_MOVES, dtype=np.int64),
        np.zeros(MOST_MOVES),
        np.zeros(128, dtype=np.int64),
    )


@compiled
def sit_down(state: Ints, viewer: int, desk: Desk) -> int:
    """Begin a decision: how many cards are unseen."""
    for at in range(SEATS * DEMANDS):
        desk.known[at, 0] = -1.0
        desk.faced[at, 1] = -1.0
    number = 0
    seat = viewer
    for _ in range(state[PLAYERS] - 1):
        seat += 1
        if seat == state[PLAYERS]:
            seat = 0
        if state[HAND + 2 * seat] | state[HAND + 2 * seat + 1]:
            number += 1
            desk.others[number] = seat
    desk.others[0] = number
    return count_unseen(state, viewer, desk.unseen)


@compiled
def set_now_or_drawn(
    state: Ints, limits: Ints, desk: Desk, total: int, seat: int, wanted: int, colours: int
) -> tuple[float, float]:
    """The chance that a seat can make a set now, and the chance that it can now or after drawing."""
    key = seat * DEMANDS + 16 * wanted + colours
    if desk.known[key, 0] < 0.0:
        size = size_of(state, seat)
        now = set_now(desk.unseen, limits, seat, size, wanted, colours)
        nearly = 1.0 if wanted == 1 else set_now(desk.unseen, limits, seat, size, wanted - 1, colours)
        drawn = 0.0
        if nearly > now:
            drawn = (nearly - now) * chance_to_complete(desk.unseen, total, state[DRAWS], wanted, colours)
        desk.known[key, 0] = now
        desk.known[key, 1] = now + drawn
    return desk.known[key, 0], desk.known[key, 1]


@compiled
def strength(cards: int) -> float:
    """How strong a hand of so many cards is."""
    return cards + STILL_IN if cards > 0 else 0.0


@compiled
def after(
    state: Ints, limits: Ints, desk: Desk, total: int, first: int, wanted: int, colours: int
) -> tuple[float, float]:
    """The strength of all others after they faced a demand, `first` first, and the chance that it comes back."""
    key = first * DEMANDS + 16 * wanted + colours
    if desk.faced[key, 1] < 0.0:
        sum_of = 0.0
        reach = 0.0
        draws = state[DRAWS]
        for at in range(1, desk.others[0] + 1):
            other = desk.others[at]
            size = size_of(state, other)
            if other == first:
                reach = 1.0
            sum_of += (1.0 - reach) * strength(size)
            if reach > 0.0:
                now, later = set_now_or_drawn(state, limits, desk, total, other, wanted, colours)
                left = size - wanted
                sum_of += reach * now * strength(left)
                sum_of += reach * (later - now) * strength(left + draws)
                sum_of += reach * (1.0 - later) * strength(size + draws)
                reach *= 1.0 - later
        desk.faced[key, 0] = sum_of
        desk.faced[key, 1] = reach
    return desk.faced[key, 0], desk.faced[key, 1]


@compiled
def worth(
    state: Ints,
    limits: Ints,
    desk: Desk,
    total: int,
    low: int,
    high: int,
    drawn: int,
    first: int,
    wanted: int,
    colours: int,
) -> float:
    """The chance to win with this hand, and so many unknown cards, when `first` is to face this demand."""
    size = count(low) + count(high) + drawn
    if size == 0:
        return 0.0
    others, back = after(state, limits, desk, total, first, wanted, colours)
    mine = strength(size)
    actions = count(high & ACTION_HIGH)
    most = 0
    twice = 0
    for colour in range(4):
        held = count(low & MATCH_LOW[1 << colour]) + count(high & MATCH_HIGH[1 << colour])
        if held >= 2:
            twice |= 1 << colour
        if colours >> colour & 1:
            most = max(most, held)
    if back != 0.0:
        left = size - (1 if actions else wanted) if most >= wanted else size + state[DRAWS]
        met = strength(left)
        mine += back * (met - mine)
    single = count(low & ONE_LOW) + count(high & ONE_HIGH)
    mine *= exp(ACTION_CARD * actions + SINGLE_COLOUR * single + TWO_OF_A_COLOUR * EXPOSURE[twice])
    return mine / (mine + others) if mine > 0.0 else 0.0


@compiled
def put(
    state: Ints,
    limits: Ints,
    desk: Desk,
    total: int,
    number: int,
    what: int,
    low: int,
    high: int,
    top: int,
    first: int,
    wanted: int,
    colours: int,
) -> int:
    """List a move with its score: how many there are now."""
    if number == MOST_MOVES:
        return number
    viewer = state[TURN]
    move = desk.moves[number]
    move[WHAT] = what
    move[LOW] = low
    move[HIGH] = high
    move[TOP] = top
    move[FIRST] = first
    move[WANTED] = wanted
    move[ASKED] = colours
    drawn = state[DRAWS] if what == DRAWING else 0
    kept_low = state[HAND + 2 * viewer] ^ low
    kept_high = state[HAND + 2 * viewer + 1] ^ high
    desk.scores[number] = worth(state, limits, desk, total, kept_low, kept_high, drawn, first, wanted, colours)
    return number + 1


@compiled
def put_names(
    state: Ints, limits: Ints, desk: Desk, total: int, number: int, what: int, low: int, high: int, top: int, may: int
) -> int:
    """List every naming in one of these colours."""
    for at in range(1, desk.others[0] + 1):
        for wanted in range(1, 4):
            for colour in range(4):
                if may >> colour & 1:
                    other = desk.others[at]
                    number = put(state, limits, desk, total, number, what, low, high, top, other, wanted, 1 << colour)
    return number


@compiled
def put_top(state: Ints, limits: Ints, desk: Desk, total: int, number: int, low: int, high: int, top: int) -> int:
    """List these cards with this one on top, once for each naming."""
    kind = TYPE[top]
    if kind == PICKS:
        return put_names(state, limits, desk, total, number, LAYING, low, high, top, COLOURS_OF[top])
    wanted = state[COUNT]
    colours = state[COLOURS]
    if kind != SEES:
        wanted = COUNT_OF[top]
        colours = ALL if kind == RESTARTS else COLOURS_OF[top]
    return put(state, limits, desk, total, number, LAYING, low, high, top, desk.others[1], wanted, colours)


@compiled
def bit_of(place: int) -> tuple[int, int]:
    """A card as a mask."""
    if place < HALF:
        return int64(1) << place, int64(0)
    return int64(0), int64(1) << (place - HALF)


@compiled
def put_set(state: Ints, limits: Ints, desk: Desk, total: int, number: int, one: int, two: int, three: int) -> int:
    """List a set once for each card that may be on top; -1 for no card."""
    low, high = bit_of(one)
    kind_one = KIND_OF[one]
    kind_two = -1
    if two >= 0:
        more_low, more_high = bit_of(two)
        low |= more_low
        high |= more_high
        kind_two = KIND_OF[two]
    if three >= 0:
        more_low, more_high = bit_of(three)
        low |= more_low
        high |= more_high
    if two < 0 or TYPE[one] != SEES:
        number = put_top(state, limits, desk, total, number, low, high, one)
    if two >= 0 and TYPE[two] != SEES and kind_two != kind_one:
        number = put_top(state, limits, desk, total, number, low, high, two)
    if three >= 0 and TYPE[three] != SEES and KIND_OF[three] != kind_two and KIND_OF[three] != kind_one:
        number = put_top(state, limits, desk, total, number, low, high, three)
    return number


@compiled
def list_held(desk: Desk, low: int, high: int) -> int:
    """List these cards in order, of very many those that are cheapest to lay: how many."""
    number = 0
    while low | high:
        if low:
            place = low_place(low)
            low &= low - 1
        else:
            place = HALF + low_place(high)
            high &= high - 1
        desk.held[number] = place
        number += 1
    if number <= MOST_TO_COMBINE:
        return number
    chosen = 0
    for dear in range(2):
        for shows in range(4, 0, -1):
            for at in range(number):
                place = desk.held[at]
                acts = 1 if TYPE[place] != 0 else 0
                if acts == dear and COLOURS_NUMBER[COLOURS_OF[place]] == shows and chosen < MOST_TO_COMBINE:
                    desk.held[64 + chosen] = place
                    chosen += 1
    for at in range(1, chosen):
        place = desk.held[64 + at]
        to = at
        while to > 0 and desk.held[64 + to - 1] > place:
            desk.held[64 + to] = desk.held[64 + to - 1]
            to -= 1
        desk.held[64 + to] = place
    for at in range(chosen):
        desk.held[at] = desk.held[64 + at]
    return chosen


@compiled
def again(held: Ints, at: int, start: int) -> bool:
    """Whether the card before in the list, not taken, is the same as this one."""
    return at > start and KIND_OF[held[at]] == KIND_OF[held[at - 1]]


@compiled
def list_ones(state: Ints, limits: Ints, desk: Desk, total: int, number: int) -> int:
    """List every card that answers a demand of one, but action cards."""
    seat = state[TURN]
    asked = state[COLOURS]
    low = state[HAND + 2 * seat] & MATCH_LOW[asked]
    high = state[HAND + 2 * seat + 1] & MATCH_HIGH[asked] & ~ACTION_HIGH
    for at in range(list_held(desk, low, high)):
        if not again(desk.held, at, 0):
            number = put_set(state, limits, desk, total, number, desk.held[at], -1, -1)
    return number


@compiled
def list_colour(state: Ints, limits: Ints, desk: Desk, total: int, number: int, cards: int, before: int) -> int:
    """List every set of two or three of the cards that are held, unless all of it shows the colour `before`, too."""
    held = desk.held
    for i in range(cards):
        if again(held, i, 0):
            continue
        for j in range(i + 1, cards):
            if again(held, j, i + 1):
                continue
            shared = COLOURS_OF[held[i]] & COLOURS_OF[held[j]] & before
            if state[COUNT] == 2:
                if not shared:
                    number = put_set(state, limits, desk, total, number, held[i], held[j], -1)
                continue
            for k in range(j + 1, cards):
                if not again(held, k, j + 1) and not shared & COLOURS_OF[held[k]]:
                    number = put_set(state, limits, desk, total, number, held[i], held[j], held[k])
    return number


@compiled
def list_sets(state: Ints, limits: Ints, desk: Desk, total: int, number: int) -> int:
    """List every set without regard to its order, once for each card on top."""
    if state[COUNT] == 1:
        return list_ones(state, limits, desk, total, number)
    at = HAND + 2 * state[TURN]
    before = 0
    for colour in range(4):
        bit = 1 << colour
        if state[COLOURS] & bit:
            cards = list_held(desk, state[at] & MATCH_LOW[bit], state[at + 1] & MATCH_HIGH[bit])
            number = list_colour(state, limits, desk, total, number, cards, before)
            before = bit
    return number


@compiled
def list_moves(state: Ints, limits: Ints, desk: Desk) -> int:
    """Every move of the seat on turn that makes a difference, on its desk: how many."""
    seat = state[TURN]
    total = sit_down(state, seat, desk)
    if state[PHASE] == TO_NAME:
        return put_names(state, limits, desk, total, 0, NAMING, int64(0), int64(0), -1, state[MAY_NAME])
    number = 0
    actions = state[HAND + 2 * seat + 1] & ACTION_HIGH & MATCH_HIGH[state[COLOURS]]
    while actions:
        place = HALF + low_place(actions)
        if number == 0 or desk.moves[number - 1, TOP] < 0 or KIND_OF[place] != KIND_OF[desk.moves[number - 1, TOP]]:
            number = put_set(state, limits, desk, total, number, place, -1, -1)
        actions &= actions - 1
    if can_make_set(state, seat):
        return list_sets(state, limits, desk, total, number)
    return put(
        state,
        limits,
        desk,
        total,
        number,
        DRAWING,
        int64(0),
        int64(0),
        -1,
        desk.others[1],
        state[COUNT],
        state[COLOURS],
    )


@compiled
def best_of(scores: Floats, number: int) -> int:
    """Which of so many scores is highest: the first of those."""
    best = 0
    for at in range(1, number):
        if scores[at] > scores[best]:
            best = at
    return best
