"""Bots think in worker processes, so many at once; one that crashes or hangs is replaced, the turn tried again."""

import asyncio
import logging
import os
import pickle
import struct
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from naysay.bots.choice import Choice
from naysay.server.metrics import Metrics
from naysay.server.thinker import PREPARE, pack

ATTEMPTS: Final = 3
LAST_RESORT: Final = "random"
AFTER: Final = 3.0  # seconds
WAIT: Final = 0.6  # of the patience: for a bot that is not ready to search
COMMAND: Final = (sys.executable, "-m", "naysay.server.thinker")

log: Final = logging.getLogger("naysay.bots")


class Failed(Exception):
    """A worker did not answer, or not sensibly."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot answered, and which one it was."""

    choice: Choice
    level: str


@dataclass(slots=True)
class Thinkers:
    """At most `limit` workers; each has `patience` seconds for a choice.

    After `prepare` they are there before they are needed, and get ready to search; until they are, another bot answers
    for one that searches.
    """

    metrics: Metrics
    limit: int = 2
    patience: float = 10.0
    command: Sequence[str] = COMMAND
    idle: list[asyncio.subprocess.Process] = field(default_factory=list)
    busy: set[asyncio.subprocess.Process] = field(default_factory=set)
    free: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self.free = asyncio.Semaphore(self.limit)

    async def prepare(self, after: float = AFTER) -> None:
        """Start workers before they are needed, ready to search; a server that ends soon is spared that.

        Not more than there are processors: each takes memory, and the others come when they are asked for.
        """
        await asyncio.sleep(after)
        self.command = (*self.command, PREPARE)
        while len(self.idle) + len(self.busy) < min(self.limit, os.cpu_count() or 1):
            try:
                self.idle.append(await _spawn(self.command))
            except Failed as failed:
                log.error("no bot can think", extra={"error": str(failed)})
                return

    async def choose(self, game: str, level: str, view: Any, legal: tuple[Any, ...], seed: str) -> Thought:
        """What the bot of this level does; if it fails again and again, what the simplest does: a table never hangs.

        Behind the level may stand how long it thinks, as in `sharp:0.5`.
        """
        for wanted in (*(level,) * ATTEMPTS, LAST_RESORT, LAST_RESORT):
            try:
                choice, by = await self._ask(pack((game, wanted, view, legal, seed, WAIT * self.patience)))
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

    async def close(self) -> None:
        """Let the workers go."""
        for worker in (*self.idle, *self.busy):
            _kill(worker)
        await asyncio.gather(*(worker.wait() for worker in (*self.idle, *self.busy)))

    async def _ask(self, request: bytes) -> tuple[Choice, str]:
        async with self.free:
            self.idle = [worker for worker in self.idle if worker.returncode is None]
            worker = self.idle.pop() if self.idle else await _spawn(self.command)
            self.busy.add(worker)
            began = perf_counter()
            try:
                answer = await asyncio.wait_for(_exchange(worker, request), self.patience)
            except (TimeoutError, OSError, EOFError, RuntimeError, struct.error, pickle.UnpicklingError) as error:
                raise Failed(f"{type(error).__name__} after {perf_counter() - began:.1f} s") from error
            else:
                self.idle.append(worker)
                self.metrics.think_seconds.observe(perf_counter() - began)
                return answer
            finally:
                self.busy.discard(worker)
                if worker not in self.idle:
                    _kill(worker)
                    await worker.wait()


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


async def _exchange(worker: asyncio.subprocess.Process, request: bytes) -> tuple[Choice, str]:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(request)
    await worker.stdin.drain()
    head = await worker.stdout.readexactly(4)
    choice, level = pickle.loads(await worker.stdout.readexactly(struct.unpack("!I", head)[0]))
    assert isinstance(choice, Choice)
    return choice, level


def _kill(worker: asyncio.subprocess.Process) -> None:
    if worker.returncode is None:
        worker.kill()
