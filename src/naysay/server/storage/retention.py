"""What nobody uses any more is deleted when its time has come, some at once, and never what is still in use."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy import Connection, and_, delete, exists, or_, select, tuple_

from naysay.server.people import FORGOTTEN, People
from naysay.server.settings import Keep
from naysay.server.storage import queries, schema
from naysay.server.storage.writer import Store
from naysay.server.table.commands import Person
from naysay.server.table.tables import Tables

EVERY: Final = 3600.0  # seconds
AT_ONCE: Final = 100  # people or tables; five times as many lines of chat
PAUSE: Final = 0.05  # seconds between two of those, for everybody else's writes
BEGAN: Final = '{"kind":"began"%'

Place = tuple[int, str]  # where in a list of tables: when it changed, its id


@dataclass(eq=False, slots=True)
class Retention:
    """Deletes what is older than `keep` says, and measures how much there is."""

    store: Store
    tables: Tables
    people: People
    keep: Keep
    connected: Callable[[], Iterable[str]]

    async def run(self) -> None:
        """Once an hour, beginning now."""
        while True:
            await self.measure()
            await self.delete_old()
            await asyncio.sleep(EVERY)

    async def measure(self) -> None:
        """Tell in the metrics how large the database is."""
        metrics = self.tables.metrics
        for name, count in (await self.store.read(queries.row_counts)).items():
            metrics.rows.labels(name).set(count)
        metrics.database_bytes.set(await self.store.read(queries.size))

    async def delete_old(self) -> None:
        """Everything whose time has come."""
        now, keep = self.tables.now(), self.keep
        if keep.chat is not None:
            await self._repeat("chat", self._chat, now - keep.chat)
        if keep.tables is not None:
            await self._all_tables("tables", ("closed",), now - keep.tables, begun=False)
        if keep.games is not None:
            await self._all_tables("games", ("over", "closed"), now - keep.games, begun=True)
        if keep.guests is not None:
            await self.people.see(self.connected())
            await self._repeat("guests", self._guests, now - keep.guests)

    async def _repeat(self, what: str, some: Callable[[int], Awaitable[int]], before: int) -> None:
        while count := await some(before):
            self.tables.metrics.deleted.labels(what).inc(count)
            await asyncio.sleep(PAUSE)

    async def _chat(self, before: int) -> int:
        chat = schema.chat.c
        for table in self.tables.loaded.values():
            table.chat.forget_before(before)
        key = tuple_(chat.table, chat.number)
        old = select(chat.table, chat.number).where(chat.at < before).order_by(chat.at).limit(5 * AT_ONCE)
        return await self.store.write(lambda rows: rows.execute(delete(schema.chat).where(key.in_(old))).rowcount)

    async def _all_tables(self, what: str, stages: tuple[str, ...], before: int, *, begun: bool) -> None:
        """Go through the tables that ended before then. Those in memory are in use, and wait for the next time."""
        for stage in stages:
            place: Place = (0, "")
            while page := await self.store.read(_page(stage, before, place, begun)):
                place = page[-1][0]
                old = [id for (_, id), wanted in page if wanted]
                self.tables.metrics.deleted.labels(what).inc(await self.tables.delete(old))
                await asyncio.sleep(PAUSE)

    async def _guests(self, before: int) -> int:
        """Some guests who were not seen since then, with their own bots. Their games stay, played by `someone`."""
        gone = await self.store.read(partial(_unseen, before=before))
        if not gone:
            return 0
        bots = [bot for id in gone for bot in await self.people.bots_of(Person(id, ""))]
        forgotten = [*bots, *(Person(id, "") for id in gone)]
        await self.people.forget(*forgotten)
        for table in self.tables.loaded.values():
            for person in forgotten:
                table.forget(person, FORGOTTEN)
        return len(gone)


def _page(stage: str, before: int, place: Place, begun: bool) -> Callable[[Connection], list[tuple[Place, bool]]]:
    """Tables beyond a place in the list of those that ended, and whether a game was begun there as wanted."""
    tables, entries = schema.tables.c, schema.entries.c
    began = exists().where(entries.table == tables.id, entries.body.like(BEGAN))
    wanted = (
        select(tables.changed_at, tables.id, began)
        .where(tables.stage == stage, tables.changed_at < before)
        .where(tuple_(tables.changed_at, tables.id) > place)
        .order_by(tables.changed_at, tables.id)
        .limit(AT_ONCE)
    )

    def job(connection: Connection) -> list[tuple[Place, bool]]:
        return [((at, id), bool(has) == begun) for at, id, has in connection.execute(wanted)]

    return job


def _unseen(connection: Connection, before: int) -> list[str]:
    """Guests who were not seen since then, nor their own bots, and who have nothing that is not over."""
    people, tables, members = schema.people.c, schema.tables.c, schema.members.c
    bots = schema.people.alias()
    mine = select(bots.c.id).where(or_(bots.c.id == people.id, bots.c.owner == people.id)).correlate(schema.people)
    seen = exists().where(bots.c.owner == people.id, bots.c.seen_at >= before)
    playing = exists().where(
        and_(members.person.in_(mine), members.table == tables.id, tables.stage.in_(("open", "playing")))
    )
    hosting = exists().where(tables.maker.in_(mine), tables.stage.in_(("open", "playing")))
    wanted = (
        select(people.id)
        .where(people.owner.is_(None), people.seen_at < before, ~seen, ~playing, ~hosting)
        .order_by(people.seen_at)
        .limit(AT_ONCE)
    )
    return list(connection.execute(wanted).scalars())
