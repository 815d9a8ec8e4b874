"""The chance of each seat to win, by a learned judgement of all hands at the beginning of a turn.

Each seat gets a score: a weighted sum of features of its hand and of the demand that it may have to meet. The chances
are the softmax of the scores. The weights depend on how many players are left and on the size of the hand;
`tools/train_nope.py` fits them.
"""

from math import exp
from pathlib import Path
from typing import Final

import numpy as np

from naysay.bots.nope.engine.cards import CLASS_OF, CLASSES, MATCH_HIGH, MATCH_LOW
from naysay.bots.nope.engine.rules import (
    COLOURS,
    COUNT,
    DRAWS,
    HAND,
    PLAYERS,
    SEATS,
    TURN,
    actions_of,
    next_seat,
    size_of,
)
from naysay.native.bits import HALF, count, low_place
from naysay.native.jit import Floats, Ints, compiled

LARGEST: Final = 12
SIZES: Final = 0  # one for each size of a hand
CARDS: Final = SIZES + LARGEST + 1  # how many cards of each class
SHARES: Final = CARDS + CLASSES  # the same as a share of the hand
COLOUR: Final = SHARES + CLASSES  # how many colours the hand has once, twice, three times, four times
PAIR: Final = COLOUR + 4  # how many pairs of colours have one twice, three times
MEETS: Final = PAIR + 2  # reached by the demand and able to meet it: by distance 0, 1, 2, and count
LACKS: Final = MEETS + 9  # reached, and one card short: by distance
SAVES: Final = LACKS + 3  # reached, able, and with an action card instead
LOSES: Final = SAVES + 3  # reached and able: the share of the hand that goes
LEAVES: Final = LOSES + 3  # reached, able, and out of the game then
FEATURES: Final = LEAVES + 3
BUCKETS: Final = 8  # hands of 1 to 7 cards, and larger ones
TABLES: Final = 6 * BUCKETS  # two who draw two, then 2 to 6 players left

FILE: Final = Path(__file__).with_name("playout_value.npy")
WEIGHTS: Final[Floats] = np.load(FILE).astype(np.float64) if FILE.exists() else np.zeros((TABLES, FEATURES))


@compiled
def first_table(state: Ints) -> int:
    """Where the weights begin that apply to a position: one row for each size of a hand."""
    if state[DRAWS] == 2:
        return 0
    left = 0
    for seat in range(state[PLAYERS]):
        if state[HAND + 2 * seat] | state[HAND + 2 * seat + 1]:
            left += 1
    return (left - 1) * BUCKETS


@compiled
def table_of(first: int, state: Ints, seat: int) -> int:
    """Which weights apply to a seat."""
    return first + min(size_of(state, seat), BUCKETS) - 1


@compiled
def features(state: Ints, seat: int, distance: int, reached: bool, out: Floats) -> bool:
    """Fill in the features of a seat; whether it can meet the demand."""
    for at in range(FEATURES):
        out[at] = 0.0
    low = state[HAND + 2 * seat]
    high = state[HAND + 2 * seat + 1]
    size = count(low) + count(high)
    out[SIZES + min(size, LARGEST)] = 1.0
    share = 1.0 / size
    while low:
        kind = CLASS_OF[low_place(low)]
        low &= low - 1
        out[CARDS + kind] += 1.0
        out[SHARES + kind] += share
    while high:
        kind = CLASS_OF[HALF + low_place(high)]
        high &= high - 1
        out[CARDS + kind] += 1.0
        out[SHARES + kind] += share
    twice = 0
    thrice = 0
    wanted = state[COUNT]
    most = 0
    for colour in range(4):
        bit = 1 << colour
        held = count(state[HAND + 2 * seat] & MATCH_LOW[bit]) + count(state[HAND + 2 * seat + 1] & MATCH_HIGH[bit])
        for times in range(min(held, 4)):
            out[COLOUR + times] += 1.0
        twice += 1 if held >= 2 else 0
        thrice += 1 if held >= 3 else 0
        if state[COLOURS] & bit:
            most = max(most, held)
    out[PAIR] = 6.0 - (4 - twice) * (3 - twice) / 2
    out[PAIR + 1] = 6.0 - (4 - thrice) * (3 - thrice) / 2
    if reached:
        near = min(distance, 2)
        if most >= wanted:
            out[MEETS + 3 * near + wanted - 1] = 1.0
            out[LOSES + near] = wanted * share
            saves = actions_of(state, seat) != 0
            if saves:
                out[SAVES + near] = 1.0
            if wanted >= size and (size == 1 or not saves):
                out[LEAVES + near] = 1.0
        elif most == wanted - 1:
            out[LACKS + near] = 1.0
    return bool(most >= wanted)


@compiled
def chances(state: Ints, weights: Floats, row: Floats, out: Floats) -> None:
    """The chance of each seat to win, at the beginning of a turn."""
    first = first_table(state)
    for seat in range(SEATS):
        out[seat] = 0.0
    seat = state[TURN]
    reached = True
    total = 0.0
    distance = 0
    while True:
        able = features(state, seat, distance, reached, row)
        score = 0.0
        table = weights[table_of(first, state, seat)]
        for at in range(FEATURES):
            score += table[at] * row[at]
        out[seat] = exp(min(max(score, -30.0), 30.0))
        total += out[seat]
        reached = reached and not able
        distance += 1
        seat = next_seat(state, seat)
        if seat == state[TURN]:
            break
    for seat in range(SEATS):
        out[seat] /= total
