"""The databases of the server's tests, here too."""

from tests.support.databases import database, postgres_server

__all__ = ["database", "postgres_server"]
