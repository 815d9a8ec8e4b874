"""Simulations a second of information-set MCTS at the first card of a round, against OpenSpiel's in C++.

Ours: 4-player deals of `iello-2015`, 15 cards each, hidden cards swapped anew for every simulation, one node added, the
rest at random. Theirs: ISMCTSBot on `oh_hell` with 12 tricks, where all have bid, a new world for every simulation.
"""

import sys
from collections.abc import Callable
from random import Random
from time import thread_time
from typing import Any

from benchmarks._table import Row, arguments, measure, report
from benchmarks.solver import PEER
from naysay.bots.nyet.ismcts import bot as ismcts
from naysay.bots.nyet.steady import bot as steady
from naysay.bots.think import Think
from naysay.games import find
from naysay.match import Match
from naysay.nyet.state import Play

MUST = 40_000


def first_cards(number: int) -> list[tuple[Any, Any]]:
    """Views and legal moves of who plays the first card of a round."""
    game = find("nyet")
    found: list[tuple[Any, Any]] = []
    for seed in range(number):
        rng = Random(f"ismcts {seed}")
        match = Match(game, game.setup(4, 0), rng)
        for seat in match.turns():
            view, legal = match.view(seat), match.legal(seat)
            if isinstance(legal[0], Play):
                found.append((view, legal))
                break
            match.act(seat, steady.choose(view, legal, rng).move)
    return found


def ours(simulations: int) -> Callable[[], float]:
    """Simulations a second, everything counted: the view, the worlds, the answer."""
    positions = first_cards(8)

    def run() -> float:
        begin = thread_time()
        for view, legal in positions:
            ismcts.choose(view, legal, Random(1), Think(nodes=simulations))
        return simulations * len(positions) / (thread_time() - begin)

    return run


def theirs(pyspiel: Any, simulations: int) -> Callable[[], float]:
    """Simulations a second of the C++ bot."""
    game, rng = pyspiel.load_game(PEER), Random(1)
    state = game.new_initial_state()
    bids = 0
    while bids < 4:
        bids += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))

    def run() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        policy, kept = pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT, -1
        bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, simulations, kept, policy, False, False)
        begin = thread_time()
        bot.step(state)
        return simulations / (thread_time() - begin)

    return run


def main() -> int:
    """Measure and report."""
    options = arguments(__doc__ or "")
    ours(1)()
    measures = {"ours": ours(2_000 if options.quick else 20_000)}
    try:
        import pyspiel
    except ImportError:
        pass
    else:
        measures["theirs"] = theirs(pyspiel, 2_000 if options.quick else 20_000)
    found = measure(measures, repeats=3 if options.quick else 7)
    rate, peer = found["ours"], found.get("theirs")
    note = f"{rate} against {peer}" if peer else "the peer is missing: `make bench` installs open_spiel"
    rows = [
        Row("ISMCTS, first card of 4 players, simulations/s: at least", rate.middle, MUST, 1.0, note),
        Row("the same: OpenSpiel's C++ ISMCTSBot", rate.middle, peer.middle if peer else None, 1.0, note),
    ]
    return report(rows, options.json)


if __name__ == "__main__":
    sys.exit(main())
