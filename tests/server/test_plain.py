"""The server on uvicorn's own protocols, which other versions of uvicorn and websockets get."""

import tomllib
from pathlib import Path
from random import Random

import pytest

from naysay.server import serve
from naysay.server.metrics import Metrics
from naysay.server.settings import Settings
from naysay.server.web.http_connection import TableServer
from tests.docs.pages import ROOT
from tests.support.asynchronous import asynchronous, until
from tests.support.clients import act, party
from tests.support.servers import served_here


def test_the_versions_here_are_tested_ones() -> None:
    assert serve.PROTOCOLS_FIT
    assert type(serve.server_of(None, Settings(Path("data")), Metrics())) is TableServer  # type: ignore[arg-type]


@pytest.mark.parametrize("library", serve.TESTED)
def test_only_tested_versions_are_installed(library: str) -> None:
    server = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    (wanted,) = [each for each in server["server"] if each.startswith(library)]
    first, last = serve.TESTED[library][0], serve.TESTED[library][-1]
    *head, tail = last.split(".")
    assert wanted == f"{library}>={first},<{'.'.join([*head, str(int(tail) + 1)])}"


@asynchronous
async def test_a_whole_game(tmp_path: Path) -> None:
    async with (
        served_here(Settings(tmp_path / "data"), plain=True) as here,
        party(f"http://127.0.0.1:{here.port}") as people,
    ):
        places = await people.table(2, bots=1, game="nope")
        rng = Random(3)
        while True:
            await until(lambda: any(place.legal or place.stage == "over" for place in places))
            if any(place.stage == "over" for place in places):
                break
            await act(places, rng)
