"""Games whose rules are not here (another revision, or a game that is not installed): nobody can play on, but they
can be recorded, exported, closed and left, and whoever knocks is told to stay away.
"""

import asyncio
import json
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, update

from naysay import record
from naysay.server.errors import Refused
from naysay.server.people import People
from naysay.server.settings import Settings
from naysay.server.storage import schema
from naysay.server.storage.backup import export
from naysay.server.storage.database import open_engine, url_of
from naysay.server.storage.queries import load
from naysay.server.storage.records import record_of
from naysay.server.table import commands
from naysay.server.table.tables import Tables
from naysay.server.web import http_types
from tests.support.asynchronous import asynchronous
from tests.support.clients import Place, party
from tests.support.servers import NAYSAY, served
from tests.support.table_room import ANN, BEN, Time, act, age, member, tables_at

pytestmark = pytest.mark.attack

OTHER: dict[str, dict[str, Any]] = {
    "revision": {"revision": 99},
    "not installed": {"game": "snap", "options": {"deals": 3}},
    "unknown edition": {"edition": "atlantis-1880"},
}


async def finished(tables: Tables) -> str:
    """A game of two people, played to its end."""
    table = await tables.make(ANN, http_types.NewTable("nope", 2, options={"max_turns": 9}))
    for seat, person in enumerate((ANN, BEN)):
        await table.perform(commands.sit(person, seat), member=member(person))
    await table.perform(commands.start(ANN.id))
    while not table.state.ended:
        (seat,) = table.state.to_act
        text = table.shown.legal_of(table.state, seat)[0]
        await table.perform(commands.move((ANN, BEN)[seat].id, table.state.length, text))
    assert table.state.stage == "over"
    return table.id


@pytest.mark.parametrize("how", OTHER)
@asynchronous
async def test_a_finished_game_is_recorded_as_it_was(database: str, how: str) -> None:
    changes = OTHER[how]
    async with tables_at(database, Time()) as tables:
        id = await finished(tables)
        before = json.loads(record.write(record_of(await tables.store.read(lambda rows: load(rows, id)))))
    age(database, id, **changes)
    async with tables_at(database, Time()) as tables:
        with pytest.raises(Refused) as refused:
            await tables.get(id)
        assert refused.value.code == "other_rules"
        after = json.loads(record.write(record_of(await tables.store.read(lambda rows: load(rows, id)))))
    assert after["result"] == before["result"]
    assert after["meta"].pop("revision") == changes.get("revision", 1)
    expected = before | {key: changes[key] for key in ("game", "options", "edition") if key in changes}
    assert after == expected, "all else is as it was"


@asynchronous
async def test_an_older_row_knows_the_winners_alone(database: str) -> None:
    async with tables_at(database, Time()) as tables:
        id = await finished(tables)
        loaded = await tables.store.read(lambda rows: load(rows, id))
        row = msgspec.structs.replace(http_types.read_row(loaded.about), result=None)
        old = msgspec.json.encode(row).decode()
        rows_of = schema.tables
        await tables.store.write(lambda rows: rows.execute(update(rows_of).where(rows_of.c.id == id).values(about=old)))
    age(database, id, revision=99)
    async with tables_at(database, Time()) as tables:
        told = record_of(await tables.store.read(lambda rows: load(rows, id)))
    assert told.result == {"winners": row.winners}


@pytest.mark.parametrize("how", OTHER)
@asynchronous
async def test_who_sits_there_can_be_forgotten(database: str, how: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        people = People(tables.store, b"s" * 32, now)
        ann = await people.welcome("Ann")
        table = await tables.quick(ann, http_types.Quick("nyet", 3, level="random"))
        other = await tables.quick(ann, http_types.Quick("nope", 2, level="random"))
    age(database, table.id, **OTHER[how])
    async with tables_at(database, now) as tables:
        people = People(tables.store, b"s" * 32, now)
        await tables.forget(ann, people)
        assert await people.by_cookie(people.cookie(ann)) is None
        for id in (table.id, other.id):
            loaded = await tables.store.read(lambda rows, id=id: load(rows, id))  # type: ignore[misc]
            assert [member.name for member in loaded.members] == ["someone"]
            assert [seat.name for seat in http_types.read_row(loaded.about).seats if seat.player == "person"] == []
            assert loaded.log[-1].entry.__struct_config__.tag == "housed", "a bot goes on, should it be played again"


@asynchronous
async def test_a_table_that_cannot_even_be_read_does_not_stop_it(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        people = People(tables.store, b"s" * 32, now)
        ann = await people.welcome("Ann")
        table = await tables.quick(ann, http_types.Quick("nope", 2, level="random"))
        length = table.state.length
        row = {"table": table.id, "seq": length, "at": 1, "body": '{"kind":"danced"}', "person": None, "ref": None}
        await tables.store.write(lambda rows: rows.execute(insert(schema.entries), [row]))
    async with tables_at(database, now) as tables:
        people = People(tables.store, b"s" * 32, now)
        with pytest.raises(Refused, match="this version cannot read the log"):
            await tables.get(table.id)
        await tables.forget(ann, people)
        assert await people.by_cookie(people.cookie(ann)) is None


@asynchronous
async def test_a_running_game_tells_nothing_and_is_closed_in_the_end(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await tables.quick(ANN, http_types.Quick("nyet", 3, level="random"))
    age(database, table.id, game="snap")
    async with tables_at(database, now) as tables:
        await tables.begin(now())
        await tables.recover()
        with pytest.raises(Refused, match="this game is not over"):
            record_of(await tables.store.read(lambda rows: load(rows, table.id)))
        now.forward(3600)
        await act(tables)
        assert (await tables.find(table.id)).state.stage == "playing", "it may be installed again"
        now.forward(86_400)
        await act(tables)
        assert (await tables.find(table.id)).state.stage == "closed"
        told = record_of(await tables.store.read(lambda rows: load(rows, table.id)))
        assert told.result is None
        assert len(told.shuffles) == 1


@asynchronous
async def test_over_real_sockets(tmp_path: Path) -> None:
    """Who knocks is told to stay away; the record, the export and the deletion work."""
    with served(tmp_path / "data") as server:
        async with party(server.url) as people:
            games = [await people.table(2, game="nope") for _ in range(3)]
            for place in (*games[0], *games[1], *games[2]):
                await place.do("close")
            running = await people.table(2, game="nope")
            tables = [game[0].table for game in games]
            _, old, foreign = tables
            sits = [games[0][0].guest.http.cookies, running[0].guest.http.cookies]
        server.stop()
        database = f"sqlite:///{server.data / 'naysay.db'}"
        age(database, old, revision=99)
        age(database, foreign, game="snap")
        age(database, running[0].table, game="snap")
        server.start()
        async with party(server.url) as people:
            guest = people.stranger()
            for cookies in sits:
                guest.cookies.update(cookies)
                for table in (old, foreign, running[0].table):
                    place = Place(people.guests[-1], table)
                    await place.open()
                    await asyncio.wait_for(place.reader or asyncio.sleep(0), 10)
                    assert place.closed == 4004, "stay away"
                    refusal = place.answers[None]  # type: ignore[index]
                    assert (refusal["code"], refusal["params"]) == ("other_rules", {"ended": table in tables})
                    assert (await guest.get(f"/api/tables/{table}")).status_code == 409
                    assert (await guest.get(f"/api/tables/{table}/history")).status_code == 409
                    replay = (await guest.get(f"/api/tables/{table}/replay")).json()
                    assert (replay["code"], replay["params"]) == (refusal["code"], refusal["params"])
                told = await guest.get(f"/api/tables/{foreign}/record")
                assert told.status_code == 200
                assert told.json()["game"] == "snap"
                assert (await guest.get(f"/api/tables/{running[0].table}/record")).json()["code"] == "still_played"
                assert (await guest.get("/api/me/games")).status_code == 200
                assert (await guest.delete("/api/me")).status_code == 204
                assert (await guest.get("/api/me")).status_code == 204
        assert server.complaints() == []
    missing: list[str] = []
    lines = [json.loads(line) for line in export(Settings(server.data), missing.append)]
    assert (sorted(line["game"] for line in lines), missing) == (["nope", "nope", "snap"], [])
    engine = open_engine(url_of(database), writes=True)
    with engine.begin() as connection:  # one that nobody can read
        connection.execute(update(schema.entries).where(schema.entries.c.table == old).values(body="{"))
    engine.dispose()
    command = [NAYSAY, "export", "--data", str(server.data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert sorted(json.loads(line)["game"] for line in done.stdout.splitlines()) == ["nope", "snap"]
    assert f"table {old} cannot be read" in done.stderr
    assert done.stderr.endswith("2 records\n")
