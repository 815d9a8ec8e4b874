"""The server put together: store, hall, people, routes and sockets behind the gate; started and stopped in order."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from time import time_ns
from typing import Any, Final, cast

import msgspec
from litestar import Litestar, MediaType, Request, Response, get
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from sqlalchemy import Connection, delete, func, insert, select, update

from naysay.server import bodies, routes, schema
from naysay.server.entries import DAY
from naysay.server.gate import App, Gate, Receive, Scope, Send
from naysay.server.hall import Hall
from naysay.server.metrics import Metrics
from naysay.server.pages import Pages
from naysay.server.people import People
from naysay.server.refusal import Refused
from naysay.server.secret import read_or_make
from naysay.server.settings import SECRET, Settings
from naysay.server.sockets import Sockets
from naysay.server.store import Conflict, Store, Unavailable
from naysay.server.thinkers import Thinkers

HEARTBEAT: Final = 5.0
WORDS: Final = {400: "unreadable", 404: "not_found", 405: "wrong_method", 413: "too_large", 415: "unreadable"}

log: Final = logging.getLogger("naysay.server")


def now() -> int:
    """Milliseconds since 1970."""
    return time_ns() // 1_000_000


class Server:
    """A server that runs: everything that is made at its start and let go at its end."""

    def __init__(self, settings: Settings, now: Callable[[], int] = now) -> None:
        self.settings = settings
        self.now = now
        self.id = secrets.token_hex(8)
        self.metrics = Metrics()
        self.hall: Hall
        self.people: People
        self.sockets: Sockets
        self.gate = Gate.before(Pages.before(cast(App, self._litestar())), self._socket, settings)

    @asynccontextmanager
    async def _life(self, app: Litestar) -> AsyncIterator[None]:
        settings = self.settings
        secret = read_or_make(settings.data / SECRET)
        store = Store(settings.url, self.metrics)
        thinkers = Thinkers(self.metrics, settings.bots, settings.think_seconds)
        self.people = People(store, secret, self.now)
        self.hall = Hall(store, thinkers, self.metrics, self.now)
        self.sockets = Sockets(self.hall, self.people, settings.limits)
        await self.hall.begin(await store.write(self._begin))
        tasks = [
            asyncio.ensure_future(work)
            for work in (
                self.hall.timers.run(),
                self.hall.timers.look(),
                self.hall.sweep(),
                self.hall.recover(),
                self._beat(store),
                *([thinkers.prepare()] if settings.prepare else []),
            )
        ]
        for task in tasks:
            task.add_done_callback(_complain)
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.hall.timers.close()
            with suppress(Unavailable):
                await store.write(self._seen(ended=True))
            await thinkers.close()
            await store.close()
            log.info("stopped")

    def _begin(self, connection: Connection) -> int | None:
        """Note that this process has begun; gives when the last one was seen."""
        processes = schema.processes
        last: int | None = connection.execute(select(func.max(processes.c.seen_at))).scalar()
        connection.execute(delete(processes).where(processes.c.seen_at < self.now() - DAY))
        row = {"id": self.id, "began_at": self.now(), "seen_at": self.now(), "ended": False}
        connection.execute(insert(processes), [row])
        return last

    def _seen(self, ended: bool) -> Callable[[Connection], None]:
        processes = schema.processes

        def job(connection: Connection) -> None:
            values = {"seen_at": self.now(), "ended": ended}
            connection.execute(update(processes).where(processes.c.id == self.id).values(values))

        return job

    async def _beat(self, store: Store) -> None:
        """Write down now and then that this process lives: clocks stand still while none does."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            with suppress(Unavailable):
                await store.write(self._seen(ended=False))

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.sockets(scope, receive, send)

    def _litestar(self) -> Litestar:
        async def hall() -> Hall:
            return self.hall

        async def people() -> People:
            return self.people

        async def settings() -> Settings:
            return self.settings

        @get("/healthz", responses=routes.problems())
        async def health() -> bodies.Health:
            """The server can read and write."""
            await self.hall.store.write(self._seen(ended=False))
            return bodies.Health("ok", version("naysay"))

        @get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False)
        async def metrics() -> bytes:
            return self.metrics.text()

        return Litestar(
            [*routes.ROUTES, health, metrics],
            dependencies={
                "hall": Provide(hall),
                "people": Provide(people),
                "settings": Provide(settings),
                "person": Provide(routes.provide_person),
            },
            exception_handlers={
                Refused: _refused,
                HTTPException: _http,
                RecursionError: _unreadable,
                UnicodeDecodeError: _unreadable,
                Conflict: _conflict,
                Unavailable: _unavailable,
                Exception: self._failed,
            },
            lifespan=[self._life],
            openapi_config=OpenAPIConfig(
                title="Naysay",
                version=version("naysay"),
                path="/api/openapi.json",
                render_plugins=[JsonRenderPlugin(path="/", media_type=MediaType.JSON)],
                use_handler_docstrings=True,
            ),
            request_max_body_size=self.settings.limits.largest_body,
            logging_config=None,
        )

    def _failed(self, request: Request[Any, Any, Any], error: Exception) -> Response[bodies.Problem]:
        self.metrics.failed.inc()
        number = secrets.token_hex(4)
        log.error("failed", extra={"number": number, "path": request.url.path}, exc_info=error)
        detail = f"a fault of the server, noted under {number}; nothing was lost"
        return Response(bodies.Problem("fault", detail, {"number": number}), status_code=500)


def openapi() -> bytes:
    """The OpenAPI of the HTTP routes as JSON, without a server that runs."""
    described = Server(Settings(Path()))._litestar().openapi_schema.to_schema()
    return msgspec.json.format(msgspec.json.encode(described))


def _complain(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a task of the server ended", exc_info=error)


def _refused(request: Request[Any, Any, Any], error: Refused) -> Response[bodies.Problem]:
    status = routes.STATUS.get(error.code, 409)
    return Response(bodies.Problem(error.code, error.detail, error.params), status_code=status)


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[bodies.Problem]:
    extra = error.extra if isinstance(error.extra, list) else []
    said = "; ".join(f"{one.get('key', 'body')}: {one.get('message', '')}" for one in extra if isinstance(one, dict))
    code = WORDS.get(error.status_code, "refused")
    return Response(
        bodies.Problem(code, (said or error.detail)[:500]), status_code=error.status_code, headers=error.headers
    )


def _unreadable(request: Request[Any, Any, Any], error: Exception) -> Response[bodies.Problem]:
    """What reading a body raises besides the framework's own errors."""
    said = "the body is nested too deeply" if isinstance(error, RecursionError) else "the body is not UTF-8"
    return Response(bodies.Problem("unreadable", said), status_code=400)


def _conflict(request: Request[Any, Any, Any], error: Conflict) -> Response[bodies.Problem]:
    return Response(bodies.Problem("busy", "this changed at the same moment; look again"), status_code=409)


def _unavailable(request: Request[Any, Any, Any], error: Exception) -> Response[bodies.Problem]:
    log.error("unavailable", exc_info=error)
    return Response(bodies.Problem("unavailable", "this could not be kept or read; try again"), status_code=503)
