"""How playouts play: by rules of thumb that cost a few instructions, with some chance so that no two are the same.

Cards that show many colours go first, action cards and cards of one colour stay. An action card is played alone where
a set would cost too much of the hand. The highest number of the set goes on top.
"""

from typing import Final

import numpy as np

from naysay.bots.nope.fast.cards import ACTION_HIGH, COUNT_OF, MATCH_HIGH, MATCH_LOW, SEES, SINGLE_LOW, TYPE
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
    can_make_set,
    end_draw,
    lay,
    name,
    refill,
    size_of,
    take,
)
from naysay.bots.nope.fast.machine import HALF, INCREMENT, MULTIPLIER, Ints, below, compiled, nth
from naysay.solver.bits import count

KEEP_SHARE: Final = 0.6  # what a hand is worth without one of its action cards


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
def lay_alone(state: Ints, cards: int, source: int) -> int:
    """Lay one of these action cards alone."""
    source = source * MULTIPLIER + INCREMENT
    place = nth(np.int64(0), cards, below(source, count(cards)))
    card = np.int64(1) << (place - HALF)
    if TYPE[place] == SEES:
        lay(state, np.int64(0), card, -1, np.int64(0))
    else:
        lay(state, np.int64(0), card, place, np.int64(0))
    return source


@compiled
def lay_set(state: Ints, source: int) -> int:
    """Lay a set: of a colour that has enough cards, rather those of two colours, then of one, then action cards."""
    seat = state[TURN]
    wanted = state[COUNT]
    colours = state[COLOURS]
    hand_low = state[HAND + 2 * seat]
    hand_high = state[HAND + 2 * seat + 1]
    best = -1
    low = np.int64(0)
    high = np.int64(0)
    source = source * MULTIPLIER + INCREMENT
    tie = (source >> 40) & 3
    while colours:
        colour = colours & -colours
        colours ^= colour
        here_low = hand_low & MATCH_LOW[colour]
        here_high = hand_high & MATCH_HIGH[colour]
        held = count(here_low) + count(here_high)
        if held >= wanted:
            plain = held - count(here_low & SINGLE_LOW) - count(here_high & ACTION_HIGH)
            score = plain * 4 + (tie & 1)
            tie ^= 1
            if score > best:
                best = score
                low = here_low
                high = here_high
    laid_low = np.int64(0)
    laid_high = np.int64(0)
    top = -1
    most = 0
    over = np.int64(0)
    for _ in range(wanted):
        some_low = low & ~SINGLE_LOW
        some_high = high & ~ACTION_HIGH
        if some_low | some_high == 0:
            some_low = low & SINGLE_LOW
            if some_low == 0:
                some_high = high
        source = source * MULTIPLIER + INCREMENT
        place = nth(some_low, some_high, below(source, count(some_low) + count(some_high)))
        if place < HALF:
            card = np.int64(1) << place
            low ^= card
            laid_low |= card
        else:
            card = np.int64(1) << (place - HALF)
            high ^= card
            laid_high |= card
        if TYPE[place] != SEES:
            worth = COUNT_OF[place]
            if worth > most:
                most = worth
                top = place
    lay(state, laid_low, laid_high, top, over)
    return source


@compiled
def name_any(state: Ints, source: int) -> int:
    """Name the player with most cards, three cards if it has so many, and any colour."""
    seat = state[TURN]
    most = 0
    found = 0
    for other in range(state[PLAYERS]):
        if other != seat:
            size = size_of(state, other)
            if size > most:
                most = size
                found = other
    colours = state[MAY_NAME]
    source = source * MULTIPLIER + INCREMENT
    colour = np.int64(1) << nth(colours, np.int64(0), below(source, count(colours)))
    wanted = 3 if most > 4 else 2 if most > 1 else 1
    name(state, found, wanted, colour)
    return source


@compiled
def act(state: Ints, source: int) -> int:
    """One move of the seat on turn."""
    if state[PHASE] == TO_NAME:
        return name_any(state, source)
    seat = state[TURN]
    if not can_make_set(state, seat):
        return draw(state, source)
    alone = actions_of(state, seat)
    wanted = state[COUNT]
    if alone and wanted > 1:
        size = size_of(state, seat)
        if (size - 0.5) * KEEP_SHARE > size - wanted + 0.5 or size == wanted:
            return lay_alone(state, alone, source)
    return lay_set(state, source)


@compiled
def play_out(state: Ints, source: int, most: int) -> tuple[int, int]:
    """Play on until the game is over, or for so many moves: the source's state, and the number of moves."""
    moves = 0
    while state[PHASE] != OVER and moves < most:
        source = act(state, source)
        moves += 1
    return source, moves


@compiled
def play_many(row: Ints, state: Ints, number: int, most: int, seed: int, wins: Ints) -> int:
    """Many playouts of one position; `wins` counts who had most cards in the end. How many moves they took."""
    from_seed = np.int64(seed) * MULTIPLIER + INCREMENT
    source = (from_seed ^ (from_seed >> 29)) * MULTIPLIER + INCREMENT
    total = 0
    for _ in range(number):
        for at in range(row.size):
            state[at] = row[at]
        source, moves = play_out(state, source, most)
        total += moves
        best = 0
        winner = 0
        for seat in range(state[PLAYERS]):
            size = size_of(state, seat)
            if size > best:
                best = size
                winner = seat
        wins[winner] += 1
    return total
