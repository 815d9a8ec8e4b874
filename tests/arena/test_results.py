"""A contest with a file of results: interrupted, it goes on; it counts nothing twice, and never mixes two contests."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from naysay.arena import contest as contests
from naysay.arena import fingerprints
from naysay.arena.contest import Contest, Enough, gather
from naysay.arena.report import Report
from tests.support.contests import compete

BOTS = ["steady", "random", "random"]


def run(file: Path | None, **change: Any) -> Report:
    arguments: dict[str, Any] = {"game": "nope", "bots": BOTS, "deals": 4, "seed": 1}
    return compete(**(arguments | change), results=file)


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_what_was_played_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results.jsonl"
    first = run(file)
    written = file.read_bytes()
    monkeypatch.setattr(contests, "decide", lambda *match: pytest.fail("played again"))
    assert run(file) == first == run(file)
    assert file.read_bytes() == written


def test_the_file_changes_nothing(tmp_path: Path) -> None:
    assert run(tmp_path / "results.jsonl") == run(None)


def test_more_deals_go_on_and_fewer_take_the_first(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    run(file, deals=2)
    assert run(file, deals=5) == run(None, deals=5)
    assert run(file, deals=3) == run(None, deals=3)
    played = [(line["deal"], tuple(line["bots"])) for line in lines(file)[1:]]
    assert len(played) == len(set(played)) == 5 * 3


def test_a_line_that_was_being_written_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    whole = run(file)
    content = file.read_bytes()
    for cut in (1, 30, len(content.splitlines()[-1]), len(content) - 10):
        file.write_bytes(content[:-cut])
        assert run(file) == whole
        assert file.read_bytes().count(b"\n") == content.count(b"\n")


def test_a_match_that_is_there_twice_counts_once(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    whole = run(file)
    content = file.read_bytes()
    file.write_bytes(content + content.splitlines(keepends=True)[-1])
    assert run(file) == whole


def test_enough_sums_up_the_whole_deals(tmp_path: Path) -> None:
    contest = Contest("nope", 3, None, None, tuple(BOTS), "1")

    def stop(done: int, total: int) -> None:
        if done == 7:
            raise Enough

    found = gather(contest, 4, 1, stop, tmp_path / "results.jsonl")
    assert [len(block) for block in found] == [3, 3]
    assert len(lines(tmp_path / "results.jsonl")) == 1 + 7
    assert len(gather(contest, 4, 1, lambda done, total: None, tmp_path / "results.jsonl")) == 4


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"seed": 2}, "seed"),
        ({"bots": ["random", "steady", "random"]}, "tables"),
        ({"options": {"action_cards": "no"}}, "options"),
        ({"bots": [*BOTS, "random"]}, "players"),
        ({"game": "nyet"}, "game"),
    ],
)
def test_a_file_of_another_contest_is_refused_and_left_alone(tmp_path: Path, change: Any, key: str) -> None:
    file = tmp_path / "results.jsonl"
    run(file, deals=1)
    before = file.read_bytes()
    with pytest.raises(ValueError, match=f"holds another contest: its {key} is .*; name another file"):
        run(file, **change)
    assert file.read_bytes() == before


def test_what_the_bots_played_otherwise_is_refused_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.jsonl"
    run(file, deals=1)
    settings = lines(file)[0]["settings"]
    steady = fingerprints.fingerprint("steady", "nope")
    assert settings["fingerprints"] == {"random": fingerprints.fingerprint("random", "nope"), "steady": steady}
    monkeypatch.setattr(fingerprints, "fingerprint", lambda bot, game: settings["fingerprints"][bot][::-1])
    monkeypatch.setitem(settings["fingerprints"], "random", "same" + "emas")
    file.write_bytes(json.dumps({"form": "naysay arena 1", "settings": settings}).encode() + b"\n")
    before = file.read_bytes()
    with pytest.raises(ValueError, match=rf"its bots played otherwise: steady \({steady}, now {steady[::-1]}\); name"):
        run(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("older", [{}, {"sources": "0eeb9166d96a"}, {"naysay": "0.1.0", "sources": "0eeb9166d96a"}])
def test_what_an_older_version_played_is_refused_and_left_alone(tmp_path: Path, older: dict[str, str]) -> None:
    file = tmp_path / "results.jsonl"
    run(file, deals=1)
    settings = lines(file)[0]["settings"]
    del settings["fingerprints"]
    file.write_text(json.dumps({"form": "naysay arena 1", "settings": settings | older}) + "\n", encoding="utf-8")
    before = file.read_bytes()
    with pytest.raises(ValueError, match=r"played by an older version of naysay; name another file"):
        run(file)
    assert file.read_bytes() == before


def test_a_contest_that_keeps_nothing_waits_for_no_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprints, "fingerprint", lambda bot, game: pytest.fail("asked for"))
    assert run(None, deals=1).deals == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("hello\n", "is not a file of results"),
        ("[1]\n", "is not a file of results"),
        ('{"form": "naysay arena 9", "settings": {}}\n', "of the form 'naysay arena 9'"),
    ],
)
def test_what_is_no_file_of_results_is_refused(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        run(file)
    assert file.read_text(encoding="utf-8") == content


@pytest.mark.parametrize("line", ["{}", "null", '{"deal": 0, "bots": ["a"], "result": {"winners": [7]}}', "{"])
def test_a_broken_line_is_told_with_its_number(tmp_path: Path, line: str) -> None:
    file = tmp_path / "results.jsonl"
    run(file, deals=1)
    with file.open("a", encoding="utf-8") as out:
        out.write(line + "\n")
    with pytest.raises(ValueError, match="line 5: not a result"):
        run(file)


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="No such file or directory"):
        run(tmp_path / "nowhere" / "results.jsonl")


SLOW = """
import sys
import time
from pathlib import Path
from naysay.arena.contest import Contest, run
if __name__ == "__main__":
    contest = Contest("nope", 3, None, None, ("steady", "random", "random"), "1")
    run(contest, 100_000, 2, lambda done, total: print(done, flush=True), Path(sys.argv[1]))
"""


def test_two_contests_never_write_to_one_file_and_a_killed_one_goes_on(tmp_path: Path) -> None:
    script, file = tmp_path / "slow.py", tmp_path / "results.jsonl"
    script.write_text(SLOW, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script), str(file)], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        while int(process.stdout.readline()) < 4:
            pass
        with pytest.raises(ValueError, match="another contest is writing to it"):
            run(file)
        process.kill()
        process.stdout.close()
        process.wait()
    assert run(file) == run(None)
    until_gone(process.pid)


def until_gone(group: int) -> None:
    """Wait until no process of a group is left: those that played end when the first is gone."""
    for _ in range(600):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    raise AssertionError("somebody plays on")
