"""Each ruling of the rules of Nyet! by its number: what this project plays where the books are silent."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naysay.game import Seat
from naysay.nyet.edition import card_order, deck
from naysay.nyet.edition_file import built_in
from naysay.nyet.state import Discard, State
from naysay.record import replay
from tests.support.nyet_positions import (
    GAME,
    OWN,
    after,
    cards,
    deal,
    hold,
    now,
    playing,
    random_match,
    refused,
    start,
    texts,
    took,
    veto_down,
)
from tests.support.playthroughs import play_at_random


def discarding(edition: object, box: str, *hands: str, **boxes: str) -> State:
    """The discard phase of a game of two, three or four with these hands."""
    state = veto_down(deal(start(edition, len(hands)), {}), first=first_box(edition), discard=box, **boxes)
    if len(hands) > 2:
        state = after(state, (0, "team 1"))
    return hold(state, *hands)


def first_box(edition: object) -> str:
    return str(OWN["first"][0]) if isinstance(edition, dict) else built_in()[str(edition)].boxes["first"][0]


def test_n1_row_2_of_iello_has_five_boxes_and_each_does_what_it_says() -> None:
    row = now(deal(start("iello-2015"), {})).open[1]
    assert [veto.box for veto in row] == ["one", "two", "one-not-low", "pass-left", "none"]
    four = ("R1 R5 B3", "R1 R6 B4", "R1 R7 B5", "R1 R8 B6")
    assert texts(discarding("iello-2015", "one", *four), 0) == ["discard R1", "discard R5", "discard B3"]
    assert texts(discarding("iello-2015", "two", *four), 0) == [
        "discard R1 R5",
        "discard R1 B3",
        "discard R5 B3",
    ]
    assert texts(discarding("iello-2015", "one-not-low", *four), 0) == ["discard R5", "discard B3"]
    passing = discarding("iello-2015", "pass-left", *four)
    assert texts(passing, 0) == ["discard R1", "discard R5", "discard B3"]
    passed = after(passing, (0, "discard R1"), (1, "discard R6"), (2, "discard B5"), (3, "discard B6"))
    assert now(passed).hands == tuple(map(cards, ("R5 B3 B6", "R1 R1 B4", "R1 R6 R7", "R1 R8 B5")))
    assert GAME.view(discarding("iello-2015", "none", *four), 0).phase == "play"


def test_n2_two_players_of_iello_place_eight_tokens_each_though_the_box_has_six_a_colour() -> None:
    state = deal(start("iello-2015", players=2), {})
    vetoes: Counter[Seat] = Counter()
    while GAME.view(state, None).phase == "veto":
        (seat,) = GAME.to_act(state)
        vetoes[seat] += 1
        state = GAME.apply(state, seat, GAME.legal(state, seat)[-1])
    assert vetoes == {0: 8, 1: 8}
    assert GAME.view(state, None).terms is not None


@pytest.mark.parametrize(
    ("edition", "box", "hand", "choices"),
    [
        ("iello-2015", "one-not-low", "R1 R1 B1 G7", ["discard G7"]),
        ("iello-2015", "one-not-low", "R1 R1 B1 G1", ["discard R1", "discard B1", "discard G1"]),
        ("amigo-2007", "two-not-low", "R0 B0 B4 Y0", ["discard R0 B4", "discard B0 B4", "discard B4 Y0"]),
        ("amigo-2007", "two-not-low", "R0 R0 B0", ["discard R0 R0", "discard R0 B0"]),
        ("amigo-2007", "two-not-low", "R0 R1 B0 B4", ["discard R1 B4"]),
    ],
)
def test_n3_not_low_with_too_few_others_all_that_may_go_then_any(
    edition: str, box: str, hand: str, choices: list[str]
) -> None:
    state = discarding(edition, box, hand, *(["R5 B5 B6 B6"] * 3))
    assert texts(state, 0) == choices
    assert len(now(after(state, (0, choices[0]))).hands[0]) == len(hand.split()) - len(choices[0].split()) + 1


@settings(max_examples=60, deadline=None)
@given(data=st.data(), box=st.sampled_from(["one", "two", "one-not-low", "two-not-low"]))
def test_n3_every_choice_lets_as_many_other_cards_go_as_there_are(data: st.DataObject, box: str) -> None:
    edition = OWN | {"discard": [box, "none"]}
    order = card_order(start(edition).setup.edition)
    drawn = data.draw(st.lists(st.sampled_from(deck(start(edition).setup.edition, 4)), min_size=2, max_size=8))
    hand = sorted(drawn, key=order.__getitem__)
    state = discarding(edition, box, " ".join(hand), *(["K7 K9 Y7"] * 3))
    count = 2 if box.startswith("two") else 1
    others = sum(not card.endswith("2") for card in hand)
    moves = GAME.legal(state, 0)
    assert moves
    for move in moves:
        assert isinstance(move, Discard)
        assert len(move.cards) == count
        if "not-low" in box:
            assert sum(not card.endswith("2") for card in move.cards) == min(count, others)


def test_n4_amigo_supertrump_without_trump_beats_everything() -> None:
    hands = ["R9", "B0", "R8", "K9"]
    state = playing("amigo-2007", hands, "team 2", first="turquoise", trump="none", super="blue")
    state = after(state, (0, "play R9"), (1, "play B0"), (2, "play R8"), (3, "play K9"))
    assert state.rounds[0].last_trick.winner == 1


def test_n4_amigo_supertrump_without_trump_follows_as_its_own_colour() -> None:
    hands = ["B9 R1", "B0 R2", "B8 R3", "K9 R4"]
    state = playing("amigo-2007", hands, "team 2", first="turquoise", trump="none", super="blue")
    assert texts(after(state, (0, "play B9")), 1) == ["play B0"]
    assert texts(after(state, (0, "play R1")), 1) == ["play R2"]


def test_n4_amigo_led_supertrump_without_trump_asks_for_its_own_colour() -> None:
    hands = ["B0 R1", "R2 B5", "B8 R3", "K9 R4"]
    state = playing("amigo-2007", hands, "team 2", first="turquoise", trump="none", super="blue")
    state = after(state, (0, "play B0"))
    assert GAME.view(state, 1).led == "blue"
    assert texts(state, 1) == ["play B5"]


def test_n5_the_fourth_colour_of_amigo_is_yellow_and_there_is_no_green() -> None:
    colours = Counter(card[0] for card in GAME.to_shuffle(start("amigo-2007", players=5)))
    assert colours == {"R": 15, "K": 15, "B": 15, "Y": 15}
    state = deal(start("amigo-2007", players=5), {})
    assert "veto trump yellow" in texts(state, 0)
    assert refused(state, 0, "veto trump green").code == "no_such_box"
    assert refused(state, 0, "veto super green").code == "no_such_box"


@pytest.mark.parametrize("team", ["team", "team 1", "team 2"])
def test_n6_goldsieber_with_three_one_against_two_and_the_solo_player_has_the_bonus_card(team: str) -> None:
    state = start("goldsieber-1997", players=3)
    assert len(GAME.to_shuffle(state)) == 36
    assert not any(card.endswith("2") for card in GAME.to_shuffle(state))
    state = veto_down(deal(state, {}), first="bear", discard="none")
    assert [len(hand) for hand in now(state).hands] == [12, 12, 12]
    assert texts(state, 0) == ["team", "team 1", "team 2"]
    view = GAME.view(after(state, (0, team)), None)
    solo = {"team": 0, "team 1": 2, "team 2": 1}[team]
    assert view.bonus == solo
    assert view.sides is not None
    assert [seat for seat in range(3) if view.sides.count(view.sides[seat]) == 1] == [solo]


def test_n6_goldsieber_with_three_lasts_nine_rounds() -> None:
    *_, last = random_match(start("goldsieber-1997", players=3), Random(3))
    assert len(last.rounds) == 9


@pytest.mark.parametrize("box", ["pass-left", "pass-left-two", "pass-right", "pass-right-two"])
def test_n7_two_players_pass_to_the_opponent_left_or_right(box: str) -> None:
    state = discarding(OWN | {"discard": [box, "none"]}, box, "K2 K5 K7", "Y2 Y5 Y7", trump="none")
    gave = ("K2 K5", "Y2 Y5") if box.endswith("two") else ("K2", "Y2")
    state = after(state, (0, f"discard {gave[0]}"), (1, f"discard {gave[1]}"))
    assert GAME.view(state, 1).got == cards(gave[0])
    assert GAME.view(state, 0).got == cards(gave[1])
    assert set(cards(gave[0])) <= set(now(state).hands[1])
    assert set(cards(gave[1])) <= set(now(state).hands[0])
    assert [len(hand) for hand in now(state).hands] == [3, 3]


def about_to_score(
    edition: str = "iello-2015", *, points: str, hands: list[str], taken: int, **options: object
) -> State:
    """The last trick of a round, seats 0 and 1 against 2 and 3: seat 0 has taken `taken` tricks, seat 2 one."""
    state = start(edition, 4, 0, **options)
    character = built_in()[edition].boxes["first"][0]
    state = veto_down(deal(state, {}), first=character, discard="none", trump="blue", super="none", points=points)
    state = hold(after(state, (0, "team 1")), *hands)
    tricks = (took(2), *(took(0) for _ in range(taken)))
    return replace(state, round=replace(now(state), taken=tricks, leader=0))


FINISH = ((0, "play R9"), (1, "play R2"), (2, "play R3"), (3, "play R4"))


@pytest.mark.parametrize("target", [1, 3, 4, 11, 12])
def test_n8_several_reach_the_target_and_the_highest_total_wins(target: int) -> None:
    hands = ["R9", "R2", "R3", "R4"]
    state = about_to_score(points="4", hands=hands, taken=2, end={"target": target})
    state = after(state, *FINISH)
    assert GAME.result(state) == {"rounds": [[12, 12, 4, 4]], "scores": [12, 12, 4, 4], "winners": [0, 1]}


def test_n8_the_target_is_reached_by_a_total_over_rounds_and_not_before() -> None:
    hands = ["R9", "R2", "R3", "R4"]
    state = about_to_score(points="4", hands=hands, taken=2, end={"target": 13})
    state = after(state, *FINISH)
    assert GAME.result(state) is None
    assert len(GAME.to_shuffle(state)) == 60
    assert GAME.result(replace(state, rounds=state.rounds * 2, totals=(24, 24, 8, 8))) == {
        "rounds": [[12, 12, 4, 4]] * 2,
        "scores": [24, 24, 8, 8],
        "winners": [0, 1],
    }


def test_n9_difference_of_negative_scores_goes_to_the_less_negative_team() -> None:
    hands = ["R9", "R2", "R3", "R4"]
    state = after(about_to_score(points="-2", hands=hands, taken=4, scoring="difference"), *FINISH)
    # 5 tricks against 1: -10 against -2
    assert state.rounds[0].scores == (0, 0, 8, 8)


def test_n10_an_edition_with_trump_suit_and_a_no_trump_box_keeps_supertrumps_in_their_colour() -> None:
    hands = ["R7 K5", "R2 K7", "B7 K9", "G7 K5"]
    state = playing(OWN, hands, "team 1", first="ant", trump="none", super="red")
    assert texts(after(state, (0, "play R7")), 1) == ["play R2"]  # red is led, and R2 is red
    won = after(state, (0, "play R7"), (1, "play R2"), (2, "play B7"), (3, "play G7"))
    assert now(won).taken[0].winner == 1  # it still beats everything
    led = after(hold(state, "R2 K5", "K7 R5", "B7 K9", "G7 K5"), (0, "play R2"))
    assert texts(led, 1) == ["play R5"]


def test_n10_with_a_trump_the_same_edition_makes_supertrumps_trumps() -> None:
    hands = ["R7 K5", "R2 K7", "B7 K9", "G7 K5"]
    state = playing(OWN, hands, "team 1", first="ant", trump="black", super="red")
    assert texts(after(state, (0, "play R7")), 1) == ["play K7", "play R2"]  # red is led, and R2 is no red card
    assert texts(hold(after(state, (0, "play K5")), "R7", "R2 Y7", "B7", "G7"), 1) == ["play R2"]


def test_n11_goldsieber_deck_characters_colours() -> None:
    state = start("goldsieber-1997", players=4)
    assert Counter(GAME.to_shuffle(state)) == {
        f"{colour}{value}": 2 if value == 1 else 1 for colour in "RKBG" for value in range(1, 10)
    }
    board = GAME.view(deal(state, {}), None).board
    assert [box.name for box in board[0].boxes] == ["bear", "wolf", "hawk", "dove"]
    assert [box.name for box in board[2].boxes] == ["red", "black", "blue", "green"]


def test_n11_goldsieber_supertrump_is_a_trump_and_the_last_equal_card_wins() -> None:
    hands = ["B9 R5", "B1 R6", "B1 K9", "G7 K8"]
    state = playing("goldsieber-1997", hands, "team 1", first="bear", trump="red", super="blue")
    assert texts(after(state, (0, "play R5")), 2) == []
    assert texts(after(state, (0, "play B9")), 1) == ["play R6", "play B1"]  # B1 is no blue card: anything goes
    led = after(state, (0, "play R5"), (1, "play B1"))
    assert texts(led, 2) == ["play B1"]  # a trump was led, and B1 is a trump
    assert now(after(led, (2, "play B1"), (3, "play G7"))).taken[0].winner == 2


@pytest.mark.parametrize(("box", "number"), [("one", 1), ("two", 2)])
def test_n11_goldsieber_discards_must_go_not_may(box: str, number: int) -> None:
    state = discarding("goldsieber-1997", box, *(["R3 R4 B5"] * 4))
    assert {len(text.split()) - 1 for text in texts(state, 0)} == {number}
    fewer = Discard(cards("R3 R4 B5")[: number - 1])
    with pytest.raises(Exception, match="wrong_count"):
        GAME.apply(state, 0, fewer)


def test_n12_vetoes_teams_tricks_winners_loot_and_counts_are_public() -> None:
    hands = ["R9 R8", "R1 R7", "R5 B2", "R6 B3"]
    state = playing("iello-2015", hands, "team 2", first="bear", trump="yellow", super="none", points="2")
    state = after(state, (0, "play R9"), (1, "play R1"), (2, "play R5"), (3, "play R6"))
    for seat in (None, 0, 1, 2, 3):
        view = GAME.view(state, seat)
        assert [by for by, _, _ in view.vetoes] == [place % 4 for place in range(18)]
        assert {row for _, row, _ in view.vetoes} == {"first", "discard", "trump", "super", "points"}
        assert view.sides == (0, 1, 0, 1)
        assert view.taken == now(state).taken
        assert (view.taken[0].winner, view.taken[0].loot) == (0, cards("R1"))
        assert (view.tricks, view.loot) == ((1, 0, 0, 0), (1, 0, 0, 0))
        assert view.hand_sizes == (1, 1, 1, 1)


def test_n12_a_passed_card_is_known_to_giver_and_getter_only() -> None:
    hands = ["R2 R3", "B2 B3", "Y2 Y3", "G2 G3"]
    state = discarding("iello-2015", "pass-left", *hands)
    state = after(state, *((seat, f"discard {hand.split()[0]}") for seat, hand in enumerate(hands)))
    for seat in range(4):
        view = GAME.view(state, seat)
        assert view.gave == cards(hands[seat])[:1]
        assert view.got == cards(hands[(seat - 1) % 4])[:1]
        known = {str(card) for hand in (view.hand, view.gave, view.got) for card in hand}
        assert known == {*hands[seat].split(), hands[(seat - 1) % 4].split()[0]}
        shown = repr(replace(view, hand=(), gave=(), got=(), blocked=()))
        assert not any(f"'{card}'" in shown for hand in hands for card in hand.split())
    spectator = GAME.view(state, None)
    assert (spectator.hand, spectator.gave, spectator.got) == ((), (), ())


def test_n12_a_discarded_card_is_known_to_no_other() -> None:
    hands = ["R2 R3", "B2 B3", "Y2 Y3", "G2 G3"]
    state = discarding("iello-2015", "one", *hands)
    state = after(state, *((seat, f"discard {hand.split()[0]}") for seat, hand in enumerate(hands)))
    for seat in (None, 0, 1, 2, 3):
        view = GAME.view(state, seat)
        own = hands[seat].split() if seat is not None else []
        assert view.got == ()
        assert [*view.gave, *view.hand] == own
        assert not any(f"'{card}'" in repr(view) for hand in hands for card in hand.split() if card not in own)


@pytest.mark.parametrize("edition", ["iello-2015", "amigo-2007", "goldsieber-1997"])
@pytest.mark.parametrize("reading", ["trump", "own"])
def test_n13_a_table_chooses_which_suit_supertrumps_have(edition: str, reading: str) -> None:
    low = built_in()[edition].low
    options = {} if built_in()[edition].supertrump_suit == reading else {"supertrump": reading}
    hands = [f"B5 R6 B{low}", f"B{low} R5 R8", "B7 R7 R4", "R9 R2 R3"]
    state = playing(edition, hands, "team 2", options=options, first=first_box(edition), trump="red", super="blue")
    own, supertrump = reading == "own", f"play B{low}"
    blue_led, red_led, super_led = (after(state, (0, text)) for text in ("play B5", "play R6", supertrump))
    assert set(texts(blue_led, 1)) == ({supertrump} if own else {supertrump, "play R5", "play R8"})
    assert set(texts(red_led, 1)) == ({"play R5", "play R8"} if own else {supertrump, "play R5", "play R8"})
    assert GAME.view(super_led, 1).led == ("blue" if own else "red")
    assert set(texts(super_led, 1)) == ({supertrump} if own else {supertrump, "play R5", "play R8"})
    done = after(super_led, (1, supertrump), (2, "play B7" if own else "play R7"), (3, "play R9"))
    assert now(done).taken[0].winner == 1  # whatever its suit, the last supertrump takes the trick


def test_n13_a_refusal_tells_what_a_supertrump_counts_as() -> None:
    hands = ["B5 R6", "B1 B4 R5", "B7 R7", "R9 R2"]
    state = playing("iello-2015", hands, "team 2", first="bear", trump="red", super="blue")
    assert refused(after(state, (0, "play B5")), 1, "play B1").detail.endswith("B1 is a supertrump and counts as red")
    state = playing(
        "iello-2015", hands, "team 2", options={"supertrump": "own"}, first="bear", trump="red", super="blue"
    )
    assert texts(after(state, (0, "play B5")), 1) == ["play B1", "play B4"]


def test_n13_without_a_trump_both_readings_are_the_same() -> None:
    hands = ["B5 R6", "B0 R5", "B7 R7", "R9 R2"]
    for options in ({}, {"supertrump": "trump"}):
        state = playing("amigo-2007", hands, "team 2", options=options, first="turquoise", trump="none", super="blue")
        assert texts(after(state, (0, "play B5")), 1) == ["play B0"]  # N10
        assert texts(after(state, (0, "play R6")), 1) == ["play R5"]


def test_n14_a_view_holds_every_trick_whatever_people_are_shown() -> None:
    hands = ["R9 R8 B2", "R1 R7 B3", "R5 B2 B4", "R6 B3 B5"]
    cards_played = ("R9", "R1", "R5", "R6", "R8", "R7", "B2", "B3")
    actions = [(place % 4, f"play {card}") for place, card in enumerate(cards_played)]
    options: tuple[dict[str, object], ...] = ({}, {"tricks": "last"})
    open, last = (
        playing("iello-2015", hands, "team 2", options=agreed, first="bear", trump="yellow", super="none")
        for agreed in options
    )
    shown, hidden = GAME.view(after(open, *actions), 0), GAME.view(after(last, *actions), 0)
    assert (shown.options.tricks, hidden.options.tricks) == ("open", "last")
    assert len(hidden.taken) == 2
    assert replace(hidden, setup=shown.setup) == shown


@pytest.mark.parametrize("dealer", range(4))
def test_n15_who_deals_first_is_given_from_outside(dealer: Seat) -> None:
    assert GAME.view(deal(start(dealer=dealer), {}), None).dealer == dealer


def test_n16_characters_say_which_box_of_row_1_is_whose() -> None:
    state = deal(start("iello-2015", 3, 0, characters=["crane", "bear", "eagle"]), {})
    first = GAME.view(state, 0).board[0]
    assert [(box.name, box.open, box.by) for box in first.boxes] == [
        ("bear", True, None),
        ("wolf", False, None),
        ("eagle", True, None),
        ("tiger", False, None),
        ("crane", True, None),
    ]
    assert refused(state, 0, "veto first wolf").code == "box_covered"
    for seat, box in enumerate(("crane", "bear", "eagle")):
        settled = veto_down(state, first=box)
        assert now(settled).terms is not None
        assert GAME.to_act(settled) == (seat,)
        view = GAME.view(settled, None)
        assert view.terms is not None
        assert view.terms.first == seat
        assert [shown.by for shown in view.board[0].boxes if shown.name in ("wolf", "tiger")] == [None, None]


def test_n16_it_changes_nothing_else() -> None:
    plain, chosen = start("iello-2015", 4), start("iello-2015", 4, 0, characters=["tiger", "eagle", "wolf", "bear"])
    usual = dict(zip(plain.setup.options.characters, chosen.setup.options.characters, strict=True))
    record = play_at_random(GAME, plain.setup, Random(16)).record(["someone"] * 4)

    def swap(text: str) -> str:
        *words, box = text.split()
        return " ".join((*words, usual[box])) if words == ["veto", "first"] else text

    swapped = tuple((seat, swap(text)) for seat, text in record.actions)
    assert swapped != record.actions
    *_, last = replay(replace(record, setup=chosen.setup, actions=swapped))
    assert GAME.result(last) == record.result


@pytest.mark.parametrize("rounds", [1, 3, 30])
def test_n17_a_match_has_as_many_rounds_as_agreed(rounds: int) -> None:
    *_, last = random_match(start("goldsieber-1997", 3, 1, end={"rounds": rounds}), Random(rounds))
    assert len(last.rounds) == rounds
    assert GAME.result(last) is not None
