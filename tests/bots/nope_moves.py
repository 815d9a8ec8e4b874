"""Every legal move of a position, in the kinds of its cards; of all orders of a set only the card that counts matters.

A move is five numbers: 0 for a draw; 1, three kinds in order (-1 for none) and the kind that counts (-1 if there are
only see-throughs); 2, seat, count and colour of a naming.
"""

from typing import Final

from naysay.bots.nope.engine.cards import FIRST_OF_KIND, KIND_COLOURS, KIND_OF, NUMBER_OF_KINDS, SEES, TYPE
from naysay.bots.nope.engine.rules import (
    COLOURS,
    COUNT,
    HAND,
    MAY_NAME,
    PHASE,
    PLAYERS,
    TO_NAME,
    TURN,
    actions_of,
    can_make_set,
    size_of,
)
from naysay.native.bits import HALF, low_place
from naysay.native.jit import Ints, compiled

MOST: Final = 40_000


@compiled
def add_tops(found: Ints, number: int, first: int, second: int, third: int) -> int:
    """Add a set of these kinds in ascending order, once for each card that can count; how many moves there are then."""
    added = number
    before = -1
    for step in range(3):
        kind = first if step == 0 else second if step == 1 else third
        if kind < 0 or kind == before or TYPE[FIRST_OF_KIND[kind]] == SEES:
            continue
        before = kind
        add(found, added, first, second, third, kind)
        added += 1
    if added == number:
        add(found, added, first, second, third, -1)
        added += 1
    return added


@compiled
def add(found: Ints, at: int, first: int, second: int, third: int, top: int) -> None:
    """Write a discard down."""
    found[at, 0] = 1
    found[at, 1] = first
    found[at, 2] = second
    found[at, 3] = third
    found[at, 4] = top


@compiled
def held_kind(state: Ints, kind: int) -> int:
    """How many cards of a kind the seat on turn holds."""
    low = state[HAND + 2 * state[TURN]]
    high = state[HAND + 2 * state[TURN] + 1]
    held = 0
    place = FIRST_OF_KIND[kind]
    while place < 2 * HALF and KIND_OF[place] == kind:
        word = low >> place if place < HALF else high >> (place - HALF)
        held += word & 1
        place += 1
    return held


@compiled
def add_sets(state: Ints, found: Ints) -> int:
    """Add every set; how many moves there are then."""
    number = 0
    wanted = state[COUNT]
    asked = state[COLOURS]
    for first in range(NUMBER_OF_KINDS):
        copies = held_kind(state, first)
        common = KIND_COLOURS[first] & asked
        if copies == 0 or common == 0:
            continue
        if wanted == 1:
            number = add_tops(found, number, first, -1, -1)
            continue
        for second in range(first, NUMBER_OF_KINDS):
            both = common & KIND_COLOURS[second]
            if both == 0 or held_kind(state, second) < (2 if second == first else 1):
                continue
            if wanted == 2:
                number = add_tops(found, number, first, second, -1)
                continue
            for third in range(second, NUMBER_OF_KINDS):
                same = 1 + (third == second) + (third == first)
                if both & KIND_COLOURS[third] and held_kind(state, third) >= same:
                    number = add_tops(found, number, first, second, third)
    return number


@compiled
def moves_of(state: Ints, found: Ints) -> int:
    """Write all legal moves down: how many there are."""
    seat = state[TURN]
    number = 0
    if state[PHASE] == TO_NAME:
        for other in range(state[PLAYERS]):
            if other == seat or size_of(state, other) == 0:
                continue
            for wanted in range(1, 4):
                for colour in range(4):
                    if state[MAY_NAME] >> colour & 1:
                        found[number, 0] = 2
                        found[number, 1] = other
                        found[number, 2] = wanted
                        found[number, 3] = 1 << colour
                        number += 1
        return number
    able = can_make_set(state, seat)
    if able:
        number = add_sets(state, found)
    else:
        found[0, 0] = 0
        found[0, 1:] = 0
        number = 1
    actions = actions_of(state, seat)
    before = -1
    while actions and not (able and state[COUNT] == 1):
        place = HALF + low_place(actions)
        actions &= actions - 1
        kind = KIND_OF[place]
        if kind != before:
            before = kind
            add(found, number, kind, -1, -1, -1 if TYPE[place] == SEES else kind)
            number += 1
    return number
