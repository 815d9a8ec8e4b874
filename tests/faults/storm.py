"""Tables at which people and bots play while the server is killed and started again."""

import asyncio
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

import httpx

from tests.faults.ledger import Ledger
from tests.faults.player import LOST, Player
from tests.faults.power import Powered
from tests.support.clients import Guest
from tests.support.servers import NAYSAY

END_WITHIN = 900.0
HTTP_LOST = (httpx.HTTPError, *LOST)


@dataclass(frozen=True)
class Plan:
    """A table that is played at again and again: the same people, rematch after rematch."""

    game: str
    players: int
    people: int
    clock: dict[str, Any] | None = None
    level: str = "steady"
    pace: float = 0.0
    grace: int = 60
    lazy: float = 0.0
    absent: float = 0.0
    watched: bool = False


@dataclass(frozen=True)
class Fault:
    """How one state of the server ends: at a failpoint, or after some seconds; and what happens to its workers."""

    failpoint: str = ""
    seconds: float = 60.0
    worker: str = ""

    @property
    def kind(self) -> str:
        return self.failpoint.partition(":")[0] or "any moment"


FAST = {"kind": "move", "seconds": 3}
BANK = {"kind": "bank", "seconds": 10, "increment": 1}
PLANS = (
    Plan("nyet", 4, 4, FAST, lazy=0.02, watched=True),
    Plan("nope", 4, 2, FAST, lazy=0.1),
    Plan("nyet", 3, 2, BANK, pace=0.02),
    Plan("nope", 2, 2, watched=True),
    Plan("nope", 6, 3, BANK, level="random", pace=0.05, lazy=0.05),
    Plan("nyet", 5, 3, FAST, lazy=0.05, grace=5, absent=0.01),
    Plan("nyet", 2, 2, FAST, lazy=0.05),
    Plan("nope", 3, 3, grace=5, absent=0.05),
)

FEW_PLANS = (
    Plan("nope", 4, 2, FAST, lazy=0.1, watched=True),
    Plan("nyet", 3, 2, FAST, lazy=0.02),
    Plan("nope", 3, 3, grace=5, absent=0.02),
)


def schedule(count: int, rng: Random) -> list[Fault]:
    """So many ends of the server: half of them at any moment, a third between commit and send."""
    faults = []
    for number in range(count):
        worker = rng.choice(("", "", "crash", "hang"))
        match number % 12:
            case 0 | 2 | 4 | 8:
                faults.append(Fault(f"committed:{rng.randint(1, 80)}", worker=worker))
            case 6:
                faults.append(Fault(f"before_commit:{rng.randint(1, 80)}", worker=worker))
            case 10:
                faults.append(Fault(f"written:{rng.randint(1, 80)}", worker=worker))
            case 3 | 9:
                faults.append(Fault(seconds=rng.uniform(3.0, 8.0), worker=worker))
            case _:
                faults.append(Fault(seconds=rng.uniform(0.0, 2.0), worker=worker))
    return faults


class Storm:
    """Some tables, one server, and everything that goes wrong."""

    def __init__(
        self,
        server: Powered,
        rng: Random,
        plans: tuple[Plan, ...] = PLANS,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.server = server
        self.rng = rng
        self.plans = plans
        self.say = say
        self.ledger = Ledger(server.url_of_data)
        self.players: dict[int, list[Player]] = {}
        self.over = False

    async def run(self, faults: list[Fault]) -> None:
        """Kill the server so often, then let all games end, and check after each time and at the end."""
        tables = [asyncio.ensure_future(self._play(number, plan)) for number, plan in enumerate(self.plans)]
        try:
            for fault in faults:
                await self._live_and_die(fault)
                _raise_any(tables)
            await asyncio.to_thread(self.server.start)
            self.over = True
            for players in self.players.values():
                for player in players:
                    player.calm = True
            async with asyncio.timeout(END_WITHIN):
                await asyncio.gather(*tables)
            await self._converge()
            self.ledger.check()
            await self._check_records()
            await asyncio.to_thread(self.server.stop)
            self.ledger.check()
            assert not self.server.complaints(), self.server.complaints()
        finally:
            for task in tables:
                task.cancel()
            await asyncio.gather(*tables, return_exceptions=True)
            for player in self._everybody():
                await player.leave()
                await player.guest.leave()

    # The server

    async def _live_and_die(self, fault: Fault) -> None:
        server, counts = self.server, self.ledger.counts
        await asyncio.to_thread(server.start, fault.failpoint)
        until = monotonic() + fault.seconds
        hurt_at = monotonic() + min(fault.seconds, 1.0) * self.rng.random() if fault.worker else None
        while monotonic() < until and not server.dead:
            await asyncio.sleep(0.01)
            if hurt_at is not None and monotonic() > hurt_at and (workers := server.workers()):
                hurt_at = None
                (server.crash_worker if fault.worker == "crash" else server.freeze_worker)(self.rng.choice(workers))
                counts[f"workers: {fault.worker}"] += 1
        if server.dead:
            counts[f"killed: {fault.kind}"] += 1
            server.check_death()
            server.bury()
        else:
            counts["killed: any moment"] += 1
            server.kill()
        counts["kills"] += 1
        self.ledger.check()
        self.say(f"{counts['kills']:4} {fault.kind:14} {counts['messages']:8} messages held against the log")

    # The tables

    async def _play(self, number: int, plan: Plan) -> None:
        """Make a table and play; then the same people again, until the storm is over."""
        guests = [await self._arrive(f"P{number} {who}") for who in range(plan.people + plan.watched)]
        table = await self._make(guests[0], plan)
        while True:
            players = [
                Player(
                    guest,
                    table,
                    self.ledger,
                    Random(self.rng.random()),
                    f"{who:032x}",
                    plan.lazy,
                    plan.absent,
                    who if who < plan.people else None,
                    calm=self.over,
                )
                for who, guest in enumerate(guests)
            ]
            self.players[number] = players
            await asyncio.gather(*(player.run() for player in players))
            if self.over:
                return
            table = await self._rematch(players[: plan.people])
            for player in players:
                await player.leave()

    async def _arrive(self, name: str) -> Guest:
        while True:
            try:
                return await Guest.arrive(self.server.url, name)
            except HTTP_LOST:
                await asyncio.sleep(0.05)

    async def _make(self, host: Guest, plan: Plan) -> str:
        bots = {str(seat): plan.level for seat in range(plan.people, plan.players)}
        wanted = {"game": plan.game, "players": plan.players, "bots": bots, "pace": plan.pace, "grace": plan.grace}
        while True:
            try:
                return await host.make(**wanted, **({"clock": plan.clock} if plan.clock else {}))
            except HTTP_LOST:
                await asyncio.sleep(0.05)

    async def _rematch(self, players: list[Player]) -> str:
        """Two of them ask at the same moment."""
        while True:
            await asyncio.gather(*(player.ask_for_rematch() for player in players[:2]))
            found = {player.place.info.get("rematch") for player in players[:2]}
            if None not in found:
                assert len(found) == 1, f"one rematch for all: {found}"
                self.ledger.counts["rematches"] += 1
                return str(found.pop())

    # The end

    def _everybody(self) -> Iterator[Player]:
        for players in self.players.values():
            yield from players

    async def _converge(self) -> None:
        """All sockets of all seats have come to the same log, and show what it gives."""
        self.ledger.check()
        for player in self._everybody():
            book = self.ledger.books[player.table]
            await player.catch_up(len(book.rows))
            seat = book.states[-1].seat_of(player.person)
            for socket in player.sockets:
                assert socket.view == book.view(len(book.rows), seat)
                self.ledger.counts["sockets at the end"] += 1

    async def _check_records(self) -> None:
        """Every game that is over gives a record that its players can verify."""
        guest = next(self._everybody()).guest
        over = [table for table, book in self.ledger.books.items() if book.states[-1].stage == "over"]
        records = self.server.data.with_name("games.jsonl")
        with records.open("wb") as file:
            for table in over:
                answer = await guest.http.get(f"/api/tables/{table}/record")
                assert answer.status_code == 200, answer.text
                file.write(answer.content)
        verified = await asyncio.to_thread(
            subprocess.run, [NAYSAY, "verify", "--fair", str(records)], capture_output=True, text=True, check=False
        )
        assert verified.returncode == 0, verified.stdout + verified.stderr
        self.ledger.counts["records verified"] = len(over)


def _raise_any(tasks: list[asyncio.Task[None]]) -> None:
    """Tell at once if a table went wrong."""
    for task in tasks:
        if task.done() and (error := task.exception()) is not None:
            raise error
