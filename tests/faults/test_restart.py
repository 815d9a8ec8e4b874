"""What a restart finds: each place where the server could have died, with a clock that the test moves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from naysay.server import failpoints
from naysay.server.storage.queries import load
from naysay.server.storage.writer import Append, Store
from naysay.server.table import commands, live
from naysay.server.table.entries import SECOND, Acted, Clock, Closed, Logged, Stopped, Went
from naysay.server.table.live import Table
from naysay.server.table.state import LATE_ENOUGH
from naysay.server.table.tables import Tables
from naysay.server.web import http_types
from naysay.server.workers.pool import WorkerPool
from tests.faults.book import Book
from tests.support.asynchronous import asynchronous, until
from tests.support.databases import Postgres
from tests.support.table_room import ANN, BEN, CAT, Time, act, connect, member, rows, tables_at

MOVE = Clock("move", seconds=20)
HOUR = 3600


class Died(BaseException):
    """The process is gone at this line."""


async def begun(tables: Tables, clock: Clock = MOVE, **wanted: Any) -> Table:
    """A game of two people that has begun."""
    table = await tables.make(ANN, http_types.NewTable("nope", 2, clock=clock, **wanted))
    for seat, person in enumerate((ANN, BEN)):
        await table.perform(commands.sit(person, seat), person.id, "sit", member(person))
    await table.perform(commands.start(ANN.id), ANN.id, "start")
    return table


@asynccontextmanager
async def restarted(database: str, now: Time, down_since: int) -> AsyncIterator[Tables]:
    """The next process on the same data."""
    async with tables_at(database, now) as tables:
        await tables.begin(down_since)
        yield tables


async def log_of(tables: Tables, table: str) -> list[Logged]:
    """What is stored, each entry checked at its place, and what is due as it follows from it."""
    loaded = await tables.store.read(lambda connection: load(connection, table))
    book = Book(table)
    book.read(loaded.log)
    due = sorted(due for due in loaded.dues if due.kind in ("bot", "clock"))
    assert due == sorted(book.states[-1].dues())
    return loaded.log


async def flush(tables: Tables) -> None:
    """Wait for what is written later."""
    await tables.store.write(lambda connection: None)


def actions(log: list[Logged]) -> list[Acted]:
    return [logged.entry for logged in log if isinstance(logged.entry, Acted)]


@asynchronous
async def test_a_clock_that_ran_out_while_the_server_was_down_did_not_run(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await begun(tables)
        connect(table, ANN)
        now.forward(5)
    died = now()
    now.forward(HOUR)
    async with restarted(database, now, died) as tables:
        await act(tables)  # the row of the old deadline is the first thing that the timers see
        table = await tables.get(table.id)
        log = await log_of(tables, table.id)
        assert isinstance(log[-1].entry, Stopped)
        (seat,) = table.state.to_act
        assert table.state.deadline(seat) == now() + 15 * SECOND
        connect(table, ANN)
        await table.welcome()
        now.forward(14)
        await act(tables)
        assert not actions(await log_of(tables, table.id))
        now.forward(2)
        await act(tables)
        await act(tables)
        assert [action.by for action in actions(await log_of(tables, table.id))] == ["clock"]


@asynchronous
async def test_no_clock_ran_while_nobody_was_here_and_the_table_was_forgotten(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await begun(tables)
        ann = connect(table, ANN)
        await table.welcome()
        (seat,) = table.state.to_act
        before = table.state.deadline(seat)
        assert before is not None
        now.forward(5)
        table.disconnect(ann)
        now.forward(HOUR)
        await flush(tables)
        tables.loaded.clear()
        table = await tables.get(table.id)
        connect(table, ANN)
        await table.welcome()
        await act(tables)
        assert table.state.deadline(seat) == before + HOUR * SECOND
        died = now()
        for looker in list(table.connections):
            table.disconnect(looker)
        now.forward(60)
    now.forward(HOUR)
    async with restarted(database, now, died + 60 * SECOND) as tables:
        table = await tables.get(table.id)
        connect(table, ANN)
        await table.welcome()
        assert table.state.deadline(seat) == before + (2 * HOUR + 60) * SECOND
        assert not actions(await log_of(tables, table.id))


@asynchronous
async def test_a_time_out_and_who_stands_in_are_one_step(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await begun(tables)
        connect(table, ANN)
        connect(table, BEN)
        await table.welcome()
        while table.state.turns[table.state.to_act[0]].late < LATE_ENOUGH - 1:
            now.forward(21)
            await act(tables)
        (seat,) = table.state.to_act
        now.forward(21)
        monkeypatch.setattr(failpoints, "reach", die_at("committed"))
        with pytest.raises(Died):
            await act(tables)
        monkeypatch.undo()
    died = now()
    async with restarted(database, now, died) as tables:
        table = await tables.get(table.id)
        log = await log_of(tables, table.id)
        assert table.state.chairs[seat].away
        assert sum(isinstance(logged.entry, Went) for logged in log) == 1
        late = [action for action in actions(log) if action.seat == seat and action.by == "clock"]
        assert len(late) == LATE_ENOUGH
        connect(table, ANN)
        connect(table, BEN)
        await table.welcome()
        await act(tables)
        assert len([one for one in actions(await log_of(tables, table.id)) if one.by == "clock"]) == len(
            [one for one in actions(log) if one.by == "clock"]
        ), "the time-out is not done again"


def die_at(place: str) -> Any:
    def reach(name: str) -> None:
        if name == place:
            raise Died

    return reach


@asynchronous
async def test_a_table_does_not_close_because_the_server_was_down(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await begun(tables, closes_after=HOUR)
        table.disconnect(connect(table, ANN))
        now.forward(60)
    died = now()
    now.forward(3 * HOUR)
    async with restarted(database, now, died) as tables:
        await act(tables)
        table = await tables.get(table.id)
        assert table.state.stage == "playing"
        await flush(tables)
        (close,) = [due for _, due in await rows(tables) if due.kind == "close"]
        assert close.at == now() + (HOUR - 60) * SECOND
        now.forward(HOUR - 60)
        await act(tables)
        await act(tables)
        assert [logged.entry for logged in await log_of(tables, table.id)][-1] == Closed("empty")


@asynchronous
async def test_who_was_here_when_the_server_died_is_missed_from_now_on(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await begun(tables, grace=60)
        connect(table, ANN)
        connect(table, BEN)
    died = now()
    now.forward(HOUR)
    async with restarted(database, now, died) as tables:
        await tables.recover()
        table = tables.loaded[table.id]
        connect(table, ANN)
        await act(tables)
        assert not table.state.chairs[1].away
        await flush(tables)
        (absent,) = [due for _, due in await rows(tables) if due.kind == "absent"]
        assert (absent.seat, absent.at) == (1, now() + 60 * SECOND)


@asynchronous
async def test_a_message_that_was_forgotten_here_is_still_known(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "REMEMBERED", 3)
    async with tables_at(database, Time()) as tables:
        table = await begun(tables)
        for number in range(6):
            await table.perform(commands.mute(ANN.id, CAT.id, number % 2 == 0), ANN.id, f"mute {number}")
        length = table.state.length
        assert await table.perform(commands.start(ANN.id), ANN.id, "start") <= length
        assert await table.perform(commands.mute(ANN.id, CAT.id, on=True), ANN.id, "mute 0") <= length
        assert table.state.length == length == len(await log_of(tables, table.id))


@asynchronous
async def test_bots_think_about_nothing_that_is_not_kept_yet(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []
    choose, append = WorkerPool.choose, Store.append

    async def noted(self: WorkerPool, game: str, level: str, view: Any, legal: tuple[Any, ...], *more: str) -> Any:
        asked.append(legal)
        return await choose(self, game, level, view, legal, *more)

    async def slow(self: Store, step: Append, *beside: Append) -> None:
        await append(self, step, *beside)
        connect(table, CAT)  # somebody comes while the step is on its way
        await asyncio.sleep(0.05)

    async with tables_at(database, Time()) as tables:
        table = await tables.make(ANN, http_types.NewTable("nope", 2, bots={"1": "random"}))
        await table.perform(commands.sit(ANN, 0), ANN.id, "sit", member(ANN))
        connect(table, ANN)
        monkeypatch.setattr(WorkerPool, "choose", noted)
        await table.perform(commands.start(ANN.id), ANN.id, "start")
        monkeypatch.setattr(Store, "append", slow)
        for number in range(3):
            await until(lambda: table.state.to_act == (0,) or table.state.ended)
            if table.state.ended:
                break
            state = table.state
            text = state.game.write_move(state.game.legal(state.game_state, 0)[0])
            await table.perform(commands.move(ANN.id, state.length, text), ANN.id, f"move {number}")
        assert all(asked), "a bot was asked for a choice that it did not have"
        await log_of(tables, table.id)


@asynchronous
async def test_a_commit_whose_answer_was_lost_is_found(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line to the database is cut when the step was kept already: its sender gets `done`, and it is there once."""
    transaction = Store._transaction
    cuts: list[int] = []

    def cut_after_commit(self: Store, batch: list[Any]) -> list[Any]:
        answers = transaction(self, batch)
        if not cuts:
            cuts.append(len(batch))
            raise OperationalError("COMMIT", {}, OSError("the line is cut"), connection_invalidated=True)
        return answers

    async with tables_at(database, Time()) as tables:
        table = await begun(tables)
        ann = connect(table, ANN)
        await flush(tables)
        length = table.state.length
        monkeypatch.setattr(Store, "_transaction", cut_after_commit)
        assert await table.perform(commands.mute(ANN.id, CAT.id, on=True), ANN.id, "mute") == length + 1
        assert cuts == [1]
        assert table.state.length == len(await log_of(tables, table.id)) == length + 1
        assert ann.seqs() == [length]


@asynchronous
async def test_a_line_to_postgresql_that_is_cut_is_opened_again(postgres_server: Postgres) -> None:
    url = postgres_server.new_database()
    async with tables_at(url, Time()) as tables:
        table = await begun(tables)
        for number in range(3):
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            await table.perform(commands.mute(ANN.id, CAT.id, on=number % 2 == 0), ANN.id, f"mute {number}")
        assert len(await log_of(tables, table.id)) == table.state.length
    postgres_server.drop(url)
