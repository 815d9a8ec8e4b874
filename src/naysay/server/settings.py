"""How a server is run: where it listens, where it keeps its data, what it allows."""

import re
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from platformdirs import user_data_path
from sqlalchemy import URL

from naysay.game import quote
from naysay.server.storage.database import url_of
from naysay.server.table.entries import DAY, SECOND

FOREVER: Final = "forever"
UNITS: Final = {"h": 3600 * SECOND, "d": DAY}
SPAN: Final = re.compile(r"([1-9][0-9]{0,5})([hd])")
LEAST: Final = {"guests": DAY}  # who was here is noted once an hour


@dataclass(frozen=True, slots=True)
class Keep:
    """How long a server keeps what nobody uses any more, in milliseconds; None: for ever."""

    guests: int | None = 400 * DAY  # who has not been seen since; a cookie holds for a year
    tables: int | None = 7 * DAY  # closed before a game began
    chat: int | None = 90 * DAY
    games: int | None = None  # over, or closed after they began

    @staticmethod
    def read(*texts: str) -> "Keep":
        """What an operator has said, the rest as usual.

        >>> Keep.read("guests=30d,chat=12h", "games=forever").chat
        43200000
        """
        keep, known = Keep(), [field.name for field in fields(Keep)]
        for part in (part for text in texts for part in text.split(",")):
            name, _, span = part.strip().partition("=")
            if name not in known:
                raise ValueError(f"--keep {quote(part)}: expected one of {', '.join(known)}, as in guests=400d")
            keep = replace(keep, **{name: _span(part, name, span)})
        return keep

    def __str__(self) -> str:
        return ",".join(f"{field.name}={_said(getattr(self, field.name))}" for field in fields(self))


def _span(part: str, name: str, span: str) -> int | None:
    if span == FOREVER:
        return None
    found = SPAN.fullmatch(span)
    if found is None:
        raise ValueError(f"--keep {quote(part)}: expected days, hours or {FOREVER}, as in {name}=400d or {name}=12h")
    length = int(found[1]) * UNITS[found[2]]
    if length < LEAST.get(name, 0):
        raise ValueError(f"--keep {quote(part)}: {name} are kept for a day at least")
    return length


def _said(length: int | None) -> str:
    if length is None:
        return FOREVER
    return f"{length // DAY}d" if length % DAY == 0 else f"{length // UNITS['h']}h"


DATABASE: Final = "naysay.db"
SECRET: Final = "secret.key"
SOCKETS_PER_PERSON: Final = 20
CONNECTIONS_PER_PERSON: Final = 30  # sockets, and what a browser opens beside them
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Limits:
    """What one address, one person and one socket may ask for."""

    requests_per_second: float = 10.0
    requests_at_once: float = 80.0
    messages_per_second: float = 50.0
    messages_at_once: float = 100.0
    lines_per_second: float = 0.5
    lines_at_once: float = 5.0
    table_lines_per_second: float = 1.0
    table_lines_at_once: float = 30.0
    address_lines_per_second: float = 1.0
    address_lines_at_once: float = 50.0
    tables_per_person: int = 20
    sockets_per_address: int = 10 * SOCKETS_PER_PERSON
    sockets_per_person: int = SOCKETS_PER_PERSON
    connections_per_address: int = 10 * CONNECTIONS_PER_PERSON
    largest_head: int = 16 * 1024
    largest_cookie: int = 4 * 1024
    largest_body: int = 64 * 1024
    largest_message: int = 16 * 1024
    waiting_messages: int = 200

    @staticmethod
    def for_people(count: int) -> "Limits":
        """So many people may come from one address."""
        return Limits(
            requests_per_second=count,
            requests_at_once=8.0 * count,
            sockets_per_address=SOCKETS_PER_PERSON * count,
            address_lines_per_second=0.1 * count,
            address_lines_at_once=5.0 * count,
            connections_per_address=CONNECTIONS_PER_PERSON * count,
        )


@dataclass(frozen=True)
class Settings:
    """What the host has chosen."""

    data: Path
    database: str | None = None
    host: str = "127.0.0.1"
    port: int | None = None
    public_url: str | None = None
    allowed: frozenset[str] = frozenset()
    certificate: Path | None = None
    private_key: Path | None = None
    bots: int = 2
    think_seconds: float = 10.0
    prepare: bool = False
    limits: Limits = field(default_factory=Limits)
    keep: Keep = field(default_factory=Keep)

    def __post_init__(self) -> None:
        if self.public_url is not None:
            parts = urlsplit(self.public_url)
            if (
                parts.scheme not in ("http", "https")
                or not parts.hostname
                or parts.path not in ("", "/")
                or parts.query
            ):
                raise ValueError(
                    f"--public-url {quote(self.public_url)}: expected scheme and host, as in https://cards.example.org"
                )
        if (self.certificate is None) != (self.private_key is None):
            raise ValueError("--tls-cert and --tls-key belong together: give both or none")

    @cached_property
    def url(self) -> URL:
        """The database."""
        return url_of(self.database or self.data / DATABASE)

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The names under which this server may be called; others are refused (DNS rebinding)."""
        public = urlsplit(self.public_url).hostname if self.public_url else None
        return LOOPBACK | self.allowed | ({public} if public else set())

    @property
    def secure(self) -> bool:
        """People reach this server by https."""
        return self.certificate is not None or (self.public_url or "").startswith("https:")

    def address(self, host_header: str) -> str:
        """What links begin with: the public address, or the allowed name by which this request came."""
        if self.public_url:
            return self.public_url.rstrip("/")
        return f"{'https' if self.secure else 'http'}://{host_header}"


def default_data() -> Path:
    """The user's data folder."""
    return user_data_path("naysay", appauthor=False)
