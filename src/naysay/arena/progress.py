"""A bar that says how far a contest is, and how long it will still take."""

from collections.abc import Callable
from time import monotonic
from typing import IO, Final

WIDTH: Final = 30
EVERY: Final = 0.2  # seconds between two looks


class Bar:
    """Matches done, of how many, and the time that remains at the pace since the start; on a terminal only."""

    def __init__(self, stream: IO[str], now: Callable[[], float] = monotonic) -> None:
        self.stream = stream
        self.now = now
        self.shown = stream.isatty()
        self.began = self.last = now()
        self.found: int | None = None

    def __call__(self, done: int, total: int) -> None:
        """So many of so many are done; what was done before the first call took no time."""
        now = self.now()
        if self.found is None:
            self.found, self.began = done, now
        elif done < total and now - self.last < EVERY:
            return
        self.last = now
        if self.shown:
            self.stream.write(f"\r{line(done, total, self.found, now - self.began)}\x1b[K")
            self.stream.flush()

    def close(self) -> None:
        """Leave the line."""
        if self.shown and self.found is not None:
            self.stream.write("\n")
            self.stream.flush()


def line(done: int, total: int, found: int, seconds: float) -> str:
    """The bar as text.

    >>> line(30, 90, 10, 40)
    '██████████░░░░░░░░░░░░░░░░░░░░  30 of 90 matches, 2:00 left'
    """
    full = WIDTH * done // total if total else WIDTH
    bar = "█" * full + "░" * (WIDTH - full)
    said = f"{bar}  {done:,} of {total:,} matches"
    if done >= total:
        return f"{said}, {clock(seconds)}"
    if done > found:
        return f"{said}, {clock(seconds / (done - found) * (total - done))} left"
    return said + (f", {found:,} of them found" if found else "")


def clock(seconds: float) -> str:
    """A time in hours, minutes and seconds.

    >>> clock(59.6), clock(3723)
    ('1:00', '1:02:03')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
