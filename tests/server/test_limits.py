"""How much one person, table or address may do: nobody uses up what belongs to others, and nothing grows for ever."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from naysay.server.errors import Refused
from naysay.server.metrics import Metrics
from naysay.server.people import People
from naysay.server.settings import Limits
from naysay.server.storage import queries, schema
from naysay.server.storage.queries import add_chat, chat_of, load
from naysay.server.table import commands, live
from naysay.server.table.entries import Began, Closed
from naysay.server.table.live import Table
from naysay.server.table.tables import Tables
from naysay.server.web import http_types
from naysay.server.web.rate_limits import Buckets, ChatLimits
from tests.support.asynchronous import asynchronous
from tests.support.effort import times
from tests.support.table_room import ANN, BEN, CAT, Time, begin_tables, member, opened, tables_at


async def code_of(done: object) -> str:
    with pytest.raises(Refused) as refused:
        await done  # type: ignore[misc]
    return refused.value.code


@asynchronous
async def test_one_persons_changes_keep_nobody_else_from_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_CHANGES", 6)
    async with tables_at(f"sqlite:///{tmp_path / 'tables.db'}", Time()) as tables:
        table = await tables.make(ANN, http_types.NewTable("nope", 2))
        for number in range(3):
            await table.perform(commands.sit(BEN, 1), BEN.id, f"sit {number}", member(BEN))
            await table.perform(commands.stand(BEN.id), BEN.id, f"stand {number}")
        assert await code_of(table.perform(commands.sit(BEN, 1), BEN.id, "again", member(BEN))) == "too_many_changes"
        await table.perform(commands.sit(CAT, 1), CAT.id, "sit", member(CAT))
        again = await reloaded(tables, table)
        assert again.changes == {BEN.id: 6, CAT.id: 1}, "a restart forgets nothing"
        assert await code_of(again.perform(commands.sit(BEN, 0), BEN.id, "more", member(BEN))) == "too_many_changes"


@asynchronous
async def test_a_host_can_always_kick_start_and_close(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_CHANGES", 4)
    async with tables_at(f"sqlite:///{tmp_path / 'tables.db'}", Time()) as tables:
        for wanted in ("start", "close"):
            table = await tables.make(ANN, http_types.NewTable("nope", 2))
            await table.perform(commands.sit(ANN, 0), ANN.id, "sit", member(ANN))
            await table.perform(commands.sit(BEN, 1), BEN.id, "sit", member(BEN))
            for number in range(3):
                await table.perform(commands.mute(ANN.id, CAT.id, number % 2 == 0), ANN.id, f"mute {number}")
            mute = commands.mute(ANN.id, CAT.id, on=False)
            assert await code_of(table.perform(mute, ANN.id, "mute")) == "too_many_changes"
            if wanted == "start":
                await table.perform(commands.kick(ANN.id, 1), ANN.id, "kick")
                await table.perform(commands.sit(CAT, 1), CAT.id, "sit", member(CAT))
                await table.perform(commands.start(ANN.id), ANN.id, "start")
                await table.perform(commands.close(ANN.id, on=True), ANN.id, "close")
                await table.perform(commands.close(CAT.id, on=True), CAT.id, "close")
            else:
                await table.perform(commands.close(ANN.id, on=True), ANN.id, "close")
            log = (await tables.store.read(lambda connection, id=table.id: load(connection, id))).log  # type: ignore[misc]
            kinds = {type(logged.entry) for logged in log}
            assert Closed in kinds
            assert (Began in kinds) == (wanted == "start")


async def reloaded(tables: Tables, table: Table) -> Table:
    del tables.loaded[table.id]
    return await tables.get(table.id)


@asynchronous
async def test_one_person_has_so_many_open_tables_not_even_at_once(database: str) -> None:
    async with tables_at(database, Time()) as tables:
        tables.tables_per_person = 4
        people = People(tables.store, b"secret", tables.now)
        ann, ben = await people.welcome("Ann"), await people.welcome("Ben")
        bot, _ = await people.make_bot(ann, "Robbie")
        made = await asyncio.gather(
            *(tables.make(who, http_types.NewTable("nope", 2)) for who in (ann, bot) * 4), return_exceptions=True
        )
        open_tables = [table for table in made if isinstance(table, Table)]
        refused = [error for error in made if isinstance(error, Refused)]
        assert (len(open_tables), len(refused)) == (4, 4), "a person's bots are no way around"
        assert {(error.code, error.params["count"]) for error in refused} == {("too_many_tables", 4)}
        assert await code_of(tables.quick(ann, http_types.Quick("nope", level="random"))) == "too_many_tables"
        await tables.make(ben, http_types.NewTable("nope", 2))
        closed = open_tables[0]
        await closed.perform(commands.close(closed.state.host, on=True))
        await tables.make(bot, http_types.NewTable("nope", 2))


@asynchronous
async def test_a_tables_chat_keeps_its_last_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "MOST_LINES", 5)
    async with opened(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        await begin_tables(store, "t", "u")
        for number in range(8):
            assert await store.write(add_chat("t", 1, "ann", "players", f"line {number}", f"r{number}")) == number
        await store.write(add_chat("u", 1, "ann", "players", "hello", "r0"))
        told = await store.read(lambda connection: chat_of(connection, "t", 50))
        assert [line[0] for line in told] == [3, 4, 5, 6, 7]

        def job(connection: Connection) -> int:
            return int(connection.execute(select(func.count()).select_from(schema.chat)).scalar_one())

        assert await store.read(job) == 6
        assert await store.write(add_chat("u", 1, "ann", "players", "far on", "r1", least=40)) == 40


@asynchronous
async def test_a_table_has_so_many_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_NAMES", 2)
    async with tables_at(f"sqlite:///{tmp_path / 'tables.db'}", Time()) as tables:
        table = await tables.make(ANN, http_types.NewTable("nope", 2))
        await table.say(ANN, "a", "hello", member(ANN))
        await table.say(BEN, "b", "hello", member(BEN))
        assert await code_of(table.say(CAT, "c", "hello", member(CAT))) == "too_many_names"
        await table.say(ANN, "a2", "still here", member(ANN))
        await table.perform(commands.sit(CAT, 0), CAT.id, "sit", member(CAT))
        await table.say(CAT, "c2", "now I can", member(CAT))


def lines(limits: ChatLimits, *keys: tuple[str, str, str]) -> int:
    """How many lines pass, one after the other."""
    passed = 0
    for key in keys:
        try:
            limits.check(*key)
            passed += 1
        except Refused as refused:
            assert refused.code == "too_many_lines"  # noqa: PT017 - some pass
    return passed


def test_chat_is_limited_by_person_table_and_address() -> None:
    limits = Limits(
        lines_per_second=1e-9,
        lines_at_once=3,
        table_lines_per_second=1e-9,
        table_lines_at_once=5,
        address_lines_per_second=1e-9,
        address_lines_at_once=8,
    )
    assert lines(ChatLimits(limits, Metrics()), *[("ann", f"t{n}", f"a{n}") for n in range(20)]) == 3
    assert lines(ChatLimits(limits, Metrics()), *[(f"p{n}", "t", f"a{n}") for n in range(20)]) == 5
    assert lines(ChatLimits(limits, Metrics()), *[(f"p{n}", f"t{n}", "a") for n in range(20)]) == 8


@pytest.mark.attack
def test_buckets_are_bounded_and_the_busy_ones_are_kept() -> None:
    now = [0.0]
    buckets = Buckets(1.0, 3.0, lambda: now[0], most=100)
    for number in range(times(2000)):
        now[0] += 0.001
        buckets.take("busy")
        buckets.take(f"once {number}")
        assert len(buckets) <= 100
    assert buckets.take("busy") > 0, "nobody gets new tokens because many others came"
