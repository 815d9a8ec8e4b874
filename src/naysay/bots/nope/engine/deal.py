"""A new game of Nope! on masks."""

from naysay.bots.nope.engine.cards import COLOURS_OF, COUNT_OF, PICKS, TYPE
from naysay.bots.nope.engine.rules import (
    COLOURS,
    COUNT,
    DRAWS,
    HAND,
    KEPT,
    LIMIT,
    MAY_NAME,
    PHASE,
    PILE,
    PLAYERS,
    SIZE,
    TO_NAME,
    TURN,
    take,
)
from naysay.native.bits import HALF, count, int64, nth
from naysay.native.jit import Ints, compiled
from naysay.native.random import INCREMENT, MULTIPLIER, below


@compiled
def any_of_pile(state: Ints, source: int) -> int:
    """The place of any card of the pile."""
    number = count(state[PILE]) + count(state[PILE + 1])
    return nth(state[PILE], state[PILE + 1], below(source, number))


@compiled
def deal(state: Ints, players: int, dealer: int, source: int) -> int:
    """A new game with the usual options."""
    for at in range(SIZE):
        state[at] = 0
    state[PLAYERS] = players
    state[LIMIT] = -1
    state[DRAWS] = 2 if players == 2 else 1
    state[PILE] = (int64(1) << HALF) - 1
    state[PILE + 1] = (int64(1) << HALF) - 1
    for seat in range(players):
        state[TURN] = seat
        for _ in range(8 if players == 2 else 7):
            source = source * MULTIPLIER + INCREMENT
            take(state, any_of_pile(state, source))
    source = source * MULTIPLIER + INCREMENT
    first = any_of_pile(state, source)
    state[TURN] = players  # a seat beyond the last, so that the first discard can be taken like any card
    take(state, first)
    at = HAND + 2 * players
    state[KEPT] = state[at]
    state[KEPT + 1] = state[at + 1]
    state[at] = 0
    state[at + 1] = 0
    state[TURN] = (dealer + 1) % players
    state[COUNT] = COUNT_OF[first]
    state[COLOURS] = COLOURS_OF[first]
    if TYPE[first] == PICKS:
        state[PHASE] = TO_NAME
        state[MAY_NAME] = COLOURS_OF[first]
    return source
