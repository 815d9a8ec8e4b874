"""What a seat sees in each phase, why a card is blocked, and that others never see what a seat holds or draws."""

from dataclasses import replace
from random import Random

import pytest

from naysay.game import IllegalMove, Reason
from naysay.nope.state import Demand, Discard, Event, State
from naysay.nope.view import View
from tests.support.nope_positions import GAME, after, cards, deal, random_match, start, table


def blocked(state: State, seat: int = 0) -> dict[str, Reason]:
    return {entry.card: entry.reason for entry in GAME.view(state, seat).blocked}


def public(view: View) -> View:
    """A view without its private part."""
    history = tuple(replace(event, cards=()) if event.kind == "drew" else event for event in view.history)
    return replace(view, seat=None, hand=(), can_make_set=False, blocked=(), history=history)


def test_deal() -> None:
    view = GAME.view(start(players=4, dealer=2), 3)
    assert (view.phase, view.to_act, view.turn, view.hand, view.demand) == ("deal", (), 3, (), None)
    assert (view.hand_sizes, view.discards, view.pile) == ((0, 0, 0, 0), (), 0)


def test_turn() -> None:
    state = deal(start(players=4, dealer=2), "RG2", "R1", "G1", "B1", "R1 G2 Y1")
    view = GAME.view(state, 3)
    assert (view.phase, view.to_act, view.turns) == ("turn", (3,), 0)
    assert (view.demand, view.named, view.discards) == (Demand(2, "RG"), None, cards("RG2"))
    assert (view.hand_sizes, view.pile) == ((7, 7, 7, 7), 104 - 28 - 1)
    assert view.hand == state.hands[3]
    assert view.history == (Event("turned", 3, None, cards("RG2")),)
    assert (view.out, view.winners) == ((), ())


def test_name() -> None:
    state = after(table("pick:R R1", "B1 B2", "Y1", discards="R3"), (0, "discard pick:R"))
    view = GAME.view(state, 0)
    assert (view.phase, view.to_act, view.demand, view.blocked) == ("name", (0,), None, ())
    assert not view.can_make_set
    named = GAME.view(after(state, (0, "name 1 2 R")), 2)
    assert (named.demand, named.named, named.to_act) == (Demand(2, "R"), Demand(2, "R"), (1,))
    assert named.history[-1].named is not None
    assert (named.history[-1].named.seat, named.history[-1].named.count) == (1, 2)


def test_drawn() -> None:
    state = after(table("R1 G1", "B1 B2", "Y1", discards="R2", pile="RB3 Y3"), (0, "draw"))
    view = GAME.view(state, 0)
    assert (view.phase, view.to_act, view.can_make_set, view.pile) == ("drawn", (0,), True, 1)
    assert view.history[-1] == Event("drew", 0, Demand(2, "R"), cards("RB3"), 1)
    for other in (1, 2, None):
        seen = GAME.view(state, other)
        assert seen.history[-1] == Event("drew", 0, Demand(2, "R"), (), 1)
        assert not seen.can_make_set
        assert "RB3" not in repr(seen)


def test_reshuffle() -> None:
    state = after(table("Y1", "B1 B2", "Y1", discards="G1 G2 R2"), (0, "draw"))
    view = GAME.view(state, 0)
    assert (view.phase, view.to_act, view.to_draw, view.pile) == ("reshuffle", (), 1, 0)
    assert view.demand == Demand(2, "R")
    view = GAME.view(GAME.shuffled(state, cards("G2 G1")), 0)
    assert [event.kind for event in view.history] == ["drew", "reshuffled", "drew", "nope"]
    assert view.history[1] == Event("reshuffled", 0, Demand(2, "R"), count=2)
    assert (view.pile, view.discards) == (1, cards("R2"))


@pytest.mark.parametrize(
    ("discards", "over"), [("R1", 0), ("RB2 see:R", 1), ("RB2 see:R see:B", 2), ("see:R", 0), ("see:R joker", 0)]
)
def test_what_lies_on_the_card_that_counts(discards: str, over: int) -> None:
    assert GAME.view(table("R1", "B1 B2", discards=discards), None).over_counting == over


def test_how_many_cards_are_drawn_and_by_which_rule() -> None:
    assert [GAME.view(start(players=players), None).draws for players in (2, 3, 6)] == [2, 1, 1]
    state = table("pick:R R1", "B1 B2", "Y1", discards="R3")
    assert GAME.view(state, 2).rule == "5.1"
    assert GAME.view(after(state, (0, "discard pick:R")), 2).rule == "6.4"
    assert GAME.view(start(), None).rule is None


def test_over() -> None:
    view = GAME.view(after(table("R1", "B1 B2", discards="R1"), (0, "discard R1")), None)
    assert (view.phase, view.to_act, view.demand, view.out, view.winners) == ("over", (), None, (0,), (1,))


def test_a_seat_remembers_the_set_it_laid_and_the_cards_it_drew() -> None:
    state = table("R1 R2 B1", "B1 G2", "Y1 Y2", discards="R2", pile="Y3 Y3 Y3")
    state = after(state, (0, "discard R1 R2"), (1, "draw"), (2, "draw"))
    kinds = [(event.kind, event.seat) for event in GAME.view(state, 1).history]
    assert kinds == [("laid", 0), ("drew", 1), ("nope", 1), ("drew", 2), ("nope", 2)]
    assert [event.cards for event in GAME.view(state, 1).history if event.kind == "drew"] == [cards("Y3"), ()]
    assert GAME.view(state, None).history[0] == Event("laid", 0, Demand(2, "R"), cards("R1 R2"))


def test_blocked_because_the_colour_is_wrong() -> None:
    state = table("R1 B1 BY2 see:Y", "B1", discards="RG1")
    assert set(blocked(state)) == {"B1", "BY2", "see:Y"}
    reason = blocked(state)["BY2"]
    assert (reason.code, reason.rule) == ("wrong_colour", "4.1")
    assert reason.params == {"card": "BY2", "count": 1, "colours": ["red", "green"]}
    assert reason.detail == "1 red or 1 green is demanded; BY2 shows none of it"


def test_blocked_because_there_are_too_few_for_a_set() -> None:
    state = table("G1 G2 G3 Y1 joker B1", "B1", discards="GY3")
    assert set(blocked(state)) == {"Y1", "B1"}  # two yellow with the joker, four green
    reason = blocked(state)["Y1"]
    assert (reason.code, reason.rule) == ("no_set", "4.1")
    assert reason.params == {"cards": ["Y1"], "count": 3, "colours": ["green", "yellow"]}
    assert reason.detail == "3 green or 3 yellow is demanded; with Y1 there is no such set"


def test_a_blocked_card_is_refused_for_the_same_reason() -> None:
    rng = Random(5)
    compared = 0
    for number in range(20):
        for state in random_match(start(2 + number % 5), rng):
            for seat in GAME.to_act(state):
                for one in GAME.view(state, seat).blocked:
                    with pytest.raises(IllegalMove) as refused:
                        GAME.apply(state, seat, Discard((one.card,)))
                    assert refused.value.reason == one.reason
                    compared += 1
    assert compared > 500


def test_a_matching_action_card_is_never_blocked() -> None:
    assert set(blocked(table("see:G restart pick:RGBY G1 see:B", "B1", discards="G3", pile="B1"))) == {"see:B"}
    assert set(blocked(table("see:G G1 see:B", "B1", discards="G3", pile="B1"))) == {"G1", "see:B"}


def test_only_who_is_on_turn_has_blocked_cards() -> None:
    state = table("R1 B1", "B1", discards="R1")
    assert blocked(state)
    assert blocked(state, 1) == {}
    assert GAME.view(state, None).blocked == ()


@pytest.mark.parametrize("players", GAME.players)
def test_blocked_cards_are_those_that_no_legal_move_holds(players: int) -> None:
    seen = set()
    for seed in range(6):
        for state in random_match(start(players, max_turns=300), Random(seed)):
            if state.phase not in ("turn", "drawn"):
                continue
            view = GAME.view(state, state.turn)
            legal = GAME.legal(state, state.turn)
            holds = {card for move in legal if isinstance(move, Discard) for card in move.cards}
            assert {entry.card for entry in view.blocked} == set(view.hand) - holds
            assert len(view.blocked) == len(set(view.hand) - holds)
            assert view.can_make_set == all(isinstance(move, Discard) for move in legal)
            seen |= {entry.reason.code for entry in view.blocked}
    assert seen == {"wrong_colour", "no_set"}


@pytest.mark.parametrize("players", GAME.players)
def test_all_that_is_not_the_own_hand_or_draw_is_the_same_for_everyone(players: int) -> None:
    for number, state in enumerate(random_match(start(players, max_turns=200), Random(players))):
        if number % 5 == 0:
            spectator = GAME.view(state, None)
            assert public(spectator) == spectator
            for seat in range(players):
                view = GAME.view(state, seat)
                assert public(view) == spectator
                assert view.hand == state.hands[seat]
