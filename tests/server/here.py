"""A server in this process, on a port of its own: for tests that must look inside it, or hold its clock."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from naysay.server.serve import config_of
from naysay.server.settings import Settings
from naysay.server.storage.database import migrate
from naysay.server.web.app import Server
from naysay.server.web.listener import TableServer


@dataclass(frozen=True)
class Here:
    """It runs."""

    server: Server
    uvicorn: TableServer

    @property
    def port(self) -> int:
        return int(self.uvicorn.servers[0].sockets[0].getsockname()[1])


@asynccontextmanager
async def served_here(settings: Settings, now: Callable[[], int] | None = None) -> AsyncIterator[Here]:
    server = Server(settings, now)
    settings.data.mkdir(exist_ok=True)
    migrate(settings.url, server.now())
    running = TableServer(
        config_of(server.gate, settings, port=0), settings.limits.connections_per_address, server.metrics
    )
    task = asyncio.ensure_future(running.serve())
    while not running.started:
        assert not task.done(), "the server started"
        await asyncio.sleep(0.01)
    try:
        yield Here(server, running)
    finally:
        running.should_exit = True
        await task
