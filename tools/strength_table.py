"""Write the figures of benchmarks/results/strength.json into docs/arena.md.

    .venv/bin/python -m tools.strength_table [--check]

With `--check` nothing is written: exit status 1 if the page is stale.
"""

import json
import sys
from typing import Any

from tools._table import ROOT, table, write_or_check

PAGE = ROOT / "docs" / "arena.md"
FIGURES = ROOT / "benchmarks" / "results" / "strength.json"
BEGIN, END = "<!-- strength: begin -->\n", "<!-- strength: end -->"
HEADS = ["row", "what", "measured, 95 %", "must", "deals", "verdict"]


def line(row: dict[str, Any]) -> list[str]:
    """A row of the table."""
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
        row["verdict"],
    ]


def page() -> str:
    """The page with the figures."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    rows = json.loads(FIGURES.read_text(encoding="utf-8"))
    return before + BEGIN + "\n" + table([HEADS, *(line(row) for row in rows)]) + "\n" + END + after


if __name__ == "__main__":
    sys.exit(write_or_check(PAGE, page(), "tools.strength_table", sys.argv[1:]))
