"""Bounds that need no search, put together. All count for side 0, and name the cuts that they rest on.

Each has its proof in words where it is found: `sure`, `cashing`, `losing`.
"""

from naysay.solver.bits import Words, compiled
from naysay.solver.cashing import cash, may_cash
from naysay.solver.layout import SIDE, SIGN
from naysay.solver.losing import at_most_after_loss
from naysay.solver.sure import NO_PLAN, at_most, power_of, sure_tricks
from naysay.solver.work import LEFT, MARK, POWER


@compiled
def quick(work: Words, leader: int, tricks: int, gamma: int) -> int:
    """A bound that settles whether the value is at least `gamma`, with its cuts in `MARK`; or `NO_PLAN`."""
    eager = 0 if work[SIGN] > 0 else 1  # whose tricks make the value larger
    other = 1 - eager
    power = power_of(work, eager)
    against = work[LEFT] & work[POWER] & ~power
    work[MARK] = 0
    value = at_most(work, eager, tricks, 0, power, 0)
    if value < gamma:
        return value
    value = -at_most(work, other, tricks, 0, against, 0)
    if value >= gamma:
        return value
    sure = sure_tricks(work, other, power)
    mark = work[MARK]
    if sure:
        value = at_most(work, eager, tricks, sure, power, 0)
        if value < gamma:
            return value
    sure_eager = sure_tricks(work, eager, against)
    if sure_eager:
        value = -at_most(work, other, tricks, sure_eager, against, 0)
        if value >= gamma:
            return value
    if work[SIGN] < 0:
        value = -at_most_after_loss(work, other, leader, tricks, sure_eager, against, -gamma)
        if value >= gamma:
            return value
        work[MARK] = mark
        value = at_most_after_loss(work, eager, leader, tricks, sure, power, gamma - 1)
        return value if value < gamma else NO_PLAN
    first = work[SIDE + leader] == 0
    if first:
        sure = sure_eager
        mark = work[MARK]
    wanted = gamma if first else 1 - gamma
    if not may_cash(work, leader, tricks, sure, wanted):
        return NO_PLAN
    value = cash(work, leader, tricks, sure)
    if value == NO_PLAN or value < wanted:
        return NO_PLAN
    work[MARK] |= mark
    return value if first else -value
