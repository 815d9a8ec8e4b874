"""The machine's clock is set: no player's time changes by it, and what clients are shown stays right."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from naysay.server.metrics import Metrics
from naysay.server.monotonic import MonotonicClock
from naysay.server.settings import Settings
from tests.support.asynchronous import asynchronous
from tests.support.clients import Place, actor_of, party
from tests.support.effort import times
from tests.support.servers import served_here

HOUR = 3600.0
BANK = {"kind": "bank", "seconds": 300, "increment": 5}


@dataclass
class Machine:
    """A machine's two clocks: one that people set, and one that nobody can; in nanoseconds."""

    wall_at: int = 1_800_000_000_000_000_000
    ticks: int = 77_000_000_000

    def wall(self) -> int:
        return self.wall_at

    def monotonic(self) -> int:
        return self.ticks

    def forward(self, seconds: float) -> None:
        self.wall_at += round(seconds * 1e9)
        self.ticks += round(seconds * 1e9)

    def jump(self, seconds: float) -> None:
        self.wall_at += round(seconds * 1e9)

    def boot(self, metrics: Metrics | None = None) -> MonotonicClock:
        return MonotonicClock((metrics or Metrics()).clock_jumps.inc, self.wall, self.monotonic)


def test_it_goes_with_the_machine_and_jumps_with_nobody() -> None:
    machine, metrics = Machine(), Metrics()
    now = machine.boot(metrics)
    began = now()
    assert began == machine.wall_at // 1_000_000
    for jump in (HOUR, -HOUR, -HOUR, 0.4, 1e9, -1e9):
        machine.forward(2)
        machine.jump(jump)
    assert now() - began == 12_000
    machine.jump(5)
    now()
    machine.jump(-5)
    now()
    assert b"naysay_clock_jumps_total 3.0" in metrics.text(), "the first reading after many jumps sees one"


def test_time_goes_on_where_an_earlier_process_left_it() -> None:
    machine = Machine()
    last = machine.boot()()
    machine.jump(-HOUR)
    now = machine.boot()
    now.not_before(last)
    assert now() == last
    now.not_before(last - 5000)
    assert now() == last
    machine.forward(3)
    assert now() == last + 3000


async def bank_of(place: Place, seat: int) -> int:
    """What is in a seat's bank, by the last message that said so."""
    table = await place.guest.get(f"/api/tables/{place.table}")
    return int(table["clocks"]["banks"][seat])


async def left(place: Place) -> int:
    """How long whoever is to act may think, as a client reckons it."""
    clocks = (await place.guest.get(f"/api/tables/{place.table}"))["clocks"]
    (deadline,) = [one for one in clocks["deadlines"] if one is not None]
    return int(deadline) - int(clocks["now"])


@pytest.mark.attack
@pytest.mark.parametrize("jump", [HOUR, -HOUR])
@asynchronous
async def test_no_bank_changes_when_the_machine_s_clock_jumps(tmp_path: Path, jump: float) -> None:
    machine = Machine()
    async with (
        served_here(Settings(tmp_path / "data"), machine.boot()) as here,
        party(f"http://127.0.0.1:{here.port}") as people,
    ):
        places = await people.table(2, game="nope", clock=BANK, options={"action_cards": "no"})
        for _ in range(times(3, 10)):
            actor = await actor_of(places)
            seat = actor.you["seat"]
            bank, allowed = await bank_of(actor, seat), await left(actor)
            assert allowed == bank
            machine.forward(7)
            machine.jump(jump)
            assert await left(actor) == allowed - 7000, "the deadline that is shown stays right"
            machine.forward(3)
            await asyncio.sleep(0)  # the timers have nothing to do
            done = await actor.do("move", seq=actor.seq, move=actor.legal[0])
            for place in places:
                await place.until(lambda place=place, done=done: place.seq >= done["seq"])
            if actor.stage != "playing":
                break
            assert abs(await bank_of(actor, seat) - (bank - 10_000 + 5000)) <= 1000
        assert not any(entry.get("by") == "clock" for place in places for entry in place.entries)


@pytest.mark.attack
@pytest.mark.parametrize("jump", [HOUR, -HOUR])
@asynchronous
async def test_nor_when_it_jumps_while_no_server_runs(tmp_path: Path, jump: float) -> None:
    machine = Machine()
    settings = Settings(tmp_path / "data")
    async with (
        served_here(settings, machine.boot()) as here,
        party(f"http://127.0.0.1:{here.port}") as people,
    ):
        places = await people.table(2, game="nope", clock=BANK, options={"action_cards": "no"})
        table, cookies = places[0].table, places[0].guest.http.cookies
        seat = (await actor_of(places)).you["seat"]
        machine.forward(20)
    machine.jump(jump)
    async with (
        served_here(settings, machine.boot()) as here,
        party(f"http://127.0.0.1:{here.port}") as people,
    ):
        guest = people.stranger()
        guest.cookies = cookies
        place = await people.look(people.guests[-1], table)
        allowed = await left(place)
        assert abs(allowed - 280_000) <= 1000, "twenty seconds are used"
        machine.forward(10)
        assert await left(place) == allowed - 10_000
        assert await bank_of(place, seat) == 300_000
