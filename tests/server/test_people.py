"""People: who is known by which cookie, names, private links, own bots, lists; and what is left of who wants to go."""

import asyncio
import json
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from sqlalchemy import select

from naysay.server.errors import Refused
from naysay.server.people import People
from naysay.server.storage import schema
from tests.support.asynchronous import asynchronous, until
from tests.support.clients import Guest, Party, Place, act, party
from tests.support.servers import Served, served
from tests.support.table_room import Time, opened


def with_cookie(people: Party, value: str) -> httpx.AsyncClient:
    return people.stranger(cookie=f"naysay={value}")


@asynchronous
async def test_a_guest_is_known_by_a_cookie(server: Served) -> None:
    async with party(server.url) as people:
        stranger = people.stranger()
        nobody = await stranger.get("/api/me")
        assert (nobody.status_code, nobody.content) == (204, b"")
        answer = await stranger.post("/api/me", json={"name": "  Änne   Maria "})
        assert answer.json() == {"name": "Änne Maria", "bot": False}
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" not in cookie, "this server is reached by http"
        assert "Max-Age=31536000" in cookie
        assert (await stranger.get("/api/me")).json()["name"] == "Änne Maria"
        await stranger.post("/api/me", json={"name": "Ann"})
        assert (await stranger.get("/api/me")).json() == {"name": "Ann", "bot": False}, "renamed, not somebody else"


@asynchronous
async def test_a_cookie_that_was_not_signed_here_is_nobody_s(server: Served, tmp_path: Any) -> None:
    async with party(server.url) as people:
        ann, ben = await people.guests_named("Ann", "Ben")
        good, other = ann.http.cookies["naysay"], ben.http.cookies["naysay"]
        person, signature = good.split(".")
        swapped = other.split(".")[0] + "." + signature
        flipped = good[:-2] + ("A" if good[-2] != "A" else "B") + good[-1]
        for wrong in ("", ".", person, f"{person}.", swapped, flipped, good + "A", f"ä.{signature}", "x" * 5000):
            answer = await with_cookie(people, wrong).get("/api/me") if wrong.isascii() else None
            assert answer is None or answer.status_code in (204, 431), wrong
        assert (await with_cookie(people, good).get("/api/me")).json()["name"] == "Ann"
        with served(tmp_path / "another") as another:
            elsewhere = httpx.AsyncClient(base_url=another.url, cookies={"naysay": good})
            assert (await elsewhere.get("/api/me")).status_code == 204, "each server has its own secret"
            await elsewhere.aclose()


@asynchronous
async def test_names_are_validated(server: Served) -> None:
    async with party(server.url) as people:
        for name in ("", " ", "\n", "a\u0007b", "x" * 25, "a\u202eb", "\u200b", 7, None):
            answer = await people.stranger().post("/api/me", json={"name": name})
            assert answer.status_code == 400, repr(name)
            assert answer.json()["code"] in ("bad_name", "unreadable")
        for name in ("李", "O'Hara-Smith", "x" * 24, "👩‍🚀", "steady 1"):
            assert (await people.stranger().post("/api/me", json={"name": name})).status_code == 200, name


@asynchronous
async def test_names_are_unique_at_a_table(server: Served) -> None:
    async with party(server.url) as people:
        ann, ben, same = await people.guests_named("Ann", "Ben", "ANN")
        table = await ann.make(game="nope", players=4, bots={"3": "random"})
        await people.sit(ann, table, 0)
        place = await people.look(same, table)
        for name in (None, "ann", "Ann ", "random 4", "Random 4", "steady 1", "STEADY 3"):
            answer = await place.ask("sit", seat=1, **({"name": name} if name else {}))
            assert answer["code"] == "name_taken", name
        assert (await place.ask("sit", seat=1, name="\u202e"))["code"] == "bad_name"
        assert (await place.ask("say", text="hello"))["code"] == "name_taken", "no watcher speaks in another's name"
        await place.do("sit", seat=1, name="Anna")
        await place.do("stand")
        await place.do("sit", seat=2, name="Anna")
        other = await people.look(ben, table)
        assert (await other.ask("sit", seat=1, name="anna"))["code"] == "name_taken"
        await other.do("sit", seat=1)
        elsewhere = await ann.make(game="nope", players=4)
        await people.sit(same, elsewhere, 0)  # at another table the name is free


@asynchronous
async def test_a_private_link_works_once(server: Served) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        table = await ann.quick(game="nope", players=2, level="random")
        link = await ann.post("/api/me/link")
        assert link["until"] > 0
        address = urlsplit(link["link"])
        assert f"{address.scheme}://{address.netloc}{address.path}" == f"{server.url}/continue"
        phone = people.stranger()
        used = await phone.post("/api/me/continue", json={"token": address.fragment})
        assert used.json() == {"name": "Ann", "bot": False}
        assert (await phone.get(f"/api/tables/{table}")).json()["you"]["seat"] == 0
        again = await people.stranger().post("/api/me/continue", json={"token": address.fragment})
        assert (again.status_code, again.json()["code"]) == (401, "bad_token")
        assert (await ann.get("/api/me"))["name"] == "Ann", "and the first device goes on too"


@asynchronous
async def test_a_private_link_is_soon_too_old(database: str) -> None:
    now = Time()
    async with opened(database) as store:
        people = People(store, b"secret" * 6, now)
        ann = await people.welcome("Ann")
        early, late = await people.make_link(ann), await people.make_link(ann)
        assert early[1] == now() + 15 * 60 * 1000
        now.forward(15 * 60)
        assert await people.use_link(early[0]) == ann, "a quarter of an hour is a quarter of an hour"
        now.forward(0.001)
        with pytest.raises(Refused, match="too old"):
            await people.use_link(late[0])
        await people.make_link(ann)
        left = await store.read(lambda connection: connection.execute(select(schema.links)).all())
        assert len(left) == 1, "old ones are thrown away"
        assert late[0] not in str(left), "what is stored is no key"


@asynchronous
async def test_own_bots(server: Served) -> None:
    async with party(server.url) as people:
        ann, ben = await people.guests_named("Ann", "Ben")
        assert await ann.get("/api/me/bots") == []
        bot = await ann.post("/api/me/bots", {"name": "Deep Veto"})
        assert await ann.get("/api/me/bots") == [{"id": bot["id"], "name": "Deep Veto"}], "the token is told once"
        assert await ben.get("/api/me/bots") == []
        robot = people.bot("robot", bot["token"])
        assert await robot.get("/api/me") == {"name": "Deep Veto", "bot": True}
        table = await ben.make(game="nope", players=2, options={"max_turns": 9})
        host, place = await people.sit(ben, table, 0), await people.sit(robot, table, 1)
        await host.until(lambda: host.info["seats"][1] == {"player": "bot", "name": "Deep Veto"})
        await host.do("start")
        await asyncio.gather(host.play(Random(1)), place.play(Random(2)))
        assert place.stage == "over"
        assert (await ben.http.delete(f"/api/me/bots/{bot['id']}")).status_code == 404, "not Ben's"
        assert (await ann.http.delete(f"/api/me/bots/{bot['id']}")).status_code == 204
        assert await ann.get("/api/me/bots") == []
        assert (await robot.http.get("/api/me")).json()["code"] == "bad_token"
        assert (await people.look(robot, table)).answers


@asynchronous
async def test_a_person_has_so_many_bots_and_no_more(server: Served) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        for number in range(20):
            await ann.post("/api/me/bots", {"name": f"Bot {number}"})
        assert (await ann.post("/api/me/bots", {"name": "Bot"}, 409))["code"] == "too_many_bots"


@asynchronous
async def test_the_host_sends_somebody_away(server: Served) -> None:
    async with party(server.url) as people:
        host, other = await people.table(2, start=False, game="nope")
        assert (await other.ask("kick", seat=0))["code"] == "not_host"
        await host.do("kick", seat=1)
        await other.until(lambda: other.you["seat"] is None)
        assert (await other.ask("sit", seat=1))["code"] == "kicked"
        assert (await host.ask("kick", seat=1))["code"] == "nobody_there"
        third = await people.guest("Cat")
        place = await people.sit(third, host.table, 1)
        await host.do("start")
        await place.until(lambda: place.view)
        assert (await host.ask("kick", seat=1))["code"] == "begun"


@asynchronous
async def test_the_host_mutes_somebody(server: Served) -> None:
    async with party(server.url) as people:
        host, other = await people.table(2, start=False, game="nope")
        assert (await other.ask("mute", name="Guest 0"))["code"] == "not_host"
        assert (await host.ask("mute", name="Nobody"))["code"] == "nobody_there"
        await host.do("mute", name="guest 1")
        await other.until(lambda: other.you.get("muted"))
        assert (await other.ask("say", text="hello?"))["code"] == "muted"
        await host.do("mute", name="Guest 1", on=False)
        await other.do("say", text="hello!")
        await host.until(lambda: [line["text"] for line in host.lines] == ["hello!"])


@asynchronous
async def test_chat_has_limits(server: Served) -> None:
    async with party(server.url) as people:
        (host,) = await people.table(1, 1, start=False, game="nope")
        assert (await host.ask("say", text=""))["code"] == "unreadable"
        assert (await host.ask("say", text="x" * 501))["code"] == "unreadable"
        await host.do("say", text="ä" * 500)
        answers = [await host.ask("say", text=f"line {number}") for number in range(8)]
        refused = [answer for answer in answers if answer["type"] == "refused"]
        assert refused
        assert {answer["code"] for answer in refused} == {"too_many_lines"}
        assert answers[0]["type"] == "done"


@asynchronous
async def test_watchers_talk_apart_from_players(server: Served) -> None:
    async with party(server.url) as people:
        places = await people.table(2, game="nope", options={"max_turns": 9})
        first, second = places
        watchers = [await people.look(await people.guest(name), first.table) for name in ("Eve", "Fay")]
        await first.do("say", text="from a player")
        await watchers[0].do("say", text="from a watcher")
        for place in (*places, *watchers):
            await place.until(lambda place=place: place.lines)
        await watchers[1].until(lambda: len(watchers[1].lines) == 2)
        assert [(line["name"], line["room"]) for line in watchers[1].lines] == [
            ("Guest 0", "players"),
            ("Eve", "watchers"),
        ]
        await second.do("ping")
        assert [line["text"] for line in second.lines] == ["from a player"], "a watcher could tell what others hold"
        later = await people.look(second.guest, second.table)
        assert [line["text"] for line in later.lines] == ["from a player"]
        while not first.ended:
            await act(places)
        after = await people.look(second.guest, second.table)
        assert [line["text"] for line in after.lines] == ["from a player", "from a watcher"]


@asynchronous
async def test_my_games_page_by_page(server: Served) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        assert await ann.get("/api/me/games") == {"tables": [], "next": None}
        made = []
        for _ in range(60):
            made.append(await ann.quick(game="nope", players=2, level="random"))
            place = await people.look(ann, made[-1])
            await place.do("close")
            await place.close()
        first = await ann.get("/api/me/games")
        assert len(first["tables"]) == 50
        second = await ann.get(f"/api/me/games?before={first['next']}")
        assert second["next"] is None
        ids = [row["id"] for row in first["tables"] + second["tables"]]
        assert sorted(ids) == sorted(made)
        times = [row["changed_at"] for row in first["tables"] + second["tables"]]
        assert times == sorted(times, reverse=True)
        assert (await ann.http.get("/api/me/games?before=x")).status_code == 400


async def everything(guest: Guest, *tables: str) -> str:
    """All that a person can read of some tables."""
    paths = [f"/api/tables/{table}{path}" for table in tables for path in ("", "/history", "/record", "/replay")]
    answers = [await guest.http.get(path) for path in ("/api/tables", "/api/me/games", *paths)]
    return "\n".join(answer.text for answer in answers)


@asynchronous
async def test_delete_my_data(server: Served) -> None:
    async with party(server.url) as people:
        secret, ben = await people.guests_named("Rumpelstilz", "Ben")
        bot = await secret.post("/api/me/bots", {"name": "Strohbot"})
        link = (await secret.post("/api/me/link"))["link"]

        async def table(start: bool = True, **wanted: Any) -> list[Place]:
            id = await ben.make(game="nope", players=2, public=True, **wanted)
            places = [await people.sit(ben, id, 0), await people.sit(secret, id, 1)]
            await places[1].do("say", text=f"Ach wie gut, sagt Rumpelstilz {id}")
            if start:
                await places[0].do("start")
            return places

        over = await table(options={"max_turns": 9})
        await asyncio.gather(*(place.play(Random(1)) for place in over))
        closed = await table()
        for place in closed:
            await place.do("close")
        playing, waiting = await table(), await table(start=False)
        mine = await secret.make(game="nope", players=2, public=True)
        watched = await people.look(secret, await ben.quick(game="nope", players=2, level="random"))
        tables = [places[0].table for places in (over, closed, playing, waiting)]
        assert "Rumpelstilz" in await everything(ben, *tables)
        cookie = secret.http.cookies["naysay"]

        assert (await secret.http.delete("/api/me")).status_code == 204
        found = await everything(ben, *tables, mine)
        assert "Rumpelstilz" not in found
        assert "Strohbot" not in found
        assert '"someone"' in found
        assert (await with_cookie(people, cookie).get("/api/me")).status_code == 204
        assert (await people.bot("?", bot["token"]).http.get("/api/me")).status_code == 401
        token = urlsplit(link).fragment
        assert (await people.stranger().post("/api/me/continue", json={"token": token})).status_code == 401
        await until(lambda: None not in (playing[1].closed, watched.closed))  # the lines of who is gone are cut
        host = playing[0]
        await host.until(lambda: host.info["seats"][1]["player"] == "house")
        await host.play(Random(5))
        assert host.stage == "over", "a bot went on"
        record = json.loads((await ben.http.get(f"/api/tables/{host.table}/record")).text)
        assert record["players"] == ["Ben", "steady 2"]
        await waiting[0].until(lambda: waiting[0].info["seats"][1]["player"] == "free")
        again = await people.look(ben, over[0].table)
        assert again.lines == []
        assert "Rumpelstilz" not in server.log.read_text(encoding="utf-8")


@pytest.mark.parametrize("when", ["over", "closed"])
@asynchronous
async def test_a_rematch_with_somebody_who_is_forgotten(server: Served, when: str) -> None:
    async with party(server.url) as people:
        places = await people.table(2, game="nope", options={"max_turns": 9})
        if when == "over":
            await asyncio.gather(*(place.play(Random(1)) for place in places))
        else:
            for place in places:
                await place.do("close")
        assert (await places[1].guest.http.delete("/api/me")).status_code == 204
        await places[0].do("rematch")
        again = await people.look(places[0].guest, places[0].info["rematch"])
        assert [seat["player"] for seat in again.info["seats"]] == ["person", "free"], "nobody waits for a ghost"
