"""What the sharp bot of Nope! knows of hidden hands: how well its worlds predict where the unseen cards are.

Held-out games between steady bots; at moments in them, for each unseen card, the logarithm of the chance that the
worlds gave to the place where it really was (a certain other hand, or the pile). Three ways to know: card counting
alone, worlds by the rules, and worlds that are also weighed by how likely the choices of others were. The weights were
fitted to other games. A row holds if the better knowledge predicts better with 95 % certainty, over games.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from math import log, sqrt
from random import Random

import numpy as np

from benchmarks._progress import progress
from benchmarks._table import Row, arguments, report
from naysay.bots.nope.engine.cards import KINDS
from naysay.bots.nope.sharp.sampler import replay_hand
from naysay.bots.nope.steady.bot import choose
from naysay.bots.nope.worlds import LIKELY, UNIFORM, Chain, Slots
from naysay.match import Deal, Match
from naysay.native.jit import Floats
from naysay.nope.cards import ORDER, whole_deck
from naysay.nope.rules import Nope
from naysay.nope.state import State
from naysay.nope.view import View

NOPE = Nope()
WORLDS = 150
SWEEPS = 4
BURN_IN = 60
SMOOTHING = 0.5
MOST_EVENTS = 160


def positions(seed: int) -> Iterator[State]:
    """Some states of a game between steady bots."""
    rng = Deal.of("inference", seed).rng()
    players = 2 + seed % 5
    match = Match(NOPE, NOPE.setup(players, seed % players), rng)
    for seat in match.turns():
        if len(match.state.history) >= MOST_EVENTS:
            return
        legal = match.legal(seat)
        if len(legal) > 1 and rng.random() < 0.1:
            yield match.state
        match.act(seat, choose(match.view(seat), legal, rng).move)


def expected(view: View, weights: Floats) -> Floats:
    """How many cards of each kind each seat holds on average, in the worlds of a view."""
    chain = Chain(Slots(view), Random(0), weights=weights)
    chain.run(BURN_IN)
    total = np.zeros((view.setup.players, len(KINDS)))
    for _ in range(WORLDS):
        chain.run(SWEEPS)
        for seat in range(view.setup.players):
            replay_hand(chain.evidence, seat, chain.world)
            total[seat] += chain.world.held[: len(KINDS)]
    return total / WORLDS


def score(state: State, view: View, held: Floats) -> float:
    """The mean logarithm of the chance of each unseen card to be where it is."""
    unseen = Counter(whole_deck(True))
    unseen.subtract((*view.hand, *view.discards))
    hidden = unseen.total()
    points = 0.0
    for card, copies in unseen.items():
        left = copies
        rest = copies
        for seat, hand in enumerate(state.hands):
            if seat == view.seat:
                continue
            usual = len(hand) / hidden
            chance = (held[seat, ORDER[card]] + SMOOTHING * usual) / (copies + SMOOTHING) if copies else usual
            count = hand.count(card)
            points += count * log(max(chance, 1e-6)) if count else 0.0
            left -= count
            rest -= held[seat, ORDER[card]]
        usual = len(state.pile) / hidden
        if left:
            points += left * log(max((rest + SMOOTHING * usual) / (copies + SMOOTHING), 1e-6))
    return points / hidden


def counting(view: View) -> Floats:
    """The same as `expected`, by counting cards alone."""
    unseen = Counter(whole_deck(True))
    unseen.subtract((*view.hand, *view.discards))
    shares = np.array([unseen[card] for card in ORDER]) / unseen.total()
    return np.array([size * shares for size in view.hand_sizes])


def main() -> int:
    """Measure and report."""
    options = arguments(__doc__ or "")
    games: list[tuple[float, float, float]] = []
    for seed in range(40 if options.quick else 400):
        points = []
        for state in positions(seed):
            view = NOPE.view(state, state.turn)
            points.append(
                [score(state, view, held) for held in (counting(view), expected(view, UNIFORM), expected(view, LIKELY))]
            )
        if points:
            games.append(tuple(np.mean(points, axis=0)))
        progress(f"{seed + 1} games")
    progress()
    scores = np.array(games)
    rows = []
    for name, better, worse in (("by the rules: card counting", 1, 0), ("weighed by choices: by the rules", 2, 1)):
        gain = scores[:, better] - scores[:, worse]
        error = gain.std() / sqrt(len(gain))
        note = f"gain of log-likelihood for each unseen card {gain.mean():.4f} ± {1.96 * error:.4f}, {len(gain)} games"
        likelihood = np.exp(scores.mean(axis=0))
        must = 1.0 if gain.mean() - 1.96 * error > 0 else 1e9
        rows.append(
            Row(
                f"likelihood of a hidden card's place, worlds {name}",
                float(likelihood[better]),
                float(likelihood[worse]),
                must,
                note,
            )
        )
    return report(rows, options.json)


if __name__ == "__main__":
    sys.exit(main())
