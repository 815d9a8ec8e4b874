"""Fit the weights of Nope!'s `fast/value` to games without the rules engine; all follows from seeds.

    .venv/bin/python -m tools.train_nope [GAMES [BETTER_GAMES]]

First the playouts' policy plays against itself, each seat a little differently, so that all kinds of hands occur. Then
players go on who try each move in two deals of the cards that they cannot see, and judge it by the weights so far.
Positions at the beginning of a turn are learned from by gradient descent on the logarithm of the winner's chance.
"""

import sys
from time import perf_counter

import numpy as np

from naysay.bots.nope.fast import policy, value
from naysay.bots.nope.fast.cards import FIRST_OF_KIND
from naysay.bots.nope.fast.deal import any_of_pile, deal
from naysay.bots.nope.fast.engine import (
    HAND,
    HAS_DRAWN,
    OVER,
    PHASE,
    PILE,
    PLAYERS,
    SIZE,
    TO_NAME,
    TO_TURN,
    TURN,
    lay,
    name,
    next_seat,
    size_of,
    take,
)
from naysay.bots.nope.fast.legal import MOST, moves_of
from naysay.bots.nope.fast.machine import HALF, INCREMENT, MULTIPLIER, Floats, Ints, compiled, fraction, seeded
from naysay.bots.nope.fast.weights import start

GAMES = 1_000_000
BETTER_GAMES = 60_000
ROUNDS = 20
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
    worlds: Ints,
    trial: Ints,
    found: Ints,
    judge: Floats,
    better: bool,
) -> None:
    """Play games and learn from each: `loss` gets the number of positions and the sum of their losses."""
    source = seeded(seed)
    for game in range(games):
        players = 2 + game % 5
        source = deal(state, players, game % players, source)
        number = 0
        moves = 0
        source = source * MULTIPLIER + INCREMENT
        shift = (source >> 40) & 1023
        while state[PHASE] != OVER and moves < MOST_MOVES:
            if state[PHASE] == TO_TURN and number < kept.shape[0]:
                source = source * MULTIPLIER + INCREMENT
                if better or fraction(source) < 0.25:
                    for at in range(SIZE):
                        kept[number, at] = state[at]
                    number += 1
            seat_policy = policies[(shift + state[TURN]) % policies.shape[0]]
            if better:
                source = act_better(state, worlds, trial, found, seat_policy, judge, work, row, out, source)
            else:
                source = policy.act(state, seat_policy, work, source)
            moves += 1
        if state[PHASE] != OVER:
            continue
        winner = 0
        for seat in range(players):
            if size_of(state, seat):
                winner = seat
        for at in range(number):
            loss[0] += 1.0
            loss[1] += step(kept[at], winner, rate, weights, row, out)


@compiled
def deal_unseen(state: Ints, world: Ints, source: int) -> int:
    """The same position with the cards that the seat on turn cannot see dealt anew."""
    me = state[TURN]
    for at in range(SIZE):
        world[at] = state[at]
    for seat in range(state[PLAYERS]):
        if seat != me:
            world[PILE] |= world[HAND + 2 * seat]
            world[PILE + 1] |= world[HAND + 2 * seat + 1]
            world[HAND + 2 * seat] = 0
            world[HAND + 2 * seat + 1] = 0
    for seat in range(state[PLAYERS]):
        if seat != me:
            world[TURN] = seat
            for _ in range(size_of(state, seat)):
                source = source * MULTIPLIER + INCREMENT
                take(world, any_of_pile(world, source))
    world[TURN] = me
    return source


@compiled
def make(state: Ints, move: Ints, policy_weights: Floats, work: Floats, source: int) -> int:
    """Make a move of `fast/legal`, and what belongs to it: a naming, or what is laid after a draw."""
    if move[0] == 2:
        name(state, move[1], move[2], move[3])
    elif move[0] == 0:
        source = policy.draw(state, source)
    else:
        low = state[HAND + 2 * state[TURN]]
        high = state[HAND + 2 * state[TURN] + 1]
        laid_low = np.int64(0)
        laid_high = np.int64(0)
        top = -1
        for at in range(1, 4):
            if move[at] < 0:
                break
            place = FIRST_OF_KIND[move[at]]
            while True:
                if place < HALF:
                    bit = np.int64(1) << place
                    if low & bit:
                        low ^= bit
                        laid_low |= bit
                        break
                else:
                    bit = np.int64(1) << (place - HALF)
                    if high & bit:
                        high ^= bit
                        laid_high |= bit
                        break
                place += 1
            if move[at] == move[4]:
                top = place
        lay(state, laid_low, laid_high, top, np.int64(0))
    while state[PHASE] == HAS_DRAWN or state[PHASE] == TO_NAME:
        source = policy.act(state, policy_weights, work, source)
    return source


@compiled
def act_better(
    state: Ints,
    worlds: Ints,
    trial: Ints,
    found: Ints,
    policy_weights: Floats,
    weights: Floats,
    work: Floats,
    row: Floats,
    out: Floats,
    source: int,
) -> int:
    """The move that is judged best in some deals of the unseen cards."""
    number = moves_of(state, found)
    best = -1.0
    chosen = 0
    if number > 1:
        for world in range(worlds.shape[0]):
            source = deal_unseen(state, worlds[world], source)
        me = state[TURN]
        for move in range(number):
            total = 0.0
            for world in range(worlds.shape[0]):
                for at in range(SIZE):
                    trial[at] = worlds[world, at]
                make(trial, found[move], policy_weights, work, source + world)
                if trial[PHASE] == OVER:
                    total += 1.0 if size_of(trial, me) else 0.0
                elif size_of(trial, me):
                    value.chances(trial, weights, row, out)
                    total += out[me]
            if total > best:
                best = total
                chosen = move
    return make(state, found[chosen], policy_weights, work, source)


@compiled
def step(state: Ints, winner: int, rate: float, weights: Floats, row: Floats, out: Floats) -> float:
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


def main(games: int, better_games: int) -> None:
    """Train and write the weights."""
    rng = np.random.default_rng(1)
    policies = np.stack([start()] * 16)
    policies[4:, : policy.INSIGHT] += rng.normal(0, 0.08, (12, policy.INSIGHT))
    policies[:, policy.INSIGHT] = rng.uniform(0, 1, 16)
    weights = np.zeros((value.TABLES, value.FEATURES))
    state, trial = np.zeros(SIZE, dtype=np.int64), np.zeros(SIZE, dtype=np.int64)
    work, row, out = np.zeros(policy.WORK), np.zeros(value.FEATURES), np.zeros(6)
    kept = np.zeros((KEPT_POSITIONS, SIZE), dtype=np.int64)
    worlds, found = np.zeros((2, SIZE), dtype=np.int64), np.zeros((MOST, 5), dtype=np.int64)
    if not games:
        weights[:] = value.WEIGHTS
    for better, total, rate in ((False, games, 0.01), (True, better_games, 0.003)):
        for number in range(ROUNDS if total else 0):
            loss = np.zeros(2)
            begin = perf_counter()
            learn(
                total // ROUNDS,
                1000 * (1 + better) + number,
                rate * 0.75**number,
                policies,
                weights,
                state,
                work,
                row,
                out,
                kept,
                loss,
                worlds,
                trial,
                found,
                weights.copy(),
                better,
            )
            said = f"{int(loss[0])} positions, loss {loss[1] / loss[0]:.5f}, {perf_counter() - begin:.1f} s"
            print(f"{number + 1} of {ROUNDS}: {said}", flush=True)
            np.save(value.FILE, weights.astype(np.float32))


if __name__ == "__main__":
    main(*(int(text) for text in sys.argv[1:3])) if len(sys.argv) > 2 else main(GAMES, BETTER_GAMES)
