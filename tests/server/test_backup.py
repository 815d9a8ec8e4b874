"""Everything in one file, from any database into any database, also while people play; and records for everybody."""

import asyncio
import gzip
import json
import os
import stat
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from naysay.server.errors import Refused
from naysay.server.people import People
from naysay.server.settings import Settings
from naysay.server.storage import schema, secret_fingerprint
from naysay.server.storage.backup import BadBackup, backup, export, restore
from naysay.server.storage.database import migrate, newest_revision, open_engine
from naysay.server.table.entries import Clock
from naysay.server.web import http_types
from tests.support.asynchronous import asynchronous
from tests.support.clients import Guest, party
from tests.support.databases import Postgres
from tests.support.servers import NAYSAY, served
from tests.support.table_room import ANN, BEGINNING, Time, tables_at


def naysay(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([NAYSAY, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False)


def rows(settings: Settings) -> dict[str, list[Any]]:
    """All rows of a database, in an order of their own."""
    engine = open_engine(settings.url, writes=False)
    with engine.begin() as connection:
        found = {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in schema.metadata.sorted_tables
        }
    engine.dispose()
    return found


async def fill(settings: Settings, now: Time | None = None) -> None:
    """People, bots, links, tables in all stages, chat."""
    now = now or Time()
    settings.data.mkdir(parents=True, exist_ok=True)
    migrate(settings.url, BEGINNING)
    engine = open_engine(settings.url, writes=True)
    with engine.begin() as connection:
        secret_fingerprint.claim(connection, settings)  # as a server does at its start
    engine.dispose()
    async with tables_at(settings.url.render_as_string(hide_password=False), now) as tables:
        people = People(tables.store, b"s" * 32, now)
        ann = await people.welcome("Änne 🂡")
        await people.make_bot(ann, "Bot")
        await people.make_link(ann)
        await people.rename(ann, "Ann")  # PostgreSQL keeps the row of the owner behind that of the bot now
        table = await tables.quick(ann, http_types.Quick("nope", 2, level="random", seat=1))
        await tables.make(ann, http_types.NewTable("nyet", 4, "iello-2015", clock=Clock("move", seconds=20)))
        await table.say(ann, "r1", "quotes ' \" and\nlines", next(iter(table.members.values())))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "from")


@asynchronous
async def test_a_backup_holds_everything(settings: Settings, tmp_path: Path, postgres_server: Postgres) -> None:
    settings.data.mkdir()
    await fill(settings)
    counts = backup(settings, tmp_path / "1.gz")
    before = rows(settings)
    assert counts == {name: len(found) for name, found in before.items()}
    assert min(counts[name] for name in ("people", "links", "tables", "entries", "members", "chat")) >= 1
    middle = Settings(tmp_path / "middle", postgres_server.new_database())
    assert restore(middle, tmp_path / "1.gz", BEGINNING) == counts
    assert rows(middle) == before
    backup(middle, tmp_path / "2.gz")
    last = Settings(tmp_path / "last")
    restore(last, tmp_path / "2.gz", BEGINNING)
    assert rows(last) == before
    secrets = {(one.data / "secret.key").read_bytes() for one in (settings, middle, last)}
    assert len(secrets) == 1, "guests keep their cookies"


@asynchronous
async def test_a_backup_from_postgresql(postgres_server: Postgres, tmp_path: Path) -> None:
    first = Settings(tmp_path / "first", postgres_server.new_database())
    second = Settings(tmp_path / "second", postgres_server.new_database())
    await fill(first)
    counts = backup(first, tmp_path / "b.gz")
    assert restore(second, tmp_path / "b.gz", BEGINNING) == counts
    assert rows(second) == rows(first)


@asynchronous
async def test_only_the_owner_may_read_it(settings: Settings, tmp_path: Path) -> None:
    settings.data.mkdir()
    await fill(settings)
    mask = os.umask(0)
    try:
        backup(settings, tmp_path / "b.gz")
        target = Settings(tmp_path / "to")
        restore(target, tmp_path / "b.gz", BEGINNING)
    finally:
        os.umask(mask)
    for path in (tmp_path / "b.gz", target.data / "secret.key"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(target.data.stat().st_mode) == 0o700


@asynchronous
async def test_what_cannot_be_backed_up(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match="there is no database"):
        backup(settings, tmp_path / "b.gz")
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"
    settings.data.mkdir()
    await fill(settings)
    backup(settings, tmp_path / "b.gz")
    with pytest.raises(BadBackup, match="is there already"):
        backup(settings, tmp_path / "b.gz")
    with pytest.raises(BadBackup, match="cannot be written"):
        backup(settings, tmp_path / "nowhere" / "b.gz")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "naysay.db").write_bytes(b"this is no database" * 100)
    with pytest.raises(BadBackup, match="cannot be read"):
        backup(Settings(tmp_path / "other"), tmp_path / "c.gz")
    with pytest.raises(BadBackup, match="cannot be read"):
        backup(Settings(tmp_path, f"postgresql:///x?host={tmp_path}"), tmp_path / "c.gz")
    assert not list(tmp_path.glob("*c.gz*"))


def spoil(lines: list[bytes], how: str) -> bytes:  # noqa: C901 - one case for each way to go wrong
    """A backup that went wrong."""
    rows = [number for number, line in enumerate(lines) if b'"entries"' in line]
    match how:
        case "no gzip":
            return b"".join(lines)
        case "cut":
            return gzip.compress(b"".join(lines))[:-200]
        case "garbled":
            packed = bytearray(gzip.compress(b"".join(lines)))
            packed[len(packed) // 2] ^= 0xFF
            return bytes(packed)
        case "other format":
            lines[0] = lines[0].replace(b"backup/1", b"backup/2")
        case "other revision":
            lines[0] = lines[0].replace(newest_revision().encode(), b"0000")
        case "no head":
            del lines[0]
        case "no secret":
            lines[0] = json.dumps({**json.loads(lines[0]), "secret": "!"}).encode() + b"\n"
        case "unknown table":
            lines[-1] = lines[-1].replace(b'"table": "', b'"table": "x', 1)
        case "short row":
            lines[rows[0]] = json.dumps({"table": "entries", "row": ["only"]}).encode() + b"\n"
        case "twice":
            lines.insert(rows[0], lines[rows[0]])
        case "orphan":
            row = json.loads(lines[rows[0]])
            lines[rows[0]] = json.dumps({**row, "row": ["nowhere", *row["row"][1:]]}).encode() + b"\n"
        case "no row":
            lines[rows[0]] = b"[]\n"
        case "not text":
            lines[rows[0]] = b"\xff\xfe\n"
        case "nothing":
            lines = []
    return gzip.compress(b"".join(lines))


HOW = ["no gzip", "cut", "garbled", "other format", "other revision", "no head", "no secret", "unknown table"]
HOW += ["short row", "twice", "orphan", "no row", "not text", "nothing"]


@asynchronous
async def test_a_bad_file_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    source = Settings(tmp_path / "from")
    source.data.mkdir()
    await fill(source)
    backup(source, tmp_path / "good.gz")
    target = Settings(tmp_path / "to")
    for how in HOW:
        lines = gzip.decompress((tmp_path / "good.gz").read_bytes()).splitlines(keepends=True)
        (tmp_path / "bad.gz").write_bytes(spoil(lines, how))
        with pytest.raises(BadBackup) as refused:
            restore(target, tmp_path / "bad.gz", BEGINNING)
        assert len(str(refused.value)) < 400, "one sentence"
        assert not any(rows(target).values()), how
    restore(target, tmp_path / "good.gz", BEGINNING)
    assert rows(target) == rows(source)
    with pytest.raises(BadBackup, match="not empty"):
        restore(target, tmp_path / "good.gz", BEGINNING)


@asynchronous
async def test_a_database_without_people_is_not_empty_if_it_has_tables(tmp_path: Path) -> None:
    source = Settings(tmp_path / "from")
    source.data.mkdir()
    async with tables_at(f"sqlite:///{source.data / 'naysay.db'}", Time()) as tables:
        await tables.make(ANN, http_types.NewTable("nope"))  # who made it wants to be forgotten meanwhile
    backup(source, tmp_path / "b.gz")
    with pytest.raises(BadBackup, match="not empty"):
        restore(source, tmp_path / "b.gz", BEGINNING)


@asynchronous
async def test_export_tells_what_may_be_told(tmp_path: Path) -> None:
    with served(tmp_path / "data") as server:
        async with party(server.url) as people:
            played = await people.table(2, game="nope", options={"max_turns": 9})
            await asyncio.gather(*(place.play(Random(1)) for place in played))
            closed = await people.table(2, game="nope")
            never = await people.table(2, start=False, game="nope")
            for place in (*closed, never[0]):
                await place.do("close")
            running = await people.table(2, game="nope")
            told = naysay("export", "--data", server.data, "--out", tmp_path / "games.jsonl")
            assert (told.returncode, told.stderr) == (0, "2 records\n"), told
            lines = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
            downloaded = (await played[0].guest.http.get(f"/api/tables/{played[0].table}/record")).text.strip()
            (one,) = export(Settings(server.data), print, closed[0].table)
            assert sorted(lines) == sorted([downloaded, one])
            assert naysay("verify", "--fair", tmp_path / "games.jsonl").returncode == 0
            wrong = {running[0].table: "not over", never[0].table: "before a game", "x": "no table 'x'"}
            for table, why in wrong.items():
                with pytest.raises((BadBackup, Refused), match=why):
                    list(export(Settings(server.data), print, table))
            refused = naysay("export", "--data", server.data, "--table", running[0].table)
            assert (refused.returncode, refused.stdout) == (1, "")
            assert refused.stderr.startswith("Error: a record tells all hands")
    nothing = naysay("export", "--data", tmp_path / "nowhere")
    assert (nothing.returncode, "there is no database" in nothing.stderr) == (1, True)


@pytest.mark.slow
@asynchronous
async def test_games_go_on_after_a_restore(tmp_path: Path, postgres_server: Postgres) -> None:
    with served(tmp_path / "first") as server:
        async with party(server.url) as people:
            places = await people.table(2, 1, game="nope")
            playing = [asyncio.ensure_future(place.play(Random(number))) for number, place in enumerate(places)]
            more = await people.table(2, game="nyet", edition="iello-2015")
            busy = [asyncio.ensure_future(place.play(Random(number))) for number, place in enumerate(more)]
            await more[0].until(lambda: more[0].seq > 30)
            made = await asyncio.to_thread(naysay, "backup", "--data", server.data, tmp_path / "b.gz")
            assert made.returncode == 0, made.stderr
            assert "tables" in made.stdout
            for task in (*playing, *busy):
                task.cancel()
            cookies = [place.guest.http.cookies["naysay"] for place in more]
            table, seen = more[0].table, more[0].seq
    url = postgres_server.new_database()
    arguments: list[list[str]] = [[], ["--database", url]]
    for number, extra in enumerate(arguments):
        data = tmp_path / f"again {number}"
        restored = naysay("restore", "--data", data, *extra, tmp_path / "b.gz")
        assert restored.returncode == 0, restored.stderr
        with served(data, *extra) as server:
            async with party(server.url) as people:
                again = []
                for cookie in cookies:
                    guest = Guest(server.url, people.stranger(), "again")
                    guest.http.cookies.set("naysay", cookie)
                    again.append(await people.look(guest, table))
                assert 30 < again[0].seq <= seen
                await asyncio.gather(*(place.play(Random(number)) for number, place in enumerate(again)))
                assert again[0].stage == "over"
                record = await again[0].guest.http.get(f"/api/tables/{table}/record")
                (tmp_path / "game.jsonl").write_text(record.text, encoding="utf-8")
                assert naysay("verify", "--fair", tmp_path / "game.jsonl").returncode == 0
        assert server.complaints() == []
    postgres_server.drop(url)
