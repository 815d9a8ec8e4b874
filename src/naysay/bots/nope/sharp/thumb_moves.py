"""Every move of the seat on turn that makes a difference, listed in its workspace with the score of `thumb_rules`.

Of all orders of a set only the top card counts, equal cards are the same, and a selection is listed once for each
naming that may follow it.
"""

from typing import NamedTuple

from naysay.bots.nope.engine.cards import (
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
from naysay.bots.nope.engine.rules import COLOURS, COUNT, DRAWS, HAND, MAY_NAME, PHASE, TO_NAME, TURN, can_make_set
from naysay.bots.nope.sharp.thumb_rules import (
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
    Decision,
    Demand,
    Workspace,
    begin_decision,
    win_chance,
)
from naysay.bots.nope.steady.bot import MOST_TO_COMBINE
from naysay.native.bits import HALF, int64, low_place
from naysay.native.jit import Floats, Ints, compiled


class Laid(NamedTuple):
    """The first part of a move: what it is, the cards that are laid, and the top one of them."""

    what: int
    low: int
    high: int
    top: int


@compiled
def put(decision: Decision, number: int, laid: Laid, demand: Demand) -> int:
    """List a move with its score: how many there are now."""
    if number == MOST_MOVES:
        return number
    state, work = decision.state, decision.work
    viewer = state[TURN]
    move = work.moves[number]
    move[WHAT] = laid.what
    move[LOW] = laid.low
    move[HIGH] = laid.high
    move[TOP] = laid.top
    move[FIRST] = demand.first
    move[WANTED] = demand.wanted
    move[ASKED] = demand.colours
    drawn = state[DRAWS] if laid.what == DRAWING else 0
    kept_low = state[HAND + 2 * viewer] ^ laid.low
    kept_high = state[HAND + 2 * viewer + 1] ^ laid.high
    work.scores[number] = win_chance(decision, kept_low, kept_high, drawn, demand)
    return number + 1


@compiled
def put_names(decision: Decision, number: int, laid: Laid, may: int) -> int:
    """List every naming in one of these colours."""
    others = decision.work.others
    for at in range(1, others[0] + 1):
        for wanted in range(1, 4):
            for colour in range(4):
                if may >> colour & 1:
                    number = put(decision, number, laid, Demand(others[at], wanted, 1 << colour))
    return number


@compiled
def put_top(decision: Decision, number: int, low: int, high: int, top: int) -> int:
    """List these cards with this one on top, once for each naming."""
    state = decision.state
    kind = TYPE[top]
    laid = Laid(LAYING, low, high, top)
    if kind == PICKS:
        return put_names(decision, number, laid, COLOURS_OF[top])
    wanted = state[COUNT]
    colours = state[COLOURS]
    if kind != SEES:
        wanted = COUNT_OF[top]
        colours = ALL if kind == RESTARTS else COLOURS_OF[top]
    return put(decision, number, laid, Demand(decision.work.others[1], wanted, colours))


@compiled
def bit_of(place: int) -> tuple[int, int]:
    """A card as a mask."""
    if place < HALF:
        return int64(1) << place, int64(0)
    return int64(0), int64(1) << (place - HALF)


@compiled
def put_set(decision: Decision, number: int, one: int, two: int, three: int) -> int:
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
        number = put_top(decision, number, low, high, one)
    if two >= 0 and TYPE[two] != SEES and kind_two != kind_one:
        number = put_top(decision, number, low, high, two)
    if three >= 0 and TYPE[three] != SEES and KIND_OF[three] != kind_two and KIND_OF[three] != kind_one:
        number = put_top(decision, number, low, high, three)
    return number


@compiled
def list_held(work: Workspace, low: int, high: int) -> int:
    """List these cards in order, of very many those that are cheapest to lay: how many."""
    number = 0
    while low | high:
        if low:
            place = low_place(low)
            low &= low - 1
        else:
            place = HALF + low_place(high)
            high &= high - 1
        work.held[number] = place
        number += 1
    if number <= MOST_TO_COMBINE:
        return number
    chosen = 0
    for dear in range(2):
        for shows in range(4, 0, -1):
            for at in range(number):
                place = work.held[at]
                acts = 1 if TYPE[place] != 0 else 0
                if acts == dear and COLOURS_NUMBER[COLOURS_OF[place]] == shows and chosen < MOST_TO_COMBINE:
                    work.held[MOST_HELD + chosen] = place
                    chosen += 1
    for at in range(1, chosen):
        place = work.held[MOST_HELD + at]
        to = at
        while to > 0 and work.held[MOST_HELD + to - 1] > place:
            work.held[MOST_HELD + to] = work.held[MOST_HELD + to - 1]
            to -= 1
        work.held[MOST_HELD + to] = place
    for at in range(chosen):
        work.held[at] = work.held[MOST_HELD + at]
    return chosen


@compiled
def again(held: Ints, at: int, start: int) -> bool:
    """Whether the card before in the list, not taken, is the same as this one."""
    return at > start and KIND_OF[held[at]] == KIND_OF[held[at - 1]]


@compiled
def list_ones(decision: Decision, number: int) -> int:
    """List every card that answers a demand of one, but action cards."""
    state = decision.state
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
            number = put_set(decision, number, place, -1, -1)
        before = KIND_OF[place]
    return number


@compiled
def list_colour(decision: Decision, number: int, cards: int, before: int) -> int:
    """List every set of two or three of the cards that are held, unless all of it shows the colour `before`, too."""
    held, wanted = decision.work.held, decision.state[COUNT]
    for i in range(cards):
        if again(held, i, 0):
            continue
        for j in range(i + 1, cards):
            if again(held, j, i + 1):
                continue
            shared = COLOURS_OF[held[i]] & COLOURS_OF[held[j]] & before
            if wanted == 2:
                if not shared:
                    number = put_set(decision, number, held[i], held[j], -1)
                continue
            for k in range(j + 1, cards):
                if not again(held, k, j + 1) and not shared & COLOURS_OF[held[k]]:
                    number = put_set(decision, number, held[i], held[j], held[k])
    return number


@compiled
def list_sets(decision: Decision, number: int) -> int:
    """List every set without regard to its order, once for each card on top."""
    state = decision.state
    if state[COUNT] == 1:
        return list_ones(decision, number)
    at = HAND + 2 * state[TURN]
    before = 0
    for colour in range(4):
        bit = 1 << colour
        if state[COLOURS] & bit:
            cards = list_held(decision.work, state[at] & MATCH_LOW[bit], state[at + 1] & MATCH_HIGH[bit])
            number = list_colour(decision, number, cards, before)
            before = bit
    return number


@compiled
def list_moves(state: Ints, limits: Ints, work: Workspace) -> int:
    """List every move of the seat on turn that makes a difference: how many."""
    seat = state[TURN]
    decision = Decision(state, limits, work, begin_decision(state, seat, work))
    if state[PHASE] == TO_NAME:
        return put_names(decision, 0, Laid(NAMING, int64(0), int64(0), -1), state[MAY_NAME])
    number = 0
    actions = state[HAND + 2 * seat + 1] & ACTION_HIGH & MATCH_HIGH[state[COLOURS]]
    while actions:
        place = HALF + low_place(actions)
        if number == 0 or work.moves[number - 1, TOP] < 0 or KIND_OF[place] != KIND_OF[work.moves[number - 1, TOP]]:
            number = put_set(decision, number, place, -1, -1)
        actions &= actions - 1
    if can_make_set(state, seat):
        return list_sets(decision, number)
    demand = Demand(work.others[1], state[COUNT], state[COLOURS])
    return put(decision, number, Laid(DRAWING, int64(0), int64(0), -1), demand)


@compiled
def best_of(scores: Floats, number: int) -> int:
    """Which of so many scores is highest: the first of those."""
    best = 0
    for at in range(1, number):
        if scores[at] > scores[best]:
            best = at
    return best
