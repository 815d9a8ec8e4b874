"""Whatever comes over a socket is answered by a refusal or a close code, and nobody else feels it."""

import asyncio
import json
import string
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from naysay.server.settings import Settings
from naysay.server.web import websocket
from tests.support.clients import Guest, leave_all, seat_all
from tests.support.effort import LONG
from tests.support.servers import Served, served, served_here

MESSAGES = 100_000 if LONG else 2_000
BY_HYPOTHESIS = 20_000 if LONG else 500
BATCH = 90  # what a socket may send at once, and so much that is unreadable
FUZZERS = 4
CLOSES = {1007: "no UTF-8", 1009: "too long", 4008: "did not read", 4029: "too much"}
GROWTH = 48 * 1024 * 1024
ANSWERS = ("done", "refused", "pong", "hinted")

Sent = str | bytes | list[str]


def valid(rng: Random) -> dict[str, Any]:
    """Any message of the protocol, with values that make sense or might."""
    seat, on = rng.randrange(-1, 6), rng.random() < 0.7
    kinds: dict[str, dict[str, Any]] = {
        "move": {
            "seq": rng.randrange(40),
            "move": rng.choice(["draw", "lay R2", "play R1", "veto trump red", "team 1"]),
        },
        "sit": {"seat": seat, "name": rng.choice(["Ann", "Bob", "Eve"]), "contribution": "ab" * 16},
        "ask": {"seat": seat, "name": rng.choice(["Ann", "Bob", "Eve"])},
        "agree": {"request": rng.randrange(40), "on": on},
        "withdraw": {},
        "finish": {},
        "contribute": {"contribution": "cd" * 16},
        "stand": {},
        "seat": {"seat": seat, "level": rng.choice(["random", "steady", None])},
        "start": {},
        "pause": {"on": on},
        "kick": {"seat": seat},
        "mute": {"name": rng.choice(["Ann", "Bob"]), "on": on},
        "say": {"text": rng.choice(["hello", "<script>alert(1)</script>", "🂡🃏", "\u202eevil", "a\u0000b"])},
        "hint": {},
        "rematch": {},
        "ping": {},
    }
    kind = rng.choice(list(kinds))
    return {"type": kind, "id": f"{rng.getrandbits(64):x}", **kinds[kind]}


# At a game that has just begun one of these is for the choice that it waits for, or nobody is asked: it can be no move.
SENSELESS: list[Sent] = [
    json.dumps({"type": "move", "id": f"senseless {seq}", "seq": seq, "move": "veto Nope!"}) for seq in range(30)
]
STRANGE: list[Any] = [None, True, -1, 2**31, 2**63, 2**64, 10**40, 1e308, -0.0, [], {}, [[]], {"id": {}}, ["a"] * 100]
STRANGE += ["", "\u0000", "x" * 2000, "ÿ" * 500, "'; DROP TABLE people", "../../etc/passwd", "%s%n", "NaN", "\ufeff"]


def mutated(rng: Random) -> Sent:
    """A message of the protocol, or one that went wrong: its values, its keys, or its bytes."""
    message = valid(rng)
    key = rng.choice(list(message))
    match rng.randrange(8):
        case 0:
            message[key] = rng.choice(STRANGE)
        case 1:
            del message[key]
        case 2:
            message[rng.choice(["", "x", "seed", "__class__", "id ", "Type"])] = rng.choice(STRANGE)
        case 3:
            message["id"] = rng.choice(["same", "x" * 64, "x" * 65, "\u0000", "ünïcödé"])
        case 4 | 5:
            return garbled(json.dumps(message), rng)
    return json.dumps(message, ensure_ascii=rng.random() < 0.5)


def garbled(text: str, rng: Random) -> Sent:
    match rng.randrange(8):
        case 0:
            return text[: rng.randrange(len(text))]
        case 1:
            letters = list(text)
            for _ in range(rng.randrange(1, 6)):
                letters[rng.randrange(len(letters))] = rng.choice(string.printable)
            return "".join(letters)
        case 2:
            return text.encode()
        case 3:
            return rng.randbytes(rng.randrange(200))
        case 4:
            depth = rng.choice((10, 1000, 7000))
            return text[:-1] + ', "x": ' + "[" * depth + "]" * depth + "}"
        case 5:
            return [text[:5], text[5:9], text[9:]]
        case 6:
            return f"[{text}, {text}]"
        case _:
            return text[:-1] + ', "type": "start"}'


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
TYPES = [
    "move",
    "sit",
    "ask",
    "agree",
    "withdraw",
    "finish",
    "contribute",
    "stand",
    "seat",
    "start",
    "pause",
    "kick",
    "mute",
    "say",
    "hint",
    "rematch",
    "ping",
    "table",
    "change",
    "nothing",
]
FIELDS = ["id", "seq", "move", "seat", "name", "contribution", "level", "on", "text", "type", "request"]
like_messages = st.builds(
    lambda kind, fields: {"type": kind, **fields},
    st.sampled_from(TYPES),
    st.dictionaries(st.sampled_from(FIELDS), json_values | st.integers(0, 5) | st.text(max_size=10)),
)
anything = st.one_of(like_messages.map(json.dumps), json_values.map(json.dumps), st.text(), st.binary(max_size=300))


async def open_socket(guest: Guest, table: str) -> ClientConnection:
    cookie = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
    address = guest.url.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
    return await connect(address, additional_headers={"cookie": cookie}, compression=None, max_size=None)


async def send_all(guest: Guest, table: str, batch: list[Sent], seen: Counter[str]) -> None:
    """Send some messages over a new socket: each must be answered, or the socket closed by a code that says why."""
    async with await open_socket(guest, table) as socket:
        closed, answers = await exchange(socket, batch, seen)
    assert closed is not None or answers == len(batch) + 1, f"{answers - 1} answers to {len(batch)} messages"
    assert closed is None or closed in CLOSES


async def exchange(
    socket: ClientConnection, batch: list[Sent], seen: Counter[str], text: bool | None = None
) -> tuple[int | None, int]:
    """How the socket was closed, if it was, and how many answers came."""
    answers = 0
    try:
        for message in batch:
            await socket.send(message, text=text)
        await socket.send(json.dumps({"type": "ping", "id": "the last"}))
        last = False
        while not last or answers <= len(batch):  # a hint may be answered after what came behind it
            answer = json.loads(await asyncio.wait_for(socket.recv(), 60))
            if answer["type"] in ANSWERS:
                seen[answer.get("code", answer["type"])] += 1
                answers += 1
            last |= answer.get("id") == "the last"
        return None, answers
    except ConnectionClosed as closed:
        code = closed.rcvd.code if closed.rcvd else 1006
        seen[f"closed {code}"] += 1
        return code, answers


class Fuzzer:
    """A guest who sends nonsense to own tables of all stages."""

    def __init__(self, guest: Guest, rng: Random) -> None:
        self.guest, self.rng, self.tables = guest, rng, ["none"] * 3

    async def batch(self, messages: list[Sent], seen: Counter[str]) -> None:
        which = self.rng.randrange(3)
        if self.tables[which] == "none" or self.rng.random() < 0.02:
            self.tables[which] = (
                await self.guest.make(game="nope", players=3, pace=10)
                if which == 0
                else await self.guest.quick(game=("nyet", "nope")[which - 1], level="random", pace=10)
            )
            messages = [*SENSELESS, *messages[len(SENSELESS) :]]
        await send_all(self.guest, self.tables[which], messages, seen)

    async def run(self, count: int, seen: Counter[str]) -> None:
        for _ in range(count // BATCH + 1):
            await self.batch([mutated(self.rng) for _ in range(BATCH)], seen)


def memory(server: Served) -> int:
    """Bytes of the server process itself; 0 where the system does not tell."""
    assert server.process is not None
    with suppress(FileNotFoundError):
        for line in Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    return 0


async def play_undisturbed(url: str, until: asyncio.Event) -> int:
    """Whole games at another table, as long as it lasts; the clients check every message."""
    games = 0
    while not games or not until.is_set():
        places = await seat_all(url, 3, game="nope", edition=None, options={"max_turns": 60})
        await places[0].do("start")
        await asyncio.gather(*(place.play(Random(games)) for place in places))
        assert {place.stage for place in places} == {"over"}
        assert len({json.dumps(place.info["result"]) for place in places}) == 1
        await leave_all(places)
        games += 1
    return games


@pytest.mark.slow
def test_nonsense_is_refused_and_nobody_else_feels_it(tmp_path: Path) -> None:
    seen: Counter[str] = Counter()

    async def storm(server: Served) -> tuple[int, int, int]:
        fuzzers = [Fuzzer(await Guest.arrive(server.url, f"Eve {n}"), Random(n)) for n in range(FUZZERS)]
        share = (MESSAGES - BY_HYPOTHESIS) // FUZZERS
        await asyncio.gather(*(fuzzer.run(share // 4, seen) for fuzzer in fuzzers))
        before, done = memory(server), asyncio.Event()
        game = asyncio.ensure_future(play_undisturbed(server.url, done))
        await asyncio.gather(*(fuzzer.run(share - share // 4, seen) for fuzzer in fuzzers))
        after = memory(server)
        done.set()
        games = await game
        for fuzzer in fuzzers:
            await fuzzer.guest.leave()
        return before, after, games

    with served(tmp_path / "data") as server:
        before, after, games = asyncio.run(storm(server))
        assert server.process is not None
        assert server.process.poll() is None
    assert games
    assert sum(seen.values()) > (MESSAGES - BY_HYPOTHESIS) * 0.9
    print(f"\n{sum(seen.values())} answers, {games} games, {before >> 20} → {after >> 20} MB: {dict(seen)}")
    assert {"unreadable", "done", "pong", "no_such_seat", "not_seated", "unreadable_move"} <= set(seen)
    assert not {"unavailable", "busy"} & set(seen)
    assert after - before < GROWTH
    assert not server.complaints()


@pytest.mark.slow
def test_what_hypothesis_makes_is_refused(tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    size = 50
    with served(tmp_path / "data") as server, asyncio.Runner() as runner:
        fuzzer = Fuzzer(runner.run(Guest.arrive(server.url, "Eve")), Random(9))

        @settings(
            max_examples=BY_HYPOTHESIS // size,
            deadline=None,
            derandomize=not LONG,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(st.lists(anything, min_size=size, max_size=size))
        def check(messages: list[Sent]) -> None:
            runner.run(fuzzer.batch(messages, seen))

        check()
        runner.run(fuzzer.guest.leave())
    assert sum(seen.values()) > BY_HYPOTHESIS * 0.9
    assert not server.complaints()


TOO_MUCH: dict[str, tuple[int, list[Sent]]] = {
    "no text": (1007, [b'{"type": "ping", "id": "\xff"}']),
    "a megabyte": (1009, ["x" * 1_000_000]),
    "a megabyte in parts": (1009, [["x" * 1000] * 1000]),
    "a hundred thousand empty parts": (1009, [["{", *[""] * 100_000, "}"]]),
    "a hundred unreadable ones": (4029, ["?"] * 101),
}


def test_what_is_too_much_closes_the_socket(tmp_path: Path) -> None:
    async def main(url: str) -> None:
        guest = await Guest.arrive(url, "Eve")
        table = await guest.make()
        for what, (code, messages) in TOO_MUCH.items():
            async with await open_socket(guest, table) as socket:
                closed, _ = await exchange(socket, messages, Counter(), text=True)
            assert closed == code, what
        async with await open_socket(guest, table) as socket:  # and may come back
            assert '"type":"table"' in str(await socket.recv())
        await guest.leave()

    with served(tmp_path / "data") as server:
        asyncio.run(main(server.url))
    assert not server.complaints()


def test_who_reads_nothing_is_dropped_and_costs_nothing(tmp_path: Path) -> None:
    """Pings, hints and lines of chat for somebody who does not read do not pile up in the server."""

    async def main(server: Served) -> None:
        guest = await Guest.arrive(server.url, "Eve")
        table = await guest.make()
        before = memory(server)
        cookie = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
        websocket = []
        for _ in range(4):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
            websocket.append((reader, writer))
            head = (
                f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            writer.write(head.encode())
            ping = b"\x89\xfd\0\0\0\0" + b"p" * 125
            with suppress(TimeoutError, OSError):
                for _ in range(50):
                    writer.write(ping * 2000)
                    await asyncio.wait_for(writer.drain(), 2)
        assert memory(server) - before < GROWTH
        for _, writer in websocket:
            writer.transport.abort()
        await guest.leave()

    with served(tmp_path / "data") as server:
        asyncio.run(main(server))
    assert not server.complaints()


def test_who_reads_nothing_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is dropped and does not even read that does not hold a connection for ever, with all that waits on it."""
    monkeypatch.setattr(websocket, "LINGERS", 0.1)
    settings = Settings(tmp_path / "data")

    async def main() -> None:
        async with served_here(settings) as here:
            guest = await Guest.arrive(f"http://127.0.0.1:{here.port}", "Eve")
            table = await guest.make()
            socket = await open_socket(guest, table)
            await socket.recv()
            socket.transport.pause_reading()
            (connection,) = (await here.server.tables.get(table)).connections
            for _ in range(settings.limits.waiting_messages + 20_000):
                connection.send(b"x" * 2000)
            while any(isinstance(line, websocket.Line) for line in here.uvicorn.server_state.connections):
                await asyncio.sleep(0.01)
            assert b"naysay_slow_readers_total 1.0" in here.server.metrics.text()
            socket.transport.abort()
            await guest.leave()

    asyncio.run(main())
