"""Bots against each other on duplicate deals: every bot plays every seat with the same cards and the same dealer."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from naysay import games
from naysay.arena.match import Deal, play
from naysay.arena.report import Block, Outcome, Report, sum_up
from naysay.bots import registry
from naysay.game import Seat

LARGEST_CHUNK: Final = 25
CHUNKS_EACH: Final = 8

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played: everything that a process needs to play deal number so-and-so."""

    game: str
    players: int
    edition: object
    options: Mapping[str, Any] | None
    bots: tuple[str, ...]
    seed: str


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
) -> Report:
    """Play each deal in every rotation of the line-up and sum up; the number of processes changes only the time."""
    contest = Contest(game, players, edition, options, tuple(bots), str(seed))
    check(contest)
    if deals < 1:
        raise ValueError(f"the number of deals must be at least 1, not {deals}")
    if processes is not None and processes < 1:
        raise ValueError(f"the number of processes must be at least 1, not {processes}")
    blocks = play_deals(contest, deals, processes or cores(), progress or (lambda done, total: None))
    described = games.find(game).describe(_setup(contest, 0))
    return sum_up(game, described.get("edition"), described["options"], contest.bots, contest.seed, blocks)


def check(contest: Contest) -> None:
    """Refuse an unknown game or bot, a set-up that the game refuses, and a line-up of the wrong size."""
    _setup(contest, 0)
    for name in contest.bots:
        registry.find(name, contest.game)
    if len(contest.bots) != contest.players:
        raise ValueError(f"{contest.players} players need {contest.players} bots, not {len(contest.bots)}")


def play_deal(contest: Contest, number: int) -> Block:
    """One deal in all rotations: in rotation r, seat s is played by the bot that stands s - r in the line-up."""
    game, players = games.find(contest.game), contest.players
    setup = _setup(contest, number % players)
    deal = Deal.of("arena", contest.seed, number)
    played: dict[tuple[str, ...], Outcome] = {}
    block = []
    for rotation in range(players):
        names = tuple(contest.bots[(seat - rotation) % players] for seat in range(players))
        if names not in played:  # the same bots on the same seats play the same match
            seated = [registry.find(name, contest.game) for name in names]
            result = play(game, setup, seated, names, deal).result
            played[names] = Outcome(names, result)
        block.append(played[names])
    return tuple(block)


def play_deals(contest: Contest, deals: int, processes: int, progress: Progress) -> list[Block]:
    """All deals in order, over so many processes."""
    processes = min(processes, deals)
    if processes == 1:
        blocks = []
        for number in range(deals):
            blocks.append(play_deal(contest, number))
            progress(number + 1, deals)
        return blocks
    size = max(1, min(LARGEST_CHUNK, deals // (processes * CHUNKS_EACH)))
    chunks = [range(start, min(start + size, deals)) for start in range(0, deals, size)]
    with _pool(processes) as pool:
        with _deaf():  # the processes inherit it: an interrupt is for this process to handle
            futures = [pool.submit(_play_chunk, contest, chunk) for chunk in chunks]
        done = 0
        for future in as_completed(futures):
            done += len(future.result())
            progress(done, deals)
        return [block for future in futures for block in future.result()]


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _setup(contest: Contest, dealer: Seat) -> Any:
    return games.find(contest.game).setup(contest.players, dealer, contest.edition, contest.options)


def _play_chunk(contest: Contest, numbers: range) -> list[Block]:
    return [play_deal(contest, number) for number in numbers]


@contextmanager
def _pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that are gone at the end, also after an interrupt or an error in the middle of a chunk."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"))
    try:
        yield pool
    except BaseException:
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Ignore interrupts for a moment; only the main thread can, and only it gets them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
