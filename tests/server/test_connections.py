"""Connections that never finish what they began lock nobody out: they are counted, timed, and make room for others."""

import asyncio
import contextlib
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from naysay.server.settings import CONNECTIONS_PER_PERSON, Settings
from naysay.server.web import http_connection
from naysay.server.web.connections import Connections, Held
from tests.support.asynchronous import asynchronous, until
from tests.support.clients import Guest, Place
from tests.support.servers import Served, certificate, served, served_here

HALF = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX: "
SLOW_BODY = b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"


@contextlib.contextmanager
def half_open(port: int, count: int, said: bytes) -> Iterator[list[socket.socket]]:
    """So many connections that say this and nothing more."""
    with contextlib.ExitStack() as kept:
        opened = []
        for _ in range(count):
            line = kept.enter_context(socket.create_connection(("127.0.0.1", port)))
            line.settimeout(30)
            line.sendall(said)
            opened.append(line)
        yield opened


def test_the_one_that_has_waited_longest_makes_room() -> None:
    connections, closed = Connections(per_address=3, most=5), []

    def come(address: str) -> int | None:
        held = connections.admit(address)
        if held is None:
            return None
        number = len(opened)
        held.close = lambda: closed.append(number)
        opened.append(held)
        return number

    opened: list[Held] = []
    assert [come("a") for _ in range(4)] == [0, 1, 2, 3]
    assert closed == [0]
    assert [come("b"), come("b")] == [4, 5]
    assert come("c") == 6  # the process is full: whoever has waited longest, of all
    assert closed == [0, 1]
    for held in opened:
        held.work()
    assert come("d") is None  # nobody waits
    assert closed == [0, 1]
    opened[2].release()
    assert come("d") == 7
    assert sum(connections.count.values()) == len(connections.held) == 5


def test_a_proxy_is_not_counted_for_whom_it_speaks() -> None:
    connections = Connections(per_address=2, most=100)
    for number in range(10):  # one after the other, all by the proxy's address
        held = connections.admit("proxy")
        assert held is not None
        held.work()
        assert held.owned_by(f"client {number % 3}") is (number < 6)
        if number >= 6:
            held.release()
    assert connections.count == {"client 0": 2, "client 1": 2, "client 2": 2}


@pytest.mark.attack
@pytest.mark.parametrize("said", [b"", HALF], ids=["nothing", "half a head"])
def test_people_come_in_while_one_address_holds_all_it_may(said: bytes, tmp_path: Path) -> None:
    most = CONNECTIONS_PER_PERSON
    with (
        served(tmp_path / "data", "--people-per-address", "1") as server,
        half_open(server.port, 2 * most, said) as lines,
    ):
        assert httpx.get(f"{server.url}/api/games").status_code == 200
        for line in lines[:most]:  # they made room
            with contextlib.suppress(ConnectionError):
                assert line.recv(1) == b""
        lines[-1].setblocking(False)
        with pytest.raises(BlockingIOError):
            lines[-1].recv(1)
    assert not server.complaints()


@pytest.mark.attack
def test_a_thousand_half_open_connections_and_few_files(tmp_path: Path) -> None:
    """The system allows few files at first, as it usually does: the server asks for all that it may have."""
    server = Served(tmp_path / "data")
    server.files = 256
    server.start()
    try:
        with half_open(server.port, 1001, HALF):
            assert httpx.get(f"{server.url}/healthz").status_code == 200
    finally:
        server.stop()
    assert not server.complaints()


def test_under_tls_not_even_the_handshake_locks_others_out(tmp_path: Path) -> None:
    authority, cert, key = certificate(tmp_path)
    trust = ssl.create_default_context(cafile=str(authority))
    options = ("--people-per-address", "1", "--tls-cert", str(cert), "--tls-key", str(key))
    with (
        served(tmp_path / "data", *options) as server,
        half_open(server.port, 2 * CONNECTIONS_PER_PERSON, b"\x16\x03") as lines,
    ):
        assert httpx.get(f"https://localhost:{server.port}/api/games", verify=trust).status_code == 200
        with contextlib.suppress(ConnectionError):
            assert lines[0].recv(1) == b""
    assert not server.complaints()


def test_behind_a_proxy_each_address_has_its_own(tmp_path: Path) -> None:
    """More sockets than one address may have come by the proxy, each for somebody else."""

    async def main(server: Served) -> None:
        places: list[Place] = []
        host = await Guest.arrive(server.url, "Host", "203.0.113.250")
        table = await host.make()
        await host.leave()
        for number in range(CONNECTIONS_PER_PERSON + 2):
            guest = await Guest.arrive(server.url, f"Guest {number}", f"203.0.113.{number}")
            places.append(Place(guest, table))
            await places[-1].open()
        assert all(place.info for place in places)
        for place in places:
            await place.close()
            await place.guest.leave()

    with served(tmp_path / "data", "--people-per-address", "1") as server:
        asyncio.run(main(server))


async def trickle(port: int, begin: bytes, unit: bytes) -> bytes:
    """Say something, and the rest byte by byte until there is an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(begin)
    answer = asyncio.ensure_future(reader.readuntil(b"}"))
    while not answer.done():
        writer.write(unit)
        await asyncio.sleep(0.02)
    writer.close()
    return await answer


@asynchronous
async def test_whoever_takes_too_long_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connection, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(http_connection, "BODY_SECONDS", 0.3)
    again = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n"
    async with served_here(Settings(tmp_path / "data")) as here:
        for begin in (HALF, SLOW_BODY, again + HALF):
            answer = await trickle(here.port, begin, b" ")
            assert b" 408 " in answer
            assert b'"too_slow"' in answer
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        assert await reader.read() == b""  # not a word: not a word
        writer.close()
        held = here.held
        await until(lambda: not held.held)
        assert (dict(held.count), held.idle, held.waiting) == ({}, {}, {})


@asynchronous
async def test_whoever_does_not_read_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connection, "READ_SECONDS", 0.3)
    monkeypatch.setattr(http_connection, "LINGERS", 0.3)
    async with served_here(Settings(tmp_path / "data")) as here:
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", here.port))
        line.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 60)
        await until(lambda: here.held.held)
        await until(lambda: not here.held.held)
        line.close()


@pytest.mark.parametrize(
    ("cookie", "more", "status", "code"),
    [
        (4 * 1024, 0, 401, "who_are_you"),
        (4 * 1024 + 1, 0, 431, "cookie_too_large"),
        (0, 15 * 1024, 401, "who_are_you"),
        (0, 16 * 1024, 431, "head_too_large"),
        (0, 500 * 1024, 431, "head_too_large"),
    ],
)
@asynchronous
async def test_heads_have_a_limit(server: Served, cookie: int, more: int, status: int, code: str) -> None:
    fields = [b"Host: localhost", b"Connection: close", b"Cookie: " + b"c" * cookie, b"X: " + b"x" * more]
    upgrade = [b"Connection: upgrade", b"Upgrade: websocket", b"Sec-WebSocket-Version: 13"]
    upgrade += [b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
    for path, extra in ((b"/api/me/games", []), (b"/api/tables/x/socket", upgrade)):
        kept = [field for field in fields if not (extra and field.startswith(b"Connection"))]
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"\r\n".join([b"GET " + path + b" HTTP/1.1", *kept, *extra, b"", b""]))
        answer = await reader.read()
        writer.close()
        wanted = 101 if extra and status == 401 else status
        assert answer.startswith(f"HTTP/1.1 {wanted} ".encode()), answer[:100]
        assert f'"{code}"'.encode() in answer


def test_the_file_limit_is_raised() -> None:
    program = (
        "import resource; from naysay.server.web.connections import raise_file_limit; n = resource.RLIMIT_NOFILE; "
        "hard = resource.getrlimit(n)[1]; resource.setrlimit(n, (100, hard)); "
        "print(raise_file_limit() > 100, resource.getrlimit(n)[0] == min(hard, 1 << 20))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True"]
