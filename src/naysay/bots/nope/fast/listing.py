"""Every move of the seat on turn that makes a difference, listed on its desk with the score of `thumb`.

Of all orders of a set only the top card counts, equal cards are the same, and a selection is listed once for each
naming that may follow it.
"""

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
from naysay.bots.nope.fast.engine import COLOURS, COUNT, DRAWS, HAND, MAY_NAME, PHASE, TO_NAME, TURN, can_make_set
from naysay.bots.nope.fast.machine import HALF, Floats, Ints, compiled
from naysay.bots.nope.fast.thumb import (
    ASKED,
    DRAWING,
    FIRST,
    HIGH,
    LAYING,
    LOW,
    MOST_HELD,
    MOST_MOVES,
    NAMING,
    TOP,
    WANTED,
    WHAT,
    Desk,
    sit_down,
    worth,
)
from naysay.bots.nope.steady import MOST_TO_COMBINE
from naysay.solver.bits import int64, low_place


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
                    desk.held[MOST_HELD + chosen] = place
                    chosen += 1
    for at in range(1, chosen):
        place = desk.held[MOST_HELD + at]
        to = at
        while to > 0 and desk.held[MOST_HELD + to - 1] > place:
            desk.held[MOST_HELD + to] = desk.held[MOST_HELD + to - 1]
            to -= 1
        desk.held[MOST_HELD + to] = place
    for at in range(chosen):
        desk.held[at] = desk.held[MOST_HELD + at]
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
    before = -1
    while low | high:
        if low:
            place = low_place(low)
            low &= low - 1
        else:
            place = HALF + low_place(high)
            high &= high - 1
        if KIND_OF[place] != before:
            number = put_set(state, limits, desk, total, number, place, -1, -1)
        before = KIND_OF[place]
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
