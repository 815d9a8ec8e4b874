"""A load generator: thousands of sockets in one process, cheap enough not to be what is measured."""

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

import msgspec

SEATS = 4


class Heard(msgspec.Struct):
    """What the generator needs of a message; the rest is not looked at."""

    type: str
    seq: int = 0
    legal: list[str] = []
    detail: str = ""


_decode = msgspec.json.Decoder(Heard).decode


class Line(asyncio.Protocol):
    """A WebSocket client that knows unfragmented text frames, and that is all."""

    def __init__(self, host: str, path: str, cookie: str, hear: Callable[[Heard, int], None]) -> None:
        self.buffer = bytearray()
        self.hear = hear
        self.open = False
        self.lost = False
        key = base64.b64encode(os.urandom(16)).decode()
        self.hello = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        ).encode()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.hello)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True

    def send(self, payload: bytes) -> None:
        """A masked frame; a mask of zeros leaves the bytes as they are."""
        head = b"\x81" + (
            bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack("!H", len(payload))
        )
        self.transport.write(head + b"\0\0\0\0" + payload)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self.buffer.startswith(b"HTTP/1.1 101"), bytes(self.buffer[:300])
            del self.buffer[: end + 4]
            self.open = True
        while (frame := self._frame()) is not None:
            opcode, payload = frame
            if opcode == 1:
                self.hear(_decode(payload), len(payload))
            elif opcode == 9:
                self.transport.write(b"\x8a" + bytes([0x80 | len(payload)]) + b"\0\0\0\0" + payload)

    def _frame(self) -> tuple[int, bytes] | None:
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 0x7F, 2
        if length == 126:
            if len(buffer) < 4:
                return None
            (length,), start = struct.unpack_from("!H", buffer, 2), 4
        elif length == 127:
            if len(buffer) < 10:
                return None
            (length,), start = struct.unpack_from("!Q", buffer, 2), 10
        if len(buffer) < start + length:
            return None
        opcode, payload = buffer[0] & 0x0F, bytes(buffer[start : start + length])
        del buffer[: start + length]
        return opcode, payload


@dataclass
class Players:
    """Four sockets at one table that play whatever is legal, one move after the other."""

    rng: Random
    lines: list[Line] = field(default_factory=list)
    seqs: list[int] = field(default_factory=lambda: [0] * SEATS)
    legal: list[list[str]] = field(default_factory=lambda: [[] for _ in range(SEATS)])
    waiting_for: int | None = None
    sent_at: float = 0.0
    count: int = 0
    bytes_heard: int = 0
    heard: int = 0
    idle: asyncio.Event = field(default_factory=asyncio.Event)
    on_done: Callable[["Players", float], None] = lambda players, seconds: None

    def hear(self, seat: int) -> Callable[[Heard, int], None]:
        def hear(heard: Heard, length: int) -> None:
            if heard.type in ("table", "change"):
                self.seqs[seat], self.legal[seat] = heard.seq, heard.legal
                if heard.type == "change":
                    self.bytes_heard += length
                    self.heard += 1
                if self.waiting_for is not None and min(self.seqs) >= self.waiting_for:
                    self.waiting_for = None
                    self.on_done(self, perf_counter() - self.sent_at)
                self.idle.set()
            elif heard.type == "refused":
                raise AssertionError(heard.detail)

        return hear

    @property
    def over(self) -> bool:
        return not any(self.legal)

    def move(self) -> bool:
        """Send one move; False if nobody can move any more."""
        acting = [seat for seat in range(SEATS) if self.legal[seat]]
        if not acting:
            return False
        seat = acting[0]
        self.count += 1
        self.waiting_for = self.seqs[seat] + 1
        self.sent_at = perf_counter()
        self.lines[seat].send(
            msgspec.json.encode(
                {
                    "type": "move",
                    "id": f"m{self.count}",
                    "seq": self.seqs[seat],
                    "move": self.rng.choice(self.legal[seat]),
                }
            )
        )
        return True


@dataclass(frozen=True)
class Outcome:
    """What a run gave."""

    actions: int
    seconds: float
    latencies: list[float]

    @property
    def rate(self) -> float:
        return self.actions / self.seconds

    def percentile(self, share: float) -> float:
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


async def flat_out(tables: list[Players], seconds: float) -> Outcome:
    """Every table plays as fast as it can; the time ends with the last move, for a game may be over before."""
    latencies: list[float] = []
    begin = last = perf_counter()
    end = begin + seconds

    def on_done(players: Players, latency: float) -> None:
        nonlocal last
        last = perf_counter()
        latencies.append(latency)
        if last < end:
            players.move()

    for players in tables:
        players.on_done = on_done
        players.move()
    await _until(end, tables)
    return Outcome(len(latencies), last - begin, latencies)


async def paced(tables: list[Players], seconds: float, rate: float) -> Outcome:
    """So many actions a second in all, evenly spread over the tables; a table that is still busy is left out."""
    latencies: list[float] = []

    def on_done(players: Players, latency: float) -> None:
        latencies.append(latency)

    for players in tables:
        players.on_done = on_done
    begin, number = perf_counter(), 0
    while (now := perf_counter()) - begin < seconds:
        while number < (now - begin) * rate:
            players = tables[number % len(tables)]
            if players.waiting_for is None:
                players.move()
            number += 1
        await asyncio.sleep(0.002)
    await _until(begin + seconds, tables)
    return Outcome(len(latencies), seconds, latencies)


async def _until(end: float, tables: list[Players]) -> None:
    await asyncio.sleep(max(0.0, end - perf_counter()))
    for _ in range(500):
        if all(players.waiting_for is None for players in tables):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("some table got no answer")
