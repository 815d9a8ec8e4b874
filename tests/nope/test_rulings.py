"""Each ruling of the rules of Nope! by its number: what this project plays where the book is silent."""

from collections import Counter
from random import Random

import pytest

from naysay.nope.state import Demand
from tests.support.nope_positions import GAME, after, cards, deal, faces, random_match, refused, start, table, texts

ANY = "RGBY"


def test_p1_two_of_the_six_selections_show_four_colours() -> None:
    selections = Counter(card for card in GAME.to_shuffle(start()) if card.startswith("pick:"))
    assert selections == {"pick:RGBY": 2, "pick:R": 1, "pick:G": 1, "pick:B": 1, "pick:Y": 1}


@pytest.mark.parametrize(
    ("laid", "demand"),
    [
        ("R3 restart", (1, 1, ANY)),  # on top: as if played alone
        ("restart R3", (1, 3, "R")),  # deeper: does nothing
        ("RB2 see:R", (1, 2, "RB")),  # the card right below, though of the same set
        ("see:R RB2", (1, 2, "RB")),
        ("pick:R R3", (1, 3, "R")),  # nobody names
        ("restart see:R", (1, 1, ANY)),  # the restart is the card that counts
    ],
)
def test_p2_an_action_card_on_top_of_a_set_acts_and_deeper_does_nothing(
    laid: str, demand: tuple[int, int, str]
) -> None:
    state = table(f"{laid} G1", "B1 B2", "Y1 Y2", discards="R2")
    assert faces(after(state, (0, f"discard {laid}"))) == demand


@pytest.mark.parametrize("laid", ["R3 pick:R", "R3 R1 pick:RGBY", "pick:R see:R", "R1 pick:R see:R", "see:R pick:R"])
def test_p2_a_selection_that_counts_lets_its_player_name(laid: str) -> None:
    state = table(f"{laid} G1", "B1 B2", "Y1 Y2", discards=f"R{len(laid.split())}")
    state = after(state, (0, f"discard {laid}"))
    assert (state.phase, GAME.to_act(state)) == ("name", (0,))
    assert faces(after(state, (0, "name 2 3 R"))) == (2, 3, "R")


def test_p3_a_set_of_one_that_is_an_action_card_is_playing_it() -> None:
    state = table("pick:R G1", "B1 B2", "Y1 Y2", discards="R1")
    assert texts(state) == {"discard pick:R"}
    assert len(GAME.legal(state, 0)) == 1
    assert after(state, (0, "discard pick:R")).phase == "name"
    restart = table("restart G1", "B1 B2", "Y1 Y2", discards="R1")
    assert faces(after(restart, (0, "discard restart"))) == (1, 1, ANY)


@pytest.mark.parametrize("drawn", ["restart", "see:R", "pick:R", "pick:RGBY"])
def test_p4_after_drawing_without_a_set_no_action_card_may_be_played(drawn: str) -> None:
    state = table("R1 G1", "B1 B2", "Y1 Y2", discards="R3", pile=f"{drawn} B3")
    state = after(state, (0, "draw"))
    assert set(state.hands[0]) == {"R1", "G1", drawn}
    assert faces(state) == (1, 3, "R")  # "Nope!": the next player faces the same
    assert [event.kind for event in state.history] == ["drew", "nope"]
    assert refused(state, 0, f"discard {drawn}").code == "not_your_turn"


def test_p4_nor_an_action_card_that_was_held_before_drawing() -> None:
    state = table("see:R R1 G1", "B1 B2", "Y1 Y2", discards="R3", pile="B3 B3")
    assert texts(state) == {"discard see:R", "draw"}
    assert faces(after(state, (0, "draw"))) == (1, 3, "R")


@pytest.mark.parametrize(("first", "colours"), [("pick:G", "G"), ("pick:RGBY", ANY)])
def test_p5_first_discard_a_selection_and_the_starting_player_names(first: str, colours: str) -> None:
    state = deal(start(players=4, dealer=1), first)
    assert (state.phase, GAME.to_act(state)) == ("name", (2,))
    assert texts(state) == {f"name {seat} {count} {c}" for seat in (0, 1, 3) for count in (1, 2, 3) for c in colours}
    before = state.hands
    state = after(state, (2, "name 1 3 G"))
    assert faces(state) == (1, 3, "G")
    assert state.hands == before


def test_p6_first_discard_a_restart_asks_the_starting_player_for_one_of_any_colour() -> None:
    state = deal(start(), "restart", "R1 R1", "G1 G1 G2 G2 G3 B1 Y2")
    assert faces(state) == (1, 1, ANY)
    assert texts(state) == {f"discard {card}" for card in state.hands[1]}
    assert refused(state, 1, "draw").code == "must_discard"


def test_p7_first_discard_a_joker_asks_for_one_of_any_colour() -> None:
    state = deal(start(), "joker", "R1 R1", "G1 G1 G2 G2 G3 B1 Y2")
    assert faces(state) == (1, 1, ANY)
    assert texts(state) == {f"discard {card}" for card in state.hands[1]}
    assert refused(state, 1, "draw").code == "must_discard"


def test_p8_after_a_nope_the_next_player_faces_what_was_named() -> None:
    state = table("pick:R R1", "B1 B2", "Y1 Y2", "G1 R1", discards="R2", pile="G2 G2 G2")
    state = after(state, (0, "discard pick:R"), (0, "name 2 2 R"))
    assert faces(state) == (2, 2, "R")
    state = after(state, (2, "draw"))
    assert faces(state) == (3, 2, "R")
    state = after(state, (3, "draw"))
    assert faces(state) == (0, 2, "R")


def test_p9_a_see_through_on_a_selection_hands_on_what_was_named() -> None:
    state = table("pick:RGBY R1", "B1 B2", "see:G Y2", "G1 G2 see:R", discards="R2", pile="Y2 Y2 Y2")
    state = after(state, (0, "discard pick:RGBY"), (0, "name 2 2 G"), (2, "discard see:G"))
    assert state.phase == "turn"  # nothing is named anew
    assert faces(state) == (3, 2, "G")
    assert texts(state) == {"discard G1 G2", "discard G2 G1"}
    state = after(table("see:G R1", "see:B B1", "Y1", discards="pick:G", named=Demand(3, "G")), (0, "discard see:G"))
    assert faces(state) == (1, 3, "G")


@pytest.mark.parametrize(
    ("players", "pile", "discards", "drawn"),
    [
        (3, "", "R3", 0),
        (3, "", "R3 see:R", 0),  # all discards are kept
        (2, "", "R3", 0),
        (2, "B2", "R3", 1),
        (2, "B2", "R3 see:B see:R", 1),
    ],
)
def test_p10_nothing_to_draw_and_nothing_to_reshuffle_is_as_after_drawing(
    players: int, pile: str, discards: str, drawn: int
) -> None:
    state = table("G1 R1", *["B1 B2"] * (players - 1), pile=pile, discards=discards)
    state = after(state, (0, "draw"))
    assert len(state.hands[0]) == 2 + drawn
    assert (state.phase, state.pile, state.to_draw) == ("turn", (), 0)
    assert faces(state) == (1, 3, "R")
    assert state.turns == 1


def test_p10_the_one_card_there_is_may_complete_a_set() -> None:
    state = after(table("R1 R1 G1", "B1 B2", pile="RB3", discards="R3"), (0, "draw"))
    assert (state.phase, GAME.to_act(state)) == ("drawn", (0,))
    assert refused(state, 0, "draw").code == "must_discard"
    assert "discard R1 R1 RB3" in texts(state)


def test_p10_two_are_drawn_across_a_reshuffle_and_one_if_that_is_all() -> None:
    for under, drawn in (("G2 B3", 2), ("G2", 2), ("", 1)):
        state = after(table("B1", "B1 B2", pile="Y2", discards=f"{under} R3"), (0, "draw"))
        if under:
            assert (state.phase, state.to_draw) == ("reshuffle", 1)
            assert sorted(GAME.to_shuffle(state)) == sorted(cards(under))
            state = GAME.shuffled(state, GAME.to_shuffle(state))
        assert len(state.hands[0]) == 1 + drawn
        assert faces(state) == (1, 3, "R")


def test_p11_neither_oneself_nor_who_is_out_may_be_named() -> None:
    state = after(table("pick:R R1", "", "Y1 Y2", "G1 G2", discards="R2"), (0, "discard pick:R"))
    assert {text.split()[1] for text in texts(state)} == {"2", "3"}
    for seat in (0, 1, 4, 5):
        assert refused(state, 0, f"name {seat} 1 R").code == "cannot_be_named"


def test_p11_who_goes_out_with_a_selection_names_another() -> None:
    state = after(table("pick:R", "B1", "Y1 Y2", discards="R2"), (0, "discard pick:R"))
    assert (state.phase, state.out) == ("name", (0,))
    assert {text.split()[1] for text in texts(state)} == {"1", "2"}


def turns(*actions: tuple[int, str]) -> int:
    state = table("pick:R R1 R2 Y1", "R1 R3 B2", "Y1 Y2 Y3", discards="R2", pile="R3 G2 G2")
    return after(state, *actions).turns


def test_p12_a_turn_is_over_when_the_move_passes_on() -> None:
    selection = ((0, "discard pick:R"), (0, "name 1 3 R"))
    assert turns() == 0
    assert turns(selection[0]) == 0
    assert turns(*selection) == 1  # selection and naming are one
    assert turns(*selection, (1, "draw")) == 1  # completes a set: the turn goes on
    assert turns(*selection, (1, "draw"), (1, "discard R1 R3 R3")) == 2  # draw and set are one
    assert turns((0, "discard R1 R2"), (1, "discard R1 R3")) == 2
    blocked = table("B1", "B1 B2", "Y1", discards="R2", pile="G2 G2")
    assert after(blocked, (0, "draw")).turns == 1  # "Nope!"


def test_p12_the_naming_of_p5_is_a_turn() -> None:
    state = deal(start(players=3, dealer=0, max_turns=1), "pick:R")
    state = after(state, (1, "name 0 1 R"))
    assert state.turns == 1
    assert GAME.result(state) == {"out": [], "winners": [0, 1, 2]}


def test_p12_the_limit_ends_the_game_and_most_cards_share_the_win() -> None:
    state = table("R1 R2 B1", "R1 R3", "Y1 Y2 Y3", "G1 G2 G3", discards="R1", max_turns=1)
    state = after(state, (0, "discard R1"))
    assert (state.phase, GAME.to_act(state)) == ("over", ())
    assert GAME.result(state) == {"out": [], "winners": [2, 3]}


@pytest.mark.parametrize("limit", [1, 2, 10])
def test_p12_no_game_has_more_turns_than_the_limit(limit: int) -> None:
    for seed in range(10):
        *_, last = random_match(start(players=4, max_turns=limit), Random(seed))
        assert last.turns == limit


def test_p12_without_a_limit_random_games_end() -> None:
    for players in GAME.players:
        *_, last = random_match(start(players=players), Random(players))
        assert len(last.out) == players - 1


def test_p13_a_reshuffle_waits_for_a_draw_and_keeps_what_see_throughs_show() -> None:
    state = table("Y1 Y2", "B1 B2", discards="G1 R2 see:R see:R", pile="B1")
    state = after(state, (0, "draw"))
    assert (state.phase, state.pile) == ("reshuffle", ())  # of two cards the second was not there
    assert GAME.to_shuffle(state) == ("G1",)
    assert GAME.shuffled(state, GAME.to_shuffle(state)).discards == cards("R2 see:R see:R")
    empty = after(table("R1 R2 Y1", "B1", "G1", discards="Y3 G1 R2", pile=""), (0, "discard R1 R2"))
    assert (empty.phase, empty.pile) == ("turn", ())  # nobody has to draw yet
    assert GAME.to_shuffle(empty) == ()


def test_p14_a_selection_of_four_colours_is_matched_by_the_named_one() -> None:
    state = table("pick:RGBY R1", "see:R see:B pick:G restart joker", "Y1 Y2", discards="R1")
    state = after(state, (0, "discard pick:RGBY"), (0, "name 1 2 R"))
    assert faces(state) == (1, 2, "R")
    alone = [text for text in texts(state) if len(text.split()) == 2]
    assert sorted(alone) == ["discard restart", "discard see:R"]
    assert refused(state, 1, "discard pick:G").code == "wrong_colour"


def test_p15_after_a_restart_as_first_discard_the_starting_player_must_discard() -> None:
    state = deal(start(players=3, dealer=0), "restart")
    assert faces(state) == (1, 1, "RGBY")
    assert refused(state, 1, "draw").code == "must_discard"
