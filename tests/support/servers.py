"""Servers for tests: one in a process of its own, on loopback, with a folder that outlives it; and one in this process,
for tests that must look inside it, or hold its clock.
"""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import trustme
import uvicorn

from naysay.server.serve import server_of
from naysay.server.settings import Limits, Settings
from naysay.server.storage.database import migrate
from naysay.server.web.app import Server
from naysay.server.web.connections import Connections
from naysay.server.web.http_connection import TableServer

NAYSAY = str(Path(sys.executable).with_name("naysay"))
UNLIMITED = Limits(
    requests_per_second=1e6,
    requests_at_once=1e6,
    messages_per_second=1e6,
    messages_at_once=1e6,
    lines_per_second=1e6,
    lines_at_once=1e6,
    table_lines_per_second=1e6,
    table_lines_at_once=1e6,
    address_lines_per_second=1e6,
    address_lines_at_once=1e6,
    sockets_per_address=100_000,
    sockets_per_person=100_000,
    tables_per_person=1_000_000,
    connections_per_address=100_000,
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Served:
    """One server that can be killed and started again at the same address."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self.data = data
        self.port = free_port()
        self.arguments = arguments
        self.process: subprocess.Popen[bytes] | None = None
        self.log = data.with_name(f"{data.name}.log")
        self.files: int | None = None  # how many it may open at first
        self.environment: dict[str, str] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, failpoint: str = "") -> None:
        """Start it, and wait until it answers."""
        environment = os.environ | self.environment | ({"NAYSAY_FAILPOINT": failpoint} if failpoint else {})
        command = [NAYSAY, "serve", "--data", str(self.data), "--port", str(self.port)]
        command += ["--people-per-address", "1000", *self.arguments]
        if self.files is not None:
            command = ["sh", "-c", f'ulimit -S -n {self.files}; exec "$@"', "sh", *command]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.log.read_text(encoding="utf-8")[-2000:]
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError(f"no answer: {self.log.read_text(encoding='utf-8')[-2000:]}")

    def kill(self) -> None:
        """As the power supply would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def wait_for_death(self, seconds: float = 30) -> None:
        """Wait until a failpoint has killed it."""
        assert self.process is not None
        self.process.wait(seconds)

    def stop(self) -> None:
        """As Ctrl-C would."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
                raise AssertionError(f"did not stop: {self.log.read_text(encoding='utf-8')[-2000:]}") from None

    def complaints(self) -> list[str]:
        """What the log says that should not be there."""
        text = self.log.read_text(encoding="utf-8")
        return [line for line in text.splitlines() if re.search(r'"level":"(error|critical)"|Traceback', line)]


@contextmanager
def served(data: Path, *arguments: str) -> Iterator[Served]:
    server = Served(data, *arguments)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@dataclass(frozen=True)
class Here:
    """It runs."""

    server: Server
    uvicorn: uvicorn.Server

    @property
    def held(self) -> Connections:
        assert isinstance(self.uvicorn, TableServer)
        return self.uvicorn.held

    @property
    def port(self) -> int:
        return int(self.uvicorn.servers[0].sockets[0].getsockname()[1])


@asynccontextmanager
async def served_here(
    settings: Settings, now: Callable[[], int] | None = None, plain: bool = False
) -> AsyncIterator[Here]:
    server = Server(settings, now)
    settings.data.mkdir(exist_ok=True)
    migrate(settings.url, server.now())
    running = server_of(server.gate, settings, server.metrics, plain, port=0)
    task = asyncio.ensure_future(running.serve())
    while not running.started:
        assert not task.done(), "the server started"
        await asyncio.sleep(0.01)
    try:
        yield Here(server, running)
    finally:
        running.should_exit = True
        await task


def certificate(place: Path) -> tuple[Path, Path, Path]:
    """An authority that only this test trusts, and a certificate and key for this machine."""
    authority, trust, cert, key = trustme.CA(), place / "trust.pem", place / "cert.pem", place / "key.pem"
    authority.cert_pem.write_to_path(str(trust))
    issued = authority.issue_cert("localhost", "127.0.0.1")
    issued.private_key_pem.write_to_path(str(key))
    for blob in issued.cert_chain_pems:
        blob.write_to_path(str(cert), append=True)
    return trust, cert, key
