"""Bounds that need no search, combined. All count for side 0 and name the cuts that they rest on.

Each is proved where it is computed: `sure`, `cashing`, `losing`.
"""

from naysay.native.jit import Words, compiled
from naysay.solver.cashing import cash, may_cash
from naysay.solver.losing import at_most_after_loss, at_most_if_ducked
from naysay.solver.row import SIDE, SIGN
from naysay.solver.sure import at_most, power_of, sure_tricks
from naysay.solver.trick import Trick
from naysay.solver.work import FOUND_NOTHING, LEFT, MARK, POWER, SURE, SURE_MARK


@compiled
def quick(work: Words, leader: int, tricks: int, gamma: int) -> int:
    """A bound that settles whether the value is at least `gamma`, with its cuts in `MARK`; or `FOUND_NOTHING`."""
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
        work[SURE + 2 * tricks], work[SURE_MARK + 2 * tricks] = sure, mark
        work[SURE + 2 * tricks + 1], work[SURE_MARK + 2 * tricks + 1] = sure_eager, work[MARK]
        return FOUND_NOTHING
    first = work[SIDE + leader] == 0
    if first:
        sure = sure_eager
        mark = work[MARK]
    wanted = gamma if first else 1 - gamma
    if not may_cash(work, leader, tricks, sure, wanted):
        return FOUND_NOTHING
    value = cash(work, leader, tricks, sure)
    if value == FOUND_NOTHING or value < wanted:
        return FOUND_NOTHING
    work[MARK] |= mark
    return value if first else -value


@compiled
def after_loss(work: Words, leader: int, tricks: int, gamma: int) -> int:
    """As `quick`, which found nothing, at negative points, by a trick that a side can lose."""
    power = power_of(work, 1)
    against = work[LEFT] & work[POWER] & ~power
    work[MARK] = work[SURE_MARK + 2 * tricks + 1]
    value = -at_most_after_loss(work, 0, leader, tricks, work[SURE + 2 * tricks + 1], against, -gamma)
    if value >= gamma:
        return value
    work[MARK] = work[SURE_MARK + 2 * tricks]
    value = at_most_after_loss(work, 1, leader, tricks, work[SURE + 2 * tricks], power, gamma - 1)
    return value if value < gamma else FOUND_NOTHING


@compiled
def in_trick(work: Words, tricks: int, trick: Trick, gamma: int) -> int:
    """As `quick`, at negative points and in the middle of a trick, by a side that need not take it."""
    if work[SIDE + trick.taker] == 1:
        value = -at_most_if_ducked(work, tricks, trick, trick.loot_0, -gamma)
        return value if value >= gamma else FOUND_NOTHING
    value = at_most_if_ducked(work, tricks, trick, trick.loot_1, gamma - 1)
    return value if value < gamma else FOUND_NOTHING
