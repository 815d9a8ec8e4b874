"""Write the figures of benchmarks/results/strength.json into docs/arena.md, and which of them older bots have played.

    .venv/bin/python -m tools.strength_table [--check]

With `--check` nothing is written: exit status 1 if the page is stale.
"""

import json
import sys
from typing import Any

from naysay.arena.deciders import parts
from tools import bot_moves
from tools._table import ROOT, table, write_or_check

PAGE = ROOT / "docs" / "arena.md"
FIGURES = ROOT / "benchmarks" / "results" / "strength.json"
BEGIN, END = "<!-- strength: begin -->\n", "<!-- strength: end -->"
OLDER = "older bots"
NOTE = f"*{OLDER}*: measured when a bot of the row played differently, or before fingerprints; not since.\n"
HEADS = ["row", "what", "measured, 95 %", "must", "deals", "verdict"]


def line(row: dict[str, Any]) -> list[str]:
    """A row of the table; what bots played that play otherwise now is no figure of these, and its verdict says so."""
    unit = {"points": "points a round", "share": "", "% wins": "% of the wins"}.get(row["unit"], row["unit"])
    value = f"{row['value']:.2f}".removesuffix(".00")
    between = "" if row["low"] is None else f" [{row['low']:.2f}, {row['high']:.2f}]"
    must = f"{'at most' if row['unit'] in ('share', 'tricks') else 'above'} {row['must']:g}"
    aim = "" if row["aim"] is None else f", aim {row['aim']:g}"
    return [
        f"`{row['name']}`",
        row["about"],
        f"{value}{between} {unit}".strip(),
        must + aim,
        str(row["deals"]),
        row["verdict"] if row["fingerprints"] == _now(row) else f"{row['verdict']}; {OLDER}",
    ]


def _now(row: dict[str, Any]) -> dict[str, str]:
    """How the bots of a row play now."""
    known = bot_moves.known(row["game"])
    return {bot: known[bot] for line_up in row["bots"] for name in line_up for bot in parts(name)}


def page() -> str:
    """The page with the figures."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    rows = [line(row) for row in json.loads(FIGURES.read_text(encoding="utf-8"))]
    note = f"\n{NOTE}" if any(row[-1].endswith(OLDER) for row in rows) else ""
    return before + BEGIN + "\n" + table([HEADS, *rows]) + note + "\n" + END + after


if __name__ == "__main__":
    sys.exit(write_or_check(PAGE, page(), "tools.strength_table", sys.argv[1:]))
