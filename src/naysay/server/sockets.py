"""A table's socket: `/api/tables/ID/socket`. Reads a client's messages, carries them out one after the other, answers.

Written on plain ASGI: thousands of sockets wait most of the time, and should cost little while they do.
"""

import asyncio
import logging
import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from time import monotonic
from typing import Any, Final

import msgspec

from naysay.bots.registry import bots_for
from naysay.server import commands, wire
from naysay.server.commands import Command, Person
from naysay.server.gate import Receive, Scope, Send, household
from naysay.server.hall import Hall
from naysay.server.limits import Bucket
from naysay.server.lines import EXTENSION, Line
from naysay.server.people import People, clean_name, likeness
from naysay.server.refusal import Refused
from naysay.server.seeing import house_name
from naysay.server.settings import Limits
from naysay.server.store import Conflict, Member, Unavailable
from naysay.server.table import Table

PATH: Final = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,64})/socket")
COOKIE: Final = "naysay"
UNKNOWN, GONE, SLOW, LATER, TOO_MUCH = 4001, 4004, 4008, 4013, 4029
CLOSES: Final = {"who_are_you": UNKNOWN, "bad_token": UNKNOWN, "unavailable": LATER, "too_many_sockets": LATER}
MOST_UNREADABLE: Final = 100  # then the socket is closed

log: Final = logging.getLogger("naysay.socket")


async def who_asks(headers: Iterable[tuple[bytes, bytes]], people: People) -> Person | None:
    """The person behind a request: a bot's token, or a guest's cookie."""
    found = dict(headers)
    scheme, _, token = found.get(b"authorization", b"").decode("latin-1").partition(" ")
    if scheme.lower() == "bearer":
        return await people.by_token(token.strip())
    try:
        cookies = SimpleCookie(found.get(b"cookie", b"").decode("latin-1"))
    except CookieError:
        return None
    return await people.by_cookie(cookies[COOKIE].value if COOKIE in cookies else None)


@dataclass(eq=False, slots=True)
class Socket:
    """One open socket. What it is sent waits in a queue; if that grows too long, the socket is dropped."""

    person: Person
    line: Line
    longest_queue: int
    messages: Bucket
    queue: deque[bytes] = field(default_factory=deque)
    sending: asyncio.Task[None] | None = None
    reading: asyncio.Task[Any] | None = None  # while it waits for a message, and may be interrupted
    closed: bool = False
    moving: bool = False  # a move of this client is being carried out: what it changes goes with the answer
    unreadable: int = 0

    def send(self, message: bytes) -> None:
        """Hand a message to the line; while its client does not read, messages queue up and a task waits."""
        if self.closed:
            return
        if len(self.queue) >= self.longest_queue:
            self.queue.clear()
            self.close_soon()
            return
        self.queue.append(message)
        if not self.moving and self.sending is None:
            self._send_now()

    def close_soon(self) -> None:
        """Send nothing more, and let the reading side end; what it is carrying out is carried out first."""
        self.closed = True
        if self.reading is not None:
            self.reading.cancel()

    def answer(self, answer: wire.FromServer) -> None:
        """Send an answer to this socket alone."""
        self.moving = False
        self.send(wire.encode(answer))

    async def flush(self) -> None:
        """Wait until everything is on its way, but not for somebody who does not read."""
        if self.sending is not None:
            await asyncio.wait([self.sending], timeout=1.0)

    def _send_now(self) -> None:
        try:
            if self.line.write(self.queue):
                self.queue.clear()
            else:
                self.sending = asyncio.ensure_future(self._send_all())
        except OSError:
            self.close_soon()

    async def _send_all(self) -> None:
        try:
            while self.queue:
                await self.line.drained()
                if self.line.write((self.queue[0],)):
                    self.queue.popleft()
        except OSError:
            self.close_soon()
        finally:
            self.sending = None


@dataclass(slots=True)
class Sockets:
    """All sockets of this process."""

    hall: Hall
    people: People
    limits: Limits
    addresses: Counter[str] = field(default_factory=Counter)
    people_here: Counter[str] = field(default_factory=Counter)
    chat: dict[str, Bucket] = field(default_factory=dict)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket from its handshake to its end."""
        connected = await receive()
        if connected["type"] != "websocket.connect":
            return
        await send({"type": "websocket.accept"})
        address = household(scope)
        with ExitStack() as counted:
            counted.enter_context(_counted(self.addresses, address))
            code = await self._serve(scope, receive, send, address, counted)
            await _close(send, code)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, address: str, counted: ExitStack) -> int:
        try:
            table, person = await self._admit(scope, address, counted)
        except (Refused, Unavailable) as error:
            if isinstance(error, Unavailable):
                log.error("not read", extra={"error": str(error)})
            refused = _refused(error)
            refusal = wire.Refusal(None, refused.code, refused.detail, refused.params)
            await send({"type": "websocket.send", "text": wire.encode(refusal).decode()})
            return CLOSES.get(refused.code, GONE)
        limits = self.limits
        bucket = Bucket(limits.messages_per_second, limits.messages_at_once, monotonic())
        socket = Socket(person, scope["extensions"][EXTENSION], limits.waiting_messages, bucket)
        with self.hall.metrics.sockets.track_inprogress():
            try:
                table.connect(socket)
                await self._come_back(table, person)
                return await self._listen(socket, table, receive)
            finally:
                table.disconnect(socket)
                if socket.sending is not None:
                    socket.sending.cancel()

    async def _admit(self, scope: Scope, address: str, counted: ExitStack) -> tuple[Table, Person]:
        path = PATH.fullmatch(scope["path"])
        if path is None:
            raise Refused("not_found", "sockets are at /api/tables/ID/socket")
        person = await who_asks(scope["headers"], self.people)
        if person is None:
            raise Refused("who_are_you", "say your name first: POST /api/me")
        counted.enter_context(_counted(self.people_here, person.id))  # before it waits: many may come at once
        if (
            self.addresses[address] > self.limits.sockets_per_address
            or self.people_here[person.id] > self.limits.sockets_per_person
        ):
            raise Refused("too_many_sockets", "too many connections: close some tabs")
        return await self.hall.get(path.group(1)), person

    async def _come_back(self, table: Table, person: Person) -> None:
        try:
            await table.welcome()
            await table.perform(commands.come_back(person.id))
        except (Refused, Unavailable):
            log.warning("could not take the seat back", extra={"table": table.id})

    async def _listen(self, socket: Socket, table: Table, receive: Receive) -> int:
        """Carry out messages until the client goes, or is dropped; gives the code to close with."""
        here = asyncio.current_task()
        while True:
            socket.reading = here
            try:
                event = await receive()
            except asyncio.CancelledError:
                if not socket.closed:
                    raise  # the server stops
                break
            finally:
                socket.reading = None
            if event["type"] == "websocket.disconnect":
                return 1000
            await self._receive(socket, table, event)
            if socket.unreadable > MOST_UNREADABLE:
                await socket.flush()
                return TOO_MUCH
            if socket.closed:
                break
        self.hall.metrics.dropped.inc()
        log.info("dropped", extra={"table": table.id})
        return SLOW

    async def _receive(self, socket: Socket, table: Table, event: Any) -> None:
        text = event.get("text")
        if text is None:
            text = event.get("bytes") or b""
        while (wait := socket.messages.take(monotonic())) > 0:  # whoever sends too much waits; nothing is lost
            await asyncio.sleep(wait)
        try:
            message = wire.read_message(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            socket.unreadable += 1
            self.hall.metrics.refused.inc()
            detail = f"not a message that docs/protocol.md describes: {str(error)[:200]}"
            socket.answer(wire.Refusal(_id_of(text), "unreadable", detail))
            return
        try:
            answer = await self._carry_out(socket, table, message)
        except Refused as refused:
            self.hall.metrics.refused.inc()
            answer = table.refuse(socket.person, message, refused)
        except Conflict:
            answer = table.refuse(socket.person, message, Refused("busy", "this changed at the same moment; try again"))
        except Unavailable:
            log.exception("not kept", extra={"table": table.id})
            answer = table.refuse(
                socket.person, message, Refused("unavailable", "this could not be kept; try again in a moment")
            )
        socket.answer(answer)

    async def _carry_out(self, socket: Socket, table: Table, message: wire.FromClient) -> wire.FromServer:
        person = socket.person
        match message:
            case wire.Move():  # what is asked most
                socket.moving = True
                command = commands.move(person.id, message.seq, message.move)
                return wire.Done(message.id, await table.perform(command, person.id, message.id))
            case wire.Ping():
                return wire.Pong(message.id, self.hall.now(), table.life.length)
            case wire.Hint():
                return await table.hint(person, message.id)
            case wire.Say():
                self._check_chat(person)
                member = table.members.get(person.id) or self._member(table, person, None, sat=False)
                await table.say(person, message.id, message.text, member)
                return wire.Done(message.id, table.life.length)
            case wire.Rematch():
                await self.hall.rematch(table, person)
                return wire.Done(message.id, table.life.length)
            case wire.Sit():
                member = self._member(table, person, message.name, sat=True)
                command = commands.sit(person, message.seat, message.contribution)
                return wire.Done(message.id, await table.perform(command, person.id, message.id, member))
            case _:
                command = _command(table, person.id, message)
                return wire.Done(message.id, await table.perform(command, person.id, message.id))

    def _check_chat(self, person: Person) -> None:
        limits, now = self.limits, monotonic()
        if len(self.chat) > 10_000:
            self.chat = {}
        bucket = self.chat.setdefault(person.id, Bucket(limits.lines_per_second, limits.lines_at_once, now))
        if (wait := bucket.take(now)) > 0:
            raise Refused("too_many_lines", f"you write fast; the next line is possible in {wait:.0f} s")

    def _member(self, table: Table, person: Person, name: str | None, sat: bool) -> Member:
        """The name of a person at a table, where nobody else has it."""
        wanted = clean_name(name or person.name)
        life = table.life  # what bots of the house are called is kept for them: they may come later
        taken = {house_name(level, seat) for level in bots_for(life.made.game) for seat in range(life.made.players)}
        taken |= {member.name for member in table.members.values() if member.person != person.id}
        if likeness(wanted) in {likeness(other) for other in taken}:
            raise Refused("name_taken", f"somebody at this table is called {wanted} already", {"name": wanted})
        return Member(person.id, wanted, person.bot, sat)


@contextmanager
def _counted(counter: Counter[str], key: str) -> Iterator[None]:
    counter[key] += 1
    try:
        yield
    finally:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]


def _command(table: Table, person: str, message: wire.FromClient) -> Command:
    match message:
        case wire.Contribute():
            return commands.contribute(person, message.contribution)
        case wire.Stand():
            return commands.stand(person)
        case wire.Seat():
            return commands.house(person, message.seat, message.level)
        case wire.Start():
            return commands.start(person)
        case wire.Pause():
            return commands.pause(person, message.on)
        case wire.Close():
            return commands.close(person, message.on)
        case wire.Kick():
            return commands.kick(person, message.seat)
        case wire.Mute():
            for member in table.members.values():
                if member.name.casefold() == message.name.casefold():
                    return commands.mute(person, member.person, message.on)
            raise Refused("nobody_there", f"nobody at this table is called {message.name}")
    raise AssertionError(f"{type(message).__name__} is carried out elsewhere")


def _refused(error: Exception) -> Refused:
    """Why somebody cannot come in. What a database said is for the log alone."""
    if isinstance(error, Refused):
        return error
    return Refused("unavailable", "the table cannot be read; try again in a moment")


def _id_of(text: Any) -> str | None:
    """The id of a message that cannot be carried out, if it has one."""
    try:
        found = msgspec.json.decode(text)
        id = found.get("id") if isinstance(found, dict) else None
        return id if isinstance(id, str) and len(id) <= 64 else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


async def _close(send: Send, code: int) -> None:
    with suppress(OSError, RuntimeError, TimeoutError):  # it is gone already
        await asyncio.wait_for(send({"type": "websocket.close", "code": code}), 1.0)
