"""The log in a database, of both kinds: all or nothing, in order, each entry once, and never silently lost."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, text

from naysay.server.errors import Refused
from naysay.server.storage import schema
from naysay.server.storage.database import url_of
from naysay.server.storage.queries import (
    Loaded,
    add_chat,
    chat_of,
    find_ref,
    load,
    memberships,
    public_tables,
    tables_in_stage,
    tables_of,
    unattended_dues,
)
from naysay.server.storage.writer import Append, Conflict, Member, Store, Unavailable
from naysay.server.table import commands
from naysay.server.table.entries import AnyEntry, Logged, Muted
from naysay.server.table.state import Due
from naysay.server.web import http_types
from tests.support.asynchronous import asynchronous
from tests.support.databases import Postgres
from tests.support.table_room import (
    ANN,
    BEGINNING,
    BEN,
    MADE,
    Time,
    about,
    begin_tables,
    connect,
    member,
    opened,
    tables_at,
)


def muted(number: int) -> AnyEntry:
    return Muted(f"person {number}", on=True)


async def loaded(store: Store, table: str, since: int = 0) -> Loaded:
    return await store.read(lambda connection: load(connection, table, since))


async def count(store: Store, table: Any) -> int:
    def job(connection: Connection) -> int:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())

    return await store.read(job)


async def gather(store: Store, appends: Sequence[Append]) -> list[BaseException | None]:
    """Submit all of these before the writer can commit any: they share transactions."""
    return await asyncio.gather(*(store.append(append) for append in appends), return_exceptions=True)


@asynchronous
async def test_what_was_appended_is_loaded(database: str) -> None:
    async with opened(database) as store:
        await begin_tables(store, "t")
        due = Due("clock", 1, 2, 5000)
        more = [Logged(1, 10, muted(1), "ann", "second"), Logged(2, 11, muted(2))]
        await store.append(Append("t", more, (), [due], [Member("ann", "Änne 🂡", False, True)], about()))
        found = await loaded(store, "t")
        assert found.log == [Logged(0, 1, MADE, "ann", "first"), *more]
        assert found.members == [Member("ann", "Änne 🂡", False, True)]
        assert found.dues == [due]
        assert (await loaded(store, "t", 2)).log == more[1:]
        assert (await loaded(store, "u")).log == []


@asynchronous
async def test_a_place_in_the_log_is_given_once(database: str) -> None:
    async with opened(database) as store:
        await begin_tables(store, "t")
        await store.append(Append("t", [Logged(1, 2, muted(1))]))
        with pytest.raises(Conflict):
            await store.append(Append("t", [Logged(1, 3, muted(2))]))
        assert [logged.entry for logged in (await loaded(store, "t")).log] == [MADE, muted(1)]


@asynchronous
async def test_only_the_offender_of_a_batch_is_refused(database: str) -> None:
    async with opened(database) as store:
        tables = [f"t{number}" for number in range(40)]
        await begin_tables(store, *tables)
        await store.append(Append("t7", [Logged(1, 2, muted(1))]))
        answers = await gather(store, [Append(table, [Logged(1, 3, muted(2))]) for table in tables])
        assert [isinstance(answer, Conflict) for answer in answers] == [table == "t7" for table in tables]
        for table in tables:
            log = (await loaded(store, table)).log
            assert [logged.entry for logged in log] == [MADE, muted(1 if table == "t7" else 2)]


@asynchronous
async def test_steps_of_one_table_in_one_commit_stay_in_order(database: str) -> None:
    async with opened(database) as store:
        await begin_tables(store, "t", "u")
        appends = []
        for number in range(1, 60):
            due = Due("bot", 0, number, number)
            dropped = [("bot", 0)] if number > 1 else []
            appends.append(Append("t", [Logged(number, number, muted(number))], dropped, [due]))
            appends.append(Append("u", [Logged(number, number, muted(-number))]))
        assert await gather(store, appends) == [None] * len(appends)
        found = await loaded(store, "t")
        assert [logged.entry for logged in found.log[1:]] == [muted(number) for number in range(1, 60)]
        assert found.dues == [Due("bot", 0, 59, 59)]
        sizes = store.metrics.text().decode()
        commits = float(sizes.split("naysay_commit_batch_size_count ")[1].split()[0])
        assert commits < len(appends) / 2, "they share commits"


@asynchronous
async def test_a_step_is_written_whole_or_not_at_all(database: str) -> None:
    async with opened(database) as store:
        await begin_tables(store, "t")
        await store.append(Append("t", [Logged(1, 2, muted(1))], (), [Due("clock", 0, 1, 7)]))
        again = Append(
            "t",
            [Logged(2, 3, muted(2)), Logged(1, 3, muted(3))],
            [("clock", 0)],
            [Due("bot", 0, 2, 9)],
            [Member("ben", "Ben")],
            about("playing"),
        )
        with pytest.raises(Conflict):
            await store.append(again)
        found = await loaded(store, "t")
        assert [logged.seq for logged in found.log] == [0, 1]
        assert (found.members, found.dues) == ([], [Due("clock", 0, 1, 7)])
        assert await store.read(lambda connection: tables_in_stage(connection, "playing")) == []


@asynchronous
async def test_a_job_that_fails_leaves_nothing_and_harms_nobody(database: str) -> None:
    async with opened(database) as store:
        await begin_tables(store, "t")

        def job(connection: Connection) -> None:
            add_chat("t", 1, "ann", "players", "half", "r")(connection)
            raise ZeroDivisionError

        answers = await asyncio.gather(
            store.write(job),
            store.append(Append("t", [Logged(1, 2, muted(1))])),
            store.write(lambda connection: 7),
            return_exceptions=True,
        )
        assert [type(answers[0]), *answers[1:]] == [ZeroDivisionError, None, 7]
        assert await count(store, schema.chat) == 0
        assert await count(store, schema.entries) == 2


@asynchronous
async def test_a_message_is_written_once_whatever_its_place(database: str) -> None:
    async with opened(database) as store:
        await begin_tables(store, "t", "u")
        await store.append(Append("t", [Logged(1, 2, muted(1), "ann", "x")]))
        with pytest.raises(Conflict):
            await store.append(Append("t", [Logged(2, 3, muted(2), "ann", "x")]))
        await store.append(Append("t", [Logged(2, 3, muted(2), "ben", "x")]))  # another person's
        await store.append(Append("t", [Logged(3, 4, muted(3))]))  # nobody's
        await store.append(Append("t", [Logged(4, 4, muted(4))]))
        await store.append(Append("u", [Logged(1, 4, muted(1), "ann", "x")]))  # another table's
        assert await store.read(lambda connection: find_ref(connection, "t", "ann", "x")) == 1
        assert await store.read(lambda connection: find_ref(connection, "t", "ben", "x")) == 2
        assert await store.read(lambda connection: find_ref(connection, "t", "ann", "y")) is None


@asynchronous
async def test_chat_lines_are_numbered_by_table(database: str) -> None:
    async with opened(database) as store:
        await begin_tables(store, "t", "u")
        lines = [add_chat("t", 1, "ann", "players", f"line {number}", f"r{number}") for number in range(5)]
        assert await asyncio.gather(*map(store.write, lines)) == [0, 1, 2, 3, 4]
        assert await store.write(add_chat("u", 1, "ann", "watchers", "hello", "r0")) == 0
        assert await store.write(lines[2]) is None, "it came before"
        told = await store.read(lambda connection: chat_of(connection, "t", 3))
        assert told == [(number, 1, "ann", "players", f"line {number}") for number in (2, 3, 4)]


@asynchronous
async def test_lists(database: str) -> None:
    async with opened(database) as store:
        rows = {
            "old": about(changed_at=1),
            "new": about(changed_at=9),
            "full": about(changed_at=8, free=0),
            "playing": about("playing", 0, 10),
            "over": about("over", 0, 11),
            "private": about(changed_at=12, public=False),
        }
        for name, row in rows.items():
            members = [Member("ann", "Ann", sat=name != "old")]
            await store.append(Append(name, [Logged(0, 1, MADE)], members=members, about=row))
        told = await store.read(lambda connection: public_tables(connection, 10))
        assert [changed for changed, _ in told] == [9, 1, 8, 10]
        assert told[0][1] == '{"changed": 9}'
        mine = await store.read(lambda connection: tables_of(connection, "ann", 1 << 53, 3))
        assert [changed for changed, _, _ in mine] == [12, 11, 10]
        assert {name for _, _, name in mine} == {"Ann"}
        older = await store.read(lambda connection: tables_of(connection, "ann", 10, 3))
        assert [changed for changed, _, _ in older] == [9, 8], "who only watched has not played"
        assert sorted(await store.read(lambda connection: memberships(connection, "ann"))) == sorted(rows)
        await store.append(Append("old", about=about("closed", 0, 20)))
        assert sorted(await store.read(lambda c: tables_in_stage(c, "closed", "over"))) == ["old", "over"]


@asynchronous
async def test_dues_that_need_nobody_there_the_earliest_first_some_at_once(database: str) -> None:
    async with opened(database) as store:
        await begin_tables(store, "t", "u")
        close, soon, later = (
            Due("close", -1, 0, 100, True),
            Due("clock", 2, 1, 100, True),
            Due("bot", 3, 1, 300, True),
        )
        store.append_later(Append("t", dues=[Due("bot", 0, 1, 100), close]), failed=lambda: None)
        await store.append(Append("u", dues=[soon, later, Due("clock", 1, 1, 301, True)]))
        first = await store.read(lambda connection: unattended_dues(connection, 300, None, 2))
        assert first == [("t", close), ("u", soon)]
        rest = await store.read(lambda connection: unattended_dues(connection, 300, (100, "t", "close", -1), 9))
        assert rest == [("u", soon), ("u", later)]


@asynchronous
async def test_nobody_waits_for_what_is_written_later(database: str, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(database) as store:
        await begin_tables(store, "t")
        failures: list[str] = []
        store.append_later(Append("t", [Logged(0, 1, MADE)], about=about()), lambda: failures.append("t"))
        await store.append(Append("t", [Logged(1, 1, muted(1))]))
        assert "not written" in caplog.text
        assert failures == ["t"]


@asynchronous
async def test_closing_commits_what_waits(database: str) -> None:
    async with opened(database) as store:
        await begin_tables(store, "t")
        waiting = [asyncio.ensure_future(store.append(Append("t", [Logged(n, n, muted(n))]))) for n in range(1, 30)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*waiting) == [None] * 29
    async with opened(database) as store:
        assert len((await loaded(store, "t")).log) == 30


@asynchronous
async def test_a_postgresql_that_is_gone(postgres_server: Postgres) -> None:
    url = postgres_server.new_database()
    async with opened(url) as store:
        await begin_tables(store, "t")
        postgres_server.drop(url)
        with pytest.raises(Unavailable):
            await store.append(Append("t", [Logged(1, 2, muted(1))]))
        with pytest.raises(Unavailable):
            await loaded(store, "t")


@asynchronous
async def test_a_sqlite_that_takes_nothing(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        await begin_tables(store, "t")
        await store.write(lambda connection: connection.execute(text("ALTER TABLE entries RENAME TO elsewhere")))
        answers = await gather(store, [Append("t", [Logged(number, 2, muted(1))]) for number in (1, 2)])
        assert [type(answer) for answer in answers] == [Unavailable, Unavailable]
        with pytest.raises(Unavailable):
            await loaded(store, "t")
        await store.write(lambda connection: connection.execute(text("ALTER TABLE elsewhere RENAME TO entries")))
        await store.append(Append("t", [Logged(1, 2, muted(1))]))
        assert len((await loaded(store, "t")).log) == 2


@asynchronous
async def test_sqlite_keeps_what_it_was_given(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 20_000}
        for pragma, value in wanted.items():
            for ask in (store.read, store.write):
                assert await ask(lambda c, p=pragma: c.execute(text(f"PRAGMA {p}")).scalar()) == value  # type: ignore[misc]


def test_names_of_databases() -> None:
    assert url_of("postgres://a@b/c").drivername == "postgresql+psycopg"
    assert url_of(Path("x.db")).database == "x.db"
    for wrong in ("mysql://a@b/c", "nonsense", "sqlite://", ""):
        with pytest.raises(ValueError, match=r"database|SQLite"):
            url_of(wrong)


@asynchronous
async def test_a_table_in_two_processes_catches_up_and_tells_each_entry_once(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as first, tables_at(database, now) as second:
        here = await first.make(ANN, http_types.NewTable("nope", 3))
        there = await second.get(here.id)
        looks_here, looks_there = connect(here, ANN), connect(there, BEN)
        await here.perform(commands.sit(ANN, 0), ANN.id, "a1", member(ANN))
        await there.perform(commands.sit(BEN, 1), BEN.id, "b1", member(BEN))
        await here.perform(commands.house(ANN.id, 2, "random"), ANN.id, "a2")
        assert await there.perform(commands.contribute(BEN.id, "0b" * 16), BEN.id, "b2") == 5
        await here.perform(commands.start(ANN.id), ANN.id, "a3")
        assert looks_here.seqs() == list(range(1, here.state.length))
        with pytest.raises(Refused, match="begun"):  # it looks again at what it found when it caught up
            await there.perform(commands.contribute(BEN.id, "0c" * 16), BEN.id, "b3")
        assert await there.perform(commands.pause(BEN.id, on=True), BEN.id, "b4") == here.state.length + 1
        assert looks_there.seqs() == list(range(1, there.state.length))
        assert there.members == here.members
        assert there.state.contributions == ("", "0b" * 16, "")


@asynchronous
async def test_a_message_that_reached_both_processes_is_one_entry(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as first, tables_at(database, now) as second:
        here = await first.make(ANN, http_types.NewTable("nope", 2))
        there = await second.get(here.id)
        answers = [
            await table.perform(commands.sit(ANN, 0), ANN.id, "same", member(ANN)) for table in (here, there, here)
        ]
        assert answers == [2, 2, 2]
        assert [logged.seq for logged in (await loaded(first.store, here.id)).log] == [0, 1]
        assert there.state.chairs == here.state.chairs


@asynchronous
async def test_two_processes_at_once_let_each_step_through_once(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as first, tables_at(database, now) as second:
        here = await first.make(ANN, http_types.NewTable("nope", 2))
        there = await second.get(here.id)
        lookers = [connect(here, ANN), connect(there, BEN)]
        for number in range(20):
            answers = await asyncio.gather(
                here.perform(commands.mute(ANN.id, f"a{number}", on=True), ANN.id, f"a{number}"),
                there.perform(commands.mute(ANN.id, f"b{number}", on=True), ANN.id, f"b{number}"),
            )
            assert sorted(answers) in ([2 + 2 * number, 3 + 2 * number], [3 + 2 * number] * 2)
        for table in (here, there):
            await table.perform(commands.mute(ANN.id, "last", on=True), ANN.id, "last")
        log = (await loaded(first.store, here.id)).log
        assert [logged.seq for logged in log] == list(range(42))
        assert all(looker.seqs() == list(range(1, 42)) for looker in lookers)
        assert here.state == there.state
        assert log[0].at == BEGINNING
