from importlib import import_module
from itertools import islice

import pytest

from naysay import games
from naysay.bots import registry
from naysay.bots.choice import Why
from naysay.match import Deal, Match
from naysay.terminal.display import People, reveal
from naysay.terminal.reasons import SENTENCES, VARIANTS, list_reasons, parameters, put_in_words
from tests.terminal.typist import TABLES

PEOPLE = People(("You", "Wolf", "Eagle", "Tiger", "Crane", "Hawk"), 0)


def in_words(why: Why) -> str:
    return put_in_words(why, lambda key, value: reveal(key, value, PEOPLE))


@pytest.mark.parametrize("name", ["nyet", "nope"])
def test_every_reason_has_a_sentence(name: str) -> None:
    codes = import_module(f"naysay.bots.{name}.reasons").PREDICATES
    assert set(codes) - set(SENTENCES) == set()


@pytest.mark.parametrize(("game", "edition", "players"), [table for table in TABLES if table[2] in (3, 5)])
def test_what_the_steady_bot_says_fits_its_sentences(game: str, edition: str | None, players: int) -> None:
    rules, deal = games.find(game), Deal.of("reasons", game, edition, players)
    bot = registry.find("steady", game)
    match = Match(rules, rules.setup(players, 0, edition), deal.fair(players))
    for seat in islice(match.turns(), 150):
        choice = bot(match.view(seat), match.legal(seat), deal.rng(len(match.actions)))
        for why in choice.why:
            sentence = in_words(why)
            assert why.code in SENTENCES
            assert "{" not in sentence
            assert sentence != in_words(Why(f"no_such_{why.code}", why.params))
            assert not sentence.startswith(why.code.replace("_", " ").capitalize() + " (")
        match.act(seat, choice.move)


def hint(*whys: Why, situation: tuple[str, ...] = ()) -> str:
    return " ".join(list_reasons(whys, lambda key, value: reveal(key, value, PEOPLE), situation))


def test_every_variant_belongs_to_a_sentence_and_says_no_less() -> None:
    for (code, _), sentence in VARIANTS.items():
        assert parameters(sentence) <= parameters(SENTENCES[code]) | {"row"}


def test_where_a_low_card_goes_is_told_as_it_is() -> None:
    why = Why("saves_loot", {"card": "R1"})
    assert hint(why, situation=("play",)) == "A partner is ahead, to whom R1 may go without being loot."
    assert hint(why, situation=("discard",)) == "Out of the round, R1 can be nobody's loot."
    assert hint(why, situation=("pass",)) == "Your side keeps R1."


def test_taking_a_trick_is_not_praised_where_it_costs() -> None:
    whys = (Why("overtakes", {"seat": 1}), Why("takes_last", {}))
    assert hint(*whys, situation=("play", "costs")) == (
        "It goes above Wolf, who is ahead so far. You play last, and the trick, which costs points, goes to you."
    )


def test_a_lowest_card_is_not_any_card() -> None:
    assert "lowest cards" in hint(Why("keeps_colour", {"row": "super", "colour": "red"}))
    assert "lowest cards" not in hint(Why("keeps_colour", {"row": "trump", "colour": "red"}))


def test_reasons_of_one_kind_are_told_at_once() -> None:
    whys = (Why("dumps_high", {"card": "R13"}), Why("dumps_high", {"card": "B12"}), Why("dumps_high", {"card": "G9"}))
    assert hint(*whys).endswith("your highest of a colour: R13, B12 and G9.")
    assert hint(Why("takes_last", {}), Why("takes_last", {})) == "You play last: the trick is yours."


def test_what_the_move_says_itself_is_left_out() -> None:
    empty = Why("denies_discard", {"box": "two"})
    assert hint(empty) == "It rules two out in row discard."
    assert hint(empty, Why("settles_row", {"row": "discard", "box": "one"})) == "It settles row discard: one."


@pytest.mark.parametrize(
    ("percent", "says"), [(70, "can likely lay"), (89, "can likely lay"), (90, "can very likely"), (100, "surely")]
)
def test_chances_are_not_overstated(percent: int, says: str) -> None:
    text = hint(Why("hits_next", {"seat": 1, "count": 2, "percent": percent}))
    assert says in text
    assert ("surely" in text) == (percent == 100)
    assert ("very" in text) == (90 <= percent < 100)


def test_a_card_keeps_its_spelling() -> None:
    assert hint(Why("plays_action_alone", {"card": "pick:RGBY", "saves": 1})).startswith("pick:RGBY alone")
    assert hint(Why("plays_action_alone", {"card": "restart", "saves": 1})).startswith("restart alone")


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
