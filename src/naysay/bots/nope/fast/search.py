"""Moves put to the test: each in the same worlds, each followed by playouts with the same luck.

A move is a row of `MOVE` numbers: what it is, its cards bottom to top (places), and the naming that follows or is it.
"""

from typing import Final

from naysay.bots.nope.fast.cards import COPIES_OF_KIND, FIRST_OF_KIND
from naysay.bots.nope.fast.chain import NUMBER_OF_KINDS, Story, breaks
from naysay.bots.nope.fast.engine import (
    OVER,
    PHASE,
    PILE,
    PLAYERS,
    TO_NAME,
    TO_TURN,
    TURN,
    lay_places,
    name,
    size_of,
    take,
)
from naysay.bots.nope.fast.machine import INCREMENT, MULTIPLIER, Floats, Ints, below, compiled, nth, seeded
from naysay.bots.nope.fast.policy import act, draw, play_out
from naysay.bots.nope.fast.value import chances
from naysay.solver.bits import count

MOVE: Final = 8
WHAT: Final = 0
CARDS: Final = 1  # how many
PLACES: Final = 2
SEAT: Final = 5  # named; -1 if none is
WANTED: Final = 6
COLOUR: Final = 7

DRAWS: Final = 0
LAYS: Final = 1
NAMES: Final = 2


@compiled
def deal_world(
    story: Story,
    viewer: int,
    sizes: Ints,
    base: Ints,
    used: Ints,
    cards: Ints,
    held: Ints,
    work: Ints,
    row: Ints,
    source: int,
) -> int:
    """The row of a world: the base row with the hands of the others; should a hand not fit, the pile mends it."""
    for at in range(base.size):
        row[at] = base[at]
    for kind in range(NUMBER_OF_KINDS):
        work[kind] = used[kind]
    turn = row[TURN]
    for seat in range(row[PLAYERS]):
        if seat == viewer or sizes[seat] == 0:
            continue
        breaks(story, seat, cards, held)
        row[TURN] = seat
        left = sizes[seat]
        for kind in range(NUMBER_OF_KINDS):
            for _ in range(held[kind]):
                if left and work[kind] < COPIES_OF_KIND[kind]:
                    take(row, FIRST_OF_KIND[kind] + work[kind])
                    work[kind] += 1
                    left -= 1
    for seat in range(row[PLAYERS]):
        row[TURN] = seat
        while size_of(row, seat) < sizes[seat]:
            source = source * MULTIPLIER + INCREMENT
            take(row, nth(row[PILE], row[PILE + 1], below(source, count(row[PILE]) + count(row[PILE + 1]))))
    row[TURN] = turn
    return source


@compiled
def make(state: Ints, move: Ints, source: int) -> int:
    """Make a move."""
    if move[WHAT] == DRAWS:
        return draw(state, source)
    if move[WHAT] == LAYS:
        lay_places(state, move[CARDS], move[PLACES], move[PLACES + 1], move[PLACES + 2])
        if state[PHASE] != TO_NAME or move[SEAT] < 0:
            return source
    name(state, move[SEAT], move[WANTED], move[COLOUR])
    return source


@compiled
def result(state: Ints, viewer: int) -> float:
    """The share of the win: of all who hold most cards."""
    most = 0
    sharing = 0
    for seat in range(state[PLAYERS]):
        size = size_of(state, seat)
        if size > most:
            most = size
            sharing = 1
        elif size == most:
            sharing += 1
    return 1.0 / sharing if size_of(state, viewer) == most else 0.0


@compiled
def judge(state: Ints, viewer: int, value: Floats, row: Floats, shares: Floats) -> float:
    """The viewer's share of the win: as it is when the game is over, else as it is judged."""
    if state[PHASE] == OVER:
        return result(state, viewer)
    if size_of(state, viewer) == 0:
        return 0.0
    chances(state, value, row, shares)
    return float(shares[viewer])


@compiled
def test_moves(
    world: Ints,
    times: int,
    moves: Ints,
    active: Ints,
    viewer: int,
    seed: int,
    horizon: int,
    weights: Floats,
    value: Floats,
    state: Ints,
    work: Floats,
    row: Floats,
    shares: Floats,
    results: Floats,
) -> None:
    """So many playouts of each active move in a world, `horizon` moves long, then judged.

    A row of `results` is for one move: how often, the sum, and the sum of squares.
    """
    for time in range(times):
        luck = seeded(seed + time)
        for at in range(active.size):
            move = active[at]
            for place in range(world.size):
                state[place] = world[place]
            source = make(state, moves[move], luck)
            source, _ = play_out(state, weights, work, source, horizon)
            while state[PHASE] != OVER and state[PHASE] != TO_TURN:
                source = act(state, weights, work, source)
            share = judge(state, viewer, value, row, shares)
            results[move, 0] += 1.0
            results[move, 1] += share
            results[move, 2] += share * share
