"""Editions as files: one of our own plays through; a bad one is refused with key, value and what would be right."""

import json
import re
import tomllib
from random import Random
from typing import Any

import pytest

from naysay.nyet.edition_file import OPTIONAL, REQUIRED, describe, read
from tests.support.nyet_positions import GAME, OWN, now, random_match, start, veto_down

OWN_FILE = """
id = "own-2026"
name = "Our own"
source = "made up for the tests"
colours = ["black", "yellow", "red", "green", "blue"]
values = [2, 2, 5, 5, 7, 9, 40, 99]
players = [2, 3, 4, 5]
first = ["ant", "bee", "cat", "dog", "elk", "fox"]
discard = ["pass-left-two", "pass-right", "two-not-low", "none"]
trump = ["none", "black", "blue"]
super = ["red", "black", "none"]
points = [-99, 7, 99]
first_veto = "left"
supertrump_suit = "trump"
removed = { 3 = [5] }
aside = { 2 = 20, 3 = 2 }
hand = { 2 = 10, 3 = 11, 4 = 10, 5 = 8 }
rounds = { 2 = 2, 3 = 3, 4 = 2, 5 = 2 }
"""


def test_a_file_of_values_is_an_edition() -> None:
    edition = read(tomllib.loads(OWN_FILE))
    assert edition == read(OWN)
    assert describe(edition) == OWN
    assert edition.low == 2


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_own_edition_plays_through(players: int) -> None:
    boxes = set()
    for seed in range(10):
        last = start(OWN, players)
        for state in random_match(last, Random(seed)):
            if state.round is not None and not state.round.vetoes:
                assert [len(hand) for hand in now(state).hands] == [OWN["hand"][str(players)]] * players
                assert len(now(state).aside) == OWN["aside"].get(str(players), 0)
            if state.round is not None and state.round.terms is not None:
                boxes.add(state.round.open[1][0].box)
            last = state
        result = GAME.result(last)
        assert result is not None
        assert len(result["rounds"]) == OWN["rounds"][str(players)]
        assert all(score % 1 == 0 for score in result["scores"])
    assert boxes == set(OWN["discard"])


def test_rows_of_one_box_are_settled_before_the_veto() -> None:
    own = OWN | {"trump": ["blue"], "super": ["none"], "points": [3], "discard": ["none"]}
    state = start(own, 2)
    state = GAME.shuffled(state, GAME.to_shuffle(state))
    assert [row.settled for row in GAME.view(state, None).board] == [False, True, True, True, True]
    assert {move.row for move in GAME.legal(state, GAME.to_act(state)[0]) if hasattr(move, "row")} == {"first"}
    assert GAME.view(veto_down(state), None).phase == "play"


def test_an_edition_that_has_the_id_of_another_is_written_out_in_full() -> None:
    own = OWN | {"id": "iello-2015"}
    setup = start(own).setup
    assert GAME.describe(setup)["edition"] == own
    assert setup.edition != start("iello-2015").setup.edition


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in OWN.items() if name != key}


NUMBERS = {"2": 10, "3": 11, "4": 10, "5": 8}
ROUNDS = {"2": 2, "3": 3, "4": 2, "5": 2}
BAD: list[tuple[dict[str, Any], str, str, str]] = [
    (OWN | {"colour": "red"}, "'colour'", "'red'", "unknown key; known: id, name"),
    (OWN | {"Players": [2]}, "'Players'", "[2]", "unknown key; known"),
    (OWN | {"id": ""}, "'id'", "''", "small letters, digits and hyphens"),
    (OWN | {"id": "Iello 2015"}, "'id'", "'Iello 2015'", "as in 'iello-2015'"),
    (OWN | {"id": "a--b"}, "'id'", "'a--b'", "small letters"),
    (OWN | {"id": "../x"}, "'id'", "'../x'", "small letters"),
    (OWN | {"id": "x" * 41}, "'id'", "'xxx", "40"),
    (OWN | {"id": 2015}, "'id'", "2015", "must be a word"),
    (OWN | {"name": ""}, "'name'", "''", "1 to 200 printable characters"),
    (OWN | {"name": 5}, "'name'", "5", "must be text"),
    (OWN | {"name": "a\nb"}, "'name'", r"'a\nb'", "printable"),
    (OWN | {"source": "x" * 201}, "'source'", "'xxx", "1 to 200"),
    (OWN | {"source": None}, "'source'", "None", "must be text"),
    (OWN | {"colours": ["red", "pink"]}, "'colours'", "'pink'", "one of red, blue, yellow, green, black"),
    (OWN | {"colours": ["red", "red"]}, "'colours'", "'red'", "listed twice"),
    (OWN | {"colours": ["red"]}, "'colours'", "['red']", "a list of 2 to 5"),
    (OWN | {"colours": "red"}, "'colours'", "'red'", "must be a list"),
    (OWN | {"colours": ["red", ["blue"]]}, "'colours'", "['blue']", "one of red"),
    (OWN | {"values": []}, "'values'", "[]", "a list of 1 to 30"),
    (OWN | {"values": [1, 100]}, "'values'", "100", "from 0 to 99"),
    (OWN | {"values": [-1, 2]}, "'values'", "-1", "from 0 to 99"),
    (OWN | {"values": [True, 2]}, "'values'", "True", "a whole number"),
    (OWN | {"values": [1.0, 2]}, "'values'", "1.0", "a whole number"),
    (OWN | {"values": "1 2 3"}, "'values'", "'1 2 3'", "must be a list"),
    (OWN | {"players": []}, "'players'", "[]", "a list of 1 to 4"),
    (OWN | {"players": [1, 2]}, "'players'", "1", "from 2 to 5"),
    (OWN | {"players": [6]}, "'players'", "6", "from 2 to 5"),
    (OWN | {"players": [4, 4]}, "'players'", "4", "listed twice"),
    (OWN | {"players": 4}, "'players'", "4", "must be a list"),
    (OWN | {"players": ["4"]}, "'players'", "'4'", "a number of players"),
    (OWN | {"hand": NUMBERS | {"4": 9}}, "'hand.4'", "9", "4 × 10 and 0 would be right"),
    (OWN | {"hand": NUMBERS | {"4": 11}}, "'hand.4'", "11", "4 × 10 and 0 would be right"),
    (OWN | {"hand": NUMBERS | {"2": 21}}, "'hand.2'", "21", "2 × 20 and 0 would be right"),
    (OWN | {"hand": NUMBERS | {"5": 2}}, "'hand.5'", "2", "more than the 2 cards"),
    (OWN | {"hand": NUMBERS | {"4": True}}, "'hand.4'", "True", "a whole number"),
    (OWN | {"hand": NUMBERS | {"4": "10"}}, "'hand.4'", "'10'", "a whole number"),
    (OWN | {"hand": NUMBERS | {"6": 6}}, "'hand.6'", "6", "one of 2, 3, 4, 5 players"),
    (OWN | {"hand": {"4": 10}}, "'hand'", "{'4': 10}", "a number for 2, 3, 5 players"),
    (OWN | {"hand": 10}, "'hand'", "10", "must be a table"),
    (OWN | {"aside": {"3": 3, "2": 20}}, "'hand.3'", "11", "3 × 11 and 2 would be right"),
    (OWN | {"aside": {"2": -20, "3": 2}}, "'aside.2'", "-20", "from 0 to 1000"),
    (OWN | {"aside": {"6": 1}}, "'aside.6'", "1", "one of 2, 3, 4, 5 players"),
    (OWN | {"aside": [20]}, "'aside'", "[20]", "must be a table"),
    (OWN | {"rounds": ROUNDS | {"2": 0}}, "'rounds.2'", "0", "from 1 to"),
    (OWN | {"rounds": ROUNDS | {"2": 1001}}, "'rounds.2'", "1001", "to 1000"),
    (OWN | {"rounds": ROUNDS | {"2": 2.5}}, "'rounds.2'", "2.5", "a whole number"),
    (OWN | {"rounds": {}}, "'rounds'", "{}", "a number for 2, 3, 4, 5 players"),
    (OWN | {"removed": {"3": [6]}}, "'removed.3'", "[6]", "values of the deck"),
    (OWN | {"removed": {"3": [5, 5, 5]}}, "'removed.3'", "[5, 5, 5]", "none more often than the deck has it"),
    (OWN | {"removed": {"3": [2]}}, "'removed.3'", "[2]", "leave the lowest value 2"),
    (OWN | {"removed": {"3": 5}}, "'removed.3'", "5", "a list of values"),
    (OWN | {"removed": {"3": ["5"]}}, "'removed.3'", "['5']", "a list of values"),
    (OWN | {"removed": {"6": [5]}}, "'removed.6'", "[5]", "one of 2, 3, 4, 5 players"),
    (OWN | {"removed": [5]}, "'removed'", "[5]", "must be a table"),
    (OWN | {"first": ["ant", "bee", "cat", "dog"]}, "'first'", "'dog'", "each of 5 players"),
    (OWN | {"first": ["ant"]}, "'first'", "['ant']", "a list of 2 to 12"),
    (OWN | {"first": ["ant", "bee", "cat", "dog", "ant"]}, "'first'", "'ant'", "listed twice"),
    (OWN | {"first": ["ant", "bee", "cat", "dog", "Elk"]}, "'first'", "'Elk'", "small letters"),
    (OWN | {"first": ["ant", "bee", "cat", "dog", "e k"]}, "'first'", "'e k'", "small letters"),
    (OWN | {"first": ["ant", "bee", "cat", "dog", "e" * 41]}, "'first'", "'eee", "20"),
    (OWN | {"discard": ["three"]}, "'discard'", "'three'", "one of one, two, one-not-low"),
    (OWN | {"discard": []}, "'discard'", "[]", "a list of 1 to 9"),
    (OWN | {"discard": ["one", "one"]}, "'discard'", "'one'", "listed twice"),
    (OWN | {"discard": [1]}, "'discard'", "1", "one of one, two"),
    (OWN | {"trump": ["pink"]}, "'trump'", "'pink'", "black, yellow, red, green, blue, none"),
    (OWN | {"colours": ["red", "blue"], "trump": ["black"]}, "'trump'", "'black'", "one of red, blue, none"),
    (OWN | {"trump": ["none", "none"]}, "'trump'", "'none'", "listed twice"),
    (OWN | {"super": []}, "'super'", "[]", "a list of 1 to 6"),
    (OWN | {"super": ["white"]}, "'super'", "'white'", "blue, none"),
    (OWN | {"super": [None]}, "'super'", "None", "blue, none"),
    (OWN | {"points": [1, 0]}, "'points'", "0", "not 0"),
    (OWN | {"points": [100]}, "'points'", "100", "from -99 to 99"),
    (OWN | {"points": [True]}, "'points'", "True", "a whole number"),
    (OWN | {"points": ["1"]}, "'points'", "'1'", "a whole number"),
    (OWN | {"points": [1, 1]}, "'points'", "1", "listed twice"),
    (OWN | {"first_veto": "right"}, "'first_veto'", "'right'", "dealer, left"),
    (OWN | {"first_veto": 0}, "'first_veto'", "0", "dealer, left"),
    (OWN | {"supertrump_suit": "red"}, "'supertrump_suit'", "'red'", "trump, own"),
    (OWN | {"supertrump_suit": ["own"]}, "'supertrump_suit'", "['own']", "trump, own"),
    (OWN | {"markers": 0}, "'markers'", "0", "from 1 to"),
    (OWN | {"markers": True}, "'markers'", "True", "a whole number"),
    (OWN | {"end": {"target": 0}}, "'end'", "{'target': 0}", "from 1 to"),
    (OWN | {"end": "never"}, "'end'", "'never'", '"rounds" or {"target"'),
    (OWN | {"scoring": "sum"}, "'scoring'", "'sum'", "totals, difference"),
    (OWN | {"bonus": "all"}, "'bonus'", "'all'", "own, player"),
]


@pytest.mark.parametrize(
    ("plain", "key", "value", "right"), BAD, ids=[f"{place}-{bad[1]}" for place, bad in enumerate(BAD)]
)
def test_a_bad_edition_is_refused_with_key_value_and_what_would_be_right(
    plain: dict[str, Any], key: str, value: str, right: str
) -> None:
    with pytest.raises(ValueError, match=f"edition key {re.escape(key)} = ") as caught:
        GAME.setup(4, 0, plain)
    message = str(caught.value)
    quoted, _, told = message.removeprefix(f"edition key {key} = ").rpartition(": ")
    assert value in quoted
    assert right in f"{quoted}: {told}"
    assert len(message) < 500


@pytest.mark.parametrize("key", REQUIRED)
def test_a_missing_key_is_named_with_all_that_are_needed(key: str) -> None:
    with pytest.raises(ValueError, match=f"^edition key '{key}' is missing; needed: id, name, source") as caught:
        GAME.setup(4, 0, without(key))
    assert all(needed in str(caught.value) for needed in REQUIRED)


@pytest.mark.parametrize("key", OPTIONAL)
def test_an_optional_key_may_be_missing_or_has_a_use(key: str) -> None:
    small = {name: value for name, value in OWN.items() if name not in OPTIONAL}
    small |= {"players": [4], "hand": {"4": 10}, "rounds": {"4": 2}}
    assert start(small).setup.edition.removed == {}
    values: dict[str, Any] = {
        "removed": {"4": [5, 7, 9, 40]},
        "aside": {"4": 20},
        "markers": 20,
        "end": {"target": 9},
        "scoring": "difference",
        "bonus": "player",
    }
    smaller = {"removed": {"hand": {"4": 5}}, "aside": {"hand": {"4": 5}}}.get(key, {})
    edition = start(small | smaller | {key: values[key]}).setup.edition
    assert json.loads(edition.text)[key] == values[key]


def test_the_gate_for_own_editions_takes_every_name_that_records_can_write() -> None:
    own = OWN | {"first": ["a" * 20, "b-1", "c", "d", "e"]}
    state = GAME.shuffled(start(own, 5), GAME.to_shuffle(start(own, 5)))
    for move in GAME.legal(state, GAME.to_act(state)[0]):
        assert GAME.read_move(GAME.write_move(move)) == move
