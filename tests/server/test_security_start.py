"""What keeps a server from starting is said in one line; what stops it stops it in order."""

import asyncio
import os
import re
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from naysay.cli import main
from naysay.server import logs
from tests.support.clients import Guest, Place
from tests.support.servers import NAYSAY, Served, free_port, served


def refused(*arguments: str) -> str:
    """Why it does not start: one line, exit status 1, no traceback."""
    done = subprocess.run([NAYSAY, "serve", *arguments], capture_output=True, text=True, timeout=300, check=False)
    return _line(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def refused_here(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """The same without a process of its own."""
    monkeypatch.setattr(os, "umask", lambda mask: mask)
    monkeypatch.setattr(logs, "set_up", lambda level: None)

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(main, ["serve", *arguments])
        assert isinstance(done.exception, SystemExit), done.exception
        return _line(done.exit_code, done.stdout, done.stderr)

    return run


def _line(status: int, out: str, err: str) -> str:
    assert status == 1, out + err
    assert "Traceback" not in out + err, err
    lines = err.strip().splitlines()
    assert len(lines) == 1, err
    assert lines[0].startswith("Error: ")
    return lines[0]


@pytest.mark.slow
def test_a_folder_and_a_port_are_for_one_server(tmp_path: Path) -> None:
    with served(tmp_path / "data") as server:
        assert "another server uses" in refused("--data", str(tmp_path / "data"), "--port", str(free_port()))
        taken = refused("--data", str(tmp_path / "other"), "--port", str(server.port))
        assert f"port {server.port} cannot be opened" in taken
        assert httpx.get(f"{server.url}/healthz").json()["status"] == "ok"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--database", "nonsense"], "not the URL of a database"),
        (["--database", "mysql://someone@localhost/cards"], "SQLite or PostgreSQL"),
        (["--database", "sqlite:////nowhere/at/all.db"], "cannot be used"),
        (["--database", "postgresql://someone:secret@127.0.0.1:1/cards"], "cannot be used"),
        (["--public-url", "cards.example.org"], "expected scheme and host"),
        (["--public-url", "https://cards.example.org/path"], "expected scheme and host"),
        (["--host", "203.0.113.77"], "cannot be opened"),
        (["--host", "no such host"], "cannot be opened"),
    ],
)
def test_wrong_settings_are_told_in_a_line(
    arguments: list[str], said: str, tmp_path: Path, refused_here: Callable[..., str]
) -> None:
    line = refused_here("--data", str(tmp_path / "data"), "--port", str(free_port()), *arguments)
    assert said in line
    assert "secret" not in line


def test_wrong_files_are_told_in_a_line(tmp_path: Path, refused_here: Callable[..., str]) -> None:
    data, port = tmp_path / "data", ("--port", str(free_port()))
    file = tmp_path / "file"
    file.write_text("neither a folder nor a key", encoding="utf-8")
    assert "cannot be made" in refused_here("--data", str(file / "data"), *port)
    assert "belong together" in refused_here("--data", str(data), *port, "--tls-cert", str(file))
    assert "--tls-cert" in refused_here("--data", str(data), *port, "--tls-cert", str(file), "--tls-key", str(file))
    data.mkdir(exist_ok=True)
    (data / "secret.key").write_bytes(b"short")
    assert "secret.key does not hold 32 bytes" in refused_here("--data", str(data), *port)
    (data / "secret.key").unlink()
    (data / "naysay.db").write_text("no database at all, but text " * 100, encoding="utf-8")
    assert "cannot be used" in refused_here("--data", str(data), *port)


def test_a_folder_that_cannot_be_written_is_told_in_a_line(tmp_path: Path, refused_here: Callable[..., str]) -> None:
    (tmp_path / "serving.lock").mkdir()  # nobody can write there, whoever runs the tests
    assert "cannot be written to" in refused_here("--data", str(tmp_path), "--port", str(free_port()))


@pytest.mark.slow
@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM], ids=["interrupted", "terminated"])
def test_it_stops_in_order(way: signal.Signals, tmp_path: Path) -> None:
    async def be_there(server: Served) -> tuple[int | None, str, int]:
        guest = await Guest.arrive(server.url, "Ann")
        table = await guest.quick(game="nope", level="random")
        place = Place(guest, table)
        await place.open()
        await place.until(lambda: place.legal or place.ended)
        await place.ask("say", text="still here")
        assert server.process is not None
        server.process.send_signal(way)
        assert place.reader is not None
        await asyncio.wait_for(place.reader, 30)
        await guest.leave()
        return place.closed, table, place.seq

    with served(tmp_path / "data", "--log-level", "info") as server:
        code, table, seq = asyncio.run(be_there(server))
        assert server.process is not None
        assert server.process.wait(30) in (0, -way)
        assert code == 1012
        assert re.search(r'"what":"stopped"', server.log.read_text(encoding="utf-8"))
        assert not server.complaints()
        server.start()
        guest = asyncio.run(_look(server, table))
        assert guest >= seq


async def _look(server: Served, table: str) -> int:
    guest = await Guest.arrive(server.url, "Bob")
    found = await guest.get(f"/api/tables/{table}")
    await guest.leave()
    return int(found["seq"])
