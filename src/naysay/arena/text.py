"""A report for people: tables of at most 80 columns."""

from collections.abc import Mapping, Sequence
from typing import Final

from naysay.arena.report import Report, Standing
from naysay.arena.stats import Estimate

LONGEST_NAME: Final = 12
WIDE: Final = 80


def text(report: Report, phases: Mapping[str, str] | None = None) -> str:
    """The report as tables; `phases` names, by phase, the base bot with a better one for this phase."""
    lines = [
        f"{where(report)}: {report.deals:,} deals, {report.matches:,} matches, seed {report.seed}"[:WIDE],
        "every bot plays every seat of every deal; ± and [ ]: 95 % over deals",
    ]
    lines += _phases(report, phases) if phases else [*_standings(report), *_duels(report), *_ratings(report)]
    lines += ["", f"equal play wins {100 / report.players:.1f} % per seat"]
    return "\n".join(lines)


def where(report: Report) -> str:
    """Game, edition and number of players."""
    edition = report.edition
    name = str(edition.get("id", "own edition")) if isinstance(edition, Mapping) else edition
    return f"{report.game} {name}, {report.players} players" if name else f"{report.game}, {report.players} players"


def short(bot: str) -> str:
    """A name that fits its column."""
    return bot if len(bot) <= LONGEST_NAME else bot[: LONGEST_NAME - 1] + "…"


def _standings(report: Report) -> list[str]:
    if report.standings[0].points is None:
        rows = [(short(one.bot), between(one.wins)) for one in report.standings]
        return ["", *_columns(("bot", "wins in %, per seat"), rows)]
    heads = ("bot", "points/round", "/match", "over others", "in %", "wins in %")
    return ["", *_columns(heads, [(short(one.bot), *_scores(one)) for one in report.standings])]


def _scores(one: Standing) -> tuple[str, ...]:
    total = "–" if one.total is None else f"{one.total.value:.1f}"
    over = (within(one.difference, "+.2f"), within(one.percent, "+.1f"))
    return (within(one.points, ".2f"), total, *over, between(one.wins))


def _phases(report: Report, phases: Mapping[str, str]) -> list[str]:
    """What the better bot gains in each phase alone, and in all of them."""
    found = {one.bot: one for one in report.standings}
    rows = []
    for phase, bot in phases.items():
        one = found[bot]
        scores = () if one.points is None else (within(one.difference, "+.2f"), within(one.percent, "+.1f"))
        rows.append((phase, *scores, between(one.wins)))
    rounds = report.standings[0].points is not None
    heads = ("phase", "over others", "in %", "wins in %") if rounds else ("phase", "wins in %, per seat")
    return ["", *_columns(heads, rows)]


def _duels(report: Report) -> list[str]:
    if len(report.standings) < 3 and not any(duel.difference for duel in report.duels):
        return []
    rows = []
    for duel in report.duels:
        ahead = () if duel.difference is None else (within(duel.difference, "+.2f"),)
        rows.append((short(duel.bot), short(duel.other), *ahead, between(duel.before)))
    if not rows:
        return []
    rounds = report.duels[0].difference is not None
    heads = ("bot", "against", *(("points/round more",) if rounds else ()), "finishes before it in %")
    return ["", *_columns(heads, rows)]


def _ratings(report: Report) -> list[str]:
    if len(report.ratings) < 2:
        return []
    rows = [(short(one.bot), within(one.elo, "+.0f")) for one in sorted(report.ratings, key=lambda one: -one.elo.value)]
    return ["", *_columns(("rating", "Elo (Bradley-Terry)"), rows)]


def _columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table: names to the left, numbers to the right."""
    table = [heads, *rows]
    widths = [max(len(row[place]) for row in table) for place in range(len(heads))]
    gap = "  " if sum(widths) + 2 * len(widths) <= WIDE else " "
    lines = []
    for row in table:
        cells = [
            cell.ljust(width) if heads[place] in ("bot", "against", "phase", "rating") else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(gap.join(cells).rstrip())
    return lines


def within(estimate: Estimate | None, form: str) -> str:
    """A value and half of its interval, which must be symmetric; that of a share need not be."""
    if estimate is None:
        return "–"
    if estimate.high is None:
        return format(estimate.value, form)
    return f"{estimate.value:{form}} ±{estimate.high - estimate.value:{form.lstrip('+')}}"


def between(share: Estimate) -> str:
    """A share in per cent and its interval."""
    if share.low is None or share.high is None:
        return f"{share.value * 100:.1f}"
    return f"{share.value * 100:.1f} [{share.low * 100:.1f}, {share.high * 100:.1f}]"
