from itertools import islice

import pytest

from naysay import games
from naysay.bots import registry
from naysay.bots.choice import Why
from naysay.bots.nope import reasons as nope
from naysay.bots.nyet import reasons as nyet
from naysay.game import Card
from naysay.match import Deal, Match
from naysay.terminal.display import People, reveal
from naysay.terminal.nyet.display import NyetDisplay
from naysay.terminal.reasons import REASONS, list_reasons, put_in_words
from naysay.terminal.screen import Screen
from tests.terminal.typist import TABLES

PEOPLE = People(("You", "Wolf", "Eagle", "Tiger", "Crane", "Hawk"), 0)
DISPLAY = NyetDisplay(PEOPLE, Screen(plain=True, colour=False, draws=False))


def in_words(why: Why) -> str:
    return put_in_words(why, DISPLAY.reveal)


@pytest.mark.parametrize(("game", "edition", "players"), [table for table in TABLES if table[2] in (3, 5)])
def test_what_the_steady_bot_says_fits_its_sentences(game: str, edition: str | None, players: int) -> None:
    rules, deal = games.find(game), Deal.of("reasons", game, edition, players)
    bot = registry.find("steady", game)
    match = Match(rules, rules.setup(players, 0, edition), deal.fair(players))
    for seat in islice(match.turns(), 150):
        choice = bot(match.view(seat), match.legal(seat), deal.rng(len(match.actions)))
        for why in choice.why:
            sentence = in_words(why)
            assert why.code in REASONS
            assert not set(sentence) & set("{}#/=")
            assert sentence != in_words(Why(f"no_such_{why.code}", why.params))
            assert not sentence.startswith(why.code.replace("_", " ").capitalize() + " (")
        match.act(seat, choice.move)


def hint(*whys: Why) -> str:
    return " ".join(list_reasons(whys, DISPLAY.reveal))


def test_a_lowest_card_is_not_any_card() -> None:
    assert "low cards" in hint(nyet.keeps_colour(row="super", colour="red"))
    assert "low cards" not in hint(nyet.keeps_colour(row="trump", colour="red"))


def test_a_number_has_its_noun() -> None:
    assert hint(nyet.keeps_trumps(trumps=1)) == "You keep your trump."
    assert hint(nyet.keeps_trumps(trumps=3)) == "You keep all 3 trumps."
    assert hint(nope.names_player(seat=1, cards=1)) == "Wolf has 1 card."


def test_reasons_of_one_kind_are_told_at_once() -> None:
    cards = (Card("R13"), Card("B12"), Card("G9"))
    assert hint(*(nyet.dumps_high(card=card) for card in cards)).endswith("you are rid of R13, B12 and G9.")
    assert hint(nyet.takes_last(), nyet.takes_last()) == "You play last: the trick is yours."


def test_a_box_is_told_with_its_row() -> None:
    assert hint(nyet.leaves_open(row="trump", box="red")) == "It leaves open: trump red."


def test_what_the_move_says_itself_is_left_out() -> None:
    empty = nyet.denies_discard(box="two")
    assert hint(empty) == "It rules out: discard two."
    assert hint(empty, nyet.settles_row(row="discard", box="one")) == "It settles: discard one."


def test_a_card_keeps_its_spelling() -> None:
    assert hint(nope.plays_action_alone(card=Card("pick:RGBY"), saves=1)).startswith("pick:RGBY alone")
    assert hint(nope.plays_action_alone(card=Card("restart"), saves=1)).startswith("restart alone")


def test_an_unknown_reason_is_told_soberly() -> None:
    assert in_words(Why("likes_blue", {"seat": 1, "cards": ["R1", "B2"]})) == "Likes blue (seat Wolf, cards R1 and B2)."
    assert in_words(Why("likes_blue", {})) == "Likes blue."


def test_a_reason_that_lacks_a_parameter_is_still_told() -> None:
    assert in_words(Why("settles_row", {"row": "trump"})) == "Settles row (row trump)."


def test_parameters_are_put_in_words() -> None:
    assert reveal("seat", 0, PEOPLE) == "you"
    assert reveal("boxes", 2, PEOPLE) == "2"
    assert reveal("chance", 0.3333, PEOPLE) == "0.33"
    assert reveal("cards", (), PEOPLE) == "none"
