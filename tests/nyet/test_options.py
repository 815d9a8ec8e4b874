"""The options: every combination in every edition, recomputed by the naive engine; and bad options."""

import json
from itertools import product
from random import Random
from typing import Any

import pytest

from naysay.nyet.edition_file import read
from naysay.nyet.state import State
from naysay.record import write
from tests.naive import nyet as naive
from tests.support.commands import for_naive
from tests.support.effort import times
from tests.support.nyet_positions import GAME, OWN, TABLES, start
from tests.support.playthroughs import play_at_random
from tests.support.random_options import new_to, nyet_options

COMBINATIONS = [
    {key: value for key, value in zip(("end", "scoring", "bonus"), values, strict=True) if value is not None}
    for values in product((None, {"target": 40}, {"rounds": 4}), (None, "difference"), (None, "player"))
]


def replayed(edition: object, players: int, options: dict[str, Any], seed: int) -> tuple[State, Any]:
    """The last state of a random match, and the result that the naive engine finds for its record."""
    match = play_at_random(GAME, GAME.setup(players, seed % players, edition, options), Random(seed))
    record = json.loads(write(match.record(["someone"] * players)))
    if not (isinstance(edition, str) and edition in naive.EDITIONS):
        record["edition"] = json.loads(read(edition).text)
    return match.state, naive.result(for_naive(record))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_combination_of_options_scores_as_the_naive_engine_does(edition: str, players: int) -> None:
    for seed, some in enumerate(COMBINATIONS):
        options = new_to(edition, players, some)
        last, expected = replayed(edition, players, options, seed)
        result = GAME.result(last)
        assert result == expected
        assert result is not None
        totals = [sum(scores) for scores in zip(*result["rounds"], strict=True)]
        assert result["scores"] == totals
        assert result["winners"] == [seat for seat, total in enumerate(totals) if total == max(totals)]
        agreed = last.setup.options
        if agreed.target is None:
            assert len(result["rounds"]) == agreed.rounds
        else:
            before = [sum(scores[:-1]) for scores in zip(*result["rounds"], strict=True)]
            assert max(before) < agreed.target <= max(totals)


@pytest.mark.parametrize("players", OWN["players"])
def test_every_combination_of_options_works_with_an_own_edition(players: int) -> None:
    for seed, options in enumerate(COMBINATIONS):
        last, expected = replayed(OWN, players, options, seed)
        assert GAME.result(last) == expected


@pytest.mark.parametrize(("edition", "players"), [*TABLES, *((OWN, players) for players in OWN["players"])])
def test_any_options_together_play_as_the_naive_engine_does(edition: Any, players: int) -> None:
    rng = Random(f"{players} {edition}")
    for seed in range(times(4)):
        options = nyet_options(rng, edition, players)
        last, expected = replayed(edition, players, options, seed)
        assert GAME.result(last) == expected
        assert GAME.describe(last.setup)["options"] == options


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
        ({"target": 100}, "option", "'target'", "Nyet! has end, scoring, bonus, supertrump, tricks, "),
        ({"End": "rounds"}, "option", "'End'", "Nyet! has end, scoring, bonus, supertrump, tricks, "),
        ({7: "rounds"}, "option", "7", "Nyet! has end, scoring, bonus, supertrump, tricks, "),
        ({"end": {"target": 0}}, "'end'", "{'target': 0}", "from 1 to"),
        ({"end": {"target": -5}}, "'end'", "{'target': -5}", "from 1 to"),
        ({"end": {"target": True}}, "'end'", "{'target': True}", "a number of points"),
        ({"end": {"target": 10.0}}, "'end'", "{'target': 10.0}", "a number of points"),
        ({"end": {"target": "100"}}, "'end'", "{'target': '100'}", "a number of points"),
        ({"end": {"target": 100, "rounds": 3}}, "'end'", "'rounds': 3", '{"target": a number'),
        ({"end": {"rounds": 0}}, "'end'", "{'rounds': 0}", '{"rounds": a number from 1 to 30}'),
        ({"end": {"rounds": 31}}, "'end'", "{'rounds': 31}", '{"rounds": a number from 1 to 30}'),
        ({"end": {"rounds": True}}, "'end'", "{'rounds': True}", '{"rounds": a number from 1 to 30}'),
        ({"end": {"rounds": 3.0}}, "'end'", "{'rounds': 3.0}", '{"rounds": a number from 1 to 30}'),
        ({"end": {"rounds": "3"}}, "'end'", "{'rounds': '3'}", '{"rounds": a number from 1 to 30}'),
        ({"end": {"rounds": 8}}, "'end'", "{'rounds': 8}", "leave it out"),
        ({"supertrump": "edition"}, "'supertrump'", "'edition'", "trump, own"),
        ({"supertrump": "blue"}, "'supertrump'", "'blue'", "trump, own"),
        ({"supertrump": True}, "'supertrump'", "True", "trump, own"),
        ({"supertrump": "trump"}, "'supertrump'", "'trump'", "leave it out"),
        ({"tricks": "none"}, "'tricks'", "'none'", "open, last"),
        ({"tricks": 1}, "'tricks'", "1", "open, last"),
        ({"tricks": "open"}, "'tricks'", "'open'", "leave it out"),
        ({"characters": "wolf"}, "'characters'", "'wolf'", "a list of 4, one for each seat, of bear, wolf"),
        ({"characters": {}}, "'characters'", "{}", "a list of 4"),
        ({"characters": ["wolf", "bear", "eagle"]}, "'characters'", "'eagle'", "a list of 4"),
        ({"characters": ["wolf", "bear", "eagle", "tiger", "crane"]}, "'characters'", "'wolf'", "a list of 4"),
        ({"characters": ["wolf", "bear", "eagle", "dove"]}, "'characters'", "'dove'", "bear, wolf, eagle, tiger"),
        ({"characters": ["wolf", "bear", "eagle", 4]}, "'characters'", "4", "bear, wolf, eagle, tiger"),
        ({"characters": ["wolf", "bear", "eagle", ["tiger"]]}, "'characters'", "tiger", "one for each seat"),
        ({"characters": ["wolf", "bear", "wolf", "tiger"]}, "'characters'", "wolf", "listed twice"),
        ({"characters": ["bear", "wolf", "eagle", "tiger"]}, "'characters'", "'bear'", "leave it out"),
        ({"end": {}}, "'end'", "{}", '{"target": a number'),
        ({"end": 100}, "'end'", "100", '"rounds", {"rounds"'),
        ({"end": None}, "'end'", "None", '"rounds", {"rounds"'),
        ({"end": "target"}, "'end'", "'target'", '"rounds", {"rounds"'),
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


def test_the_usual_number_of_rounds_has_one_way_to_be_written() -> None:
    own = OWN | {"end": {"target": 50}}
    with pytest.raises(ValueError, match=r"option 'end' only repeats .*'rounds': 2.*write \"rounds\""):
        start(own, 4, 0, end={"rounds": 2})
    assert start(own, 4, 0, end="rounds").setup.options.rounds == 2
    assert start(own, 4, 0, end={"rounds": 3}).setup.options.rounds == 3


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
