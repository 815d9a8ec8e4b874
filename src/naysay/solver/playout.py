"""Playouts: the rest of a round played out at random or greedily, many in one call, without Python's lock.

At random each distinct legal move is equally likely, as in the lists of the rules: equal cards count once. Copies in
one hand are neighbours in a mask (see `layout`), so all but the lowest of them are dropped by one shift. Greedily the
first move is at random; after that one move in eight is, so that no two playouts need be the same.
"""

from typing import Final

from naysay.solver.bits import Words, compiled, count, int64, low_place, raw, spread
from naysay.solver.layout import HAND, LEADER, LINK, LOOT, PLAYED, PLAYERS, SIDE, SIGN, WEIGHT, Row
from naysay.solver.order import choose
from naysay.solver.work import COST, FLOOR, MOVES, POWER, prepare, trick_so_far, with_card

RESULTS: Final = 5  # how many playouts; sum and sum of squares of the units that side 0 takes, then side 1
RANDOM: Final = 0
GREEDY: Final = 1

_MULTIPLIER: Final = 6364136223846793005
_INCREMENT: Final = 1442695040888963407
_STEP: Final = -0x61C8864680B583EB  # this and the two below: splitmix64's, as signed numbers
_STIR: Final = -0x40A7B892E31B1A47
_STIR_AGAIN: Final = -0x6B2FB644ECCEEE15


@compiled
def stir(number: int) -> int:
    """A number that looks like another for each: what splitmix64 does to its counter."""
    number = (number ^ (number >> 30 & 0x3FFFFFFFF)) * _STIR
    number = (number ^ (number >> 27 & 0x1FFFFFFFFF)) * _STIR_AGAIN
    return number ^ (number >> 31 & 0x1FFFFFFFF)


@compiled
def seed_of(seed: int, number: int) -> int:
    """The seed of a row: neighbouring seeds have no rows in common."""
    return stir(stir(int64(seed)) + int64(number) * _STEP)


@compiled
def pick(cards: int, random: int) -> int:
    """One of the cards: each equally likely if `random` is a number of 31 random bits."""
    return spread(int64(1) << (random * count(cards) >> 31), cards)


@compiled
def lead_card(work: Words, hand: int) -> int:
    """A greedy lead: the strongest plain card if tricks are good, the weakest card if not; rather no lowest card."""
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
def greedy_card(work: Words, legal: int, played: int, seat: int, led: int, best: int, taker: int) -> int:
    """A lead of `lead_card`, or a reply of `choose`."""
    if played == 0:
        return lead_card(work, legal)
    beat = legal & (led | work[POWER]) & -work[FLOOR + low_place(best)]
    mine = work[SIDE + taker] == work[SIDE + seat]
    return choose(legal, beat, work[LOOT], mine, played + 1 == work[PLAYERS], work[SIGN])


@compiled
def play_out(
    work: Words, led: int, best: int, taker: int, loot_0: int, loot_1: int, state: int, greedy: int
) -> tuple[int, int, int, int]:
    """One playout from the work array's position and trick: state, first card, units that side 0 takes and side 1.

    The state is that of the random numbers. Hands are copied to `MOVES`, which a playout has no other use for.
    """
    players = work[PLAYERS]
    link = work[LINK]
    loot = work[LOOT]
    played = work[PLAYED]
    seat = (work[LEADER] + played) % players
    for other in range(players):
        work[MOVES + other] = work[HAND + other]
    first = int64(0)
    units_0 = int64(0)
    units_1 = int64(0)
    while work[MOVES + seat]:
        hand = work[MOVES + seat]
        legal = hand & led
        if legal == 0:
            legal = hand
        state = state * _MULTIPLIER + _INCREMENT
        if greedy == 0 or first == 0 or state >> 29 & 7 == 0:
            card = pick(legal & ~(legal << 1 & link), state >> 33 & 0x7FFFFFFF)
        else:
            card = greedy_card(work, legal, played, seat, led, best, taker)
        if first == 0:
            first = card
        work[MOVES + seat] = hand ^ card
        led, best, taker = with_card(work, seat, card, played, led, best, taker)
        if card & loot:
            loot_1 += work[SIDE + seat]
            loot_0 += 1 - work[SIDE + seat]
        played += 1
        seat += 1
        if seat == players:
            seat = int64(0)
        if played == players:
            if work[SIDE + taker] == 0:
                units_0 += work[WEIGHT + taker] * (1 + loot_1)
            else:
                units_1 += work[WEIGHT + taker] * (1 + loot_0)
            seat = taker
            led = int64(0)
            played = loot_0 = loot_1 = int64(0)
    return state, first, units_0, units_1


@compiled
def play_many(row: Words, work: Words, number: int, seed: int, greedy: int, results: Words) -> None:
    """Add the results of many playouts to `results`: `RESULTS` numbers for each place of the first card."""
    prepare(row, work)
    led, best, taker, _, loot_0, loot_1 = trick_so_far(raw(work))
    state = int64(seed) * _MULTIPLIER + _INCREMENT
    state = (state ^ (state >> 29)) * _MULTIPLIER + _INCREMENT
    for _ in range(number):
        state, first, units_0, units_1 = play_out(raw(work), led, best, taker, loot_0, loot_1, state, greedy)
        at = low_place(first) * RESULTS
        results[at] += 1
        results[at + 1] += units_0
        results[at + 2] += units_0 * units_0
        results[at + 3] += units_1
        results[at + 4] += units_1 * units_1


@compiled
def play_rows(
    rows: Row, first: int, work: Words, number: int, seed: int, greedy: int, results: Words, out: Row
) -> None:
    """Playouts of many positions, numbered from `first`: row i of `out` gets the results of row i."""
    for at in range(rows.shape[0]):
        for place in range(results.size):
            results[place] = 0
        play_many(rows[at], work, number, seed_of(seed, first + at), greedy, results)
        for place in range(results.size):
            out[at, place % RESULTS] += results[place]
