"""How likely the choices of the others were in a world, if they choose like `steady`, more or less.

Each choice was made in a position that everybody knows but for the hand of who made it: the cards that were not
discarded, the sizes of all hands, the limits (see `odds`). A world tells the hand; the rules of thumb list its moves.
"""

from math import exp, log
from typing import Final, NamedTuple

from naysay.bots.nope.fast.cards import FIRST_OF_KIND, KIND_OF
from naysay.bots.nope.fast.chain import NUMBER_OF_KINDS
from naysay.bots.nope.fast.engine import HAND, PILE, PLAYERS, SIZE, TURN
from naysay.bots.nope.fast.listing import list_moves
from naysay.bots.nope.fast.machine import HALF, Ints, compiled
from naysay.bots.nope.fast.thumb import ASKED, DRAWING, FIRST, HIGH, LOW, TOP, WANTED, WHAT, Desk
from naysay.solver.bits import int64, low_place

STEP: Final = 2
BEGINS: Final = 0  # a hand
GETS: Final = 1  # the card of a slot
LAYS: Final = 2  # a card of this kind
CHOOSES: Final = 3  # the choice with this number

SEEN: Final = 8  # a choice as it was seen: what, the kinds that were laid in order, the top one; who was named what
KINDS: Final = 1
TOP_KIND: Final = 4
NAMED: Final = 5

EASE: Final = 0.01  # by so much chance to win a choice may fall short to be e times less likely
WHIM: Final = 0.03  # the chance of a choice for reasons of its own


class Past(NamedTuple):
    """The choices of all others."""

    steps: Ints  # of all their hands, one hand after the other
    rows: Ints  # of each choice: the state, with all cards that were not discarded as its pile
    sizes: Ints  # the size of each hand then
    limits: Ints
    seen: Ints


@compiled
def lay_out(past: Past, number: int, held: Ints, state: Ints) -> None:
    """The position of a choice as its player saw it with this hand; of the others only the sizes of hands are right."""
    for at in range(SIZE):
        state[at] = past.rows[number, at]
    seat = state[TURN]
    low = int64(0)
    high = int64(0)
    for kind in range(NUMBER_OF_KINDS):
        for copy in range(held[kind]):
            place = FIRST_OF_KIND[kind] + copy
            if place < HALF:
                low |= int64(1) << place
            else:
                high |= int64(1) << (place - HALF)
    state[HAND + 2 * seat] = low
    state[HAND + 2 * seat + 1] = high
    low = state[PILE] & ~low
    high = state[PILE + 1] & ~high
    for other in range(state[PLAYERS]):
        if other == seat:
            continue
        for _ in range(past.sizes[number, other]):
            if low:
                state[HAND + 2 * other] |= low & -low
                low &= low - 1
            else:
                state[HAND + 2 * other + 1] |= high & -high
                high &= high - 1
    state[PILE] = low
    state[PILE + 1] = high


@compiled
def is_seen(move: Ints, seen: Ints) -> bool:
    """Whether a move is the one that was seen."""
    if move[WHAT] != seen[WHAT]:
        return False
    if move[WHAT] == DRAWING:
        return True
    if KIND_OF[move[TOP]] != seen[TOP_KIND]:
        return False
    if seen[NAMED] >= 0 and (
        move[FIRST] != seen[NAMED] or move[WANTED] != seen[NAMED + 1] or move[ASKED] != seen[NAMED + 2]
    ):
        return False
    low = move[LOW]
    high = move[HIGH]
    for at in range(KINDS, TOP_KIND):
        if not (low | high):
            return bool(seen[at] < 0)
        if low:
            place = low_place(low)
            low &= low - 1
        else:
            place = HALF + low_place(high)
            high &= high - 1
        if KIND_OF[place] != seen[at]:
            return False
    return True


@compiled
def likely(past: Past, number: int, held: Ints, state: Ints, desk: Desk) -> float:
    """The logarithm of how likely a choice was with this hand, against the likeliest."""
    lay_out(past, number, held, state)
    moves = list_moves(state, past.limits[number], desk)
    best = 0.0
    made = -1.0
    for at in range(moves):
        score = desk.scores[at]
        best = max(best, score)
        if score > made and is_seen(desk.moves[at], past.seen[number]):
            made = score
    return log(WHIM + (1.0 - WHIM) * exp((made - best) / EASE)) if made >= 0.0 else log(WHIM)


@compiled
def likely_past(past: Past, cards: Ints, held: Ints, state: Ints, desk: Desk) -> float:
    """The logarithm of how likely all choices were, if the slots hold these cards."""
    found = 0.0
    for at in range(0, past.steps.size, STEP):
        number = past.steps[at + 1]
        if past.steps[at] == BEGINS:
            for kind in range(NUMBER_OF_KINDS):
                held[kind] = 0
        elif past.steps[at] == GETS:
            held[cards[number]] += 1
        elif past.steps[at] == LAYS:
            held[number] = max(held[number] - 1, 0)
        else:
            found += likely(past, number, held, state, desk)
    return found
