"""A table's socket: `/api/tables/ID/socket`. Reads a client's messages, carries them out one after the other, answers.

Written on plain ASGI: thousands of sockets wait most of the time, and should cost little while they do.
"""

import asyncio
import logging
import re
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

import msgspec

from naysay.bots.registry import bots_for
from naysay.server.errors import Refused
from naysay.server.people import People, alike, clean_name
from naysay.server.settings import Limits
from naysay.server.storage.writer import Conflict, Member, Overloaded, Unavailable
from naysay.server.table import commands, seat_requests
from naysay.server.table.client_views import house_name
from naysay.server.table.commands import Command, Person
from naysay.server.table.live import Table
from naysay.server.table.tables import Tables
from naysay.server.web import cookies, messages
from naysay.server.web.gate import Receive, Scope, Send, household
from naysay.server.web.rate_limits import Bucket, ChatLimits
from naysay.server.web.websocket import Line, PlainLine, line_of

PATH: Final = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,64})/socket")
UNKNOWN, GONE, SLOW, LATER, TOO_MUCH = 4001, 4004, 4008, 4013, 4029
CLOSES: Final = {
    "who_are_you": UNKNOWN,
    "bad_token": UNKNOWN,
    "unavailable": LATER,
    "overloaded": LATER,
    "too_many_sockets": LATER,
}
MOST_UNREADABLE: Final = 100  # then the socket is closed

log: Final = logging.getLogger("naysay.socket")


async def who_asks(headers: cookies.Headers, people: People) -> Person | None:
    """The person behind a request: a bot's token, or a guest's cookie."""
    found = dict(headers)
    scheme, _, token = found.get(b"authorization", b"").decode("latin-1").partition(" ")
    if scheme.lower() == "bearer":
        return await people.by_token(token.strip())
    for secure in (True, False):  # the plain one is from before https
        person = await people.by_cookie(cookies.read(headers, cookies.name_of(cookies.GUEST, secure)), secure)
        if person is not None:
            return person
    return None


@dataclass(eq=False, slots=True)
class Socket:
    """One open socket. What it is sent waits in a queue; if that grows too long, the socket is dropped."""

    person: Person
    line: Line | PlainLine
    longest_queue: int
    message_budget: Bucket
    address: str
    queue: deque[bytes] = field(default_factory=deque)
    sending: asyncio.Task[None] | None = None
    reading: asyncio.Task[Any] | None = None  # while it waits for a message, and may be interrupted
    closed: bool = False
    moving: bool = False  # a move of this client is being carried out: what it changes goes with the answer
    hinting: asyncio.Task[None] | None = None  # a hint is being worked out beside this socket's other messages
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

    def answer(self, answer: messages.FromServer) -> None:
        """Send an answer to this socket alone."""
        self.moving = False
        self.send(messages.encode(answer))

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
                await self.line.write_when_read(self.queue.popleft())
        except OSError:
            self.close_soon()
        finally:
            self.sending = None


@dataclass(slots=True)
class Sockets:
    """All sockets of this process."""

    tables: Tables
    people: People
    limits: Limits
    addresses: Counter[str] = field(default_factory=Counter)
    people_here: Counter[str] = field(default_factory=Counter)
    chat: ChatLimits = field(init=False)

    def __post_init__(self) -> None:
        self.chat = ChatLimits(self.limits, self.tables.metrics)

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
            refusal = messages.Refusal(None, refused.code, refused.detail, refused.params)
            await send({"type": "websocket.send", "text": messages.encode(refusal).decode()})
            return CLOSES.get(refused.code, GONE)
        limits = self.limits
        bucket = Bucket(limits.messages_per_second, limits.messages_at_once, monotonic())
        socket = Socket(person, line_of(scope, send), limits.waiting_messages, bucket, address)
        with self.tables.metrics.sockets.track_inprogress():
            async with asyncio.TaskGroup() as beside:  # a hint that nobody waits for still counts as this socket's
                try:
                    table.connect(socket)
                    await self._come_back(table, person)
                    code = await self._listen(socket, table, receive, beside)
                finally:
                    table.disconnect(socket)
                    if socket.sending is not None:
                        socket.sending.cancel()
            return code

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
        return await self.tables.get(path.group(1)), person

    async def _come_back(self, table: Table, person: Person) -> None:
        try:
            await table.welcome()
            await table.perform(commands.come_back(person.id))
        except (Refused, Unavailable):
            log.warning("could not take the seat back", extra={"table": table.id})

    async def _listen(self, socket: Socket, table: Table, receive: Receive, beside: asyncio.TaskGroup) -> int:
        """Carry out messages until the client goes, or is dropped; gives the code to close with."""
        here = asyncio.current_task()
        assert here is not None
        while True:
            socket.reading = here
            try:
                event = await receive()
            except asyncio.CancelledError:
                if not socket.closed:
                    raise  # the server stops
                here.uncancel()
                break
            finally:
                socket.reading = None
            if event["type"] == "websocket.disconnect":
                return 1000
            await self._receive(socket, table, event, beside)
            if socket.unreadable > MOST_UNREADABLE:
                await socket.flush()
                return TOO_MUCH
            if socket.closed:
                break
        self.tables.metrics.dropped.inc()
        log.info("dropped", extra={"table": table.id})
        return SLOW

    async def _receive(self, socket: Socket, table: Table, event: Any, beside: asyncio.TaskGroup) -> None:
        text = event.get("text")
        if text is None:
            text = event.get("bytes") or b""
        while (wait := socket.message_budget.take(monotonic())) > 0:  # whoever sends too much waits; nothing is lost
            await asyncio.sleep(wait)
        try:
            message = messages.read_message(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            socket.unreadable += 1
            self.tables.metrics.refused.inc()
            detail = f"not a message that docs/protocol.md describes: {str(error)[:200]}"
            socket.answer(messages.Refusal(_id_of(text), "unreadable", detail))
            return
        if not isinstance(message, messages.Hint):
            socket.answer(await self._answer(socket, table, message))
            return
        if socket.hinting is not None:  # one at a time
            await asyncio.wait([socket.hinting])
        socket.hinting = beside.create_task(self._hint(socket, table, message))

    async def _hint(self, socket: Socket, table: Table, message: messages.Hint) -> None:
        """Work out a hint beside the socket's other messages: moves and pings do not wait for it."""
        socket.send(messages.encode(await self._answer(socket, table, message)))

    async def _answer(self, socket: Socket, table: Table, message: messages.FromClient) -> messages.FromServer:
        try:
            return await self._carry_out(socket, table, message)
        except Refused as refused:
            self.tables.metrics.refused.inc()
            return table.refuse(socket.person, message, refused)
        except Conflict:
            return table.refuse(socket.person, message, Refused("busy", "this changed at the same moment; try again"))
        except Unavailable as error:
            if not isinstance(error, Overloaded):
                log.exception("not kept", extra={"table": table.id})
            return table.refuse(socket.person, message, _refused(error))

    async def _carry_out(self, socket: Socket, table: Table, message: messages.FromClient) -> messages.FromServer:
        person = socket.person
        match message:
            case messages.Move():  # what is asked most
                socket.moving = True
                command = commands.move(person.id, message.seq, message.move)
                return messages.Done(message.id, await table.perform(command, person.id, message.id))
            case messages.Ping():
                return messages.Pong(message.id, self.tables.now(), table.state.length)
            case messages.Hint():
                return await table.hint(person, message.id)
            case messages.Say():
                self.chat.check(person.id, table.id, socket.address)
                member = table.members.get(person.id) or self._member(table, person, None, sat=False)
                await table.say(person, message.id, message.text, member)
                return messages.Done(message.id, table.state.length)
            case messages.Rematch():
                await self.tables.rematch(table, person)
                return messages.Done(message.id, table.state.length)
            case messages.Sit():
                member = self._member(table, person, message.name, sat=True)
                command = commands.sit(person, message.seat, message.contribution, message.character)
                return messages.Done(message.id, await table.perform(command, person.id, message.id, member))
            case messages.Ask():
                member = self._member(table, person, message.name, sat=False)
                command = seat_requests.ask(person, message.seat)
                return messages.Done(message.id, await table.perform(command, person.id, message.id, member))
            case _:
                command = _command(table, person.id, message)
                return messages.Done(message.id, await table.perform(command, person.id, message.id))

    def _member(self, table: Table, person: Person, name: str | None, sat: bool) -> Member:
        """The name of a person at a table, where nobody else has it."""
        wanted = clean_name(name or person.name)
        state = table.state  # what bots of the house are called is kept for them: they may come later
        taken = {house_name(level, seat) for level in bots_for(state.made.game) for seat in range(state.made.players)}
        taken |= {member.name for member in table.members.values() if member.person != person.id}
        if any(alike(wanted, other) for other in taken):
            raise Refused("name_taken", f"somebody at this table is called {wanted} already", {"name": wanted})
        known = table.members.get(person.id)
        return Member(person.id, wanted, person.bot, sat or (known is not None and known.sat))


@contextmanager
def _counted(counter: Counter[str], key: str) -> Iterator[None]:
    counter[key] += 1
    try:
        yield
    finally:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]


def _command(table: Table, person: str, message: messages.FromClient) -> Command:  # noqa: C901 - a case for each message
    match message:
        case messages.Withdraw():
            return seat_requests.withdraw(person)
        case messages.Agree():
            return seat_requests.agree(person, message.request, message.on)
        case messages.Finish():
            return commands.finish(person)
        case messages.Contribute():
            return commands.contribute(person, message.contribution)
        case messages.Stand():
            return commands.stand(person)
        case messages.Seat():
            return commands.house(person, message.seat, message.level)
        case messages.Start():
            return commands.start(person)
        case messages.Pause():
            return commands.pause(person, message.on)
        case messages.Close():
            return commands.close(person, message.on)
        case messages.Kick():
            return commands.kick(person, message.seat)
        case messages.Mute():
            for member in table.members.values():
                if member.name.casefold() == message.name.casefold():
                    return commands.mute(person, member.person, message.on)
            raise Refused("nobody_there", f"nobody at this table is called {message.name}")
    raise AssertionError(f"{type(message).__name__} is carried out elsewhere")


def _refused(error: Exception) -> Refused:
    """Why somebody cannot come in, or a message was not kept. What a database said is for the log alone."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, Overloaded):
        return Refused("overloaded", "too much waits to be written or read here; try again in a moment")
    return Refused("unavailable", "this could not be kept or read; try again in a moment")


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
