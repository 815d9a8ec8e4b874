"""The tasks that a server does by itself, watched over; and whether it is well, told without a write."""

import asyncio
import re
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from naysay.server.metrics import Metrics
from naysay.server.settings import Keep, Settings
from naysay.server.storage.writer import Overloaded, Store
from naysay.server.supervisor import Supervisor
from naysay.server.table.tables import Tables
from tests.docs.pages import HOSTING, section, table
from tests.support.asynchronous import asynchronous, until
from tests.support.servers import Here, served_here
from tests.support.table_room import opened

pytestmark = pytest.mark.attack

TASKS = {"timers", "dues", "sweep", "recovery", "heartbeat"}


def restarts(metrics: Metrics) -> dict[str, float]:
    return {
        sample.labels["task"]: sample.value
        for family in metrics.registry.collect()
        for sample in family.samples
        if sample.name == "naysay_task_restarts_total"
    }


async def health(here: Here) -> httpx.Response:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{here.port}") as http:
        return await http.get("/healthz")


@asynchronous
async def test_a_task_that_dies_is_started_again_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    supervisor = Supervisor(Metrics(), first_wait=0.001)
    states: list[str] = []

    async def work() -> None:
        states.append("begun")
        if len(states) == 1:
            raise ZeroDivisionError
        if len(states) == 2:
            return  # it should not end at all
        await asyncio.sleep(inf)

    async def done() -> None:
        states.append("done")

    supervisor.start("work", work)
    await until(lambda: len(states) == 3)
    supervisor.start("once", done, ends=True)
    await until(lambda: "done" in states)
    assert restarts(supervisor.metrics) == {"work": 2, "once": 0}
    assert supervisor.down == set()
    await supervisor.stop()
    assert [record.message for record in caplog.records] == ["a task died", "a task ended that should not"]


@asynchronous
async def test_the_server_says_which_of_its_tasks_died(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def dies(self: Tables) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Tables, "sweep", dies)
    monkeypatch.setattr("naysay.server.web.app.Supervisor", partial(Supervisor, first_wait=1000.0))
    async with served_here(Settings(tmp_path / "data")) as here:
        assert set(restarts(here.server.metrics)) >= TASKS
        await until(lambda: here.server.supervisor.down == {"sweep"})
        told = await health(here)
        assert told.status_code == 503
        assert (told.json()["code"], told.json()["params"]) == ("degraded", {"tasks": "sweep"})
        here.server.supervisor.down.clear()  # as it is once it runs again
        told = await health(here)
        assert told.status_code == 200
        assert (told.json()["status"], told.json()["restarts"]) == ("ok", 1)


@asynchronous
async def test_to_ask_whether_it_is_well_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    submit, jobs = Store._submit, []

    def noted(self: Store, work: Any) -> Any:
        jobs.append(work)
        return submit(self, work)

    keep = Keep.read("guests=forever,tables=forever,chat=forever")  # nothing else writes by itself
    async with served_here(Settings(tmp_path / "data", keep=keep)) as here:
        monkeypatch.setattr(Store, "_submit", noted)
        monkeypatch.setattr("naysay.server.web.app.HEARTBEAT", inf)
        before = len(jobs)
        for _ in range(20):
            assert (await health(here)).status_code == 200
        assert len(jobs) - before <= 1, "the heartbeat that was under way"
        here.server.wrote_at -= 60  # as if no heartbeat could be written for a minute
        told = await health(here)
        assert (told.status_code, told.json()["code"]) == (503, "unavailable")


@asynchronous
async def test_all_that_is_kept_in_memory_is_counted_bounded_and_documented(tmp_path: Path) -> None:
    async with served_here(Settings(tmp_path / "data")) as here:
        families = {family.name: family.samples for family in here.server.metrics.registry.collect()}
        sizes, limits = (
            {sample.labels["what"]: sample.value for sample in families[name]}
            for name in ("naysay_kept", "naysay_kept_limit")
        )
    assert sizes.keys() == limits.keys()
    assert all(0 <= size <= limits[what] for what, size in sizes.items())
    rows = [row[0] for row in table(section(HOSTING, "Watching it")) if "naysay_" not in row[0]]
    assert {what for row in rows for what in re.findall(r"`(\w+)`", row)} == {*sizes}


@asynchronous
async def test_what_waits_for_the_database_is_bounded(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        store.most_waiting = 3
        answers = await asyncio.gather(
            *(store.write(lambda connection: connection.execute(text("SELECT 1")).scalar()) for _ in range(50)),
            *(store.read(lambda connection: connection.execute(text("SELECT 2")).scalar()) for _ in range(50)),
            return_exceptions=True,
        )
        refused = [answer for answer in answers if isinstance(answer, Overloaded)]
        assert set(answers) - set(refused) == {1, 2}
        assert len(refused) >= 40
        assert answers[50:].count(2) == 3, "so many reads at once"
        told = store.metrics.text().decode()
        assert 'naysay_overloaded_total{what="writes"}' in told
        assert await store.write(lambda connection: 7) == 7, "and then it goes on"
