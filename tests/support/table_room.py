"""The inside of a server without sockets, and with a clock that tests move: a store, its tables, and who looks on."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Connection, select, update

from naysay.server.metrics import Metrics
from naysay.server.storage import schema
from naysay.server.storage.database import migrate, open_engine, url_of
from naysay.server.storage.writer import About, Append, Member, Store
from naysay.server.table.commands import Person
from naysay.server.table.entries import Logged, Made, decode, encode
from naysay.server.table.live import Table
from naysay.server.table.state import Due
from naysay.server.table.tables import Tables
from naysay.server.workers.pool import WorkerPool

BEGINNING = 1_800_000_000_000
ANN, BEN, CAT = (Person(name.lower(), name) for name in ("Ann", "Ben", "Cat"))
MADE = Made("nope", 1, 2, 0, {}, "00" * 32, "ann")


@dataclass
class Time:
    """A clock that stands still until it is moved."""

    at: int = BEGINNING

    def __call__(self) -> int:
        return self.at

    def forward(self, seconds: float) -> None:
        self.at += round(seconds * 1000)


@dataclass(eq=False)
class Looker:
    """Somebody's connection to a table."""

    person: Person
    messages: list[dict[str, Any]] = field(default_factory=list)
    closed: bool = False

    def send(self, message: bytes) -> None:
        self.messages.append(json.loads(message))

    def close_soon(self) -> None:
        self.closed = True

    def seqs(self) -> list[int]:
        """The entries that this connection was told, in that order."""
        return [entry["seq"] for message in self.messages for entry in message.get("entries", ())]


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    """A store on a database in its newest shape."""
    url = url_of(database)
    migrate(url, BEGINNING)
    store = Store(url, Metrics())
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def tables_at(database: str, now: Time) -> AsyncIterator[Tables]:
    """Tables whose timers do nothing by themselves: `act` says when."""
    async with opened(database) as store:
        pool = WorkerPool(store.metrics, 1)
        tables = Tables(store, pool, store.metrics, now, tables_per_person=10_000)
        try:
            yield tables
        finally:
            await tables.timers.close()
            await pool.close()


async def rows(tables: Tables, until: int = 1 << 60) -> list[tuple[str, Due]]:
    """Everything that is due by then, as it is stored, the earliest first."""
    await tables.store.write(lambda connection: None)  # what was to be written later is there now
    dues = schema.dues

    def job(connection: Connection) -> list[tuple[str, Due]]:
        found = connection.execute(select(dues).where(dues.c.at <= until).order_by(dues.c.at))
        return [(table, Due(*due)) for table, *due in found]

    return await tables.store.read(job)


async def act(tables: Tables) -> None:
    """Do all that is due by now, as the timers would."""
    for table, due in await rows(tables, tables.now()):
        await tables.act_on(table, due)


def connect(table: Table, person: Person) -> Looker:
    looker = Looker(person)
    table.connect(looker)
    return looker


def member(person: Person) -> Member:
    return Member(person.id, person.name, person.bot)


def about(stage: str = "open", free: int = 2, changed_at: int = 0, public: bool = True) -> About:
    return About("nope", stage, public, free, 0, changed_at, f'{{"changed": {changed_at}}}'.encode())


async def begin_tables(store: Store, *tables: str) -> None:
    for table in tables:
        await store.append(Append(table, [Logged(0, 1, MADE, "ann", "first")], about=about()))


def age(database: str, table: str, **changes: Any) -> None:
    """Rewrite the beginning of a log as if another program had begun it."""
    engine, entries = open_engine(url_of(database), writes=True), schema.entries
    with engine.begin() as connection:
        first = (entries.c.table == table) & (entries.c.seq == 0)
        made = decode(connection.execute(select(entries.c.body).where(first)).scalar_one())
        assert isinstance(made, Made)
        old = encode(msgspec.structs.replace(made, **changes))
        connection.execute(update(entries).where(first).values(body=old))
    engine.dispose()
