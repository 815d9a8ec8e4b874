"""How fast Nope!'s playouts are: moves a second on one thread, against OpenSpiel's C++ rollouts in the same run.

Ours are whole games of four from the deal on, played by the policy of the sharp bot, which weighs every set and top
card; OpenSpiel's are random moves in a trick-taking game of four (see `benchmarks/solver.py`). A draw, a discard and a
naming are a move each. The rules engine, driven by random moves, is measured beside it.
"""

import sys
from collections.abc import Callable
from random import Random
from time import thread_time

import numpy as np

from benchmarks._table import Row, arguments, measure, report
from benchmarks.solver import their_playouts
from naysay.bots.nope.engine.rules import SIZE
from naysay.bots.nope.sharp.playout import PLAIN, WEIGHTS, play_games
from naysay.bots.nope.sharp.playout_policy import WORK, Policy
from naysay.match import Match
from naysay.native.jit import Floats
from naysay.nope.rules import Nope


def our_playouts(weights: Floats, games: int) -> Callable[[], float]:
    """Moves a second of whole games."""
    state, policy = np.zeros(SIZE, dtype=np.int64), Policy(weights, np.zeros(WORK))

    def run() -> float:
        begin = thread_time()
        moves = play_games(games, 4, 1, policy, state)
        return moves / (thread_time() - begin)

    play_games(1, 4, 1, policy, state)
    return run


def by_the_rules(games: int) -> Callable[[], float]:
    """Moves a second of the rules engine, at random."""
    nope, rng = Nope(), Random(1)

    def run() -> float:
        moves, begin = 0, thread_time()
        for _ in range(games):
            match = Match(nope, nope.setup(4, 0), rng)
            for seat in match.turns():
                match.act(seat, rng.choice(match.legal(seat)))
            moves += len(match.actions)
        return moves / (thread_time() - begin)

    return run


def main() -> int:
    """Measure and report."""
    options = arguments(__doc__ or "")
    games = 2_000 if options.quick else 10_000
    measures = {
        "plain": our_playouts(PLAIN, games),
        "sharp": our_playouts(WEIGHTS, games),
        "rules": by_the_rules(5 if options.quick else 20),
    }
    try:
        import pyspiel
    except ImportError:
        pass
    else:
        measures["rollouts"] = their_playouts(pyspiel, 40 if options.quick else 200)
    found = measure(measures, repeats=5)
    peer = found.get("rollouts")
    rows = []
    for name, key, must in (
        ("4-player playouts without insight, moves/s: C++ rollouts", "plain", 1.0),
        ("the same as sharp plays them: C++ rollouts", "sharp", 1.0),
    ):
        note = f"{found[key]} against {peer}" if peer else "the peer is missing: `make bench` installs open_spiel"
        rows.append(Row(name, found[key].middle, peer.middle if peer else None, must, note))
    note = f"{found['plain']} against {found['rules']}"
    rows.append(Row("the same: the rules engine at random", found["plain"].middle, found["rules"].middle, None, note))
    return report(rows, options.json)


if __name__ == "__main__":
    sys.exit(main())
