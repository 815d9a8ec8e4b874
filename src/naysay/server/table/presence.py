"""What becomes due when people stay away: a bot stands in, somebody else has the host's rights, the table closes, and
nobody asks for a seat any longer.
"""

from collections.abc import Mapping, Set
from typing import Any, Final

from naysay.game import Seat
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
