"""What every benchmark shares: interleaved measuring, the table of rows, JSON, exit status."""

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from benchmarks._progress import progress


@dataclass(frozen=True, slots=True)
class Row:
    """A claim: ours against the peer, or against a limit; without a `must` it only informs.

    The ratio must be at least `must`, or at most, where less is better; `aim` is what it should reach some day.
    """

    name: str
    ours: float | None
    peer: float | None
    must: float | None
    note: str = ""
    less: bool = False
    aim: float | None = None

    @property
    def ratio(self) -> float | None:
        return self.ours / self.peer if self.ours and self.peer else None

    @property
    def holds(self) -> bool:
        return self._reaches(self.must)

    @property
    def verdict(self) -> str:
        if self.must is None:
            return "–"
        return ("yes, and the aim" if self.aim and self._reaches(self.aim) else "yes") if self.holds else "NO"

    def _reaches(self, limit: float | None) -> bool:
        if limit is None or self.ratio is None:
            return limit is None
        return self.ratio <= limit if self.less else self.ratio >= limit


@dataclass(frozen=True, slots=True)
class Measured:
    """The rates of a measure over all repeats."""

    rates: tuple[float, ...]

    @property
    def middle(self) -> float:
        return median(self.rates)

    def __str__(self) -> str:
        return f"{self.middle:,.0f} ({min(self.rates):,.0f}–{max(self.rates):,.0f})"


def measure(measures: Mapping[str, Callable[[], float]], repeats: int) -> dict[str, Measured]:
    """Run every measure in turn, `repeats` times over, so that a slow moment of the machine hits all alike."""
    rates: dict[str, list[float]] = {name: [] for name in measures}
    for number in range(repeats):
        for name, run in measures.items():
            progress(f"{number + 1} of {repeats}: {name}")
            rates[name].append(run())
    progress()
    return {name: Measured(tuple(found)) for name, found in rates.items()}


def options(about: str, parts: Sequence[str] = ()) -> argparse.ArgumentParser:
    """`--quick` and `--json FILE`, and `--only` where a benchmark has parts."""
    parser = argparse.ArgumentParser(description=about)
    if parts:
        parser.add_argument("--only", choices=parts, help="one part of it")
    parser.add_argument("--quick", action="store_true", help="a smaller sample, within 60 s")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows here, too")
    return parser


def arguments(about: str, parts: Sequence[str] = ()) -> argparse.Namespace:
    """What was given of the usual options."""
    return options(about, parts).parse_args()


def report(rows: list[Row], file: Path | None) -> int:
    """Print the rows; status 1 if a must does not hold."""
    print(f"{'what':58}{'ours':>12}{'peer/limit':>12}{'ratio':>8}{'must':>7}{'aim':>7}  holds")
    for row in rows:
        cells = [f"{value:,.{0 if value > 99 else 3}f}" if value else "missing" for value in (row.ours, row.peer)]
        ratio = "–" if row.ratio is None else f"{row.ratio:.2f}"
        sign = "≤" if row.less else "≥"
        must, aim = ("–" if limit is None else f"{sign}{limit:g}" for limit in (row.must, row.aim))
        print(f"{row.name:58}{cells[0]:>12}{cells[1]:>12}{ratio:>8}{must:>7}{aim:>7}  {row.verdict}")
        if row.note:
            print(f"    {row.note}")
    if file:
        file.write_text(json.dumps([asdict(row) | {"ratio": row.ratio, "holds": row.holds} for row in rows], indent=1))
    return 0 if all(row.holds for row in rows) else 1
