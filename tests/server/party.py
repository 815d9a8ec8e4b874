"""People who come to a server for one test, and all go at its end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import httpx

from tests.server.client import PATIENCE, Guest, Place


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
        guest = Guest(self.url, httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, headers=headers), "stranger")
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
