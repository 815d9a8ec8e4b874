"""simulate, verify and inspect on every way to set up a game, against the naive engines."""

import json
from pathlib import Path

import pytest

from tests.naive.replay import replay
from tests.support.combinations import Combination
from tests.support.commands import (
    COMBINATIONS,
    OWN,
    naive_game,
    naysay,
    naysay_process,
    simulated,
)

HOW_MANY = {"nyet": 1, "nope": 3}
IN_PROCESSES = [
    Combination("nyet", 3, "amigo-2007", {"end": {"target": 25}, "bonus": "player"}),
    Combination("nyet", 5, str(OWN), {}),
    Combination("nope", 4, None, {"extra_card": [0, 1], "action_cards": "no"}),
]


def lines_of(combination: Combination) -> tuple[bytes, ...]:
    return simulated(combination, HOW_MANY[combination.game])


@pytest.mark.parametrize("combination", COMBINATIONS, ids=str)
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


def test_an_edition_with_a_number_of_thousands_of_digits_is_refused_by_its_name(tmp_path: Path) -> None:
    for number, said in (("9" * 5000, "digits"), ("0x" + "f" * 5000, "digits"), ("[" * 5000, "not TOML")):
        path = tmp_path / "many.toml"
        path.write_text(f"markers = {number}\n" + OWN.read_text(encoding="utf-8").replace("markers", "# markers"))
        refused = naysay("simulate", "nyet", "--edition", str(path))
        assert refused.status == 1
        assert said in refused.err
        assert len(refused.err) < 500
        assert "many.toml" in refused.err or "markers" in refused.err


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 5000 + "]" * 5000, "1e5000", "-" + "9" * 5000])
def test_options_with_huge_numbers_and_deep_nesting_are_refused(value: str) -> None:
    refused = naysay("simulate", "nope", "--options", f'{{"max_turns": {value}}}')
    assert refused.status == 1
    assert "--options" in refused.err
    assert len(refused.err) < 500


def test_an_own_edition_is_written_whole() -> None:
    (line,) = simulated(Combination("nyet", 2, str(OWN), {}))
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


@pytest.mark.parametrize("combination", IN_PROCESSES, ids=str)
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
        (Combination("nyet", 3, "goldsieber-1997", {"end": {"target": 25}}), "random"),
        (Combination("nyet", 5, "iello-2015", {"end": {"target": 10}}), "steady,random,steady,random,steady"),
        (Combination("nope", 3, None, {}), "random"),
        (Combination("nope", 2, None, {}), "steady,random"),
    ],
    ids=str,
)
def test_the_same_arguments_give_the_same_bytes(combination: Combination, bots: str) -> None:
    arguments = ("simulate", *combination.arguments, "--seed", "same", "--bots", bots, "--games", "2", "--records", "-")
    one, two = (naysay_process(*arguments, PYTHONHASHSEED=seed) for seed in ("1", "2718"))
    assert one.status == 0
    assert one == two
    other = naysay(*arguments[:-1], "-", "--seed", "other")
    assert other.out != one.out


def test_the_number_of_games_changes_no_game() -> None:
    combination = Combination("nope", 3, None, {})
    assert simulated(combination, 5)[:2] == simulated(combination, 2)


def test_inspect_for_people() -> None:
    combination = Combination("nyet", 4, "goldsieber-1997", {"end": {"target": 25}})
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
