"""A client that loses its line, sends twice, late, out of order, over two sockets; and still wants to play."""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.exceptions import WebSocketException

from tests.faults.ledger import Ledger, Sent
from tests.support.clients import Gone, Guest, Place

LOST = (Gone, OSError, EOFError, WebSocketException, TimeoutError)
ANSWER_WITHIN = 10.0
MISCHIEF = {
    "plain": 30,
    "twice": 6,
    "over two sockets": 6,
    "cut": 6,
    "old seq": 6,
    "replayed": 6,
    "rivals": 6,
    "out of order": 6,
    "chat": 3,
}


class Witness(Place):
    """A socket that notes everything it is told."""

    ledger: Ledger
    person: str

    def _take(self, text: str, first: bool = False) -> None:
        try:
            super()._take(text, first)
        except AssertionError as error:
            self.ledger.broken.append(f"{error}: {text[:500]}")
            raise
        self.ledger.hear(self.table, self.person, json.loads(text))

    @property
    def open_now(self) -> bool:
        """The line stands."""
        return self.reader is not None and not self.reader.done()


@dataclass
class Player:
    """A person at one table, with one socket or two."""

    guest: Guest
    table: str
    ledger: Ledger
    rng: Random
    contribution: str
    lazy: float = 0.0
    absent: float = 0.0
    seat: int | None = None
    sockets: list[Witness] = field(default_factory=list)
    waiting: dict[str, Sent] = field(default_factory=dict)  # sent, and no answer yet
    written: list[Sent] = field(default_factory=list)
    late: list[Sent] = field(default_factory=list)
    ignored: int | None = None
    sleepy: bool = False
    calm: bool = False

    @property
    def person(self) -> str:
        return str(self.guest.http.cookies["naysay"]).partition(".")[0]

    @property
    def place(self) -> Witness:
        return self.sockets[0]

    async def run(self) -> None:
        """Play until the game is over, whatever happens to the line."""
        while True:
            try:
                await self._connect()
                await self._resend()
                await self._take_part()
                return
            except LOST:
                await asyncio.sleep(self.rng.uniform(0.01, 0.1))

    async def ask_for_rematch(self) -> None:
        """After the game, ask for another until there is one."""
        while True:
            try:
                await self._connect()
                await self._resend()
                if "rematch" not in self.place.info:
                    await self.tell("rematch")
                while "rematch" not in self.place.info:
                    await self._news()
                return
            except LOST:
                await asyncio.sleep(self.rng.uniform(0.01, 0.1))

    async def catch_up(self, length: int) -> None:
        """Wait until all sockets have come to this length of the log."""
        while True:
            try:
                await self._connect()
                for socket in self.sockets:
                    await socket.until(lambda socket=socket: socket.seq == length)
                return
            except LOST:
                await asyncio.sleep(0.1)

    async def leave(self) -> None:
        for socket in self.sockets:
            with suppress(*LOST):
                await socket.close()

    async def _connect(self) -> None:
        if not self.sockets:
            self._new_socket()
        for socket in self.sockets:
            if not socket.open_now:
                await asyncio.wait_for(socket.open(), ANSWER_WITHIN)
                self.ledger.counts["connections"] += 1

    def _new_socket(self) -> Witness:
        socket = Witness(self.guest, self.table)
        socket.ledger, socket.person = self.ledger, self.person
        self.sockets.append(socket)
        return socket

    async def _resend(self) -> None:
        """Whatever was not answered is sent again, under the same id."""
        for sent in list(self.waiting.values()):
            self.ledger.counts["resent"] += 1
            await self._send(self.place, sent)
            await self._answer(sent)

    async def _take_part(self) -> None:
        if self.seat is not None and self.place.you.get("seat") is None and self.place.stage == "open":
            await self.tell("sit", seat=self.seat, contribution=self.contribution)
        while not self.place.ended:
            if self.place.stage == "open":
                await self._begin()
            elif self._away():  # being away ends with a new connection
                await asyncio.sleep(self.rng.uniform(0.0, 0.3))
                self.place.cut()
                raise Gone
            elif self.place.legal and self.place.seq != self.ignored:
                await self._act()
            else:
                await self._news()

    async def _begin(self) -> None:
        free = any(seat["player"] == "free" for seat in self.place.info["seats"])
        if self.place.you.get("host") and not free:
            await self.tell("start")
        else:
            await self._news()

    def _away(self) -> bool:
        seat = self.place.you.get("seat")
        return seat is not None and bool(self.place.info["seats"][seat].get("away"))

    async def _news(self) -> None:
        for socket in self.sockets:
            if not socket.open_now:
                raise Gone
        self.place.news.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.place.news.wait(), 0.5)

    async def insist(self, type: str, **parts: Any) -> Sent:
        """Send a message until it is answered, over as many connections as it takes."""
        sent = self._write(type, **parts)
        self.waiting[sent.id] = sent
        while not sent.answers:
            try:
                await self._connect()
                await self._resend()
            except LOST:
                await asyncio.sleep(0.02)
        return sent

    async def tell(self, type: str, **parts: Any) -> None:
        """Send a message and wait for its answer."""
        sent = self._write(type, **parts)
        await self._send(self.place, sent)
        await self._answer(sent)

    def _write(self, type: str, **parts: Any) -> Sent:
        number = len(self.ledger.sent)
        sent = Sent(self.table, self.person, type, f"{type} {number}", parts)
        self.ledger.sent[sent.person, sent.id] = sent
        self.written.append(sent)
        return sent

    async def _send(self, socket: Witness, sent: Sent) -> None:
        self.waiting[sent.id] = sent
        await socket.send(sent.type, sent.id, **sent.parts)

    async def _answer(self, *sent: Sent, count: int = 1) -> None:
        async with asyncio.timeout(ANSWER_WITHIN):
            while any(len(one.answers) < count for one in sent):
                if not all(socket.open_now for socket in self.sockets):
                    raise Gone
                await asyncio.sleep(0.002)
        for one in sent:
            self.waiting.pop(one.id, None)

    async def _hesitate(self) -> bool:
        """Think; sometimes too long, sometimes far away."""
        place, rng = self.place, self.rng
        await asyncio.sleep(rng.uniform(0.0, 0.04))
        if rng.random() < self.absent:
            for socket in self.sockets:
                socket.cut()
            await asyncio.sleep(rng.uniform(5.0, 7.0))  # longer than the grace of its table
            raise Gone
        self.sleepy = rng.random() < (0.6 if self.sleepy else self.lazy)
        if self.sleepy and place.legal:
            self.late.append(self._write("move", seq=place.seq, move=rng.choice(place.legal)))
            self.ignored = place.seq
        return self.sleepy

    async def _act(self) -> None:
        """Decide, and send it, sometimes in a strange way."""
        place, rng = self.place, self.rng
        if not self.calm and (await self._hesitate() or not place.legal):
            return
        sent = self._write("move", seq=place.seq, move=rng.choice(place.legal))
        kind = "plain" if self.calm else rng.choices(list(MISCHIEF), list(MISCHIEF.values()))[0]
        self.ledger.counts[f"sent {kind}"] += 1
        match kind:
            case "twice":
                await self._send(place, sent)
                await self._send(place, sent)
                await self._answer(sent, count=2)
            case "over two sockets":
                await self._over_two_sockets(sent, sent)
            case "rivals":
                await self._over_two_sockets(sent, self._write("move", seq=place.seq, move=rng.choice(place.legal)))
            case "cut":
                await self._send(place, sent)
                place.cut()
                raise Gone
            case "old seq":
                old = self._write("move", seq=rng.randrange(place.seq), move=sent.parts["move"])
                await self._send(place, old)
                await self._send(place, sent)
                await self._answer(old, sent)
            case "replayed":
                await self._replay(sent)
            case "out of order":
                await self._out_of_order(sent)
            case "chat":
                line = self._write("say", text=f"line {len(self.ledger.sent)}")
                await self._send(place, line)
                await self._send(place, line)
                await self._send(place, sent)
                await self._answer(line, sent)
            case _:
                await self._send(place, sent)
                await self._answer(sent)

    async def _over_two_sockets(self, one: Sent, other: Sent) -> None:
        """The same or two different messages, over both sockets at once."""
        if len(self.sockets) < 2:
            self._new_socket()
            await self._connect()
        await asyncio.gather(self._send(self.place, one), self._send(self.sockets[1], other))
        await self._answer(one, other, count=2 if one is other else 1)

    async def _replay(self, sent: Sent) -> None:
        """An old message comes again, before and after a new one."""
        old = self.rng.choice(self.written[-20:])
        counts = len(old.answers)
        await self._send(self.place, old)
        await self._send(self.place, sent)
        await self._send(self.place, old)
        await self._answer(sent)
        await self._answer(old, count=counts + 2 if old is not sent else counts + 3)

    async def _out_of_order(self, sent: Sent) -> None:
        """What was written earlier comes after what was written later."""
        await self._send(self.place, sent)
        for late in self.late:
            await self._send(self.place, late)
        await self._answer(sent, *self.late)
        self.late = []
