"""The processes that are measured: the server, and two limits: the same framework and store, but no game.

`python -m benchmarks._serve ours PORT FOLDER`, or `plain` (on uvicorn's own protocols) or `granian` with the same, or
`limit PORT FOLDER BYTES TABLES`, or `bare` with the same. A limit appends an entry of equal size to its table's log and
then sends equal bytes to four recipients: `limit` by the framework's own sockets, `bare` on plain ASGI.
"""

import asyncio
import re
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from naysay.server.metrics import Metrics
from naysay.server.monotonic import MonotonicClock
from naysay.server.serve import server_of, tune_gc
from naysay.server.settings import Settings
from naysay.server.storage.database import migrate, url_of
from naysay.server.storage.writer import About, Append, Store
from naysay.server.table.entries import Acted, Logged, Made
from naysay.server.web.app import Server
from naysay.server.web.gate import Gate, Receive, Scope, Send
from tests.support.servers import UNLIMITED

now = MonotonicClock()


class Asked(msgspec.Struct):
    id: str
    seq: int


Tell = Callable[[str], Awaitable[None]]


@dataclass
class Pot:
    """Four recipients and a log; whoever is next may send."""

    id: str
    length: int = 0
    tells: list[Tell] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Limit:
    """The least that a server with this store and these sockets can do."""

    def __init__(self, store: Store, size: int) -> None:
        self.store, self.size = store, size
        self.pots: dict[str, Pot] = {}
        self.decode = msgspec.json.Decoder(Asked).decode

    async def join(self, table: str, tell: Tell) -> Pot:
        """One more recipient."""
        pot = self.pots.setdefault(table, Pot(table))
        pot.tells.append(tell)
        await tell(self.message(pot, len(pot.tells) - 1))
        return pot

    async def move(self, pot: Pot, text: str, tell: Tell) -> None:
        """Keep it, then tell everybody, then answer."""
        asked = self.decode(text)
        async with pot.lock:
            logged = Logged(pot.length + 1, now(), Acted(pot.length % 4, "play R13"), "someone", asked.id)
            await self.store.append(Append(pot.id, [logged]))
            pot.length += 1
            for seat, other in enumerate(pot.tells):
                await other(self.message(pot, seat))
        await tell(f'{{"type":"done","id":"{asked.id}","seq":{pot.length}}}')

    def message(self, pot: Pot, seat: int) -> str:
        """As many bytes as a change has; whoever is next finds a move in it."""
        legal = '["x"]' if pot.length % 4 == seat else "[]"
        text = f'{{"type":"change","seq":{pot.length},"legal":{legal},"fill":"'
        return text + "x" * (self.size - len(text) - 2) + '"}'

    async def on_framework(self, socket: WebSocket[Any, Any, Any], table: str) -> None:
        """A socket of the framework."""
        await socket.accept()
        pot = await self.join(table, socket.send_text)
        with suppress(WebSocketDisconnect):
            while True:
                await self.move(pot, await socket.receive_text(), socket.send_text)

    async def on_asgi(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket without a framework."""

        async def tell(text: str) -> None:
            await send({"type": "websocket.send", "text": text})

        await receive()
        await send({"type": "websocket.accept"})
        found = re.fullmatch(r"/api/tables/(\w+)/socket", scope["path"])
        assert found is not None
        pot = await self.join(found.group(1), tell)
        while (event := await receive())["type"] != "websocket.disconnect":
            await self.move(pot, event["text"], tell)


async def serve_limit(what: str, port: int, folder: Path, size: int, tables: int) -> None:
    url = url_of(folder / "limit.db")
    migrate(url, 0)
    store = Store(url, Metrics())
    for number in range(tables):
        made = Logged(0, 0, Made("nyet", 1, 4, 0, {}, "", ""))
        await store.append(Append(f"t{number}", [made], about=About("nyet", "open", False, 0, 0, 0, b"{}")))
    settings = Settings(folder, port=port, limits=UNLIMITED)
    limit = Limit(store, size)
    app = Litestar([websocket("/api/tables/{table:str}/socket")(limit.on_framework)], logging_config=None)
    gate = Gate.before(app, limit.on_asgi if what == "bare" else app, settings)  # type: ignore[arg-type]
    await server_of(gate, settings, Metrics(), plain=True, port=port).serve()  # without what our own protocols add


def serve_tables(what: str, port: int, folder: Path) -> None:
    settings = Settings(folder, port=port, limits=UNLIMITED)
    migrate(settings.url, now())
    tables = Server(settings)
    if what != "granian":
        server_of(tables.gate, settings, tables.metrics, plain=what == "plain", port=port).run()
        return
    from granian.constants import Interfaces
    from granian.server.embed import Server as Granian

    granian = Granian(tables.gate, port=port, interface=Interfaces.ASGI, log_enabled=False)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.get_loop().add_signal_handler(signal.SIGTERM, granian.stop)
        runner.run(granian.serve())


def main() -> None:
    tune_gc()
    what, port, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    if what in ("ours", "plain", "granian"):
        serve_tables(what, port, folder)
    else:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # as uvicorn runs ours
            runner.run(serve_limit(what, port, folder, int(sys.argv[4]), int(sys.argv[5])))


if __name__ == "__main__":
    main()
