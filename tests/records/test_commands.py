"""simulate, verify and inspect on every way to set up a game, against the naive engines."""

import json
from pathlib import Path

import pytest

from tests.naive.replay import replay
from tests.records.playing import (
    COMBINATIONS,
    OWN,
    Combination,
    naive_game,
    naysay,
    naysay_process,
    simulated,
)

HOW_MANY = {"nyet": 1, "nope": 3}
IN_PROCESSES = [
    Combination("nyet", "amigo-2007", 3, {"end": {"target": 25}, "bonus": "player"}),
    Combination("nyet", str(OWN), 5, {}),
    Combination("nope", None, 4, {"extra_card": [0, 1], "action_cards": "no"}),
]


def lines_of(combination: Combination) -> tuple[bytes, ...]:
    return simulated(combination, HOW_MANY[combination.game])


@pytest.mark.parametrize("combination", COMBINATIONS, ids=lambda combination: combination.name)
def test_simulate_verify_inspect(combination: Combination) -> None:
    lines = lines_of(combination)
    assert len(lines) == HOW_MANY[combination.game]
    stdin = b"\n".join(lines) + b"\n"
    holds = "1 record holds\n" if len(lines) == 1 else f"{len(lines)} records hold\n"
    assert naysay("verify", "-", stdin=stdin) == (0, holds, "")
    assert naysay("verify", "--each", "--fair", "-", stdin=stdin) == (0, f"{len(lines)} hold, 0 do not\n", "")
    shown = naysay("inspect", "--json", "-", stdin=stdin)
    assert (shown.status, shown.err) == (0, "")
    for number, (line, steps) in enumerate(zip(lines, shown.out.splitlines(), strict=True)):
        record = json.loads(line)
        assert record["game"] == combination.game
        assert len(record["players"]) == combination.players
        assert record["options"] == combination.options
        assert record["dealer"] == number % combination.players
        assert list(record)[:2] == ["format", "game"]
        assert ("edition" in record) is (combination.game == "nyet")
        game = naive_game(record)
        assert json.loads(steps) == {"steps": replay(game, record["actions"])}
        assert record["result"] == game.result()
        assert record["result"]["winners"] == sorted(record["result"]["winners"])


def test_an_own_edition_is_written_whole() -> None:
    (line,) = simulated(Combination("nyet", str(OWN), 2, {}))
    edition = json.loads(line)["edition"]
    assert edition["id"] == "all-in"
    assert edition["values"] == [3, 3, 7, 0, 0, 10, 1]
    assert edition["end"] == {"target": 30}


def test_the_games_reach_every_kind_of_action() -> None:
    nyet: set[str] = set()
    nope: set[str] = set()
    reshuffled = 0
    for combination in COMBINATIONS:
        for line in lines_of(combination):
            record = json.loads(line)
            verbs = nyet if combination.game == "nyet" else nope
            verbs |= {text.split(" ")[0] for _, text in record["actions"]}
            reshuffled += combination.game == "nope" and len(record["shuffles"]) > 1
    assert nyet == {"veto", "team", "discard", "play"}
    assert nope == {"discard", "name", "draw"}
    assert reshuffled >= 5


@pytest.mark.parametrize("combination", IN_PROCESSES, ids=lambda combination: combination.name)
def test_files_and_processes(combination: Combination, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arguments = ("--games", "2", "--seed", "7", "--records", str(path))
    said = naysay_process("simulate", *combination.arguments, *arguments)
    assert said.status == 0
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert tuple(path.read_bytes().splitlines()) == simulated(combination, 2)
    assert naysay_process("verify", str(path)) == (0, "2 records hold\n", "")
    assert naysay_process("verify", "--each", "--fair", str(path)) == (0, "2 hold, 0 do not\n", "")
    shown = naysay_process("inspect", str(path), "--json")
    assert shown == naysay("inspect", str(path), "--json")
    assert naysay_process("verify", "-", stdin=path.read_bytes()) == (0, "2 records hold\n", "")


@pytest.mark.parametrize(
    ("combination", "bots"),
    [
        (Combination("nyet", "goldsieber-1997", 3, {"end": {"target": 25}}), "random"),
        (Combination("nyet", "iello-2015", 5, {"end": {"target": 10}}), "steady,random,steady,random,steady"),
        (Combination("nope", None, 3, {}), "random"),
        (Combination("nope", None, 2, {}), "steady,random"),
    ],
    ids=lambda value: value.name if isinstance(value, Combination) else value,
)
def test_the_same_arguments_give_the_same_bytes(combination: Combination, bots: str) -> None:
    arguments = ("simulate", *combination.arguments, "--seed", "same", "--bots", bots, "--games", "2", "--records", "-")
    one, two = (naysay_process(*arguments, PYTHONHASHSEED=seed) for seed in ("1", "2718"))
    assert one.status == 0
    assert one == two
    other = naysay(*arguments[:-1], "-", "--seed", "other")
    assert other.out != one.out


def test_the_number_of_games_changes_no_game() -> None:
    combination = Combination("nope", None, 3, {})
    assert simulated(combination, 5)[:2] == simulated(combination, 2)


def test_inspect_for_people() -> None:
    combination = Combination("nyet", "goldsieber-1997", 4, {"end": {"target": 25}})
    (line,) = simulated(combination)
    record = json.loads(line)
    said = naysay("inspect", "-", stdin=line)
    assert said.status == 0
    assert len(said.out.splitlines()) == len(record["actions"]) + 2
    assert all(text in said.out for _, text in record["actions"])
    record["actions"] = record["actions"][:5]
    del record["result"], record["shuffles"][1:]
    said = naysay("inspect", "-", stdin=json.dumps(record).encode())
    assert said.status == 0
    assert "unfinished" in said.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["snap"], "unknown game 'snap'"),
        (["nyet", "--edition", "iello-2014"], "unknown edition 'iello-2014'"),
        (["nyet", "--edition", "none.toml"], "none.toml"),
        (["nyet", "--players", "6"], "not 6"),
        (["nyet", "--edition", "goldsieber-1997", "--players", "2"], "not 2"),
        (["nope", "--players", "1"], "not 1"),
        (["nope", "--edition", "iello-2015"], "no editions"),
        (["nope", "--options", "{"], "not JSON"),
        (["nope", "--options", "[]"], "object"),
        (["nope", "--options", "[" * 100_000], "not JSON"),
        (["nope", "--options", '{"max_turns": 0}'], "max_turns"),
        (["nope", "--options", '{"max_turns": 1e999}'], "max_turns"),
        (["nope", "--options", '{"action_cards": "yes"}'], "default"),
        (["nyet", "--options", '{"end": "rounds"}'], "repeats"),
        (["nope", "--bots", "clever"], "no bot 'clever' plays nope; known: random"),
        (["nope", "--players", "3", "--bots", "random,random"], "2 bots for 3"),
        (["nope", "--records", "/no/such/folder/games.jsonl"], "No such file or directory"),
        (["nope", "--records", "/"], "irectory"),
    ],
    ids=lambda value: None if isinstance(value, str) else " ".join(value)[:60],
)
def test_simulate_says_what_is_wrong(arguments: list[str], says: str) -> None:
    said = naysay("simulate", *arguments)
    assert said.status in (1, 2)
    assert said.out == ""
    assert says in said.err
    assert "Traceback" not in said.err
    assert said.status == 2 or len(said.err.splitlines()) == 1
