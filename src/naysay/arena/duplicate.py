"""Bots against each other on duplicate deals: every bot plays every seat with the same cards and the same dealer."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import combinations, islice
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from typing import Any, Final

from naysay import games
from naysay.arena import deciders
from naysay.arena.match import Deal, Decider, decide
from naysay.arena.report import Block, Outcome, Report, sum_up
from naysay.arena.results import Match, Results, open_results
from naysay.arena.sources import made_by
from naysay.game import Seat

IN_FLIGHT: Final = 4  # matches that wait for each process

Progress = Callable[[int, int], None]
Player = Callable[["Contest", Match], Mapping[str, Any]]  # plays one match in another process: its result


class Enough(Exception):
    """Raised by who watches the progress: play no more, and sum up the deals that are whole."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played: everything that a process needs to play deal number so-and-so.

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
    game: str,
    players: int,
    bots: Sequence[str],
    deals: int,
    seed: int | str,
    edition: object = None,
    options: Mapping[str, Any] | None = None,
    processes: int | None = None,
    progress: Progress | None = None,
    tables: Sequence[Sequence[str]] = (),
    results: Path | None = None,
) -> Report:
    """Play each deal in every rotation of every line-up and sum up; the number of processes changes only the time.

    With a file of `results`, what it holds is not played again.
    """
    contest = Contest(game, players, edition, options, tuple(bots), str(seed), tuple(map(tuple, tables)))
    check(contest)
    if deals < 1:
        raise ValueError(f"the number of deals must be at least 1, not {deals}")
    if processes is not None and processes < 1:
        raise ValueError(f"the number of processes must be at least 1, not {processes}")
    played = gather(contest, deals, processes or cores(), progress or (lambda done, total: None), results)
    described = games.find(game).describe(_setup(contest, 0))
    return sum_up(game, described.get("edition"), described["options"], contest.bots, contest.seed, played)


def play_match(contest: Contest, match: Match) -> Mapping[str, Any]:
    """One match of a deal: its result. The same bots on the same seats play the same match."""
    number, names = match
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

    `about` is what else must be the same to go on with a file: else who played, the version and its sources.
    """
    described = games.find(contest.game).describe(_setup(contest, 0))
    settings = {
        "game": contest.game,
        "edition": described.get("edition"),
        "options": described["options"],
        "players": contest.players,
        "tables": contest.line_ups,
        "seed": contest.seed,
        **(made_by(contest.game) if about is None else about),
    }
    with open_results(results, settings) as kept:
        with suppress(Enough):
            play_deals(contest, deals, processes, progress, kept, play)
        return blocks(contest, deals, kept)


def blocks(contest: Contest, deals: int, results: Results) -> list[Block]:
    """The deals of which all matches are known, in order."""
    places = seatings(contest)
    whole = [number for number in range(deals) if all((number, names) in results.found for names in places)]
    return [tuple(Outcome(names, results.found[number, names]) for names in places) for number in whole]


def pairs(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """A table for every two bots, one on every other seat; with an odd number of seats another with the others there.

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
    """Refuse an unknown game or bot, a set-up that the game refuses, and a line-up of the wrong size."""
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
    todo = [match for match in wanted if match not in results.found]
    done = len(wanted) - len(todo)
    progress(done, len(wanted))
    with closing(_play_matches(contest, todo, min(processes, len(todo)), play)) as played:
        for match, result in played:
            results.add(match, result)
            done += 1
            progress(done, len(wanted))


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _play_matches(
    contest: Contest, todo: Sequence[Match], processes: int, play: Player
) -> Generator[tuple[Match, Mapping[str, Any]]]:
    """The results as they come."""
    if processes <= 1:
        for match in todo:
            yield match, play(contest, match)
        return
    waiting = iter(todo)
    with _pool(processes) as pool:
        futures: dict[Future[Mapping[str, Any]], Match] = {}
        while True:
            with _deaf():  # the processes inherit it: an interrupt is for this process to handle
                for match in islice(waiting, IN_FLIGHT * processes - len(futures)):
                    futures[pool.submit(play, contest, match)] = match
            if not futures:
                return
            ready, _ = wait(futures, return_when=FIRST_COMPLETED)
            for future in ready:
                yield futures.pop(future), future.result()


def _setup(contest: Contest, dealer: Seat) -> Any:
    return games.find(contest.game).setup(contest.players, dealer, contest.edition, contest.options)


@contextmanager
def _pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that are gone at the end, also after an interrupt or an error in the middle of a match."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), initializer=_follow_parent)
    try:
        yield pool
    except BaseException:
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _follow_parent() -> None:
    """End this process when the one that started it is gone, even if that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _deaf() -> Iterator[None]:
    """Let interrupts wait for a moment, and processes that are started in it never hear them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
