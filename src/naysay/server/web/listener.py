"""The listening side: connections are counted as they come in, before anything is read from them."""

import asyncio
import socket
import sys
from collections.abc import Coroutine
from typing import Final

import uvicorn
from uvicorn.config import STARTUP_FAILURE

from naysay.server.metrics import Metrics
from naysay.server.web.connections import Connections, Held, raise_file_limit
from naysay.server.web.gate import household_of
from naysay.server.web.http_connection import HEAD_SECONDS, HttpConnection

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
