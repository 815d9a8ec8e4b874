"""Whatever is asked over HTTP is answered by a status and a sentence, and never by a fault."""

import asyncio
import copy
import json
from random import Random
from typing import Any

import httpx
import pytest

from naysay.games import find
from tests.support.asynchronous import asynchronous
from tests.support.clients import Guest
from tests.support.effort import times
from tests.support.servers import Served

JSON = {"content-type": "application/json"}
DEEP = b'{"options": {"a": ' + b"[" * 20_000 + b"]" * 20_000 + b"}}"
UNREADABLE = [b"", b"{", b"null", b"[]", b'"name"', b"\xff\xfe", b'{"name": "\xff"}', b'{"name": "\\ud800"}', DEEP]
UNREADABLE += [b'{"name": 1e999}', b'{"name": "A", "name": {}}', b'{"name": "A", "x": 1}', b"\x00" * 100, b"{" * 60_000]
UNREADABLE += [b'{"name": ' + b"9" * 50_000 + b"}"]
KINDS = [
    "application/x-msgpack",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/xml",
    "x/y; charset=utf-7",
]
POSTS = ["/api/me", "/api/me/continue", "/api/me/bots", "/api/tables", "/api/quick"]


def check_problem(answer: httpx.Response, *statuses: int) -> str:
    """It was refused in order; gives the code."""
    assert answer.status_code in statuses, f"{answer.status_code} {answer.text[:300]}"
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    problem = answer.json()
    assert problem["code"]
    assert len(problem["detail"]) <= 500
    return str(problem["code"])


@asynchronous
async def test_bodies_that_cannot_be_read_are_refused(server: Served) -> None:
    guest = await Guest.arrive(server.url, "Ann")
    for path in POSTS:
        for body in UNREADABLE:
            check_problem(await guest.http.post(path, content=body, headers=JSON), 400)
        for kind in KINDS:
            check_problem(await guest.http.post(path, content=b"\x81\xa4", headers={"content-type": kind}), 400, 415)
        assert check_problem(await guest.http.post(path, content=b"x" * 70_000, headers=JSON), 413) == "too_large"
    await guest.leave()


async def _parts(part: bytes, count: int) -> Any:
    for _ in range(count):
        yield part


@asynchronous
async def test_a_body_without_end_is_not_read_to_its_end(server: Served) -> None:
    guest = await Guest.arrive(server.url, "Ann")
    try:
        answer = await guest.http.post("/api/tables", content=_parts(b" " * 10_000, 1000), headers=JSON)
        check_problem(answer, 413)
    except httpx.TransportError:
        pass  # cut off while it sent
    assert (await guest.get("/api/me"))["name"] == "Ann"
    await guest.leave()


WRONG: list[tuple[str, str, dict[str, Any] | None, int]] = [
    ("GET", "/api/tables/..%2f..%2fetc%2fpasswd", None, 404),
    ("GET", "/api/tables/%2e%2e", None, 400),
    ("GET", "/api/tables/a%00b/history", None, 400),
    ("GET", "/api/tables/" + "a" * 65, None, 400),
    ("GET", "/api/tables/AAAAAAAAAAAAAAAAAAAAAA", None, 404),
    ("GET", "/api/tables/AAAAAAAAAAAAAAAAAAAAAA/record", None, 404),
    ("GET", "/api/tables/AAAAAAAAAAAAAAAAAAAAAA/replay", None, 404),
    ("GET", "/api/tables/AAAAAAAAAAAAAAAAAAAAAA/replay?seat=-1", None, 400),
    ("GET", "/api/tables/AAAAAAAAAAAAAAAAAAAAAA/replay?seat=x", None, 400),
    ("GET", "/api/tables/AAAAAAAAAAAAAAAAAAAAAA/replay?hands=every", None, 400),
    ("GET", "/api/tables/AAAAAAAAAAAAAAAAAAAAAA/replay?round=0", None, 400),
    ("GET", "/api/tables/AAAAAAAAAAAAAAAAAAAAAA/replay?start=" + "9" * 4000, None, 400),
    ("GET", "/api/tables/' OR 1=1 --", None, 400),
    ("DELETE", "/api/me/bots/%F0%9F%83%8F", None, 400),
    ("DELETE", "/api/me/bots/AAAAAAAAAAAAAAAAAAAAAA", None, 404),
    ("GET", "/api/me/games?before=-1", None, 400),
    ("GET", "/api/me/games?before=x", None, 400),
    ("GET", "/api/me/games?before=" + "9" * 4000, None, 400),
    ("PUT", "/api/me", {"name": "Ann"}, 405),
    ("GET", "/api/quick", None, 405),
    ("GET", "/api/", None, 404),
    ("GET", "/etc/passwd", None, 404),
    ("GET", "/%ff%fe", None, 404),
    ("POST", "/api/tables", {"edition": "/etc/hosts.toml"}, 400),
    ("POST", "/api/tables", {"edition": "../edition.toml"}, 400),
    ("POST", "/api/tables", {"game": "naysay.server"}, 400),
    ("POST", "/api/tables", {"players": 32}, 400),
    ("POST", "/api/tables", {"options": {"max_turns": 2**64}, "game": "nope"}, 400),
    ("POST", "/api/tables", {"clock": {"kind": "move", "seconds": 10**30}}, 400),
    ("POST", "/api/tables", {"clock": {"kind": "days", "seconds": 10}}, 400),
    ("POST", "/api/tables", {"grace": 1}, 400),
    ("POST", "/api/tables", {"closes_after": 10**12}, 400),
    ("POST", "/api/tables", {"bots": {"9": "steady"}}, 400),
    ("POST", "/api/tables", {"bots": {"0": "../../bot"}}, 404),
    ("POST", "/api/quick", {"contribution": "00" * 16 + "\n"}, 400),
    ("POST", "/api/quick", {"seat": 31}, 400),
    ("POST", "/api/me", {"name": " \u200b\t"}, 400),
    ("POST", "/api/me", {"name": "a\u202eb"}, 400),
    ("POST", "/api/me", {"name": "a\nb\u0000"}, 400),
    ("POST", "/api/me/continue", {"token": "x" * 200}, 401),
]


@asynchronous
async def test_what_cannot_be_is_refused(server: Served) -> None:
    guest = await Guest.arrive(server.url, "Ann")
    for method, path, body, status in WRONG:
        answer = await guest.http.request(method, path, json=body)
        assert check_problem(answer, status), f"{method} {path} {body}"
    await guest.leave()


@pytest.mark.slow
@asynchronous
async def test_editions_gone_wrong_are_refused_or_playable(server: Served) -> None:
    guest, rng = await Guest.arrive(server.url, "Ann"), Random(4)
    editions = list(find("nyet").editions().values())
    strange: list[Any] = [
        None,
        True,
        -1,
        0,
        10**20,
        1.5,
        "",
        "R",
        "\u0000",
        [],
        {},
        [[]],
        [1] * 300,
        {"": 1},
        ["red"],
        "none",
    ]
    statuses = []
    for _ in range(times(100, 5)):
        edition = copy.deepcopy(rng.choice(editions))
        for _ in range(rng.choice((1, 1, 2))):
            _garble(edition, rng, strange)
        body = {"edition": edition, "players": rng.choice((None, 3, 4, 5)), "pace": 10}
        answer = await guest.http.post(rng.choice(("/api/quick", "/api/tables")), json=body)
        statuses.append(answer.status_code)
        if answer.status_code != 201:
            check_problem(answer, 400)
    assert {201, 400} == set(statuses)
    await guest.leave()


def _garble(value: Any, rng: Random, strange: list[Any]) -> None:
    """Change something, somewhere in nested lists and objects."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = rng.choice(keys)
    inner = value[key]
    if isinstance(inner, (list, dict)) and inner and rng.random() < 0.7:
        _garble(inner, rng, strange)
    elif rng.random() < 0.2:
        del value[key]
    elif isinstance(inner, list) and inner and rng.random() < 0.5:
        inner.append(rng.choice(inner))
    else:
        value[key] = rng.choice([*strange, *(value.values() if isinstance(value, dict) else value)])


HOST = b"HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = HOST + b"Upgrade: websocket\r\nConnection: upgrade\r\n"
RAW = {
    "no host": b"GET /api/me HTTP/1.1\r\n\r\n",
    "two hosts": b"GET /api/me " + HOST + b"Host: evil.example\r\n\r\n",
    "a wrong host": b"GET /api/me HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "a host with a path": b"GET /api/games HTTP/1.1\r\nHost: localhost/evil\r\n\r\n",
    "a host with a user": b"GET /api/games HTTP/1.1\r\nHost: evil@localhost\r\n\r\n",
    "a host that is no name": b"GET /api/games HTTP/1.1\r\nHost: [::1\r\n\r\n",
    "a whole address": b"GET http://evil.example/api/me " + HOST + b"\r\n",
    "dots": b"GET /../../../etc/passwd " + HOST + b"\r\n",
    "no protocol": b"GET /api/me\r\n\r\n",
    "another protocol": b"GET /api/me SPDY/3\r\nHost: localhost\r\n\r\n",
    "no text": bytes(range(256)) * 8,
    "a long path": b"GET /" + b"a" * 100_000 + b" " + HOST + b"\r\n",
    "a long header": b"GET /api/me " + HOST + b"X: " + b"x" * 200_000 + b"\r\n\r\n",
    "many headers": b"GET /api/me " + HOST + b"X-Y: z\r\n" * 20_000 + b"\r\n",
    "headers without end": b"GET /api/me " + HOST + b"X-Y: z\r\n" * 50_000,
    "two lengths": b"POST /api/me " + HOST + b"Content-Length: 2\r\nContent-Length: 9\r\n\r\n{}",
    "length and chunks": b"POST /api/me " + HOST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "wrong chunks": b"POST /api/me " + HOST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
    "a negative length": b"POST /api/me " + HOST + b"Content-Length: -1\r\n\r\n",
    "a strange method": b"BREW /api/me " + HOST + b"\r\n",
    "connect": b"CONNECT localhost:22 " + HOST + b"\r\n",
    "a socket without a key": b"GET /api/tables/x/socket " + UPGRADE + b"\r\n",
    "an old socket": b"GET /api/tables/x/socket "
    + UPGRADE
    + b"Sec-WebSocket-Version: 7\r\nSec-WebSocket-Key: x\r\n\r\n",
    "a socket by post": b"POST /api/tables/x/socket " + UPGRADE + b"\r\n",
    "a cookie of rubbish": b"GET /api/me/games " + HOST + b'Cookie: naysay="\\377\\999; a=b; =;;\xff\r\n\r\n',
    "a token of rubbish": b"GET /api/me " + HOST + b"Authorization: Bearer \xff\xfe\r\n\r\n",
}


KNOWN = {
    "a wrong host": 421,
    "a host with a path": 421,
    "a host with a user": 421,
    "a host that is no name": 421,
    "two hosts": 400,
    "no host": 400,
    "dots": 404,
    "a cookie of rubbish": 401,
    "a token of rubbish": 401,
}


async def _exchange(port: int, request: bytes, patience: float) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        await writer.drain()
        return await asyncio.wait_for(reader.readline(), patience)
    except (OSError, TimeoutError):
        return b""  # cut off, or it waits for more
    finally:
        writer.transport.abort()


@asynchronous
async def test_what_is_hardly_http_is_refused_or_cut_off(server: Served) -> None:
    for what, request in RAW.items():
        line = await _exchange(server.port, request, 60 if what in KNOWN else 3)
        assert line == b"" or line.startswith(b"HTTP/1.1 4"), f"{what}: {line!r}"
        assert what not in KNOWN or line.startswith(f"HTTP/1.1 {KNOWN[what]}".encode()), f"{what}: {line!r}"
    async with httpx.AsyncClient(base_url=server.url) as client:
        assert (await client.get("/healthz")).json()["status"] == "ok"


@asynchronous
async def test_names_come_back_as_they_were_and_as_json_alone(server: Served) -> None:
    """A name or a line may look like a page: it is never sent as one, and the log has no line of its making."""
    name = "<img src=x onerror=1>"
    guest = await Guest.arrive(server.url, name)
    answer = await guest.http.get("/api/me")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["name"] == name
    refused = await guest.http.get("/api/tables/%3Cscript%3E%0d%0a%7B%22level%22:%22error%22%7D")
    check_problem(refused, 400)
    assert json.loads(refused.text)
    await guest.leave()
