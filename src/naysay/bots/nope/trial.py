"""Moves on trial: each in the same worlds with the same luck, the worse half dropped again and again.

With a number of nodes (short playouts) no clock is read, and everything follows from the seed. With a time, what has
been tried when it is over counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from time import perf_counter
from typing import Final

import numpy as np

from naysay.bots.nope.fast import engine, policy, search, value
from naysay.bots.nope.fast.cards import FIRST, KINDS, LETTER_BITS
from naysay.bots.nope.fast.machine import Floats, Ints
from naysay.bots.nope.fast.position import pack
from naysay.bots.nope.fast.weights import WEIGHTS
from naysay.bots.nope.worlds import LIKELY, Slots, Walk
from naysay.nope.cards import ORDER
from naysay.nope.state import Discard, Hand, Move, Name
from naysay.nope.view import View

HORIZON: Final = 8  # moves of a playout before it is judged
MOST_WORLDS: Final = 256
PLAYOUTS: Final = 2  # in each new world, of each move
MENDING: Final = 0.25  # the most of the time, or of the nodes, for a first world that breaks nothing
BURN_IN: Final = 12  # sweeps after it
SWEEPS: Final = 3  # from one world to the next
SWEEP_NODES: Final = 8  # so many nodes take as long as a sweep
AT_A_TIME: Final = 4  # sweeps between two looks at the clock


@dataclass(frozen=True, slots=True)
class Plan:
    """A move, the naming that is to follow it, and the chance to win after it by rules of thumb."""

    move: Move
    then: Name | None
    prior: float


class Budget:
    """How much may still be done: until a moment, or a number of nodes."""

    def __init__(self, end: float | None, nodes: int | None) -> None:
        self.end = end
        self.nodes = nodes
        self.begin = perf_counter() if nodes is None else 0.0
        self.spent = 0

    def used(self) -> float:
        """The share that is used up: 1 or more if nothing is left."""
        if self.nodes is not None:
            return self.spent / self.nodes
        assert self.end is not None
        left = self.end - self.begin
        return (perf_counter() - self.begin) / left if left > 0 else 1.0


class Trial:
    """The moves of a view, tried in its worlds."""

    def __init__(self, view: View, plans: Sequence[Plan], rng: Random) -> None:
        assert view.seat is not None
        self.viewer = view.seat
        self.plans = plans
        self.seed = rng.getrandbits(62)
        hands: list[Hand] = [view.hand if seat == view.seat else () for seat in range(view.setup.players)]
        self.base = pack(view.setup, view.phase, view.turn, view.turns, view.discards, view.named, hands)
        self.used = np.zeros(len(KINDS), dtype=np.int64)
        for card in (*view.hand, *view.discards):
            self.used[ORDER[card]] += 1
        self.sizes = np.array(view.hand_sizes, dtype=np.int64)
        self.moves = np.array([_row(plan) for plan in plans], dtype=np.int64)
        self.results: Floats = np.zeros((len(plans), 3))
        self.rows: Ints = np.zeros((MOST_WORLDS, engine.SIZE), dtype=np.int64)
        self.worlds = 0
        self.playouts = 0
        self.walk = Walk(Slots(view), rng, patience=0, weights=LIKELY)
        self.state = np.zeros(engine.SIZE, dtype=np.int64)
        self.kinds = np.zeros(len(KINDS), dtype=np.int64)
        self.work = np.zeros(policy.WORK)
        self.row = np.zeros(value.FEATURES)
        self.shares = np.zeros(engine.SEATS)

    def run(self, budget: Budget) -> None:
        """Try until the budget is used up."""
        while not self.walk.is_whole() and budget.used() < MENDING:
            self.walk.mend(AT_A_TIME)
            budget.spent += AT_A_TIME * SWEEP_NODES
        self.walk.run(BURN_IN)
        active = list(range(len(self.plans)))
        rounds = max(1, (len(active) - 1).bit_length())
        begun = budget.used()
        for number in range(rounds):
            until = begun + (1 - begun) * (number + 1) / rounds
            indices = np.array(active, dtype=np.int64)
            while budget.used() < until:
                if self.worlds < MOST_WORLDS:
                    self._add_world()
                    budget.spent += SWEEPS * SWEEP_NODES
                    self._try(self.worlds - 1, indices)
                else:
                    self._try(self.playouts // PLAYOUTS, indices)
                budget.spent += PLAYOUTS * len(active)
            active = sorted(active, key=lambda at: -self.score(at))[: max(2, (len(active) + 1) // 2)]

    def _add_world(self) -> None:
        walk = self.walk
        walk.run(SWEEPS)
        walk.source = search.deal_world(
            walk.story,
            self.viewer,
            self.sizes,
            self.base,
            self.used,
            walk.cards,
            walk.held,
            self.kinds,
            self.rows[self.worlds],
            walk.source,
        )
        self.worlds += 1

    def _try(self, world: int, indices: Ints) -> None:
        search.test_moves(
            self.rows[world % self.worlds],
            PLAYOUTS,
            self.moves,
            indices,
            self.viewer,
            self.seed + self.playouts,
            HORIZON,
            WEIGHTS,
            value.WEIGHTS,
            self.state,
            self.work,
            self.row,
            self.shares,
            self.results,
        )
        self.playouts += PLAYOUTS

    def share(self, at: int) -> tuple[float, float]:
        """The expected share of the win after a move, and its standard error; nothing is known without a playout."""
        number, total, squares = self.results[at]
        if number == 0:
            return 0.0, 1.0
        mean = total / number
        return float(mean), sqrt(max(squares / number - mean * mean, 1e-6) / number)

    def score(self, at: int) -> float:
        """How good a move is: the mean of its share and of what the rules of thumb say, which err differently."""
        return (self.share(at)[0] + self.plans[at].prior) / 2

    def order(self) -> list[int]:
        """The moves, best first: those that lasted longest, by their score."""
        return sorted(range(len(self.plans)), key=lambda at: (-self.results[at, 0], -self.score(at)))


def _row(plan: Plan) -> list[int]:
    """A move as numbers; see `fast/search`."""
    row = [search.DRAWS, 0, 0, 0, 0, -1, 0, 0]
    name = plan.then
    match plan.move:
        case Discard(cards):
            places = [FIRST[card] + cards[:place].count(card) for place, card in enumerate(cards)]
            row[: 2 + len(places)] = [search.LAYS, len(places), *places]
        case Name():
            row[0], name = search.NAMES, plan.move
    if name:
        row[search.SEAT :] = [name.seat, name.count, LETTER_BITS[name.colour]]
    return row
