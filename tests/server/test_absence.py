"""Who is not there: a table waits, closes, finds another host; a bot stands in; the server itself was away."""

import asyncio
from random import Random

import pytest

from naysay.server.storage.queries import load
from naysay.server.storage.records import record_of
from naysay.server.table import commands
from naysay.server.table.commands import Person
from naysay.server.table.entries import Acted, Clock, Closed, Stopped, Went
from naysay.server.table.live import Table
from naysay.server.table.state import Due
from naysay.server.table.tables import Tables
from naysay.server.web import http_types
from tests.support.asynchronous import asynchronous, until
from tests.support.clients import happened, kinds, party
from tests.support.servers import Served
from tests.support.table_room import ANN, BEN, CAT, Time, act, connect, member, rows, tables_at

HOUR = 3600.0


async def game(tables: Tables, *people: Person, bots: int = 0, **wanted: object) -> Table:
    """A running game of these people and bots of the house."""
    table = await tables.make(people[0], http_types.NewTable("nope", len(people) + bots, **wanted))  # type: ignore[arg-type]
    for seat, person in enumerate(people):
        await table.perform(commands.sit(person, seat), person.id, "sit", member(person))
    for seat in range(len(people), len(people) + bots):
        await table.perform(commands.house(people[0].id, seat, "random"))
    await table.perform(commands.start(people[0].id))
    return table


async def log_of(tables: Tables, table: Table) -> list[object]:
    loaded = await tables.store.read(lambda connection: load(connection, table.id))
    return [logged.entry for logged in loaded.log]


async def waits(tables: Tables) -> dict[str, int]:
    """What waits for somebody, and when it is over."""
    return {due.kind: due.at for _, due in await rows(tables) if due.kind in ("absent", "host", "close")}


@asynchronous
async def test_everybody_gone_the_table_waits_and_then_closes(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await game(tables, ANN, BEN, bots=1, closes_after=7200)
        lookers = [connect(table, ANN), connect(table, BEN)]
        assert await waits(tables) == {}
        for looker in lookers:
            table.disconnect(looker)
        assert await waits(tables) == {"close": now() + 7_200_000}, "and nobody is replaced: nobody is there to play on"
        now.forward(2 * HOUR - 1)
        await act(tables)
        assert table.state.running
        back = connect(table, BEN)
        assert "close" not in await waits(tables)
        table.disconnect(back)
        now.forward(2 * HOUR)
        await act(tables)
        await act(tables)
        log = await log_of(tables, table)
        assert [entry for entry in log if isinstance(entry, Closed)] == [Closed("empty")]
        assert not any(isinstance(entry, Went) for entry in log)
        assert await waits(tables) == {}
        loaded = await tables.store.read(lambda connection: load(connection, table.id))
        record = record_of(loaded)
        assert record.result is None, "unfinished, not a result"


@asynchronous
async def test_a_table_that_never_began_closes_too(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await tables.make(ANN, http_types.NewTable("nope", closes_after=60))
        assert await waits(tables) == {"close": now() + 60_000}
        now.forward(60)
        await act(tables)
        assert table.state.stage == "closed"


@asynchronous
async def test_bots_and_clocks_stand_still_while_nobody_is_there(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await game(tables, ANN, bots=2, clock=Clock("move", seconds=20))
        await asyncio.sleep(0.2)
        before = table.state.length
        now.forward(HOUR)
        await act(tables)
        assert table.state.length == before
        looker = connect(table, ANN)
        await table.welcome()
        assert isinstance((await log_of(tables, table))[before], Stopped), "no clock ran"
        deadlines = [due.at for due in table.state.dues() if due.kind == "clock"]
        assert all(at > now() for at in deadlines)
        await until(lambda: table.state.to_act == (0,))  # the bots play on by themselves
        table.disconnect(looker)


@asynchronous
async def test_in_a_game_of_days_clocks_run_though_nobody_is_there(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await game(tables, ANN, BEN, clock=Clock("days", days=1), closes_after=30 * 86_400)
        now.forward(23 * HOUR)
        await act(tables)
        assert not any(isinstance(entry, Acted) for entry in await log_of(tables, table))
        now.forward(HOUR)
        await asyncio.gather(act(tables), act(tables))
        (acted,) = [entry for entry in await log_of(tables, table) if isinstance(entry, Acted)]
        assert (acted.by, acted.level) == ("clock", "steady"), "once"


@asynchronous
async def test_a_time_out_happens_once_whoever_finds_it(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables, tables_at(database, now) as other:
        table = await game(tables, ANN, BEN, clock=Clock("move", seconds=20))
        twin = await other.get(table.id)
        for one in (table, twin):
            connect(one, ANN)
            connect(one, BEN)
        now.forward(20)
        await asyncio.gather(act(tables), act(tables), act(other))
        acted = [entry for entry in await log_of(tables, table) if isinstance(entry, Acted)]
        assert [entry.by for entry in acted] == ["clock"]


@asynchronous
async def test_the_host_gone_the_next_has_the_rights(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await game(tables, ANN, BEN, CAT, grace=30)
        lookers = [connect(table, person) for person in (ANN, BEN, CAT)]
        table.disconnect(lookers[0])
        assert await waits(tables) == {"absent": now() + 30_000, "host": now() + 30_000}
        now.forward(20)
        again = connect(table, ANN)
        assert await waits(tables) == {}
        table.disconnect(again)
        table.disconnect(lookers[1])
        now.forward(30)
        await act(tables)
        assert table.state.host == CAT.id
        assert [chair.away for chair in table.state.chairs] == [True, True, False]
        assert await waits(tables) == {}


@asynchronous
async def test_an_absent_player_is_missed_only_while_the_game_runs(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await game(tables, ANN, BEN, grace=30)
        ann, ben = connect(table, ANN), connect(table, BEN)
        for person in (ANN, BEN):
            await table.perform(commands.pause(person.id, on=True))
        table.disconnect(ben)
        assert "absent" not in await waits(tables), "a pause is a pause"
        await table.perform(commands.pause(ANN.id, on=False))
        assert (await waits(tables))["absent"] == now() + 30_000
        await table.perform(commands.stand(ANN.id))
        table.disconnect(ann)
        patient = await game(tables, ANN, BEN, grace=0)
        connect(patient, ANN)
        assert not any(id == patient.id and due.kind == "absent" for id, due in await rows(tables)), "grace 0: never"


@asynchronous
async def test_two_windows_of_one_person_are_one_person(database: str) -> None:
    async with tables_at(database, Time()) as tables:
        table = await game(tables, ANN, BEN, grace=30)
        first, second = connect(table, ANN), connect(table, ANN)
        connect(table, BEN)
        table.disconnect(first)
        assert await waits(tables) == {}
        assert second.messages[-1]["present"] == {"seats": [True, True], "watchers": 0}


@asynchronous
async def test_while_the_server_was_down_no_clock_ran_and_nobody_was_missed(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await game(tables, ANN, BEN, clock=Clock("move", seconds=20), grace=30, closes_after=3600)
        connect(table, ANN)
        before = table.state.dues()
        now.forward(5)
        await waits(tables)
    now.forward(5 * HOUR)
    async with tables_at(database, now) as tables:
        await tables.begin(now() - round(5 * HOUR * 1000))
        await tables.recover()
        again = tables.loaded[table.id]
        await act(tables)
        assert again.state.running
        assert isinstance((await log_of(tables, again))[-1], Stopped)
        (due,) = again.state.dues()
        assert due == before[0]._replace(at=before[0].at + round(5 * HOUR * 1000))
        left = await waits(tables)
        assert set(left) == {"close"}
        assert left["close"] > now() + 3_500_000, "there is time to come back"
        assert Due("clock", due.seat, due.seq, due.at) in [found for _, found in await rows(tables)]


@asynchronous
async def test_a_table_that_is_not_looked_at_is_let_go_and_loaded_again(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await game(tables, ANN, BEN)
        await table.say(ANN, "r", "hello", member(ANN))
        del tables.loaded[table.id]
        again, twin = await asyncio.gather(tables.get(table.id), tables.get(table.id))
        assert again is twin
        assert again is not table
        assert again.state == table.state
        assert again.members == table.members
        assert again.chat == table.chat
        assert again.dues == table.dues


@pytest.mark.slow
@asynchronous
async def test_an_absent_player_is_replaced_and_takes_the_seat_back(server: Served) -> None:
    async with party(server.url) as people:
        places = await people.table(2, game="nyet", edition="iello-2015", grace=5)
        host, other = places
        other.cut()
        playing = asyncio.ensure_future(host.play(Random(1)))
        await host.until(lambda: host.info["seats"][1].get("away"), 60)
        await host.until(lambda: any(entry.get("by") == "bot" for entry in host.entries))
        assert happened(host, "went")[0]["why"] == "absent"
        await other.open()
        await host.until(lambda: not host.info["seats"][1].get("away"))
        playing.cancel()
        assert "returned" in kinds(host)
        assert other.you["seat"] == 1
        host.cut()  # now the host: the rights pass on, too
        await other.until(lambda: other.you["host"], 60)
        assert {"hosted", "went"} <= set(kinds(other))
        await other.do("pause", on=True)
        await other.until(lambda: other.info["paused"])


@pytest.mark.slow
@asynchronous
async def test_who_does_not_move_in_time_is_moved_and_then_counts_as_left(server: Served) -> None:
    async with party(server.url) as people:
        places = await people.table(
            2, game="nope", clock={"kind": "move", "seconds": 3}, options={"action_cards": "no"}
        )
        first, second = places
        await first.until(lambda: "went" in kinds(first), 90)
        (went,) = happened(first, "went")[:1]
        assert went["why"] == "clock"
        late = [entry for entry in happened(first, "acted") if entry["seat"] == went["seat"]]
        assert [entry["by"] for entry in late[:2]] == ["clock", "clock"]
        left = places[went["seat"]]
        await left.until(lambda: left.info["seats"][went["seat"]].get("away"))
        await left.do("sit", seat=went["seat"])
        await first.until(lambda: "returned" in kinds(first))
        for place in places:
            await place.do("close")
        await second.until(lambda: second.ended)
        history = (await first.guest.get(f"/api/tables/{first.table}/history"))["entries"]
        assert [entry["seq"] for entry in history] == list(range(len(history)))


@asynchronous
async def test_clocks_are_shown(server: Served) -> None:
    async with party(server.url) as people:
        for clock, banks in (
            ({"kind": "bank", "seconds": 90, "increment": 3}, [90_000, 90_000]),
            ({"kind": "move", "seconds": 90}, None),
            ({"kind": "days", "days": 3}, None),
            ({}, None),
        ):
            places = await people.table(2, game="nope", clock=clock)
            shown = (await places[0].guest.get(f"/api/tables/{places[0].table}"))["clocks"]
            assert shown.get("banks") == banks
            running = [at for at in shown.get("deadlines", []) if at is not None]
            assert len(running) == (1 if clock else 0)
            if clock:
                limit = 3 * 86_400_000 if clock["kind"] == "days" else 90_000
                assert 0 < running[0] - shown["now"] <= limit
