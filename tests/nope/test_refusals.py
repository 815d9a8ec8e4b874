"""Every code with which Nope! refuses a move or a shuffle, its parameters and rule; and every cited rule exists."""

from collections.abc import Callable

import pytest

from naysay.game import IllegalMove
from naysay.nope.state import Discard, Draw, Move, Name, State
from tests.support.nope_positions import GAME, after, cards, start, table
from tests.support.refusals import (
    Refusal,
    check_citations,
    check_no_shuffle_is_due,
    check_nobody_acts,
    check_refusal,
    codes_in_sources,
    rules_of,
)


def on_turn() -> State:
    """Seat 0 faces 2, red or green, with a set."""
    return table("R1 R2 B1 G1", "B1 B2", "Y1 Y2", discards="RG2", pile="Y3 Y3")


def drawn() -> State:
    """Seat 0 has drawn a second red card."""
    return after(table("R1 B1", "B1 B2", "Y1 Y2", discards="R2", pile="R3 Y3"), (0, "draw"))


def naming() -> State:
    """Seat 0 has played the red selection; seat 2 is out."""
    return after(table("pick:R R1", "B1 B2", "", "Y1 Y2", discards="R2"), (0, "discard pick:R"))


def reshuffling() -> State:
    """Seat 0 draws, and G1 and G2 are to be shuffled."""
    return after(table("Y1", "B1 B2", "Y1", discards="G1 G2 R2"), (0, "draw"))


def over() -> State:
    """Seat 1 has won."""
    return after(table("R1", "B1", discards="R1"), (0, "discard R1"))


TWO_OF = {"count": 2, "colours": ["red", "green"]}
REFUSALS = [
    Refusal(start, 1, "draw", "shuffle_due", "2.1", {}, "shuffled first"),
    Refusal(reshuffling, 0, "draw", "shuffle_due", "8.1", {}, "shuffled first"),
    Refusal(over, 1, "draw", "game_over", "7.2", {}, "over"),
    Refusal(on_turn, 1, "draw", "not_your_turn", "5.1", {"to_act": (0,)}, "to act: 0"),
    Refusal(drawn, 2, "draw", "not_your_turn", "5.1", {"to_act": (0,)}, "to act: 0"),
    Refusal(naming, 1, "name 3 1 R", "not_your_turn", "5.1", {"to_act": (0,)}, "to act: 0"),
    Refusal(naming, 0, "draw", "wrong_phase", "6.4", {"phase": "name"}, "must name who is next"),
    Refusal(naming, 0, "discard R1", "wrong_phase", "6.4", {"phase": "name"}, "must name who is next"),
    Refusal(on_turn, 0, "name 1 1 R", "wrong_phase", "5.1", {"phase": "turn"}, "must discard or draw"),
    Refusal(drawn, 0, "name 2 1 R", "wrong_phase", "5.1", {"phase": "drawn"}, "must discard"),
    Refusal(on_turn, 0, "discard R3 R1", "not_in_hand", "4.1", {"card": "R3"}, "R1 R2 G1 B1"),
    Refusal(on_turn, 0, "discard R1 R1", "not_in_hand", "4.1", {"card": "R1"}, "not so often"),
    Refusal(on_turn, 0, "discard R1", "no_set", "4.1", {"cards": ["R1"], **TWO_OF}, "2 red or 2 green is demanded"),
    Refusal(on_turn, 0, "discard R1 B1", "wrong_colour", "4.1", {"card": "B1", **TWO_OF}, "B1 shows none"),
    Refusal(on_turn, 0, "discard R1 G1", "no_set", "4.1", {"cards": ["R1", "G1"], **TWO_OF}, "no such set"),
    Refusal(on_turn, 0, "discard R1 R2 G1", "no_set", "4.1", {"cards": ["R1", "R2", "G1"], **TWO_OF}, "no such set"),
    Refusal(on_turn, 0, "draw", "must_discard", "5.1", TWO_OF, "you can make a set"),
    Refusal(drawn, 0, "draw", "must_discard", "5.3", {"count": 2, "colours": ["red"]}, "you can make a set"),
    Refusal(naming, 0, "name 0 1 R", "cannot_be_named", "6.4", {"seat": 0}, "another player"),
    Refusal(naming, 0, "name 2 1 R", "cannot_be_named", "6.4", {"seat": 2}, "who still has cards"),
    Refusal(naming, 0, "name 4 1 R", "cannot_be_named", "6.4", {"seat": 4}, "not seat 4"),
    Refusal(naming, 0, "name 1 1 G", "cannot_name_colour", "6.4", {"card": "pick:R", "colours": ["red"]}, "name red"),
]


@pytest.mark.parametrize("case", REFUSALS, ids=str)
def test_a_forbidden_action_is_refused_with_code_params_and_rule(case: Refusal) -> None:
    check_refusal(GAME, case)


@pytest.mark.parametrize("state", [on_turn, drawn, naming, over])
def test_a_shuffle_that_is_not_due_is_refused(state: Callable[[], State]) -> None:
    check_no_shuffle_is_due(GAME, state())


@pytest.mark.parametrize(("deck", "card"), [("G1", "G2"), ("G1 G1", "G1"), ("G1 G2 R2", "R2"), ("", "G1")])
def test_a_shuffle_with_other_cards_is_refused(deck: str, card: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.shuffled(reshuffling(), cards(deck))
    assert caught.value.code == "wrong_deck"
    assert caught.value.reason.params == {"card": card}
    assert f"**{caught.value.reason.rule}**" in rules_of(GAME)


@pytest.mark.parametrize("seat", [-3, -1, 4, 99])
@pytest.mark.parametrize("state", [on_turn, drawn, naming])
def test_a_seat_that_is_not_there_is_never_on_turn(state: Callable[[], State], seat: int) -> None:
    check_nobody_acts(GAME, state(), seat, Draw())


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (on_turn, Discard(())),
        (on_turn, Discard(cards("X9"))),
        (naming, Name(-1, 1, "R")),
        (naming, Name(-3, 1, "R")),
        (naming, Name(1, 0, "R")),
        (naming, Name(1, 4, "R")),
        (naming, Name(1, 1, "")),
        (naming, Name(1, 1, "RG")),
        (naming, Name(1, 1, "red")),
    ],
)
def test_apply_refuses_what_no_record_can_write(state: Callable[[], State], move: Move) -> None:
    assert move not in GAME.legal(state(), 0)
    with pytest.raises(IllegalMove):
        GAME.apply(state(), 0, move)


def test_a_count_that_is_not_there_is_refused() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(naming(), 0, Name(1, 4, "R"))
    assert (caught.value.code, caught.value.reason.rule) == ("wrong_count", "6.4")
    assert caught.value.reason.params == {"count": 4}


@pytest.mark.parametrize("colour", ["", "RG", "GB", "RGBY"])
def test_a_four_colour_selection_names_one_colour(colour: str) -> None:
    state = after(table("pick:RGBY R1", "B1 B2", "Y1 Y2", discards="R2"), (0, "discard pick:RGBY"))
    with pytest.raises(IllegalMove):
        GAME.apply(state, 0, Name(1, 1, colour))


def test_no_code_is_without_a_test() -> None:
    assert codes_in_sources(GAME) == {case.code for case in REFUSALS} | {"wrong_deck", "no_shuffle_due", "wrong_count"}


def test_every_cited_rule_and_ruling_stands_in_the_rules() -> None:
    check_citations(GAME, "P", at_least=9)
