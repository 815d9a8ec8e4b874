"""What a result depends on: the moves of the bots in fixed positions, and nothing else."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import naysay
from naysay import games
from naysay.arena import fingerprints
from naysay.arena.deciders import PHASES
from naysay.bots import registry
from naysay.bots.choice import Bot, Choice
from tools import bot_moves

EVERYBODY = [(game, bot) for game in bot_moves.GAMES for bot in bot_moves.deciders(game)]
SOURCES = Path(naysay.__file__).parent


@pytest.mark.parametrize("game", bot_moves.GAMES)
def test_positions_of_every_kind(game: str) -> None:
    rules = games.find(game)
    found = fingerprints.playthroughs(game)
    views = [one.match.view(one.seat) for match in found for one in match.positions]
    assert len(views) >= 200
    assert {*PHASES[game]} <= {view.phase for view in views}
    assert {view.setup.players for view in views} == set(rules.players)
    agreed = [rules.describe(view.setup) for view in views]
    # what is added to the game later leaves the fingerprints as they are
    printed = {"iello-2015", "amigo-2007", "goldsieber-1997"}
    assert {one.get("edition") for one in agreed} == (printed if game == "nyet" else {None})
    known = {"nyet": "end scoring bonus supertrump tricks characters", "nope": "action_cards extra_card max_turns"}
    assert {key for one in agreed for key in one["options"]} == set(known[game].split())
    assert all(len(one.match.legal(one.seat)) > 1 for match in found for one in match.positions)


@pytest.mark.parametrize(("game", "bot"), EVERYBODY)
def test_every_bot_plays_as_written(game: str, bot: str) -> None:
    """If this fails, a bot plays otherwise: if that is meant, `python -m tools.bot_moves` writes the moves anew."""
    written = bot_moves.written(game)
    assert fingerprints.moves(bot, game) == written["moves"][bot]
    assert fingerprints.sum_up(fingerprints.results(game), written["moves"][bot]) == bot_moves.known(game)[bot]


@pytest.mark.parametrize("game", bot_moves.GAMES)
def test_results_of_the_playthroughs_are_as_written(game: str) -> None:
    assert fingerprints.results(game) == bot_moves.written(game)["results"]
    assert set(bot_moves.written(game)["moves"]) == set(bot_moves.deciders(game))


@pytest.mark.parametrize("game", bot_moves.GAMES)
@pytest.mark.parametrize("which", [0, 99, -1])
def test_one_other_move_is_another_fingerprint(monkeypatch: pytest.MonkeyPatch, game: str, which: int) -> None:
    find, asked = registry.find, 0
    which %= sum(len(match.positions) for match in fingerprints.playthroughs(game))

    def find_another(text: str, game: str) -> Bot:
        bot = find(text, game)

        def choose(view: Any, legal: tuple[Any, ...], rng: Random) -> Choice:
            nonlocal asked
            asked += 1
            choice = bot(view, legal, rng)
            return Choice(next(move for move in legal if move != choice.move), ()) if asked == which + 1 else choice

        return choose

    monkeypatch.setattr(registry, "find", find_another)
    now, before = fingerprints.moves("steady", game), bot_moves.written(game)["moves"]["steady"]
    pairs = [pair for name in before for pair in zip(now[name], before[name], strict=True)]
    assert sum(one != other for one, other in pairs) == 1
    assert fingerprints.sum_up(fingerprints.results(game), now) != bot_moves.known(game)["steady"]


def in_a_copy(root: Path) -> dict[str, str]:
    """How the steady bots of a copy of the package play."""
    script = "from naysay.arena.fingerprints import fingerprint as f; print(f('steady', 'nyet'), f('steady', 'nope'))"
    found = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(zip(bot_moves.GAMES, found.stdout.split(), strict=True))


class WithoutDocstrings(ast.NodeTransformer):
    """Take the docstrings out, and write the code in another way."""

    def visit(self, node: ast.AST) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        return node


def test_how_the_code_is_written_does_not_matter_and_one_weight_does(tmp_path: Path) -> None:
    """In a copy: bots without docstrings, with comments, in renamed modules, with renamed constants."""
    root = tmp_path / "naysay"
    shutil.copytree(SOURCES, root, ignore=shutil.ignore_patterns("__pycache__", "page"))
    for file in root.glob("bots/**/*.py"):
        code = ast.unparse(WithoutDocstrings().visit(ast.parse(file.read_text(encoding="utf-8"))))
        code = code.replace("nope.steady.position_value", "nope.steady.merit").replace("LISTED", "SHOWN_AT_MOST")
        file.write_text(f"# Another comment\n{code}\n", encoding="utf-8")
    worth = (root / "bots/nope/steady/position_value.py").rename(root / "bots/nope/steady/merit.py")
    assert in_a_copy(tmp_path) == {game: bot_moves.known(game)["steady"] for game in bot_moves.GAMES}
    code = worth.read_text(encoding="utf-8")
    assert code.count("SINGLE_COLOUR: Final = 0.12") == 1
    worth.write_text(code.replace("SINGLE_COLOUR: Final = 0.12", "SINGLE_COLOUR: Final = 0.2"), encoding="utf-8")
    found = in_a_copy(tmp_path)
    assert found["nyet"] == bot_moves.known("nyet")["steady"]
    assert found["nope"] != bot_moves.known("nope")["steady"]


def test_everybody_who_decides_has_a_part_in_it() -> None:
    found = fingerprints.fingerprints(["steady+name=casual", "fresh", "steady"], "nope")
    known = bot_moves.known("nope")
    assert found == {bot: known[bot] for bot in ("casual", "fresh", "steady")}
