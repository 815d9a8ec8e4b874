"""The sharp bot for Nope!: legal everywhere, the same every time, in time, and every reason true."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from naysay.bots.choice import Choice
from naysay.bots.nope.reasons import REASONS
from naysay.bots.nope.sharp.bot import choose
from naysay.bots.think import Think
from naysay.game import Card
from naysay.match import Deal, Match
from naysay.nope.cards import DECK
from naysay.nope.rules import Nope
from naysay.nope.state import Discard, Name
from naysay.nope.view import View
from tests.bots.test_choice import check_apart
from tests.support.effort import times

pytestmark = pytest.mark.slow

NOPE = Nope()
FEW = Think(nodes=300)
OPTIONS: list[dict[str, Any] | None] = [None, {"action_cards": "no"}, {"extra_card": [0, 1]}, {"max_turns": 60}]


def decisions(seed: int, players: int, options: Any = None, think: Think = FEW) -> Iterator[tuple[View, Any, Choice]]:
    """What the bot decides in one match, in which some others play at random."""
    rng = Deal.of("sharp nope", seed).rng()
    match = Match(NOPE, NOPE.setup(players, seed % players, None, options), rng)
    for seat in match.turns():
        if match.state.turns >= 200:
            break
        legal = match.legal(seat)
        if seat % 2:
            match.act(seat, rng.choice(legal))
            continue
        view = match.view(seat)
        choice = choose(view, legal, Random(0), think)
        yield view, legal, choice
        match.act(seat, choice.move)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", NOPE.players)
def test_every_candidate_is_legal_and_explained(players: int, options: dict[str, Any] | None) -> None:
    for seed in range(times(2, 10)):
        for view, legal, choice in decisions(seed, players, options):
            moves = [candidate.move for candidate in choice.candidates]
            assert choice.move == moves[0]
            assert len(set(moves)) == len(moves) <= 5
            assert set(moves) <= set(legal)
            scores = [candidate.score for candidate in choice.candidates]
            assert scores == sorted(scores, reverse=True), "in the order of the number that is told"
            check_apart(choice)
            for candidate in choice.candidates:
                assert 1 <= len(candidate.why) <= 2
                for why in candidate.why:
                    assert REASONS[why.code].holds(view, candidate.move, why.params), (why, candidate.move, view)
                if len(legal) > 1:
                    assert candidate.expected is not None
                    assert candidate.error is not None
                    assert 0 <= candidate.expected <= 1
                    assert 0 < candidate.error < 1


def test_a_moment_is_enough_for_a_legal_move() -> None:
    for _, legal, choice in decisions(1, 4, think=Think(seconds=1e-6)):
        assert choice.move in legal


def test_the_same_seed_and_nodes_give_the_same_choice_in_any_process() -> None:
    code = (
        "from tests.bots.test_sharp_nope import decisions\n"
        "print([[(c.move, c.score, c.error) for c in choice.candidates] for _, _, choice in decisions(3, 4)])"
    )
    said = {subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout for _ in range(2)}
    assert said == {
        f"{[[(c.move, c.score, c.error) for c in choice.candidates] for _, _, choice in decisions(3, 4)]}\n".encode()
    }


def test_it_stays_in_the_game_if_it_can() -> None:
    chances = 0
    for seed in range(times(8, 5)):
        for view, legal, choice in decisions(seed, 2 + seed % 3):
            stays = [move for move in legal if not isinstance(move, Discard) or len(move.cards) < len(view.hand)]
            if view.phase != "name" and 0 < len(stays) < len(legal):
                chances += 1
                assert choice.move in stays
    assert chances


def test_a_selection_is_tried_with_its_namings() -> None:
    """Dealt by the rules: seat 0 may lay a selection alone, or another red card."""
    hands = ["pick:R RB1 G1 G2 GB2 GB3 Y1", "RG1 RG2 RB2 RB3 B1 Y2 Y3", "G3 B2 B3 BY1 BY2 BY3 GY1"]
    dealt = [Card(hand.split()[lap]) for lap in range(7) for hand in hands] + [Card("R1")]
    rest = list((Counter(DECK) - Counter(dealt)).elements())
    state = NOPE.shuffled(NOPE.start(NOPE.setup(3, 2)), (*dealt, *rest))
    choice = choose(NOPE.view(state, 0), NOPE.legal(state, 0), Random(0), Think(nodes=2000))
    picks = [one for one in choice.candidates if one.move == Discard((Card("pick:R"),))]
    assert picks
    assert picks[0].why[0].code == "will_name"


def test_it_names_another_player_with_cards() -> None:
    named = 0
    for seed in range(6):
        for view, _, choice in decisions(seed, 5):
            if isinstance(choice.move, Name):
                named += 1
                assert choice.move.seat != view.seat
                assert view.hand_sizes[choice.move.seat]
    assert named
