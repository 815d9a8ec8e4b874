"""A server whose power fails: at any moment, or at a place in its code; and whose bots' processes crash or hang."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL

from naysay.server.settings import DATABASE
from naysay.server.storage.database import url_of
from tests.faults.server import ENDED

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
EXPECTED = ("a bot failed",)  # what the log may say when workers are killed


class Powered:
    """A server on loopback that can be killed in all ways, and started again on the same data."""

    def __init__(self, data: Path, database: str | None = None) -> None:
        self.data = data
        self.database = database
        self.url_of_data: URL = url_of(database or data / DATABASE)
        self.log = data.with_name(f"{data.name}.log")
        self.port = _lasting_port()
        self.process: int | None = None
        self.frozen: list[int] = []
        self.maker = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, failpoint: str = "") -> None:
        """Start it, and wait until it answers, or until the failpoint has killed it."""
        assert self.maker.stdin is not None
        assert self.maker.stdout is not None
        order = {"data": str(self.data), "database": self.database, "port": self.port, "log": str(self.log)}
        print(json.dumps({**order, "failpoint": failpoint}), file=self.maker.stdin, flush=True)
        self.process = int(self.maker.stdout.readline())
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.dead:
                assert failpoint, self._last_words()
                self.check_death()
                return
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError(f"no answer: {self._last_words()}")

    @property
    def dead(self) -> bool:
        """It does not run."""
        return self.process is None or not _lives(self.process)

    def check_death(self) -> None:
        """It was killed, and did not end by itself."""
        assert not self._last_words().endswith(f"{ENDED}\n"), self._last_words()

    def kill(self) -> None:
        """As the power supply would; workers that hang go with it."""
        self._send(signal.SIGKILL)
        self.check_death()
        self.bury()

    def stop(self) -> None:
        """As Ctrl-C would."""
        self._send(signal.SIGINT)
        assert self._last_words().endswith(f"{ENDED}\n"), self._last_words()

    def bury(self) -> None:
        """End the workers that hang: nobody else would, once their server is gone."""
        for worker in self.frozen:
            if _is_worker(worker):
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)
        self.frozen = []

    def close(self) -> None:
        """Leave nothing behind."""
        if not self.dead:
            self._send(signal.SIGKILL)
        self.bury()
        self.maker.communicate()

    def workers(self) -> list[int]:
        """The processes in which its bots think."""
        return [pid for pid, parent in _processes() if parent == self.process and _is_worker(pid)]

    def crash_worker(self, worker: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)

    def freeze_worker(self, worker: int) -> None:
        """It hangs from now on."""
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGSTOP)
            self.frozen.append(worker)

    def complaints(self) -> list[str]:
        """What the server's log says that it should not, whatever happened to its workers."""
        found = []
        for line in self.log.read_text(encoding="utf-8").splitlines():
            with suppress(json.JSONDecodeError):
                said = json.loads(line)
                if said.get("level") in ("error", "critical") and said["what"] not in EXPECTED:
                    found.append(line)
        return found

    def _send(self, signal: int) -> None:
        """Send a signal that ends it, and wait for that."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.kill(self.process, signal)
        deadline = time.monotonic() + PATIENCE
        while not self.dead:
            assert time.monotonic() < deadline, f"did not end: {self._last_words()}"
            time.sleep(0.005)

    def _last_words(self) -> str:
        return self.log.read_text(encoding="utf-8")[-2000:] if self.log.exists() else ""


@contextmanager
def powered(data: Path, database: str | None = None) -> Iterator[Powered]:
    """A server that was not started yet, and is gone at the end."""
    server = Powered(data, database)
    try:
        yield server
    finally:
        server.close()


def _lasting_port() -> int:
    """A free port below those that clients get: while the server is down, none of them may sit down on it."""
    for port in random.Random().sample(range(20_000, 32_000), 1000):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _processes() -> Iterator[tuple[int, int]]:
    """All processes with their parents."""
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            after_name = (place / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2]
            yield int(place.name), int(after_name.split()[1])


def _is_worker(pid: int) -> bool:
    with suppress(OSError):
        return b"naysay.server.workers.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False
