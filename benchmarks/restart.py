"""How a server starts that has many tables: when it answers first, and how long others wait meanwhile."""

import asyncio
import shutil
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median
from subprocess import Popen
from sys import executable

import httpx
from sqlalchemy import insert

from benchmarks._table import Row, arguments, report
from naysay.server.metrics import Metrics
from naysay.server.monotonic import MonotonicClock
from naysay.server.storage import schema
from naysay.server.storage.database import migrate, url_of
from naysay.server.storage.writer import Append, Member, Store, write_appends
from naysay.server.table import commands, tables
from naysay.server.table.commands import Draft, Person
from naysay.server.table.entries import Clock, Logged
from naysay.server.table.state import Due, begin
from naysay.server.web import http_types
from tests.support.servers import free_port

TABLES = 20_000
FIRST_ANSWER = 2.0  # seconds
WAIT = 0.2
FOR = 10.0  # seconds of requests after the first answer
HOST = Person("host", "Host")


def table(number: int, at: int, held: bool) -> Append:
    """A table that nobody has opened, or one with a running clock; where somebody was (`held`) nothing closes it."""
    clock = Clock("move", seconds=60) if number % 4 == 0 else Clock()
    made = tables._made(HOST, http_types.NewTable("nope", 2, clock=clock, bots={"1": "random"}))
    draft = Draft(begin(Logged(0, at, made)), at, logged=[Logged(0, at, made)])
    commands.house(HOST.id, 1, "random")(draft)
    members = []
    if number % 4 == 0:
        commands.sit(HOST, 0)(draft)
        commands.start(HOST.id)(draft)
        members = [Member(HOST.id, HOST.name)]
    append = tables._first(draft, members)
    closes = Due("close", -1, 0, at + made.closes_after, unattended=True)
    dues = [*append.dues, *([] if held else [closes])]
    return Append(append.table, append.logged, (), dues, append.members, append.about)


async def fill(data: Path, count: int) -> None:
    """A data folder as a server leaves it that was killed an hour ago, with people at one table in a hundred."""
    data.mkdir()
    url, at = url_of(data / "naysay.db"), MonotonicClock()() - 3_600_000
    migrate(url, at)
    store = Store(url, Metrics())
    for first in range(0, count, 500):
        appends = [table(number, at, number % 100 == 0) for number in range(first, min(first + 500, count))]
        await store.write(partial(write_appends, appends=appends))
    died = {"id": "killed", "began_at": at, "seen_at": at, "ended": False}
    await store.write(lambda connection: connection.execute(insert(schema.processes), [died]))
    await store.close()


async def start(data: Path) -> tuple[float, list[float]]:
    """Seconds from the start of the process to its first answer, and how long each request took from then on."""
    port = free_port()
    began = time.perf_counter()
    process = Popen([executable, "-m", "benchmarks._serve", "ours", str(port), str(data)])
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            while True:
                try:
                    (await http.get("/api/tables")).raise_for_status()
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.01)
            first = time.perf_counter() - began
            waits = []
            while time.perf_counter() - began < first + FOR:
                asked = time.perf_counter()
                (await http.get("/api/tables")).raise_for_status()
                waits.append(time.perf_counter() - asked)
                await asyncio.sleep(0.02)
    finally:
        process.terminate()
        process.wait(30)
    return first, waits


async def main() -> int:
    """Print the table."""
    options = arguments(__doc__ or "")
    count = TABLES // 10 if options.quick else TABLES
    with tempfile.TemporaryDirectory() as folder:
        empty, full = Path(folder, "empty"), Path(folder, "full")
        await fill(empty, 0)
        await fill(full, count)
        alone, firsts, waits = [], [], list[float]()
        for number in range(1 if options.quick else 3):
            alone.append((await start(shutil.copytree(empty, Path(folder, f"empty {number}"))))[0])
            first, more = await start(shutil.copytree(full, Path(folder, f"full {number}")))
            firsts.append(first)
            waits += more
    waits.sort()
    late, middle = waits[int(0.99 * len(waits))], median(waits)
    times = ", ".join(f"{first:.2f}" for first in firsts)
    note = f"of {len(waits)} requests in {FOR:.0f} s each; the longest {waits[-1]:.3f} s, the median {middle:.3f} s"
    rows = [
        Row(f"first answer with {count:,} tables (s)", median(firsts), FIRST_ANSWER, 1.0, times, less=True),
        Row("the same against a start without tables (s)", median(firsts), median(alone), None),
        Row("99 of 100 requests from then on (s)", late, WAIT, 1.0, note, less=True),
    ]
    return report(rows, options.json)


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
