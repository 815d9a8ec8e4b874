"""The options of Nope!: every combination replayed by the naive engine; and bad options."""

import json
from itertools import product
from random import Random
from typing import Any

import pytest

from naysay.record import write
from tests.naive import nope as naive
from tests.support.nope_positions import GAME
from tests.support.playthroughs import play_at_random

COMBINATIONS: list[dict[str, Any]] = [
    {key: value for key, value in zip(("action_cards", "extra_card", "max_turns"), values, strict=True) if value}
    for values in product((None, "no"), (None, [0], [0, 1]), (None, 1, 25))
]


@pytest.mark.parametrize("players", GAME.players)
def test_every_combination_of_options_ends_as_in_the_naive_engine(players: int) -> None:
    for options, seed in product(COMBINATIONS, range(4)):
        match = play_at_random(GAME, GAME.setup(players, seed % players, None, options), Random(seed))
        result = match.result
        assert result == naive.result(json.loads(write(match.record(["someone"] * players))))
        assert result is not None
        if "max_turns" in options:
            assert match.state.turns <= options["max_turns"]
        else:
            assert len(result["winners"]) == 1
            assert sorted(result["out"] + result["winners"]) == list(range(players))


@pytest.mark.parametrize("options", COMBINATIONS)
def test_options_are_described_as_they_were_given(options: dict[str, Any]) -> None:
    assert GAME.describe(GAME.setup(4, 0, None, options)) == {"options": options}


def test_no_options_are_the_defaults() -> None:
    assert GAME.setup(4, 0) == GAME.setup(4, 0, None, {})
    assert GAME.setup(4, 0).options.action_cards
    assert GAME.setup(4, 0).options.extra_card == ()
    assert GAME.setup(4, 0).options.max_turns is None


@pytest.mark.parametrize(
    ("options", "key", "value", "right"),
    [
        ([], "options", "[]", "must be an object"),
        ("no", "options", "'no'", "must be an object"),
        ({"actions": "no"}, "option", "'actions'", "action_cards, extra_card, max_turns"),
        ({1: "no"}, "option", "1", "action_cards, extra_card, max_turns"),
        ({"action_cards": "yes"}, "'action_cards'", "'yes'", "leave it out"),
        ({"action_cards": False}, "'action_cards'", "False", '"yes" or "no"'),
        ({"action_cards": None}, "'action_cards'", "None", '"yes" or "no"'),
        ({"action_cards": ["no"]}, "'action_cards'", "['no']", '"yes" or "no"'),
        ({"extra_card": []}, "'extra_card'", "[]", "leave it out"),
        ({"extra_card": [1, 0]}, "'extra_card'", "[1, 0]", "ascending"),
        ({"extra_card": [0, 0]}, "'extra_card'", "[0, 0]", "ascending"),
        ({"extra_card": [4]}, "'extra_card'", "[4]", "seats from 0 to 3"),
        ({"extra_card": [-1]}, "'extra_card'", "[-1]", "seats from 0 to 3"),
        ({"extra_card": [True]}, "'extra_card'", "[True]", "seats from 0 to 3"),
        ({"extra_card": [0.0]}, "'extra_card'", "[0.0]", "seats from 0 to 3"),
        ({"extra_card": ["0"]}, "'extra_card'", "['0']", "seats from 0 to 3"),
        ({"extra_card": 0}, "'extra_card'", "0", "seats from 0 to 3"),
        ({"extra_card": None}, "'extra_card'", "None", "seats from 0 to 3"),
        ({"extra_card": [[0]]}, "'extra_card'", "[[0]]", "seats from 0 to 3"),
        ({"max_turns": 0}, "'max_turns'", "0", "from 1 to"),
        ({"max_turns": -3}, "'max_turns'", "-3", "from 1 to"),
        ({"max_turns": True}, "'max_turns'", "True", "a whole number"),
        ({"max_turns": 10.0}, "'max_turns'", "10.0", "a whole number"),
        ({"max_turns": "10"}, "'max_turns'", "'10'", "a whole number"),
        ({"max_turns": None}, "'max_turns'", "None", "a whole number"),
    ],
)
def test_a_bad_option_is_refused_with_key_value_and_what_would_be_right(
    options: object, key: str, value: str, right: str
) -> None:
    with pytest.raises(ValueError, match="option") as caught:
        GAME.setup(4, 0, None, options)
    for part in (key, value, right):
        assert part in str(caught.value)


@pytest.mark.parametrize("players", [0, 1, 7, True, 4.0, "4", None])
def test_a_wrong_number_of_players_is_refused(players: Any) -> None:
    with pytest.raises(ValueError, match="Nope! is for 2 to 6 players, not"):
        GAME.setup(players, 0)


@pytest.mark.parametrize("dealer", [-1, 4, True, 0.0, "0", None])
def test_a_wrong_dealer_is_refused(dealer: Any) -> None:
    with pytest.raises(ValueError, match="dealer must be a seat from 0 to 3, not"):
        GAME.setup(4, dealer)


@pytest.mark.parametrize("edition", ["iello-2015", {}, "", 0])
def test_there_are_no_editions(edition: object) -> None:
    with pytest.raises(ValueError, match="Nope! has no editions"):
        GAME.setup(4, 0, edition)
