"""Positions from states and from text; impossible ones are refused."""

from random import Random
from typing import Any

import pytest

from naysay.nyet.rules import Nyet
from naysay.solver.api import from_state, read, solve, write
from tests.nyet.positions import OWN, deal, playing, random_match, start
from tests.solver.positions import random_position

GOOD = "iello-2015; trump red; super blue; points 2; team 0 2; leader 0; hands R1 R9 / B2 B3 / Y2 Y3 / G5 G6"


@pytest.mark.parametrize("options", [{}, {"bonus": "player"}, {"scoring": "difference"}])
def test_every_state_of_the_trick_phase_is_a_position(options: dict[str, Any]) -> None:
    game, seen = Nyet(), 0
    for state in random_match(start("iello-2015", 5, **options), Random(3)):
        if state.round is None or game.view(state, None).phase != "play":
            with pytest.raises(ValueError, match="the solver is for the tricks of a round"):
                from_state(state)
            continue
        position = from_state(state)
        seen += 1
        assert (position.seat,) == game.to_act(state)
        assert [f"play {card}" for card in position.legal] == [
            game.write_move(move) for move in game.legal(state, position.seat)
        ]
        assert position.double == (None if options.get("bonus") == "player" else state.round.bonus)
        assert read(write(position)).hands == position.hands
    assert seen > 400


def test_the_value_is_the_difference_of_scores_to_come() -> None:
    """One card each: the scores of the round say what the value must be."""
    game = Nyet()
    hands = ["R1", "R5", "B1", "Y2", "G1"]
    state = playing("iello-2015", hands, "team 1 bonus 0", first="bear", trump="blue", super="none", points="-2")
    found = solve(from_state(state))
    for seat, card in enumerate(hands):
        state = game.apply(state, seat, game.read_move(f"play {card}"))
    scores = state.rounds[-1].scores
    assert found.value * 2 == scores[0] - scores[2] == 4


def test_text_and_back() -> None:
    rng = Random("text")
    for _ in range(50):
        position = random_position(rng, rng.choice(("iello-2015", "goldsieber-1997")), rng.choice((3, 4)), 5)
        again = read(write(position))
        assert (again.hands, again.trick, again.seat, again.sides, again.double) == (
            *(position.hands, position.trick, position.seat, position.sides, position.double),
        )
        assert solve(again).value == solve(position).value


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("/ G5 G6", "/ G5", "hands must be equal: seat 0 has 2 cards, seat 3 1"),
        ("/ G5 G6", "/ G5 R9", "R9 is there more often than in the deck"),
        ("R1 R9 /", "/", "seat 0 is to play and has no card"),
        ("leader 0", "leader 4", "there is no seat '4'; seats are 0 to 3"),
        ("leader 0", "leader 0; double 7", "there is no seat '7'"),
        ("leader 0", "leader 0; double 1", "seat 1 cannot have the bonus card"),
        ("team 0 2", "team 0", "4 players play 2 against 2"),
        ("team 0 2", "team 0 5", "there is no seat '5'"),
        ("/ G5 G6", "/ G5 K6", "K6 is not in the deck of iello-2015"),
        ("/ G5 G6", "/ G5 G14", "G14 is not in the deck of iello-2015"),
        ("/ G5 G6", "/ G5 6G", "expected colour letter"),
        ("trump red", "trump none", "trump: iello-2015 has red, blue, yellow, green, not 'none'"),
        ("trump red", "trump pink", "trump: iello-2015 has red"),
        ("points 2", "points 7", "points: iello-2015 has 1, 2, 3, 4, -2, not '7'"),
        ("leader 0", "leader 0; leader 1", "expected 'EDITION;"),
        ("leader 0", "dealer 0", "expected 'EDITION;"),
        ("iello-2015", "iello", "unknown edition 'iello'"),
        ("hands R1 R9 / B2 B3", "trick R1 B2; hands R9 / R3", "seat 1 played B2 and could follow with R3"),
        ("hands R1 R9 / B2 B3", "trick R1 R2 R3 R4; hands R9 / B3", "are a whole trick"),
    ],
)
def test_impossible_positions(old: str, new: str, message: str) -> None:
    assert read(GOOD).seat == 0
    with pytest.raises(ValueError, match=message):
        read(GOOD.replace(old, new))


def test_cards_that_three_players_do_not_have() -> None:
    with pytest.raises(ValueError, match="R13 is not in the deck of iello-2015 with 3 players"):
        read("iello-2015; trump red; team 0; hands R13 / B2 / Y3")
    with pytest.raises(ValueError, match="goldsieber-1997 is for 3, 4 players, and here are 2 hands"):
        read("goldsieber-1997; trump red; team 0; hands R3 / B4")


def test_a_state_before_the_tricks_is_no_position() -> None:
    with pytest.raises(ValueError, match="this is the phase 'veto'"):
        from_state(deal(start(OWN, 4), {}))
