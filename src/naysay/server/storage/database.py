"""How a database is opened and brought to the shape of `schema.py`: SQLite by default, PostgreSQL by its URL."""

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from naysay.game import quote

MIGRATIONS: Final = Path(__file__).with_name("migrations")
MIGRATION_LOCK: Final = 0x6E6179736179  # any number, the same for all processes that share a database
PATIENCE: Final = 20_000  # milliseconds that SQLite waits for another process


class WrongDatabase(ValueError):
    """A database that this program cannot use."""


def url_of(place: str | Path) -> URL:
    """A file of SQLite, or the URL of a database.

    >>> url_of("postgresql://someone@example.org/naysay").drivername
    'postgresql+psycopg'
    """
    if isinstance(place, Path):
        return URL.create("sqlite", database=str(place))
    try:
        url = make_url(place)
        backend = url.get_backend_name()
    except (ArgumentError, NoSuchModuleError) as error:
        raise WrongDatabase(f"not the URL of a database: {quote(place)}; try postgresql://user@host/name") from error
    if backend in ("postgresql", "postgres"):  # both are in use
        return url.set(drivername="postgresql+psycopg")
    if backend == "sqlite" and url.database:
        return url
    raise WrongDatabase(f"naysay keeps its tables in SQLite or PostgreSQL, not in {quote(place)}")


def open_engine(url: URL, *, writes: bool) -> Engine:
    """Connections to a database. In SQLite a transaction that will write takes its lock at once."""
    if url.get_backend_name() != "sqlite":
        return create_engine(
            url,
            pool_pre_ping=True,
            hide_parameters=True,  # of what an error tells, cards are no part
            isolation_level="READ COMMITTED" if writes else "REPEATABLE READ",
        )
    engine = create_engine(url, hide_parameters=True, connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # `begin` below decides, not the driver
        for pragma in (f"busy_timeout={PATIENCE}", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        _write_ahead(connection)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch a SQLite file to its write-ahead log. While another process does the same, SQLite refuses at once."""
    until = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def revision_of(connection: Connection) -> str | None:
    """The migration that this database is at; None: it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return revision


def newest_revision() -> str:
    """The shape of `schema.py`."""
    return _known(MIGRATIONS)[-1]


def _known(migrations: Path) -> list[str]:
    """All migrations, the oldest first: a file's name begins with its revision."""
    return sorted(file.stem.partition("_")[0] for file in migrations.glob("versions/[!_]*.py"))


def migrate(url: URL, now: int, migrations: Path = MIGRATIONS) -> Path | None:
    """Bring the database to the newest shape. An old file of SQLite is copied first; gives the copy's path.

    Several processes may do this at once: one of them does it, the others wait.
    """
    known = _known(migrations)
    engine = open_engine(url, writes=True)
    copy = None
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
            current = revision_of(connection)
            if current == known[-1]:
                return None
            if current is not None and current not in known:
                raise WrongDatabase(
                    f"the database is at revision {current!r}, which this version of naysay does not know; "
                    "it was written by a newer one"
                )
            if current is not None and connection.dialect.name == "sqlite":
                copy = _copy(url, current, now)
            _upgrade(connection, migrations)
    finally:
        engine.dispose()
    return copy


def _upgrade(connection: Connection, migrations: Path) -> None:
    """Run the migrations that are missing. Alembic is loaded for this alone: most starts find nothing to do."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _copy(url: URL, revision: str, now: int) -> Path:
    """A whole copy of a SQLite file, also while others read it, with the rights of the original."""
    assert url.database is not None
    original = Path(url.database)
    copy = original.with_name(f"{original.stem}-{revision}-{now}.backup.db")
    copy.touch(mode=0o600)
    with closing(sqlite3.connect(original)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    shutil.copymode(original, copy)
    return copy
