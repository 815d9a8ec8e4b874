"""The sharp bot for Nope!: it tries its moves in worlds that agree with all it saw, and plays each out many times.

First the rules of thumb of `steady` list the moves, so that of all orders of a set only the top card counts, and of
many sets only the best are tried. Then all are tried in the same worlds with the same luck; the worse half is dropped
again and again, and the rest share the time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from time import perf_counter
from typing import Final

import numpy as np

from naysay.bots.choice import Candidate, Choice
from naysay.bots.nope import steady
from naysay.bots.nope.fast import engine, policy, search, value, weights
from naysay.bots.nope.fast.cards import FIRST, KINDS, LETTER_BITS
from naysay.bots.nope.fast.machine import Floats, Ints
from naysay.bots.nope.fast.position import pack
from naysay.bots.nope.why import ONLY_MOVE
from naysay.bots.nope.worlds import Slots, Walk
from naysay.bots.nope.worth import Worth
from naysay.bots.think import Think
from naysay.nope.cards import ORDER, SELECTIONS, SHOWS
from naysay.nope.state import Demand, Discard, Move, Name
from naysay.nope.view import View

WEIGHTS: Final = weights.start()
WEIGHTS[policy.INSIGHT] = float(__import__("os").environ.get("INS", "0"))
VALUE: Final = np.load(value.FILE).astype(np.float64)
HORIZON: Final = int(__import__("os").environ.get("HOR", "8"))
LISTED: Final = 5
MOST_TRIED: Final = 24
WORLDS: Final = 64
BURN_IN: Final = 20
SWEEPS: Final = 3
PATIENCE: Final = 40
RESERVE: Final = 0.1  # of the time, for what comes after the search


@dataclass(frozen=True, slots=True)
class Plan:
    """A move, the naming that is to follow it, and how good the rules of thumb find it."""

    move: Move
    then: Name | None
    prior: steady.Judged


def choose(view: View, legal: tuple[Move, ...], rng: Random, think: Think = Think()) -> Choice:
    """The move with the best chance to win."""
    begin = perf_counter()
    if len(legal) == 1:
        return Choice(legal[0], (Candidate(legal[0], 0.0, (ONLY_MOVE,)),))
    assert view.seat is not None
    worth = Worth(view, view.seat)
    plans = _plans(view, worth, legal)
    end = None if think.nodes else begin + think.seconds * (1 - RESERVE)
    tried = Trial(view, plans, rng)
    tried.run(end, think.nodes)
    order = tried.order()
    candidates: dict[Move, Candidate] = {}
    for at in order:
        plan = plans[at]
        if plan.move not in candidates:
            share, error = tried.share(at)
            why = steady._explain(view, worth.odds, plan.prior)
            candidates[plan.move] = Candidate(plan.move, share, why, share, error)
    listed = tuple(candidates.values())[:LISTED]
    return Choice(listed[0].move, listed)


def _plans(view: View, worth: Worth, legal: tuple[Move, ...]) -> list[Plan]:
    """What to try."""
    judged = steady._judge_names(view, worth, legal) if view.phase == "name" else steady._judge_turn(view, worth)
    found: dict[tuple[object, ...], Plan] = {}
    for one in judged:
        if isinstance(one.move, Discard):
            key: tuple[object, ...] = (tuple(sorted(one.move.cards)), one.move.cards[-1])
            if one.move.cards[-1] in SELECTIONS:
                kept = steady.profile(view.hand) - steady.profile(one.move.cards)
                for seat in worth.others:
                    for count in (1, 2, 3):
                        for colour in SHOWS[one.move.cards[-1]]:
                            then = Demand(count, colour)
                            score = worth.of(kept, seat, then)
                            prior = steady.Judged(one.move, score, seat, then)
                            found[(*key, seat, count, colour)] = Plan(one.move, Name(seat, count, colour), prior)
                continue
        else:
            key = (one.move,)
        found.setdefault(key, Plan(one.move, None, one))
    return sorted(found.values(), key=lambda plan: -plan.prior.score)[:MOST_TRIED]


class Trial:
    """The moves of a view, tried in its worlds."""

    def __init__(self, view: View, plans: Sequence[Plan], rng: Random) -> None:
        assert view.seat is not None
        self.viewer = view.seat
        self.plans = plans
        self.seed = rng.getrandbits(62)
        nothing: tuple[()] = ()
        hands = [view.hand if seat == view.seat else nothing for seat in range(view.setup.players)]
        self.base = pack(view.setup, view.phase, view.turn, view.turns, view.discards, view.named, hands)
        self.used = np.zeros(len(KINDS), dtype=np.int64)
        for card in (*view.hand, *view.discards):
            self.used[ORDER[card]] += 1
        self.sizes = np.array(view.hand_sizes, dtype=np.int64)
        self.moves = np.array([_row(plan) for plan in plans], dtype=np.int64)
        self.results: Floats = np.zeros((len(plans), 3))
        self.rows: Ints = np.zeros((WORLDS, engine.SIZE), dtype=np.int64)
        self.walk = Walk(Slots(view), rng, PATIENCE)
        self.state = np.zeros(engine.SIZE, dtype=np.int64)
        self.work = np.zeros(len(KINDS), dtype=np.int64)
        self.policy_work = np.zeros(policy.WORK)
        self.row = np.zeros(value.FEATURES)
        self.shares = np.zeros(engine.SEATS)
        self.done = 0

    def run(self, end: float | None, nodes: int | None) -> None:
        """Try until the time is over, or so many playouts are made; drop the worse half again and again."""
        self.walk.run(BURN_IN)
        active = list(range(len(self.plans)))
        begin = perf_counter()
        rounds = max(1, (len(active) - 1).bit_length())
        playouts = 0
        total = nodes or 0
        for number in range(rounds):
            until = None if end is None else begin + (end - begin) * (number + 1) / rounds
            goal = total * (number + 1) // rounds
            indices = np.array(active, dtype=np.int64)
            while True:
                batch = 4
                self._deal(self.done, batch)
                search.test_moves(
                    self.rows,
                    self.done,
                    batch,
                    self.moves,
                    indices,
                    self.viewer,
                    self.seed,
                    HORIZON,
                    WEIGHTS,
                    VALUE,
                    self.state,
                    self.policy_work,
                    self.row,
                    self.shares,
                    self.results,
                )
                self.done += batch
                playouts += batch * len(active)
                if (until is not None and perf_counter() >= until) or (until is None and playouts >= goal):
                    break
            active.sort(key=lambda at: -self.share(at)[0])
            active = active[: max(2, (len(active) + 1) // 2)]
        self.last = active

    def _deal(self, first: int, number: int) -> None:
        walk = self.walk
        for index in range(first, first + number):
            if index >= WORLDS:
                return
            walk.run(SWEEPS)
            walk.source = search.deal_world(
                walk.story,
                self.viewer,
                self.sizes,
                self.base,
                self.used,
                walk.cards,
                walk.held,
                self.work,
                self.rows[index],
                walk.source,
            )

    def share(self, at: int) -> tuple[float, float]:
        """The share of wins of a move, and its standard error."""
        number, total, squares = self.results[at]
        mean = total / number
        return float(mean), sqrt(max(squares / number - mean * mean, 1 / number / number) / number)

    def order(self) -> list[int]:
        """The moves, best first: those that lasted longest, by their share."""
        return sorted(range(len(self.plans)), key=lambda at: (-self.results[at, 0], -self.share(at)[0]))


def _row(plan: Plan) -> list[int]:
    name = plan.then
    row = [search.DRAWS, 0, 0, 0, 0, -1, 0, 0]
    match plan.move:
        case Discard(cards):
            given: dict[str, int] = {}
            places = []
            for card in cards:
                places.append(FIRST[card] + given.get(card, 0))
                given[card] = given.get(card, 0) + 1
            row[: 2 + len(places)] = [search.LAYS, len(places), *places]
        case Name():
            row[0], name = search.NAMES, plan.move
    if name:
        row[search.SEAT :] = [name.seat, name.count, LETTER_BITS[name.colour]]
    return row
