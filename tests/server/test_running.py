"""Running a server: is it well, what does it measure and log, and does it stop as it should."""

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.support.asynchronous import asynchronous
from tests.support.clients import act, party
from tests.support.servers import NAYSAY, Served, free_port, served

FIGURES = [
    "naysay_commit_seconds_count",
    "naysay_commit_batch_size_sum",
    "naysay_broadcast_seconds_count",
    "naysay_timer_late_seconds_count",
    "naysay_bot_seconds_count",
    "naysay_sockets ",
    "naysay_tables_loaded ",
    "naysay_actions_total",
]


@asynchronous
async def test_it_says_that_it_is_well_and_what_it_measures(server: Served) -> None:
    async with party(server.url) as people:
        places = await people.table(1, 1, game="nope")
        while not any(entry.get("by") == "bot" for entry in places[0].entries):
            await act(places)
        health = await places[0].guest.get("/healthz")
        assert health["status"] == "ok"
        told = (await places[0].guest.http.get("/metrics")).text
        for name in FIGURES:
            (line,) = [line for line in told.splitlines() if line.startswith(name)]
            assert float(line.split()[-1]) > 0, line


@asynchronous
async def test_logs_are_lines_of_json_with_table_and_seq_but_no_names_or_moves(tmp_path: Path) -> None:
    with served(tmp_path / "data", "--log-level", "debug") as server:
        async with party(server.url) as people:
            ann = await people.guest("Rumpelstilz")
            table = await ann.quick(game="nope", players=2, level="random", options={"max_turns": 9})
            place = await people.look(ann, table)
            await place.play(Random(1))
            moves = {entry["move"] for entry in place.entries if "move" in entry} - {"draw"}
    text = server.log.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    appended = [line for line in lines if line["what"] == "appended"]
    assert {line["table"] for line in appended} == {table}
    assert [line["seq"] for line in appended] == sorted(line["seq"] for line in appended)
    assert {"at", "level", "from", "what"} <= set(lines[0])
    assert "Rumpelstilz" not in text
    assert not any(move in text for move in moves)
    assert lines[-1]["what"] == "stopped"


@contextmanager
def run(data: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """A server as a terminal starts it: in a group of processes of its own."""
    command = [NAYSAY, "serve", "--data", str(data), "--port", str(port)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as running:
        try:
            yield running
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)


async def ctrl_c(running: subprocess.Popen[str]) -> None:
    """As a terminal does: to the server and all that it started."""
    os.killpg(running.pid, signal.SIGINT)
    out, err = await asyncio.to_thread(running.communicate, timeout=30)
    assert running.returncode == 0, err
    assert err == "", "no traceback, of no process"
    assert "Ctrl-C stops it" in out


@asynchronous
async def test_ctrl_c_stops_it_in_order_and_people_go_on_after_the_next_start(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with run(tmp_path / "data", port) as running:
        await answering(url)
        async with party(url) as people:
            places = await people.table(2, 1, game="nope", grace=5)
            while not any(entry.get("by") == "bot" for entry in places[0].entries):  # its process is there
                await act(places)
            cookie, table = places[1].guest.http.cookies["naysay"], places[0].table
            await ctrl_c(running)
            seen = places[0].seq
    with run(tmp_path / "data", port) as running:
        await answering(url)
        answer = httpx.get(f"{url}/api/tables/{table}", cookies={"naysay": cookie}).json()
        await ctrl_c(running)
    assert answer["you"]["seat"] == 1
    assert answer["seq"] >= seen
    assert not any(seat.get("away") for seat in answer["table"]["seats"]), "nobody was missed"


async def answering(url: str) -> None:
    async with asyncio.timeout(60), httpx.AsyncClient() as http:
        while True:
            try:
                if (await http.get(f"{url}/healthz")).status_code == 200:
                    return
            except httpx.HTTPError:
                await asyncio.sleep(0.05)


def test_one_server_for_one_folder(server: Served) -> None:
    command = [NAYSAY, "serve", "--data", str(server.data), "--port", "0"]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode == 1
    assert second.stderr.startswith(f"Error: another server uses {server.data}")


def test_a_port_that_is_taken(server: Served, tmp_path: Path) -> None:
    command = [NAYSAY, "serve", "--data", str(tmp_path), "--port", str(server.port)]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode == 1
    assert f"port {server.port} cannot be opened" in second.stderr


@pytest.mark.parametrize(
    "arguments", [["--public-url", "cards"], ["--database", "mysql://x"], ["--tls-cert", __file__]]
)
def test_wrong_options_are_told_in_a_sentence(arguments: list[str], tmp_path: Path) -> None:
    command = [NAYSAY, "serve", "--data", str(tmp_path), *arguments]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 1
    assert told.stderr.startswith("Error: ")
    assert len(told.stderr.splitlines()) == 1
