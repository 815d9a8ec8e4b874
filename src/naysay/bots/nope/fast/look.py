"""A look ahead: what a move comes to in a world by the time its player is on turn again.

The others play by the rules of thumb of `steady`; then the learned judgement tells the chance to win by the best move.
"""

from typing import Final

from naysay.bots.nope.fast.engine import OVER, PHASE, TURN, size_of
from naysay.bots.nope.fast.follow import carry_out
from naysay.bots.nope.fast.judge import features, judge_moves, leaves_cards, think
from naysay.bots.nope.fast.listing import best_of, list_moves
from naysay.bots.nope.fast.machine import Floats, Ints, compiled, seeded
from naysay.bots.nope.fast.search import result
from naysay.bots.nope.fast.thumb import Desk, sit_down

TRIED: Final = 6  # moves that are judged when the player is on turn again


@compiled
def look_ahead(
    viewer: int, weights: Floats, state: Ints, limits: Ints, desk: Desk, row: Floats, inner: Floats, source: int
) -> float:
    """The viewer's chance to win, when all others have played until the viewer is on turn."""
    while state[PHASE] != OVER:
        if size_of(state, viewer) == 0:
            return 0.0
        moves = list_moves(state, limits, desk)
        if state[TURN] == viewer:
            tried = judge_moves(state, limits, desk, moves, TRIED, weights, row, inner)
            return float(desk.values[best_of(desk.values, tried)])
        source = carry_out(state, limits, desk.moves[best_of(desk.scores, moves)], source)
    return result(state, viewer)


@compiled
def look_at_moves(
    world: Ints,
    known: Ints,
    moves: Ints,
    active: Ints,
    viewer: int,
    seed: int,
    weights: Floats,
    state: Ints,
    limits: Ints,
    desk: Desk,
    row: Floats,
    inner: Floats,
    results: Floats,
) -> None:
    """A look at what each active move comes to in a world, with the same luck.

    A row of `results` is for one move: how often, the sum, and the sum of squares.
    """
    luck = seeded(seed)
    for at in range(active.size):
        move = active[at]
        for place in range(world.size):
            state[place] = world[place]
        for place in range(known.size):
            limits[place] = known[place]
        source = carry_out(state, limits, moves[move], luck)
        chance = look_ahead(viewer, weights, state, limits, desk, row, inner, source)
        results[move, 0] += 1.0
        results[move, 1] += chance
        results[move, 2] += chance * chance


@compiled
def judge_plans(
    world: Ints,
    known: Ints,
    moves: Ints,
    priors: Floats,
    weights: Floats,
    desk: Desk,
    row: Floats,
    inner: Floats,
    found: Floats,
) -> None:
    """The learned judgement of these moves, which rules of thumb gave these scores, without a look ahead."""
    sit_down(world, world[TURN], desk)
    for at in range(found.size):
        found[at] = 0.0
        if leaves_cards(world, moves[at]):
            features(world, known, desk, moves[at], priors[at], row)
            found[at] = think(weights, row, inner)
