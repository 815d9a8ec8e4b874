"""What server tests share: databases of both kinds, and a server for those that do not need their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import postgres
from tests.server.serving import Served, served


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Postgres]:
    """One PostgreSQL for each worker of the test run."""
    with postgres.started() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.db'}"
        return
    server: postgres.Postgres = request.getfixturevalue("postgres_server")
    url = server.new_database()
    yield url
    server.drop(url)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A running server, the same one for all tests of a worker: they must not need it for themselves."""
    with served(tmp_path_factory.mktemp("served") / "data") as running:
        yield running
    assert running.complaints() == []
