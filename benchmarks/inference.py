"""Whether what others did tells the sharp bot where cards are: the log-likelihood of the true places of hidden cards.

Games of steady bots that nothing was fitted to. At some decisions, worlds are drawn; ours are weighed by what others
did, the peer's are uniform. Printed is the mean of the logarithm of the chance that a hidden card is where it truly is,
as a chance (its exponential), so that more is better; the must is a ratio above 1 with the whole 95 % interval, over
rounds, since decisions of one are alike. Beside it is the gain by each thing that others did, alone, where they did it.
"""

import sys
from collections.abc import Iterator
from itertools import groupby
from math import exp
from random import Random
from statistics import fmean
from typing import Final

import numpy as np

from benchmarks._progress import progress
from benchmarks._table import Row, arguments, report
from naysay.arena.stats import Estimate, Ratio
from naysay.bots.nyet.sharp.inference import WeightedWorlds
from naysay.bots.nyet.sharp.sampler import Worlds
from naysay.bots.nyet.sharp.search import new_source
from naysay.bots.nyet.steady import bot as steady
from naysay.game import Seat
from naysay.match import Match
from naysay.native.jit import Floats, Ints
from naysay.nyet.edition import deck
from naysay.nyet.rules import Nyet
from naysay.nyet.state import Play, State
from naysay.nyet.view import View
from naysay.solver.row import HAND

TABLES: Final = (
    ("iello-2015", 4),
    ("iello-2015", 2),
    ("iello-2015", 3),
    ("iello-2015", 5),
    ("amigo-2007", 4),
    ("goldsieber-1997", 4),
)
WORLDS: Final = 2000
LOOKED: Final = 0.06  # the part of all decisions that is looked at


def positions(edition: str, players: int, number: int) -> Iterator[tuple[State, View]]:
    """Decisions about a card in games of steady bots."""
    game, rng, found = Nyet(), Random(f"inference/{edition}/{players}"), 0
    while found < number:
        match = Match(game, game.setup(players, rng.randrange(players), edition), rng)
        for seat in match.turns():
            view, legal = match.view(seat), match.legal(seat)
            if isinstance(legal[0], Play) and len(view.hand) > 1 and rng.random() < LOOKED:
                found += 1
                yield match.state, view
            match.act(seat, steady.choose(view, legal, rng).move)
            if match.state.round is None or found == number:
                break


def likelihood(state: State, view: View, worlds: Worlds, rows: Ints, weights: Floats) -> float:
    """The mean logarithm of the chance that a hidden card is where it is."""
    assert state.round is not None
    shares = weights / weights.sum()
    logs = []
    for card in dict.fromkeys(deck(view.edition, view.setup.players)):
        held = {seat: hand.count(card) for seat, hand in enumerate(state.round.hands) if seat != view.seat}
        unseen = sum(held.values())
        for seat, many in held.items():
            if many:
                logs += [np.log((_mean(worlds, rows, shares, card, seat) + 1 / WORLDS) / (unseen + 1 / WORLDS))] * many
    return fmean(logs)


def _mean(worlds: Worlds, rows: Ints, shares: Floats, card: str, seat: Seat) -> float:
    """How many copies of a card a seat holds on average."""
    copies = [place for name, places in worlds.places.items() if name == card for place in places]
    return float(sum(shares @ (rows[:, HAND + seat] >> place & 1) for place in copies))


def shares(logs: Floats) -> Floats:
    """Weights from their logarithms."""
    found: Floats = np.exp(logs - logs.max())
    return found


Gains = list[tuple[int, float]]  # of each decision, with the number of its round


def over_rounds(gains: Gains) -> Estimate:
    """The mean over decisions, with an interval over rounds."""
    rounds = [[gain for _, gain in found] for _, found in groupby(gains, key=lambda one: one[0])]
    return Ratio.of([sum(found) for found in rounds], [len(found) for found in rounds]).estimate()


def half_of(found: Estimate) -> float:
    """Half of the interval."""
    return 0.0 if found.high is None else found.high - found.value


def within(found: Estimate) -> str:
    """The mean, with 95 %."""
    return f"{found.value:+.3f} ± {half_of(found):.3f}"


def main() -> int:
    """Measure and report."""
    options = arguments(__doc__ or "")
    rows = []
    for edition, players in TABLES:
        ours: list[float] = []
        peers: list[float] = []
        gains: Gains = []
        alone: dict[str, Gains] = {}
        number, before = 0, None
        for state, view in positions(edition, players, 30 if options.quick else 200):
            progress(f"{edition}, {players} players: {len(ours)}")
            number, before = number + (state.setup is not before), state.setup
            rng = Random(len(ours))
            worlds, source = Worlds(view), new_source(rng)
            sample, weights = worlds.draw(source, WORLDS)
            drawn, guesses, uniform = sample.rows, WeightedWorlds(view, worlds, source, rng), np.log(weights)
            peers.append(likelihood(state, view, worlds, drawn, weights))
            ours.append(likelihood(state, view, worlds, drawn, shares(guesses.log_weights(sample, weights))))
            gains.append((number, ours[-1] - peers[-1]))
            for what, logs in guesses.log_likelihoods(sample).items():
                if logs.any():
                    told = likelihood(state, view, worlds, drawn, shares(uniform + logs))
                    alone.setdefault(what, []).append((number, told - peers[-1]))
        gain = over_rounds(gains)
        parts = ", ".join(f"{what} {within(over_rounds(found))}" for what, found in alone.items())
        note = f"log-likelihood {fmean(ours):.3f} against {fmean(peers):.3f}, gain {within(gain)}; alone: {parts}"
        name = f"chance of a hidden card's true place, {edition}, {players} players"
        rows.append(Row(name, exp(fmean(ours)), exp(fmean(peers)), exp(half_of(gain)), note))
    progress()
    return report(rows, options.json)


if __name__ == "__main__":
    sys.exit(main())
