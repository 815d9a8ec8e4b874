"""What can be said of a contest: for each bot its share of the wins and, in games with rounds, its points per round."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from naysay.arena.stats import Estimate, Ratio, share

LONGEST_NAME: Final = 12


@dataclass(frozen=True, slots=True)
class Outcome:
    """One match as the statistics see it: who played each seat, and the result."""

    bots: tuple[str, ...]
    result: Mapping[str, Any]


Block = tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did, on average over its seats in a match; points are None in a game without rounds."""

    bot: str
    seats: int
    wins: Estimate
    points: Estimate | None = None
    others: Estimate | None = None
    difference: Estimate | None = None
    percent: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A contest and its standings, in the order of the line-up."""

    game: str
    edition: object
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: str
    deals: int
    matches: int
    standings: tuple[Standing, ...]


def sum_up(
    game: str, edition: object, options: Mapping[str, Any], bots: tuple[str, ...], seed: str, blocks: Sequence[Block]
) -> Report:
    """The report on these deals."""
    standings = tuple(_standing(bot, bots.count(bot), blocks) for bot in dict.fromkeys(bots))
    return Report(game, edition, options, bots, seed, len(blocks), sum(map(len, blocks)), standings)


def _standing(bot: str, seats: int, blocks: Sequence[Block]) -> Standing:
    wins = share([_win_share(bot, block) for block in blocks])
    if "rounds" not in blocks[0][0].result:
        return Standing(bot, seats, wins)
    points = Ratio.of(*zip(*(_points(block, bot, True) for block in blocks), strict=True))
    if seats == len(blocks[0]):  # nobody else is there: the others are the same bot
        others = points
    else:
        others = Ratio.of(*zip(*(_points(block, bot, False) for block in blocks), strict=True))
    return Standing(
        bot, seats, wins, points.estimate(), others.estimate(), points.minus(others), points.percent_over(others)
    )


def _win_share(bot: str, block: Block) -> float:
    """The bot's share of the wins of a deal, per seat that it plays; a tie is shared."""
    won, played = 0.0, 0
    for match in block:
        winners = match.result["winners"]
        won += sum(match.bots[seat] == bot for seat in winners) / len(winners)
        played += match.bots.count(bot)
    return won / played


def _points(block: Block, bot: str, own: bool) -> tuple[float, float]:
    """All points of the bot, or of all others, in a deal, and in how many rounds of a seat they were won."""
    points, rounds = 0, 0
    for match in block:
        seats = [seat for seat, name in enumerate(match.bots) if (name == bot) is own]
        for scores in match.result["rounds"]:
            points += sum(scores[seat] for seat in seats)
            rounds += len(seats)
    return points, rounds


def plain(report: Report) -> dict[str, Any]:
    """The report as plain values, for JSON."""
    return asdict(report)


def text(report: Report) -> str:
    """The report as a table of at most 80 columns."""
    where = report.game if report.edition is None else f"{report.game} {_edition_name(report.edition)}"
    lines = [
        f"{where}, {len(report.bots)} players: {report.deals:,} deals, {report.matches:,} matches, seed {report.seed}"[
            :80
        ],
        "every bot plays every seat of every deal; ± and [ ]: 95 % over deals",
        "",
    ]
    has_points = report.standings[0].points is not None
    heads = ("bot", "seats", "points/round", "over others", "in %") if has_points else ("bot", "seats")
    lines.append(_line((*heads, "wins in %, per seat")))
    for one in report.standings:
        name = one.bot if len(one.bot) <= LONGEST_NAME else one.bot[: LONGEST_NAME - 1] + "…"
        cells = [name, str(one.seats)]
        if has_points:
            cells += [_within(one.points, ".2f"), _within(one.difference, "+.2f"), _within(one.percent, "+.1f")]
        lines.append(_line((*cells, _between(one.wins))))
    lines += ["", f"equal play wins {100 / len(report.bots):.1f} % per seat"]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    widths = [LONGEST_NAME, 5, *(13 for _ in cells[2:-1]), 19]
    first, *rest = [
        cell.ljust(width) if place == 0 else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return " ".join((first, *rest))


def _within(estimate: Estimate | None, form: str) -> str:
    if estimate is None:
        return "–"
    if estimate.high is None:
        return format(estimate.value, form)
    return f"{estimate.value:{form}} ±{estimate.high - estimate.value:{form.lstrip('+')}}"


def _between(share: Estimate) -> str:
    if share.low is None or share.high is None:
        return f"{share.value * 100:.1f}"
    return f"{share.value * 100:.1f} [{share.low * 100:.1f}, {share.high * 100:.1f}]"


def _edition_name(edition: object) -> str:
    return str(edition.get("id", "own edition")) if isinstance(edition, Mapping) else str(edition)
