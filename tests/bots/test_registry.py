"""Which bots there are: the built-in ones, and those that other packages register by an entry point."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from naysay.bots import registry
from naysay.games import BUILT_IN as GAMES
from tests.support.commands import register

OUTSIDE = Path(__file__).with_name("outside")
SCRIPT = Path(sys.executable).with_name("naysay")


def run(*command: object, path: Path = OUTSIDE) -> subprocess.CompletedProcess[str]:
    """Run a command in a process that has a folder with an installed package on its path."""
    paths = [str(path), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [*map(str, command)], env=environment, capture_output=True, text=True, timeout=300, check=False
    )


def test_every_built_in_bot_has_a_name_of_its_own_and_loads() -> None:
    keys = [(one.game, one.name) for one in registry.BUILT_IN]
    assert len(keys) == len(set(keys))
    for one in registry.BUILT_IN:
        assert one.game is None or one.game in GAMES
        assert callable(one.load())
        assert bool(one.hints) == (one.searches and one.level is not None)


def test_of_the_same_level_there_is_one_bot() -> None:
    for game in GAMES:
        levels = [one.level for one in registry.BUILT_IN if one.game == game and one.level is not None]
        assert levels == sorted(set(levels))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("clever", "no bot 'clever' plays nyet; known: random, fresh, casual, steady, sharp, ismcts"),
        ("steady:0.2", "steady does not search"),
        ("sharp:soon", "not a time to think: 'soon'"),
    ],
)
def test_what_is_no_bot_is_refused(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        registry.find(text, "nyet")


LISTED = """
import sys
from naysay.bots import registry
assert registry.bots_for("nope")[-1] == "lucky"
assert "lucky" not in registry.bots_for("nyet")
assert "lucky" not in registry.levels_for("nope")
assert "lucky" not in sys.modules, "it is loaded only when it is asked for"
assert registry.entry("lucky", "nope").searches
assert "lucky" in sys.modules
"""


def test_a_bot_from_outside_is_listed_and_loaded_when_it_is_asked_for() -> None:
    done = run(sys.executable, "-c", LISTED)
    assert done.returncode == 0, done.stderr


def test_a_bot_from_outside_plays_in_the_arena(tmp_path: Path) -> None:
    """With a time of its own, and with a fingerprint in the file of results."""
    file = tmp_path / "results.jsonl"
    arguments = ["--deals", "2", "--processes", "1", "--results", str(file), "--json"]
    done = run(SCRIPT, "arena", "nope", "--bots", "lucky:9n,random,lucky", *arguments)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["bots"] == ["lucky:9n", "random", "lucky"]
    settings = json.loads(file.read_text(encoding="utf-8").splitlines()[0])["settings"]
    assert sorted(settings["fingerprints"]) == ["lucky", "random"]


def test_the_bots_of_a_game_from_outside_have_fingerprints_too(tmp_path: Path) -> None:
    file, outside = tmp_path / "results.jsonl", Path(__file__).parents[1] / "third" / "outside"
    done = run(SCRIPT, "arena", "nah", "--bots", "random", "--deals", "2", "--results", file, path=outside)
    assert done.returncode == 0, done.stderr
    settings = json.loads(file.read_text(encoding="utf-8").splitlines()[0])["settings"]
    assert list(settings["fingerprints"]) == ["random"]


def test_a_bot_from_outside_can_be_simulated() -> None:
    done = run(SCRIPT, "simulate", "nope", "--players", "3", "--bots", "lucky,steady,lucky:5n")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ("nope.gone = nowhere:GONE", "the bot 'gone' (nowhere:GONE) cannot be loaded"),
        ("nope.gone = twin:TWIN", "the entry point 'nope.gone' (twin:TWIN) gives Entry("),
        ("nope.gone = twin:FOUR", "the entry point 'nope.gone' (twin:FOUR) gives 4, no such bot"),
    ],
)
def test_a_registration_that_fails(entry: str, says: str, tmp_path: Path) -> None:
    """It is told to who asks for the bot, and disturbs nobody else."""
    code = "from naysay.bots.registry import Entry\nTWIN = Entry('other', 'nope', lambda: None)\nFOUR = 4\n"
    register(tmp_path, "naysay.bots", entry, code)
    done = run(SCRIPT, "simulate", "nope", "--bots", "gone", path=tmp_path)
    assert done.returncode == 1
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert run(SCRIPT, "simulate", "nope", "--bots", "steady", path=tmp_path).returncode == 0


def test_a_bot_from_outside_does_not_replace_one_of_ours(tmp_path: Path) -> None:
    register(tmp_path, "naysay.bots", "nope.steady = nowhere:STEADY")
    program = "from naysay.bots import registry; print(registry.find('steady', 'nope').__module__)"
    done = run(sys.executable, "-c", program, path=tmp_path)
    assert done.stdout.strip() == "naysay.bots.nope.steady.bot", done.stderr
