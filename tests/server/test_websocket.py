"""A line reads messages however their bytes arrive: whole short texts by the short way, all else by the parser."""

import asyncio
import socket
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from naysay.server.web import websocket
from naysay.server.web.websocket import Line

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
TEXT = b'{"type":"ping","id":"1"}'
SHORT = Frame(Opcode.TEXT, TEXT)
PING = Frame(Opcode.PING, b"p" * 20)


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> Frame:
    return Frame(opcode, data, fin=fin)


def written(frames: list[Frame], mask: bool = True) -> bytes:
    return b"".join(one.serialize(mask=mask) for one in frames)


class Talk:
    """A line after its handshake, on one end of a pair of sockets; bytes are handed to it as they would come."""

    def __init__(self) -> None:
        self.read: list[Any] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] == "websocket.receive":
            self.read.append(event.get("text", event.get("bytes")))

    async def hear(self, parts: list[bytes]) -> Line:
        config = Config(self, ws=Line, ws_max_size=1000, ws_ping_interval=None, log_config=None)
        config.load()
        ours, theirs = socket.socketpair()
        loop = asyncio.get_running_loop()
        _, line = await loop.connect_accepted_socket(lambda: Line(config, ServerState(), {}), ours)
        line.data_received(HANDSHAKE)
        while line.conn.state is not State.OPEN:
            await asyncio.sleep(0)
        for part in parts:
            line.data_received(part)
        for _ in range(len(self.read) + 20):
            await asyncio.sleep(0)
        line.transport.abort()
        theirs.close()
        return line


def cut(data: bytes, rng: Random) -> Iterator[bytes]:
    """The same bytes in parts: many small ones, or few."""
    largest = rng.choice((1, 3, 30, 300))
    while data:
        size = rng.randint(1, largest)
        yield data[:size]
        data = data[size:]


def conversation(rng: Random) -> tuple[list[Frame], list[str | bytes]]:
    """Frames of every kind, and the messages that they are."""
    frames: list[Frame] = []
    said: list[str | bytes] = []
    for number in range(rng.randint(1, 6)):
        length = rng.choice((0, 1, 40, 125, 126, 300))
        text = (f"{number}é" * length)[: length // 2].encode()
        opcode = rng.choice((Opcode.TEXT, Opcode.TEXT, Opcode.BINARY))
        said.append(text.decode() if opcode is Opcode.TEXT else text)
        pieces = rng.choice((1, 1, 2, 3))
        at = sorted(rng.randint(0, len(text)) for _ in range(pieces - 1))
        for place, (start, end) in enumerate(zip([0, *at], [*at, len(text)], strict=True)):
            frames.append(frame(Opcode.CONT if place else opcode, text[start:end], fin=place == pieces - 1))
            if rng.random() < 0.3:
                frames.append(PING)
    return frames, said


def test_messages_are_read_however_their_bytes_arrive() -> None:
    rng = Random("cuts")
    for _ in range(300):
        frames, said = conversation(rng)
        one_by_one = [one.serialize(mask=True) for one in frames]
        for parts in (one_by_one, list(cut(written(frames), rng)), [written(frames)]):
            talk = Talk()
            line = asyncio.run(talk.hear(parts))
            assert (talk.read, line.failed) == (said, False)


def test_short_texts_go_the_short_way(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[bytes | None] = []
    short = websocket._short_text

    def watched(data: bytes) -> bytes | None:
        taken.append(short(data))
        return taken[-1]

    monkeypatch.setattr(websocket, "_short_text", watched)
    whole = written([SHORT])
    talk = Talk()
    asyncio.run(talk.hear([whole, whole + whole, whole[:5], whole[5:], whole]))
    assert talk.read == [TEXT.decode()] * 5
    assert taken == [TEXT, None, None, TEXT]  # the rest of a frame is never tried


@pytest.mark.parametrize(
    ("parts", "read", "code"),
    [
        ([written([frame(Opcode.TEXT, b"\xff\xfe")])], 0, 1007),
        ([written([SHORT], mask=False)], 0, 1002),
        ([bytes([0xC1]) + written([SHORT])[1:]], 0, 1002),
        ([written([frame(Opcode.TEXT, b"a", fin=False)]), written([SHORT])], 0, 1002),
        ([written([SHORT]), written([frame(Opcode.CONT, b"a")])], 1, 1002),
        ([written([SHORT]), written([frame(Opcode.TEXT, b"a" * 1001)]), written([SHORT])], 1, 1009),
        ([written([frame(Opcode.CLOSE, b"\x03\xe8")]), written([SHORT])], 0, 1000),
    ],
    ids=["no UTF-8", "unmasked", "a bit that means nothing", "in another", "nothing to go on", "too long", "closed"],
)
def test_what_is_no_message_ends_it(parts: list[bytes], read: int, code: int) -> None:
    talk = Talk()
    line = asyncio.run(talk.hear(parts))
    assert len(talk.read) == read
    assert line.conn.close_sent is not None
    assert line.conn.close_sent.code == code


def test_a_flood_of_pings_is_closed_with_a_reason() -> None:
    few, many = written([PING] * int(websocket.BEATS_AT_ONCE)), written([PING] * 3 * int(websocket.BEATS_AT_ONCE))
    talk = Talk()
    line = asyncio.run(talk.hear([few, written([SHORT])]))
    assert (talk.read, line.failed) == ([TEXT.decode()], False)
    for flood in (many, written([frame(Opcode.PONG, b"")] * 3 * int(websocket.BEATS_AT_ONCE))):
        line = asyncio.run(Talk().hear([flood]))
        assert line.conn.close_sent is not None
        assert (line.conn.close_sent.code, line.conn.close_sent.reason) == (1008, "too many pings")


def test_whoever_sends_much_does_not_miss_the_heartbeat() -> None:
    """Its answer waits behind what was sent before: no reason to hang up."""

    async def beat(heard: bool, paused: bool) -> bool:
        talk = Talk()
        line = await talk.hear([])
        line.ping_interval, line.pong_timer, line.ping_sent_at = 20, None, 10.0
        line.heard, line.read_paused = (11.0 if heard else 9.0), paused
        line.transport = Silent()  # type: ignore[assignment]
        line.keepalive_timeout()
        again = line.ping_timer is not None
        line.stop_keepalive()
        assert again != line.close_sent
        return again

    assert [asyncio.run(beat(*case)) for case in ((True, False), (False, True), (False, False))] == [True, True, False]


class Silent:
    """The other end of a line that is open, and hears nothing."""

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        pass
