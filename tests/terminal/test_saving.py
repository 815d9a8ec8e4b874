"""Every move is on disk before it is told; a game that was cut off goes on as if it had not been."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from naysay import fair, games
from naysay.record import Record, read
from naysay.terminal import save
from naysay.terminal.play import Ask, Options, run
from tests.terminal.typist import Typist, spy_on

CASES = [("nyet", "goldsieber-1997", 3), ("nyet", "iello-2015", 5), ("nope", None, 3)]
SCRIPT = """
import sys
from pathlib import Path
from naysay.games import find
from naysay.record import read
from naysay.terminal.play import Options, run

game, edition, players, file = sys.argv[1], sys.argv[2] or None, int(sys.argv[3]), Path(sys.argv[4])
if file.exists():
    record = read(file.read_bytes(), find)
    options = Options(record.game, record.setup, record=file, resume=record)
else:
    options = Options(find(game), find(game).setup(players, 0, edition), bots=("random",), seed="cut", record=file)
sys.exit(run(options))
"""


def fresh(game: str, edition: str | None, players: int, file: Path, ask: Ask) -> int:
    rules = games.find(game)
    return run(Options(rules, rules.setup(players, 0, edition), bots=("random",), seed="cut", record=file), ask)


def load(file: Path) -> Record:
    return read(file.read_bytes(), games.find)


def go_on(file: Path, ask: Ask) -> int:
    record = load(file)
    return run(Options(record.game, record.setup, record=file, resume=record), ask)


def whole_game(game: str, edition: str | None, players: int, file: Path) -> list[str]:
    """Play a game in one go; the lines that were typed, one for each move."""
    typist = Typist(Random(f"{game} {edition} {players}"), in_one_line=True)
    spied = spy_on(games.find(game), typist.seen)
    setup = spied.setup(players, 0, edition)
    assert run(Options(spied, setup, bots=("random",), seed="cut", record=file), typist) == 0
    return typist.typed


class Cut:
    """Types the given lines, then does what a person does who leaves."""

    def __init__(self, lines: list[str], leave: str) -> None:
        self.lines = list(lines)
        self.leave = leave

    def __call__(self, prompt: str) -> str:
        if self.lines:
            return self.lines.pop(0)
        if self.leave == "interrupt":
            raise KeyboardInterrupt
        if self.leave == "end":
            raise EOFError
        return self.leave


@pytest.mark.parametrize("leave", ["quit", "interrupt", "end"])
@pytest.mark.parametrize(("game", "edition", "players"), CASES)
def test_a_game_with_interruptions_is_the_game_without(
    game: str, edition: str | None, players: int, leave: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = whole_game(game, edition, players, tmp_path / "whole.jsonl")
    rng, file = Random(leave), tmp_path / "cut.jsonl"
    places = sorted({0, *rng.sample(range(len(lines)), min(5, len(lines)))})
    capsys.readouterr()
    for start, end in zip(places, [*places[1:], len(lines)], strict=True):
        ask = Cut(lines[start:end], leave)
        assert (go_on(file, ask) if start else fresh(game, edition, players, file, ask)) == 0
        out, err = capsys.readouterr()
        assert not err
        assert end == len(lines) or f"naysay play --resume {file}" in out
        if start:
            assert f"Going on with {file}" in out
    assert (tmp_path / "cut.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "edition", "players"), [("nyet", "iello-2015", 4), ("nope", None, 2)])
def test_a_killed_program_loses_nothing(game: str, edition: str | None, players: int, tmp_path: Path) -> None:
    whole, file = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    lines = whole_game(game, edition, players, whole)
    command = [sys.executable, "-c", SCRIPT, game, edition or "", str(players), str(file)]
    done = 0
    for until in (0, len(lines) // 3, len(lines) // 2):
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        assert process.stdin
        process.stdin.write("".join(f"{line}\n" for line in lines[done:until]))
        process.stdin.flush()
        wait_for(file, until)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdin.close()
        done = until
        assert count_moves(file) == until
        save.resume(load(file))
    rest = "".join(f"{line}\n" for line in lines[done:])
    last = subprocess.run(command, input=rest, capture_output=True, text=True, encoding="utf-8", check=False)
    assert last.returncode == 0, last.stderr
    assert file.read_bytes() == whole.read_bytes()


def count_moves(file: Path) -> int:
    """How many moves of seat 0 the file holds; it is whole whenever one looks."""
    return sum(seat == 0 for seat, _ in load(file).actions) if file.exists() else -1


def wait_for(file: Path, moves: int) -> None:
    deadline = time.monotonic() + 60
    while count_moves(file) < moves:
        assert time.monotonic() < deadline, f"{count_moves(file)} of {moves} moves after a minute"
        time.sleep(0.05)


def unfinished(tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    fresh("nyet", "iello-2015", 4, file, Cut(["trump red"], "quit"))
    return file


def test_the_record_tells_who_is_who(tmp_path: Path) -> None:
    record = load(unfinished(tmp_path))
    assert record.meta == {"you": 0, "bots": ["", "random", "random", "random"]}
    assert record.players == ("You", "Wolf", "Eagle", "Tiger")
    assert record.result is None
    assert record.fair
    assert record.fair.commit == fair.commit(record.fair.seed)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"meta": None}, "does not say which seat is yours"),
        ({"meta": {"date": "today"}}, "does not say which seat is yours"),
        ({"meta": {"you": 7, "bots": []}}, "meta.you = 7"),
        ({"meta": {"you": True, "bots": []}}, "meta.you = True"),
        ({"meta": {"you": 0, "bots": ["", "random"]}}, "meta.bots"),
        ({"meta": {"you": 0, "bots": ["", "random", "random", "nobody"]}}, "no bot 'nobody' plays nyet"),
        ({"fair": None}, "has no seed"),
        ({"result": {"winners": [0]}}, "this game is over"),
        ({"actions": [[2, "play R1"]]}, "action 1"),
        ({"shuffles": []}, "shuffle 1 is missing"),
    ],
)
def test_a_record_that_cannot_go_on_says_why(
    change: dict[str, object], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = unfinished(tmp_path)
    plain = {**json.loads(file.read_text(encoding="utf-8")), **change}
    file.write_text(json.dumps({key: value for key, value in plain.items() if value is not None}), encoding="utf-8")
    before = file.read_bytes()
    capsys.readouterr()
    assert go_on(file, Cut([], "quit")) == 1
    out, err = capsys.readouterr()
    assert not out
    assert says in err
    assert file.read_bytes() == before


def test_another_shuffle_than_the_promised_one_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = unfinished(tmp_path)
    plain = json.loads(file.read_text(encoding="utf-8"))
    first, second, *rest = plain["shuffles"][0].split(" ")
    plain["shuffles"][0] = " ".join([second, first, *rest])
    file.write_text(json.dumps(plain), encoding="utf-8")
    assert first != second
    assert go_on(file, Cut([], "quit")) == 1
    assert "shuffle 1 does not follow" in capsys.readouterr().err


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = unfinished(tmp_path)
    before = file.read_bytes()
    assert fresh("nyet", "iello-2015", 4, file, Cut([], "quit")) == 1
    assert "is there already" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_a_second_window_does_not_undo_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = unfinished(tmp_path)
    capsys.readouterr()
    other: list[bytes] = []

    def ask(prompt: str) -> str:
        if not other:
            assert go_on(file, Cut(["points 3"], "quit")) == 0
            other.append(file.read_bytes())
            return "points 4"
        raise AssertionError("the game must not go on")

    assert go_on(file, ask) == 1
    err = capsys.readouterr().err
    assert f"another program changed {file}" in err
    assert f"naysay play --resume {file}" in err
    assert file.read_bytes() == other[0]


def test_leaving_does_not_undo_moves_either(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = unfinished(tmp_path)

    def ask(prompt: str) -> str:
        file.write_text("something else\n", encoding="utf-8")
        return "quit"

    assert go_on(file, ask) == 1
    assert "another program changed" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "something else\n"


def test_what_changed_before_the_first_look_is_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = unfinished(tmp_path)
    record = load(file)
    assert go_on(file, Cut(["points 3"], "quit")) == 0
    newer = file.read_bytes()
    assert run(Options(record.game, record.setup, record=file, resume=record), Cut([], "quit")) == 1
    assert "another program changed" in capsys.readouterr().err
    assert file.read_bytes() == newer


def test_a_folder_that_is_not_there_is_told_before_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fresh("nope", None, 2, tmp_path / "no" / "game.jsonl", Cut([], "quit")) == 1
    out, err = capsys.readouterr()
    assert not out
    assert "could not be saved" in err


def test_a_full_disk_stops_the_game_and_keeps_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = unfinished(tmp_path)
    before, calls = file.read_bytes(), []

    def fill(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fill)
    assert go_on(file, Cut(["points 3"], "quit")) == 1
    assert "No space left on device" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_without_a_name_the_file_is_called_after_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rules = games.find("nope")
    for _ in range(3):
        assert run(Options(rules, rules.setup(2, 0), bots=("random",)), Cut([], "quit")) == 0
    files = sorted(tmp_path.iterdir())
    assert len(files) == 3
    assert all(file.name.startswith("naysay-") and file.suffix == ".jsonl" for file in files)
    assert len({file.read_bytes() for file in files}) == 3
