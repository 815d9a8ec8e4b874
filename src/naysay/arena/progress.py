"""How far a contest is, and how long it will still take: click's progress bar, on a terminal only."""

from typing import Any, TextIO

import click


class Bar:
    """Matches played, of how many, and the time that the rest will take."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.found = 0
        self.bar: Any = None  # click does not name its type

    def __call__(self, done: int, total: int) -> None:
        """So many of so many are done; what was done before the first call took no time."""
        if self.bar is None and self.stream.isatty() and done < total:
            self.found = done
            label = f"{total:,} matches" + (f", {done:,} of them found" if done else "")
            self.bar = click.progressbar(length=total - done, label=label, show_pos=True, file=self.stream)
            self.bar.render_progress()
        elif self.bar is not None:
            self.bar.update(done - self.found - self.bar.pos)

    def close(self) -> None:
        """Leave the line."""
        if self.bar is not None:
            self.bar.render_finish()
