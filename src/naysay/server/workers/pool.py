"""Bots think in worker processes, so many at once; one that crashes or hangs is replaced, the turn tried again.

People take turns for them: one person after the other gets a worker, however many bots each of them has. The same
processes build replays.
"""

import asyncio
import logging
import os
import pickle
import struct
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic, perf_counter
from typing import Any, Final

from prometheus_client import Histogram

from naysay.bots import registry
from naysay.bots.choice import Choice
from naysay.server.errors import Refused
from naysay.server.metrics import Metrics
from naysay.server.workers.replay_job import BuiltReplay, ReplayJob
from naysay.server.workers.worker import FALLBACK, PREPARE, pack

RECENT: Final = 60.0  # seconds for which somebody counts as being there
MOST_WAITING: Final = 10_000
MOST_KNOWN: Final = 10_000


@dataclass(slots=True)
class RoundRobin:
    """At most `limit` places. While others are there, one person leaves a place free for them."""

    limit: int
    most_waiting: int = MOST_WAITING
    held: Counter[str] = field(default_factory=Counter)
    waiting: OrderedDict[str, deque[asyncio.Future[None]]] = field(default_factory=OrderedDict)  # whose turn is next
    asked: OrderedDict[str, float] = field(default_factory=OrderedDict)  # who asked last, and when

    def __len__(self) -> int:
        return sum(map(len, self.waiting.values()))

    @asynccontextmanager
    async def place(self, person: str) -> AsyncIterator[None]:
        """Wait for a place, and give it back in the end."""
        if len(self) >= self.most_waiting:
            raise Refused("overloaded", f"{self.most_waiting} turns of bots wait already; try again in a moment")
        self._note(person)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(person, deque()).append(turn)
        self._hand_out()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back(person)
            elif turn in self.waiting.get(person, ()):
                self._take_out(person, turn)
            raise
        try:
            yield
        finally:
            self._give_back(person)

    def _give_back(self, person: str) -> None:
        self.held[person] -= 1
        if not self.held[person]:
            del self.held[person]
        self._hand_out()

    def _hand_out(self) -> None:
        while self.held.total() < self.limit:
            person = next((one for one in self.waiting if self.held[one] < self._share(one)), None)
            if person is None:
                return
            turn = self.waiting[person][0]
            self._take_out(person, turn)
            if person in self.waiting:
                self.waiting.move_to_end(person)
            if not turn.done():
                self.held[person] += 1
                turn.set_result(None)

    def _take_out(self, person: str, turn: asyncio.Future[None]) -> None:
        self.waiting[person].remove(turn)
        if not self.waiting[person]:
            del self.waiting[person]

    def _share(self, person: str) -> int:
        """How many places one person may have: all, unless somebody else was there a moment ago."""
        since = monotonic() - RECENT
        last_two = zip(reversed(self.asked.items()), range(2), strict=False)
        others = any(one != person and at > since for (one, at), _ in last_two)
        return max(1, self.limit - 1) if others else self.limit

    def _note(self, person: str) -> None:
        self.asked[person] = monotonic()
        self.asked.move_to_end(person)
        if len(self.asked) > MOST_KNOWN:
            self.asked.popitem(last=False)


ATTEMPTS: Final = 3
LAST_RESORT: Final = "random"
REPLAYS: Final = "replays"  # no person has this id
AFTER: Final = 3.0  # seconds
WAIT: Final = 0.6  # of the patience: for a bot that is not ready to search
LOADING: Final = 8.0  # seconds that compiled bots may take to load; compiling takes minutes, and nobody waits for it
COMMAND: Final = (sys.executable, "-m", "naysay.server.workers.worker")
COMPILE: Final = (sys.executable, "-m", "naysay.server.workers.compile_bots")

log: Final = logging.getLogger("naysay.bots")


class Failed(Exception):
    """A worker did not answer, or not sensibly."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot answered, and which one it was."""

    choice: Choice
    level: str


@dataclass(slots=True)
class WorkerPool:
    """At most `limit` workers; each has `patience` seconds for a choice.

    After `prepare` they are there before they are needed. While the bots that search are being compiled, another bot
    answers for them.
    """

    metrics: Metrics
    limit: int = 2
    patience: float = 10.0
    command: Sequence[str] = COMMAND
    compiler: Sequence[str] = COMPILE
    idle: list[asyncio.subprocess.Process] = field(default_factory=list)
    busy: set[asyncio.subprocess.Process] = field(default_factory=set)
    outdated: set[asyncio.subprocess.Process] = field(default_factory=set)  # started before bots were compiled
    preparing: dict[str, asyncio.Event] = field(default_factory=dict)  # games whose bots are not compiled yet
    load_until: float = 0.0
    places: RoundRobin = field(init=False)

    def __post_init__(self) -> None:
        self.places = RoundRobin(self.limit)
        self.metrics.watch("turns", lambda: len(self.places), self.places.most_waiting)

    async def prepare(self, after: float = AFTER) -> None:
        """Compile the bots that search, then start workers that have them loaded; a server that ends soon is spared it.

        Not more workers than there are processors: each takes memory, and the others come when they are asked for.
        """
        if registry.can_search():
            self.preparing = {game: asyncio.Event() for game in registry.FOR_GAME}
            self.load_until = monotonic() + after + LOADING
        await asyncio.sleep(after)
        try:
            if self.preparing:
                await self._compile()
            while len(self.idle) + len(self.busy) < min(self.limit, os.cpu_count() or 1):
                self.idle.append(await _spawn(self.command))
        except Failed as failed:
            log.error("no bot can think", extra={"error": str(failed)})

    async def _compile(self) -> None:
        """Compile in a process of its own; if it fails, bots compile what they need when they are asked."""
        began, base, ready = perf_counter(), tuple(self.command), list[str]()
        log.info("the strongest bots are getting ready")
        try:
            async with _running(self.compiler) as compiler:
                assert compiler.stdout is not None
                while game := (await compiler.stdout.readline()).decode().strip():
                    ready.append(game)
                    await self._renew((*base, PREPARE, *ready))
                    self.preparing.pop(game).set()
                    seconds = round(perf_counter() - began, 1)
                    log.info("the strongest bots are ready", extra={"game": game, "seconds": seconds})
                if await compiler.wait():
                    log.error("bots were not compiled", extra={"error": f"exit status {compiler.returncode}"})
        finally:
            while self.preparing:
                self.preparing.popitem()[1].set()

    async def _renew(self, command: Sequence[str]) -> None:
        """From now on workers are started by another command; the present ones go as soon as they have answered."""
        self.command = command
        self.outdated = set(self.busy)
        idle, self.idle = self.idle, []
        await _end(idle)

    async def _ready(self, game: str, level: str) -> str:
        """The level that is asked for, or another if it searches and its game's bots are still being compiled."""
        if game not in self.preparing or level.partition(":")[0] not in registry.THINKING:
            return level
        try:
            await asyncio.wait_for(self.preparing[game].wait(), max(0.0, self.load_until - monotonic()))
        except TimeoutError:
            return FALLBACK
        return level

    async def choose(
        self, game: str, level: str, view: Any, legal: tuple[Any, ...], seed: str, person: str = ""
    ) -> Thought:
        """What the bot of this level does; if it fails again and again, what the simplest does: a table never hangs.

        Behind the level may stand how long it thinks, as in `sharp:0.5`. One person after the other is served: whoever
        has many tables waits, and lets nobody else wait.
        """
        level = await self._ready(game, level)
        for wanted in (*(level,) * ATTEMPTS, LAST_RESORT, LAST_RESORT):
            try:
                request = pack((game, wanted, view, legal, seed, WAIT * self.patience))
                choice, by = await self._ask(request, person, self.metrics.bot_wait_seconds, self.metrics.think_seconds)
            except Failed as failed:
                self.metrics.crashed.inc()
                log.error("a bot failed", extra={"game": game, "bot": wanted, "error": str(failed)})
                continue
            if by != wanted:
                log.warning("a bot is not compiled yet", extra={"game": game, "bot": wanted, "instead": by})
            if choice.move in legal:
                return Thought(choice, by.partition(":")[0])
            self.metrics.crashed.inc()
            log.error("a bot chose what is not legal", extra={"game": game, "bot": wanted})
        raise RuntimeError(f"no bot answers for {game}")

    async def build_replay(self, job: ReplayJob) -> BuiltReplay | str:
        """The replay of a game that is over. All replays together count as one person: bots' turns come between."""
        try:
            built: BuiltReplay | str = await self._ask(
                pack(job), REPLAYS, self.metrics.replay_wait_seconds, self.metrics.replay_seconds
            )
        except Failed as failed:
            log.error("a replay could not be built", extra={"game": job.record.game.id, "error": str(failed)})
            raise Refused("overloaded", "the replay could not be built in time; try again in a moment") from failed
        return built

    async def close(self) -> None:
        """Let the workers go."""
        await _end((*self.idle, *self.busy))

    async def _ask(self, request: bytes, person: str, waited: Histogram, took: Histogram) -> Any:
        asked = perf_counter()
        async with self.places.place(person):
            waited.observe(perf_counter() - asked)
            self.idle = [worker for worker in self.idle if worker.returncode is None]
            worker = self.idle.pop() if self.idle else await _spawn(self.command)
            self.busy.add(worker)
            began = perf_counter()
            try:
                answer = await asyncio.wait_for(_exchange(worker, request), self.patience)
            except (TimeoutError, OSError, EOFError, RuntimeError, struct.error, pickle.UnpicklingError) as error:
                raise Failed(f"{type(error).__name__} after {perf_counter() - began:.1f} s") from error
            else:
                if worker not in self.outdated:
                    self.idle.append(worker)
                took.observe(perf_counter() - began)
                return answer
            finally:
                self.busy.discard(worker)
                if worker not in self.idle:
                    await _end([worker])


async def _spawn(command: Sequence[str]) -> asyncio.subprocess.Process:
    try:
        return await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the server, which lets its workers go
        )
    except OSError as error:
        raise Failed(f"no worker could be started: {error}") from error


async def _exchange(worker: asyncio.subprocess.Process, request: bytes) -> Any:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(request)
    await worker.stdin.drain()
    head = await worker.stdout.readexactly(4)
    return pickle.loads(await worker.stdout.readexactly(struct.unpack("!I", head)[0]))


@asynccontextmanager
async def _running(command: Sequence[str]) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that is ended with the block."""
    process = await _spawn(command)
    try:
        yield process
    finally:
        await _end([process])


async def _end(processes: Collection[asyncio.subprocess.Process]) -> None:
    for process in processes:
        if process.returncode is None:
            process.kill()
    await asyncio.gather(*(process.wait() for process in processes))
