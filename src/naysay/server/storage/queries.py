"""What is asked of the database, and what no table writes to its log: functions of a connection, for `Store.read`
and `Store.write`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, literal, or_, select, text, tuple_, update

from naysay.server.storage import schema
from naysay.server.storage.writer import Member
from naysay.server.table.entries import DAY, Logged, decode
from naysay.server.table.state import Due

LAST_LINES: Final = 50
MOST_LINES: Final = 1000  # of one table's chat; older ones are deleted
DueId = tuple[int, str, str, int]  # when, table, kind, seat


@dataclass(frozen=True, slots=True)
class Loaded:
    """All that is stored of a table."""

    log: list[Logged]
    members: list[Member]
    dues: list[Due]
    chat: list[tuple[int, int, str, str, str]]  # number, time, person, room, text
    stage: str = ""
    about: str = ""


def load(connection: Connection, table: str, since: int = 0) -> Loaded:
    """The log of a table from an entry on, its names, what is due there, and its row in lists."""
    entries, members, dues, tables = schema.entries.c, schema.members.c, schema.dues.c, schema.tables.c
    rows = connection.execute(
        select(entries.seq, entries.at, entries.body, entries.person, entries.ref)
        .where(entries.table == table, entries.seq >= since)
        .order_by(entries.seq)
    )
    log = [Logged(seq, at, decode(body), person, ref) for seq, at, body, person, ref in rows]
    named = connection.execute(
        select(members.person, members.name, members.bot, members.sat).where(members.table == table)
    )
    due = connection.execute(
        select(dues.kind, dues.seat, dues.seq, dues.at, dues.unattended).where(dues.table == table)
    )
    row = connection.execute(select(tables.stage, tables.about).where(tables.id == table)).first()
    stage, about = row or ("", "")
    return Loaded(
        log,
        [Member(*row) for row in named],
        [Due(*row) for row in due],
        chat_of(connection, table, LAST_LINES),
        stage,
        about,
    )


def find_ref(connection: Connection, table: str, person: str, ref: str) -> int | None:
    """Where the entry stands that a person's message made."""
    entries = schema.entries.c
    found: int | None = connection.execute(
        select(entries.seq).where(entries.table == table, entries.person == person, entries.ref == ref)
    ).scalar()
    return found


def unattended_dues(connection: Connection, until: int, beyond: DueId | None, limit: int) -> list[tuple[str, Due]]:
    """What is due by an instant though nobody is there, the earliest first; of many, those `beyond` one of them."""
    dues = schema.dues.c
    wanted = select(dues.table, dues.kind, dues.seat, dues.seq, dues.at, dues.unattended)
    wanted = wanted.where(dues.unattended, dues.at <= until)
    order = (dues.at, dues.table, dues.kind, dues.seat)
    if beyond is not None:
        wanted = wanted.where(tuple_(*order) > tuple_(*map(literal, beyond)))
    rows = connection.execute(wanted.order_by(*order).limit(limit))
    return [(table, Due(*due)) for table, *due in rows]


def unwatched_tables(connection: Connection, beyond: str, limit: int) -> list[str]:
    """Tables that nobody would ever close: people were there when the server died. Those with an id `beyond` this."""
    tables, dues = schema.tables.c, schema.dues.c
    closes = select(dues.table).where(dues.table == tables.id, dues.kind == "close")
    wanted = select(tables.id).where(tables.stage.in_(("open", "playing")), tables.id > beyond, ~closes.exists())
    return list(connection.execute(wanted.order_by(tables.id).limit(limit)).scalars())


def tables_in_stage(connection: Connection, *stages: str) -> list[str]:
    """The tables in these stages."""
    tables = schema.tables.c
    return list(connection.execute(select(tables.id).where(tables.stage.in_(stages))).scalars())


def public_tables(connection: Connection, limit: int) -> list[tuple[int, str]]:
    """Open and running public tables with what lists show of them: those with free seats first, then the newest."""
    tables = schema.tables.c
    rows = connection.execute(
        select(tables.changed_at, tables.about)
        .where(tables.public, tables.stage.in_(("open", "playing")))
        .order_by(tables.stage, tables.free == 0, tables.changed_at.desc())
        .limit(limit)
    )
    return [(changed_at, about) for changed_at, about in rows]


def tables_of(connection: Connection, person: str, before: int, limit: int) -> list[tuple[int, str, str]]:
    """The tables where a person has a name, the last changed first, with that name."""
    tables, members = schema.tables.c, schema.members.c
    rows = connection.execute(
        select(tables.changed_at, tables.about, members.name)
        .join(schema.members, members.table == tables.id)
        .where(members.person == person, members.sat, tables.changed_at < before)
        .order_by(tables.changed_at.desc())
        .limit(limit)
    )
    return [(changed_at, about, name) for changed_at, about, name in rows]


def open_tables_of(connection: Connection, person: str) -> int:
    """How many tables that are not over this person has made, or their own bots, or for a bot whose it is."""
    tables, people = schema.tables.c, schema.people.c
    owner = select(func.coalesce(people.owner, people.id)).where(people.id == person).scalar_subquery()
    group = select(people.id).where(or_(people.id == owner, people.owner == owner))
    wanted = select(func.count()).where(
        tables.stage.in_(("open", "playing")), or_(tables.maker == person, tables.maker.in_(group))
    )
    return int(connection.execute(wanted).scalar_one())


def delete_tables(connection: Connection, ids: Iterable[str]) -> None:
    """Everything of these tables."""
    gone = list(ids)
    for table in (schema.chat, schema.dues, schema.members, schema.entries):
        connection.execute(delete(table).where(table.c.table.in_(gone)))
    connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(gone)))


def memberships(connection: Connection, person: str) -> list[str]:
    """Every table where a person has a name."""
    return list(connection.execute(select(schema.members.c.table).where(schema.members.c.person == person)).scalars())


def chat_of(connection: Connection, table: str, last: int) -> list[tuple[int, int, str, str, str]]:
    """The last lines of a table's chat: number, time, person, room, text."""
    chat = schema.chat.c
    rows = connection.execute(
        select(chat.number, chat.at, chat.person, chat.room, chat.text)
        .where(chat.table == table)
        .order_by(chat.number.desc())
        .limit(last)
    ).all()
    return [tuple(row) for row in reversed(rows)]


def add_chat(
    table: str, at: int, person: str, room: str, text: str, ref: str, least: int = 0
) -> Callable[[Connection], int | None]:
    """One more line of chat, with this number or a greater one; gives it, or None if the message was written before."""
    chat = schema.chat.c

    def job(connection: Connection) -> int | None:
        same = select(chat.number).where(chat.table == table, chat.person == person, chat.ref == ref)
        if connection.execute(same).first() is not None:
            return None
        last = connection.execute(select(func.max(chat.number)).where(chat.table == table)).scalar()
        number = least if last is None else max(least, int(last) + 1)
        line = {"table": table, "number": number, "at": at, "person": person, "room": room, "text": text, "ref": ref}
        connection.execute(insert(schema.chat), [line])
        connection.execute(delete(schema.chat).where(chat.table == table, chat.number <= number - MOST_LINES))
        return number

    return job


Outage = tuple[int, int]  # from, until
OUTAGES_KEPT: Final = 2 * 365 * DAY  # longer than any table waits to be closed


def note_outage(connection: Connection, since: int, until: int) -> list[Outage]:
    """A server begins, and none ran since then; gives all outages. Noted once, however often it is called.

    A table learns of it when it is loaded; one that waits to be closed waits so much longer. One statement for all
    tables, however many there are: none of them is loaded for it.
    """
    outages, dues = schema.outages, schema.dues
    known = connection.execute(select(outages.c.since).where(outages.c.since == since)).first()
    if known is None and until > since:
        connection.execute(insert(outages), [{"since": since, "until": until}])
        longer = update(dues).where(dues.c.kind == "close").values(at=dues.c.at + (until - since))
        connection.execute(longer)
        connection.execute(delete(outages).where(outages.c.until < until - OUTAGES_KEPT))
    return [(row.since, row.until) for row in connection.execute(select(outages).order_by(outages.c.since))]


def slept_through(outages: Sequence[Outage], last_at: int) -> list[Outage]:
    """The outages that a table does not know of whose last entry is of this instant.

    >>> slept_through([(10, 20), (30, 40), (50, 60)], 25)
    [(30, 40), (50, 60)]
    """
    return [outage for outage in outages if outage[1] > last_at]


COUNTED: Final = (
    schema.people,
    schema.links,
    schema.tables,
    schema.entries,
    schema.members,
    schema.dues,
    schema.chat,
)
STAGES: Final = ("open", "playing", "over", "closed")


def row_counts(connection: Connection) -> dict[str, int]:
    """The number of rows by table of the database."""
    return {table.name: _count(connection, select(func.count()).select_from(table)) for table in COUNTED}


def size(connection: Connection) -> int:
    """The bytes that the database takes, with what is free in it and will be used again."""
    if connection.dialect.name == "postgresql":
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
    pages, page = (connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in ("page_count", "page_size"))
    return int(pages) * int(page)


def stats(connection: Connection) -> dict[str, Any]:
    """How large a database is, and how much of what is in it."""
    people, tables = schema.people.c, schema.tables.c
    stages = connection.execute(select(tables.stage, func.count()).group_by(tables.stage))
    by_stage = dict.fromkeys(STAGES, 0) | {str(stage): int(count) for stage, count in stages}
    bots = _count(connection, select(func.count()).where(people.owner.is_not(None)))
    counted = row_counts(connection)
    return {
        "people": {"guests": counted["people"] - bots, "bots": bots},
        "tables": by_stage,
        "rows": counted,
        "bytes": size(connection),
    }


def stats_lines(told: dict[str, Any]) -> list[str]:
    """The `stats` as a table for a terminal."""
    table = {
        "guests": told["people"]["guests"],
        "their own bots": told["people"]["bots"],
        **{f"tables, {stage}": count for stage, count in told["tables"].items()},
        "entries in logs": told["rows"]["entries"],
        "names at tables": told["rows"]["members"],
        "lines of chat": told["rows"]["chat"],
        "things due": told["rows"]["dues"],
        "bytes": told["bytes"],
    }
    widths = max(map(len, table)), max(len(f"{count:,}") for count in table.values())
    return [f"{name:<{widths[0]}}  {f'{count:,}':>{widths[1]}}" for name, count in table.items()]


def _count(connection: Connection, wanted: Any) -> int:
    return int(connection.execute(wanted).scalar_one())
