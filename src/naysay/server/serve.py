"""Start the server: claim the data folder, open the port, say where it is, serve until it is told to stop."""

import gc
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from naysay.server.lan import lan_address, qr_code
from naysay.server.metrics import Metrics
from naysay.server.monotonic import MonotonicClock
from naysay.server.settings import SECRET, Settings
from naysay.server.storage import secret_fingerprint
from naysay.server.storage.database import WrongDatabase, migrate, open_engine
from naysay.server.web.app import Server
from naysay.server.web.gate import App
from naysay.server.web.http_connection import HttpConnection, TableServer
from naysay.server.web.websocket import Line

GRACEFUL_SECONDS: Final = 5
USUAL_PORT: Final = 8000
COLLECT: Final = (20_000, 20, 100)

# `HttpConnection` and `Line` build on private parts of these libraries: other versions get the plain protocols
TESTED: Final = {"uvicorn": ("0.54",), "websockets": ("17",)}
PROTOCOLS_FIT: Final = all(
    any(f"{version(library)}.".startswith(f"{tested}.") for tested in versions) for library, versions in TESTED.items()
)
PLAIN: Final = (
    f"uvicorn {version('uvicorn')} and websockets {version('websockets')} are not tested with Naysay: it uses the "
    "protocols of uvicorn, which take more processor time and do not limit slow or half-open connections"
)


class CannotServe(Exception):
    """The server cannot be started here, and why."""


def run(settings: Settings, say: Callable[[str], None], lan: bool = False, new_secret: bool = False) -> None:
    """Serve until a signal says to stop."""
    _make_folder(settings.data)
    with _claim(settings), _listen(settings) as listener:
        _migrate(settings, say)
        _claim_database(settings, new_secret)
        if not PROTOCOLS_FIT:
            say(PLAIN)
        tables = Server(settings)
        server = server_of(tables.gate, settings, tables.metrics)
        _load(server.config, settings)
        port = listener.getsockname()[1]
        scheme = "https" if settings.secure and not settings.public_url else "http"
        for line in _where(settings, scheme, port, lan):
            say(line)
        tune_gc()
        server.run(sockets=[listener])
        if not server.started:
            raise CannotServe("the server did not start; the log above says why")


def tune_gc() -> None:
    """Tables live long and make few cycles: collecting less often saves a fifth of the time."""
    gc.freeze()
    gc.set_threshold(*COLLECT)


def server_of(
    app: App, settings: Settings, metrics: Metrics, plain: bool = not PROTOCOLS_FIT, **more: Any
) -> uvicorn.Server:
    """How uvicorn serves: sockets without compression, which costs more memory than it saves time.

    A plain server has uvicorn's own protocols.
    """
    config = uvicorn.Config(
        app,
        http="h11" if plain else HttpConnection,
        h11_max_incomplete_event_size=settings.limits.largest_head,
        ws="websockets-sansio" if plain else Line,
        ws_per_message_deflate=False,
        ws_max_size=settings.limits.largest_message,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.private_key,
        **more,
    )
    return uvicorn.Server(config) if plain else TableServer(config, settings.limits.connections_per_address, metrics)


def _make_folder(data: Path) -> None:
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise CannotServe(f"the data folder {data} cannot be made: {error.strerror}") from error


def _load(config: uvicorn.Config, settings: Settings) -> None:
    """Everything that is read from files, so that what is wrong there is told before the server opens."""
    try:
        config.load()
    except OSError as error:  # ssl.SSLError is one
        names = f"--tls-cert {settings.certificate} and --tls-key {settings.private_key}"
        raise CannotServe(f"{names} cannot be used: {error}") from error


def _migrate(settings: Settings, say: Callable[[str], None]) -> None:
    """Bring the database up to date, or say why that is not possible."""
    try:
        copy = migrate(settings.url, MonotonicClock()())
    except WrongDatabase as error:
        raise CannotServe(str(error)) from error
    except SQLAlchemyError as error:
        place = settings.url.render_as_string(hide_password=True)
        raise CannotServe(f"the database {place} cannot be used: {str(error).splitlines()[0]}") from error
    if copy is not None:
        say(f"The database was brought up to date; the old one is kept as {copy}")


def _claim_database(settings: Settings, new_secret: bool) -> None:
    """The secret in the data folder and the database belong together."""
    engine = open_engine(settings.url, writes=True)
    try:
        with engine.begin() as connection:
            secret_fingerprint.claim(connection, settings, new_secret)
    except secret_fingerprint.WrongSecret as error:
        raise CannotServe(f"{error}; if that secret is lost, --new-secret makes every guest a newcomer") from error
    except OSError as error:
        raise CannotServe(f"{settings.data / SECRET} cannot be used: {error.strerror}") from error
    finally:
        engine.dispose()


@contextmanager
def _claim(settings: Settings) -> Iterator[None]:
    """One server per data folder on SQLite: a lock that the system releases, however the process ends."""
    if settings.url.get_backend_name() != "sqlite":
        yield
        return
    with ExitStack() as kept:
        try:
            lock = sqlite3.connect(settings.data / "serving.lock", timeout=0, isolation_level=None)
            kept.enter_context(closing(lock))
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise CannotServe(f"the data folder {settings.data} cannot be written to: {error}") from error
            raise CannotServe(
                f"another server uses {settings.data}: stop it, or name another folder with --data"
            ) from error
        yield


@contextmanager
def _listen(settings: Settings) -> Iterator[socket.socket]:
    """The port that was asked for; if none was, the usual one or, where that is taken, any."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        wanted = (USUAL_PORT, 0) if settings.port is None else (settings.port,)
        for port in wanted:
            try:
                listener.bind((settings.host, port))
                break
            except OSError as error:
                if port == wanted[-1]:
                    raise CannotServe(
                        f"{settings.host} port {port} cannot be opened: {error.strerror}; try another --port"
                    ) from error
        yield listener


def _where(settings: Settings, scheme: str, port: int, lan: bool) -> Iterator[str]:
    """The lines that tell where to go."""
    everywhere = settings.host in ("127.0.0.1", "0.0.0.0", "::1", "::")
    host = "localhost" if everywhere else f"[{settings.host}]" if ":" in settings.host else settings.host
    yield f"Naysay is open at {scheme}://{host}:{port}"
    if settings.public_url:
        yield f"People come by {settings.public_url}"
    if lan:
        address = lan_address()
        if address is None:
            yield "No network was found: only this machine can play"
        else:
            link = f"{scheme}://{address}:{port}"
            yield f"In your home network: {link}"
            yield qr_code(link)
    yield f"Data: {settings.data if settings.database is None else settings.url.render_as_string(hide_password=True)}"
    yield "Ctrl-C stops it; nothing is lost."
