"""Recompute every stored count by the naive engines alone: `python -m tests.counts.derive`, status 1 on a difference.

Imports nothing from naysay.
"""

import json
import sys
from pathlib import Path

from tests.naive import nope, nyet
from tests.naive.replay import Game, count, replay

HERE = Path(__file__).parent


def main() -> int:
    """Print a line for each position."""
    wrong = 0
    for name in ("nyet", "nope"):
        for position in json.loads((HERE / f"{name}.json").read_text(encoding="utf-8")):
            record = position["record"]
            game: Game = nyet.Game(record) if name == "nyet" else nope.Game(record)
            replay(game, record["actions"])
            counted = count(game, position["depth"])
            holds = counted == position["count"]
            wrong += not holds
            said = "" if holds else f", but the file says {position['count']}"
            print(f"{name} {position['name']}: depth {position['depth']}: {counted}{said}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
