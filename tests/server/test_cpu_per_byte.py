"""Whatever a stranger sends costs time in proportion to its length: every route, header and message, doubled.

Measured is the processor time of the event loop's thread, which others wait for; what the machine does besides does not
count. A place is probed with a short and a long text of the same kind. What grows by the square shows at once.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import thread_time
from typing import Any, get_args

import msgspec
import pytest
from litestar.openapi.spec import Parameter
from litestar.routes import HTTPRoute
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from naysay.games import find
from naysay.server.settings import Settings
from naysay.server.web import messages, routes
from naysay.server.web.app import Server
from tests.support.clients import Guest
from tests.support.effort import LONG
from tests.support.servers import UNLIMITED, Here, served_here

KIB = 1024
STEEPEST = 6.0  # how much more a byte may cost in the long text; what is quadratic costs 15 times as much
CHEAP = 0.4e-6  # seconds for a byte: below that, what looks steep is noise
ATTEMPTS = 4
HOPELESS = 2.0  # seconds of processor time: no noise looks like that
PATIENCE = 0.2  # seconds, where a wrong length makes the server wait for more
SAMPLE = 6 if LONG else 1  # units for each place
MOST_PLACES = 10_000 if LONG else 100  # besides those that have units of their own

UNITS = [
    "a",
    "\\",
    '"',
    '\\"',
    "=",
    ";",
    "a=",
    ',"',
    " ",
    "\t ",
    "%",
    "%2",
    "%C3%A9",
    "/",
    "./",
    "../",
    ":",
    "[",
    "9",
    "-",
    "#",
]
UNITS += [
    "&a=",
    "?",
    "a;",
    "q=0.1,",
    "é",
    "\u0301",
    "\ufdfa",
    "\U0001f0cf",
    "\\000",
    "1e9",
    "0.",
    "A ",
    "R7 ",
    "joker ",
]
PARAMETER = re.compile(r"\{\w+\}")
HEADERS = [
    "cookie",
    "authorization",
    "origin",
    "sec-fetch-site",
    "content-type",
    "accept",
    "accept-encoding",
    "if-none-match",
]
HEADERS += [
    "x-forwarded-for",
    "x-forwarded-proto",
    "connection",
    "upgrade",
    "expect",
    "content-length",
    "transfer-encoding",
]
HEADERS += [
    "host",
    "accept-language",
    "range",
    "if-modified-since",
    "sec-websocket-key",
    "sec-websocket-protocol",
    "te",
    "x",
]
PLAIN = ("a",)
QUOTED = ["cookie", "content-type", "authorization", "if-none-match"]  # where quotes have a meaning


@dataclass(frozen=True)
class Place:
    """Somewhere a text can be put; `lengths` are the short and the long one."""

    name: str
    lengths: tuple[int, int]
    write: Callable[[str], bytes]
    units: tuple[str, ...] = ()  # that must be tried here


def request(method: str, target: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    headers = {"host": "localhost", "connection": "close", "content-length": str(len(body)), **headers}
    head = f"{method} {target} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return head.encode("utf-8", "replace") + b"\r\n" + body


def quoted(unit: str, length: int) -> str:
    return (unit * (length // len(unit.encode()) + 1)).encode()[:length].decode("utf-8", "ignore")


def targets() -> Iterator[tuple[str, str]]:
    """Every route that the server answers, with a text behind it, in each part of its path and in each query."""
    app = Server(Settings(Path()))._litestar()
    described = (app.openapi_schema.paths or {}).values()
    operations = [one for path in described for one in (path.get, path.post, path.put, path.patch, path.delete) if one]
    parameters = [one for operation in operations for one in operation.parameters or () if isinstance(one, Parameter)]
    known = [one.name for one in parameters if one.param_in == "query"]
    for route in app.routes:
        assert isinstance(route, HTTPRoute), "what else is there must be tried as well"
        parts = PARAMETER.findall(route.path_format)
        plain = PARAMETER.sub("x", route.path_format)
        inside = [PARAMETER.sub("x", route.path_format.replace(part, "…", 1)) for part in parts]
        for method in sorted(route.methods):
            yield from ((method, one) for one in (f"{plain}/…", *inside, *(f"{plain}?{name}=…" for name in known)))


def heads(cookie: str) -> Iterator[Place]:
    """In the head: paths, queries, header fields. Beyond 16 KiB all of it is refused, which must be cheap as well."""
    for short, long in ((256, 4000), (4000, 60_000)):
        value: Any = lambda t: request("GET", "/api/me/games", {"cookie": f'naysay="{t}"'})  # noqa: E731
        yield Place("the cookie", (short, long), value, ("\\", '\\"', "\\000", ";", "naysay="))
    me = {"cookie": cookie}
    deletions = []  # the last of all: after `DELETE /api/me` the cookie is nobody's
    for lengths in ((KIB, 15 * KIB), (15 * KIB, 240 * KIB)):
        for method, target in targets():
            write: Any = lambda t, m=method, a=target: request(m, a.replace("…", t), me)  # noqa: E731
            place = Place(f"{method} {target}", lengths, write)
            if method == "DELETE":
                deletions.append(place)
            else:
                yield place
        for path in ("/", "/assets/", "/t/", "/rules/"):
            yield Place(f"GET {path}…", lengths, lambda t, p=path: request("GET", p + t, {"accept": "text/html"}))  # type: ignore[misc]
        for name in HEADERS:
            for method, path in (("GET", "/api/me/games"), ("POST", "/api/me"), ("GET", "/")):
                where = f"{method} {path} {name}:"
                yield Place(where, lengths, lambda t, n=name, m=method, p=path: request(m, p, {**me, n: t}))  # type: ignore[misc]
            yield Place(
                f"a handshake's {name}:",
                lengths,
                lambda t, n=name: request("GET", "/api/tables/x/socket", {**HANDSHAKE, **me, n: t}),  # type: ignore[misc]
            )
        for name in QUOTED:
            for opening in ('naysay="', 'a/b; c="', '"'):
                write = lambda t, n=name, o=opening: request("GET", "/api/me/games", {n: f'{o}{t}"'})  # noqa: E731
                yield Place(f"{name}: {opening}…", lengths, write, ("\\", '\\"', "\\000"))
        write = lambda t: request("GET", "/api/me", {f"x{at}": t[at : at + 9] for at in range(0, len(t), 9)})  # noqa: E731
        yield Place("many fields", lengths, write, PLAIN)
    yield from deletions


HANDSHAKE = {
    "connection": "upgrade",
    "upgrade": "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


def values(text: str) -> Iterator[tuple[str, str]]:
    """The same bytes as JSON of different shapes."""
    yield "text", json.dumps(text, ensure_ascii=False)
    yield "escapes", json.dumps(text)
    yield "digits", "9" * len(text)
    yield "a fraction", "0." + "1" * len(text)
    yield "an exponent", "1e" + "9" * len(text)
    yield "depth", "[" * (len(text) // 2) + "]" * (len(text) // 2)
    yield "objects", '{"a":' * (len(text) // 6) + "1" + "}" * (len(text) // 6)
    yield "a list", json.dumps([1] * (len(text) // 3))
    yield "names", json.dumps([text[at : at + 8] for at in range(0, len(text) // 2, 8)])
    yield "keys", json.dumps({f"k{at}": 1 for at in range(len(text) // 10)})
    yield "one key", "{" + ",".join(['"k":1'] * (len(text) // 6)) + "}"
    yield "blanks", " " * len(text) + "1"


SHAPES = [name for name, _ in values("")]


def shaped(shape: str, text: str) -> str:
    return dict(values(text))[shape]


def required(kind: Any) -> dict[str, str]:
    """What a value of this type must have, at its smallest, as JSON."""
    smallest: dict[Any, str] = {
        msgspec.inspect.StrType: '"x"',
        msgspec.inspect.IntType: "0",
        msgspec.inspect.BoolType: "true",
    }
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return {field.encode_name: smallest.get(type(field.type), "null") for field in info.fields if field.required}


def fields(kind: Any) -> list[str]:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return [field.encode_name for field in info.fields]


def written(parts: dict[str, str]) -> str:
    return "{" + ",".join(f"{json.dumps(name)}:{value}" for name, value in parts.items()) + "}"


def bodies(cookie: str) -> Iterator[Place]:
    """In bodies: every field of every one, and an edition's."""
    me = {"cookie": cookie, "content-type": "application/json"}
    lengths = (4 * KIB, 60 * KIB)
    for handler in routes.ROUTES:
        data = handler.fn.__annotations__.get("data")
        if data is None:
            continue
        (kind,) = [one for one in get_args(data) if isinstance(one, type) and issubclass(one, msgspec.Struct)]
        path, smallest = next(iter(handler.paths)), required(kind)
        yield Place(f"POST {path} raw", lengths, lambda t, p=path: request("POST", p, me, t.encode()))  # type: ignore[misc]
        for field in fields(kind):
            for shape in SHAPES:
                write: Any = lambda t, p=path, s=smallest, f=field, h=shape: request(  # noqa: E731
                    "POST", p, me, written({**s, f: shaped(h, t)}).encode()
                )
                yield Place(f"POST {path} {field}: {shape}", lengths, write, PLAIN)
    for content in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/x-msgpack"):
        other = {**me, "content-type": content}
        yield Place(f"POST {content}", lengths, lambda t, o=other: request("POST", "/api/me", o, t.encode()))  # type: ignore[misc]
    edition = find("nyet").editions()["goldsieber-1997"]
    for key in edition:
        for shape in SHAPES:
            write = lambda t, k=key, h=shape: request(  # noqa: E731
                "POST",
                "/api/tables",
                me,
                written(
                    {"edition": written({**{n: json.dumps(v) for n, v in edition.items()}, k: shaped(h, t)})}
                ).encode(),
            )
            yield Place(f"edition {key}: {shape}", lengths, write, PLAIN)


SEQ = b'"seq":0'  # instead of it a move gets the length of the log, or nobody would read it


def fields_of_messages() -> Iterator[Place]:
    """In messages on a socket: every field of every one; moves first, and last what may end the game for the sender."""
    lengths = (KIB, 15 * KIB)
    yield Place("raw", lengths, lambda t: t.encode())
    for verb in ("discard ", "play ", "veto ", "team ", "name ", "pass "):
        text = b'{"type":"move","id":"1",%b,"move":%%b}' % SEQ
        move: Any = lambda t, v=verb, m=text: m % json.dumps((v + t)[:1000]).encode()  # noqa: E731
        yield Place(f"a move: {verb}", (100, 1000), move, ("R7 ", "joker ", "R", "1", "RGBY3 ", "A"))
    for kind in sorted(get_args(messages.FromClient), key=(messages.Stand, messages.Close).__contains__):
        tag = {"type": json.dumps(kind.__struct_config__.tag)}
        for field in [*fields(kind), "type", "more"]:
            for shape in SHAPES:
                write: Any = lambda t, k=kind, g=tag, f=field, h=shape: written(  # noqa: E731
                    {**g, **required(k), f: shaped(h, t)}
                ).encode()
                yield Place(f"{tag['type']} {field}: {shape}", lengths, write, PLAIN)


def chosen(places: list[Place], rng: Random) -> list[tuple[Place, str]]:
    """Each place with what must be tried there, and some of the rest."""
    probes, usual = [], [place for place in places if place.units in ((), PLAIN)]
    taken = set(rng.sample(usual, min(MOST_PLACES, len(usual))))
    for place in [place for place in places if place.units not in ((), PLAIN) or place in taken]:
        mixed = ["".join(rng.choices(UNITS, k=rng.randint(1, 3))) for _ in range(SAMPLE)]
        probes += [(place, unit) for unit in (*place.units, *mixed)]
    return probes


async def check(probes: list[tuple[Place, str]], send: Callable[[bytes], Any]) -> None:
    """Send each text short and long; a byte of the long one costs about what one of the short one costs."""
    for place, unit in probes:
        short, long = (place.write(quoted(unit, length)) for length in place.lengths)
        least = [float("inf"), float("inf")]
        for attempt in range(ATTEMPTS):
            for index, data in enumerate((short, long)):
                began = thread_time()
                await send(data)
                least[index] = min(least[index], thread_time() - began)
            cheap, dear = least[0] / len(short), least[1] / len(long)
            if dear <= STEEPEST * max(cheap, CHEAP):
                break
            more = attempt < ATTEMPTS - 1 and least[1] < HOPELESS
            assert more, (
                f"{place.name} of {unit!r}: {least[0] * 1e3:.1f} ms for {len(short)} bytes, "
                f"{least[1] * 1e3:.1f} ms for {len(long)}"
            )


@asynccontextmanager
async def watched(tmp_path: Path) -> Any:
    async with served_here(Settings(tmp_path / "data", limits=UNLIMITED)) as here:
        guest = await Guest.arrive(f"http://127.0.0.1:{here.port}", "Ann")
        yield here, guest, f"naysay={guest.http.cookies['naysay']}"
        await guest.leave()


def http(here: Here) -> Callable[[bytes], Any]:
    async def send(data: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        try:
            writer.write(data)
            await asyncio.wait_for(reader.read(1 << 16), PATIENCE)
        except (ConnectionError, TimeoutError):
            pass  # cut off while it sent, or more of it is awaited
        finally:
            writer.transport.abort()

    return send


@pytest.mark.attack
@pytest.mark.parametrize("where", [heads, bodies])
def test_over_http(where: Callable[[str], Iterator[Place]], tmp_path: Path) -> None:
    async def main() -> None:
        async with watched(tmp_path) as (here, _, cookie):
            await check(chosen(list(where(cookie)), Random(where.__name__)), http(here))

    asyncio.run(main())


@pytest.mark.attack
@pytest.mark.parametrize("game", ["nyet", "nope"])
def test_over_a_socket(game: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with watched(tmp_path) as (here, guest, cookie):
            table = await guest.quick(game=game, players=3, level="random", pace=10)
            lines: list[ClientConnection] = []
            seq, codes = 0, set()

            async def hear() -> str:
                nonlocal seq
                message = json.loads(await lines[0].recv())
                if message["type"] in ("table", "change"):
                    seq = message["seq"]
                codes.add(message.get("code"))
                return str(message["type"])

            async def send(data: bytes) -> None:
                if not lines:
                    address = f"ws://127.0.0.1:{here.port}/api/tables/{table}/socket"
                    lines.append(await connect(address, additional_headers={"cookie": cookie}, compression=None))
                    await hear()
                try:
                    await lines[0].send(data.replace(SEQ, b'"seq":%d' % seq).decode("utf-8", "replace"))
                    while await hear() not in ("done", "refused", "pong", "hinted"):
                        pass
                except ConnectionClosed:
                    lines.clear()

            await check(chosen(list(fields_of_messages()), Random(game)), send)
            for line in lines:
                await line.close()
            assert "unreadable_move" in codes, "no text was read as a move"

    asyncio.run(main())


def test_what_grows_by_the_square_shows() -> None:
    async def send(data: bytes) -> None:
        re.search(rb"a*b", data)

    probes = [(Place("a search", (512, 8 * KIB), lambda t: t.encode()), unit) for unit in ("c", "a")]
    asyncio.run(check(probes[:1], send))
    with pytest.raises(AssertionError, match=r"^a search of 'a': "):
        asyncio.run(check(probes[1:], send))
