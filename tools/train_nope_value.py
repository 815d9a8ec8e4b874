"""Fit the weights of Nope!'s `playout_value` to games that the playouts' policy plays against itself.

    .venv/bin/python -m tools.train_nope value [GAMES]

The games follow from a seed; each seat's policy differs a little from the usual one, so that all kinds of hands occur.
Positions at the beginning of a turn, about one in four, are learned from by gradient descent on the logarithm of the
winner's chance.
"""

from time import perf_counter

import numpy as np

from naysay.bots.nope.engine.rules import OVER, PHASE, SIZE, TO_TURN, TURN, deal, next_seat, size_of
from naysay.bots.nope.sharp import playout_policy
from naysay.bots.nope.sharp import playout_value as value
from naysay.bots.nope.sharp.playout import start
from naysay.bots.nope.sharp.playout_policy import Policy
from naysay.native.jit import Floats, Ints, compiled
from naysay.native.random import fraction, seeded, step

GAMES = 1_200_000
MOST_MOVES = 1500
KEPT_POSITIONS = 400


@compiled
def learn(
    games: int,
    seed: int,
    rate: float,
    policies: Floats,
    weights: Floats,
    state: Ints,
    work: Floats,
    row: Floats,
    out: Floats,
    kept: Ints,
    loss: Floats,
) -> None:
    """Play games and learn from each: `loss` gets the number of positions and the sum of their losses."""
    source = seeded(seed)
    for game in range(games):
        players = 2 + game % 5
        source = deal(state, players, game % players, source)
        number = 0
        moves = 0
        source = step(source)
        shift = (source >> 40) & 1023
        while state[PHASE] != OVER and moves < MOST_MOVES:
            if state[PHASE] == TO_TURN and number < kept.shape[0]:
                source = step(source)
                if fraction(source) < 0.25:
                    for at in range(SIZE):
                        kept[number, at] = state[at]
                    number += 1
            weights_of_seat = policies[(shift + state[TURN]) % policies.shape[0]]
            source = playout_policy.act(state, Policy(weights_of_seat, work), source)
            moves += 1
        if state[PHASE] != OVER:
            continue
        winner = 0
        for seat in range(players):
            if size_of(state, seat):
                winner = seat
        for at in range(number):
            loss[0] += 1.0
            loss[1] += descend(kept[at], winner, rate, weights, row, out)


@compiled
def descend(state: Ints, winner: int, rate: float, weights: Floats, row: Floats, out: Floats) -> float:
    """One step down the gradient: the loss before it."""
    value.chances(state, weights, row, out)
    loss = -np.log(max(out[winner], 1e-9))
    first = value.first_table(state)
    seat = state[TURN]
    reached = True
    distance = 0
    while True:
        able = value.features(state, seat, distance, reached, row)
        table = weights[value.table_of(first, state, seat)]
        wrong = (1.0 if seat == winner else 0.0) - out[seat]
        for at in range(value.FEATURES):
            table[at] += rate * wrong * row[at]
        reached = reached and not able
        distance += 1
        seat = next_seat(state, seat)
        if seat == state[TURN]:
            break
    return float(loss)


def main(games: int = GAMES) -> None:
    """Train and write the weights."""
    rng = np.random.default_rng(1)
    usual = start()
    policies = np.stack([usual] * 16)
    policies[4:, : playout_policy.INSIGHT] += rng.normal(0, 0.08, (12, playout_policy.INSIGHT))
    policies[:, playout_policy.INSIGHT] = rng.uniform(0, 1, 16)
    weights = np.zeros((value.TABLES, value.FEATURES))
    state = np.zeros(SIZE, dtype=np.int64)
    work, row, out = np.zeros(playout_policy.WORK), np.zeros(value.FEATURES), np.zeros(6)
    kept = np.zeros((KEPT_POSITIONS, SIZE), dtype=np.int64)
    rounds = 20
    for number in range(rounds):
        loss = np.zeros(2)
        rate = 0.01 * 0.75**number
        begin = perf_counter()
        learn(games // rounds, 1000 + number, rate, policies, weights, state, work, row, out, kept, loss)
        said = f"{int(loss[0])} positions, loss {loss[1] / loss[0]:.5f}, {perf_counter() - begin:.1f} s"
        print(f"{number + 1} of {rounds}: {said}", flush=True)
    np.save(value.FILE, weights.astype(np.float32))
