"""What a search has found so far, and whether it may go on."""

from dataclasses import dataclass, field
from random import Random
from time import perf_counter

import numpy as np

from naysay.bots.nyet.sharp.machine import Floats, Ints, seed_source
from naysay.bots.think import Think

SCORE, POINTS, TAKES = range(3)
COLUMNS = 3


@dataclass(slots=True)
class Budget:
    """How long a search may go on: until a moment, or for so many nodes. A node is a world in which all moves are tried.

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
        return now + self.longest - self.started < self.think.seconds


@dataclass(slots=True)
class Tally:
    """Weighted means over worlds, of every move: score, points of the seat, chance to take the trick."""

    moves: int
    weight: float = 0.0
    squares: float = 0.0
    worlds: int = 0
    sums: Floats = field(init=False)
    spread: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.sums = np.zeros((self.moves, COLUMNS))
        self.spread = np.zeros(self.moves)

    def add(self, results: Floats, weights: Floats) -> None:
        """Add a batch: results by world, move and column."""
        self.sums += np.einsum("w,wmc->mc", weights, results)
        self.spread += np.einsum("w,wm->m", weights, results[:, :, POINTS] ** 2)
        self.weight += float(weights.sum())
        self.squares += float((weights**2).sum())
        self.worlds += len(weights)

    @property
    def means(self) -> Floats:
        """Score, points and chance of every move."""
        return self.sums / self.weight

    @property
    def errors(self) -> Floats:
        """The standard error of the points of every move."""
        mean = self.means[:, POINTS]
        found: Floats = np.sqrt(np.maximum(0.0, self.spread / self.weight - mean**2) * self.squares) / self.weight
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
