"""What is due: rows in the store, written with the move that caused them, and begun here when their time has come.

The heap in memory only saves looking: every few seconds the rows are read again, so nothing is ever forgotten, and
what is done twice is done once, because a table acts only on what is still due there.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Final

from naysay.server.entries import SECOND
from naysay.server.life import Due
from naysay.server.refusal import Refused
from naysay.server.store import Store, Unavailable, all_dues

LOOK_EVERY: Final = 10.0
LOOK_AHEAD: Final = 15 * SECOND

log: Final = logging.getLogger("naysay.clock")


@dataclass(eq=False, slots=True)
class Timers:
    """What is due at the tables, in order."""

    now: Callable[[], int]
    act: Callable[[str, Due], Awaitable[None]]
    store: Store
    heap: list[tuple[int, str, Due]] = field(default_factory=list)
    known: set[tuple[str, Due]] = field(default_factory=set)
    sooner: asyncio.Event = field(default_factory=asyncio.Event)
    running: set[asyncio.Task[None]] = field(default_factory=set)
    closed: bool = False

    def schedule(self, table: str, due: Due) -> None:
        """Something will be due. What is far away is left to the store."""
        if due.at <= self.now():
            self._begin(table, due)
        elif due.at <= self.now() + LOOK_AHEAD and (table, due) not in self.known:
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
        """Read the rows again, every few seconds."""
        while True:
            try:
                for table, due in await self.store.read(lambda rows: all_dues(rows, self.now() + LOOK_AHEAD)):
                    self.schedule(table, due)
            except Unavailable as error:
                log.error("the rows cannot be read", extra={"error": str(error)})
            await asyncio.sleep(LOOK_EVERY)

    async def close(self) -> None:
        """Begin nothing more, and leave what is under way: its rows stay."""
        self.closed = True
        for task in self.running:
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)

    def _begin(self, table: str, due: Due) -> None:
        if self.closed:
            return
        task = asyncio.ensure_future(self._act(table, due))
        self.running.add(task)
        task.add_done_callback(self.running.discard)

    async def _act(self, table: str, due: Due) -> None:
        try:
            await self.act(table, due)
        except Refused as refused:
            log.info("not done", extra={"table": table, "due": due.kind, "code": refused.code})
        except Unavailable as error:  # the row stays, and is looked at again
            log.error("not done", extra={"table": table, "due": due.kind, "error": str(error)})
        except Exception:
            log.exception("failed", extra={"table": table, "due": due.kind})
