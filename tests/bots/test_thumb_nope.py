"""The rules of thumb of Nope! at machine speed against `steady`, and what a world says about the past."""

from collections.abc import Iterator
from math import log
from random import Random
from typing import Any

import numpy as np
import pytest

from naysay.arena.match import Deal
from naysay.bots.nope import steady
from naysay.bots.nope.fast import chain, engine, listing, past, thumb
from naysay.bots.nope.fast.position import pack
from naysay.bots.nope.past import past_of
from naysay.bots.nope.trial import limits_of
from naysay.bots.nope.worlds import Slots
from naysay.bots.nope.worth import Worth
from naysay.nope.cards import ORDER
from naysay.nope.rules import Nope
from naysay.nope.state import State
from tests.effort import times

pytestmark = pytest.mark.slow

NOPE = Nope()
OPTIONS: list[dict[str, Any] | None] = [None, {"action_cards": "no"}, {"extra_card": [0]}]


def states(seed: int, at_random: float) -> Iterator[State]:
    """The choices of one match between steady bots, which now and then do something else."""
    rng, players = Deal.of("thumb", seed).rng(), 2 + seed % 5
    state = NOPE.start(NOPE.setup(players, seed % players, None, OPTIONS[seed % len(OPTIONS)]))
    while NOPE.result(state) is None and state.turns < 150:
        if cards := NOPE.to_shuffle(state):
            state = NOPE.shuffled(state, tuple(rng.sample(cards, len(cards))))
            continue
        seat, legal = state.turn, NOPE.legal(state, state.turn)
        if len(legal) > 1:
            yield state
        move = steady.choose(NOPE.view(state, seat), legal, rng).move
        state = NOPE.apply(state, seat, rng.choice(legal) if rng.random() < at_random else move)


def test_the_scores_are_those_of_steady() -> None:
    desk = thumb.desk()
    for seed in range(times(12, 10)):
        for state in states(seed, 0.2):
            view = NOPE.view(state, state.turn)
            worth, legal = Worth(view, state.turn), NOPE.legal(state, state.turn)
            judged = steady.judge_names(view, worth, legal) if view.phase == "name" else steady.judge_turn(view, worth)
            theirs = {round(one.score, 9) for one in judged}
            row = pack(state.setup, state.phase, state.turn, state.turns, state.discards, state.named, state.hands)
            number = listing.list_moves(row, limits_of(view), desk)
            ours = {round(float(score), 9) for score in desk.scores[:number]}
            assert theirs <= ours, (theirs - ours, view)
            assert max(theirs) == max(ours) or len(view.hand) > steady.MOST_TO_COMBINE


def test_steady_makes_the_real_past_likely() -> None:
    """In the world as it is, steady bots chose what was likeliest; in others they often would not have."""
    desk, row = thumb.desk(), np.zeros(engine.SIZE, dtype=np.int64)
    held = np.zeros(chain.HELD, dtype=np.int64)
    real, other = [], []
    rng = Random(1)
    for seed in range(times(6, 10)):
        for state in states(seed, 0.0):
            view = NOPE.view(state, state.turn)
            slots = Slots(view)
            cards = np.array([ORDER[card] if card else -1 for card in slots.known], dtype=np.int64)
            for slot, card in _true_cards(state, slots):
                cards[slot] = ORDER[card]
            told = past_of(view, slots)
            real.append(past.likely_past(told, cards, held, row, desk))
            hidden = [slot for slot, card in enumerate(slots.known) if card is None and slots.owner[slot] >= 0]
            cards[hidden] = cards[rng.sample(hidden, len(hidden))]
            other.append(past.likely_past(told, cards, held, row, desk))
    assert min(real) > log(past.WHIM)
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
    for seat, life in enumerate(slots.lives):
        first = [step[1] for step in life if step[0] == chain.GETS][: len(dealt[seat])]
        yield from zip(first, dealt[seat], strict=True)
    drawn = [event.cards for event in state.history if event.kind == "drew"]
    for places, cards in zip(slots.draws, drawn, strict=True):
        yield from zip(places, cards, strict=True)
