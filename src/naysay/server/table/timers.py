"""What is due: rows in the store, written with the move that caused them, and begun here when their time has come.

Tables in memory know what is due there, and tell it here again and again (`Tables.check`). For all others the rows are
read, so nothing is ever forgotten; and what is done twice is done once, because a table acts only on what is still
due there. All of it is bounded: what is too much at once is left to the next look.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Final

from naysay.server.errors import Refused
from naysay.server.metrics import Metrics
from naysay.server.storage.queries import DueId, unattended_dues
from naysay.server.storage.writer import Store, Unavailable
from naysay.server.table.entries import SECOND
from naysay.server.table.state import Due

LOOK_EVERY: Final = 10.0
LOOK_AHEAD: Final = 15 * SECOND
LOOK_AT: Final = 200  # rows at once
UNATTENDED_AT_ONCE: Final = 4  # tables that are loaded for what is due there
MOST_TIMERS: Final = 100_000
MOST_BEGUN: Final = 20_000

log: Final = logging.getLogger("naysay.clock")


@dataclass(eq=False, slots=True)
class Timers:
    """What is due at the tables, in order."""

    now: Callable[[], int]
    act: Callable[[str, Due], Awaitable[None]]
    store: Store
    metrics: Metrics
    heap: list[tuple[int, str, Due]] = field(default_factory=list)
    known: set[tuple[str, Due]] = field(default_factory=set)
    sooner: asyncio.Event = field(default_factory=asyncio.Event)
    running: dict[tuple[str, Due], asyncio.Task[None]] = field(default_factory=dict)
    lane: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(UNATTENDED_AT_ONCE))
    closed: bool = False

    def __post_init__(self) -> None:
        self.metrics.watch("timers", lambda: len(self.heap), MOST_TIMERS)
        self.metrics.watch("due", lambda: len(self.running), MOST_BEGUN)

    def schedule(self, table: str, due: Due) -> None:
        """Something will be due. What is far away, or too much, is scheduled when somebody looks again."""
        if due.at <= self.now():
            self._begin(table, due)
        elif due.at <= self.now() + LOOK_AHEAD and (table, due) not in self.known:
            if len(self.heap) >= MOST_TIMERS:
                self.metrics.overloaded.labels("timers").inc()
                return
            self.known.add((table, due))
            heappush(self.heap, (due.at, table, due))
            if self.heap[0][2] is due:
                self.sooner.set()

    async def run(self) -> None:
        """Begin everything when its time has come."""
        while True:
            while self.heap and self.heap[0][0] <= self.now():
                _, table, due = heappop(self.heap)
                self.known.discard((table, due))
                self._begin(table, due)
            wait = (self.heap[0][0] - self.now()) / SECOND if self.heap else None
            self.sooner.clear()
            try:
                await asyncio.wait_for(self.sooner.wait(), wait)
            except TimeoutError:
                continue

    async def look(self) -> None:
        """Read the rows of what is due though nobody is there, every few seconds, some at once."""
        beyond: DueId | None = None
        while True:
            try:
                beyond = await self.look_once(beyond)
            except Unavailable as error:
                log.error("the rows cannot be read", extra={"error": str(error)})
            await asyncio.sleep(LOOK_EVERY if beyond is None else 0)

    async def look_once(self, beyond: DueId | None = None) -> DueId | None:
        """Do what is due though nobody is there, of the rows `beyond` one; gives the last if there may be more."""
        rows = await self.store.read(lambda rows: unattended_dues(rows, self.now(), beyond, LOOK_AT))
        for table, due in rows:
            self._begin(table, due)
        begun = [self.running[row] for row in rows if row in self.running]
        if begun:
            await asyncio.wait(begun)
        if len(rows) < LOOK_AT:
            return None
        table, due = rows[-1]
        return due.at, table, due.kind, due.seat

    async def close(self) -> None:
        """Begin nothing more, and leave what is under way: its rows stay."""
        self.closed = True
        for task in self.running.values():
            task.cancel()
        await asyncio.gather(*self.running.values(), return_exceptions=True)

    def _begin(self, table: str, due: Due) -> None:
        if self.closed or (table, due) in self.running:
            return
        if len(self.running) >= MOST_BEGUN:
            self.metrics.overloaded.labels("due").inc()
            return
        task = asyncio.ensure_future(self._act(table, due))
        self.running[table, due] = task
        task.add_done_callback(lambda _: self.running.pop((table, due)))

    async def _act(self, table: str, due: Due) -> None:
        try:
            async with self.lane if due.unattended else nullcontext():
                await self.act(table, due)
        except Refused as refused:
            log.info("not done", extra={"table": table, "due": due.kind, "code": refused.code})
        except Unavailable as error:  # the row stays, and is looked at again
            log.error("not done", extra={"table": table, "due": due.kind, "error": str(error)})
        except Exception:
            log.exception("failed", extra={"table": table, "due": due.kind})
