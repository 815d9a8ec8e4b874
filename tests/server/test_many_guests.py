"""Guests are free to make. However many one person makes of them, they see no hand at a running table by it."""

import asyncio
import json
from random import Random
from typing import Any

import pytest

from tests.support.asynchronous import asynchronous
from tests.support.clients import Gone, Party, Place, party
from tests.support.effort import times
from tests.support.servers import Served

GAMES: dict[str, dict[str, Any]] = {
    "nope": {"game": "nope"},
    "nyet": {"game": "nyet", "edition": "goldsieber-1997"},
    "nyet from the next deal": {"game": "nyet", "edition": "goldsieber-1997", "seating": "next_deal"},
}


def seats_seen(place: Place) -> set[int]:
    """The seats whose hands came over this socket."""
    views = [message["view"] for text in place.raw if (message := json.loads(text)).get("view")]
    assert all(view["hand"] == [] for view in views if view["seat"] is None), "a watcher sees no hand"
    return {view["seat"] for view in views if view["seat"] is not None}


async def attack(place: Place, rng: Random, tries: int) -> None:
    """Try for every seat by every message that could lead there."""
    for _ in range(tries):
        seat = rng.randrange(4)
        messages: list[tuple[str, dict[str, Any]]] = [
            ("sit", {"seat": seat}),
            ("ask", {"seat": seat}),
            ("ask", {"seat": seat, "name": f"{place.guest.name} too"}),
            ("agree", {"request": rng.randrange(40)}),
            ("seat", {"seat": seat, "level": "random"}),
            ("withdraw", {}),
            ("stand", {}),
            ("kick", {"seat": seat}),
            ("hint", {}),
            ("finish", {}),
            ("rematch", {}),
            ("start", {}),
        ]
        kind, parts = rng.choice(messages)
        await place.ask(kind, **parts)


async def besieged(people: Party, wanted: dict[str, Any], name: str = "") -> list[Place]:
    """Ann, who is host, Ben and two bots; one guest was sent away before the start."""
    ann, ben, mallory = await people.guests_named("Ann", "Ben", f"Mallory{name}")
    table = await ann.make(players=4, bots={"2": "random", "3": "random"}, **wanted)
    host = await people.sit(ann, table, 0)
    kicked = await people.sit(mallory, table, 1)
    await host.do("kick", seat=1)
    other = await people.sit(ben, table, 1)
    await host.do("start")
    await other.until(lambda: other.stage == "playing")
    return [host, other, kicked]


@pytest.mark.attack
@pytest.mark.parametrize("game", ["nope", "nyet"])
@asynchronous
async def test_free_guests_see_no_hand_in_a_running_game(server: Served, game: str) -> None:
    async with party(server.url) as people:
        host, other, kicked = await besieged(people, GAMES[game])
        guests = await people.guests_named(*(f"G{number}" for number in range(times(5, 6))))
        places = [kicked, *[await people.look(guest, host.table) for guest in guests]]
        await asyncio.gather(*(attack(place, Random(f"{game} {number}"), 25) for number, place in enumerate(places)))
        assert [seats_seen(place) for place in places] == [set()] * len(places)
        assert [seat["player"] for seat in host.info["seats"]] == ["person", "person", "house", "house"]
        for request in host.info.get("requests", []):
            await host.do("agree", request=request["number"], on=False)
        assert [seats_seen(place) for place in places] == [set()] * len(places)
        assert (seats_seen(host), seats_seen(other)) == ({0}, {1})


@pytest.mark.attack
@asynchronous
async def test_who_was_let_in_sees_that_hand_and_no_other(server: Served) -> None:
    """Look, stand up, come again as somebody else: the next one needs a yes of its own."""
    async with party(server.url) as people:
        host, _, _ = await besieged(people, GAMES["nope"])
        one, two = [await people.look(guest, host.table) for guest in await people.guests_named("One", "Two")]
        await one.do("ask", seat=2)
        await host.until(lambda: host.info.get("requests"))
        number = host.info["requests"][0]["number"]
        answers = await asyncio.gather(
            host.ask("agree", request=number),
            two.ask("sit", seat=2),
            two.ask("ask", seat=2),
            two.ask("agree", request=number),
            one.ask("ask", seat=3),
        )
        assert answers[0]["type"] == "done"
        await one.until(lambda: one.you["seat"] == 2)
        await one.do("stand")
        assert (await one.ask("ask", seat=3))["code"] == "seen_cards"
        assert (await two.ask("sit", seat=2))["code"] == "ask_first"
        await one.do("sit", seat=2)  # the own seat, as often as one likes
        assert (seats_seen(one), seats_seen(two)) == ({2}, set())


@pytest.mark.attack
@asynchronous
async def test_who_is_forgotten_takes_no_seat(server: Served) -> None:
    async with party(server.url) as people:
        host, _, _ = await besieged(people, GAMES["nope"])
        ghost = await people.guest("Ghost")
        place = await people.look(ghost, host.table)
        await place.do("ask", seat=2)
        await host.until(lambda: host.info.get("requests"))
        number = host.info["requests"][0]["number"]
        assert (await ghost.http.delete("/api/me")).status_code == 204
        await host.until(lambda: not host.info.get("requests"))
        assert (await host.ask("agree", request=number))["code"] == "nobody_asks"
        with pytest.raises(Gone):
            await place.until(lambda: False)
        assert seats_seen(place) == set()
        assert "Ghost" not in json.dumps(host.info)


@pytest.mark.attack
@asynchronous
async def test_a_rematch_begins_with_the_same_doors(server: Served) -> None:
    """Before the start every free seat may be taken; from then on nobody comes in unasked here either."""
    async with party(server.url) as people:
        host, other, _ = await besieged(people, {**GAMES["nope"], "options": {"max_turns": 1}})
        rng = Random(1)
        await asyncio.gather(host.play(rng), other.play(rng))
        await host.do("rematch")
        again = [await people.look(place.guest, host.info["rematch"]) for place in (host, other)]
        await again[0].do("start")
        guests = [await people.look(guest, again[0].table) for guest in await people.guests_named("One", "Two")]
        await asyncio.gather(*(attack(place, Random(number), 20) for number, place in enumerate(guests)))
        assert [seats_seen(place) for place in guests] == [set(), set()]


@asynchronous
async def test_the_next_deal_brings_a_hand_that_was_not_seen_before(server: Served) -> None:
    async with party(server.url) as people:
        host, other, _ = await besieged(people, GAMES["nyet from the next deal"])
        guest = await people.look(await people.guest("Guest"), host.table)
        await guest.do("ask", seat=2)
        assert (await host.ask("agree", request=guest.you["request"]))["code"] == "not_asked"
        rng = Random(5)
        playing = [asyncio.ensure_future(place.play(rng)) for place in (host, other)]
        await guest.until(lambda: guest.you["seat"] == 2)
        first = next(
            message for text in guest.raw if (message := json.loads(text)).get("view", {}).get("seat") is not None
        )
        assert [entry["kind"] for entry in first["entries"]] == ["acted", "sat", "shuffled"]
        assert (first["view"]["phase"], first["view"]["taken"]) == ("veto", [])
        assert seats_seen(guest) == {2}
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
