"""Playouts: the rest of a round played at random or greedily, many in one call, without the GIL.

In random playouts each distinct legal move is equally likely, as in the lists of the rules: equal cards count once.
Copies in one hand are neighbours in a mask (see `layout`), so one shift drops all but the lowest of them. In greedy
playouts the first move is random, and after that one move in eight, so that playouts differ.
"""

from typing import Final, NamedTuple

from naysay.native.bits import count, int64, low_place, raw, spread
from naysay.native.jit import Words, compiled
from naysay.native.random import nth_seed, seeded, step, upper_bits
from naysay.solver.order import choose
from naysay.solver.prepare import prepare
from naysay.solver.row import HAND, LINK, LOOT, PLAYERS, SIDE, SIGN, WEIGHT, Row
from naysay.solver.trick import Trick, new_trick, trick_so_far, with_card
from naysay.solver.work import COST, FLOOR, MOVES, POWER

# The columns of results: how many playouts, then sums and sums of squares of the units that each side takes.
NUMBER: Final = 0
SUM_0: Final = 1
SQUARES_0: Final = 2
SUM_1: Final = 3
SQUARES_1: Final = 4
RESULTS: Final = 5

RANDOM: Final = 0
GREEDY: Final = 1


class Order(NamedTuple):
    """What playouts are asked for."""

    number: int
    seed: int
    greedy: int


@compiled
def pick(cards: int, random: int) -> int:
    """One of the cards, each equally likely if `random` has 31 random bits."""
    return spread(int64(1) << (random * count(cards) >> 31), cards)


@compiled
def lead_card(work: Words, hand: int) -> int:
    """A greedy lead: the strongest plain card if tricks are good, the weakest if not; lowest cards only at need."""
    cards = hand & ~work[LOOT]
    if cards == 0:
        return hand & -hand
    sign = work[SIGN]
    if sign > 0 and cards & ~work[POWER]:
        cards &= ~work[POWER]
    found = cards & -cards
    while cards:
        if sign * (work[COST + low_place(cards)] - work[COST + low_place(found)]) > 0:
            found = cards & -cards
        cards &= cards - 1
    return found


@compiled
def greedy_card(work: Words, legal: int, trick: Trick) -> int:
    """A lead of `lead_card`, or a reply of `choose`."""
    if trick.played == 0:
        return lead_card(work, legal)
    beat = legal & (trick.led | work[POWER]) & -work[FLOOR + low_place(trick.best)]
    mine = work[SIDE + trick.taker] == work[SIDE + trick.seat]
    return choose(legal, beat, work[LOOT], mine, trick.played + 1 == work[PLAYERS], work[SIGN])


@compiled
def play_out(work: Words, trick: Trick, state: int, greedy: int) -> tuple[int, int, int, int]:
    """One playout from the work array's position and a trick: state, first card, units of side 0 and of side 1.

    The state is that of the random generator. Hands are copied to `MOVES`, which a playout has no other use for.
    """
    players = work[PLAYERS]
    link = work[LINK]
    for other in range(players):
        work[MOVES + other] = work[HAND + other]
    first = int64(0)
    units_0 = int64(0)
    units_1 = int64(0)
    while work[MOVES + trick.seat]:
        hand = work[MOVES + trick.seat]
        legal = hand & trick.led
        if legal == 0:
            legal = hand
        state = step(state)
        if greedy == 0 or first == 0 or state >> 29 & 7 == 0:
            card = pick(legal & ~(legal << 1 & link), upper_bits(state))
        else:
            card = greedy_card(work, legal, trick)
        if first == 0:
            first = card
        work[MOVES + trick.seat] = hand ^ card
        trick = with_card(work, trick, card)
        if trick.played == players:
            if work[SIDE + trick.taker] == 0:
                units_0 += work[WEIGHT + trick.taker] * (1 + trick.loot_1)
            else:
                units_1 += work[WEIGHT + trick.taker] * (1 + trick.loot_0)
            trick = new_trick(trick.taker)
    return state, first, units_0, units_1


@compiled
def play_many(row: Words, work: Words, order: Order, results: Words) -> None:
    """Add the results of many playouts to `results`: `RESULTS` numbers for each place of the first card."""
    prepare(row, work)
    trick = trick_so_far(raw(work))
    state = seeded(order.seed)
    for _ in range(order.number):
        state, first, units_0, units_1 = play_out(raw(work), trick, state, order.greedy)
        at = low_place(first) * RESULTS
        results[at + NUMBER] += 1
        results[at + SUM_0] += units_0
        results[at + SQUARES_0] += units_0 * units_0
        results[at + SUM_1] += units_1
        results[at + SQUARES_1] += units_1 * units_1


@compiled
def play_rows(rows: Row, first: int, work: Words, order: Order, results: Words, out: Row) -> None:
    """Playouts of many positions, numbered from `first`: row i of `out` gets the results of row i."""
    for at in range(rows.shape[0]):
        for place in range(results.size):
            results[place] = 0
        own = Order(order.number, nth_seed(order.seed, first + at), order.greedy)
        play_many(rows[at], work, own, results)
        for place in range(results.size):
            out[at, place % RESULTS] += results[place]
