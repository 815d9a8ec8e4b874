"""A third game, from outside the package: one folder, one line that registers it, and every layer plays it."""

import json
import sys
from pathlib import Path

import pytest

from tests.support.commands import SCRIPT, Said, process, register

OUTSIDE = Path(__file__).with_name("outside")
ROOT = Path(__file__).parents[2]


def run(*command: object, stdin: str = "", folder: Path = ROOT, path: Path = OUTSIDE) -> Said:
    """Run a command in a process that has the folder of the game on its path."""
    paths = {"PYTHONPATH": str(path), "PYTHONDONTWRITEBYTECODE": "1"}
    said = process(*command, environment=paths, stdin=stdin.encode(), folder=folder)
    assert "Traceback" not in said.out + said.err, said.err
    return said


def test_one_folder_and_one_line() -> None:
    files = {path.relative_to(OUTSIDE).as_posix() for path in OUTSIDE.rglob("*") if "__pycache__" not in path.parts}
    assert files == {"nah.py", "nah-1.0.dist-info", "nah-1.0.dist-info/METADATA", "nah-1.0.dist-info/entry_points.txt"}
    entries = (OUTSIDE / "nah-1.0.dist-info" / "entry_points.txt").read_text(encoding="utf-8")
    assert entries == "[naysay.games]\nnah = nah:Nah\n"
    source = (OUTSIDE / "nah.py").read_text(encoding="utf-8")
    assert {line.split()[1] for line in source.splitlines() if line.startswith("from naysay")} == {"naysay.game"}


def test_the_contract() -> None:
    assert run(sys.executable, Path(__file__).with_name("playthrough.py")) == (0, "30 games\n", "")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("third") / "games.jsonl"
    arguments = ("--players", 3, "--games", 20, "--seed", 1, "--options", '{"deals": 2}', "--records", path)
    said = run(SCRIPT, "simulate", "nah", *arguments)
    assert said.status == 0
    assert said.out == ""
    assert "20 games of Nah" in said.err
    return path


def test_simulate_and_verify(games: Path) -> None:
    records = [json.loads(line) for line in games.read_text(encoding="utf-8").splitlines()]
    assert {record["game"] for record in records} == {"nah"}
    assert all("edition" not in record and len(record["shuffles"]) == 2 for record in records)
    assert run(SCRIPT, "verify", "--fair", games) == (0, "20 records hold\n", "")
    records[2]["actions"][4][1] = "lay N13"
    records[5]["actions"][1] = records[5]["actions"][0]
    records[7]["options"] = {"deals": 1}
    broken = "\n".join(map(json.dumps, records))
    said = run(SCRIPT, "verify", "--each", "-", stdin=broken)
    assert said.status == 1
    one, two, three, counts = said.out.splitlines()
    assert one.startswith("line 3: action 5: expected 'lay'")
    assert two.startswith("line 6: action 2: not_now: ")
    assert three.startswith("line 8: action 0: option 'deals' = 1")
    assert counts == "17 hold, 3 do not"


def test_inspect(games: Path) -> None:
    said = run(SCRIPT, "inspect", "--json", games)
    assert said.status == 0
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert len(lines) == 20
    first = lines[0]["steps"]
    assert len(first) == 19
    assert first[0]["to_act"] == [1]
    assert first[0]["legal"]["1"] == sorted(first[0]["legal"]["1"])
    assert "nah" in first[0]["legal"]["1"]
    assert first[-1] == {"to_act": [], "legal": {}}
    for_people = run(SCRIPT, "inspect", games)
    assert for_people.status == 0
    assert for_people.out.startswith("line 1: Nah 0 random 0")


def test_the_same_bytes_again() -> None:
    arguments = ("simulate", "nah", "--players", 2, "--games", 3, "--seed", 5, "--records", "-")
    assert run(SCRIPT, *arguments) == run(SCRIPT, *arguments)


def test_arena() -> None:
    arguments = ("nah", "--players", 2, "--bots", "random,random", "--deals", 4, "--seed", 1)
    said = run(SCRIPT, "arena", *arguments)
    assert said.status == 0, said.err
    assert "nah" in said.out
    assert "random" in said.out
    assert "4 deals" in said.out
    assert said.out == run(SCRIPT, "arena", *arguments).out
    as_json = run(SCRIPT, "arena", *arguments, "--json")
    assert json.loads(as_json.out)["game"] == "nah"


def test_play(tmp_path: Path) -> None:
    said = run(
        SCRIPT,
        "play",
        "nah",
        "--plain",
        "--players",
        3,
        stdin="help\nboard\n13\nlay N99\n" + "1\n" * 9,
        folder=tmp_path,
    )
    assert said.status == 0, said.err
    assert "Nah" in said.out
    assert "nah" in said.out
    (saved,) = tmp_path.glob("*.jsonl")
    record = json.loads(saved.read_text(encoding="utf-8"))
    assert len(record["actions"]) == 9
    assert "result" in record
    assert run(SCRIPT, "verify", "--fair", saved) == (0, "1 record holds\n", "")


def test_play_stops_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    said = run(SCRIPT, "play", "nah", "--plain", "--players", 2, "--record", path, stdin="1\nquit\n", folder=tmp_path)
    assert said.status == 0, said.err
    assert "result" not in json.loads(path.read_text(encoding="utf-8"))
    assert run(SCRIPT, "verify", "--fair", path) == (0, "1 record holds\n", "")
    said = run(SCRIPT, "play", "--resume", path, "--plain", stdin="1\n" * 9, folder=tmp_path)
    assert said.status == 0, said.err
    assert "result" in json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", [("simulate",), ("arena", "--deals", 2), ("play", "--plain")])
def test_an_unknown_bot(command: tuple[object, ...], tmp_path: Path) -> None:
    name, *options = command
    said = run(SCRIPT, name, "nah", *options, "--players", 2, "--bots", "steady", folder=tmp_path)
    assert said.status == 1
    assert "no bot 'steady' plays nah; known: random" in said.err
    assert not list(tmp_path.iterdir())


def test_without_the_folder_it_is_unknown(games: Path, tmp_path: Path) -> None:
    said = run(SCRIPT, "verify", games, path=tmp_path)
    assert said == (1, "", "line 1: action 0: unknown game 'nah'; known: nope, nyet\n")
    said = run(SCRIPT, "simulate", "nah", path=tmp_path)
    assert said.status in (1, 2)
    assert "unknown game 'nah'; known: nope, nyet" in said.err


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ("gone = nowhere:Gone", "the game 'gone' (nowhere:Gone) cannot be loaded"),
        ("gone = twin:Twin", "the entry point 'gone' (twin:Twin) gives a game with the id 'nyet'"),
    ],
)
def test_a_registration_that_fails(entry: str, says: str, tmp_path: Path) -> None:
    """Code that is not there, or a game of another name, is named as what it is, and only by who asks for it."""
    register(tmp_path, "naysay.games", entry, "from naysay.nyet.rules import Nyet as Twin\n")
    said = run(SCRIPT, "simulate", "gone", path=tmp_path)
    assert said.status == 1
    assert says in said.err
    assert run(SCRIPT, "simulate", "nope", path=tmp_path).status == 0
