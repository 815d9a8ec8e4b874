"""What a search has found so far, and whether it may go on."""

from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from naysay.bots.think import Think
from naysay.native.jit import Floats, Ints
from naysay.native.random import seed_source

SCORE, POINTS, TAKES = range(3)
COLUMNS: Final = 3
FEWEST: Final = 16  # worlds before a move is given up
Z_SCORE: Final = 2.5  # so many standard errors behind, a move is given up
MARGIN: Final = 0.05
TINY: Final = 1e-300
RESERVE: Final = 0.002  # seconds for what comes after the search


@dataclass(slots=True)
class Budget:
    """How long a search may go on: until a moment, or for so many worlds (nodes).

    The last batch is not begun if the time would not suffice for one as long as the longest so far.
    """

    think: Think
    started: float
    spent: int = 0
    longest: float = 0.0
    last: float = 0.0

    @classmethod
    def start(cls, think: Think, started: float) -> "Budget":
        """A search that began at a moment of `perf_counter`."""
        return cls(think, started, last=perf_counter())

    def spend(self, nodes: int) -> bool:
        """Count a batch; whether there may be another."""
        self.spent += nodes
        if self.think.nodes is not None:
            return self.spent < self.think.nodes
        now = perf_counter()
        self.longest = max(self.longest, now - self.last)
        self.last = now
        return now + self.longest + RESERVE - self.started < self.think.seconds


class Tally:
    """Weighted means over worlds, of every move: score, points of the seat, chance of its side to take the trick.

    `prior` are scores known before, which count like `prior_weight` worlds. Moves that are clearly worse than the best
    are tried no more: `active` are the others.
    """

    def __init__(self, moves: int, prior: Floats | None = None, prior_weight: float = 0.0, keep: int = 0) -> None:
        self.active: Ints = np.arange(moves)
        self.worlds = 0
        self._prior = np.zeros(moves) if prior is None else prior - prior.mean()
        self._prior_weight = prior_weight
        if 0 < keep < moves:
            self.active = np.sort(np.argsort(-self._prior, kind="stable")[:keep])
        self._sums = np.zeros((moves, COLUMNS))
        self._spread = np.zeros(moves)
        self._weight = np.zeros(moves)
        self._squares = np.zeros(moves)
        self._scores: Floats | None = None
        self._weights: Floats = np.zeros(0)

    def add(self, results: Floats, weights: Floats) -> None:
        """Add a batch: results by world, active move and column."""
        active = self.active
        self._sums[active] += np.einsum("w,wmc->mc", weights, results)
        self._spread[active] += np.einsum("w,wm->m", weights, results[:, :, POINTS] ** 2)
        self._weight[active] += weights.sum()
        self._squares[active] += (weights**2).sum()
        self.worlds += len(weights)
        scores = results[:, :, SCORE]
        self._scores = scores if self._scores is None else np.concatenate((self._scores, scores))
        self._weights = np.concatenate((self._weights, weights))

    def narrow(self) -> None:
        """Give up moves that are worse than the best by more than chance explains."""
        if self._scores is None or self.worlds < FEWEST or len(self.active) < 2:
            return
        shares = self._weights / self._weights.sum()
        best = int(np.argmax(self.scores[self.active]))
        behind = self._scores[:, [best]] - self._scores
        mean = shares @ behind
        error = np.sqrt(np.maximum(0.0, shares**2 @ (behind - mean) ** 2))
        keep = mean <= Z_SCORE * error + MARGIN
        keep[best] = True
        self.active, self._scores = self.active[keep], self._scores[:, keep]

    @property
    def scores(self) -> Floats:
        """How good every move looks: what was found, and the prior."""
        found = self.means[:, SCORE]
        middle = found[self.active].mean() - self._prior[self.active].mean()
        weight = self._prior_weight
        scores: Floats = (self.worlds * found + weight * (self._prior + middle)) / (self.worlds + weight)
        lost = np.ones(len(scores), bool)
        lost[self.active] = False
        behind = np.minimum(0.0, self._prior[lost] - self._prior[self.active].max())
        scores[lost] = scores[self.active].min() - 1.0 + behind
        return scores

    @property
    def tried(self) -> NDArray[np.bool_]:
        """Which moves were tried at all."""
        found: NDArray[np.bool_] = self._weight > 0.0
        return found

    @property
    def means(self) -> Floats:
        """Score, points and chance of every move."""
        found: Floats = self._sums / np.maximum(self._weight, TINY)[:, None]
        return found

    @property
    def errors(self) -> Floats:
        """The standard error of the points of every move."""
        mean = self.means[:, POINTS]
        weight = np.maximum(self._weight, TINY)
        spread = np.maximum(0.0, self._spread / weight - mean**2)
        found: Floats = np.sqrt(spread * self._squares) / weight
        return found


def new_source(rng: Random) -> Ints:
    """A source of random numbers for compiled code."""
    source = np.zeros(1, np.int64)
    seed_source(source, rng.getrandbits(62))
    return source


def resample(logs: Floats, number: int, source: Random) -> Ints:
    """So many worlds in proportion to their weights, which are given as logarithms: evenly spaced spots."""
    weights = np.exp(logs - logs.max())
    steps = np.cumsum(weights / weights.sum())
    spots = (np.arange(number) + source.random()) / number
    return np.minimum(np.searchsorted(steps, spots), len(logs) - 1)
