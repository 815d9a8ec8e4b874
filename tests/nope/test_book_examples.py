"""The deck, the deal and the worked examples of the book, and each clause of a turn."""

from collections import Counter
from itertools import permutations

import pytest

from naysay.game import Card
from naysay.nope.state import Demand, State
from tests.naive import nope as naive
from tests.support.nope_positions import GAME, after, cards, deal, faces, refused, start, table, texts

ANY = "RGBY"


def orders(hand: str, count: int) -> set[str]:
    """Every set of so many of these cards, in every order, as records write it."""
    return {" ".join(("discard", *laid)) for laid in permutations(cards(hand), count)}


def test_the_deck_has_104_cards() -> None:
    deck = Counter(GAME.to_shuffle(start()))
    assert deck.total() == 104
    one = {f"{colour}{number}": copies for colour in "RGBY" for number, copies in ((1, 2), (2, 2), (3, 1))}
    pairs = ("RG", "RB", "RY", "GB", "GY", "BY")
    two = {f"{pair}{number}": copies for pair in pairs for number, copies in ((1, 4), (2, 4), (3, 3))}
    sees = {f"see:{colour}": 1 for colour in "RGBY"}
    picks = {f"pick:{colour}": 1 for colour in "RGBY"} | {"pick:RGBY": 2}
    assert (sum(one.values()), sum(two.values())) == (20, 66)
    assert deck == one | two | sees | picks | {"joker": 4, "restart": 4}
    assert sorted(deck.elements()) == sorted(naive.deck())


def test_without_action_cards_it_has_90() -> None:
    deck = GAME.to_shuffle(start(action_cards="no"))
    assert sorted(deck) == sorted(naive.deck(action_cards=False))
    assert len(deck) == 90


@pytest.mark.parametrize("players", GAME.players)
def test_seven_cards_each_or_eight_with_two_dealt_from_the_dealers_left(players: int) -> None:
    size = 8 if players == 2 else 7
    for dealer in range(players):
        state = start(players=players, dealer=dealer)
        deck = GAME.to_shuffle(state)
        state = GAME.shuffled(state, deck)
        for seat, hand in enumerate(state.hands):
            place = (seat - dealer - 1) % players
            assert Counter(hand) == Counter(deck[place : size * players : players])
        assert state.discards == (deck[size * players],)
        assert state.pile == deck[size * players + 1 :]
        assert GAME.to_act(state) == ((dealer + 1) % players,)


def test_a_seat_with_an_extra_card_gets_it_in_an_eighth_lap() -> None:
    state = start(players=4, dealer=1, extra_card=[0, 1, 3])
    deck = GAME.to_shuffle(state)
    state = GAME.shuffled(state, deck)
    assert [len(hand) for hand in state.hands] == [8, 8, 7, 8]
    eighth = dict(zip((3, 0, 1), deck[28:31], strict=True))  # clockwise from the dealer's left neighbour, seat 2
    for seat, card in eighth.items():
        assert Counter(state.hands[seat]) == Counter([*deck[(seat - 2) % 4 : 28 : 4], card])
    assert state.discards == (deck[31],)


def test_with_two_an_extra_card_has_no_effect() -> None:
    plain, extra = start(players=2), start(players=2, extra_card=[0])
    assert GAME.shuffled(plain, GAME.to_shuffle(plain)).hands == GAME.shuffled(extra, GAME.to_shuffle(extra)).hands


def test_three_of_the_one_and_four_of_the_other_three_of_either_must_go() -> None:
    state = table("Y1 Y2 RY1 G1 G2 G3 RG1 B1", "R1 R2", discards="GY3")
    assert texts(state) == orders("Y1 Y2 RY1", 3) | orders("G1 G2 G3 RG1", 3)
    assert refused(state, 0, "draw").code == "must_discard"
    assert refused(state, 0, "discard G1 G2 G3 RG1").code == "no_set"  # one too many


def test_two_of_the_one_and_two_of_the_other_none_must_go() -> None:
    state = table("Y1 Y2 G1 G2 B1", "R1 R2", discards="GY3", pile="R1 R1 R1")
    assert texts(state) == {"draw"}


@pytest.mark.parametrize("laid", ["Y1 Y2 G1", "Y1 G1 G2", "G1 Y1 RY1"])
def test_the_two_colours_of_a_demand_are_never_mixed(laid: str) -> None:
    state = table("Y1 Y2 RY1 G1 G2 G3 RG1 B1", "R1 R2", discards="GY3")
    assert refused(state, 0, f"discard {laid}").code == "no_set"


def test_a_card_counts_for_each_colour_that_it_shows() -> None:
    state = table("GY1 Y2 G1 B1", "R1 R2", discards="GY2")
    assert texts(state) == orders("GY1 Y2", 2) | orders("GY1 G1", 2)


def test_a_joker_completes_a_set() -> None:
    state = table("RG3 joker B1", "R1 R2", discards="G2")
    assert texts(state) == orders("RG3 joker", 2)
    assert refused(state, 0, "draw").code == "must_discard"


def test_a_lone_joker_goes_on_a_demand_for_one_and_stays_on_a_demand_for_two() -> None:
    assert texts(table("joker B1", "R1 R2", discards="R1")) == {"discard joker"}
    assert texts(table("joker B1", "R1 R2", discards="R2", pile="B1 B1")) == {"draw"}


def test_on_a_joker_any_one_card_goes() -> None:
    assert texts(table("B1 G2 RY3", "R1 R2", discards="joker")) == {"discard B1", "discard G2", "discard RY3"}


def test_an_action_card_that_is_the_only_card_of_the_colour_must_go() -> None:
    state = table("see:R B1 G2", "R1 R2", discards="R1")
    assert texts(state) == {"discard see:R"}
    assert refused(state, 0, "draw").code == "must_discard"


def test_an_action_card_counts_towards_a_set() -> None:
    state = table("see:R R1 restart B1", "R1 R2", discards="R3")
    alone = {"discard see:R", "discard restart"}
    assert texts(state) == orders("see:R R1 restart", 3) | alone


def test_without_a_set_a_matching_action_card_or_a_draw() -> None:
    state = table("see:B see:R B1", "R1 R2", discards="B3", pile="G1 G2")
    assert texts(state) == {"discard see:B", "draw"}
    assert refused(state, 0, "discard see:R").code == "wrong_colour"


def test_a_drawn_card_that_completes_a_set_makes_one_discard_the_set_or_the_action_card() -> None:
    state = after(table("see:B B1 G1", "R1 R2", "R1", discards="B3", pile="BY2 G2"), (0, "draw"))
    assert state.phase == "drawn"
    assert texts(state) == orders("see:B B1 BY2", 3) | {"discard see:B"}


def test_several_may_say_nope_to_the_same_card_until_it_comes_back() -> None:
    state = table("R1 R1", "G1 G2", "B1 B2", discards="R3", pile="Y1 Y1 R2 Y2")
    state = after(state, (0, "draw"), (1, "draw"), (2, "draw"))
    assert faces(state) == (0, 3, "R")


def test_with_two_both_cards_are_drawn_before_looking_for_a_set() -> None:
    state = after(table("R1 G1", "G1 G2", discards="R2", pile="R3 B1 Y1"), (0, "draw"))
    assert sorted(state.hands[0]) == ["B1", "G1", "R1", "R3"]
    assert state.phase == "drawn"


def test_a_game_begun_by_three_draws_one_even_when_two_are_left() -> None:
    state = after(table("R1 G1", "", "G1 G2", discards="R2", pile="B1 B1 Y1"), (0, "draw"))
    assert len(state.hands[0]) == 3


def test_a_set_is_laid_in_any_order_and_its_last_card_makes_the_demand() -> None:
    state = table("B1 RB3 Y1", "G1 G2", discards="B2")
    assert faces(after(state, (0, "discard B1 RB3"))) == (1, 3, "RB")
    assert faces(after(state, (0, "discard RB3 B1"))) == (1, 1, "B")


@pytest.mark.parametrize(
    ("discards", "demand"),
    [
        ("B3 see:B", (3, "B")),
        ("B3 see:B see:R", (3, "B")),
        ("see:R", (1, "R")),  # the first discard
        ("see:R see:B", (1, "R")),  # also through further see-throughs
        ("restart see:B", (1, ANY)),
        ("joker see:B", (1, ANY)),
        ("joker", (1, ANY)),
        ("GY2", (2, "GY")),
    ],
)
def test_the_demand_of_a_top_card(discards: str, demand: tuple[int, str]) -> None:
    assert faces(table("G1", "G1", discards=discards))[1:] == demand


def test_first_discard_a_see_through_then_normal_rules() -> None:
    state = deal(start(), "see:Y", "R1", "R1 R2 R3 RG1 RG2 B1 B2")
    assert faces(state) == (1, 1, "Y")
    assert texts(state) == {"draw"}
    assert texts(deal(start(), "see:Y", "R1", "R1 R2 R3 RG1 RG2 B1 Y2")) == {"discard Y2"}


def test_a_selection_skips_to_the_named_player_and_goes_on_clockwise_from_there() -> None:
    hands = ["pick:R R1", "R1 R2", "G1 G2", "R1 R2 R3", "B1 B2", "Y1 Y2"]
    state = after(table(*hands, discards="R2", pile="B3"), (0, "discard pick:R"), (0, "name 3 3 R"))
    assert faces(state) == (3, 3, "R")
    state = after(state, (3, "discard R2 R3 R1"))
    assert faces(state) == (4, 1, "R")


def test_a_named_demand_ends_with_the_next_card_that_counts() -> None:
    state = table("pick:RGBY R1", "G1 G2 Y1", "Y1", discards="R2")
    state = after(state, (0, "discard pick:RGBY"), (0, "name 1 2 G"), (1, "discard G1 G2"))
    assert faces(state) == (2, 2, "G")
    assert GAME.view(state, None).named is None


def test_out_of_cards_is_out_of_the_game_and_is_skipped() -> None:
    state = after(table("R1", "G1 R1", "", "B1", discards="R1"), (0, "discard R1"))
    assert state.out == (2, 0)
    assert faces(state) == (1, 1, "R")
    assert faces(after(table("R1 G1", "", "B1", discards="R1"), (0, "discard R1"))) == (2, 1, "R")


def test_the_last_with_cards_wins_at_once() -> None:
    state = after(table("R1", "G1 B1", "", discards="R1"), (0, "discard R1"))
    assert GAME.result(state) == {"out": [2, 0], "winners": [1]}
    assert GAME.to_act(state) == ()


def test_a_selection_as_last_card_still_names_unless_only_one_is_left() -> None:
    three = after(table("pick:R", "B1", "Y1", discards="R2"), (0, "discard pick:R"), (0, "name 2 1 R"))
    assert faces(three) == (2, 1, "R")
    two = after(table("pick:R", "B1", discards="R2"), (0, "discard pick:R"))
    assert GAME.result(two) == {"out": [0], "winners": [1]}


def reshuffling(discards: str, named: Demand | None = None) -> State:
    return after(table("Y1", "G1 G2", "B1", discards=discards, named=named), (0, "draw"))


@pytest.mark.parametrize(
    ("discards", "named", "kept"),
    [
        ("R1 G2 B2", None, "B2"),
        ("R1 G2 B2 see:B see:R", None, "B2 see:B see:R"),
        ("R1 G2 pick:B see:B", Demand(2, "B"), "pick:B see:B"),
        ("see:G G2 pick:B", Demand(3, "B"), "pick:B"),
    ],
)
def test_an_empty_pile_is_made_of_the_discards_under_the_card_that_counts(
    discards: str, named: Demand | None, kept: str
) -> None:
    state = reshuffling(discards, named)
    assert (state.phase, GAME.to_act(state)) == ("reshuffle", ())
    loose = cards(discards)[: -len(kept.split())]
    assert sorted(GAME.to_shuffle(state)) == sorted(loose)
    demand = GAME.view(state, None).demand
    state = GAME.shuffled(state, loose)
    assert state.discards == cards(kept)
    assert state.hands[0] == tuple(sorted((*cards("Y1"), loose[0]), key=["R1", "G2", "Y1", "see:G"].index))
    assert state.pile == loose[1:]
    assert GAME.view(state, None).demand == demand


def test_a_reshuffled_card_may_complete_a_set() -> None:
    state = after(table("B1", "G1 G2", "B1", discards="BY1 B2"), (0, "draw"))
    state = GAME.shuffled(state, (Card("BY1"),))
    assert (state.phase, GAME.to_act(state)) == ("drawn", (0,))
    assert texts(state) == orders("B1 BY1", 2)
