"""The inside of a server without sockets, and with a clock that tests move: a store, a hall, and who looks on."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from naysay.server.commands import Person
from naysay.server.database import migrate, url_of
from naysay.server.hall import Hall
from naysay.server.life import Due
from naysay.server.metrics import Metrics
from naysay.server.store import Member, Store, all_dues
from naysay.server.table import Table
from naysay.server.thinkers import Thinkers

BEGINNING = 1_800_000_000_000
ANN, BEN, CAT = (Person(name.lower(), name) for name in ("Ann", "Ben", "Cat"))


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
async def hall_at(database: str, now: Time) -> AsyncIterator[Hall]:
    """A hall whose timers do nothing by themselves: `act` says when."""
    async with opened(database) as store:
        thinkers = Thinkers(store.metrics, 1)
        hall = Hall(store, thinkers, store.metrics, now)
        try:
            yield hall
        finally:
            await hall.timers.close()
            await thinkers.close()


async def rows(hall: Hall, until: int = 1 << 60) -> list[tuple[str, Due]]:
    """Everything that is due by then, as it is stored."""
    await hall.store.write(lambda connection: None)  # what was to be written later is there now
    return await hall.store.read(lambda connection: all_dues(connection, until))


async def act(hall: Hall) -> None:
    """Do all that is due by now, as the timers would."""
    for table, due in await rows(hall, hall.now()):
        await hall.act_on(table, due)


def connect(table: Table, person: Person) -> Looker:
    looker = Looker(person)
    table.connect(looker)
    return looker


def member(person: Person) -> Member:
    return Member(person.id, person.name, person.bot)
