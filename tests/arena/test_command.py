"""`naysay arena`: tables for people, JSON for programs, pictures, and clear errors."""

import json
import re
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from naysay import cli
from naysay.arena import contest, text
from naysay.arena.report import Outcome, sum_up
from naysay.cli.arena import Bar
from tests.support.contests import compete


def arena(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, ["arena", *arguments, "--processes", "1"])


def test_pairs_meet_at_tables_of_their_own() -> None:
    said = arena("nope", "--bots", "steady,random,casual", "--pairs", "--players", "2", "--deals", "3", "--json")
    report = json.loads(said.stdout)
    assert [one["bot"] for one in report["standings"]] == ["steady", "random", "casual"]
    assert {(duel["bot"], duel["other"]) for duel in report["duels"]} == {
        ("steady", "random"),
        ("steady", "casual"),
        ("random", "casual"),
    }
    assert report["matches"] == 3 * 3 * 2
    assert sum(one["elo"]["value"] for one in report["ratings"]) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("game", "phases"), [("nyet", ["veto", "team", "discard", "play"]), ("nope", ["turn", "name"])]
)
def test_phases_are_measured_one_by_one(game: str, phases: list[str]) -> None:
    more = ["--edition", "goldsieber-1997", "--options", '{"end": {"target": 5}}'] if game == "nyet" else []
    arguments = [game, "--bots", "random", "--phases", "steady", "--players", "3", "--deals", "2", *more]
    report = json.loads(arena(*arguments, "--json").stdout)
    assert list(report["phases"]) == [*phases, "all"]
    assert report["phases"][phases[0]] == f"random+{phases[0]}=steady"
    said = arena(*arguments).stdout
    assert [row.split()[0] for row in said.splitlines()[4:-2]] == [*phases, "all"]
    assert max(map(len, said.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nope", "--bots", "steady", "--pairs"], "pairs need at least two different bots"),
        (["nope", "--bots", "steady,random", "--pairs", "--phases", "steady"], "two contests"),
        (["nope", "--bots", "steady,random", "--phases", "steady"], "needs one bot in all seats"),
        (["nope", "--bots", "steady", "--phases", "steady"], "compares two bots"),
        (["nope", "--bots", "steady", "--phases", "steady+turn=random"], "compares two bots"),
        (["nope", "--bots", "steady,random,random", "--players", "4"], "names 3 bots for 4 seats"),
        (["nope", "--bots", ""], "no bot '' plays nope"),
        (["nyet", "--bots", "ismcts:soon,random"], "not a time to think: 'soon'"),
        (["nyet", "--bots", "steady+nap=random,random"], "expected BOT\\+PHASE=BOT"),
    ],
)
def test_nonsense_is_told_in_one_line(arguments: list[str], message: str) -> None:
    said = arena(*arguments, "--deals", "1")
    assert said.exit_code == 1
    assert said.stderr.startswith("Error: ")
    assert said.stderr.count("\n") == 1
    assert re.search(message, said.stderr)


def test_pictures(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "plots"
    arguments = ["nope", "--bots", "steady,random,casual", "--deals", "3", "--plots", str(folder)]
    assert arena(*arguments).exit_code == 0
    names = {f"{name}.{kind}" for name in ("standings", "ratings", "pairs") for kind in ("png", "svg")}
    assert {file.name for file in folder.iterdir()} == names
    assert (folder / "pairs.png").read_bytes().startswith(b"\x89PNG")
    first = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert b"casual" in first["standings.svg"]
    arena(*arguments)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == first
    by_phase = ["nope", "--bots", "random", "--phases", "steady", "--players", "2", "--deals", "2"]
    assert arena(*by_phase, "--plots", str(tmp_path / "phases")).exit_code == 0
    assert {file.name for file in (tmp_path / "phases").iterdir()} == {"phases.png", "phases.svg"}


def test_the_pairs_tell_their_intervals(tmp_path: Path) -> None:
    arena("nope", "--bots", "steady,random,casual", "--deals", "3", "--plots", str(tmp_path))
    pairs, ratings = ((tmp_path / f"{name}.svg").read_text(encoding="utf-8") for name in ("pairs", "ratings"))
    assert "[ ]: 95 % over deals" in pairs
    assert re.search(r">\[\d+, \d+\]<", pairs)
    assert "bars: 95 % over deals" in ratings


def test_a_folder_that_cannot_be_made_is_told_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contest, "decide", lambda *match: pytest.fail("played"))
    (tmp_path / "file").write_text("")
    said = arena("nope", "--bots", "random", "--deals", "1", "--plots", str(tmp_path / "file" / "plots"))
    assert said.exit_code == 1
    assert "Not a directory" in said.stderr


def test_the_report_is_there_even_if_the_pictures_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from naysay.arena import plots

    def full(*arguments: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(plots, "_save", full)
    said = arena("nope", "--bots", "random,steady", "--deals", "2", "--plots", str(tmp_path))
    assert said.exit_code == 1
    assert "wins in %, per seat" in said.stdout
    assert "No space left on device" in said.stderr


def test_who_won_everything_has_an_interval_to_one_side(tmp_path: Path) -> None:
    won = {"rounds": [[9, 1]], "scores": [9, 1], "winners": [0]}
    lost = {"rounds": [[1, 9]], "scores": [1, 9], "winners": [1]}
    blocks = [(Outcome(("a", "b"), won), Outcome(("b", "a"), lost))] * 3
    said = text.text(sum_up("any", None, {}, ("a", "b"), "1", blocks))
    assert "100.0 [29.2, 100.0]" in said
    assert "±0.0\n" not in said
    assert max(map(len, said.splitlines())) <= 80


def test_without_matplotlib_it_says_what_to_install_before_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "naysay.arena.plots", None)
    monkeypatch.setattr(contest, "decide", lambda *match: pytest.fail("played"))
    said = arena("nope", "--bots", "random", "--plots", "plots")
    assert said.exit_code == 1
    assert "--plots needs more than the base install (naysay.arena.plots is missing)" in said.stderr
    assert "pip install 'naysay[research]'" in said.stderr


def test_long_names_fit(tmp_path: Path) -> None:
    bots = ["steady+play=random", "steady+discard=random", "random"]
    found = compete("nyet", bots, 2, 1, options={"end": {"target": 1}})
    assert max(map(len, text.text(found).splitlines())) <= 80


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def bar_after(*steps: tuple[float, int], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the bar shows, one after the other, when at these times so many of 100 matches are done."""
    now, terminal = [0.0], Terminal()
    monkeypatch.setattr(time, "time", lambda: now[0])
    bar = Bar(terminal)
    for now[0], done in steps:
        bar(done, 100)
    bar.close()
    return [part.strip() for part in re.sub(r"\x1b\[\?25.", "", terminal.getvalue()).split("\r")[1:]]


def test_the_bar_counts_the_time_of_what_is_played_now(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = bar_after((0, 60), (10, 70), (40, 100), monkeypatch=monkeypatch)  # 60 were found in the file
    assert all(line.startswith("100 matches, 60 of them found  [") for line in shown)
    assert [line.partition("]  ")[2] for line in shown] == ["0/40", "10/40  00:00:30", "40/40"]


def test_the_bar_is_for_a_terminal_and_for_something_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bar_after((0, 100), monkeypatch=monkeypatch) == []
    assert bar_after((0, 0), monkeypatch=monkeypatch)[0].startswith("100 matches  [-")
    file = StringIO()
    bar = Bar(file)
    bar(0, 100)
    bar(100, 100)
    bar.close()
    assert file.getvalue() == ""
