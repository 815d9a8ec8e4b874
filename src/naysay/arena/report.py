"""What a contest shows: standings, every bot against every other, ratings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from naysay.arena.rating import rate
from naysay.arena.stats import Estimate, Ratio, share


@dataclass(frozen=True, slots=True)
class Outcome:
    """One match as the statistics see it: who played each seat, and the result."""

    bots: tuple[str, ...]
    result: Mapping[str, Any]


Block = tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did, on average over its seats in a match; points are None in a game without rounds.

    `points`, `others`, `difference` and `percent` are per round, `total` is per match.
    """

    bot: str
    seats: int
    wins: Estimate
    points: Estimate | None = None
    others: Estimate | None = None
    difference: Estimate | None = None
    percent: Estimate | None = None
    total: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Duel:
    """One bot against another in the same matches: points per round more than it, and how often it finished before."""

    bot: str
    other: str
    before: Estimate
    difference: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating in Elo points; their mean is 0."""

    bot: str
    elo: Estimate


@dataclass(frozen=True, slots=True)
class Report:
    """A contest and its outcome, bots in the order of the line-up."""

    game: str
    edition: object
    options: Mapping[str, Any]
    players: int
    bots: tuple[str, ...]
    seed: str
    deals: int
    matches: int
    standings: tuple[Standing, ...]
    duels: tuple[Duel, ...] = ()
    ratings: tuple[Rating, ...] = ()


def sum_up(
    game: str, edition: object, options: Mapping[str, Any], bots: tuple[str, ...], seed: str, blocks: Sequence[Block]
) -> Report:
    """The report on these deals."""
    names = list(dict.fromkeys((*bots, *(bot for match in blocks[0] for bot in match.bots))))
    duels = tuple(_duel(one, other, blocks) for one, other in combinations(names, 2) if _met(blocks[0], one, other))
    ratings = rate(names, [_beaten(block) for block in blocks])
    return Report(
        game,
        edition,
        options,
        len(blocks[0][0].bots),
        bots,
        seed,
        len(blocks),
        sum(map(len, blocks)),
        tuple(_standing(bot, bots.count(bot), blocks) for bot in names),
        duels,
        tuple(Rating(bot, elo) for bot, elo in ratings.items()),
    )


def _standing(bot: str, seats: int, blocks: Sequence[Block]) -> Standing:
    blocks = [tuple(match for match in block if bot in match.bots) for block in blocks]
    wins = share([_win_share(bot, block) for block in blocks])
    if "rounds" not in blocks[0][0].result:
        return Standing(bot, seats, wins)
    points = _points(blocks, {bot})
    rivals = {name for match in blocks[0] for name in match.bots} - {bot}
    others = _points(blocks, rivals) if rivals else points  # nobody else is there: the others are the same bot
    totals = Ratio.of(*zip(*(_totals(block, bot) for block in blocks), strict=True))
    return Standing(
        bot,
        seats,
        wins,
        points.estimate(),
        others.estimate(),
        points.minus(others),
        points.percent_over(others),
        totals.estimate(),
    )


def _duel(one: str, other: str, blocks: Sequence[Block]) -> Duel:
    blocks = [tuple(match for match in block if {one, other} <= set(match.bots)) for block in blocks]
    won = [[_beaten(block).get(pair, 0.0) for pair in ((one, other), (other, one))] for block in blocks]
    before = share([a / (a + b) if a + b else 0.5 for a, b in won])
    if "rounds" not in blocks[0][0].result:
        return Duel(one, other, before)
    return Duel(one, other, before, _points(blocks, {one}).minus(_points(blocks, {other})))


def _met(block: Block, one: str, other: str) -> bool:
    return any({one, other} <= set(match.bots) for match in block)


def _win_share(bot: str, block: Block) -> float:
    """The bot's share of the wins of a deal, per seat that it plays; a tie is shared."""
    won, played = 0.0, 0
    for match in block:
        winners = match.result["winners"]
        won += sum(match.bots[seat] == bot for seat in winners) / len(winners)
        played += match.bots.count(bot)
    return won / played


def _points(blocks: Sequence[Block], bots: set[str]) -> Ratio:
    """The points per round of these bots."""
    points, rounds = [], []
    for block in blocks:
        points.append(0)
        rounds.append(0)
        for match in block:
            seats = [seat for seat, name in enumerate(match.bots) if name in bots]
            for scores in match.result["rounds"]:
                points[-1] += sum(scores[seat] for seat in seats)
                rounds[-1] += len(seats)
    return Ratio.of(points, rounds)


def _totals(block: Block, bot: str) -> tuple[float, float]:
    """All points of the bot in a deal, and over how many seats of matches."""
    totals = [match.result["scores"][seat] for match in block for seat, name in enumerate(match.bots) if name == bot]
    return sum(totals), len(totals)


def places(result: Mapping[str, Any], players: int) -> list[float]:
    """How well each seat finished, higher is better: by points, by who stayed in longest, or by who won."""
    if "scores" in result:
        return list(result["scores"])
    out = list(result.get("out", ()))
    return [
        players if seat in result["winners"] else out.index(seat) if seat in out else players - 1
        for seat in range(players)
    ]


def _beaten(block: Block) -> dict[tuple[str, str], float]:
    """How often a seat of one bot finished before a seat of another in this deal; a tie is half for both."""
    found: dict[tuple[str, str], float] = {}
    for match in block:
        came = places(match.result, len(match.bots))
        for (a, bot), (b, other) in _seat_pairs(match.bots):
            won = 1.0 if came[a] > came[b] else 0.5 if came[a] == came[b] else 0.0
            found[bot, other] = found.get((bot, other), 0.0) + won
            found[other, bot] = found.get((other, bot), 0.0) + 1.0 - won
    return found


def _seat_pairs(bots: Sequence[str]) -> Iterator[tuple[tuple[int, str], tuple[int, str]]]:
    return (pair for pair in combinations(enumerate(bots), 2) if pair[0][1] != pair[1][1])


def plain(report: Report) -> dict[str, Any]:
    """The report as plain values, for JSON."""
    return asdict(report)
