"""Tables over real sockets: made, joined, begun, paused, closed, played again."""

import asyncio
from random import Random
from typing import Any

import pytest

from naysay.bots.registry import strongest
from tests.support.asynchronous import asynchronous
from tests.support.clients import Guest, Place, act, happened, kinds, party
from tests.support.servers import Served

EVERYTHING: dict[str, Any] = {
    "game": "nyet",
    "players": 4,
    "edition": "iello-2015",
    "options": {"scoring": "difference"},
    "bots": {"1": "steady", "3": "random"},
    "clock": {"kind": "bank", "seconds": 120, "increment": 5},
    "public": True,
    "watchers": False,
    "hints": False,
    "grace": 30,
    "closes_after": 3600,
    "pace": 0.5,
}


@asynchronous
async def test_a_table_is_made_as_it_was_wanted(server: Served) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        made = await ann.post("/api/tables", EVERYTHING)
        assert made["link"] == f"{server.url}/t/{made['id']}"
        assert len(made["commit"]) == 64
        place = await people.look(ann, made["id"])
        info = place.info
        for name in ("game", "players", "edition", "options", "clock", "public", "watchers", "hints"):
            assert info[name] == EVERYTHING[name]
        assert (info["grace"], info["closes_after"], info["pace"]) == (30_000, 3_600_000, 500)
        assert [seat["player"] for seat in info["seats"]] == ["free", "house", "free", "house"]
        assert [seat.get("level") for seat in info["seats"]] == [None, "steady", None, "random"]
        cards = info["fair"].pop("cards").split(" ")
        assert (cards[:5], len(cards)) == (["R1", "R1", "R1", "R2", "R3"], 60), "in the order before they are shuffled"
        assert info["fair"] == {"commit": made["commit"]}
        assert place.you == {"name": "Ann", "seat": None, "host": True, "may_take": [0, 1, 2, 3]}
        assert (place.stage, place.view, place.seq) == ("open", None, 3)


@asynchronous
async def test_defaults(server: Served) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        for body, players in (({}, 4), ({"edition": "goldsieber-1997"}, 4), ({"game": "nope"}, 4)):
            info = (await ann.get(f"/api/tables/{await ann.make(**body)}"))["table"]
            assert (info["players"], info["clock"], info["public"]) == (players, {}, False)
            assert (info["watchers"], info["hints"], info["grace"]) == (True, True, 60_000)
        slow = (await ann.get(f"/api/tables/{await ann.make(clock={'kind': 'days', 'days': 2})}"))["table"]
        assert slow["grace"] is None, "nobody is replaced while there are days to think"
        assert slow["closes_after"] == 30 * 86_400_000


@asynchronous
async def test_what_cannot_be_made(server: Served) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        for body, code in (
            ({"game": "chess"}, "not_playable"),
            ({"players": 9}, "not_playable"),
            ({"edition": "none"}, "not_playable"),
            ({"edition": "goldsieber-1997", "players": 5}, "not_playable"),
            ({"options": {"colour": "pink"}}, "not_playable"),
            ({"clock": {"kind": "move"}}, "bad_clock"),
            ({"clock": {"kind": "move", "seconds": 20, "days": 1}}, "bad_clock"),
            ({"clock": {"kind": "days", "days": 15}}, "bad_clock"),
            ({"grace": 3}, "bad_grace"),
            ({"bots": {"9": "random"}}, "no_such_seat"),
            ({"closes_after": 5}, "unreadable"),
            ({"clock": {"kind": "hourglass"}}, "unreadable"),
            ({"surprise": 1}, "unreadable"),
            ({"players": "four"}, "unreadable"),
        ):
            problem = await ann.post("/api/tables", body, 400)
            assert problem["code"] == code, problem
            assert problem["detail"]
        assert (await ann.post("/api/tables", {"bots": {"1": "genius"}}, 404))["code"] == "no_such_bot"
        assert (await ann.get("/api/tables/nowhere", 404))["code"] == "no_such_table"
        stranger = people.stranger()
        assert (await stranger.post("/api/tables", json={})).json()["code"] == "who_are_you"


@asynchronous
async def test_a_friend_joins_by_link_with_just_a_name(server: Served) -> None:
    async with party(server.url) as people:
        ann, friend = await people.guests_named("Ann", "visitor")
        table = await ann.make(game="nope", players=2)
        host = await people.sit(ann, table, 1)
        place = await people.sit(friend, table, 0, name="Zoë")
        assert place.you == {"name": "Zoë", "seat": 0, "host": False}
        await host.until(lambda: host.info["seats"][0].get("name") == "Zoë")
        assert (await friend.get("/api/me"))["name"] == "visitor", "a name is for one table"
        await host.do("start")
        await place.until(lambda: place.view)
        assert place.info["fair"]["contributions"] == ["", ""]


@asynchronous
async def test_seats_change_hands(server: Served) -> None:
    async with party(server.url) as people:
        ann, ben, cat = await people.guests_named("Ann", "Ben", "Cat")
        table = await ann.make(game="nope", players=3, bots={"2": "random"}, grace=0)
        host = await people.sit(ann, table, 0, contribution="0a" * 16)
        other = await people.sit(ben, table, 1)
        third = await people.look(cat, table)
        assert (await third.ask("sit", seat=2))["type"] == "done", "a bot's seat can be taken"
        await third.do("contribute", contribution="0c" * 16)
        await other.do("stand")
        await host.do("seat", seat=1, level="steady")
        assert (await host.ask("seat", seat=2, level="random"))["code"] == "taken"
        await host.do("start")
        await third.until(lambda: third.stage == "playing")
        assert third.info["fair"]["contributions"] == ["0a" * 16, "", "0c" * 16]
        assert (await other.ask("sit", seat=1))["code"] == "ask_first"
        await other.do("ask", seat=1)  # the game runs; a bot's seat can still be asked for
        await host.until(lambda: host.info.get("requests"))
        (request,) = host.info["requests"]
        assert request == {"number": request["number"], "seat": 1, "name": "Ben", "asked": [0]}
        assert other.you["request"] == request["number"]
        await host.do("agree", request=request["number"])
        await host.until(lambda: host.info["seats"][1]["player"] == "person")
        await third.do("seat", seat=2, level="random")  # and the own one be handed over
        await host.until(lambda: host.info["seats"][2]["player"] == "house")
        assert (await third.ask("sit", seat=0))["code"] == "taken"
        await third.do("sit", seat=2)
        await other.do("stand")
        await third.until(lambda: third.info["seats"][1].get("level") == "steady")
        assert (await third.ask("move", seq=0, move="draw"))["code"] in ("stale", "not_your_turn")
        assert third.you["seat"] == 2
        await third.until(lambda: third.view)
        assert other.view is not None, "who stood up watches"
        assert other.legal == []


@asynchronous
async def test_a_pause_by_all_is_ended_by_one(server: Served) -> None:
    async with party(server.url) as people:
        places = await people.table(2, 1, game="nope")
        first, second = places
        await first.do("pause", on=True)
        await second.until(lambda: second.info["seats"][0].get("wishes") == ["pause"])
        assert not first.info["paused"]
        await second.do("pause", on=True)
        await first.until(lambda: first.info["paused"])
        assert first.legal == second.legal == []
        assert (await first.ask("move", seq=first.seq, move="draw"))["code"] == "paused"
        assert (await second.ask("hint"))["code"] == "not_now"
        await second.do("pause", on=False)
        await first.until(lambda: not first.info["paused"])
        await act(places)


async def finish(places: list[Place]) -> None:
    async with asyncio.timeout(60):
        await asyncio.gather(*(place.play(Random(number)) for number, place in enumerate(places)))


@asynchronous
async def test_a_rematch_names_the_game_before_and_the_dealer_moves_on(server: Served) -> None:
    async with party(server.url) as people:
        places = await people.table(2, 1, game="nope", options={"max_turns": 9}, hints=False, grace=40)
        assert (await places[0].ask("rematch"))["code"] == "begun"
        await finish(places)
        watcher = await people.look(await people.guest("Eve"), places[0].table)
        assert (await watcher.ask("rematch"))["code"] == "not_seated"
        await asyncio.gather(*(place.do("rematch") for place in places))  # both at once: one table
        for place in places:
            await place.until(lambda place=place: "rematch" in place.info)
        (table,) = {place.info["rematch"] for place in places}
        again = await people.look(places[1].guest, table)
        assert again.info["previous"] == places[0].table
        for name in ("game", "players", "options", "hints", "grace", "clock"):
            assert again.info[name] == places[0].info[name]
        assert again.info["dealer"] == (places[0].info["dealer"] + 1) % 3
        assert again.info["fair"]["commit"] != places[0].info["fair"]["commit"]
        assert [seat["name"] for seat in again.info["seats"]] == ["Guest 0", "Guest 1", "random 3"]
        assert again.stage == "open"
        mine = (await places[0].guest.get("/api/me/games"))["tables"]
        assert {row["id"] for row in mine} == {table, places[0].table}, "no third table was made"
        (host,) = [place for place in places if (await place.guest.get(f"/api/tables/{table}"))["you"]["host"]]
        start = await people.look(host.guest, table)
        await start.do("contribute", contribution="0f" * 16)
        await start.do("start")
        await again.until(lambda: again.view)
        record = await host.guest.http.get(f"/api/tables/{table}/record")
        assert record.status_code == 409


@asynchronous
async def test_the_host_closes_before_the_start(server: Served) -> None:
    async with party(server.url) as people:
        host, other = await people.table(2, start=False, game="nope")
        assert (await other.ask("close"))["code"] == "not_host"
        await host.do("close")
        await other.until(lambda: other.ended)
        assert (other.stage, happened(other, "closed")[0]["why"]) == ("closed", "host")
        answer = await host.guest.http.get(f"/api/tables/{host.table}/record")
        assert (answer.status_code, answer.json()["code"]) == (404, "never_begun")
        assert (await host.ask("start"))["code"] == "closed"


@asynchronous
async def test_a_game_is_closed_by_all_and_kept_as_unfinished(server: Served) -> None:
    async with party(server.url) as people:
        places = await people.table(2, game="nope")
        host, other = places
        await act(places)
        await host.do("close")
        await other.until(lambda: other.info["seats"][0].get("wishes") == ["close"])
        await host.do("close", on=False)
        await other.do("close")
        assert other.stage == "playing"
        await host.do("close")
        for place in places:
            await place.until(lambda place=place: place.ended)
        assert other.stage == "closed"
        assert "result" not in other.info
        assert other.info["fair"]["seed"], "the seed is told, so that the deal can be checked"
        rows = (await other.guest.get("/api/me/games"))["tables"]
        assert [(row["stage"], row.get("winners")) for row in rows] == [("closed", None)]


@asynchronous
async def test_quick_play_runs_at_once(server: Served) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        for game, players, level, seat in (("nyet", 4, "steady", 2), ("nope", 3, "random", 0)):
            body = {"game": game, "players": players, "level": level, "seat": seat, "contribution": "0d" * 16}
            place = await people.look(ann, await ann.quick(**body))
            assert place.stage == "playing"
            assert place.you == {"name": "Ann", "seat": seat, "host": True}
            levels = [row.get("level") for row in place.info["seats"]]
            assert levels == [None if number == seat else level for number in range(players)]
            assert place.info["fair"]["contributions"][seat] == "0d" * 16
            await place.until(lambda place=place: place.legal)
            await place.do("move", seq=place.seq, move=place.legal[-1])
        for wrong, status in (({"seat": 9}, 400), ({"level": "genius"}, 404), ({"game": "chess"}, 400)):
            await ann.post("/api/quick", wrong, status)


@asynchronous
async def test_the_list_of_public_tables(server: Served) -> None:
    async with party(server.url) as people:
        ann, ben = await people.guests_named("Ann", "Ben")
        shown, hidden = await ann.make(public=True, game="nope", players=2), await ann.make(public=False)

        async def row() -> dict[str, Any] | None:
            rows = (await ben.get("/api/tables"))["tables"]
            assert hidden not in {row["id"] for row in rows}
            return next((row for row in rows if row["id"] == shown), None)

        first = await row()
        assert first is not None
        assert first["seats"] == [{"player": "free"}] * 2
        host, other = await people.sit(ann, shown, 0), await people.sit(ben, shown, 1)
        await host.do("start")
        running = await row()
        assert running is not None
        assert running["stage"] == "playing"
        assert [seat["name"] for seat in running["seats"]] == ["Ann", "Ben"]
        await host.do("close")
        await other.do("close")
        assert await row() is None


@asynchronous
async def test_many_tables_for_one_person(server: Served) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        tables = [await ann.quick(game="nope", players=2, level="random") for _ in range(6)]
        places = [await people.look(ann, table) for table in tables]
        for place in places:
            await place.until(lambda place=place: place.legal)
            await place.do("move", seq=place.seq, move=place.legal[0])
        rows = (await ann.get("/api/me/games"))["tables"]
        assert {row["id"] for row in rows} == set(tables)
        assert len({place.info["fair"]["commit"] for place in places}) == 6


@asynchronous
async def test_watchers_where_they_may_watch(server: Served) -> None:
    async with party(server.url) as people:
        eve = await people.guest("Eve")
        for watchers in (True, False):
            places = await people.table(2, game="nope", watchers=watchers)
            watcher = await people.look(eve, places[0].table)
            assert (watcher.view is not None) == watchers
            before = watcher.seq
            await act(places)
            await watcher.until(lambda watcher=watcher, before=before: watcher.seq > before)
            assert (watcher.view is not None) == watchers
            assert bool(kinds(watcher)) == watchers
            answer = await eve.http.get(f"/api/tables/{places[0].table}/history")
            assert answer.status_code == (200 if watchers else 403)
            await places[0].until(lambda place=places[0]: place.present["watchers"] == 1)
            await places[0].do("close")
            await places[1].do("close")
            await watcher.until(lambda watcher=watcher: watcher.ended and watcher.view is not None)


@pytest.mark.slow  # the strongest bots are compiled for one interpreter
@pytest.mark.parametrize("game", ["nope", "nyet"])
@asynchronous
async def test_hints(server: Served, game: str) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        place = await people.look(ann, await ann.quick(game=game, level="random"))
        await place.until(lambda: place.legal)
        hint = await place.do("hint")
        assert hint["level"] == strongest(game)
        moves = [candidate["move"] for candidate in hint["candidates"]]
        assert moves
        assert set(moves) <= set(place.legal)
        watcher = await people.look(await people.guest("Eve"), place.table)
        assert (await watcher.ask("hint"))["code"] == "not_seated"
        without = await people.look(ann, await ann.quick(game=game, level="random", hints=False))
        await without.until(lambda: without.legal)
        assert (await without.ask("hint"))["code"] == "no_hints"


@asynchronous
async def test_the_levels_at_a_table(server: Served) -> None:
    """The four levels, in their order; other bots of the arena are offered to nobody and refused."""
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        games = (await ann.http.get("/api/games")).json()
        assert {game["id"]: game["bots"] for game in games} == {
            id: ["fresh", "casual", "steady", "sharp"] for id in ("nyet", "nope")
        }
        for level in ("ismcts", "clairvoyant", "sharp:9", "steady+play=clairvoyant"):
            made = await ann.http.post("/api/tables", json={"game": "nyet", "players": 4, "bots": {"1": level}})
            assert made.is_client_error, made.text
            assert made.json()["code"] in ("no_such_bot", "unreadable"), made.text


@pytest.mark.parametrize("level", ["fresh", "casual", pytest.param("sharp", marks=pytest.mark.slow)])
@asynchronous
async def test_a_bot_of_each_level_plays(server: Served, level: str) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        place = await people.look(ann, await ann.quick(game="nope", level=level, players=2, seat=0, pace=0))
        for _ in range(3):
            await place.until(lambda: place.legal or place.ended)
            if not place.ended:
                await place.do("move", seq=place.seq, move=place.legal[0])
        await place.until(lambda: place.legal or place.ended)


@asynchronous
async def test_the_id_of_a_line_answers_no_move(server: Served) -> None:
    guest = await Guest.arrive(server.url, "Ann")
    place = await guest.sit_down(await guest.quick(game="nope", players=2, level="random"))
    await place.until(lambda: place.legal or place.ended)
    await place.do("say", id="same", text="Good evening.")
    place.answers.clear()
    before, move = place.seq, place.legal[0]
    await place.do("move", id="same", seq=place.seq, move=move)
    assert any(entry.get("move") == move and entry["seat"] == 0 for entry in place.entries if entry["seq"] >= before)
    await place.do("say", id="same", text="This line was written before.")
    await place.do("say", id="another", text="This one was not.")
    assert [line["text"] for line in place.lines] == ["Good evening.", "This one was not."]
    await place.close()
    await guest.leave()
