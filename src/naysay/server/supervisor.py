"""The tasks that a server does by itself: one that dies is logged, counted, and started again after a while."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from naysay.server.metrics import Metrics

FIRST_WAIT: Final = 1.0  # seconds; twice as long each time
LONGEST_WAIT: Final = 60.0
STEADY: Final = 60.0  # so long without a fault, and the next one is waited for as the first

log: Final = logging.getLogger("naysay.tasks")


@dataclass(slots=True)
class Supervisor:
    """Tasks by name. `down` are those that have died and wait to be started again."""

    metrics: Metrics
    first_wait: float = FIRST_WAIT
    tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    down: set[str] = field(default_factory=set)
    restarts: int = 0

    def start(self, name: str, work: Callable[[], Awaitable[None]], *, ends: bool = False) -> None:
        """Do some work until it is done, or for ever; work that should not end but does has died, too."""
        self.metrics.task_restarts.labels(name)  # it is shown before it is needed
        self.tasks[name] = asyncio.ensure_future(self._run(name, work, ends))

    async def stop(self) -> None:
        """End all of them."""
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)

    async def _run(self, name: str, work: Callable[[], Awaitable[None]], ends: bool) -> None:
        wait = self.first_wait
        clock = asyncio.get_running_loop().time
        while True:
            began = clock()
            try:
                await work()
                if ends:
                    return
                log.error("a task ended that should not", extra={"task": name})
            except Exception:
                log.exception("a task died", extra={"task": name})
            self.metrics.task_restarts.labels(name).inc()
            self.restarts += 1
            if clock() - began > STEADY:
                wait = self.first_wait
            self.down.add(name)
            await asyncio.sleep(wait)
            self.down.discard(name)
            wait = min(2 * wait, LONGEST_WAIT)
