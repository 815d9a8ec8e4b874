"""What becomes due when people stay away: a bot stands in, somebody else has the host's rights, the table closes, and
nobody asks for a seat any longer. And the rows of it in the store: what they should be, and what they are.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Final

from naysay.game import Seat
from naysay.server.storage.writer import Append, Store
from naysay.server.table.entries import SECOND
from naysay.server.table.state import Due, TableState

HOST_GRACE: Final = 60 * SECOND
REQUEST_GRACE: Final = 15 * SECOND
Key = tuple[str, Seat]


def waits_for(state: TableState, here: Set[str], known: Mapping[Key, Due], now: int) -> dict[Key, Due]:
    """What happens unless somebody comes back. What is known already keeps its time.

    When all who play are gone, bots do not play on: the table waits.
    """
    wanted: dict[Key, Due] = {}

    def wait(kind: Any, seat: Seat, after: int, seq: int = 0) -> None:
        due = known.get((kind, seat))
        wanted[kind, seat] = due if due and due.seq == seq else Due(kind, seat, seq, now + after, kind == "close")

    if state.ended:
        return wanted
    somebody = any(chair.person in here for chair in state.chairs)
    if not here:
        wait("close", -1, state.made.closes_after)
    elif state.host not in here and somebody:
        wait("host", -1, HOST_GRACE if state.made.grace is None else state.made.grace)
    if somebody and state.running and state.made.grace is not None:
        for seat in state.people():
            if state.chairs[seat].person not in here:
                wait("absent", seat, state.made.grace)
    for request in state.requests:
        if request.person not in here:
            wait("ask", request.seat, REQUEST_GRACE, request.number)
    return wanted


@dataclass(slots=True)
class DueRows:
    """Rows that should be `wanted`. `stored` is what was written last; None: a write failed, and nobody knows.

    The one place where the two are brought together. Nobody waits for these rows, so a write that fails is not told
    to anybody: it leaves a difference, and the difference is written again whenever somebody looks (`Tables.check`).
    """

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
