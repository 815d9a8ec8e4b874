from importlib import import_module
from typing import Any

import pytest

from naysay import games
from naysay.arena.match import Deal
from naysay.bots import registry
from naysay.bots.choice import Why
from naysay.fair import deck
from naysay.terminal.display import People, reveal
from naysay.terminal.reasons import SENTENCES, put_in_words
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
    rules, deal, steps = games.find(game), Deal.of("reasons", game, edition, players), 0
    bot = registry.find("steady", game)
    state: Any = rules.start(rules.setup(players, 0, edition))
    while rules.result(state) is None and steps < 150:
        if cards := rules.to_shuffle(state):
            state = rules.shuffled(state, deck(deal.seed, steps, cards))
            continue
        seat = rules.to_act(state)[0]
        choice = bot(rules.view(state, seat), rules.legal(state, seat), deal.rng(steps))
        for why in choice.why:
            sentence = in_words(why)
            assert why.code in SENTENCES
            assert "{" not in sentence
            assert sentence != in_words(Why(f"no_such_{why.code}", why.params))
            assert not sentence.startswith(why.code.replace("_", " ").capitalize() + " (")
        state = rules.apply(state, seat, choice.move)
        steps += 1


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
