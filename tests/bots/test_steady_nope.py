"""The steady bot for Nope!: legal everywhere, the same every time, fast, strong, and every reason true."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from naysay.bots.choice import Choice, Why
from naysay.bots.nope.reasons import REASONS
from naysay.bots.nope.steady.bot import choose
from naysay.game import Card
from naysay.match import Deal, Match
from naysay.nope.rules import Nope
from naysay.nope.state import Discard, Draw, Move, Name
from naysay.nope.view import View

NOPE = Nope()
DECISIONS = 10_000
OPTIONS: list[dict[str, Any] | None] = [None, {"action_cards": "no"}, {"extra_card": [0, 1]}, {"max_turns": 60}]


def decisions(
    seed: int, players: int, options: Any = None, others_at_random: bool = False
) -> Iterator[tuple[View, Any, Choice]]:
    """What the bot decides in one match."""
    rng = Deal.of("steady nope", seed).rng()
    match = Match(NOPE, NOPE.setup(players, seed % players, None, options), rng)
    for seat in match.turns():
        view, legal = match.view(seat), match.legal(seat)
        if others_at_random and seat:
            match.act(seat, rng.choice(legal))
            continue
        choice = choose(view, legal, Random(0))
        yield view, legal, choice
        match.act(seat, choice.move)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", NOPE.players)
def test_every_candidate_is_legal_and_the_best_comes_first(players: int, options: dict[str, Any] | None) -> None:
    for seed in range(8):
        for _, legal, choice in decisions(seed, players, options, others_at_random=seed % 2 == 0):
            moves = [candidate.move for candidate in choice.candidates]
            assert choice.move == moves[0]
            assert 1 <= len(moves) <= 5
            assert len(set(moves)) == len(moves)
            assert set(moves) <= set(legal)
            scores = [candidate.score for candidate in choice.candidates]
            assert scores == sorted(scores, reverse=True)
            assert all(0 <= score <= 1 for score in scores)
            assert all(candidate.why for candidate in choice.candidates)


def test_the_same_view_gives_the_same_choice() -> None:
    for seed in range(10):
        for view, legal, choice in decisions(seed, 4):
            assert choose(view, legal, Random(0)) == choice


@pytest.mark.slow
def test_every_reason_is_true_and_every_code_occurs() -> None:
    seen: Counter[str] = Counter()
    claims: list[tuple[View, Move, Why]] = []
    decided = seed = 0
    while decided < DECISIONS:
        options = OPTIONS[seed % 3]
        for view, _, choice in decisions(seed, 2 + seed % 5, options, others_at_random=seed % 2 == 0):
            decided += 1
            for candidate in choice.candidates:
                for why in candidate.why:
                    assert why.code in REASONS, f"unknown code {why.code}"
                    assert REASONS[why.code].holds(view, candidate.move, why.params), (why, candidate.move, view)
                    seen[why.code] += 1
                    if seen[why.code] <= 40:
                        claims.append((view, candidate.move, why))
        seed += 1
    assert set(REASONS) - set(seen) <= {"keeps_card", "names_player"}, "a search compares more moves"
    _check_that_predicates_can_fail(claims)


def _check_that_predicates_can_fail(claims: list[tuple[View, Move, Why]]) -> None:
    """A claim that is made of another view must be false somewhere, for every code."""
    refuted = set()
    for _, _, why in claims:
        for view, move, other in claims:
            if why.code not in refuted and why.code != other.code and not _holds(why, view, move):
                refuted.add(why.code)
    assert refuted == {why.code for _, _, why in claims}


def _holds(why: Why, view: View, move: Move) -> bool:
    return REASONS[why.code].holds(view, move, why.params)


def deal(hands: list[str], top: str, seat: int = 0, named: Any = None) -> tuple[View, tuple[Move, ...]]:
    """A view with these hands, the given card on top, and `seat` to act."""
    cards = tuple(tuple(Card(card) for card in hand.split()) for hand in hands)
    state = NOPE.start(NOPE.setup(len(hands), (seat - 1) % len(hands), None, None))
    state = replace(
        state, phase="turn", hands=cards, discards=(Card(top),), named=named, pile=(Card("R1"),) * 9, turn=seat
    )
    return NOPE.view(state, seat), NOPE.legal(state, seat)


def test_it_plays_an_action_card_alone_rather_than_three_cards() -> None:
    view, legal = deal(["R1 R2 R2 B1 see:R", "RG1 RY2 RB1 RB2 RG2 RY1 R1 R3 joker", "RG1 G1 B2"], "R3")
    assert choose(view, legal, Random(0)).move == Discard((Card("see:R"),))


def test_it_draws_rather_than_play_an_action_card() -> None:
    view, legal = deal(["restart B2 G1 Y1 Y2", "RG1 RY2 RB1 B2", "RG1 RY2 G1 B2"], "R3")
    assert not view.can_make_set
    assert choose(view, legal, Random(0)).move == Draw()


def test_it_knocks_out_who_has_one_card_left() -> None:
    view, legal = deal(["RB1 RB3 G1 G2", "RG1"], "R1")
    assert choose(view, legal, Random(0)).move == Discard((Card("RB1"),))


def test_a_named_player_is_another_one_with_cards() -> None:
    for seed in range(30):
        for view, _, choice in decisions(seed, 5):
            if isinstance(choice.move, Name):
                assert choice.move.seat != view.seat
                assert view.hand_sizes[choice.move.seat]


@pytest.mark.parametrize("count", [2, 3])
def test_a_large_hand_is_judged_in_moderate_time(count: int) -> None:
    """All of one colour, in thousands of orders."""
    hand = (
        " ".join(f"R{other}{number}" for other in "GBY" for number in (1, 2, 3))
        + " R1 R2 R3 joker restart see:R pick:R"
    )
    view, legal = deal([hand, "G1 G2 B1", "B2 Y1"], f"R{count}")
    choice = choose(view, legal, Random(0))
    assert choice.move in legal
