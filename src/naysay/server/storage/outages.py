"""When no server ran. A table learns of it when it is loaded; a table that waits to be closed waits so much longer."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from naysay.server.storage import schema
from naysay.server.table.entries import DAY

Outage = tuple[int, int]  # from, until
KEPT: Final = 2 * 365 * DAY  # longer than any table waits to be closed


def note(connection: Connection, since: int, until: int) -> list[Outage]:
    """A server begins, and none ran since then; gives all outages. Noted once, however often it is called.

    One statement for all tables, however many there are: none of them is loaded for it.
    """
    outages, dues = schema.outages, schema.dues
    known = connection.execute(select(outages.c.since).where(outages.c.since == since)).first()
    if known is None and until > since:
        connection.execute(insert(outages), [{"since": since, "until": until}])
        longer = update(dues).where(dues.c.kind == "close").values(at=dues.c.at + (until - since))
        connection.execute(longer)
        connection.execute(delete(outages).where(outages.c.until < until - KEPT))
    return [(row.since, row.until) for row in connection.execute(select(outages).order_by(outages.c.since))]


def slept_through(outages: Sequence[Outage], last_at: int) -> list[Outage]:
    """The outages that a table does not know of whose last entry is of this instant.

    >>> slept_through([(10, 20), (30, 40), (50, 60)], 25)
    [(30, 40), (50, 60)]
    """
    return [outage for outage in outages if outage[1] > last_at]
