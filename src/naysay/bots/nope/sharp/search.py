"""The search for the best move: each is tried in the same worlds with the same luck; what is clearly worse is dropped.

Of many moves, short playouts choose those that are worth a look ahead. Worlds are dealt in batches, and those of a
batch that make likely what the others chose are used more often. With a number of nodes no clock is read, and
everything follows from the seed. With a time, what has been tried when it is over counts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from time import perf_counter
from typing import Final

import numpy as np

from naysay.bots.nope.counting import NO_LIMIT, most_held
from naysay.bots.nope.engine import rules
from naysay.bots.nope.engine.cards import FIRST, KINDS, words
from naysay.bots.nope.engine.rows import colour_bits, pack
from naysay.bots.nope.sharp import (
    inference,
    judge,
    lookahead,
    playout,
    playout_policy,
    playout_value,
    sampler,
    thumb_rules,
)
from naysay.bots.nope.sharp.hand_odds import LIMITS
from naysay.bots.nope.worlds import LIKELY, Chain, Slots
from naysay.game import Seat
from naysay.native.jit import Floats, Ints
from naysay.nope.cards import LETTERS, ORDER, SELECTIONS
from naysay.nope.state import Demand, Discard, Hand, Move, Name
from naysay.nope.view import View

BATCH: Final = 32  # worlds that are dealt before moves are tried in them
MOST_BATCHES: Final = 12
FINALISTS: Final = 8  # moves that are looked at closely; playouts choose them if there are more
PLAYOUTS: Final = 2  # of each move in each world of the first batch
HORIZON: Final = 8  # moves of a playout before it is judged
Z_SCORE: Final = 3.5  # so many standard errors behind, a move is dropped
PRIOR_WEIGHT: Final = 8.0  # so many looks count as much as the learned judgement without any
INFERENCE_WEIGHT: Final = 0.7  # how much the choices of the others count: they are not `steady`
REPAIR_SHARE: Final = 0.25  # the most of the time, or of the nodes, for a first world that is consistent
SAMPLE_SHARE: Final = 0.5  # the most of it that is used when the first batch of worlds is drawn
BURN_IN: Final = 12  # sweeps after it
SWEEPS: Final = 3  # from one world to the next
SWEEP_NODES: Final = 8  # so many nodes take as long as a sweep
INFERENCE_NODES: Final = 40  # as to see how likely a world makes what the others chose
LOOK_NODES: Final = 8  # as a look ahead
AT_A_TIME: Final = 4  # sweeps between two looks at the clock


@dataclass(frozen=True, slots=True)
class Plan:
    """A move, the demand that it leaves and to whom, and the chance to win after it by rules of thumb."""

    move: Move
    first: Seat
    then: Demand
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


class Search:
    """The moves of a view, tried in its worlds."""

    def __init__(self, view: View, plans: Sequence[Plan], rng: Random) -> None:
        assert view.seat is not None
        self.viewer = view.seat
        self.plans = plans
        self.seed = rng.getrandbits(62)
        hands: list[Hand] = [view.hand if seat == view.seat else () for seat in range(view.setup.players)]
        used = np.zeros(len(KINDS), dtype=np.int64)
        for card in (*view.hand, *view.discards):
            used[ORDER[card]] += 1
        self.template = sampler.Template(
            viewer=view.seat,
            sizes=np.array(view.hand_sizes, dtype=np.int64),
            row=pack(view.setup, view.phase, view.turn, view.turns, view.discards, view.named, hands),
            used=used,
        )
        self.known = limits_of(view)
        self.moves = np.array([_row(plan) for plan in plans], dtype=np.int64)
        self.plain_moves = np.array([_plain_row(plan) for plan in plans], dtype=np.int64)
        self.priors = np.array([plan.prior for plan in plans])
        self.judged = self.priors.copy()
        self.played: Floats = np.zeros((len(plans), 3))
        self.looked: Floats = np.zeros((len(plans), 3))
        self.rows: Ints = np.zeros((BATCH, rules.SIZE), dtype=np.int64)
        self.likely: Floats = np.zeros(BATCH)
        self.worlds = 0
        self.trials = 0
        slots = Slots(view)
        self.chain = Chain(slots, rng, patience=0, weights=LIKELY)
        self.choices = inference.read_choices(view, slots)
        self.kinds = np.zeros(len(KINDS), dtype=np.int64)
        self.state = np.zeros(rules.SIZE, dtype=np.int64)
        self.work = thumb_rules.workspace()
        self.network = judge.network()
        self.scratch = lookahead.Scratch(
            lookahead.Position(self.state, np.zeros(LIMITS, dtype=np.int64)), self.work, self.network
        )
        self.playouts = playout.Playouts(
            times=PLAYOUTS,
            horizon=HORIZON,
            policy=playout_policy.Policy(playout.WEIGHTS, np.zeros(playout_policy.WORK)),
            value=playout_value.WEIGHTS,
            state=self.state,
            row=np.zeros(playout_value.FEATURES),
            shares=np.zeros(rules.SEATS),
        )

    def run(self, budget: Budget) -> None:
        """Try until the budget is used up, or more would hardly change anything."""
        while not self.chain.is_consistent() and budget.used() < REPAIR_SHARE:
            self.chain.repair(AT_A_TIME)
            budget.spent += AT_A_TIME * SWEEP_NODES
        self.chain.run(BURN_IN)
        self._sample(budget, SAMPLE_SHARE)
        self._judge()
        active = list(range(len(self.plans)))
        if len(active) > FINALISTS:
            self._try(active, budget, self._play)
            active = sorted(active, key=lambda at: -self.score(at))[:FINALISTS]
        for number in range(MOST_BATCHES):
            if number:
                self._sample(budget, 1.0)
            self._try(active, budget, self._look)
            active = self._keep(active)
            if len(active) == 1 or budget.used() >= 1.0:
                break

    def _sample(self, budget: Budget, end: float) -> None:
        """Draw a batch of worlds, at least one, and see how likely each makes what the others chose."""
        chain, world = self.chain, self.chain.world
        self.worlds = 0
        while self.worlds == 0 or (self.worlds < BATCH and budget.used() < end):
            chain.run(SWEEPS)
            self.likely[self.worlds] = inference.log_likelihood(
                self.choices, world.cards, world.held, self.state, self.work
            )
            chain.source = sampler.deal_world(
                chain.evidence, self.template, world, self.kinds, self.rows[self.worlds], chain.source
            )
            self.worlds += 1
            budget.spent += SWEEPS * SWEEP_NODES + INFERENCE_NODES

    def _try(self, active: list[int], budget: Budget, attempt: Callable[[int, Ints, Budget], None]) -> None:
        """Try moves in as many worlds as were dealt, likely ones more often, while the budget lasts."""
        likely = np.exp(INFERENCE_WEIGHT * (self.likely[: self.worlds] - self.likely[: self.worlds].max()))
        steps = (np.arange(self.worlds) + 0.5) / self.worlds
        chosen = np.searchsorted(np.cumsum(likely / likely.sum()), steps)
        indices = np.array(active, dtype=np.int64)
        for world in chosen:
            if budget.used() >= 1.0:
                break
            attempt(min(int(world), self.worlds - 1), indices, budget)
            self.trials += 1

    def _keep(self, active: list[int]) -> list[int]:
        """The moves that are not clearly worse than the best."""
        best = max(active, key=self.score)
        mean, error = self.share(best)
        kept = [best]
        for at in active:
            other, its_error = self.share(at)
            if at != best and mean - other < Z_SCORE * sqrt(error * error + its_error * its_error):
                kept.append(at)
        return kept

    def _judge(self) -> None:
        start = lookahead.Position(self.rows[0], self.known)
        lookahead.judge_plans(start, self.moves, self.priors, self.work, self.network, self.judged)

    def _play(self, world: int, indices: Ints, budget: Budget) -> None:
        """Short playouts."""
        seed = self.seed + PLAYOUTS * self.trials
        row = self.rows[world]
        playout.test_moves(row, self.plain_moves, indices, self.viewer, seed, self.playouts, self.played)
        budget.spent += PLAYOUTS * len(indices)

    def _look(self, world: int, indices: Ints, budget: Budget) -> None:
        """A look ahead."""
        start, seed = lookahead.Position(self.rows[world], self.known), self.seed + self.trials
        lookahead.look_at_moves(start, self.moves, indices, self.viewer, seed, self.scratch, self.looked)
        budget.spent += LOOK_NODES * len(indices)

    def share(self, at: int) -> tuple[float, float]:
        """The expected share of the win after a move, and its standard error; nothing is known without a trial."""
        number, total, squares = self.looked[at] if self.looked[at, 0] else self.played[at]
        if number == 0:
            return float(self.judged[at]), 0.5
        mean = total / number
        return float(mean), sqrt(max(squares / number - mean * mean, 1e-6) / number)

    def score(self, at: int) -> float:
        """How good a move is: by looks ahead, the learned judgement counting as some; else by all that is known."""
        number, total, _ = self.looked[at]
        if number:
            return float((total + PRIOR_WEIGHT * self.judged[at]) / (number + PRIOR_WEIGHT))
        if self.played[at, 0]:
            return float((self.share(at)[0] + self.priors[at] + self.judged[at]) / 3)
        return float(self.judged[at])

    def order(self) -> list[int]:
        """The moves, best first: before all others those that were looked at."""
        return sorted(range(len(self.plans)), key=lambda at: (self.looked[at, 0] == 0, -self.score(at)))


def limits_of(view: View) -> Ints:
    """The most cards of each colour that each seat can hold, as `hand_odds` reads it."""
    found = np.full(LIMITS, NO_LIMIT, dtype=np.int64)
    for seat, limit in enumerate(most_held(view)):
        found[4 * seat : 4 * seat + 4] = [limit[colour] for colour in LETTERS]
    return found


def _places(cards: Hand) -> list[int]:
    """The places of cards that are laid."""
    return [FIRST[card] + cards[:place].count(card) for place, card in enumerate(cards)]


def _row(plan: Plan) -> list[int]:
    """A move as numbers; see `thumb_rules`."""
    what, low, high, top = thumb_rules.DRAWING, 0, 0, -1
    match plan.move:
        case Discard(cards):
            places = _places(cards)
            what, (low, high), top = thumb_rules.LAYING, words(places), places[-1]
        case Name():
            what = thumb_rules.NAMING
    return [what, low, high, top, plan.first, plan.then.count, colour_bits(plan.then.colours)]


def _plain_row(plan: Plan) -> list[int]:
    """A move as numbers; see `playout`."""
    row = [playout.DRAWS, 0, 0, 0, 0, -1, 0, 0]
    names = isinstance(plan.move, Name)
    match plan.move:
        case Discard(cards):
            places = _places(cards)
            row[: 2 + len(places)] = [playout.LAYS, len(places), *places]
            names = cards[-1] in SELECTIONS
        case Name():
            row[0] = playout.NAMES
    if names:
        row[playout.SEAT :] = [plan.first, plan.then.count, colour_bits(plan.then.colours)]
    return row
