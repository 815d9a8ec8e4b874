"""Contests of the arena in one line."""

from collections.abc import Sequence
from typing import Any

from naysay.arena.contest import Contest, run
from naysay.arena.report import Report


def compete(game: str, bots: Sequence[str], deals: int, seed: object, **more: Any) -> Report:
    """Let these bots play; `more` is what else a contest or `run` takes."""
    setup = {name: more.pop(name, None) for name in ("edition", "options")}
    contest = Contest(game, more.pop("players", len(bots)), **setup, bots=tuple(bots), seed=str(seed))
    return run(contest, deals, **({"processes": 1} | more))
