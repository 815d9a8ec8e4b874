"""Databases of earlier versions become databases of this one, and no others do."""

import multiprocessing
import os
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from naysay.server.storage import database as databases
from naysay.server.storage.database import (
    MIGRATIONS,
    WrongDatabase,
    migrate,
    newest_revision,
    open_engine,
    revision_of,
    url_of,
)
from naysay.server.storage.schema import metadata
from tests.support.servers import NAYSAY

NOW = 1_800_000_000_000
EARLIER = """
import sqlalchemy as sa
from alembic import op

revision = {revision!r}
down_revision = {before!r}


def upgrade() -> None:
    {what}
"""
ENV = """
from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
"""


def other_migrations(folder: Path, *steps: str) -> Path:
    """A folder of migrations as another version of naysay could have it."""
    (folder / "versions").mkdir(parents=True, exist_ok=True)
    (folder / "env.py").write_text(ENV, encoding="utf-8")
    before = None
    for number, what in enumerate(steps, 1):
        revision = f"step{number}"
        text = EARLIER.format(revision=revision, before=before, what=what)
        (folder / "versions" / f"{revision}.py").write_text(text, encoding="utf-8")
        before = revision
    return folder


def naysay(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([NAYSAY, *arguments], capture_output=True, text=True, timeout=60, check=False)


def revision_at(url: Any) -> str | None:
    engine = open_engine(url, writes=False)
    with engine.begin() as connection:
        found = revision_of(connection)
    engine.dispose()
    return found


def test_the_names_of_migrations_begin_with_their_revisions() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = list(ScriptDirectory.from_config(config).walk_revisions())
    assert scripts[0].revision == newest_revision()
    assert [Path(script.path).name.partition("_")[0] for script in scripts] == [script.revision for script in scripts]


def test_migrations_give_the_schema(database: str) -> None:
    url = url_of(database)
    assert migrate(url, NOW) is None, "there was nothing to copy"
    engine = open_engine(url, writes=True)
    with engine.begin() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    found = inspect(engine)
    for name, table in metadata.tables.items():
        assert found.get_pk_constraint(name)["constrained_columns"] == [column.name for column in table.primary_key]
        keys = {(tuple(key["constrained_columns"]), key["referred_table"]) for key in found.get_foreign_keys(name)}
        assert keys == {((one.parent.name,), one.column.table.name) for one in table.foreign_keys}
    engine.dispose()
    assert migrate(url, NOW) is None, "a second time changes nothing"


def test_an_old_file_is_copied_first(tmp_path: Path) -> None:
    place = tmp_path / "tables.db"
    url = url_of(place)
    first = "op.create_table('cards', sa.Column('name', sa.Text()))"
    migrate(url, NOW, other_migrations(tmp_path / "one", first))
    place.chmod(0o600)
    keeper = sqlite3.connect(place)  # somebody who looks on must not keep the copy from being whole
    keeper.execute("PRAGMA journal_mode=WAL")
    keeper.executemany("INSERT INTO cards VALUES (?)", [(f"card {number}",) for number in range(5000)])
    keeper.commit()
    newer = other_migrations(tmp_path / "two", first, "op.drop_table('cards')")
    copy = migrate(url, NOW + 7, newer)
    keeper.close()
    assert copy == tmp_path / f"tables-step1-{NOW + 7}.backup.db"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(sqlite3.connect(copy)) as old, closing(sqlite3.connect(place)) as new:
        assert old.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert old.execute("SELECT count(*) FROM cards").fetchone() == (5000,)
        assert old.execute("SELECT version_num FROM alembic_version").fetchone() == ("step1",)
        assert new.execute("SELECT count(*) FROM sqlite_master WHERE name = 'cards'").fetchone() == (0,)
        assert new.execute("SELECT version_num FROM alembic_version").fetchone() == ("step2",)
    assert migrate(url, NOW + 8, newer) is None


def test_a_migration_that_fails_changes_nothing(database: str, tmp_path: Path) -> None:
    url = url_of(database)
    first = "op.create_table('cards', sa.Column('name', sa.Text()))"
    migrate(url, NOW, other_migrations(tmp_path / "one", first))
    broken = "op.create_table('more', sa.Column('name', sa.Text())); op.drop_table('nothing')"
    with pytest.raises(Exception, match="nothing"):
        migrate(url, NOW, other_migrations(tmp_path / "two", first, broken))
    assert revision_at(url) == "step1"
    engine = open_engine(url, writes=True)
    assert "more" not in inspect(engine).get_table_names()
    engine.dispose()


def test_a_newer_database_is_refused(database: str, tmp_path: Path) -> None:
    url = url_of(database)
    migrate(url, NOW)
    engine = open_engine(url, writes=True)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(WrongDatabase, match="revision '9999', which this version of naysay does not know"):
        migrate(url, NOW)
    assert revision_at(url) == "9999"
    assert list(tmp_path.glob("*.backup.db")) == [], "nothing to keep: nothing was changed"


def test_the_command_says_that_a_database_is_newer(tmp_path: Path) -> None:
    url = url_of(tmp_path / "naysay.db")
    migrate(url, NOW)
    with closing(sqlite3.connect(tmp_path / "naysay.db")) as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
        file.commit()
    for command in (["restore", __file__], ["serve", "--port", "0"]):
        told = naysay(*command, "--data", str(tmp_path))
        assert told.returncode == 1
        assert "written by a newer one" in told.stderr, told.stderr
        assert "Traceback" not in told.stderr
        assert "open at" not in told.stdout


def test_the_command_says_that_a_database_cannot_be_used(tmp_path: Path) -> None:
    nowhere = naysay("serve", "--port", "0", "--data", str(tmp_path), "--database", f"postgresql:///x?host={tmp_path}")
    assert nowhere.returncode == 1
    assert nowhere.stderr.startswith("Error: the database postgresql+psycopg:///x?host=")
    assert "cannot be used" in nowhere.stderr
    (tmp_path / "naysay.db").write_bytes(b"no database at all, but long enough to be one" * 100)
    garbled = naysay("serve", "--port", "0", "--data", str(tmp_path))
    assert garbled.returncode == 1
    assert "file is not a database" in garbled.stderr
    assert "Traceback" not in nowhere.stderr + garbled.stderr


def _migrate(url: str, barrier: Any, results: Any) -> None:
    barrier.wait()
    try:
        migrate(url_of(url), os.getpid())
        results.put("done")
    except Exception as error:  # noqa: BLE001 - told to the test
        results.put(repr(error))


def test_several_processes_migrate_at_once(database: str) -> None:
    processes = 5
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(processes), context.Queue()
    running = [context.Process(target=_migrate, args=(database, barrier, results)) for _ in range(processes)]
    for process in running:
        process.start()
    assert [results.get(timeout=60) for _ in running] == ["done"] * processes
    for process in running:
        process.join()
    assert revision_at(url_of(database)) == newest_revision()


def test_the_lock_is_the_same_for_all() -> None:
    assert databases.MIGRATION_LOCK < 1 << 63, "PostgreSQL's locks are numbers of 64 bits"
