"""What is read is written with the same meaning; every beginning of a game is a record of its own."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from naysay.games import find
from naysay.record import read, replay, write
from tests.naive import nyet
from tests.support.combinations import Combination
from tests.support.commands import (
    COMBINATIONS,
    OWN,
    Plain,
    encode,
    naive_game,
    naive_steps,
    naysay,
    simulate,
    simulated,
)


def same(line: bytes) -> None:
    """Written again it says the same, and reads as the same."""
    one = read(line, find)
    text = write(one)
    assert "\n" not in text
    assert json.loads(text) == json.loads(line)
    two = read(text.encode(), find)
    assert (two, write(two)) == (one, text)


@pytest.mark.parametrize("combination", COMBINATIONS, ids=str)
def test_simulated(combination: Combination) -> None:
    for line in simulated(combination, 1 if combination.game == "nyet" else 3):
        same(line)
        assert write(read(line, find)).encode() == line


METAS: list[Any] = [
    {},
    {"date": "2024-02-29", "who": ["Ann", None, True, 1, 1.5, -0.25, 1e300], "more": {"nested": [[], {}, ""]}},
    {"": {"meta": {"meta": {}}}, "é": "\u2028", "\u0000": "\x1b", '"': "\\"},
    {"big": 10**17, "small": -(10**16)},
]


@pytest.mark.parametrize("meta", METAS, ids=range(len(METAS)))
def test_meta_and_names(meta: Any) -> None:
    for record in (simulate("nope", None, 3), simulate("nyet", str(OWN), 2)):
        names = ["Zoë", "李 🂡", "'\"\\ "][: len(record["players"])]
        record |= {"meta": meta, "players": names}
        same(encode(record))
        same(json.dumps(record).encode())
        same(json.dumps(dict(reversed(record.items())), indent=None, separators=(" , ", "  :  ")).encode())
        assert naysay("verify", "--fair", "-", stdin=encode(record)).out == "1 record holds\n"


def test_without_fair_and_with_contributions() -> None:
    record = simulate("nope", None, 3)
    del record["fair"]
    same(encode(record))
    fair = {"commit": "ab" * 32, "seed": "00" * 32, "contributions": ["", "00", "ff" * 255]}
    same(encode(record | {"fair": fair}))


def test_capital_hex_is_the_same_seed() -> None:
    fair = {"commit": "AB" * 32, "seed": "CD" * 32, "contributions": ["EF", "", "aB"]}
    one = read(encode(simulate("nope", None, 3) | {"fair": fair}), find)
    two = read(write(one).encode(), find)
    assert two == one
    assert one.fair is not None
    assert one.fair.seed == bytes([0xCD]) * 32


def test_a_built_in_edition_written_whole_is_that_edition() -> None:
    record = simulate("nyet", "goldsieber-1997", 3, end={"target": 25})
    plain = json.loads(find("nyet").setup(3, 0, "goldsieber-1997").edition.text)
    whole = record | {"edition": plain}
    assert json.loads(write(read(encode(whole), find))) == record
    renamed = record | {"edition": plain | {"name": "Mine"}}
    assert json.loads(write(read(encode(renamed), find))) == renamed
    assert naysay("verify", "-", stdin=b"\n".join([encode(whole), encode(renamed)])).out == "2 records hold\n"


def prefixes(record: Plain) -> tuple[list[Plain], list[tuple[Plain, int]]]:
    """Every beginning of a game that is a record; every one that lacks the shuffle that is due, and its last action."""
    bare = {key: value for key, value in record.items() if key != "result"}
    whole, lacking = [], []
    used = 0
    game = naive_game(record)
    for number in range(len(record["actions"]) + 1):
        if number:
            game.apply(*record["actions"][number - 1])
        before, used = used, len(record["shuffles"]) - len(game.shuffles)
        start = bare | {"actions": record["actions"][:number], "shuffles": record["shuffles"][:used]}
        if used > before:
            lacking.append((start | {"shuffles": record["shuffles"][:before]}, number))
        if game.phase != "over":
            whole.append(start)
    return whole, lacking


def long_nope() -> Plain:
    lines = simulated(Combination("nope", 6, None, {"action_cards": "no"}), 40)
    return next(record for line in lines if len((record := json.loads(line))["shuffles"]) > 1)


GAMES: dict[str, Callable[[], Plain]] = {
    "nyet": lambda: simulate("nyet", "goldsieber-1997", 3, end={"target": 50}),
    "nyet of two": lambda: simulate("nyet", "iello-2015", 2, end={"target": 40}),
    "own": lambda: simulate("nyet", str(OWN), 5, end="rounds"),
    "nope": lambda: simulate("nope", None, 2),
    "nope with a reshuffle": long_nope,
    "nope to its last turn": lambda: simulate("nope", None, 4, max_turns=9),
}


@pytest.mark.parametrize("name", GAMES)
def test_every_beginning_of_a_game(name: str) -> None:
    record = GAMES[name]()
    whole, lacking = prefixes(record)
    assert len(whole) == len(record["actions"])
    said = naysay("verify", "--fair", "-", stdin=b"\n".join(map(encode, whole)))
    assert said == (0, f"{len(whole)} records hold\n", "")
    for start in whole[:: max(1, len(whole) // 25)]:
        same(encode(start))
        shown = naysay("inspect", "--json", "-", stdin=encode(start))
        assert json.loads(shown.out) == {"steps": naive_steps(start)}
        assert shown.out
    assert len(lacking) == len(record["shuffles"])
    for start, number in lacking:
        due = len(start["shuffles"]) + 1
        said = naysay("verify", "-", stdin=encode(start))
        assert said.err.startswith(f"line 1: action {number}: shuffle {due} is missing: ")
    for start in whole[:: max(1, len(whole) // 10)]:
        more = start | {"shuffles": [*start["shuffles"], record["shuffles"][0]]}
        said = naysay("verify", "-", stdin=encode(more))
        number = len(start["actions"])
        assert said.err == f"line 1: action {number}: shuffle {len(more['shuffles'])} is never used\n"


def test_all_act_at_once_in_any_order() -> None:
    """Discards and passes may stand in any order; the states after the last are the same."""
    rng = Random(5)
    found = 0
    for seed in range(6):
        record = simulate("nyet", "iello-2015", 5, str(seed), end={"target": 10})
        actions, start = record["actions"], None
        for number, (_, text) in enumerate([*actions, (0, "")]):
            if text.startswith("discard") and start is None:
                start = number
            elif not text.startswith("discard") and start is not None:
                actions[start:number] = rng.sample(actions[start:number], number - start)
                start, found = None, found + 1
        assert naysay("verify", "--fair", "-", stdin=encode(record)).out == "1 record holds\n"
        shown = naysay("inspect", "--json", "-", stdin=encode(record))
        assert json.loads(shown.out) == {"steps": nyet.steps(record)}
    assert found > 3


def test_reading_leaves_replaying_to_replay() -> None:
    record = simulate("nope", None, 3)
    actions = [[0, "nonsense"]] * 3
    assert read(encode(record | {"actions": actions}), find).actions == ((0, "nonsense"),) * 3
    states = list(replay(read(encode(record), find)))
    assert len(states) == len(record["actions"]) + 1
