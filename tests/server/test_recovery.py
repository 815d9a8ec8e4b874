"""A start with many tables: a few statements and no table loaded, and nobody's clock has run all the same."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from naysay.server.storage.queries import load
from naysay.server.storage.writer import Store
from naysay.server.table import commands, timers
from naysay.server.table.entries import SECOND, Clock, Stopped
from naysay.server.table.live import Table
from naysay.server.table.tables import Tables
from naysay.server.web import http_types
from tests.support.asynchronous import asynchronous
from tests.support.effort import times
from tests.support.table_room import ANN, BEN, Time, connect, member, rows, tables_at

HOUR = 3600 * SECOND
DAY = 86_400


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """What the database is asked meanwhile."""
    asked: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        asked.append(statement)

    for engine in (store._writes, store._reads):
        event.listen(engine, "before_cursor_execute", note)
    yield asked
    for engine in (store._writes, store._reads):
        event.remove(engine, "before_cursor_execute", note)


@asynccontextmanager
async def restarted(database: str, now: Time, seconds: float) -> AsyncIterator[Tables]:
    """The next server, so many seconds after the last one died."""
    died = now()
    now.forward(seconds)
    async with tables_at(database, now) as tables:
        await tables.begin(died)
        yield tables


async def running(tables: Tables, clock: Clock, bots: int = 0) -> Table:
    wanted = http_types.NewTable("nope", 2 + bots, clock=clock, bots={str(2 + n): "random" for n in range(bots)})
    table = await tables.make(ANN, wanted)
    for seat, person in enumerate((ANN, BEN)):
        await table.perform(commands.sit(person, seat), person.id, "sit", member(person))
    await table.perform(commands.start(ANN.id), ANN.id, "start")
    return table


@pytest.mark.attack
@asynchronous
async def test_a_start_costs_the_same_however_many_tables_there_are(tmp_path: Path) -> None:
    costs = []
    for count in (10, times(60, 10)):
        database, now = f"sqlite:///{tmp_path / f'{count}.db'}", Time()
        async with tables_at(database, now) as tables:
            for number in range(count):
                if number % 3:
                    await tables.make(ANN, http_types.NewTable("nope", 2, closes_after=DAY))
                else:
                    await running(tables, Clock("move", seconds=20), bots=number % 2)
            await rows(tables)
        async with restarted(database, now, 7200) as tables:
            with statements(tables.store) as asked:
                await tables.begin(now() - 7200 * SECOND)  # noted already: asked again to be counted
                await tables.recover()
                await tables.timers.look_once()
                costs.append(len(asked))
            assert tables.loaded == {}, "nobody has come: nothing is loaded"
            closes = {due.at for _, due in await rows(tables) if due.kind == "close"}
            assert closes == {now() + DAY * SECOND}, "they wait as long as they would have"
    assert costs[0] == costs[1]


@asynchronous
async def test_tables_where_people_were_are_loaded_and_no_others(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        watched, left = [await running(tables, Clock("move", seconds=20)) for _ in range(2)]
        connect(watched, ANN)
        table = connect(left, ANN)
        left.disconnect(table)
        await rows(tables)
    async with restarted(database, now, 60) as tables:
        assert "close" not in {due.kind for id, due in await rows(tables) if id == watched.id}
        await tables.recover()
        assert set(tables.loaded) == {watched.id}
        closes = {id: due.at for id, due in await rows(tables) if due.kind == "close"}
        assert closes == dict.fromkeys((watched.id, left.id), now() + DAY * SECOND)


@pytest.mark.parametrize("here", [True, False])
@pytest.mark.parametrize("recovers", [True, False])
@asynchronous
async def test_no_clock_runs_through_several_outages_that_nobody_looked_at(
    database: str, here: bool, recovers: bool
) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await running(tables, Clock("bank", seconds=100))
        looker = connect(table, ANN)
        await table.welcome()
        (seat,) = table.state.to_act
        deadline = table.state.deadline(seat)
        assert deadline is not None
        now.forward(10)
        left = now()
        if not here:
            table.disconnect(looker)
            now.forward(7)
        await rows(tables)
    for seconds in (50, 3600, 5):
        async with restarted(database, now, seconds) as tables:
            if recovers:
                await tables.recover()
            await tables.timers.look_once()
            now.forward(13)
            await rows(tables)
    async with restarted(database, now, 20) as tables:
        now.forward(2)
        again = await tables.get(table.id)
        connect(again, ANN)
        await again.welcome()
        assert again.state.deadline(seat) == deadline + now() - left, "not a second was lost, nor won"
        log = (await tables.store.read(lambda connection: load(connection, table.id))).log
        assert isinstance(log[-1].entry, Stopped)
        length = again.state.length
        await rows(tables)
        tables.loaded.clear()
        assert (await tables.get(table.id)).state.length == length, "an outage is told once"


@asynchronous
async def test_an_outage_is_noted_once_though_a_start_fails_half_way(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        await tables.make(ANN, http_types.NewTable("nope", 2, closes_after=DAY))
        await rows(tables)
    died = now()
    now.forward(60)
    async with tables_at(database, now) as tables:
        await tables.begin(died)
        now.forward(1)
        await tables.begin(died)
        assert tables.outages == [(died, died + 60 * SECOND)]
        (close,) = [due for _, due in await rows(tables)]
        assert close.at == died + (DAY + 60) * SECOND


@pytest.mark.attack
@asynchronous
async def test_many_tables_that_close_at_once_are_loaded_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "LOOK_AT", 10)
    now, count = Time(), times(25, 20)
    loading: set[str] = set()
    most = 0
    original = Tables._load

    async def noted(self: Tables, id: str) -> Table:
        nonlocal most
        loading.add(id)
        most = max(most, len(loading))
        try:
            return await original(self, id)
        finally:
            loading.discard(id)

    monkeypatch.setattr(Tables, "_load", noted)
    async with tables_at(f"sqlite:///{tmp_path / 'tables.db'}", now) as tables:
        ids = {(await tables.make(ANN, http_types.NewTable("nope", 2, closes_after=60))).id for _ in range(count)}
        await rows(tables)
        tables.loaded.clear()
        now.forward(61)
        beyond, looks = await tables.timers.look_once(), 1
        assert len(tables.loaded) == 10, "so many at once"
        while beyond is not None:
            beyond, looks = await tables.timers.look_once(beyond), looks + 1
        assert 0 < most <= timers.UNATTENDED_AT_ONCE
        assert {id for id, table in tables.loaded.items() if table.state.stage == "closed"} == ids
        assert looks <= count / 10 + 1
        await asyncio.sleep(0)
        assert await rows(tables) == []
