"""Tiny positions and their numbers of continuations: stored as data, derived by the naive engines, met by the rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from naysay import record
from naysay.game import AnyGame
from naysay.games import find
from tests.counts import derive

POSITIONS = [
    position
    for name in ("nyet", "nope")
    for position in json.loads((Path(__file__).parent / f"{name}.json").read_text())
]


def count(game: AnyGame, state: Any, depth: int) -> int:
    seats = game.to_act(state)
    if depth == 0 or not seats:
        return 1
    return sum(
        count(game, game.apply(state, seat, move), depth - 1) for seat in seats for move in game.legal(state, seat)
    )


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["name"])
def test_the_rules_give_the_stored_count(position: dict[str, Any]) -> None:
    read = record.read(json.dumps(position["record"]).encode(), find)
    *_, state = record.replay(read)
    assert count(read.game, state, position["depth"]) == position["count"], position["why"]


def test_the_naive_engines_give_the_stored_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert derive.main() == 0, capsys.readouterr().out


def test_there_are_enough_positions_of_each_game() -> None:
    games = [position["record"]["game"] for position in POSITIONS]
    assert min(games.count("nyet"), games.count("nope")) >= 6
