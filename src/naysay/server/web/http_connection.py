"""HTTP connections as uvicorn serves them, with what an unkind client could make of them kept in bounds.

They are counted as they come in, before anything is read from them.

A head and a body must come whole within a time, answers must be read within one, and no head is read beyond its limit.
"""

import asyncio
import socket
import sys
from collections.abc import Coroutine
from typing import Any, Final

import h11
import uvicorn
from uvicorn.config import STARTUP_FAILURE, Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from naysay.server.metrics import Metrics
from naysay.server.web.connections import HELD, Connections, Held, raise_file_limit
from naysay.server.web.gate import HEADERS, Receive, Scope, Send, household_of
from naysay.server.web.http_types import Problem
from naysay.server.web.messages import encode
from naysay.server.web.websocket import Line

HEAD_SECONDS: Final = 10.0
BODY_SECONDS: Final = 30.0
READ_SECONDS: Final = 60.0  # for a client that does not read its answer
LINGERS: Final = 10.0  # seconds for the last words to somebody who does not read them
PIECE: Final = 4096
LONGEST_FIELD: Final = 4096  # of a socket's handshake
HANDSHAKE: Final = (b"host", b"connection", b"upgrade", b"sec-websocket-key", b"sec-websocket-version")
REASONS: Final = {400: b"Bad Request", 408: b"Request Timeout", 431: b"Request Header Fields Too Large"}
HEAD_TOO_LARGE: Final = Problem("head_too_large", "the head of a request has at most 16 KiB")
TOO_SLOW: Final = Problem(
    "too_slow", f"a head has to come within {HEAD_SECONDS:.0f} s, a body within {BODY_SECONDS:.0f} s"
)


class HttpConnection(H11Protocol):
    """One connection, from its first byte until it is closed or becomes a socket's."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        held: Held,
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.held = held
        self.loaded, self.app = self.app, self._serve
        self.state: Any = None  # of the client, as h11 names it: a head is awaited, a body is, or nothing is
        self.deadline: asyncio.TimerHandle | None = None
        self.ending: asyncio.TimerHandle | None = None
        self.refused = False  # what still comes is no longer looked at

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["extensions"] = {**scope.get("extensions", {}), HELD: self.held}
        await self.loaded(scope, receive, send)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody came, and has to say what they want."""
        super().connection_made(transport)
        self.held.close = transport.abort
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        super().connection_lost(exc)
        self.held.release()
        self._limit(None)
        if self.ending is not None:
            self.ending.cancel()

    def data_received(self, data: bytes) -> None:
        """Bytes from the client, handed on in small pieces: what is too long is found out before it is looked at."""
        self._unset_keepalive_if_required()
        for at in range(0, len(data), PIECE):
            if self.refused or self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self.conn.receive_data(data[at : at + PIECE])
            self.handle_events()

    def handle_events(self) -> None:
        """What the bytes so far mean."""
        super().handle_events()
        self._watch()

    def on_response_complete(self) -> None:
        """The answer is on its way; another request may follow."""
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        """The client does not read its answer, and may not go on like that for long."""
        super().pause_writing()
        self._end_within(READ_SECONDS)

    def resume_writing(self) -> None:
        """It reads."""
        super().resume_writing()
        if self.ending is not None and not self.transport.is_closing():
            self.ending.cancel()
            self.ending = None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """A handshake: of its head, the protocol below a socket gets what it needs, and the socket all."""
        fields = [(name, value) for name, value in self.headers if name in HANDSHAKE]
        if len(event.target) > LONGEST_FIELD or any(len(value) > LONGEST_FIELD for _, value in fields):
            self._refuse(431, HEAD_TOO_LARGE)
            return  # and `handle_events` with it
        self._limit(None)
        self.held.work()
        self.connections.discard(self)
        line = Line(self.config, self.server_state, self.app_state)
        line.held, line.head = self.held, self.headers
        line.connection_made(self.transport)
        head = [b"%s %s HTTP/1.1\r\n" % (event.method, event.target)]
        line.data_received(b"".join([*head, *(b"%s: %s\r\n" % field for field in fields), b"\r\n"]))
        self.transport.set_protocol(line)

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP, or too long a head."""
        status = getattr(sys.exception(), "error_status_hint", 400)
        self._refuse(*((431, HEAD_TOO_LARGE) if status == 431 else (400, Problem("unreadable", "this is no HTTP"))))

    def _watch(self) -> None:
        """Give what is awaited its time."""
        state = self.conn.their_state
        if self.refused or self.transport.is_closing():
            self._limit(None)
            self._end_within(LINGERS)
        elif self.transport.get_protocol() is self and state is not self.state:
            self.state = state
            self._limit({h11.IDLE: HEAD_SECONDS, h11.SEND_BODY: BODY_SECONDS}.get(state))
            if state is h11.IDLE:
                self.held.wait()
            elif state is not h11.SEND_BODY:
                self.held.work()

    def _limit(self, seconds: float | None) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = None if seconds is None else self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        """What was awaited did not come in time."""
        if self.state is h11.IDLE and not self.conn.trailing_data[0]:
            self.transport.close()  # not a word: there is nothing to answer
        elif self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            if self.cycle is not None:
                self.cycle.disconnected = True
                self.cycle.message_event.set()
            self._refuse(408, TOO_SLOW)
        else:
            self.transport.abort()
        self._watch()

    def _refuse(self, status: int, problem: Problem) -> None:
        """Answer what never reaches the gate, and let what is still on its way run into the void."""
        body = encode(problem)
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        headers += [(b"connection", b"close"), *HEADERS]
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            start = h11.Response(status_code=status, headers=headers, reason=REASONS[status])
            for event in (start, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.refused = True
        if self.transport.can_write_eof():  # closed at once, with bytes unread, the answer would not arrive
            self.transport.write_eof()
        else:
            self.transport.close()

    def _end_within(self, seconds: float) -> None:
        if self.ending is None:
            self.ending = self.loop.call_later(seconds, self.transport.abort)


BREATH: Final = 0.1  # seconds to wait when no file is left, and no connection can go
FULL: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nretry-after: 10\r\nconnection: close\r\n\r\n"
    b'{"code":"too_many_connections","detail":"too many connections from your address: close some"}'
)


class Listener:
    """A port that is listened on."""

    def __init__(self, server: "TableServer", port: socket.socket) -> None:
        self.server = server
        self.sockets = (port,)
        self.tasks: set[asyncio.Task[None]] = set()
        self._begin(self._accept_all(port))

    def close(self) -> None:
        """Let nobody in any more."""
        for task in self.tasks:
            task.cancel()
        for port in self.sockets:
            port.close()

    async def wait_closed(self) -> None:
        """Wait until nobody is about to come in."""
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def _begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def _accept_all(self, port: socket.socket) -> None:
        loop, connections = asyncio.get_running_loop(), self.server.held
        while True:
            try:
                came, address = await loop.sock_accept(port)
            except OSError:  # no file is left, or whoever came is gone already
                if not connections.make_room():
                    await asyncio.sleep(BREATH)
                continue
            held = connections.admit(household_of(str(address[0])))
            if held is None:
                self._turn_away(came)
            else:
                held.close = self._begin(self._open(came, held)).cancel
            await asyncio.sleep(0)  # whoever came before is heard before the next one comes in

    async def _open(self, came: socket.socket, held: Held) -> None:
        config, server = self.server.config, self.server
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(
                lambda: HttpConnection(config, server.server_state, server.lifespan.state, held),
                came,
                ssl=config.ssl,
                ssl_handshake_timeout=HEAD_SECONDS if config.ssl else None,
            )
        except OSError:  # among them what TLS finds wrong, and that it takes too long
            held.release()
            came.close()
        except BaseException:  # above all that it makes room for another
            held.release()
            came.close()
            raise

    def _turn_away(self, came: socket.socket) -> None:
        """Say that there is no room; under TLS nobody would understand it."""
        self.server.metrics.overloaded.labels("connections").inc()
        with came:
            if self.server.config.ssl is None:
                try:
                    came.send(FULL)
                except OSError:
                    return  # gone already


class TableServer(uvicorn.Server):
    """uvicorn, with connections let in by a `Listener`."""

    def __init__(self, config: uvicorn.Config, per_address: int, metrics: Metrics) -> None:
        super().__init__(config)
        self.metrics = metrics
        self.held = Connections(per_address, raise_file_limit())
        metrics.watch("connections", self.held.held.__len__, self.held.most)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin: first what is behind the port, then the port."""
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(STARTUP_FAILURE)
        ports = [self.config.bind_socket()] if sockets is None else sockets
        for port in ports:
            port.setblocking(False)
            port.listen(self.config.backlog)
        self.servers = [Listener(self, port) for port in ports]  # type: ignore[misc]
        self.started = True
