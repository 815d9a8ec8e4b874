"""A server whose power fails: at any moment, or at a place in its code; and whose bots' processes crash or hang."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL

from naysay.server.database import url_of
from naysay.server.settings import DATABASE
from tests.server.serving import Served

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
EXPECTED = ("a bot failed",)  # what the log may say when workers are killed


class Powered(Served):
    """A server on loopback that can be killed in all ways, and started again on the same data."""

    def __init__(self, data: Path, database: str | None = None) -> None:
        super().__init__(data, *([database] if database else []))
        self.url_of_data: URL = url_of(database or data / DATABASE)
        self.frozen: list[int] = []

    def start(self, failpoint: str = "") -> None:
        """Start it, and wait until it answers, or until the failpoint has killed it."""
        environment = {**os.environ, "NAYSAY_FAILPOINT": failpoint}
        command = [sys.executable, "-m", "tests.faults.server", str(self.data), str(self.port), *self.arguments]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=ROOT)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if (code := self.process.poll()) is not None:
                assert failpoint, self.log.read_text(encoding="utf-8")[-2000:]
                assert code == -signal.SIGKILL, self.log.read_text(encoding="utf-8")[-2000:]
                return
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError(f"no answer: {self.log.read_text(encoding='utf-8')[-2000:]}")

    @property
    def dead(self) -> bool:
        """It does not run."""
        return self.process is None or self.process.poll() is not None

    def kill(self) -> None:
        """As the power supply would; workers that hang go with it."""
        super().kill()
        self.bury()

    def bury(self) -> None:
        """End the workers that hang: nobody else would, once their server is gone."""
        for worker in self.frozen:
            if _is_worker(worker):
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)
        self.frozen = []

    def workers(self) -> list[int]:
        """The processes in which its bots think."""
        if self.process is None:
            return []
        return [pid for pid, parent in _processes() if parent == self.process.pid and _is_worker(pid)]

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


@contextmanager
def powered(data: Path, database: str | None = None) -> Iterator[Powered]:
    """A server that was not started yet, and is gone at the end."""
    server = Powered(data, database)
    try:
        yield server
    finally:
        if not server.dead:
            server.kill()
        server.bury()


def _processes() -> Iterator[tuple[int, int]]:
    """All processes with their parents."""
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            after_name = (place / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2]
            yield int(place.name), int(after_name.split()[1])


def _is_worker(pid: int) -> bool:
    with suppress(OSError):
        return b"naysay.server.thinker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False
