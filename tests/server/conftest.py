"""What server tests share: databases of both kinds, and a server for those that do not need their own."""

from collections.abc import Iterator

import pytest

from tests.support.databases import database, postgres_server
from tests.support.servers import Served, served

__all__ = ["database", "postgres_server", "server"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A running server, the same one for all tests of a worker: they must not need it for themselves."""
    with served(tmp_path_factory.mktemp("served") / "data") as running:
        yield running
    assert running.complaints() == []
