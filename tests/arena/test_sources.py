"""What a result depends on: everything by which a match may go otherwise is in the sum."""

import re
import shutil
from pathlib import Path

import pytest

from naysay.arena import sources

GAMES = ("nyet", "nope")


def names(game: str) -> list[str]:
    return [file.relative_to(sources.ROOT).as_posix() for file in sources.files(game)]


@pytest.mark.parametrize("game", GAMES)
def test_game_bots_levels_weights_and_deals_are_in_it(game: str) -> None:
    found = names(game)
    assert len(found) == len(set(found))
    assert {"fair.py", "arena/match.py", "arena/duplicate.py", "bots/think.py", "bots/levels/names.py"} <= set(found)
    assert {f"{game}/rules.py", f"bots/{game}/steady.py", f"bots/levels/{game}/folds.py"} <= set(found)
    assert any(name.endswith((".npy", ".npz")) for name in found)
    other = next(name for name in GAMES if name != game)
    assert not any(f"{other}/" in name or "__pycache__" in name for name in found)


def test_editions_are_in_it() -> None:
    assert any(name.endswith(".toml") for name in names("nyet"))


@pytest.mark.parametrize("game", GAMES)
def test_whatever_the_bots_take_from_the_solver_is_in_it(game: str) -> None:
    found = names(game)
    files = [file for file in sources.files(game) if file.suffix == ".py" and f"/{game}/" in file.as_posix()]
    wanted = {part for file in files for part in re.findall(r"naysay\.solver\.(\w+)", file.read_text(encoding="utf-8"))}
    assert wanted
    assert {f"solver/{part}.py" for part in wanted} <= set(found)


@pytest.mark.parametrize(
    ("file", "changes"),
    [
        ("bots/nope/fast/judge.npy", ["nope"]),
        ("bots/levels/nyet/fresh.py", ["nyet"]),
        ("bots/choice.py", ["nyet", "nope"]),
        ("solver/search.py", ["nyet"]),
        ("arena/text.py", []),
        ("server/app.py", []),
    ],
)
def test_a_change_of_what_plays_changes_the_sum(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, changes: list[str]
) -> None:
    before = {game: sources.sources(game) for game in GAMES}
    root = tmp_path / "naysay"
    shutil.copytree(sources.ROOT, root, ignore=shutil.ignore_patterns("__pycache__", "static", "page"))
    monkeypatch.setattr(sources, "ROOT", root)
    assert {game: sources.sources(game) for game in GAMES} == before
    (root / file).write_bytes((root / file).read_bytes() + b"\n")
    assert [game for game in GAMES if sources.sources(game) != before[game]] == changes
