"""The OpenAPI that the server hands out tells the truth: requests made from it, good and bad, get what it declares."""

from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.effort import LONG, times
from tests.support.servers import served

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


class Caller:
    """A guest with tables of all kinds, and a new one whenever this one was deleted."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.rng = Random(1)
        self.arrive()

    def arrive(self) -> None:
        with httpx.Client(base_url=self.url) as client:
            assert client.post("/api/me", json={"name": "Ann"}).status_code == 200
            self.cookies = dict(client.cookies)
            quick = client.post("/api/quick", json={"game": "nope", "level": "random", "pace": 10}).json()["id"]
            made = client.post("/api/tables", json={"public": True, "watchers": False}).json()["id"]
            self.bot = client.post("/api/me/bots", json={"name": "Robot"}).json()["id"]
        self.tables = [quick, made]

    def call(self, case: Any, checks: list[Any]) -> None:
        for name, known in (("id", self.tables), ("bot", [self.bot])):
            if name in case.path_parameters and self.rng.random() < 0.5:
                case.path_parameters[name] = self.rng.choice(known)
        response = case.call(cookies=self.cookies)
        case.validate_response(response, checks=checks)
        if case.method == "DELETE" and case.path == "/api/me" and response.status_code == 204:
            self.arrive()


def check_operation(operation: Any, caller: Caller, mode: GenerationMode, examples: int) -> None:
    checks = CHECKS + ([negative_data_rejection] if mode is GenerationMode.NEGATIVE else [])

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=not LONG,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        caller.call(case, checks)

    check()


@pytest.mark.slow
def test_every_route_answers_as_it_is_described(tmp_path: Path) -> None:
    with served(tmp_path / "data") as server:
        schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
        caller = Caller(server.url)
        results = list(schema.get_all_operations())
        operations = [result.ok() for result in results if isinstance(result, Ok)]
        assert len(operations) == len(results) > 15
        for operation in operations:
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                takes = operation.body or operation.query or operation.path_parameters
                if mode is GenerationMode.POSITIVE or takes:
                    check_operation(operation, caller, mode, times(15 if takes else 3, 10))
    assert not server.complaints()
