"""What routes are made of: the request, who runs them, and the errors that they declare."""

from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec

from naysay.server.people import People
from naysay.server.settings import Settings
from naysay.server.table.commands import Person
from naysay.server.table.tables import Tables
from naysay.server.web import http_types

AnyRequest = Request[Any, Any, Any]
TablesHere = NamedDependency[Tables]
PeopleHere = NamedDependency[People]
SettingsHere = NamedDependency[Settings]
Someone = NamedDependency[Person]


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """The errors that a route may answer with; any may answer that there were too many requests."""
    return {
        status: ResponseSpec(http_types.Problem, description="Why not", generate_examples=False)
        for status in (*statuses, 403, 408, 421, 429, 431, 503)
    }
