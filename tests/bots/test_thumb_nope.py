"""The rules of thumb of Nope! at machine speed against `steady`, and what a world says about the past."""

from collections.abc import Iterator
from math import log
from random import Random
from typing import Any

import numpy as np
import pytest

from naysay.bots.nope.engine import rules
from naysay.bots.nope.engine.rows import pack
from naysay.bots.nope.sharp import inference, sampler, thumb_moves, thumb_rules
from naysay.bots.nope.sharp.search import limits_of
from naysay.bots.nope.steady import bot as steady
from naysay.bots.nope.steady.position_value import Worth
from naysay.bots.nope.worlds import Slots
from naysay.match import Deal, Match
from naysay.nope.cards import ORDER
from naysay.nope.rules import Nope
from naysay.nope.state import State
from tests.support.effort import times

pytestmark = pytest.mark.slow

NOPE = Nope()
OPTIONS: list[dict[str, Any] | None] = [None, {"action_cards": "no"}, {"extra_card": [0]}]


def states(seed: int, at_random: float) -> Iterator[State]:
    """The choices of one match between steady bots, which now and then do something else."""
    rng, players = Deal.of("thumb", seed).rng(), 2 + seed % 5
    match = Match(NOPE, NOPE.setup(players, seed % players, None, OPTIONS[seed % len(OPTIONS)]), rng)
    for seat in match.turns():
        if match.state.turns >= 150:
            break
        legal = match.legal(seat)
        if len(legal) > 1:
            yield match.state
        move = steady.choose(match.view(seat), legal, rng).move
        match.act(seat, rng.choice(legal) if rng.random() < at_random else move)


def test_the_scores_are_those_of_steady() -> None:
    work = thumb_rules.workspace()
    for seed in range(times(12, 10)):
        for state in states(seed, 0.2):
            view = NOPE.view(state, state.turn)
            worth, legal = Worth(view, state.turn), NOPE.legal(state, state.turn)
            judged = steady.judge_names(view, worth, legal) if view.phase == "name" else steady.judge_turn(view, worth)
            theirs = {round(one.score, 9) for one in judged}
            row = pack(state.setup, state.phase, state.turn, state.turns, state.discards, state.named, state.hands)
            number = thumb_moves.list_moves(row, limits_of(view), work)
            ours = {round(float(score), 9) for score in work.scores[:number]}
            assert theirs <= ours, (theirs - ours, view)
            assert max(theirs) == max(ours) or len(view.hand) > steady.MOST_TO_COMBINE


def test_steady_makes_the_real_past_likely() -> None:
    """In the world as it is, steady bots chose what was likeliest; in others they often would not have."""
    work, row = thumb_rules.workspace(), np.zeros(rules.SIZE, dtype=np.int64)
    held = np.zeros(sampler.HELD, dtype=np.int64)
    real, other = [], []
    rng = Random(1)
    for seed in range(times(6, 10)):
        for state in states(seed, 0.0):
            view = NOPE.view(state, state.turn)
            slots = Slots(view)
            cards = np.array([ORDER[card] if card else -1 for card in slots.known], dtype=np.int64)
            for slot, card in _true_cards(state, slots):
                cards[slot] = ORDER[card]
            told = inference.read_choices(view, slots)
            real.append(inference.log_likelihood(told, cards, held, row, work))
            hidden = [slot for slot, card in enumerate(slots.known) if card is None and slots.owner[slot] >= 0]
            cards[hidden] = cards[rng.sample(hidden, len(hidden))]
            other.append(inference.log_likelihood(told, cards, held, row, work))
    assert min(real) > log(inference.EPSILON)
    assert np.mean(real) > np.mean(other) + 1


def _true_cards(state: State, slots: Slots) -> Iterator[tuple[int, Any]]:
    """Which card each hidden slot of a hand really holds."""
    dealt = [list(hand) for hand in state.hands]
    for event in reversed(state.history):
        if event.kind == "laid":
            dealt[event.seat] += event.cards
        elif event.kind == "drew":
            for card in event.cards:
                dealt[event.seat].remove(card)
    for seat, timeline in enumerate(slots.timelines):
        first = [step[1] for step in timeline if step[0] == sampler.GETS][: len(dealt[seat])]
        yield from zip(first, dealt[seat], strict=True)
    drawn = [event.cards for event in state.history if event.kind == "drew"]
    for places, cards in zip(slots.draws, drawn, strict=True):
        yield from zip(places, cards, strict=True)
