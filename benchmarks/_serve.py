"""The processes that are measured: the server, and the limit: the same framework and store, but no game.

`python -m benchmarks._serve ours PORT FOLDER`, or `limit PORT FOLDER BYTES`. The limit appends an entry of equal size
to its table's log and then sends equal bytes to four recipients.
"""

import asyncio
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
import uvloop
from litestar import Litestar

from naysay.server.app import Server, now
from naysay.server.database import migrate, url_of
from naysay.server.entries import Acted, Logged, Made
from naysay.server.gate import Gate, Receive, Scope, Send
from naysay.server.metrics import Metrics
from naysay.server.serve import calm_collector, config_of
from naysay.server.settings import Limits, Settings
from naysay.server.store import About, Append, Store

UNLIMITED = Limits(
    requests_per_second=1e6,
    requests_at_once=1e6,
    messages_per_second=1e6,
    messages_at_once=1e6,
    sockets_per_address=100_000,
    sockets_per_person=100_000,
)


class Asked(msgspec.Struct):
    id: str
    seq: int


@dataclass
class Pot:
    """Four recipients and a log; whoever is next may send."""

    id: str
    length: int = 0
    sends: list[Send] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Limit:
    """The least that a server with this store and these sockets can do."""

    def __init__(self, store: Store, size: int) -> None:
        self.store, self.size = store, size
        self.pots: dict[str, Pot] = {}
        self.decode = msgspec.json.Decoder(Asked).decode

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        found = re.fullmatch(r"/api/tables/(\w+)/socket", scope["path"])
        assert found is not None
        pot = self.pots.setdefault(found.group(1), Pot(found.group(1)))
        pot.sends.append(send)
        await send(self.message(pot, len(pot.sends) - 1))
        while (event := await receive())["type"] != "websocket.disconnect":
            asked = self.decode(event["text"])
            async with pot.lock:
                logged = Logged(pot.length + 1, now(), Acted(pot.length % 4, "play R13"), "someone", asked.id)
                await self.store.append(Append(pot.id, [logged]))
                pot.length += 1
                for seat, other in enumerate(pot.sends):
                    await other(self.message(pot, seat))
            await send({"type": "websocket.send", "text": f'{{"type":"done","id":"{asked.id}","seq":{pot.length}}}'})

    def message(self, pot: Pot, seat: int) -> dict[str, Any]:
        legal = '["x"]' if pot.length % 4 == seat else "[]"
        text = f'{{"type":"change","seq":{pot.length},"legal":{legal},"fill":"'
        return {"type": "websocket.send", "text": text + "x" * (self.size - len(text) - 2) + '"}'}


async def serve_limit(port: int, folder: Path, size: int, tables: int) -> None:
    url = url_of(folder / "limit.db")
    migrate(url, 0)
    store = Store(url, Metrics())
    for number in range(tables):
        made = Logged(0, 0, Made("nyet", 1, 4, 0, {}, "", ""))
        await store.append(Append(f"t{number}", [made], about=About("nyet", "open", False, 0, 0, 0, b"{}")))
    settings = Settings(folder, port=port, limits=UNLIMITED)
    gate = Gate.before(Litestar([], logging_config=None), Limit(store, size), settings)  # type: ignore[arg-type]
    await uvicorn.Server(config_of(gate, settings, port=port)).serve()


def main() -> None:
    calm_collector()
    what, port, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    if what == "limit":
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # as uvicorn runs ours
            runner.run(serve_limit(port, folder, int(sys.argv[4]), int(sys.argv[5])))
    else:
        settings = Settings(folder, port=port, limits=UNLIMITED)
        uvicorn.Server(config_of(Server(settings).gate, settings, port=port)).run()


if __name__ == "__main__":
    main()
