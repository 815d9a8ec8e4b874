"""A report as pictures, PNG and SVG: standings, each bot against each other, ratings, phases.

Only this module needs matplotlib (the extra `research`). The colours are those of the page in its light theme.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from naysay.arena.report import Report, Standing
from naysay.arena.stats import Estimate
from naysay.arena.text import short, where

PAPER: Final = "#fbf3e0"
INK: Final = "#1f1a17"
MUTE: Final = "#64523b"
EDGE: Final = "#cdb88a"
TEAL: Final = "#1b4f59"
GOLD: Final = "#c98600"
CORAL: Final = "#c2542f"
STYLE: Final[Any] = {
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "axes.edgecolor": EDGE,
    "axes.labelcolor": MUTE,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 13,
    "axes.titleweight": "bold",
    "axes.titlecolor": INK,
    "axes.titlepad": 14,
    "text.color": INK,
    "xtick.color": MUTE,
    "ytick.color": INK,
    "ytick.left": False,
    "font.family": "sans-serif",
    "font.size": 10,
    "svg.fonttype": "none",
    "svg.hashsalt": "naysay",
}
NO_DATE: Final = {"png": {}, "svg": {"Date": None}}  # the same report gives the same bytes

Drawing = Callable[[Axes], None]


@dataclass(frozen=True, slots=True)
class Picture:
    """Its height in rows, what draws it, and how it shows intervals."""

    rows: int
    drawing: Drawing
    intervals: str = "bars"


def draw(report: Report, phases: Mapping[str, str], folder: Path) -> list[Path]:
    """Draw everything in the report; the files, each as PNG and SVG."""
    found: dict[str, Picture] = {}
    if phases:
        found["phases"] = Picture(len(phases), lambda axes: _phases(axes, report, phases))
    else:
        found["standings"] = Picture(len(report.standings), lambda axes: _standings(axes, report))
        if len(report.ratings) > 1:
            found["ratings"] = Picture(len(report.ratings), lambda axes: _ratings(axes, report))
        if len(report.standings) > 2 and report.duels:
            found["pairs"] = Picture(2 * len(report.standings), lambda axes: _pairs(axes, report), "[ ]")
    try:
        return [file for name, picture in found.items() for file in _save(folder / name, picture, report)]
    except OSError as error:
        raise ValueError(f"{folder}: {error.strerror}") from error


def _save(path: Path, picture: Picture, report: Report) -> list[Path]:
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(7.2, 1.7 + 0.42 * picture.rows), layout="constrained")
        axes = figure.add_subplot()
        picture.drawing(axes)
        said = f"{where(report)}; {report.deals:,} duplicate deals, {picture.intervals}: 95 % over deals"
        figure.supxlabel(said, fontsize=8, color=MUTE, x=0.01, ha="left")
        files = []
        for kind, metadata in NO_DATE.items():
            file = path.with_name(f"{path.name}.{kind}")
            figure.savefig(file, format=kind, dpi=160, metadata=metadata)
            files.append(file)
        return files


def _standings(axes: Axes, report: Report) -> None:
    if report.standings[0].points is not None:
        axes.set_title("Points per round")
        _bars(axes, [(one.bot, one.points) for one in report.standings], "{:.1f}", None)
    else:
        axes.set_title("Share of the wins, per seat, in %")
        rows = [(one.bot, one.wins.percent) for one in report.standings]
        _bars(axes, rows, "{:.1f}", 100 / report.players)


def _ratings(axes: Axes, report: Report) -> None:
    axes.set_title("Rating (Bradley-Terry), in Elo points")
    ordered = sorted(report.ratings, key=lambda one: -one.elo.value)
    _bars(axes, [(one.bot, one.elo) for one in ordered], "{:+.0f}", 0.0)


def _phases(axes: Axes, report: Report, phases: Mapping[str, str]) -> None:
    found = {one.bot: one for one in report.standings}
    rows = [(phase, _gain(found[bot])) for phase, bot in phases.items()]
    if report.standings[0].points is not None:
        axes.set_title(f"What {phases['all']} brings in each phase, in points per round")
        _bars(axes, rows, "{:+.2f}", 0.0)
    else:
        axes.set_title(f"Share of the wins with {phases['all']} in each phase, in %")
        _bars(axes, rows, "{:.1f}", 100 / report.players)


def _gain(one: Standing) -> Estimate | None:
    return one.wins.percent if one.points is None else one.difference


def _bars(axes: Axes, rows: Sequence[tuple[str, Estimate | None]], form: str, mark: float | None) -> None:
    """A point with its interval for each row, the first on top; `mark` is where equal bots would stand."""
    if mark is not None:
        axes.axvline(mark, color=GOLD, linewidth=1.2, linestyle=(0, (4, 3)), zorder=1)
    for place, (_, estimate) in enumerate(rows):
        if estimate is None:
            continue
        low = estimate.value if estimate.low is None else estimate.low
        high = estimate.value if estimate.high is None else estimate.high
        axes.plot([low, high], [place, place], color=TEAL, linewidth=5, alpha=0.35, solid_capstyle="round", zorder=2)
        axes.plot([estimate.value], [place], "o", color=TEAL, markersize=8, zorder=3)
        axes.annotate(
            form.format(estimate.value), (high, place), (8, 0), textcoords="offset points", va="center", color=INK
        )
    axes.set_yticks(range(len(rows)), [name for name, _ in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(axis="x", color=EDGE, linewidth=0.6, alpha=0.6)
    axes.set_axisbelow(True)
    axes.margins(x=0.15)


def _pairs(axes: Axes, report: Report) -> None:
    """How often the bot of a row finished before that of a column."""
    names = [one.bot for one in report.standings]
    known = {(duel.bot, duel.other): duel.before.percent for duel in report.duels}
    known |= {(other, bot): before.rest(100) for (bot, other), before in known.items()}
    grid = [[known[one, other].value if (one, other) in known else 50.0 for other in names] for one in names]
    colours = matplotlib.colors.LinearSegmentedColormap.from_list("naysay", [CORAL, PAPER, TEAL])
    axes.imshow(grid, cmap=colours, vmin=0, vmax=100, aspect="auto")
    for row, one in enumerate(names):
        for column, other in enumerate(names):
            if (one, other) in known:
                before = known[one, other]
                said = f"{before.value:.0f}"
                if before.low is not None and before.high is not None:
                    said += f"\n[{before.low:.0f}, {before.high:.0f}]"
                colour = PAPER if abs(before.value - 50) > 30 else INK
                axes.annotate(said, (column, row), ha="center", va="center", color=colour)
    axes.set_title("How often the row finishes before the column, in %")
    axes.set_xticks(range(len(names)), [short(name) for name in names])
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(length=0)
    axes.spines["bottom"].set_visible(False)
