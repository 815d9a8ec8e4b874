"""What each idea of the solver's search buys: nodes without it against nodes with all; 4 players, one thread.

A search without the table takes long, so that row has shorter hands, and a search stops at a cap, which then counts.
"""

import sys
from dataclasses import replace
from math import exp, log

from benchmarks._progress import progress
from benchmarks._table import Row, arguments, report
from benchmarks.solver import at_minus_two, deals
from naysay.solver.api import Position, Table
from naysay.solver.work import ALL_IDEAS, IDEA_NAMES
from tests.solver.positions import search

CAP = 30_000_000


def nodes(positions: list[Position], ideas: int) -> float:
    """The geometric mean of the nodes."""
    table = Table(256)
    total = 0.0
    for position in positions:
        table.forget()
        total += log(search(position, table, CAP, ideas)[2])
    return exp(total / len(positions))


def main() -> int:
    """Measure and report."""
    options = arguments(__doc__ or "")
    rows = []
    for name, idea in IDEA_NAMES.items():
        cards, number = (6 if idea == 1 else 8 if options.quick else 9), (8 if options.quick else 30)
        positions = deals(4, cards, number)
        for label, sample in (("", positions), (" at −2", [at_minus_two(each) for each in positions])):
            progress(f"{name}{label:40}")
            row = Row(f"without {name}, {cards} cards{label}, nodes", nodes(sample, ALL_IDEAS & ~idea), None, None)
            rows.append(replace(row, peer=nodes(sample, ALL_IDEAS)))
    progress()
    return report(rows, options.json)


if __name__ == "__main__":
    sys.exit(main())
