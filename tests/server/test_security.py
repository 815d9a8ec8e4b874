"""Who may ask, from where, by which name and how often; what is kept secret, and how."""

import asyncio
import hmac
import json
import re
import sqlite3
import ssl
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from naysay.server import lan, secret
from naysay.server.errors import Refused
from naysay.server.people import alike, clean_name
from naysay.server.settings import Limits, Settings
from naysay.server.table import commands, live
from naysay.server.web.gate import HEADERS, Gate
from naysay.server.web.http_types import Quick as NewQuick
from naysay.server.web.messages import encode
from tests.support.asynchronous import asynchronous
from tests.support.clients import Guest, Place
from tests.support.servers import Served, certificate, served
from tests.support.table_room import ANN, Time, tables_at

TOKEN = re.compile(r"[A-Za-z0-9_-]{22,}")  # 16 bytes and more


def cookie_of(guest: Guest) -> str:
    return str(guest.http.cookies["naysay"])


async def handshake(server: Served, table: str, cookie: str, **headers: str) -> int:
    """The status by which a socket's handshake is answered."""
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
    try:
        async with connect(address, additional_headers={"cookie": f"naysay={cookie}", **headers}, proxy=None):
            return 101
    except InvalidStatus as refused:
        check_headers(httpx.Headers(list(refused.response.headers.raw_items())))
        return refused.response.status_code


def check_headers(headers: httpx.Headers) -> None:
    """Every answer has them."""
    for name, value in HEADERS:
        assert headers.get_list(name.decode()) == [value.decode()]
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


# Who asks from where


@asynchronous
async def test_pages_of_other_sites_cannot_ask(server: Served) -> None:
    guest = await Guest.arrive(server.url, "Ann")
    here, cookie = await guest.make(), cookie_of(guest)
    own, host = f"http://127.0.0.1:{server.port}", f"127.0.0.1:{server.port}"
    for origin in ("http://evil.example", "null", f"http://{host}.evil.example", "http://127.0.0.1:1", f"ftp://{host}"):
        answer = await guest.http.post("/api/me", json={"name": "Eve"}, headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
        check_headers(answer.headers)
        assert (await guest.http.delete("/api/me", headers={"origin": origin})).status_code == 403
        assert await handshake(server, here, cookie, origin=origin) == 403
    for site in ("cross-site", "same-site"):
        assert (await guest.http.post("/api/me/link", headers={"sec-fetch-site": site})).status_code == 403
        assert await handshake(server, here, cookie, **{"sec-fetch-site": site}) == 403
    assert (await guest.get("/api/me"))["name"] == "Ann"
    for headers in ({"origin": own}, {"origin": own.upper()}, {"sec-fetch-site": "same-origin"}, {}):
        assert (await guest.http.post("/api/me/link", headers=headers)).status_code == 201
        assert await handshake(server, here, cookie, **headers) == 101
    await guest.leave()


@asynchronous
async def test_nobody_is_somebody_else(server: Served) -> None:
    guest = await Guest.arrive(server.url, "Ann")
    other = await Guest.arrive(server.url, "Bob")
    person, _, signature = cookie_of(guest).partition(".")
    bob = cookie_of(other).partition(".")[0]
    assert TOKEN.fullmatch(person)
    forged = [
        f"{bob}.{signature}",
        f"{person}.{signature[:-1]}",
        f"{person}.",
        person,
        f"{person}.{signature}x",
        ".",
        "é",
    ]
    async with httpx.AsyncClient(base_url=server.url) as nobody:
        for cookie in forged:
            forger = {b"cookie": f"naysay={cookie}".encode()}
            assert (await nobody.get("/api/me", headers=forger)).status_code == 204
            answer = await nobody.get("/api/me/games", headers=forger)
            assert (answer.status_code, answer.json()["code"]) == (401, "who_are_you")
        bot = await guest.post("/api/me/bots", {"name": "Robot"})
        assert TOKEN.fullmatch(bot["token"])
        for token in (bot["token"][:-1], bot["id"], "null", cookie_of(guest)):
            answer = await nobody.get("/api/me", headers={"authorization": f"Bearer {token}"})
            assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
        token = {"authorization": f"Bearer {bot['token']}"}
        assert (await nobody.get("/api/me", headers=token)).json() == {"name": "Robot", "bot": True}
        link = (await guest.post("/api/me/link"))["link"].partition("#")[2]
        assert TOKEN.fullmatch(link)
        assert (await nobody.post("/api/me/continue", json={"token": link})).json()["name"] == "Ann"
        again = await nobody.post("/api/me/continue", json={"token": link})
        assert (again.status_code, again.json()["code"]) == (401, "bad_token")
    await guest.leave()
    await other.leave()


def test_signatures_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []
    compare = hmac.compare_digest

    def noted(first: bytes, second: bytes) -> bool:
        compared.append((first, second))
        return compare(first, second)

    monkeypatch.setattr(hmac, "compare_digest", noted)
    cookie = secret.sign(b"k" * 32, "someone")
    assert secret.check(b"k" * 32, cookie) == "someone"
    assert secret.check(b"x" * 32, cookie) is None
    assert len(compared) == 2


@asynchronous
async def test_tables_cannot_be_guessed_and_private_ones_not_listed(server: Served) -> None:
    guest = await Guest.arrive(server.url, "Ann")
    hidden, listed = await guest.make(), await guest.make(public=True)
    assert TOKEN.fullmatch(hidden)
    rows = {row["id"] for row in (await guest.get("/api/tables"))["tables"]}
    assert listed in rows
    assert hidden not in rows
    async with httpx.AsyncClient(base_url=server.url) as nobody:
        assert hidden not in (await nobody.get("/api/tables")).text
        for path in (f"/api/tables/{hidden}", f"/api/tables/{hidden}/history", f"/api/tables/{hidden}/record"):
            assert (await nobody.get(path)).status_code == 401
    await guest.leave()


# By which name, over which line


@asynchronous
async def test_every_answer_has_safe_headers_and_cookies_are_for_this_server_alone(server: Served) -> None:
    async with httpx.AsyncClient(base_url=server.url) as client:
        for method, path in (
            ("GET", "/api/games"),
            ("GET", "/api/me"),
            ("PUT", "/api/me"),
            ("GET", "/x"),
            ("GET", "/metrics"),
        ):
            check_headers((await client.request(method, path)).headers)
        check_headers((await client.post("/api/me", content=b"x" * 70_000)).headers)
        wrong = await client.get("/api/games", headers={"host": "evil.example"})
        assert (wrong.status_code, wrong.json()["code"]) == (421, "bad_host")
        check_headers(wrong.headers)
        for method, body in (("POST", {"name": "Ann"}), ("DELETE", None)):
            answer = await client.request(method, "/api/me", json=body)
            parts = [part.strip().lower() for part in answer.headers["set-cookie"].split(";")]
            assert {"httponly", "samesite=lax", "path=/"} <= set(parts)
            assert "secure" not in parts
            assert not [part for part in parts if part.startswith("domain")]
            assert "strict-transport-security" not in answer.headers


def test_under_https_cookies_are_secure_and_sockets_work(tmp_path: Path) -> None:
    authority, cert, key = certificate(tmp_path)
    trust = ssl.create_default_context(cafile=str(authority))

    async def main(server: Served) -> None:
        async with httpx.AsyncClient(base_url=f"https://localhost:{server.port}", verify=trust) as client:
            answer = await client.post("/api/me", json={"name": "Ann"})
            assert "secure" in answer.headers["set-cookie"].lower()
            assert answer.headers["strict-transport-security"]
            made = (await client.post("/api/tables", json={})).json()
            assert made["link"] == f"https://localhost:{server.port}/t/{made['id']}"
            address = f"wss://localhost:{server.port}/api/tables/{made['id']}/socket"
            headers = {
                "cookie": f"__Host-naysay={client.cookies['__Host-naysay']}",
                "origin": f"https://localhost:{server.port}",
            }
            async with connect(address, additional_headers=headers, ssl=trust) as socket:
                assert json.loads(await socket.recv())["type"] == "table"

    with served(tmp_path / "data", "--tls-cert", str(cert), "--tls-key", str(key)) as server:
        asyncio.run(main(server))
    assert not server.complaints()


def test_behind_a_proxy_links_and_cookies_follow_the_public_address(tmp_path: Path) -> None:
    async def main(server: Served) -> None:
        async with httpx.AsyncClient(base_url=server.url, headers={"host": "cards.example.org"}) as client:
            answer = await client.post("/api/me", json={"name": "Ann"}, headers={"origin": "https://cards.example.org"})
            assert "secure" in answer.headers["set-cookie"].lower()
            cookie = {"cookie": answer.headers["set-cookie"].partition(";")[0]}
            for host in ("cards.example.org", "localhost", "also.example.org"):
                made = (await client.post("/api/tables", json={}, headers={"host": host, **cookie})).json()
                assert made["link"] == f"https://cards.example.org/t/{made['id']}"
            assert (await client.get("/api/games", headers={"host": "other.example.org"})).status_code == 421
            forwarded = {"host": "localhost", "x-forwarded-for": "203.0.113.9"}
            assert (await client.get("/metrics", headers=forwarded)).status_code == 404

    public = ("--public-url", "https://cards.example.org/", "--allow-host", "Also.example.org")
    with served(tmp_path / "data", *public) as server:
        asyncio.run(main(server))


def test_at_home_the_names_of_this_machine_are_allowed(tmp_path: Path) -> None:
    with served(tmp_path / "data", "--lan") as server:
        said = server.log.read_text(encoding="utf-8")
        for name in lan.names():
            host = f"{name}:{server.port}"
            assert httpx.get(f"{server.url}/api/games", headers={"host": host}).status_code == 200
        assert httpx.get(f"{server.url}/api/games", headers={"host": "evil.local"}).status_code == 421
    address = lan.lan_address()
    assert (f"http://{address}:{server.port}" if address else "No network was found") in said


def test_figures_are_for_this_machine_alone(tmp_path: Path) -> None:
    async def let_pass(*_: Any) -> None:
        sent.append({"status": 200})

    async def receive() -> dict[str, Any]:
        return {}

    async def send(message: Any) -> None:
        sent.append(message)

    gate = Gate.before(let_pass, let_pass, Settings(tmp_path))
    for address, status in (("127.0.0.1", 200), ("::1", 200), ("192.168.1.5", 404), ("2001:db8::1", 404)):
        sent: list[Any] = []
        scope = {"type": "http", "method": "GET", "path": "/metrics", "headers": [(b"host", b"localhost")]}
        asyncio.run(gate({**scope, "client": (address, 1)}, receive, send))
        assert sent[0]["status"] == status


# How often


def test_too_many_requests_are_told_when_to_come_back(tmp_path: Path) -> None:
    async def main(server: Served) -> None:
        limits = httpx.Limits(max_connections=20)  # more, and those that wait would make room for one another
        async with httpx.AsyncClient(base_url=server.url, limits=limits) as client:
            answers = await asyncio.gather(*(client.get("/api/games") for _ in range(100)))
        refused = [answer for answer in answers if answer.status_code == 429]
        assert 8 <= len(answers) - len(refused) < len(answers)
        for answer in refused:
            assert answer.json()["code"] == "too_many_requests"
            assert int(answer.headers["retry-after"]) >= 1
            check_headers(answer.headers)

    with served(tmp_path / "data", "--people-per-address", "1") as server:
        asyncio.run(main(server))


@asynchronous
async def test_a_socket_that_sends_too_much_waits_and_loses_nothing(server: Served) -> None:
    guest = await Guest.arrive(server.url, "Ann")
    place = await guest.sit_down(await guest.make())
    count = int(Limits().messages_at_once) + 20
    ids = [await place.send("ping") for _ in range(count)]
    await place.until(lambda: all(id in place.answers for id in ids))
    ids = [await place.send("say", text=f"line {number}") for number in range(30)]
    await place.until(lambda: all(id in place.answers for id in ids))
    kinds = [place.answers[id]["type"] for id in ids]
    assert kinds[: int(Limits().lines_at_once)] == ["done"] * 5
    assert "refused" in kinds
    await place.close()
    await guest.leave()


@asynchronous
async def test_nobody_has_too_many_sockets_not_even_at_once(server: Served) -> None:
    guest = await Guest.arrive(server.url, "Ann")
    here, most = await guest.make(), Limits().sockets_per_person
    places = [Place(guest, here) for _ in range(most + 10)]
    await asyncio.gather(*(place.open() for place in places), return_exceptions=True)
    kinds = [json.loads(place.raw[0])["type"] for place in places]
    assert kinds.count("table") == most
    refusals = {json.loads(place.raw[0]).get("code") for place in places} - {None}
    assert refusals == {"too_many_sockets"}
    await asyncio.gather(*(place.close() for place in places))
    again = Place(guest, here)
    await again.open()
    assert again.raw
    await again.close()
    await guest.leave()


@asynchronous
async def test_the_log_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats, pauses and the like are counted; moves are always possible."""
    monkeypatch.setattr(live, "MOST_CHANGES", 20)
    async with tables_at(f"sqlite:///{tmp_path / 'tables.db'}", Time()) as tables:
        made = await tables.quick(ANN, NewQuick(game="nope", level="random", pace=10))
        for number in range(20):
            await made.perform(commands.pause(ANN.id, made.state.paused_at is None), ANN.id, f"pause {number}")
        assert made.changes == {ANN.id: 20}
        with pytest.raises(Refused) as refused:
            await made.perform(commands.pause(ANN.id, made.state.paused_at is None), ANN.id, "one too many")
        assert refused.value.code == "too_many_changes"
        await made.perform(commands.close_empty)
        assert made.state.stage == "closed"


@asynchronous
async def test_the_same_hint_is_not_thought_out_twice(tmp_path: Path) -> None:
    async with tables_at(f"sqlite:///{tmp_path / 'tables.db'}", Time()) as tables:
        made = await tables.quick(ANN, NewQuick(game="nyet", players=2, level="random", pace=10))
        while made.state.turns[0].asked is None:
            made = await tables.quick(ANN, NewQuick(game="nyet", players=2, level="random", pace=10))
        hints = await asyncio.gather(*(made.hint(ANN, str(number)) for number in range(20)))
        assert len({json.dumps(encode(hint.candidates).decode()) for hint in hints}) == 1
        assert b"naysay_bot_seconds_count 1.0" in tables.metrics.text()


LIKE_ANN = (
    "ann",
    "ANN",
    "A\u200bnn",
    "Ａnn",
    "Ann\u200d",
    "Ann\ufe0f",
    "\u0391nn",
    "\u0410nn",
    "A\u0301nn",
    "A\u0338n\u0323n",
)


@pytest.mark.attack
def test_names_that_look_alike_are_alike() -> None:
    for name in LIKE_ANN:
        assert alike(name, "Ann"), ascii(name)
    pairs = (
        ("Al", "AI"),
        ("Bo", "B0"),
        ("steady 2", "ѕtеаdу 2"),
        ("Tom", "Torn"),
        ("\U0001d400nn", "ANN"),
        ("Zoë", "zoe"),
    )
    for first, second in pairs:
        assert alike(first, second), (first, second)
    different = (
        "Ann",
        "Anne",
        "Ben",
        "Van",
        "Nan",
        "Иван",
        "Мария",
        "明",
        "さくら",
        "Zoe",
        "Kim",
        "Tim",
        "O'Hara",
        "🙂",
        "🐻",
    )
    assert not [(a, b) for a in different for b in different if a != b and alike(a, b)]


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "Ann\u3164",
        "\uffa0Ann",
        "Ann\u115f",
        "\u2800",
        "\ufe0f",
        "\u0301",
        "A" + "\u0301" * 2,
        "A\u0301\u0302\u0303\u0304\u0306nn",
    ],
)
def test_names_that_show_nothing_or_too_much_are_refused(name: str) -> None:
    with pytest.raises(Refused, match="bad_name"):
        clean_name(name)
    for fine in ("Zoë", "Nguyễn Ái", "Иван", "明", "שָׁלוֹם", "ज़ेन", "Ann 2", "O'Hara"):
        assert clean_name(fine)


# What is kept


def test_only_its_user_can_read_the_data_and_no_token_is_in_it(tmp_path: Path) -> None:
    async def visit(server: Served) -> list[str]:
        guest = await Guest.arrive(server.url, "Ann")
        await guest.quick(game="nope", level="random")
        bot = await guest.post("/api/me/bots", {"name": "Robot"})
        link = (await guest.post("/api/me/link"))["link"].partition("#")[2]
        await guest.leave()
        return [bot["token"], link, cookie_of(guest).partition(".")[2]]

    data = tmp_path / "new" / "data"
    data.parent.mkdir()
    with served(data, "--log-level", "debug") as server:
        tokens = asyncio.run(visit(server))
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
        for file in data.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
    log = server.log.read_text(encoding="utf-8")
    assert '"what":"made"' in log
    database = sqlite3.connect(data / "naysay.db")
    stored = "\n".join(database.iterdump())
    database.close()
    for token in tokens:
        assert token not in stored
        assert token not in log
    assert "Ann" not in log
    assert len((data / "secret.key").read_bytes()) == 32


def test_numba_never_enters_the_server_process() -> None:
    program = "import sys, naysay.server.web.app, naysay.server.serve, naysay.cli; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
