"""Moves from a desk, made: the state and what everybody knows of the hands follow."""

from naysay.bots.nope.fast.cards import SEES, TYPE
from naysay.bots.nope.fast.engine import COLOURS, COUNT, HAS_DRAWN, PHASE, TO_NAME, TURN, lay, name, size_of
from naysay.bots.nope.fast.machine import Ints, compiled
from naysay.bots.nope.fast.odds import saw_drawn, saw_laid, saw_no_set
from naysay.bots.nope.fast.policy import draw
from naysay.bots.nope.fast.thumb import ASKED, DRAWING, FIRST, HIGH, LAYING, LOW, TOP, WANTED, WHAT
from naysay.solver.bits import int64


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
