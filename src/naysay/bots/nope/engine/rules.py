"""The rules of Nope! on masks: what a hand can do, and what follows from a move; and how a game begins.

A state is a row of numbers. Hands, pile and discards are masks of two words (see `cards`). The pile has no order: who
draws gets any of its cards. Of the discards it holds what a reshuffle would keep and what it would take.
"""

from typing import Final

from naysay.bots.nope.engine.cards import (
    ACTION_HIGH,
    ALL,
    COLOURS_OF,
    COUNT_OF,
    MATCH_HIGH,
    MATCH_LOW,
    PICKS,
    RESTARTS,
    SEES,
    TYPE,
)
from naysay.native.bits import HALF, count, int64, nth
from naysay.native.jit import Ints, compiled
from naysay.native.random import below, step

PLAYERS: Final = 0
TURN: Final = 1
PHASE: Final = 2
COUNT: Final = 3  # of the demand
COLOURS: Final = 4
TURNS: Final = 5
LIMIT: Final = 6  # of the turns; -1 without
DRAWS: Final = 7  # how many cards are drawn at once
MAY_NAME: Final = 8  # the colours of the selection that counts
PILE: Final = 9
LOOSE: Final = 11
KEPT: Final = 13
HAND: Final = 15  # two words for each seat
SEATS: Final = 6
SIZE: Final = HAND + 2 * (SEATS + 1)  # and two to turn the first card over

TO_TURN: Final = 0
HAS_DRAWN: Final = 1
TO_NAME: Final = 2
OVER: Final = 3


@compiled
def size_of(state: Ints, seat: int) -> int:
    """How many cards a seat holds."""
    return count(state[HAND + 2 * seat]) + count(state[HAND + 2 * seat + 1])


@compiled
def shown(state: Ints, seat: int, colours: int) -> int:
    """How many cards of a seat show one of these colours."""
    low = state[HAND + 2 * seat] & MATCH_LOW[colours]
    high = state[HAND + 2 * seat + 1] & MATCH_HIGH[colours]
    return count(low) + count(high)


@compiled
def can_make_set(state: Ints, seat: int) -> bool:
    """Whether a seat holds enough cards of one colour of the demand."""
    wanted = state[COUNT]
    colours = state[COLOURS]
    if wanted == 1:
        return shown(state, seat, colours) > 0
    while colours:
        colour = colours & -colours
        if shown(state, seat, colour) >= wanted:
            return True
        colours ^= colour
    return False


@compiled
def actions_of(state: Ints, seat: int) -> int:
    """The action cards of a seat that may be played alone, all in the upper word."""
    return int(state[HAND + 2 * seat + 1] & ACTION_HIGH & MATCH_HIGH[state[COLOURS]])


@compiled
def next_seat(state: Ints, seat: int) -> int:
    """The next player clockwise who still has cards."""
    players = state[PLAYERS]
    while True:
        seat += 1
        if seat == players:
            seat = 0
        if state[HAND + 2 * seat] | state[HAND + 2 * seat + 1]:
            return seat


@compiled
def end_turn(state: Ints, turn: int) -> None:
    """The move passes on."""
    state[TURN] = turn
    state[TURNS] += 1
    state[PHASE] = OVER if state[TURNS] == state[LIMIT] else TO_TURN


@compiled
def lay(state: Ints, low: int, high: int, top: int, over: int) -> None:
    """The seat on turn lays these cards; `top` is the one that counts, `over` the see-throughs on it (upper word).

    Without a new card that counts `top` is -1, and all the cards are see-throughs.
    """
    seat = state[TURN]
    state[HAND + 2 * seat] ^= low
    state[HAND + 2 * seat + 1] ^= high
    if top < 0:
        state[KEPT + 1] |= high
    else:
        keep_low = int64(1) << top if top < HALF else int64(0)
        keep_high = over | (int64(0) if top < HALF else int64(1) << (top - HALF))
        state[LOOSE] |= state[KEPT] | (low ^ keep_low)
        state[LOOSE + 1] |= state[KEPT + 1] | (high ^ keep_high)
        state[KEPT] = keep_low
        state[KEPT + 1] = keep_high
    if is_alone(state):
        state[PHASE] = OVER
        state[TURNS] += 1
        return
    if top >= 0:
        kind = TYPE[top]
        if kind == PICKS:
            state[PHASE] = TO_NAME
            state[MAY_NAME] = COLOURS_OF[top]
            return
        state[COUNT] = COUNT_OF[top]
        state[COLOURS] = ALL if kind == RESTARTS else COLOURS_OF[top]
    end_turn(state, next_seat(state, seat))


@compiled
def is_alone(state: Ints) -> bool:
    """Whether one player is left with cards."""
    left = 0
    for seat in range(state[PLAYERS]):
        if state[HAND + 2 * seat] | state[HAND + 2 * seat + 1]:
            left += 1
    return left == 1


@compiled
def lay_places(state: Ints, number: int, first: int, second: int, third: int) -> None:
    """The seat on turn lays one to three cards, bottom to top, given by their places."""
    low = int64(0)
    high = int64(0)
    top = -1
    over = int64(0)
    for laid in range(number):
        place = first if laid == 0 else second if laid == 1 else third
        if place < HALF:
            low |= int64(1) << place
        else:
            high |= int64(1) << (place - HALF)
        if TYPE[place] != SEES:
            top = place
            over = int64(0)
        else:
            over |= int64(1) << (place - HALF)
    lay(state, low, high, top, over)


@compiled
def name(state: Ints, seat: int, wanted: int, colour: int) -> None:
    """The seat on turn names who must lay how many cards of which colour."""
    state[COUNT] = wanted
    state[COLOURS] = colour
    end_turn(state, seat)


@compiled
def refill(state: Ints) -> bool:
    """Whether there is a card to draw; an empty pile takes the loose discards."""
    if state[PILE] | state[PILE + 1]:
        return True
    state[PILE] = state[LOOSE]
    state[PILE + 1] = state[LOOSE + 1]
    state[LOOSE] = 0
    state[LOOSE + 1] = 0
    return bool(state[PILE] | state[PILE + 1])


@compiled
def take(state: Ints, place: int) -> None:
    """The seat on turn takes this card from the pile."""
    at = HAND + 2 * state[TURN]
    if place < HALF:
        card = int64(1) << place
        state[PILE] ^= card
        state[at] |= card
    else:
        card = int64(1) << (place - HALF)
        state[PILE + 1] ^= card
        state[at + 1] |= card


@compiled
def end_draw(state: Ints) -> None:
    """After drawing: a set must be laid, or the turn ends with a "Nope!"."""
    seat = state[TURN]
    if can_make_set(state, seat):
        state[PHASE] = HAS_DRAWN
    else:
        end_turn(state, next_seat(state, seat))


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
            source = step(source)
            take(state, any_of_pile(state, source))
    source = step(source)
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
