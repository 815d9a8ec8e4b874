"""End, scoring and bonus: every combination in every edition, recomputed by the naive engine; and bad options."""

from itertools import product
from random import Random
from typing import Any

import pytest

from naysay.nyet.state import State
from tests.naive import nyet as naive
from tests.nyet.positions import GAME, OWN, TABLES, random_match, start

COMBINATIONS = [
    {key: value for key, value in zip(("end", "scoring", "bonus"), values, strict=True) if value is not None}
    for values in product((None, {"target": 40}), (None, "difference"), (None, "player"))
]
OWN_FOR_NAIVE = OWN | {"low": 2}


def replayed(edition: object, players: int, options: dict[str, Any], seed: int) -> tuple[State, Any]:
    """The last state of a random match, and the result that the naive engine finds for its record."""
    record: dict[str, Any] = {
        "game": "nyet",
        "edition": OWN_FOR_NAIVE if edition is OWN else edition,
        "options": options,
        "players": ["someone"] * players,
        "dealer": seed % players,
        "shuffles": [],
        "actions": [],
    }
    *_, last = random_match(start(edition, players, seed % players, **options), Random(seed), record)
    return last, naive.result(record)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_combination_of_options_scores_as_the_naive_engine_does(edition: str, players: int) -> None:
    for seed, options in enumerate(COMBINATIONS):
        last, expected = replayed(edition, players, options, seed)
        result = GAME.result(last)
        assert result == expected
        assert result is not None
        totals = [sum(scores) for scores in zip(*result["rounds"], strict=True)]
        assert result["scores"] == totals
        assert result["winners"] == [seat for seat, total in enumerate(totals) if total == max(totals)]
        if "end" in options:
            before = [sum(scores[:-1]) for scores in zip(*result["rounds"], strict=True)]
            assert max(before) < 40 <= max(totals)
        else:
            assert len(result["rounds"]) == naive.EDITIONS[edition]["rounds"][str(players)]


@pytest.mark.parametrize("players", OWN["players"])
def test_every_combination_of_options_works_with_an_own_edition(players: int) -> None:
    for seed, options in enumerate(COMBINATIONS):
        last, expected = replayed(OWN, players, options, seed)
        assert GAME.result(last) == expected


def test_the_defaults_are_the_editions_own() -> None:
    own = OWN | {"end": {"target": 50}, "scoring": "difference", "bonus": "player"}
    state = start(own)
    assert (state.setup.options.target, state.setup.options.scoring, state.setup.options.bonus) == (
        50,
        "difference",
        "player",
    )
    assert GAME.describe(state.setup) == {"edition": own, "options": {}}
    changed = {"end": "rounds", "scoring": "totals", "bonus": "own"}
    setup = start(own, 4, 0, **changed).setup
    assert (setup.options.target, setup.options.scoring, setup.options.bonus) == (None, "totals", "own")
    assert GAME.describe(setup) == {"edition": own, "options": changed}


@pytest.mark.parametrize("options", COMBINATIONS)
def test_options_are_described_as_they_were_given(options: dict[str, Any]) -> None:
    assert GAME.describe(start("amigo-2007", 3, 0, **options).setup) == {"edition": "amigo-2007", "options": options}


@pytest.mark.parametrize(
    ("options", "key", "value", "right"),
    [
        ([], "options", "[]", "must be an object"),
        ("end", "options", "'end'", "must be an object"),
        ({"target": 100}, "option", "'target'", "Nyet! has end, scoring, bonus"),
        ({"End": "rounds"}, "option", "'End'", "Nyet! has end, scoring, bonus"),
        ({7: "rounds"}, "option", "7", "Nyet! has end, scoring, bonus"),
        ({"end": {"target": 0}}, "'end'", "{'target': 0}", "from 1 to"),
        ({"end": {"target": -5}}, "'end'", "{'target': -5}", "from 1 to"),
        ({"end": {"target": True}}, "'end'", "{'target': True}", "a number of points"),
        ({"end": {"target": 10.0}}, "'end'", "{'target': 10.0}", "a number of points"),
        ({"end": {"target": "100"}}, "'end'", "{'target': '100'}", "a number of points"),
        ({"end": {"target": 100, "rounds": 3}}, "'end'", "'rounds': 3", '{"target": a number'),
        ({"end": {}}, "'end'", "{}", '{"target": a number'),
        ({"end": 100}, "'end'", "100", '"rounds" or {"target"'),
        ({"end": None}, "'end'", "None", '"rounds" or {"target"'),
        ({"end": "target"}, "'end'", "'target'", '"rounds" or {"target"'),
        ({"scoring": "sum"}, "'scoring'", "'sum'", "totals, difference"),
        ({"scoring": True}, "'scoring'", "True", "totals, difference"),
        ({"scoring": ["totals"]}, "'scoring'", "['totals']", "totals, difference"),
        ({"bonus": "team"}, "'bonus'", "'team'", "own, player"),
        ({"bonus": None}, "'bonus'", "None", "own, player"),
        ({"end": "rounds"}, "'end'", "'rounds'", "leave it out"),
        ({"scoring": "totals"}, "'scoring'", "'totals'", "leave it out"),
        ({"bonus": "own"}, "'bonus'", "'own'", "leave it out"),
    ],
)
def test_a_bad_option_is_refused_with_key_value_and_what_would_be_right(
    options: object, key: str, value: str, right: str
) -> None:
    with pytest.raises(ValueError, match="option") as caught:
        GAME.setup(4, 0, "iello-2015", options)
    for part in (key, value, right):
        assert part in str(caught.value)


def test_repeating_the_target_of_an_edition_that_has_one_is_refused() -> None:
    own = OWN | {"end": {"target": 50}}
    with pytest.raises(ValueError, match=r"option 'end' only repeats .*50.*leave it out"):
        start(own, 4, 0, end={"target": 50})
    assert start(own, 4, 0, end={"target": 51}).setup.options.target == 51


@pytest.mark.parametrize("players", [0, 1, 6, True, 4.0, "4", None])
def test_a_wrong_number_of_players_is_refused(players: Any) -> None:
    with pytest.raises(ValueError, match="iello-2015 is for 2, 3, 4, 5 players, not"):
        GAME.setup(players, 0)


@pytest.mark.parametrize("dealer", [-1, 4, True, 0.0, "0", None])
def test_a_wrong_dealer_is_refused(dealer: Any) -> None:
    with pytest.raises(ValueError, match="dealer must be a seat from 0 to 3, not"):
        GAME.setup(4, dealer)


@pytest.mark.parametrize("edition", ["iello", "Iello-2015", 2015, ["iello-2015"], True])
def test_an_unknown_edition_is_refused(edition: object) -> None:
    with pytest.raises(ValueError, match="edition"):
        GAME.setup(4, 0, edition)


def test_without_an_edition_it_is_iellos() -> None:
    assert GAME.setup(4, 0) == GAME.setup(4, 0, "iello-2015", {})
