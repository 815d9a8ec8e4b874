"""The server's own time: milliseconds since 1970 as the machine's clock says them at the start, and from then on by a
clock that nobody can set. However the machine's clock jumps, no player's time does.
"""

import logging
from collections.abc import Callable
from time import monotonic_ns, time_ns
from typing import Final

from naysay.server.table.entries import SECOND

NANOSECONDS: Final = 1_000_000  # in a millisecond

log: Final = logging.getLogger("naysay.time")


class MonotonicClock:
    """Calling it gives the time. It never runs backwards, and it never jumps."""

    def __init__(
        self,
        on_jump: Callable[[], None] = lambda: None,
        wall: Callable[[], int] = time_ns,
        monotonic: Callable[[], int] = monotonic_ns,
    ) -> None:
        self.on_jump = on_jump
        self._wall = wall
        self._monotonic = monotonic
        self._start = wall() - monotonic()
        self._jumped = 0  # how far the machine's clock has moved away by jumps, in nanoseconds

    def __call__(self) -> int:
        """Milliseconds since 1970."""
        at = self._start + self._monotonic()
        jumped = self._wall() - at
        if abs(jumped - self._jumped) > SECOND * NANOSECONDS:
            by, self._jumped = jumped - self._jumped, jumped
            log.warning("the machine's clock jumped; no player's time does", extra={"seconds": round(by / 1e9, 3)})
            self.on_jump()
        return at // NANOSECONDS

    def not_before(self, at: int) -> None:
        """An earlier process has seen this instant: time goes on from there, wherever the machine's clock was set."""
        behind = at * NANOSECONDS - self._start - self._monotonic()
        if behind > 0:
            self._start += behind
            self._jumped -= behind
            log.warning("the machine's clock was set back", extra={"seconds": round(behind / 1e9, 3)})
            self.on_jump()
