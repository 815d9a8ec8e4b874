"""What becomes due when people stay away: a bot stands in, somebody else has the host's rights, the table closes."""

from collections.abc import Mapping, Set
from typing import Any, Final

from naysay.game import Seat
from naysay.server.entries import SECOND
from naysay.server.life import Due, Life

HOST_GRACE: Final = 60 * SECOND
Key = tuple[str, Seat]


def waits_for(life: Life, here: Set[str], known: Mapping[Key, Due], now: int, longer: int = 0) -> dict[Key, Due]:
    """What happens unless somebody comes back. What is known already keeps its time, or waits `longer`.

    When all who play are gone, bots do not play on: the table waits.
    """
    wanted: dict[Key, Due] = {}

    def wait(kind: Any, seat: Seat, after: int) -> None:
        due = known.get((kind, seat))
        wanted[kind, seat] = due._replace(at=due.at + longer) if due else Due(kind, seat, 0, now + after)

    if life.ended:
        return wanted
    somebody = any(chair.person in here for chair in life.chairs)
    if not here:
        wait("close", -1, life.made.closes_after)
    elif life.host not in here and somebody:
        wait("host", -1, HOST_GRACE if life.made.grace is None else life.made.grace)
    if somebody and life.running and life.made.grace is not None:
        for seat in life.people():
            if life.chairs[seat].person not in here:
                wait("absent", seat, life.made.grace)
    return wanted
