"""Nope! at machine speed against the rules: same legal moves, same states, same winners, move by move."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naysay.bots.nope.engine import rules
from naysay.bots.nope.engine.cards import KINDS, words
from naysay.bots.nope.engine.rows import PHASES, colour_bits, pack
from naysay.bots.nope.sharp import playout_policy
from naysay.bots.nope.sharp.playout import WEIGHTS
from naysay.game import Card
from naysay.match import Match
from naysay.native.bits import HALF
from naysay.native.jit import Ints
from naysay.nope.cards import DECK, ORDER, SEE_THROUGHS
from naysay.nope.rules import Nope
from naysay.nope.sets import counting, demand
from naysay.nope.state import Discard, Draw, Move, Name, State
from tests.bots.nope_moves import MOST, moves_of
from tests.support.effort import times

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
            rules.name(row, other, count, colour_bits(colour))
        case Discard(cards):
            laid: list[int] = []
            for card in cards:
                laid.append(find(row, rules.HAND + 2 * seat, card, laid))
            rules.lay_places(row, len(laid), *[*laid, 0, 0][:3])
        case Draw():
            for event in after.history[len(before.history) :]:
                for card in event.cards if event.kind == "drew" else ():
                    assert rules.refill(row)
                    rules.take(row, find(row, rules.PILE, card, []))
            rules.end_draw(row)


def check_same(row: Ints, state: State) -> None:
    assert row[rules.PHASE] == PHASES[state.phase]
    assert row[rules.TURNS] == state.turns
    assert [cards_at(row, rules.HAND + 2 * seat) for seat in range(len(state.hands))] == list(map(Counter, state.hands))
    kept = counting(state.discards) + 1
    assert cards_at(row, rules.KEPT) == Counter(state.discards[-kept:])
    assert cards_at(row, rules.LOOSE) == Counter(state.discards[:-kept])
    assert cards_at(row, rules.PILE) == Counter(state.pile)
    if state.phase in ("turn", "drawn"):
        asked = demand(state.discards, state.named)
        assert (row[rules.TURN], row[rules.COUNT]) == (state.turn, asked.count)
        assert row[rules.COLOURS] == colour_bits(asked.colours)
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
        match = Match(NOPE, NOPE.setup(players, seed % players, None, options), rng)
        row: Ints | None = None
        for seat in match.turns():
            before, move = match.state, rng.choice(match.legal(seat))
            if row is None:
                row = pack(
                    before.setup, before.phase, before.turn, before.turns, before.discards, before.named, before.hands
                )
                check_same(row, before)
            match.act(seat, move)
            match.shuffle()
            follow(row, before, match.state, move)
            check_same(row, match.state)
        assert row is not None
        sizes = [rules.size_of(row, seat) for seat in range(players)]
        assert [seat for seat in range(players) if sizes[seat] == max(sizes)] == NOPE.result(match.state)["winners"]  # type: ignore[index]


@settings(deadline=None)
@given(seed=st.integers(0, 2**40), players=st.integers(2, 6))
def test_what_the_policy_plays_is_legal_and_no_card_is_lost(seed: int, players: int) -> None:
    state = np.zeros(rules.SIZE, dtype=np.int64)
    policy = playout_policy.Policy(WEIGHTS, np.zeros(playout_policy.WORK))
    source = rules.deal(state, players, seed % players, seed)
    found = np.zeros((MOST, 5), dtype=np.int64)
    for _ in range(300):
        if state[rules.PHASE] == rules.OVER:
            break
        number = moves_of(state, found)
        assert number > 0
        seat, phase = int(state[rules.TURN]), state[rules.PHASE]
        before = state.copy()
        source = playout_policy.act(state, policy, source)
        if phase == rules.TO_NAME:
            made = [2, int(state[rules.TURN]), int(state[rules.COUNT]), int(state[rules.COLOURS])]
            assert made in found[:number, :4].tolist()
        else:
            at = rules.HAND + 2 * seat
            laid = cards_at(before, at) - cards_at(state, at)
            kinds = sorted(ORDER[card] for card in laid.elements())
            made = [1 if kinds else 0, *kinds, *[-1] * (3 - len(kinds))]
            assert made in found[:number, :4].tolist() or (not kinds and [0] in found[:number, :1].tolist())
        holders = [rules.PILE, rules.KEPT, rules.LOOSE, *(rules.HAND + 2 * seat for seat in range(players))]
        assert sum((cards_at(state, at) for at in holders), Counter()) == Counter(DECK)


def test_places_and_masks() -> None:
    assert words([0, HALF - 1, HALF, 2 * HALF - 1]) == (1 | 1 << (HALF - 1), 1 | 1 << (HALF - 1))
    assert len(KINDS) == 41
