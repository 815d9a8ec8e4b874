"""The messages of a socket: sent again, too late, wrong, too many; lines that are cut, and readers that are slow."""

import asyncio
import json
import socket as sockets
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.support.asynchronous import asynchronous
from tests.support.clients import Guest, Place, act, actor_of, happened, party
from tests.support.servers import Served


@asynchronous
async def test_a_message_that_is_sent_again_happens_once(server: Served) -> None:
    async with party(server.url) as people:
        places = await people.table(2, game="nyet", edition="iello-2015", watchers=False)
        for number in range(40):
            actor = await actor_of(places)
            message: dict[str, Any] = {"id": f"move-{number}", "seq": actor.seq, "move": actor.legal[0]}
            answers = [await actor.ask("move", **message)]
            await actor.send("move", **message)
            answers.append(await actor.ask("move", **message))
            assert answers[0] == answers[1], "the same answer"
            assert answers[0]["type"] == "done"
            for place in places:
                await place.until(lambda place=place, seq=answers[0]["seq"]: place.seq >= seq)
        history = (await places[0].guest.get(f"/api/tables/{places[0].table}/history"))["entries"]
        assert sum(entry["kind"] == "acted" for entry in history) == 40


@asynchronous
async def test_a_message_that_is_sent_again_over_a_new_line(server: Served) -> None:
    async with party(server.url) as people:
        places = await people.table(2, game="nope")
        for number in range(4):
            actor = await actor_of(places)
            before = actor.seq
            message: dict[str, Any] = {"id": f"m{number}", "seq": actor.seq, "move": actor.legal[0]}
            await actor.send("move", **message)
            actor.cut()
            await actor.open()
            answer = await actor.ask("move", **message)
            assert answer["type"] == "done"
            assert answer["seq"] > before
            for place in places:
                await place.until(lambda place=place, answer=answer: place.seq >= answer["seq"])
        history = (await places[0].guest.get(f"/api/tables/{places[0].table}/history"))["entries"]
        assert sum(entry["kind"] == "acted" for entry in history) == 4


@asynchronous
async def test_what_else_is_sent_again_is_harmless(server: Served) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        table = await ann.make(game="nope", players=2, bots={"1": "random"}, hints=False)
        place = await people.look(ann, table)
        for kind, parts in (
            ("sit", {"seat": 0}),
            ("contribute", {"contribution": "0a" * 16}),
            ("seat", {"seat": 1, "level": "steady"}),
            ("say", {"text": "hello"}),
            ("start", {}),
            ("pause", {"on": True}),
            ("pause", {"on": False}),
            ("close", {}),
            ("rematch", {}),
        ):
            id = f"{kind} {parts}"
            answers = [await place.ask(kind, id=id, **parts) for _ in range(3)]
            assert [answer["type"] for answer in answers] == ["done"] * 3, (kind, answers)
        kinds = [entry["kind"] for entry in (await ann.get(f"/api/tables/{table}/history"))["entries"]]
        for kind in ("sat", "contributed", "began", "resumed", "closed", "rematched"):
            assert kinds.count(kind) == 1, kind
        assert [line["text"] for line in place.lines] == ["hello"]


@asynchronous
async def test_a_move_that_is_refused_comes_with_a_reason_and_the_view(server: Served) -> None:
    async with party(server.url) as people:
        places = await people.table(2, game="nyet", edition="iello-2015")
        actor = await actor_of(places)
        other = next(place for place in places if place is not actor)
        for sender, seq, text, code in (
            (actor, actor.seq, "veto nothing", "unreadable_move"),
            (actor, actor.seq, "play R1", None),
            (other, other.seq, actor.legal[0], "not_your_turn"),
            (actor, actor.seq - 1, actor.legal[0], "stale"),
            (actor, actor.seq + 5, actor.legal[0], "stale"),
        ):
            answer = await sender.ask("move", seq=seq, move=text)
            assert answer["type"] == "refused"
            assert answer["code"] == (code or answer["code"])
            assert answer["detail"]
            assert (answer["seq"], answer["view"], answer.get("legal", [])) == (sender.seq, sender.view, sender.legal)
        assert not happened(actor, "acted")
        rule = await actor.ask("move", seq=actor.seq, move="play R1")
        assert rule.get("rule"), "the rule that forbids it"


@asynchronous
async def test_choices_at_the_same_time_are_not_stale(server: Served) -> None:
    async with party(server.url) as people:
        places = await people.table(4, game="nyet", edition="iello-2015")
        rng = Random(2)
        while sum(bool(place.legal) for place in places) < 2 and not places[0].ended:
            await act(places, rng)
        choosing = [place for place in places if place.legal]
        seen = choosing[0].seq
        assert len(choosing) > 1
        moves = [(place, place.legal[0]) for place in choosing]
        answers = await asyncio.gather(*(place.ask("move", seq=seen, move=move) for place, move in moves))
        assert [answer["type"] for answer in answers] == ["done"] * len(choosing)
        late = await choosing[0].ask("move", seq=seen, move=moves[0][1])
        assert late["code"] in ("stale", "not_your_turn")


@asynchronous
async def test_unreadable_messages_are_answered(server: Served) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        place = await people.look(ann, await ann.make(game="nope"))
        assert place.socket is not None
        for text, id in (
            ('{"type": "move", "id": "x"}', "x"),
            ('{"type": "dance", "id": "y"}', "y"),
            ('{"type": "ping", "id": "z", "more": 1}', "z"),
            ("no json", None),
            ("[]", None),
        ):
            await place.socket.send(text)
            await place.until(lambda id=id: id in place.answers)
            answer = place.answers.pop(id)  # type: ignore[arg-type]
            assert (answer["code"], bool(answer["detail"])) == ("unreadable", True)
        assert (await place.do("ping"))["type"] == "pong", "the line is still there"


@asynchronous
async def test_ping(server: Served) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        place = await people.look(ann, await ann.make(game="nope"))
        pong = await place.do("ping")
        assert (pong["type"], pong["seq"]) == ("pong", place.seq)
        assert pong["now"] > place.info["made_at"]
        assert place.socket is not None
        await asyncio.wait_for(await place.socket.ping(), 30)  # the transport's own heartbeat


@asynchronous
async def test_the_first_message_tells_why_there_is_no_table(server: Served) -> None:
    async with party(server.url) as people:
        ann = await people.guest("Ann")
        for guest, table, code, closed in (
            (ann, "nowhere", "no_such_table", 4004),
            (Guest(server.url, people.stranger(), "?"), await ann.make(), "who_are_you", 4001),
            (people.bot("?", "wrong"), await ann.make(), "bad_token", 4001),
        ):
            place = await people.look(guest, table)
            refusal = next(iter(place.answers.values()))
            assert (refusal["type"], refusal["code"]) == ("refused", code)
            with pytest.raises(Exception, match=str(closed)):
                await place.until(lambda: False)


@asynchronous
async def test_after_a_cut_one_message_tells_everything(server: Served) -> None:
    async with party(server.url) as people:
        places = await people.table(2, game="nope", options={"max_turns": 9})
        first, second = places
        second.cut()
        await first.until(lambda: first.present["seats"] == [True, False])
        for _ in range(3):
            if not first.legal:
                break
            await first.do("move", seq=first.seq, move=first.legal[0])
        await second.open()
        assert second.seq == first.seq
        assert second.info == first.info
        await first.until(lambda: first.present["seats"] == [True, True])
        while not first.ended:
            await act(places)
        assert second.info["result"] == first.info["result"]


async def read_all(line: ClientConnection) -> None:
    while True:
        await line.recv()


async def dropped(server: Served, guest: Guest) -> float:
    text = (await guest.http.get("/metrics")).text
    return float(text.split("\nnaysay_slow_readers_total ")[1].split("\n")[0])


@pytest.mark.slow
@asynchronous
async def test_a_slow_reader_is_dropped_and_resumes(server: Served) -> None:
    async with party(server.url) as people:
        players = await people.table(2, 3, game="nyet", edition="iello-2015")
        eve = await people.guest("Eve")
        before = await dropped(server, eve)
        slow = sockets.socket()
        slow.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2048)
        slow.setblocking(False)
        await asyncio.get_running_loop().sock_connect(slow, ("127.0.0.1", server.port))
        cookie = "; ".join(f"{name}={value}" for name, value in eve.http.cookies.items())
        line = await connect(
            f"{server.url.replace('http', 'ws', 1)}/api/tables/{players[0].table}/socket",
            sock=slow,
            additional_headers={"cookie": cookie},
            compression=None,
            max_queue=1,  # one message is taken off the line, then no more
            ping_interval=None,
        )

        async def play(place: Place) -> None:
            while await dropped(server, eve) == before and not place.ended:
                await place.until(lambda: place.legal or place.ended, 60)
                if place.legal:
                    await place.ask("move", seq=place.seq, move=place.legal[0])

        async def ask_much() -> None:
            for number in range(3000):
                if await dropped(server, eve) > before:
                    return
                message: dict[str, Any] = {"type": "move", "id": str(number), "seq": 0, "move": "x" * 900}
                await line.send(json.dumps(message))

        asking = asyncio.ensure_future(ask_much())
        await asyncio.gather(*(play(place) for place in players))
        asking.cancel()
        assert await dropped(server, eve) > before, "the game goes on without who does not read"
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(read_all(line), 60)
        again = await people.look(eve, players[0].table)
        assert again.seq >= players[0].seq - 1
        assert again.view is not None
