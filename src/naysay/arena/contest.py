"""Bots against each other on duplicate deals: every bot plays every seat with the same cards and the same dealer."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from naysay import games
from naysay.arena import deciders
from naysay.arena.executors import cores, spread
from naysay.arena.fingerprints import fingerprints
from naysay.arena.report import Block, Outcome, Report, sum_up
from naysay.arena.results import Fixture, Results, open_results
from naysay.game import Seat
from naysay.match import Deal, Decider, decide

Progress = Callable[[int, int], None]
Player = Callable[["Contest", Fixture], Mapping[str, Any]]  # plays one match in another process: its result


class Enough(Exception):
    """Raised by a progress callback: stop playing, and report the deals that are complete."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played: everything that a process needs to play any of its deals.

    Without `tables` the bots sit at one; otherwise each table is a line-up of its own.
    """

    game: str
    players: int
    edition: object
    options: Mapping[str, Any] | None
    bots: tuple[str, ...]
    seed: str
    tables: tuple[tuple[str, ...], ...] = ()

    @property
    def line_ups(self) -> tuple[tuple[str, ...], ...]:
        """Who sits together."""
        return self.tables or (self.bots,)


def run(
    contest: Contest,
    deals: int,
    processes: int | None = None,
    progress: Progress | None = None,
    results: Path | None = None,
) -> Report:
    """Play each deal in every rotation of every line-up: the report. The number of processes changes only the time.

    With a file of `results`, what it holds is not played again.
    """
    check(contest)
    if deals < 1:
        raise ValueError(f"the number of deals must be at least 1, not {deals}")
    if processes is not None and processes < 1:
        raise ValueError(f"the number of processes must be at least 1, not {processes}")
    played = gather(contest, deals, processes or cores(), progress or (lambda done, total: None), results)
    described = games.find(contest.game).describe(_setup(contest, 0))
    return sum_up(contest.game, described.get("edition"), described["options"], contest.bots, contest.seed, played)


def play_match(contest: Contest, fixture: Fixture) -> Mapping[str, Any]:
    """One match of a deal: its result. The same bots on the same seats play the same match."""
    number, names = fixture
    return decide_match(contest, number, names, [deciders.find(name, contest.game) for name in names])


def decide_match(contest: Contest, number: int, names: Sequence[str], seated: Sequence[Decider]) -> Mapping[str, Any]:
    """One match between these deciders: its result."""
    setup = _setup(contest, number % contest.players)
    played = decide(games.find(contest.game), setup, seated, names, Deal.of("arena", contest.seed, number))
    result: Mapping[str, Any] = played.result
    return result


def gather(
    contest: Contest,
    deals: int,
    processes: int,
    progress: Progress,
    results: Path | None,
    about: Mapping[str, Any] | None = None,
    play: Player = play_match,
) -> list[Block]:
    """All deals of a checked contest, played or found in the file of results.

    `about` is what else must be the same to go on with a file: if nothing is said, how the bots play.
    """
    described = games.find(contest.game).describe(_setup(contest, 0))
    settings = {
        "game": contest.game,
        "edition": described.get("edition"),
        "options": described["options"],
        "players": contest.players,
        "tables": contest.line_ups,
        "seed": contest.seed,
        **(_about(contest, results) if about is None else about),
    }
    with open_results(results, settings) as kept:
        with suppress(Enough):
            play_deals(contest, deals, processes, progress, kept, play)
        return blocks(contest, deals, kept)


def _about(contest: Contest, results: Path | None) -> dict[str, Any]:
    """How the bots play: asked only for a file, since it takes some seconds."""
    return {} if results is None else {"fingerprints": contest_fingerprints(contest)}


def contest_fingerprints(contest: Contest) -> dict[str, str]:
    """How the bots of a contest play."""
    return fingerprints((bot for line_up in contest.line_ups for bot in line_up), contest.game)


def blocks(contest: Contest, deals: int, results: Results) -> list[Block]:
    """The deals whose matches are all known, in order."""
    places = seatings(contest)
    whole = [number for number in range(deals) if all((number, names) in results.found for names in places)]
    return [tuple(Outcome(names, results.found[number, names]) for names in places) for number in whole]


def pairs(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """A table for every two bots, who take turns around it; if the seats are odd, a second one with the roles swapped.

    >>> pairs(["a", "b"], 3)
    [('a', 'b', 'a'), ('b', 'a', 'b')]
    """
    names = list(dict.fromkeys(bots))
    if len(names) < 2:
        raise ValueError("pairs need at least two different bots")
    found = []
    for one, other in combinations(names, 2):
        found.append(tuple((one, other)[seat % 2] for seat in range(players)))
        if players % 2:
            found.append(tuple((other, one)[seat % 2] for seat in range(players)))
    return found


def check(contest: Contest) -> None:
    """Refuse an unknown game or bot, a setup that the game refuses, and a line-up of the wrong size."""
    _setup(contest, 0)
    for name in dict.fromkeys((*contest.bots, *(bot for line_up in contest.tables for bot in line_up))):
        deciders.find(name, contest.game)
    for line_up in contest.line_ups:
        if len(line_up) != contest.players:
            raise ValueError(f"{contest.players} players need {contest.players} bots, not {len(line_up)}")


def seatings(contest: Contest) -> list[tuple[str, ...]]:
    """Who sits where in all rotations of all tables: in rotation r, bot s - r of the line-up plays seat s."""
    players = range(contest.players)
    return [
        tuple(line_up[(seat - rotation) % contest.players] for seat in players)
        for line_up in contest.line_ups
        for rotation in players
    ]


def play_deals(
    contest: Contest, deals: int, processes: int, progress: Progress, results: Results, play: Player
) -> None:
    """All deals in order, over so many processes; what the results hold is not played again."""
    wanted = [(number, names) for number in range(deals) for names in dict.fromkeys(seatings(contest))]
    todo = [fixture for fixture in wanted if fixture not in results.found]
    done = len(wanted) - len(todo)
    progress(done, len(wanted))
    with closing(spread(partial(play, contest), todo, processes)) as played:
        for fixture, result in played:
            results.add(fixture, result)
            done += 1
            progress(done, len(wanted))


def _setup(contest: Contest, dealer: Seat) -> Any:
    return games.find(contest.game).setup(contest.players, dealer, contest.edition, contest.options)
