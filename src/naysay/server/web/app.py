"""The server put together: store, tables, people, routes and sockets behind the gate; started and stopped in order."""

import asyncio
import logging
import math
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Any, Final, cast

import msgspec
from litestar import Litestar, MediaType, Request, Response, get
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from sqlalchemy import Connection, delete, func, insert, select, update

from naysay.server.errors import Refused
from naysay.server.metrics import Metrics
from naysay.server.monotonic import MonotonicClock
from naysay.server.people import MOST_SEEN, People
from naysay.server.secret import read_or_make
from naysay.server.settings import SECRET, Settings
from naysay.server.storage import schema
from naysay.server.storage.queries import note_outage
from naysay.server.storage.retention import Retention
from naysay.server.storage.writer import Conflict, Overloaded, Store, Unavailable
from naysay.server.supervisor import Supervisor
from naysay.server.table.commands import Person
from naysay.server.table.entries import DAY, SECOND
from naysay.server.table.tables import Tables
from naysay.server.web import http_types, routes
from naysay.server.web.cookies import Renewing
from naysay.server.web.gate import App, Gate, Receive, Scope, Send
from naysay.server.web.pages import Pages
from naysay.server.web.route_parts import problems
from naysay.server.web.sockets import Sockets
from naysay.server.workers.pool import WorkerPool

HEARTBEAT: Final = 5.0
LATE_HEARTBEAT: Final = 3 * HEARTBEAT  # then the database does not take writes
WORDS: Final = {400: "unreadable", 404: "not_found", 405: "wrong_method", 413: "too_large", 415: "unreadable"}

log: Final = logging.getLogger("naysay.server")


class Server:
    """A server that runs: everything that is made at its start and let go at its end."""

    def __init__(self, settings: Settings, now: Callable[[], int] | None = None) -> None:
        self.settings = settings
        self.id = secrets.token_hex(8)
        self.metrics = Metrics()
        self.now = now or MonotonicClock(self.metrics.clock_jumps.inc)
        self.supervisor = Supervisor(self.metrics)
        self.wrote_at = -math.inf  # when the heartbeat was last written
        self.tables: Tables
        self.people: People
        self.sockets: Sockets
        http = cast(App, self._litestar())
        if settings.secure:
            http = Renewing(http, self._renewed)
        self.gate = Gate.before(Pages.before(http), self._socket, settings)
        self.metrics.watch("addresses", self.gate.requests.__len__, self.gate.requests.most)

    @asynccontextmanager
    async def _lifespan(self, app: Litestar) -> AsyncIterator[None]:
        settings = self.settings
        secret = read_or_make(settings.data / SECRET)
        store = Store(settings.url, self.metrics)
        pool = WorkerPool(self.metrics, settings.bots, settings.think_seconds)
        self.people = People(store, secret, self.now)
        self.tables = Tables(store, pool, self.metrics, self.now, settings.limits.tables_per_person)
        self.metrics.watch("seen", self.people.seen.__len__, MOST_SEEN)
        self.sockets = Sockets(self.tables, self.people, settings.limits)
        await self.tables.begin(await store.write(self._begin))
        self.wrote_at = monotonic()
        supervisor = self.supervisor
        supervisor.start("timers", self.tables.timers.run)
        supervisor.start("dues", self.tables.timers.look)
        supervisor.start("check", self.tables.check)
        supervisor.start("sweep", self.tables.sweep)
        supervisor.start("recovery", self.tables.recover, ends=True)
        supervisor.start("heartbeat", self._beat)
        here = self.sockets.people_here
        supervisor.start(
            "retention", Retention(store, self.tables, self.people, settings.keep, lambda: tuple(here)).run
        )
        if settings.prepare:
            supervisor.start("bots", pool.prepare, ends=True)
        try:
            yield
        finally:
            await supervisor.stop()
            await self.tables.timers.close()
            with suppress(Unavailable):
                await store.write(self._seen(ended=True))
            await pool.close()
            await store.close()
            log.info("stopped")

    def _begin(self, connection: Connection) -> int | None:
        """Note that this process has begun; gives when the last one was seen."""
        processes = schema.processes
        last: int | None = connection.execute(select(func.max(processes.c.seen_at))).scalar()
        if last is not None and self.now() < last and isinstance(self.now, MonotonicClock):
            self.now.not_before(last + round(HEARTBEAT * SECOND))  # what happened after that was not noted any more
        connection.execute(delete(processes).where(processes.c.seen_at < self.now() - DAY))
        row = {"id": self.id, "began_at": self.now(), "seen_at": self.now(), "ended": False}
        connection.execute(insert(processes), [row])
        if last is not None:
            note_outage(connection, last, self.now())  # with that row or not at all: the next process counts from it
        return last

    def _seen(self, ended: bool) -> Callable[[Connection], None]:
        processes = schema.processes

        def job(connection: Connection) -> None:
            values = {"seen_at": self.now(), "ended": ended}
            connection.execute(update(processes).where(processes.c.id == self.id).values(values))

        return job

    async def _beat(self) -> None:
        """Write down now and then that this process states: clocks stand still while none does."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            with suppress(Unavailable):
                await self.tables.store.write(self._seen(ended=False))
                self.wrote_at = monotonic()
                await self.people.see()

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.sockets(scope, receive, send)

    def _renewed(self, cookie: str) -> str | None:
        """The cookie for https of a guest who has a plain one."""
        id = self.people.signed(cookie)
        return None if id is None else self.people.cookie(Person(id, ""), secure=True)

    def _litestar(self) -> Litestar:
        async def tables() -> Tables:
            return self.tables

        async def people() -> People:
            return self.people

        async def settings() -> Settings:
            return self.settings

        @get("/healthz", responses=problems())
        async def health() -> http_types.Health:
            """Whether the server can write and does all that it should; the heartbeat knows, this writes nothing."""
            if monotonic() - self.wrote_at > LATE_HEARTBEAT:
                raise Unavailable("the heartbeat was not written")
            if self.supervisor.down:
                names = ", ".join(sorted(self.supervisor.down))
                raise Refused("degraded", f"died, and will be started again: {names}", {"tasks": names})
            return http_types.Health("ok", version("naysay"), self.supervisor.restarts)

        @get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False)
        async def metrics() -> bytes:
            return self.metrics.text()

        return Litestar(
            [*routes.ROUTES, health, metrics],
            dependencies={
                "tables": Provide(tables),
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
            lifespan=[self._lifespan],
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

    def _failed(self, request: Request[Any, Any, Any], error: Exception) -> Response[http_types.Problem]:
        self.metrics.failed.inc()
        number = secrets.token_hex(4)
        log.error("failed", extra={"number": number, "path": request.url.path}, exc_info=error)
        detail = f"a fault of the server, noted under {number}; nothing was lost"
        return Response(http_types.Problem("fault", detail, {"number": number}), status_code=500)


def openapi() -> bytes:
    """The OpenAPI of the HTTP routes as JSON, without a server that runs."""
    described = Server(Settings(Path()))._litestar().openapi_schema.to_schema()
    return msgspec.json.format(msgspec.json.encode(described))


def _refused(request: Request[Any, Any, Any], error: Refused) -> Response[http_types.Problem]:
    status = routes.STATUS.get(error.code, 409)
    return Response(http_types.Problem(error.code, error.detail, error.params), status_code=status)


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[http_types.Problem]:
    extra = error.extra if isinstance(error.extra, list) else []
    said = "; ".join(f"{one.get('key', 'body')}: {one.get('message', '')}" for one in extra if isinstance(one, dict))
    code = WORDS.get(error.status_code, "refused")
    return Response(
        http_types.Problem(code, (said or error.detail)[:500]), status_code=error.status_code, headers=error.headers
    )


def _unreadable(request: Request[Any, Any, Any], error: Exception) -> Response[http_types.Problem]:
    """What reading a body raises besides the framework's own errors."""
    said = "the body is nested too deeply" if isinstance(error, RecursionError) else "the body is not UTF-8"
    return Response(http_types.Problem("unreadable", said), status_code=400)


def _conflict(request: Request[Any, Any, Any], error: Conflict) -> Response[http_types.Problem]:
    return Response(http_types.Problem("busy", "this changed at the same moment; look again"), status_code=409)


def _unavailable(request: Request[Any, Any, Any], error: Exception) -> Response[http_types.Problem]:
    if isinstance(error, Overloaded):
        return Response(
            http_types.Problem("overloaded", "too much waits to be written or read; try again"), status_code=503
        )
    log.error("unavailable", exc_info=error)
    return Response(http_types.Problem("unavailable", "this could not be kept or read; try again"), status_code=503)
