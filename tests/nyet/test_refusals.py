"""Every code with which Nyet! refuses a move or a shuffle, its parameters and rule; and every cited rule exists."""

from collections.abc import Callable
from random import Random

import pytest

from naysay.game import Card, IllegalMove
from naysay.nyet.state import Discard, Move, Play, State, Team, Veto
from tests.support.nyet_positions import (
    GAME,
    after,
    cards,
    deal,
    hold,
    playing,
    random_match,
    start,
    veto_down,
)
from tests.support.refusals import (
    Refusal,
    check_citations,
    check_no_shuffle_is_due,
    check_nobody_acts,
    check_refusal,
    codes_in_sources,
)


def vetoing() -> State:
    """Four players, seat 0 to veto; red is no trump any more."""
    state = after(deal(start(), {}), (0, "veto trump red"), (1, "veto trump blue"), (2, "veto trump green"))
    return after(state, (3, "veto points 1"))


def teaming(players: int) -> State:
    """Seat 0 makes the teams."""
    return veto_down(deal(start(players=players), {}), first="bear", discard="none")


def discarding(box: str) -> State:
    """Seats choose from R1 R5 B6, or from R2 R3 R4."""
    state = after(veto_down(deal(start(), {}), first="bear", discard=box), (0, "team 1"))
    return hold(state, "R1 R5 B6", "R2 R3 R4", "R2 R3 R4", "R2 R3 R4")


def playing_blue() -> State:
    """Seat 1 holds B2 R3 and must follow blue."""
    hands = ["B9 R2", "B2 R3", "B4 R4", "B5 R5"]
    state = playing("iello-2015", hands, "team 1", first="bear", trump="red", super="none")
    return after(state, (0, "play B9"))


def over() -> State:
    """A match that someone has won."""
    *_, last = random_match(start(players=2, end={"target": 1}), Random(1))
    return last


REFUSALS = [
    Refusal(start, 0, "veto trump red", "shuffle_due", "2.1", {}, "shuffled first"),
    Refusal(over, 0, "play R2", "game_over", "9.1", {}, "over"),
    Refusal(vetoing, 1, "veto trump red", "not_your_turn", "3.1", {"to_act": (0,)}, "to act: 0"),
    Refusal(lambda: teaming(4), 3, "team 1", "not_your_turn", "4.1", {"to_act": (0,)}, "to act: 0"),
    Refusal(
        lambda: after(discarding("one"), (2, "discard R2")),
        2,
        "discard R3",
        "not_your_turn",
        "5.1",
        {"to_act": (0, 1, 3)},
        "to act: 0, 1, 3",
    ),
    Refusal(playing_blue, 0, "play R2", "not_your_turn", "6.1", {"to_act": (1,)}, "to act: 1"),
    Refusal(vetoing, 0, "play R2", "wrong_phase", "3.1", {"phase": "veto"}, "time to veto, not for a play"),
    Refusal(vetoing, 0, "team 1", "wrong_phase", "3.1", {"phase": "veto"}, "not for a team"),
    Refusal(vetoing, 0, "discard R2", "wrong_phase", "3.1", {"phase": "veto"}, "not for a discard"),
    Refusal(lambda: teaming(4), 0, "veto trump red", "wrong_phase", "4.1", {"phase": "team"}, "time to choose sides"),
    Refusal(lambda: teaming(4), 0, "play R2", "wrong_phase", "4.1", {"phase": "team"}, "not for a play"),
    Refusal(lambda: teaming(4), 0, "discard R2", "wrong_phase", "4.1", {"phase": "team"}, "not for a discard"),
    Refusal(
        lambda: discarding("one"), 0, "play R1", "wrong_phase", "5.1", {"phase": "discard"}, "time to give cards away"
    ),
    Refusal(
        lambda: discarding("one"), 0, "veto trump red", "wrong_phase", "5.1", {"phase": "discard"}, "not for a veto"
    ),
    Refusal(lambda: discarding("one"), 0, "team 1", "wrong_phase", "5.1", {"phase": "discard"}, "not for a team"),
    Refusal(playing_blue, 1, "veto trump red", "wrong_phase", "6.1", {"phase": "play"}, "time to play"),
    Refusal(playing_blue, 1, "discard R3", "wrong_phase", "6.1", {"phase": "play"}, "not for a discard"),
    Refusal(playing_blue, 1, "team 0", "wrong_phase", "6.1", {"phase": "play"}, "not for a team"),
    Refusal(vetoing, 0, "veto trump none", "no_such_box", "3.2", {"row": "trump", "box": "none"}, "red, blue, yellow"),
    Refusal(vetoing, 0, "veto points 5", "no_such_box", "3.2", {"row": "points", "box": "5"}, "1, 2, 3, 4, -2"),
    Refusal(vetoing, 0, "veto points 1", "box_covered", "3.2", {"row": "points", "box": "1"}, "points 1 is covered"),
    Refusal(vetoing, 0, "veto first crane", "box_covered", "3.2", {"row": "first", "box": "crane"}, "crane is covered"),
    Refusal(vetoing, 0, "veto trump yellow", "row_settled", "3.3", {"row": "trump", "box": "yellow"}, "last open box"),
    Refusal(lambda: teaming(3), 0, "team 1 2", "no_such_team", "4.3", {"players": 3}, "alone, or one partner"),
    Refusal(lambda: teaming(3), 0, "team bonus 0", "no_such_team", "4.3", {"players": 3}, "no bonus"),
    Refusal(lambda: teaming(3), 0, "team 0", "no_such_team", "4.3", {"players": 3}, "one partner"),
    Refusal(lambda: teaming(4), 0, "team", "no_such_team", "4.4", {"players": 4}, "one partner"),
    Refusal(lambda: teaming(4), 0, "team 1 2", "no_such_team", "4.4", {"players": 4}, "one partner"),
    Refusal(lambda: teaming(4), 0, "team 1 bonus 0", "no_such_team", "4.4", {"players": 4}, "one partner"),
    Refusal(lambda: teaming(4), 0, "team 4", "no_such_team", "4.4", {"players": 4}, "one partner"),
    Refusal(lambda: teaming(5), 0, "team", "no_such_team", "4.5", {"players": 5}, "one or two partners"),
    Refusal(lambda: teaming(5), 0, "team 1", "no_such_team", "4.5", {"players": 5}, "bonus card"),
    Refusal(lambda: teaming(5), 0, "team 1 bonus 2", "no_such_team", "4.5", {"players": 5}, "one of the pair"),
    Refusal(lambda: teaming(5), 0, "team 1 2 bonus 0", "no_such_team", "4.5", {"players": 5}, "one of the pair"),
    Refusal(lambda: teaming(5), 0, "team 2 1 bonus 3", "no_such_team", "4.5", {"players": 5}, "ascending"),
    Refusal(lambda: teaming(5), 0, "team 1 1 bonus 3", "no_such_team", "4.5", {"players": 5}, "two partners"),
    Refusal(lambda: teaming(5), 0, "team 1 2 3 bonus 0", "no_such_team", "4.5", {"players": 5}, "two partners"),
    Refusal(lambda: discarding("one"), 0, "discard R5 B6", "wrong_count", "5.2", {"count": 1}, "1 card must go, not 2"),
    Refusal(lambda: discarding("two"), 0, "discard R5", "wrong_count", "5.2", {"count": 2}, "2 cards must go, not 1"),
    Refusal(lambda: discarding("one"), 0, "discard R2", "not_in_hand", "5.2", {"card": "R2"}, "R1 R5 B6"),
    Refusal(lambda: discarding("two"), 0, "discard R5 R5", "not_in_hand", "5.2", {"card": "R5"}, "not so often"),
    Refusal(playing_blue, 1, "play B9", "not_in_hand", "6.1", {"card": "B9"}, "B2"),
    Refusal(lambda: discarding("two"), 0, "discard B6 R5", "card_order", "5.2", {"cards": "R5 B6"}, "R5 B6"),
    Refusal(
        lambda: discarding("one-not-low"), 0, "discard R1", "not_low", "5.3", {"card": "R1"}, "R1 may not be discarded"
    ),
    Refusal(
        playing_blue,
        1,
        "play R3",
        "must_follow",
        "6.3",
        {"card": "R3", "led": "blue", "held": cards("B2")},
        "blue was led",
    ),
]


@pytest.mark.parametrize("case", REFUSALS, ids=str)
def test_a_forbidden_action_is_refused_with_code_params_and_rule(case: Refusal) -> None:
    check_refusal(GAME, case)


@pytest.mark.parametrize(
    ("without", "extra", "card"),
    [
        (0, "K7", "K7"),
        (1, "K7", "K7"),
        (1, "R2", "R2"),
        (0, "R2", "R2"),
        (1, "", "G13"),
        (60, "", "R1"),
        (59, "", "R1"),
    ],
)
def test_a_shuffle_with_other_cards_is_refused(without: int, extra: str, card: str) -> None:
    whole = GAME.to_shuffle(start())
    with pytest.raises(IllegalMove) as caught:
        GAME.shuffled(start(), whole[: len(whole) - without] + cards(extra))
    reason = caught.value.reason
    assert (caught.value.code, reason.rule, reason.params) == ("wrong_deck", "2.1", {"card": card})


def teaming_four() -> State:
    return teaming(4)


def discarding_one() -> State:
    return discarding("one")


@pytest.mark.parametrize("state", [vetoing, teaming_four, discarding_one, playing_blue, over])
def test_a_shuffle_that_is_not_due_is_refused(state: Callable[[], State]) -> None:
    check_no_shuffle_is_due(GAME, state())


@pytest.mark.parametrize("seat", [-1, 4, 99])
@pytest.mark.parametrize("state", [vetoing, teaming_four, discarding_one, playing_blue])
def test_a_seat_that_is_not_there_is_never_on_turn(state: Callable[[], State], seat: int) -> None:
    check_nobody_acts(GAME, state(), seat, Play(Card("R2")))


@pytest.mark.parametrize(
    ("state", "seat", "move"),
    [
        (vetoing, 0, Veto("colour", "red")),
        (vetoing, 0, Veto("trump", "")),
        (teaming_four, 0, Team((-1,))),
        (teaming_four, 0, Team((1,), 1)),
        (discarding_one, 0, Discard(())),
        (discarding_one, 0, Discard((Card("X9"),))),
        (playing_blue, 1, Play(Card(""))),
    ],
)
def test_apply_refuses_what_no_record_can_write(state: Callable[[], State], seat: int, move: Move) -> None:
    assert move not in GAME.legal(state(), seat)
    with pytest.raises(IllegalMove):
        GAME.apply(state(), seat, move)


def test_no_code_is_without_a_test() -> None:
    assert codes_in_sources(GAME) == {case.code for case in REFUSALS} | {"wrong_deck", "no_shuffle_due"}


def test_every_cited_rule_and_ruling_stands_in_the_rules() -> None:
    check_citations(GAME, "N", at_least=16)
