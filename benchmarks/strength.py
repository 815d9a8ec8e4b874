"""How strong the bots are: every match of the table in docs/arena.md, on duplicate deals, with 95 % intervals.

Each match is kept in benchmarks/results/strength as soon as it is played, so a run can be split and goes on where it
stopped; what is there is only judged. How many deals decide is planned beforehand: a row with fewer is open, however
good it looks, since who stops when it looks good is right too often. `--quick` plays short matches at 20 ms a move and
keeps nothing; it fails only where an interval lies wholly below what must be reached. Bots think by processor time, so
that other work on the machine does not weaken them.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any, Final

from benchmarks._partner import watch
from naysay.arena.contest import Contest, Enough, check, contest_fingerprints, gather
from naysay.arena.executors import cores
from naysay.arena.report import Block, Report, sum_up
from naysay.arena.results import FINGERPRINTS, makers
from naysay.arena.stats import Estimate, Ratio, around
from naysay.cli.arena import Bar

HERE: Final = Path(__file__).parent / "results"
SEED: Final = "strength"
QUICK: Final = "0.02"
SHORT: Final = {"end": {"target": 30}}
ROUNDS: Final = 10_000
PARTNER_DEALS: Final = 330  # of four matches with eight rounds, a few of them without positive points
LEVELS: Final = ("fresh", "casual", "steady", "sharp")


@dataclass(frozen=True, slots=True)
class Row:
    """A match, what is measured of it in so many deals, and what must be reached; `less`: at most that.

    With its whole interval, unless `value`: then what was measured decides.
    """

    name: str
    about: str
    contest: Contest
    deals: int
    quick: int
    measure: "Callable[[Row, Sequence[Block]], Estimate]"
    unit: str
    must: float
    aim: float | None = None
    less: bool = False
    value: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a row."""

    name: str
    game: str
    about: str
    bots: tuple[tuple[str, ...], ...]
    seed: str
    deals: int
    matches: int
    unit: str
    value: float | None
    low: float | None
    high: float | None
    must: float
    aim: float | None
    verdict: str
    fingerprints: dict[str, str] | None  # of the bots that played; None: played before there were any


def percent(row: Row, blocks: Sequence[Block]) -> Estimate:
    """Points per round of the first bot over the others' mean, in per cent of that."""
    found = _report(row, blocks).standings[0].percent
    return found or Estimate(0.0, None, None)


def difference(row: Row, blocks: Sequence[Block]) -> Estimate:
    """Points per round of the first bot over the others' mean."""
    found = _report(row, blocks).standings[0].difference
    assert found is not None
    return found


def wins(row: Row, blocks: Sequence[Block]) -> Estimate:
    """The first bot's share of the wins, in per cent."""
    return _report(row, blocks).standings[0].wins.percent


def behind(row: Row, blocks: Sequence[Block]) -> Estimate:
    """How far the first bot's card play stays behind the clairvoyant's, as a share of how far steady's does."""
    better, clairvoyant = (row.contest.tables[number][0] for number in (0, 1))
    points = {name: _points(blocks, name) for name in (better, clairvoyant)}
    points["steady"] = _points(blocks, "steady", only=True)
    own = [a - b for a, b in zip(points[clairvoyant].influences, points[better].influences, strict=True)]
    other = [a - b for a, b in zip(points[clairvoyant].influences, points["steady"].influences, strict=True)]
    far, near = (points[clairvoyant].value - points[name].value for name in ("steady", better))
    print(
        f"  points per round behind the clairvoyant: {row.name} {_within(around(near, own))},"
        f" steady {_within(around(far, other))}"
    )
    share = near / far
    return around(share, [(mine - share * its) / far for mine, its in zip(own, other, strict=True)])


def _points(blocks: Sequence[Block], bot: str, only: bool = False) -> Ratio:
    """Points per round of a bot's seats; `only`: at the table where it sits alone."""
    points, rounds = [], []
    for block in blocks:
        found = [
            scores[seat]
            for match in block
            if not only or set(match.bots) == {bot}
            for seat, name in enumerate(match.bots)
            if name == bot
            for scores in match.result["rounds"]
        ]
        points.append(sum(found))
        rounds.append(len(found))
    return Ratio.of(points, rounds)


def _report(row: Row, blocks: Sequence[Block]) -> Report:
    return sum_up(row.contest.game, None, {}, row.contest.bots, SEED, blocks)


def among(game: str, bot: str, others: str, players: int = 4, edition: str | None = None) -> Contest:
    """One bot among others of one kind."""
    return Contest(game, players, edition, None, (bot, *[others] * (players - 1)), SEED)


def rows() -> list[Row]:
    """Every row of the table but the partner's."""
    contest = among("nyet", "sharp:0.2", "steady")
    found = [Row("iello-4", "1 sharp (0.2 s) among steady", contest, 12, 2, percent, "%", 10, 25)]
    contest = among("nyet", f"sharp:{QUICK}", "steady")
    found.append(Row("iello-4-20ms", "1 sharp (20 ms) among steady", contest, 8, 2, percent, "%", 0))
    for name, players, edition, deals in (
        ("iello-2", 2, "iello-2015", 16),
        ("iello-3", 3, "iello-2015", 10),
        ("iello-5", 5, "iello-2015", 6),
        ("amigo-4", 4, "amigo-2007", 10),
        ("goldsieber-4", 4, "goldsieber-1997", 8),
    ):
        contest = among("nyet", "sharp:0.05", "steady", players, edition)
        found.append(Row(name, "1 sharp (50 ms) among steady", contest, deals, 2, percent, "%", 5))
    for name, ours, theirs, deals in (("ismcts", "0.05", "0.05", 12), ("ismcts-fifth", "0.02", "0.1", 16)):
        pair = (f"sharp:{ours}", f"ismcts:{theirs}") * 2
        about = f"sharp ({ours} s) against ismcts ({theirs} s)"
        contest = Contest("nyet", 4, None, None, pair, SEED)
        found.append(Row(name, about, contest, deals, 2, difference, "points", 0))
    tables = tuple((f"steady+play={bot}", *["steady"] * 3) for bot in ("sharp:0.2", "clairvoyant"))
    contest = Contest("nyet", 4, None, None, tables[0], SEED, (*tables, ("steady",) * 4))
    about = "card play behind the clairvoyant, steady's = 1"
    found.append(Row("clairvoyant", about, contest, 30, 2, behind, "share", 0.5, less=True, value=True))
    contest = among("nope", "sharp:0.2", "steady")
    found.append(Row("nope-4", "1 sharp (0.2 s) among steady", contest, 300, 6, wins, "% wins", 30, 38))
    for game in ("nyet", "nope"):
        for low, high in pairwise(LEVELS):
            contest = among(game, f"{high}:0.05" if high == "sharp" else high, low)
            measure, unit, must = (difference, "points", 0) if game == "nyet" else (wins, "% wins", 25)
            deals, slow = (40, 6) if game == "nyet" else (400, 300)
            planned = slow if high == "sharp" else deals
            found.append(
                Row(f"{game}-{high}", f"1 {high} among {low}", contest, planned, deals // 20, measure, unit, must)
            )
    return found


def quick_row(row: Row) -> Row:
    """The row at 20 ms a move, in short matches."""

    def faster(bot: str) -> str:
        head, colon, _ = bot.partition(":")
        return f"{head}:{QUICK}" if colon else bot

    contest = row.contest
    contest = replace(
        contest,
        bots=tuple(map(faster, contest.bots)),
        tables=tuple(tuple(map(faster, table)) for table in contest.tables),
        options=SHORT if contest.game == "nyet" else contest.options,
        seed=f"{SEED} quick",
    )
    return replace(row, about=f"{row.about}, quick", contest=contest, deals=row.quick)


class Watch:
    """The progress of a row; says when it is enough."""

    def __init__(self, until: float | None) -> None:
        self.bar = Bar(sys.stderr)
        self.until = until

    def __call__(self, done: int, total: int) -> None:
        self.bar(done, total)
        if self.until is not None and monotonic() > self.until and done < total:
            raise Enough


def judge(row: Row, blocks: Sequence[Block], quick: bool, played_by: Mapping[str, Any]) -> Verdict:
    """What the deals say about the row."""
    estimate = row.measure(row, blocks) if len(blocks) > 1 else Estimate(0.0, None, None)
    return Verdict(
        row.name,
        row.contest.game,
        row.about,
        row.contest.line_ups,
        row.contest.seed,
        len(blocks),
        sum(map(len, blocks)),
        row.unit,
        estimate.value if len(blocks) > 1 else None,
        estimate.low,
        estimate.high,
        row.must,
        row.aim,
        _verdict(row, estimate, 0 if quick else row.deals - len(blocks), quick),
        played_by.get(FINGERPRINTS),
    )


def _verdict(row: Row, found: Estimate, missing: int, quick: bool) -> str:
    """What an interval says when no deal is missing; a quick one fails only if it lies wholly below the must."""
    if found.low is None or found.high is None:
        return "not measured"
    if missing:
        return f"open, {missing} deals missing"
    sign = -1 if row.less else 1
    low, high = sorted((sign * found.low, sign * found.high))
    value, must = sign * found.value, sign * row.must
    if low > must or (row.value and not quick and value > must):
        return "aim reached" if row.aim is not None and found.value >= row.aim else "holds"
    return "fails" if high < must or not quick else "open"


def partner(options: argparse.Namespace) -> Verdict:
    """One seat plays its cards by sharp at 20 ms among steady: how often it wastes its partner's sure winner."""
    contest = replace(among("nyet", f"steady+play=sharp:{QUICK}", "steady"), seed=f"{SEED} partner")
    wanted = 1 if options.quick else options.deals or PARTNER_DEALS
    file, played_by, until = begin("partner", contest, options)
    progress = Watch(until)
    blocks = gather(contest, wanted, options.processes, progress, file, played_by, watch)
    progress.bar.close()
    played = [match.result for block in blocks for match in block]
    rounds, tempted = (sum(one[key] for one in played) for key in ("rounds", "tempted"))
    wasted = [trick for one in played for trick in one["wasted"]]
    for each in wasted[:5]:
        print(f"  {each}")
    return Verdict(
        "partner",
        contest.game,
        f"partner's sure winners beaten for nothing: {rounds:,} rounds, tempted {tempted:,} times",
        contest.line_ups,
        contest.seed,
        len(blocks),
        len(played),
        "tricks",
        float(len(wasted)),
        None,
        None,
        0,
        None,
        "fails" if wasted else "holds" if rounds >= ROUNDS else "open",
        played_by.get(FINGERPRINTS),
    )


def begin(name: str, contest: Contest, options: argparse.Namespace) -> tuple[Path | None, dict[str, Any], float | None]:
    """Where a row is kept, how its bots play, and until when to play.

    What was played otherwise is judged as it is, unless it is to be played again.
    """
    now: dict[str, Any] = {FINGERPRINTS: contest_fingerprints(contest)}
    until = None if options.minutes is None else monotonic() + 60 * options.minutes
    if options.quick:
        return None, now, until
    (HERE / "strength").mkdir(parents=True, exist_ok=True)
    file = HERE / "strength" / f"{name}.jsonl"
    if not file.exists():
        return file, now, until
    with file.open(encoding="utf-8") as lines:
        kept = makers(json.loads(next(lines))["settings"])
    if kept == now:
        return file, now, until
    if options.again:
        file.unlink()
        return file, now, until
    print(f"  {name} was measured with bots that played otherwise: --again plays it anew")
    return file, kept, 0.0


def show(found: Verdict) -> None:
    """One line of the table."""
    value = "–" if found.value is None else f"{found.value:+.2f}" if found.unit != "tricks" else f"{found.value:.0f}"
    if found.low is not None and found.high is not None:
        value += f" [{found.low:+.2f}, {found.high:+.2f}]"
    sign = "≤" if found.unit in ("share", "tricks") else ">"
    must = f"{sign} {found.must:g}" + (f", aim {found.aim:g}" if found.aim is not None else "")
    print(
        f"{found.name:14} {found.about:44} {value:>26} {found.unit:7} {must:14} {found.deals:5} deals  {found.verdict}"
    )


def _within(estimate: Estimate) -> str:
    half = 0.0 if estimate.high is None else estimate.high - estimate.value
    return f"{estimate.value:.2f} ± {half:.2f}"


def keep(found: Sequence[Verdict]) -> None:
    """Write what was measured beside the matches; rows that were not asked for stay."""
    file = HERE / "strength.json"
    known = {one["name"]: one for one in json.loads(file.read_text())} if file.exists() else {}
    known |= {one.name: asdict(one) for one in found if one.value is not None}
    ordered = [known[name] for name in names() if name in known]
    file.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n")


def names() -> list[str]:
    """The rows in their order."""
    return [*(row.name for row in rows()), "partner"]


def main() -> int:
    """Play what is missing, judge, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="short matches at 20 ms, a small sample")
    parser.add_argument("--rows", help=f"only these, as in iello-4,nope-4; there are {', '.join(names())}")
    parser.add_argument("--deals", type=int, help="only the first so many deals of each row: it stays open")
    parser.add_argument("--minutes", type=float, help="stop each row after so long, open; the next run goes on")
    parser.add_argument("--again", action="store_true", help="play anew what the bots played otherwise")
    parser.add_argument("--processes", type=int, default=cores(), help="how many at once; default: all cores")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows here, too")
    options = parser.parse_args()
    wanted = options.rows.split(",") if options.rows else names()
    for name in wanted:
        if name not in names():
            parser.error(f"there is no row {name!r}; there are {', '.join(names())}")
    found = []
    for row in rows():
        if row.name in wanted:
            found.append(measure(row, options))
            show(found[-1])
    if "partner" in wanted:
        found.append(partner(options))
        show(found[-1])
    if not options.quick:
        keep(found)
    if options.json:
        options.json.write_text(json.dumps([asdict(one) for one in found], indent=1))
    bad = ("fails", "not measured") if options.quick else ("fails", "not measured", "open")
    return 1 if any(one.verdict.startswith(bad) for one in found) else 0


def measure(row: Row, options: argparse.Namespace) -> Verdict:
    """Play a row, or find it played."""
    row = quick_row(row) if options.quick else row
    check(row.contest)
    file, played_by, until = begin(row.name, row.contest, options)
    progress = Watch(until)
    deals = min(options.deals or row.deals, row.deals)  # more than planned would be another way to stop at will
    blocks = gather(row.contest, deals, options.processes, progress, file, played_by)
    progress.bar.close()
    return judge(row, blocks, options.quick, played_by)


if __name__ in ("__main__", "__mp_main__"):  # also in the processes that play; no bot is loaded yet
    time.perf_counter = time.process_time

if __name__ == "__main__":
    sys.exit(main())
