"""A client that knows nothing but its messages: it plays what the server lists as legal, and checks every message.

And people who come to a server for one test, and all go at its end.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE = 30.0
FRESH = httpx.Limits(keepalive_expiry=1.0)  # the server closes idle connections after 5 s, maybe just as one is used


class Gone(Exception):
    """The line is cut."""


@dataclass
class Guest:
    """A person with a cookie."""

    url: str
    http: httpx.AsyncClient
    name: str

    @staticmethod
    async def arrive(url: str, name: str, forwarded: str = "") -> "Guest":
        """A new guest; `forwarded` is the address for which a proxy would speak."""
        headers = {"x-forwarded-for": forwarded} if forwarded else {}
        http = httpx.AsyncClient(base_url=url, timeout=PATIENCE, headers=headers, limits=FRESH)
        answer = await http.post("/api/me", json={"name": name})
        assert answer.status_code == 200, answer.text
        return Guest(url, http, name)

    async def post(self, path: str, body: Any = None, status: int = 201) -> Any:
        answer = await self.http.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def make(self, **wanted: Any) -> str:
        return str((await self.post("/api/tables", wanted))["id"])

    async def quick(self, **wanted: Any) -> str:
        return str((await self.post("/api/quick", wanted))["id"])

    async def sit_down(self, table: str) -> "Place":
        place = Place(self, table)
        await place.open()
        return place

    async def leave(self) -> None:
        await self.http.aclose()


@dataclass
class Place:
    """A socket at a table, and all that came over it."""

    guest: Guest
    table: str
    socket: ClientConnection | None = None
    info: dict[str, Any] = field(default_factory=dict)
    you: dict[str, Any] = field(default_factory=dict)
    view: dict[str, Any] | None = None
    legal: list[str] = field(default_factory=list)
    seq: int = 0
    entries: list[dict[str, Any]] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    present: dict[str, Any] = field(default_factory=dict)
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    raw: list[str] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    reader: asyncio.Task[None] | None = None
    count: int = 0
    closed: int | None = None

    async def open(self) -> None:
        """Connect; the first message is everything."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.guest.http.cookies.items())
        headers = {"cookie": cookie} if cookie else {}
        for name in ("authorization", "x-forwarded-for"):
            if value := self.guest.http.headers.get(name):
                headers[name] = value
        address = self.guest.url.replace("http", "ws", 1) + f"/api/tables/{self.table}/socket"
        self.closed = None
        self.socket = await connect(address, additional_headers=headers, compression=None, max_size=None)
        first = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        self._take(str(first), first=True)
        self.reader = asyncio.ensure_future(self._read())

    async def close(self) -> None:
        if self.reader is not None:
            self.reader.cancel()
        if self.socket is not None:
            await self.socket.close()

    def cut(self) -> None:
        """Cut the line without a word."""
        assert self.socket is not None
        if self.reader is not None:
            self.reader.cancel()
        self.socket.transport.abort()

    async def _read(self) -> None:
        assert self.socket is not None
        try:
            while True:
                self._take(str(await self.socket.recv()))
        except ConnectionClosed as closed:
            self.closed = closed.rcvd.code if closed.rcvd else 1006
            self.news.set()

    def _take(self, text: str, first: bool = False) -> None:
        message = json.loads(text)
        self.raw.append(text)
        kind = message["type"]
        assert first == (kind == "table") or kind == "refused", f"unexpected: {text[:200]}"
        match kind:
            case "table":
                assert message["seq"] >= self.seq, "nothing that was told is ever taken back"
                self.seq, self.info, self.you = message["seq"], message["table"], message["you"]
                self.view, self.legal = message.get("view"), message.get("legal", [])
                self.lines, self.present = message["chat"], message["present"]
            case "change":
                numbers = [entry["seq"] for entry in message["entries"]]
                assert message["seq"] > self.seq, "no change comes twice"
                if numbers:
                    assert numbers == list(range(self.seq, message["seq"])), "no gaps, no doubles"
                self.entries += message["entries"]
                self.seq = message["seq"]
                self.info, self.you = message.get("table", self.info), message.get("you", self.you)
                self.view, self.legal = message.get("view"), message.get("legal", [])
            case "said":
                self.lines = [*self.lines, message["line"]]
            case "presence":
                self.present = message["present"]
            case _:
                self.answers[message.get("id")] = message
        self.news.set()

    async def send(self, type: str, id: str | None = None, **parts: Any) -> str:
        """Send a message; gives its id."""
        assert self.socket is not None
        if id is None:
            self.count += 1
            id = f"{self.guest.name}-{self.count}"
        try:
            await self.socket.send(json.dumps({"type": type, "id": id, **parts}))
        except ConnectionClosed as closed:
            raise Gone from closed
        return id

    async def ask(self, type: str, **parts: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        id = await self.send(type, **parts)
        await self.until(lambda: id in self.answers)
        return self.answers.pop(id)

    async def do(self, type: str, **parts: Any) -> dict[str, Any]:
        """Send a message that must be carried out."""
        answer = await self.ask(type, **parts)
        assert answer["type"] != "refused", answer
        return answer

    async def until(self, ready: Any, patience: float = PATIENCE) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(patience):
            while not ready():
                if self.closed is not None:
                    raise Gone(self.closed)
                self.news.clear()
                await self.news.wait()

    @property
    def stage(self) -> str:
        return str(self.info["stage"])

    @property
    def ended(self) -> bool:
        return self.stage in ("over", "closed")

    async def play(self, rng: Random) -> None:
        """Play any legal move whenever it is this seat's turn, until the end."""
        while not self.ended:
            await self.until(lambda: self.legal or self.ended)
            if self.legal:
                await self.ask("move", seq=self.seq, move=rng.choice(self.legal))


async def seat_all(url: str, count: int, **wanted: Any) -> list[Place]:
    """A table with so many guests, all seated; the first is its host."""
    guests = [await Guest.arrive(url, f"Guest {number}") for number in range(count)]
    table = await guests[0].make(players=count, **wanted)
    places = []
    for seat, guest in enumerate(guests):
        place = await guest.sit_down(table)
        await place.do("sit", seat=seat, contribution=f"{seat:032x}")
        places.append(place)
    return places


async def leave_all(places: list[Place]) -> None:
    for place in places:
        await place.close()
        await place.guest.leave()


class Party:
    """Guests and their places."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.guests: list[Guest] = []
        self.places: list[Place] = []

    async def guest(self, name: str) -> Guest:
        guest = await Guest.arrive(self.url, name)
        self.guests.append(guest)
        return guest

    async def guests_named(self, *names: str) -> list[Guest]:
        return [await self.guest(name) for name in names]

    def stranger(self, **headers: str) -> httpx.AsyncClient:
        """Somebody without a cookie."""
        http = httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, headers=headers, limits=FRESH)
        guest = Guest(self.url, http, "stranger")
        self.guests.append(guest)
        return guest.http

    def bot(self, name: str, token: str) -> Guest:
        """Somebody's own bot."""
        http = self.stranger(authorization=f"Bearer {token}")
        guest = Guest(self.url, http, name)
        self.guests[-1] = guest
        return guest

    async def look(self, guest: Guest, table: str) -> Place:
        """A socket at a table."""
        place = await guest.sit_down(table)
        self.places.append(place)
        return place

    async def sit(self, guest: Guest, table: str, seat: int, **parts: Any) -> Place:
        place = await self.look(guest, table)
        await place.do("sit", seat=seat, **parts)
        return place

    async def table(self, people: int, bots: int = 0, start: bool = True, **wanted: Any) -> list[Place]:
        """A table with guests in the first seats and random bots in the others; the first guest is its host."""
        guests = await self.guests_named(*(f"Guest {number}" for number in range(people)))
        seats = {str(people + number): "random" for number in range(bots)}
        table = await guests[0].make(players=people + bots, bots=seats, **wanted)
        places = [await self.sit(guest, table, seat) for seat, guest in enumerate(guests)]
        if start:
            await places[0].do("start")
            for place in places:
                await place.until(lambda place=place: place.stage == "playing")
        return places


@asynccontextmanager
async def party(url: str) -> AsyncIterator[Party]:
    one = Party(url)
    try:
        yield one
    finally:
        for place in one.places:
            await place.close()
        for guest in one.guests:
            await guest.leave()


def kinds(place: Place) -> list[str]:
    """What happened, as this place was told."""
    return [entry["kind"] for entry in place.entries]


def happened(place: Place, kind: str) -> list[dict[str, Any]]:
    return [entry for entry in place.entries if entry["kind"] == kind]


async def actor_of(places: list[Place]) -> Place:
    """Who may act, as soon as any socket hears of it."""
    turns = [asyncio.ensure_future(place.until(lambda place=place: place.legal)) for place in places]
    done, waiting = await asyncio.wait(turns, return_when=asyncio.FIRST_COMPLETED)
    for turn in waiting:
        turn.cancel()
    await asyncio.wait(turns)
    for turn in done:
        turn.result()
    return next(place for place in places if place.legal)


async def act(places: list[Place], rng: Random | None = None) -> Place:
    """Whoever may act makes the first legal move, or any; gives who it was."""
    actor = await actor_of(places)
    move = rng.choice(actor.legal) if rng else actor.legal[0]
    done = await actor.do("move", seq=actor.seq, move=move)
    for place in places:
        await place.until(lambda place=place: place.seq >= done["seq"])
    return actor
