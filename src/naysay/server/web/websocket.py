"""A socket's connection as uvicorn serves it, with what an unkind client could make of it kept in bounds."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import GeneratorType
from typing import Final, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import State
from websockets.streams import StreamReader
from websockets.utils import apply_mask

from naysay.server.web.connections import HELD, Held
from naysay.server.web.gate import Scope, Send
from naysay.server.web.rate_limits import Bucket

EXTENSION: Final = "naysay.line"  # under this name a socket's scope gives its line
MOST_FRAGMENTS: Final = 1000
MOST_WAITING: Final = 4  # messages that nobody has read yet
BEATS_PER_SECOND: Final = 10.0
BEATS_AT_ONCE: Final = 100.0
LINGERS: Final = 12.0  # seconds for the last words to somebody who does not read them

log: Final = logging.getLogger("naysay.socket")


class Line(WebSocketsSansIOProtocol):
    """One connection: what does not fit is answered by a close code, never by an exception or by growing memory."""

    held: Held | None = None
    head: Sequence[tuple[bytes, bytes]] | None = None  # all of it; the handshake itself needs little
    beats: Bucket | None = None  # for pings and pongs of the protocol itself
    failed = False
    heard = 0.0  # when bytes last came
    between = False  # nothing of a frame or of a message in parts is waiting for the rest of it

    def write(self, messages: Iterable[bytes]) -> bool:
        """Put texts on their way at once; False while the client does not read what it was sent before.

        Sent as ASGI wants it, a text that most sockets can take at once would cost a coroutine, two copies and the
        objects of a frame: more than to make it.
        """
        if not self.writable.is_set():
            return False
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(b"".join([part for message in messages for part in (_head(len(message)), message)]))
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        super().connection_lost(exc)
        if self.held is not None:
            self.held.release()

    async def write_when_read(self, message: bytes) -> None:
        """Put a text on its way once the client reads again."""
        while not self.write((message,)):
            await self.writable.wait()

    def data_received(self, data: bytes) -> None:
        """Bytes from the client; after a failure they are no longer looked at.

        Nearly all that comes is a short text in one piece. To read it here costs a fifth of what the parser for
        everything takes, which gets all else.
        """
        if self.failed:
            return
        self.heard = self.loop.time()
        text = _short_text(data) if self.between and self.conn.state is State.OPEN else None
        if text is None:
            super().data_received(data)
            self.between = not self.frames and _awaits_frame(self.conn.parser)
        else:
            self.curr_msg_data_type, self.frames = "text", [text]
            self.send_receive_event_to_app()

    def handle_cont(self, event: Frame) -> None:
        """A message of many parts: their sizes are limited already, so their number is here."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self._fail(CloseCode.MESSAGE_TOO_BIG, "too many fragments")
        elif not self.failed:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A whole message for the reader. Reading stops only when some wait: to stop and go is a call each."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                text = data.decode()
            except UnicodeDecodeError:
                self._fail(CloseCode.INVALID_DATA, "not UTF-8")
                return
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused and self.queue.qsize() >= MOST_WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        """Answer, unless the client reads nothing: its answers must not pile up. Too many end it."""
        if self._too_many_beats():
            return
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        """An answer to the heartbeat, or nothing that was asked for."""
        if not self._too_many_beats():
            super().handle_pong(event)

    def keepalive_timeout(self) -> None:
        """No answer to the heartbeat. If other bytes came or wait to be read, its answer is behind them: try again."""
        if self.read_paused or self.heard > self.ping_sent_at:
            self.pong_timer = self.pending_ping_payload = None
            self.schedule_ping()
        else:
            super().keepalive_timeout()

    def _too_many_beats(self) -> bool:
        if self.beats is None:
            self.beats = Bucket(BEATS_PER_SECOND, BEATS_AT_ONCE, self.loop.time())
        if self.beats.take(self.loop.time()) > 0:
            self._fail(CloseCode.POLICY_VIOLATION, "too many pings")
        return self.failed

    def handle_parser_exception(self) -> None:
        """Say why, and let what is still on its way run into the void: cut off at once, the reason would not arrive."""
        said = self.conn.close_sent
        assert said is not None
        self.failed = self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": said.code, "reason": said.reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(LINGERS, self.transport.abort)

    async def run_asgi(self) -> None:
        """Serve it; whoever still does not read a while after the end is cut off."""
        cast("dict[str, object]", self.scope["extensions"]).update({EXTENSION: self, HELD: self.held})
        if self.head is not None:
            self.scope["headers"] = self.head
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            log.exception("failed")
            self.send_500_response()
            if self.handshake_complete:
                self._fail(CloseCode.INTERNAL_ERROR, "a fault of the server")
        if self.close_timer is None:
            self.transport.close()
        if not self.disconnected:
            self.loop.call_later(LINGERS, self.transport.abort)

    def _fail(self, code: CloseCode, reason: str) -> None:
        if not self.failed and not self.close_sent:
            self.conn.fail(code, reason)
            self.handle_parser_exception()


@dataclass(frozen=True, slots=True)
class PlainLine:
    """A connection served by any ASGI server, where `Line` does not fit the versions that are installed."""

    asgi_send: Send

    def write(self, messages: Iterable[bytes]) -> bool:
        """Nothing can be put on its way at once: ASGI sends by coroutines only."""
        return False

    async def write_when_read(self, message: bytes) -> None:
        """Put a text on its way once the client reads again."""
        await self.asgi_send({"type": "websocket.send", "text": message.decode()})


def line_of(scope: Scope, send: Send) -> Line | PlainLine:
    """What a socket writes to."""
    line: Line | None = scope.get("extensions", {}).get(EXTENSION)
    return PlainLine(send) if line is None else line


def _short_text(data: bytes) -> bytes | None:
    """The text if this is one whole masked frame with less than 126 bytes of it; None if it is anything else.

    >>> _short_text(bytes.fromhex("818537fa213d7f9f4d5158"))  # RFC 6455, 5.7
    b'Hello'
    """
    if len(data) < 6 or data[0] != 0x81 or not 0x80 <= data[1] < 0xFE or len(data) != data[1] - 0x80 + 6:
        return None
    return apply_mask(data[6:], data[2:6])


def _awaits_frame(parser: object) -> bool:
    """The parser has read all that came, and waits for the first byte of a frame."""
    while isinstance(parser, GeneratorType) and parser.gi_yieldfrom is not None:
        parser = parser.gi_yieldfrom
    return isinstance(parser, GeneratorType) and parser.gi_code is StreamReader.at_eof.__code__


def _head(length: int) -> bytes:
    """What comes before an unmasked text of one frame (RFC 6455, 5.2).

    >>> _head(5).hex(), _head(300).hex(), _head(70_000).hex()
    ('8105', '817e012c', '817f0000000000011170')
    """
    if length < 126:
        return b"\x81%c" % length
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")
