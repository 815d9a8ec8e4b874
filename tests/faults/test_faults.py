"""The short form of `make faults`: people and bots play at some tables, and the server is killed a few times."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.faults.figures import ROWS, table
from tests.faults.power import powered
from tests.faults.storm import FEW_PLANS, Fault, Storm, schedule
from tests.support import databases
from tests.support.effort import times


@pytest.mark.slow
def test_nothing_is_lost_on_sqlite(tmp_path: Path) -> None:
    _storm(tmp_path, schedule(times(8, 6), Random(7)))


@pytest.mark.slow
def test_nothing_is_lost_on_postgresql(tmp_path: Path) -> None:
    with databases.started() as server:
        _storm(tmp_path, schedule(times(5, 6), Random(8)), server.new_database())


def _storm(folder: Path, faults: list[Fault], database: str | None = None) -> None:
    with powered(folder / "data", database) as server:
        storm = Storm(server, Random(1), FEW_PLANS)
        asyncio.run(storm.run(faults))
        counts = storm.ledger.counts
        assert counts["kills"] == len(faults)
        assert counts["killed: committed"] > 0
        assert counts["records verified"] >= len(FEW_PLANS)


def test_figures_have_names() -> None:
    counted = {"kills", "messages", "connections", "resent", "records verified"}
    assert counted <= {name for names in ROWS.values() for name in names}
    assert table({}).count("\n") == len(ROWS) + 1
