"""Positions from states and from text; impossible ones are refused."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from naysay.nyet.rules import Nyet
from naysay.solver.api import from_state, read, solve, write
from tests.solver.positions import random_position
from tests.support.nyet_positions import OWN, deal, playing, random_match, start

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
        ("leader 0", "leader 0 1", "leader: expected one seat: '0 1'"),
        ("leader 0", "leader 0; double 0 1", "double: expected one seat: '0 1'"),
        ("team 0 2", "team 0 0", "team: seat 0 is named twice"),
        ("leader 0", "; leader 0", "expected 'EDITION;"),
        ("/ G5 G6", "/ G5 G6 / G7 G8 / G9 G10 / G11 G12", "iello-2015 is for 2, 3, 4, 5 players, and here are 7 hands"),
        ("hands R1 R9 / B2 B3", "trick R1 R2 R3 R4; hands R9 / B3", "are a whole trick"),
    ],
)
def test_impossible_positions(old: str, new: str, message: str) -> None:
    assert read(GOOD).seat == 0
    with pytest.raises(ValueError, match=message):
        read(GOOD.replace(old, new))


def test_a_semicolon_at_the_end() -> None:
    assert read(GOOD + " ; ") == read(GOOD)


def test_more_seats_than_the_edition_has() -> None:
    hands = "R9 / R10 / B2 / B3 / G2 / G3 / Y4"
    with pytest.raises(ValueError, match="iello-2015 is for 2, 3, 4, 5 players, and here are 7 hands"):
        read(f"iello-2015; trump red; leader 6; hands {hands}")


def test_more_cards_than_are_dealt() -> None:
    deck = [f"{colour}{value}" for colour in "RBYG" for value in (1, 1, *range(1, 14))]
    with pytest.raises(ValueError, match="seat 0 has 30 cards, and iello-2015 deals 15 to each of 2 players"):
        read(f"iello-2015; trump red; team 0; hands {' '.join(deck[:30])} / {' '.join(deck[30:])}")
    read(f"iello-2015; trump red; team 0; hands {' '.join(deck[:15])} / {' '.join(deck[15:30])}")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hands": (("R1", "R9"), ("B2", "B3"), ("Y2", "Y3"), ("G5",))}, "hands must be equal"),
        ({"hands": (("R1", "R9"), ("R9", "B3"), ("Y2", "Y3"), ("G5", "G6"))}, "R9 is there more often"),
        ({"hands": (("R1", "R9"), ("K9", "B3"), ("Y2", "Y3"), ("G5", "G6"))}, "K9 is not in the deck"),
        ({"leader": 4}, "leader: there is no seat 4"),
        ({"double": -1}, "double: there is no seat -1"),
        ({"sides": (0, 1, 2, 0)}, "team: 4 players play 2 against 2"),
        ({"trick": ("G9",) * 4}, "are a whole trick"),
        ({"terms": {"points": 7}}, "points: iello-2015 has 1, 2, 3, 4, -2, not '7'"),
        ({"terms": {"trump": None}}, "trump: iello-2015 has red, blue, yellow, green, not 'none'"),
        ({"terms": {"trump": "P"}}, "trump: iello-2015 has red, blue, yellow, green, not 'P'"),
        ({"terms": {"supertrump": "B2"}}, "super: in iello-2015 it is B1 in suit R or B, not B2 in suit R"),
        ({"terms": {"supertrump_suit": "G"}}, "super: in iello-2015 it is B1 in suit R or B, not B1 in suit G"),
    ],
)
def test_positions_made_by_hand_are_checked_alike(changes: dict[str, Any], message: str) -> None:
    position = read(GOOD)
    if "terms" in changes:
        changes = {"terms": replace(position.terms, **changes["terms"])}
    with pytest.raises(ValueError, match=message):
        replace(position, **changes)


def test_an_edition_of_ones_own() -> None:
    """Whoever reads says how its name leads to its values; written back, it has that name."""
    text = "mine; trump black; super red; points 7; team 0; leader 0; hands K5 R2 / B9 B99"
    position = read(text, lambda name: OWN if name == "mine" else name)
    assert position.edition.id == "own-2026"
    assert write(position, "mine") == text
    assert read(GOOD, lambda name: OWN if name == "mine" else name) == read(GOOD)


def test_cards_that_three_players_do_not_have() -> None:
    with pytest.raises(ValueError, match="R13 is not in the deck of iello-2015 with 3 players"):
        read("iello-2015; trump red; team 0; hands R13 / B2 / Y3")
    with pytest.raises(ValueError, match="goldsieber-1997 is for 3, 4 players, and here are 2 hands"):
        read("goldsieber-1997; trump red; team 0; hands R3 / B4")


def test_a_state_before_the_tricks_is_no_position() -> None:
    with pytest.raises(ValueError, match="this is the phase 'veto'"):
        from_state(deal(start(OWN, 4), {}))
