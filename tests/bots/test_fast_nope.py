"""Nope! at machine speed against the rules: same legal moves, same states, same winners, move by move."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naysay.bots.nope.fast import deal, engine, policy
from naysay.bots.nope.fast.cards import KINDS, words
from naysay.bots.nope.fast.legal import MOST, moves_of
from naysay.bots.nope.fast.machine import HALF, Ints
from naysay.bots.nope.fast.position import PHASES, colour_bits, pack
from naysay.bots.nope.fast.weights import WEIGHTS
from naysay.game import Card
from naysay.nope.cards import DECK, ORDER, SEE_THROUGHS
from naysay.nope.rules import Nope
from naysay.nope.sets import counting, demand
from naysay.nope.state import Discard, Draw, Move, Name, State
from tests.effort import times

pytestmark = pytest.mark.slow

NOPE = Nope()
OPTIONS: list[dict[str, Any] | None] = [None, {"action_cards": "no"}, {"extra_card": [0]}, {"max_turns": 40}]


def places(low: int, high: int) -> list[int]:
    return [place for place in range(2 * HALF) if (low >> place if place < HALF else high >> (place - HALF)) & 1]


def cards_at(row: Ints, at: int) -> Counter[Card]:
    return Counter(DECK[place] for place in places(int(row[at]), int(row[at + 1])))


def find(row: Ints, at: int, card: Card, taken: list[int]) -> int:
    """A place of this card that is in a mask, and not yet taken."""
    return next(p for p in places(int(row[at]), int(row[at + 1])) if DECK[p] == card and p not in taken)


def follow(row: Ints, before: State, after: State, move: Move) -> None:
    """Make the same move in the row; draws give what the rules gave."""
    seat = before.turn
    match move:
        case Name(other, count, colour):
            engine.name(row, other, count, colour_bits(colour))
        case Discard(cards):
            laid: list[int] = []
            for card in cards:
                laid.append(find(row, engine.HAND + 2 * seat, card, laid))
            engine.lay_places(row, len(laid), *[*laid, 0, 0][:3])
        case Draw():
            for event in after.history[len(before.history) :]:
                for card in event.cards if event.kind == "drew" else ():
                    assert engine.refill(row)
                    engine.take(row, find(row, engine.PILE, card, []))
            engine.end_draw(row)


def check_same(row: Ints, state: State) -> None:
    assert row[engine.PHASE] == PHASES[state.phase]
    assert row[engine.TURNS] == state.turns
    assert [cards_at(row, engine.HAND + 2 * seat) for seat in range(len(state.hands))] == list(
        map(Counter, state.hands)
    )
    kept = counting(state.discards) + 1
    assert cards_at(row, engine.KEPT) == Counter(state.discards[-kept:])
    assert cards_at(row, engine.LOOSE) == Counter(state.discards[:-kept])
    assert cards_at(row, engine.PILE) == Counter(state.pile)
    if state.phase in ("turn", "drawn"):
        asked = demand(state.discards, state.named)
        assert (row[engine.TURN], row[engine.COUNT]) == (state.turn, asked.count)
        assert row[engine.COLOURS] == colour_bits(asked.colours)
    if state.phase != "over":
        assert legal_of(row) == {key(move) for move in NOPE.legal(state, state.turn)}


def key(move: Move) -> tuple[object, ...]:
    """A move without regard to the order of cards under the one that counts."""
    match move:
        case Discard(cards):
            counts = [card for card in cards if card not in SEE_THROUGHS]
            return ("lay", tuple(sorted(ORDER[card] for card in cards)), ORDER[counts[-1]] if counts else -1)
        case Name(seat, count, colour):
            return ("name", seat, count, colour_bits(colour))
        case Draw():
            return ("draw",)


def legal_of(row: Ints) -> set[tuple[object, ...]]:
    found = np.zeros((MOST, 5), dtype=np.int64)
    number = moves_of(row, found)
    keys: list[tuple[object, ...]] = []
    for what, a, b, c, d in found[:number].tolist():
        if what == 0:
            keys.append(("draw",))
        elif what == 1:
            keys.append(("lay", tuple(kind for kind in (a, b, c) if kind >= 0), d))
        else:
            keys.append(("name", a, b, c))
    assert len(set(keys)) == len(keys)
    return set(keys)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", NOPE.players)
def test_random_games_are_the_same_as_by_the_rules(players: int, options: dict[str, Any] | None) -> None:
    for seed in range(times(4, 10)):
        rng = Random(f"{players} {options} {seed}")
        state = NOPE.start(NOPE.setup(players, seed % players, None, options))
        row: Ints | None = None
        while NOPE.result(state) is None:
            before = state
            move: Move | None = None
            if not NOPE.to_shuffle(state):
                move = rng.choice(NOPE.legal(state, state.turn))
                state = NOPE.apply(state, state.turn, move)
            while deck := NOPE.to_shuffle(state):
                state = NOPE.shuffled(state, tuple(rng.sample(deck, len(deck))))
            if row is None:
                row = pack(state.setup, state.phase, state.turn, state.turns, state.discards, state.named, state.hands)
            elif move is not None:
                follow(row, before, state, move)
            check_same(row, state)
        assert row is not None
        sizes = [engine.size_of(row, seat) for seat in range(players)]
        assert [seat for seat in range(players) if sizes[seat] == max(sizes)] == NOPE.result(state)["winners"]  # type: ignore[index]


@settings(deadline=None)
@given(seed=st.integers(0, 2**40), players=st.integers(2, 6))
def test_what_the_policy_plays_is_legal_and_no_card_is_lost(seed: int, players: int) -> None:
    state, work = np.zeros(engine.SIZE, dtype=np.int64), np.zeros(policy.WORK)
    source = deal.deal(state, players, seed % players, seed)
    found = np.zeros((MOST, 5), dtype=np.int64)
    for _ in range(300):
        if state[engine.PHASE] == engine.OVER:
            break
        number = moves_of(state, found)
        assert number > 0
        seat, phase = int(state[engine.TURN]), state[engine.PHASE]
        before = state.copy()
        source = policy.act(state, WEIGHTS, work, source)
        if phase == engine.TO_NAME:
            made = [2, int(state[engine.TURN]), int(state[engine.COUNT]), int(state[engine.COLOURS])]
            assert made in found[:number, :4].tolist()
        else:
            at = engine.HAND + 2 * seat
            laid = cards_at(before, at) - cards_at(state, at)
            kinds = sorted(ORDER[card] for card in laid.elements())
            made = [1 if kinds else 0, *kinds, *[-1] * (3 - len(kinds))]
            assert made in found[:number, :4].tolist() or (not kinds and [0] in found[:number, :1].tolist())
        holders = [engine.PILE, engine.KEPT, engine.LOOSE, *(engine.HAND + 2 * seat for seat in range(players))]
        assert sum((cards_at(state, at) for at in holders), Counter()) == Counter(DECK)


def test_places_and_masks() -> None:
    assert words([0, HALF - 1, HALF, 2 * HALF - 1]) == (1 | 1 << (HALF - 1), 1 | 1 << (HALF - 1))
    assert len(KINDS) == 41
