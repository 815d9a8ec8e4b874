"""A look ahead: what a move comes to in a world by the time its player is on turn again.

The others play by the rules of thumb of `steady`; then the learned judgement tells the chance to win by the best move.
"""

from typing import Final, NamedTuple

from naysay.bots.nope.engine.cards import SEES, TYPE
from naysay.bots.nope.engine.rules import (
    COLOURS,
    COUNT,
    HAS_DRAWN,
    OVER,
    PHASE,
    TO_NAME,
    TURN,
    lay,
    name,
    size_of,
)
from naysay.bots.nope.sharp.hand_odds import saw_drawn, saw_laid, saw_no_set
from naysay.bots.nope.sharp.judge import Network, evaluate, features, judge_moves, leaves_cards
from naysay.bots.nope.sharp.playout import final_share
from naysay.bots.nope.sharp.playout_policy import draw
from naysay.bots.nope.sharp.thumb_moves import best_of, list_moves
from naysay.bots.nope.sharp.thumb_rules import (
    ASKED,
    DRAWING,
    FIRST,
    HIGH,
    LAYING,
    LOW,
    TOP,
    WANTED,
    WHAT,
    Workspace,
    begin_decision,
)
from naysay.native.bits import int64
from naysay.native.jit import Floats, Ints, compiled
from naysay.native.random import seeded

TRIED: Final = 6  # moves that are judged when the player is on turn again


class Position(NamedTuple):
    """A state, and what everybody knows of the hands."""

    state: Ints
    limits: Ints


class Scratch(NamedTuple):
    """Room for a look ahead."""

    position: Position
    work: Workspace
    network: Network


@compiled
def draw_openly(state: Ints, limits: Ints, source: int) -> int:
    """The seat on turn draws, and everybody sees what that tells."""
    seat = state[TURN]
    wanted = state[COUNT]
    colours = state[COLOURS]
    before = size_of(state, seat)
    saw_no_set(limits, seat, wanted, colours)
    source = draw(state, source)
    saw_drawn(limits, seat, size_of(state, seat) - before)
    if state[PHASE] != HAS_DRAWN:
        saw_no_set(limits, seat, wanted, colours)
    return source


@compiled
def carry_out(state: Ints, limits: Ints, move: Ints, source: int) -> int:
    """Make a move, with the naming that follows it."""
    if move[WHAT] == DRAWING:
        return draw_openly(state, limits, source)
    if move[WHAT] == LAYING:
        saw_laid(limits, state[TURN], move[LOW], move[HIGH])
        top = move[TOP]
        lay(state, move[LOW], move[HIGH], -1 if TYPE[top] == SEES else top, int64(0))
        if state[PHASE] != TO_NAME:
            return source
    name(state, move[FIRST], move[WANTED], move[ASKED])
    return source


@compiled
def look_ahead(viewer: int, scratch: Scratch, source: int) -> float:
    """The viewer's chance to win, when all others have played on from the position until the viewer is on turn."""
    state, limits, work = scratch.position.state, scratch.position.limits, scratch.work
    while state[PHASE] != OVER:
        if size_of(state, viewer) == 0:
            return 0.0
        moves = list_moves(state, limits, work)
        if state[TURN] == viewer:
            tried = judge_moves(state, limits, work, moves, TRIED, scratch.network)
            return float(work.values[best_of(work.values, tried)])
        source = carry_out(state, limits, work.moves[best_of(work.scores, moves)], source)
    return final_share(state, viewer)


@compiled
def look_at_moves(
    start: Position, moves: Ints, active: Ints, viewer: int, seed: int, scratch: Scratch, results: Floats
) -> None:
    """A look at what each active move comes to in a world, with the same luck.

    A row of `results` is for one move: how often, the sum, and the sum of squares.
    """
    luck = seeded(seed)
    state, limits = scratch.position.state, scratch.position.limits
    for at in range(active.size):
        move = active[at]
        for place in range(start.state.size):
            state[place] = start.state[place]
        for place in range(start.limits.size):
            limits[place] = start.limits[place]
        source = carry_out(state, limits, moves[move], luck)
        chance = look_ahead(viewer, scratch, source)
        results[move, 0] += 1.0
        results[move, 1] += chance
        results[move, 2] += chance * chance


@compiled
def judge_plans(start: Position, moves: Ints, priors: Floats, work: Workspace, network: Network, found: Floats) -> None:
    """The learned judgement of these moves, which rules of thumb gave these scores, without a look ahead."""
    begin_decision(start.state, start.state[TURN], work)
    for at in range(found.size):
        found[at] = 0.0
        if leaves_cards(start.state, moves[at]):
            features(start.state, start.limits, work, moves[at], priors[at], network.inputs)
            found[at] = evaluate(network)
