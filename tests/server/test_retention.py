"""What nobody uses any more is deleted when its time has come, and nothing else is."""

import json
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import event

from naysay import record
from naysay.cli import main
from naysay.server.errors import Refused
from naysay.server.people import People
from naysay.server.settings import Keep
from naysay.server.storage import queries
from naysay.server.storage import retention as retentions
from naysay.server.storage.queries import load, tables_of
from naysay.server.storage.records import record_of
from naysay.server.storage.retention import Retention
from naysay.server.storage.writer import Member
from naysay.server.table import commands
from naysay.server.table.commands import Person
from naysay.server.table.entries import DAY, SECOND
from naysay.server.table.live import Table
from naysay.server.table.tables import Tables
from naysay.server.web import http_types
from tests.support.asynchronous import asynchronous
from tests.support.effort import times
from tests.support.servers import NAYSAY
from tests.support.table_room import Time, connect, rows, tables_at

DAYS = 86_400


@dataclass
class Place:
    """Tables, their people, and who is connected."""

    tables: Tables
    people: People
    now: Time
    here: list[str]

    def retention(self, keep: str) -> Retention:
        return Retention(self.tables.store, self.tables, self.people, Keep.read(keep), lambda: self.here)

    async def delete(self, keep: str) -> None:
        await rows(self.tables)
        await self.retention(keep).delete_old()

    async def counts(self) -> dict[str, int]:
        return await self.tables.store.read(queries.row_counts)

    async def closed(self, *people: Person, begun: bool) -> Table:
        """A table that was closed, with a game or without."""
        table = await self.tables.make(people[0], http_types.NewTable("nope", 2))
        for seat, person in enumerate(people):
            member = Member(person.id, person.name, person.bot)
            await table.perform(commands.sit(person, seat), person.id, "sit", member)
            await table.say(person, "line", "hello", member)
        if begun:
            await table.perform(commands.start(people[0].id), people[0].id, "start")
        for person in people if begun else people[:1]:
            await table.perform(commands.close(person.id, on=True), person.id, "close")
        assert table.state.stage == "closed"
        del self.tables.loaded[table.id]
        return table


@asynccontextmanager
async def place_at(database: str) -> AsyncIterator[Place]:
    now = Time()
    async with tables_at(database, now) as tables:
        yield Place(tables, People(tables.store, b"secret", now), now, [])


async def exists(place: Place, table: Table) -> bool:
    try:
        await place.tables.find(table.id)
    except Refused as refused:
        assert refused.code == "no_such_table"  # noqa: PT017 - or it is there
        return False
    place.tables.loaded.clear()
    return True


@asynchronous
async def test_tables_that_were_never_played_at_go_and_games_stay(database: str) -> None:
    async with place_at(database) as place:
        ann, ben = [await place.people.welcome(name) for name in ("Ann", "Ben")]
        empty = await place.closed(ann, ben, begun=False)
        game = await place.closed(ann, ben, begun=True)
        waiting = await place.tables.make(ann, http_types.NewTable("nope", 2, closes_after=30 * DAYS))
        place.now.forward(6 * DAYS)
        await place.delete("tables=7d,chat=forever")
        assert await exists(place, empty)
        place.now.forward(2 * DAYS)
        await place.delete("tables=7d,chat=forever")
        assert not await exists(place, empty)
        assert await exists(place, game)
        assert await exists(place, waiting), "it is not closed yet"
        assert (await place.counts())["chat"] == 2, "its chat is gone with it"
        await place.delete("tables=7d,games=7d")
        assert not await exists(place, game)
        found = await place.counts()
        assert (found["tables"], found["entries"], found["members"], found["dues"]) == (1, 1, 0, 1)
        told = place.tables.metrics.text().decode()
        assert 'naysay_deleted_total{what="tables"} 1.0' in told
        assert 'naysay_deleted_total{what="games"} 1.0' in told


@asynchronous
async def test_what_is_in_memory_is_in_use(database: str) -> None:
    async with place_at(database) as place:
        ann, ben = [await place.people.welcome(name) for name in ("Ann", "Ben")]
        game = await place.closed(ann, ben, begun=True)
        looked_at = await place.tables.find(game.id)
        looker = connect(looked_at, ann)
        place.now.forward(30 * DAYS)
        await place.delete("games=1d,chat=1d")
        assert looked_at.whole(ann).view is not None
        assert len(looked_at.chat.lines) == 1, "old lines are not shown any more, but for the last"
        looked_at.disconnect(looker)
        place.tables.loaded.clear()
        await place.delete("games=1d")
        assert not await exists(place, game)


@asynchronous
async def test_old_chat_goes_and_numbers_go_on(database: str) -> None:
    async with place_at(database) as place:
        ann = await place.people.welcome("Ann")
        table = await place.tables.make(ann, http_types.NewTable("nope", 2, closes_after=30 * DAYS))
        for number in range(3):
            await table.say(ann, f"r{number}", "hello", Member(ann.id, "Ann"))
            place.now.forward(DAYS)
        await place.delete("chat=36h")
        assert (await place.counts())["chat"] == 1
        place.now.forward(9 * DAYS)
        await place.delete("chat=36h")
        assert (await place.counts())["chat"] == 0
        await table.say(ann, "last", "still here", Member(ann.id, "Ann"))
        assert table.chat.lines[-1][1].number == 3, "a client that knows line 2 gets no second one"


@asynchronous
async def test_guests_who_never_come_back_are_forgotten_and_their_games_are_not(database: str) -> None:
    async with place_at(database) as place:
        ann, ben, cat, dan = [await place.people.welcome(name) for name in ("Ann", "Ben", "Cat", "Dan")]
        bot, token = await place.people.make_bot(dan, "Robbie")
        game = await place.closed(ann, ben, begun=True)
        playing = await place.tables.make(cat, http_types.NewTable("nope", 2, closes_after=364 * DAYS))
        place.now.forward(29 * DAYS)
        assert await place.people.by_cookie(place.people.cookie(ben)) == ben
        await place.people.by_token(token)
        await place.people.see()
        place.now.forward(2 * DAYS)
        await place.delete("guests=30d")
        assert await place.people.by_cookie(place.people.cookie(ann)) is None
        for person in (ben, cat, dan):
            assert await place.people.by_cookie(place.people.cookie(person)) == person, person.name
        assert (await place.people.by_token(token)) == bot, "who has a bot that plays is here"
        loaded = await place.tables.store.read(lambda connection: load(connection, game.id))
        told = record_of(loaded)
        assert told.players == ("someone", "Ben")
        assert json.loads(record.write(told))["players"] == ["someone", "Ben"]
        ((_, about, _),) = await place.tables.store.read(lambda connection: tables_of(connection, ben.id, 1 << 53, 9))
        assert [seat.name for seat in http_types.read_row(about).seats] == ["someone", "Ben"]
        assert [logged for logged in loaded.chat if logged[2] == ann.id] == []
        await playing.perform(commands.close(cat.id, on=True), cat.id, "close")
        place.here.append(cat.id)
        await place.delete("guests=30d")
        assert await place.people.by_cookie(place.people.cookie(cat)) == cat, "connected is seen"
        place.here.clear()
        place.now.forward(31 * DAYS)
        await place.delete("guests=30d")
        assert (await place.counts())["people"] == 0
        assert await exists(place, game)


@pytest.mark.attack
@asynchronous
async def test_much_is_deleted_in_small_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retentions, "AT_ONCE", 5)
    monkeypatch.setattr(retentions, "PAUSE", 0.0)
    async with place_at(f"sqlite:///{tmp_path / 'tables.db'}") as place:
        ann = await place.people.welcome("Ann")
        count = times(12, 10)
        for number in range(count):
            guest = await place.people.welcome(f"Guest {number}")
            await place.closed(guest, begun=False)
        place.now.forward(30 * DAYS)
        await place.people.see([ann.id])
        sizes: list[int] = []

        def note(
            connection: object, cursor: object, statement: str, parameters: tuple[object, ...], *_: object
        ) -> None:
            if statement.startswith("DELETE FROM entries"):
                sizes.append(len(parameters))

        event.listen(place.tables.store._writes, "before_cursor_execute", note)
        await place.delete("guests=1d,tables=1d")
        assert sum(sizes) == count
        assert max(sizes) <= 5
        found = await place.counts()
        assert (found["people"], found["tables"], found["entries"], found["chat"]) == (1, 0, 0, 0)


def test_what_an_operator_may_say() -> None:
    assert Keep.read() == Keep()
    assert str(Keep()) == "guests=400d,tables=7d,chat=90d,games=forever"
    said = Keep.read("guests=30d, chat=12h", "games=2d", "tables=forever")
    assert (said.guests, said.chat, said.games, said.tables) == (30 * DAY, 12 * 3600 * SECOND, 2 * DAY, None)
    assert Keep.read(str(said)) == said


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("guest=4d", "expected one of guests, tables, chat, games"),
        ("", "expected one of guests"),
        ("guests", "expected days, hours or forever, as in guests=400d or guests=12h"),
        ("guests=", "expected days"),
        ("chat=4", "expected days"),
        ("chat=0d", "expected days"),
        ("chat=-4d", "expected days"),
        ("chat=4y", "expected days"),
        ("chat=9999999d", "expected days"),
        ("chat=4d;games=1d", "expected days"),
        ("guests=2h", "guests are kept for a day at least"),
    ],
)
def test_what_an_operator_may_not_say(wrong: str, told: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["serve", "--data", str(tmp_path / "data"), "--keep", wrong])
    assert result.exit_code == 1
    assert told in result.output
    assert "Traceback" not in result.output
    assert not (tmp_path / "data").exists(), "nothing was begun"


@asynchronous
async def test_how_much_there_is(database: str, tmp_path: Path) -> None:
    async with place_at(database) as place:
        ann = await place.people.welcome("Ann")
        await place.people.make_bot(ann, "Robbie")
        await place.closed(ann, begun=False)
        await place.tables.make(ann, http_types.NewTable("nope", 2))
        await rows(place.tables)
        await place.retention("guests=forever").measure()
        told = place.tables.metrics.text().decode()
        assert 'naysay_rows{table="people"} 2.0' in told
        assert 'naysay_rows{table="entries"} 4.0' in told
        assert float(told.split("\nnaysay_database_bytes ")[1].split()[0]) > 10_000
        arguments = ["stats", "--data", str(tmp_path), "--database", database]
        answer = json.loads(run(*arguments, "--json"))
        assert answer["people"] == {"guests": 1, "bots": 1}
        assert answer["tables"] == {"open": 1, "playing": 0, "over": 0, "closed": 1}
        assert (answer["rows"]["entries"], answer["rows"]["chat"]) == (4, 1)
        assert answer["bytes"] > 10_000
        text = run(*arguments)
        assert [line.rsplit(None, 1) for line in text.splitlines()[:3]] == [
            ["guests", "1"],
            ["their own bots", "1"],
            ["tables, open", "1"],
        ]


def run(*arguments: str) -> str:
    done = subprocess.run([NAYSAY, *arguments], capture_output=True, text=True, timeout=120, check=True)
    return done.stdout


def test_there_is_nothing_to_count(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["stats", "--data", str(tmp_path / "nowhere")])
    assert result.exit_code == 1
    assert "there is no database at" in result.output
