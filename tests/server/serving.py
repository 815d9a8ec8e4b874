"""A real server in a process of its own, on loopback, with a folder that outlives it."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAYSAY = str(Path(sys.executable).with_name("naysay"))


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
