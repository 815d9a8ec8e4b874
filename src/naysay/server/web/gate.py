"""The gate before everything: by which name the server was called, from which page, how often; and safe headers."""

import math
import re
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

from naysay.server.settings import LOOPBACK, Settings
from naysay.server.web.connections import HELD
from naysay.server.web.http_types import Problem
from naysay.server.web.messages import encode
from naysay.server.web.rate_limits import Buckets

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HOST: Final = re.compile(r"(\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[\w.-]+))(:[0-9]{1,5})?")
SAFE: Final = ("GET", "HEAD", "OPTIONS")
COST_OF_CHANGE: Final = 4.0
ONLY_HERE: Final = ("/metrics",)
HEADERS: Final = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (
        b"content-security-policy",
        (
            b"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
            b"connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
        ),
    ),
]
LONGEST_ADDRESS: Final = 64
TOO_MANY_CONNECTIONS: Final = Problem("too_many_connections", "too many connections from your address: close some")
STRICT_TRANSPORT: Final = (b"strict-transport-security", b"max-age=31536000")


@dataclass(slots=True)
class Gate:
    """Sends sockets one way and HTTP the other, once they may pass."""

    settings: Settings
    http: App
    sockets: App
    requests: Buckets

    @staticmethod
    def before(http: App, sockets: App, settings: Settings) -> "Gate":
        """The gate in front of these two."""
        limits = settings.limits
        return Gate(settings, http, sockets, Buckets(limits.requests_per_second, limits.requests_at_once, monotonic))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let pass what may pass."""
        if scope["type"] == "lifespan":
            await self.http(scope, receive, send)
            return
        problem = self._problem(scope)
        if problem is not None:
            await _refuse(scope, self._with_headers(send), *problem)
        elif scope["type"] == "websocket":
            await self.sockets(scope, receive, send)
        else:
            await self.http(scope, receive, self._with_headers(send))

    def _problem(self, scope: Scope) -> tuple[int, Problem, list[tuple[bytes, bytes]]] | None:
        if (large := self._too_large(scope)) is not None:
            return 431, large, []
        held = scope.get("extensions", {}).get(HELD)
        if held is not None and not held.owned_by(household(scope)):
            return 429, TOO_MANY_CONNECTIONS, [(b"retry-after", b"10")]
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if hostname(host) not in self.settings.hosts:
            return 421, Problem("bad_host", "this server is not called by that name; see --public-url and --lan"), []
        if not scope["path"].startswith("/"):
            return 400, Problem("unreadable", "a path begins with a slash: this server is no proxy"), []
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changes and not self._same_site(headers, host):
            return 403, Problem("bad_origin", "requests from other sites are not answered"), []
        if scope["path"] in ONLY_HERE and address_of(scope) not in LOOPBACK:
            return 404, Problem("not_found", "nothing is here"), []
        wait = self.requests.take(household(scope), COST_OF_CHANGE if changes else 1.0)
        if wait > 0:
            seconds = str(math.ceil(wait))
            problem = Problem("too_many_requests", f"too many requests; try again in {seconds} s")
            return 429, problem, [(b"retry-after", seconds.encode())]
        return None

    def _too_large(self, scope: Scope) -> Problem | None:
        """A head that nobody who plays here would send."""
        limits, target = self.settings.limits, scope.get("raw_path", b"") + scope.get("query_string", b"")
        if len(target) + sum(len(name) + len(value) + 4 for name, value in scope["headers"]) > limits.largest_head:
            return Problem("head_too_large", f"the head of a request has at most {limits.largest_head >> 10} KiB")
        if sum(len(value) for name, value in scope["headers"] if name == b"cookie") > limits.largest_cookie:
            return Problem("cookie_too_large", f"cookies have at most {limits.largest_cookie >> 10} KiB together")
        return None

    def _same_site(self, headers: dict[bytes, str], host: str) -> bool:
        """No page of another site asks. Programs that are no browsers send neither header."""
        origin = headers.get(b"origin")
        if origin is not None:
            allowed = {host.lower()}
            if self.settings.public_url:
                allowed.add(urlsplit(self.settings.public_url).netloc.lower())
            scheme, _, netloc = origin.lower().partition("://")
            return scheme in ("http", "https") and netloc in allowed
        return headers.get(b"sec-fetch-site", "none") in ("none", "same-origin")

    def _with_headers(self, send: Send) -> Send:
        extra = [*HEADERS, STRICT_TRANSPORT] if self.settings.secure else HEADERS

        async def wrapped(message: MutableMapping[str, Any]) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message.get("headers", []), *extra]
            await send(message)

        return wrapped


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    return str(scope["client"][0]) if scope.get("client") else ""


def household(scope: Scope) -> str:
    """Whose requests are counted together: those of an address; with IPv6 of a network, where each has thousands.

    >>> household({"client": ("2001:db8:1:2:3:4:5:6", 9)})
    '2001:db8:1:2::/64'
    """
    return household_of(address_of(scope))


def household_of(address: str) -> str:
    """The same for an address; one of IPv4 that is written as one of IPv6 is itself.

    >>> household_of("::ffff:192.0.2.7")
    '192.0.2.7'
    """
    if ":" not in address or len(address) > LONGEST_ADDRESS:
        return address[:LONGEST_ADDRESS]
    try:
        old = IPv6Address(address).ipv4_mapped
        return str(IPv6Network((address, 64), strict=False) if old is None else old)
    except ValueError:
        return address


def hostname(host: str) -> str:
    """A Host header without its port.

    >>> hostname("[::1]:8000"), hostname("Example.org")
    ('::1', 'example.org')
    """
    found = HOST.fullmatch(host)
    return (found["six"] or found["name"]).lower() if found else ""


async def _refuse(scope: Scope, send: Send, status: int, problem: Problem, headers: list[tuple[bytes, bytes]]) -> None:
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    start = [(b"content-type", b"application/json"), *headers]
    await send({"type": f"{kind}.start", "status": status, "headers": start})
    await send({"type": f"{kind}.body", "body": encode(problem)})
