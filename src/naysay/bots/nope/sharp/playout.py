"""Playouts: each move in the same worlds, followed by the same luck; and the weights of the policy that plays them.

A move is a row of `MOVE` numbers: what it is, its cards bottom to top (places), and the naming that follows or is it.
"""

from math import log
from typing import Final, NamedTuple

import numpy as np

from naysay.bots.nope.engine.rules import OVER, PHASE, PLAYERS, TO_NAME, TO_TURN, deal, lay_places, name, size_of
from naysay.bots.nope.sharp import playout_policy
from naysay.bots.nope.sharp.playout_policy import Policy, act, draw, play_out
from naysay.bots.nope.sharp.playout_value import chances
from naysay.native.jit import Floats, Ints, compiled
from naysay.native.random import seeded

MOVE: Final = 8
WHAT: Final = 0
CARDS: Final = 1  # how many
PLACES: Final = 2
SEAT: Final = 5  # named; -1 if none is
WANTED: Final = 6
COLOUR: Final = 7

DRAWS: Final = 0
LAYS: Final = 1
NAMES: Final = 2

MOST_MOVES: Final = 2000  # of a whole game

# The chance that a hand must meet a demand: by colours 1, 2, 4 and count, then by size from 1 on.
LOSES: Final = (
    (0.74, 0.87, 0.926, 0.968, 0.984, 0.989, 0.995, 0.998, 0.999, 0.999, 1.0, 1.0),
    (0.221, 0.463, 0.655, 0.781, 0.881, 0.931, 0.964, 0.978, 0.991, 0.994, 0.998, 0.999),
    (0.0, 0.101, 0.259, 0.456, 0.62, 0.748, 0.846, 0.893, 0.936, 0.963, 0.979, 0.989),
    (0.948, 0.987, 0.997, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    (0.424, 0.738, 0.901, 0.961, 0.991, 0.998, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    (0.0, 0.213, 0.49, 0.724, 0.878, 0.951, 0.979, 0.993, 0.998, 1.0, 1.0, 1.0),
    (1.0,) * 12,
    (0.711, 0.975, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    (0.0, 0.385, 0.801, 0.965, 0.997, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
)


def start() -> Floats:
    """Weights to begin with, by the rules of thumb of `steady`."""
    weights = np.zeros(playout_policy.WEIGHTS)
    weights[playout_policy.KEEP : playout_policy.KEEP + 11] = [0.12, 0.12, 0.12, 0, 0, 0, 0, 0.5, 0.55, 0.55, 0.5]
    weights[playout_policy.PAIRS : playout_policy.PAIRS + 6] = [0, 0, 0.1, 0.05, 0.02, 0]
    weights[playout_policy.HIT] = 1.0
    weights[playout_policy.BACK] = 0.15
    weights[playout_policy.DRAWING] = 0
    weights[playout_policy.PICKING] = 0.15
    weights[playout_policy.NAMING] = 1.0
    weights[playout_policy.INSIGHT] = 0.5
    for size in range(playout_policy.SIZES + 2):
        weights[playout_policy.STRENGTH + size] = log(size + 0.5) if size else -4.0
    for kind, row in enumerate(LOSES):
        for size in range(1, playout_policy.SIZES):
            weights[playout_policy.LOSES + kind * playout_policy.SIZES + size] = row[size - 1]
    return weights


WEIGHTS: Final = start()
PLAIN: Final = start()
PLAIN[playout_policy.INSIGHT] = 0.0


@compiled
def make_move(state: Ints, move: Ints, source: int) -> int:
    """Make a move."""
    if move[WHAT] == DRAWS:
        return draw(state, source)
    if move[WHAT] == LAYS:
        lay_places(state, move[CARDS], move[PLACES], move[PLACES + 1], move[PLACES + 2])
        if state[PHASE] != TO_NAME or move[SEAT] < 0:
            return source
    name(state, move[SEAT], move[WANTED], move[COLOUR])
    return source


@compiled
def final_share(state: Ints, viewer: int) -> float:
    """The share of the win when the game is over: of all who hold most cards."""
    most = 0
    sharing = 0
    for seat in range(state[PLAYERS]):
        size = size_of(state, seat)
        if size > most:
            most = size
            sharing = 1
        elif size == most:
            sharing += 1
    return 1.0 / sharing if size_of(state, viewer) == most else 0.0


@compiled
def win_share(state: Ints, viewer: int, value: Floats, row: Floats, shares: Floats) -> float:
    """The viewer's share of the win: as it is when the game is over, else as it is judged."""
    if state[PHASE] == OVER:
        return final_share(state, viewer)
    if size_of(state, viewer) == 0:
        return 0.0
    chances(state, value, row, shares)
    return float(shares[viewer])


class Playouts(NamedTuple):
    """How playouts are made: how many of each move, how long, by which weights, and room to work in."""

    times: int
    horizon: int  # moves before a playout is judged
    policy: Policy
    value: Floats
    state: Ints
    row: Floats
    shares: Floats


@compiled
def test_moves(world: Ints, moves: Ints, active: Ints, viewer: int, seed: int, how: Playouts, results: Floats) -> None:
    """Playouts of each active move in a world, then judged.

    A row of `results` is for one move: how often, the sum, and the sum of squares.
    """
    state = how.state
    for time in range(how.times):
        luck = seeded(seed + time)
        for at in range(active.size):
            move = active[at]
            for place in range(world.size):
                state[place] = world[place]
            source = make_move(state, moves[move], luck)
            source, _ = play_out(state, how.policy, source, how.horizon)
            while state[PHASE] != OVER and state[PHASE] != TO_TURN:
                source = act(state, how.policy, source)
            share = win_share(state, viewer, how.value, how.row, how.shares)
            results[move, 0] += 1.0
            results[move, 1] += share
            results[move, 2] += share * share


@compiled
def play_games(games: int, players: int, seed: int, policy: Policy, state: Ints) -> int:
    """Whole games between seats of the same policy: how many moves they took."""
    source = seeded(seed)
    total = 0
    for game in range(games):
        source = deal(state, players, game % players, source)
        source, moves = play_out(state, policy, source, MOST_MOVES)
        total += moves
    return total
