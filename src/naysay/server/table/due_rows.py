"""The rows of what is due at a table because somebody is not there: what they should be, and what they are.

The one place where the two are brought together. Nobody waits for these rows, so a write that fails is not told to
anybody: it leaves a difference, and the difference is written again whenever somebody looks (`Tables.check`).
"""

from dataclasses import dataclass, field

from naysay.server.storage.writer import Append, Store
from naysay.server.table.presence import Key
from naysay.server.table.state import Due


@dataclass(slots=True)
class DueRows:
    """Rows that should be `wanted`. `stored` is what was written last; None: a write failed, and nobody knows."""

    table: str
    store: Store
    wanted: dict[Key, Due] = field(default_factory=dict)
    stored: dict[Key, Due | None] = field(default_factory=dict)

    @property
    def settled(self) -> bool:
        """As far as anybody knows, the rows are what they should be."""
        return self.stored == self.wanted

    def want(self, wanted: dict[Key, Due]) -> list[Due]:
        """What should be due from now on; gives what is new."""
        new = [due for key, due in wanted.items() if self.wanted.get(key) != due]
        self.wanted = wanted
        self.reconcile()
        return new

    def reconcile(self) -> None:
        """Write the difference, if there is any. What is written twice is there once."""
        if self.settled:
            return
        dropped = [key for key, due in self.stored.items() if due is None or self.wanted.get(key) != due]
        written = [due for key, due in self.wanted.items() if self.stored.get(key) != due]
        wrong = [*dropped, *((due.kind, due.seat) for due in written)]
        self.stored = dict(self.wanted)
        self.store.append_later(Append(self.table, (), dropped, written), lambda: self._lost(wrong))

    def _lost(self, keys: list[Key]) -> None:
        for key in keys:
            self.stored[key] = None
