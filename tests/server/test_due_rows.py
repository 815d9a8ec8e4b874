"""A database that takes nothing for a while: what is due when somebody stays away happens all the same."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from naysay.server.storage.queries import load
from naysay.server.storage.writer import Store
from naysay.server.table import commands
from naysay.server.table import tables as table_room
from naysay.server.table.entries import Closed
from naysay.server.table.live import ABSENCES, Table
from naysay.server.table.presence import waits_for
from naysay.server.table.state import Due
from naysay.server.table.tables import Tables
from naysay.server.web import http_types
from tests.support.asynchronous import asynchronous
from tests.support.effort import times
from tests.support.table_room import ANN, BEN, CAT, Looker, Time, connect, member, rows, tables_at

FAULTS = ["engine", "read-only", "locked"]


def broken(store: Store, fault: str) -> AbstractAsyncContextManager[None]:
    """The store's database takes nothing, for this reason or that."""
    if fault == "engine":
        return failing(store)
    return read_only(store) if fault == "read-only" or store.url.get_backend_name() != "sqlite" else locked(store)


@asynccontextmanager
async def failing(store: Store) -> AsyncIterator[None]:
    """No transaction can be begun."""

    def refuse(connection: Any) -> None:
        raise OperationalError("BEGIN", {}, OSError("the disk is full"))

    event.listen(store._writes, "begin", refuse)
    yield
    await tried(store)
    event.remove(store._writes, "begin", refuse)


@asynccontextmanager
async def read_only(store: Store) -> AsyncIterator[None]:
    """Transactions can be begun, and nothing written in them."""
    if store.url.get_backend_name() == "sqlite":
        await store.write(lambda connection: None)  # it has its connection back
        pragma(store, "query_only=ON")
        yield
        await tried(store)
        pragma(store, "query_only=OFF")
        return
    for_session = "SET SESSION CHARACTERISTICS AS TRANSACTION READ"
    await store.write(lambda connection: connection.execute(text(f"{for_session} ONLY")))
    yield
    await tried(store)
    await store.write(lambda connection: connection.execute(text(f"{for_session} WRITE")))


def pragma(store: Store, setting: str) -> None:
    """Set something of the writer's own connection, outside of a transaction."""
    with closing(store._writes.raw_connection()) as connection:
        connection.cursor().execute(f"PRAGMA {setting}")


@asynccontextmanager
async def locked(store: Store) -> AsyncIterator[None]:
    """Another program holds the lock of the SQLite file for longer than the server waits."""
    assert store.url.database is not None
    await store.write(lambda connection: None)
    pragma(store, "busy_timeout=5")
    with closing(sqlite3.connect(store.url.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        await tried(store)
        other.execute("ROLLBACK")


async def tried(store: Store) -> None:
    """Wait until what is to be written later was tried, in vain."""
    with pytest.raises(Exception, match=r"disk is full|readonly|read-only|locked"):
        await store.write(lambda connection: connection.execute(text("DELETE FROM links")))
    await asyncio.sleep(0)


async def game(tables: Tables) -> Table:
    table = await tables.make(ANN, http_types.NewTable("nope", 3, grace=30, closes_after=3600))
    for seat, person in enumerate((ANN, BEN, CAT)):
        await table.perform(commands.sit(person, seat), person.id, "sit", member(person))
    await table.perform(commands.start(ANN.id), ANN.id, "start")
    return table


async def look(tables: Tables) -> None:
    """As the server does every few seconds; until all that this begins is done."""
    tables.check_once()
    await tables.timers.look_once()
    while tables.timers.running:
        await asyncio.wait(list(tables.timers.running.values()))
        await asyncio.sleep(0)


def away(table: Table) -> bool:
    return table.state.chairs[0].away


async def stored(tables: Tables) -> dict[str, int]:
    return {due.kind: due.at for _, due in await rows(tables) if due.kind in ("absent", "host", "close")}


@pytest.mark.parametrize("fault", FAULTS)
@asynchronous
async def test_somebody_leaves_while_nothing_can_be_written(database: str, fault: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await game(tables)
        ann, _, _ = (connect(table, person) for person in (ANN, BEN, CAT))
        await rows(tables)
        async with broken(tables.store, fault):
            table.disconnect(ann)
        assert await stored(tables) == {}, "nothing was written"
        assert not table.rows.settled
        await look(tables)
        assert await stored(tables) == {"absent": now() + 30_000, "host": now() + 30_000}
        now.forward(31)
        await look(tables)
        assert table.state.chairs[0].away, "the bot stands in"
        assert table.state.host == BEN.id, "the host's rights are passed on"
        assert await stored(tables) == {}


@pytest.mark.parametrize("fault", FAULTS)
@asynchronous
async def test_what_is_due_while_nothing_can_be_written_happens_afterwards(database: str, fault: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await game(tables)
        ann, _, _ = (connect(table, person) for person in (ANN, BEN, CAT))
        table.disconnect(ann)
        await rows(tables)
        async with broken(tables.store, fault):
            now.forward(31)
            await look(tables)
            assert not away(table)
        await look(tables)
        assert away(table)
        assert table.state.host == BEN.id


@pytest.mark.parametrize("fault", FAULTS)
@asynchronous
async def test_all_leave_while_nothing_can_be_written_and_the_table_closes(
    database: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = Time()
    monkeypatch.setattr(table_room, "SWEEP", 0.001)
    async with tables_at(database, now) as tables:
        table = await game(tables)
        lookers = [connect(table, person) for person in (ANN, BEN, CAT)]
        await rows(tables)
        sweep = asyncio.ensure_future(tables.sweep())
        async with broken(tables.store, fault):
            for looker in lookers:
                table.disconnect(looker)
            left = now()
            await tried(tables.store)
            now.forward(120)
            await asyncio.sleep(0.05)
            assert table.id in tables.loaded, "it is not let go before its rows are written"
        await look(tables)
        assert await stored(tables) == {"close": left + 3_600_000}
        async with asyncio.timeout(30):
            while tables.loaded:
                await asyncio.sleep(0.01)
        now.forward(3600)
        await look(tables)
        log = (await tables.store.read(lambda connection: load(connection, table.id))).log
        assert log[-1].entry == Closed("empty")
        assert await stored(tables) == {}
        sweep.cancel()


@pytest.mark.parametrize("fault", FAULTS)
@asynchronous
async def test_somebody_returns_while_nothing_can_be_deleted(database: str, fault: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await game(tables)
        _, ben, _ = (connect(table, person) for person in (ANN, BEN, CAT))
        table.disconnect(ben)
        assert set(await stored(tables)) == {"absent"}
        async with broken(tables.store, fault):
            again = connect(table, BEN)
        assert set(await stored(tables)) == {"absent"}, "the row is still there"
        now.forward(31)
        await look(tables)
        assert await stored(tables) == {}
        assert not table.state.chairs[1].away, "and nobody acts on it"
        table.disconnect(again)
        assert await stored(tables) == {"absent": now() + 30_000}, "next time there is the whole grace"


@asynchronous
async def test_rows_that_a_crash_left_behind_replace_nobody(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await game(tables)
        soon = now() + 30_000
        left = (Due("absent", 1, 0, soon), Due("host", -1, 0, soon), Due("close", -1, 0, 2 * soon, unattended=True))
        table.rows.want({(due.kind, due.seat): due for due in left})
        await rows(tables)
    async with tables_at(database, now) as tables:
        table = await tables.get(table.id)
        assert set(await stored(tables)) == {"close"}
        now.forward(31)
        connect(table, ANN)
        await look(tables)
        assert not table.state.chairs[1].away


@pytest.mark.attack
@asynchronous
async def test_rows_are_right_in_the_end_whatever_fails_when(tmp_path: Path) -> None:
    now = Time()
    async with tables_at(f"sqlite:///{tmp_path / 'tables.db'}", now) as tables:
        for seed in range(times(3, 30)):
            rng = Random(seed)
            table = await game(tables)
            here: dict[str, Looker] = {}
            for _ in range(8):
                fault = rng.choice(FAULTS)
                async with broken(tables.store, fault):
                    await come_and_go(table, here, rng, now)
                    if rng.random() < 0.3:
                        await look(tables)
                    await come_and_go(table, here, rng, now)
                await come_and_go(table, here, rng, now)
                if rng.random() < 0.5:
                    await look(tables)
            await look(tables)
            await look(tables)
            wanted = waits_for(table.state, table.here(), table.rows.wanted, now())
            found = {
                (due.kind, due.seat): due for id, due in await rows(tables) if id == table.id and due.kind in ABSENCES
            }
            assert found == wanted == table.rows.wanted
            assert table.rows.settled
            for looker in here.values():
                table.disconnect(looker)
            del tables.loaded[table.id]


async def come_and_go(table: Table, here: dict[str, Looker], rng: Random, now: Time) -> None:
    """Some people come, some leave, and some time passes."""
    for person in (ANN, BEN, CAT):
        if rng.random() < 0.5:
            continue
        if person.id in here:
            table.disconnect(here.pop(person.id))
        else:
            here[person.id] = connect(table, person)
    now.forward(rng.choice((0, 1, 31)))
    await asyncio.sleep(0)
