"""How fast the table server is: real sockets over loopback, moves from send to the last of four clients.

The limit is measured in the same run: the same framework and store, four recipients, equal bytes, but no game; and,
to know what the framework itself costs, the same once more without it.
"""

import asyncio
import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks._load import SEATS, Line, Outcome, Players, flat_out, paced
from benchmarks._table import Row, arguments, report

MEMORY_LIMIT_MB = 300
LATENCY_LIMIT_MS = 100
WARM_UP = 40  # moves at each table before anything is measured: mid-round, and everything loaded


class Process:
    """A server in a process of its own."""

    def __init__(self, what: str, folder: Path, *more: object) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        command = [sys.executable, "-m", "benchmarks._serve", what, str(self.port), str(folder), *map(str, more)]
        self.process = subprocess.Popen(command)
        for _ in range(1500):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError(f"{what} does not answer")

    @property
    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


async def connect(port: int, table: str, cookies: list[str], seed: int) -> Players:
    """Four sockets at a table."""
    players = Players(Random(seed))
    loop = asyncio.get_running_loop()
    for seat in range(SEATS):

        def line(seat: int = seat) -> Line:
            return Line(f"127.0.0.1:{port}", f"/api/tables/{table}/socket", cookies[seat], players.hear(seat))

        _, made = await loop.create_connection(line, "127.0.0.1", port)
        players.lines.append(made)
        while not made.open:
            await asyncio.sleep(0.001)
    return players


def guests(port: int) -> list[str]:
    """The cookies of four guests."""
    cookies = []
    for name in "abcd":
        answer, _ = _post(port, "/api/me", {"name": name})
        cookies.append(str(answer.getheader("set-cookie")).split(";")[0])
    return cookies


def _post(port: int, path: str, body: Any, cookie: str = "") -> tuple[http.client.HTTPResponse, Any]:
    line = http.client.HTTPConnection("127.0.0.1", port)
    headers = {"content-type": "application/json", **({"cookie": cookie} if cookie else {})}
    line.request("POST", path, json.dumps(body), headers)
    answer = line.getresponse()
    found = json.loads(answer.read())
    assert answer.status in (200, 201), found
    line.close()
    return answer, found


@asynccontextmanager
async def ours(count: int, what: str = "ours") -> AsyncIterator[tuple[Process, list[Players]]]:
    """Our server with so many tables of four in the middle of a round."""
    with tempfile.TemporaryDirectory() as folder:
        process = Process(what, Path(folder))
        try:
            cookies = guests(process.port)
            tables = []
            for number in range(count):
                _, made = _post(process.port, "/api/tables", {"game": "nyet", "players": SEATS}, cookies[0])
                players = await connect(process.port, made["id"], cookies, number)
                for seat, line in enumerate(players.lines):
                    line.send(f'{{"type":"sit","id":"s","seat":{seat},"contribution":""}}'.encode())
                while min(players.seqs) < 1 + SEATS:
                    await asyncio.sleep(0.001)
                players.lines[0].send(b'{"type":"start","id":"b"}')
                while players.over:
                    await asyncio.sleep(0.001)
                tables.append(players)
            for _ in range(WARM_UP):
                await once(tables)
            yield process, tables
        finally:
            process.stop()


@asynccontextmanager
async def limit(count: int, size: int, what: str = "limit") -> AsyncIterator[tuple[Process, list[Players]]]:
    """The limit with as many tables and messages of this size."""
    with tempfile.TemporaryDirectory() as folder:
        process = Process(what, Path(folder), size, count)
        try:
            tables = [await connect(process.port, f"t{number}", [""] * SEATS, number) for number in range(count)]
            for players in tables:
                while players.over:
                    await asyncio.sleep(0.001)
            await once(tables)
            yield process, tables
        finally:
            process.stop()


async def once(tables: list[Players]) -> None:
    """One move at every table."""
    for players in tables:
        players.on_done = lambda players, seconds: None
        players.move()
    while any(players.waiting_for is not None for players in tables):
        await asyncio.sleep(0.005)


def message_size(tables: list[Players]) -> int:
    """The mean length of what a client hears of a move."""
    return sum(players.bytes_heard for players in tables) // max(1, sum(players.heard for players in tables))


async def curve(counts: list[int], seconds: float) -> tuple[list[Row], int]:
    """Rate, latency, cost and memory for some numbers of tables."""
    rows, size = [], 0
    print(f"{'tables':>8}{'actions/s':>12}{'p50 ms':>9}{'p99 ms':>9}{'CPU µs/action':>15}{'server MB':>11}")
    costs = {}
    for count in counts:
        async with ours(count) as (process, tables):
            memory = process.megabytes
            before = process.cpu_seconds
            run = await flat_out(tables, seconds)
            costs[count] = (process.cpu_seconds - before) / run.actions * 1e6
            size = message_size(tables)
            print(
                f"{count:8}{run.rate:12,.0f}{run.percentile(0.5) * 1e3:9.1f}{run.percentile(0.99) * 1e3:9.1f}"
                f"{costs[count]:15,.0f}{memory:11,.0f}"
            )
            if count == 1000:
                rows.append(
                    Row("memory limit / server, 1,000 tables, 4,000 sockets (MB)", MEMORY_LIMIT_MB, memory, 1.0)
                )
    first, last = costs[counts[0]], costs[counts[-1]]
    rows.append(Row(f"CPU per action, {counts[0]} table against {counts[-1]} (µs)", first, last, 0.5))
    return rows, size


async def against_limit(size: int, seconds: float, repeats: int) -> list[Row]:
    """64 tables, flat out, ours and the limits in turn; then half of that."""
    rates: dict[str, list[float]] = {"ours": [], "limit": [], "bare": []}
    for _ in range(repeats):
        for what, found in rates.items():
            async with ours(64) if what == "ours" else limit(64, size, what) as (_process, tables):
                run: Outcome = await flat_out(tables, seconds)
                found.append(run.rate)
    lates = []
    for _ in range(repeats):
        async with ours(64) as (_process, tables):
            half = await paced(tables, seconds, median(rates["ours"]) / 2)
            lates.append(half.percentile(0.99) * 1e3)
    spread = " · ".join(f"{name} {min(found):,.0f}–{max(found):,.0f}" for name, found in rates.items())
    note = f"medians of {repeats} in turn; {spread}; {size} bytes a message"
    middle = {name: median(found) for name, found in rates.items()}
    return [
        Row("64 tables of 4, actions/s, against the same without a game", middle["ours"], middle["limit"], 0.5, note),
        Row("the same against plain ASGI without a framework", middle["ours"], middle["bare"], None),
        Row(
            "latency limit / p99 at half load, 64 tables (ms)",
            LATENCY_LIMIT_MS,
            median(lates),
            1.0,
            f"median of {repeats}: {', '.join(f'{late:.0f}' for late in lates)}",
        ),
    ]


async def main() -> int:
    options = arguments(__doc__ or "")
    counts, seconds, repeats = ([1, 64], 3.0, 1) if options.quick else ([1, 8, 64, 256, 1000], 5.0, 5)
    rows, size = await curve(counts, seconds)
    rows += await against_limit(size, seconds, repeats)
    return report(rows, options.json)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
