"""Write the moves of every bot in the positions of its fingerprint into benchmarks/results/moves.

    .venv/bin/python -m tools.bot_moves [--check]

A test plays them again: who changes a bot sees which moves have become others, and writes them anew if that is meant.
With `--check` nothing is written: exit status 1 if a bot plays otherwise.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from naysay.arena import fingerprints
from naysay.arena.deciders import CLAIRVOYANT
from naysay.bots.registry import bots_for
from tools._table import ROOT, write_or_check

FOLDER = ROOT / "benchmarks" / "results" / "moves"
GAMES = ("nyet", "nope")


def file(game: str) -> Path:
    return FOLDER / f"{game}.json"


def deciders(game: str) -> tuple[str, ...]:
    """Who has a fingerprint."""
    return (*bots_for(game), *((CLAIRVOYANT,) if game == "nyet" else ()))


def written(game: str) -> dict[str, Any]:
    """The file: the results of the playthroughs, and the moves of each bot."""
    found: dict[str, Any] = json.loads(file(game).read_text(encoding="utf-8"))
    return found


def known(game: str) -> dict[str, str]:
    """The fingerprints that follow from the file: a test sees to it that the bots play like that."""
    found = written(game)
    return {bot: fingerprints.sum_up(found["results"], moves) for bot, moves in found["moves"].items()}


def fresh(game: str) -> str:
    """The file as the bots play now."""
    results = fingerprints.results(game)
    moves = {bot: _lines(fingerprints.moves(bot, game), 2) for bot in deciders(game)}
    bots = ",\n".join(f"  {json.dumps(bot)}: {lines}" for bot, lines in moves.items())
    return f'{{\n "results": {_lines(results, 1)},\n "moves": {{\n{bots}\n }}\n}}\n'


def _lines(plain: Mapping[str, Any], depth: int) -> str:
    """An object with one line for each of its keys."""
    lines = ",\n".join(f"{' ' * (depth + 1)}{json.dumps(key)}: {json.dumps(value)}" for key, value in plain.items())
    return f"{{\n{lines}\n{' ' * depth}}}"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    sys.exit(max(write_or_check(file(game), fresh(game), "tools.bot_moves", sys.argv[1:]) for game in GAMES))
