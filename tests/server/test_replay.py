"""The replay of a game that is over: its views are the game's own, and before the end there is none."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from gzip import decompress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from naysay.game import Seat
from naysay.games import find, read_record
from naysay.record import Record
from naysay.server.errors import Refused
from naysay.server.metrics import Metrics
from naysay.server.table.view_parts import ONCE
from naysay.server.web import messages
from naysay.server.workers import replay_job
from naysay.server.workers.pool import WorkerPool
from naysay.server.workers.replay_job import BuiltReplay, Origin, ReplayJob
from naysay.steps import take_steps
from tests.support.asynchronous import asynchronous
from tests.support.clients import act, party
from tests.support.combinations import PLAIN, Combination, with_any_options
from tests.support.playthroughs import play_at_random
from tests.support.servers import Served
from tests.third.outside.nah import Nah

LARGEST = 40_000  # bytes on the wire


def record_of(combination: Combination) -> Record:
    match = play_at_random(find(combination.game), combination.setup(), Random(f"replay {combination}"))
    return match.record([f"player {seat}" for seat in range(combination.players)])


def job(played: Record, seat: Seat | None = None, **others: Any) -> ReplayJob:
    made = tuple(Origin(number, "person") for number in range(len(played.actions) + len(played.shuffles)))
    return replace(ReplayJob(played, made, b'{"id":"t"}', seat, all_hands=False, round=None, start=0), **others)


def body_of(one: ReplayJob) -> Any:
    built = one.run()
    assert isinstance(built, BuiltReplay)
    return json.loads(decompress(built.packed))


def views(steps: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The view at each step, put together as a client does."""
    view: dict[str, Any] = {}
    for step in steps:
        view = {**view, **step["changed"], **{name: view[name] + more for name, more in step.get("added", {}).items()}}
        yield view


def plain_view(played: Record, state: Any, seat: Seat | None) -> Any:
    """The game's own view, as its JSON says it, without the setup."""
    view = json.loads(messages.encode(played.game.view(state, seat)))
    return {name: value for name, value in view.items() if name != ONCE}


@pytest.mark.parametrize("combination", [*PLAIN, *(with_any_options(plain, 3) for plain in PLAIN)], ids=str)
def test_the_views_are_those_of_the_game(combination: Combination) -> None:
    played, rng = record_of(combination), Random(1)
    taken = take_steps(played)
    for seat in (None, rng.randrange(combination.players)):
        steps = body_of(job(played, seat))["steps"]
        assert [step["n"] for step in steps] == [step.n for step in taken.steps]
        assert [step["address"] for step in steps] == [step.at for step in taken.steps]
        for view, step in zip(views(steps), taken.steps, strict=True):
            assert view == plain_view(played, step.state, seat)


def test_a_game_from_outside_has_views_too() -> None:
    game = Nah()
    match = play_at_random(game, game.setup(2, 0, None, {"deals": 2}), Random(1))
    played = match.record(["Ann", "Ben"])
    body = body_of(job(played, 1, all_hands=True))
    shown = views(body["steps"])
    assert all(
        {**view, "to_act": list(game.to_act(step.state))} == plain_view(played, step.state, 1)
        for view, step in zip(shown, take_steps(played).steps, strict=True)
    )
    assert [step["address"] for step in body["steps"]][6:9] == ["m6", "d2", "m7"]


@pytest.mark.parametrize("combination", PLAIN, ids=str)
def test_all_hands_and_all_moves_are_open_on_request_only(combination: Combination) -> None:
    played = record_of(combination)
    taken, hands = take_steps(played), dict[str, Any]()
    for told, step in zip(body_of(job(played, 0, all_hands=True))["steps"], taken.steps, strict=True):
        hands |= told.get("hands", {})
        now = {str(seat): list(played.game.view(step.state, seat).hand) for seat in range(combination.players)}
        assert hands == now
        assert told.get("move") == step.move
    for told, step in zip(body_of(job(played, 0))["steps"], taken.steps, strict=True):
        assert "hands" not in told
        if step.move is not None and step.seat != 0:
            assert told.get("move") == played.game.told(played.game.read_move(step.move))
        else:
            assert told.get("move") == step.move


def test_a_long_game_is_small_on_the_wire() -> None:
    played = record_of(Combination("nyet", 4, "iello-2015"))
    for one in (job(played, 0), job(played, 0, all_hands=True)):
        built = one.run()
        assert isinstance(built, BuiltReplay)
        assert len(built.packed) < LARGEST
        assert one.run() == built, "the same game has the same tag"


def test_a_part_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    played = record_of(Combination("nyet", 3, "iello-2015", {"end": {"rounds": 3}}))
    whole = body_of(job(played, 1))
    all_views = list(views(whole["steps"]))
    second = body_of(job(played, 1, round=2))
    assert {step["address"][:2] for step in second["steps"]} == {"r2"}
    first = second["steps"][0]["n"]
    assert list(views(second["steps"])) == all_views[first : first + len(second["steps"])]
    assert (second["count"], second["next"]) == (whole["count"], None)
    monkeypatch.setattr(replay_job, "MOST_STEPS", 100)
    parts = [body_of(job(played, 1))]
    while (after := parts[-1]["next"]) is not None:
        parts.append(body_of(job(played, 1, start=after)))
    assert [len(part["steps"]) for part in parts[:-1]] == [100] * (len(parts) - 1)
    assert [view for part in parts for view in views(part["steps"])] == all_views
    assert job(played, round=4).run() == "there is no r4 in this match; there is r1 to r3"
    last = whole["count"] - 1
    assert job(played, start=10**6).run() == f"there is no step 1000000; the last one is {last}"
    nope = record_of(Combination("nope", 2))
    assert "there is no r1 in this match" in str(job(nope, round=1).run())


@asynchronous
async def test_a_worker_that_fails_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    played = record_of(Combination("nope", 3))
    pool = WorkerPool(Metrics(), limit=1, patience=20.0)
    try:
        broken = replace(played, actions=((0, "nonsense"), *played.actions))
        with pytest.raises(Refused, match="could not be built") as refused:
            await pool.build_replay(job(broken))
        assert refused.value.code == "overloaded"
        assert [record.message for record in caplog.records] == ["a replay could not be built"]
        assert await pool.build_replay(job(played)) == job(played).run()
    finally:
        await pool.close()


@asynchronous
async def test_over_http(server: Served, tmp_path: Path) -> None:
    async with party(server.url) as people:
        places = await people.table(2, game="nyet", edition="iello-2015", options={"end": {"rounds": 1}})
        path = f"/api/tables/{places[0].table}/replay"
        stranger = people.stranger()
        for query in ("", "?seat=0", "?hands=all", "?round=1", "?seat=31"):
            for http in (places[0].guest.http, stranger):
                answer = await http.get(path + query)
                assert (answer.status_code, answer.json()["code"]) == (409, "still_played")
        await asyncio.gather(*(place.play(Random(place.you["seat"])) for place in places))
        answer = await stranger.get(f"{path}?seat=1")
        assert answer.status_code == 200
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["cache-control"] == "private, no-cache"
        body = answer.json()
        assert body["table"]["id"] == places[0].table
        assert body["table"]["fair"]["seed"]
        assert [seat["name"] for seat in body["table"]["seats"]] == [place.guest.name for place in places]
        played = read_record((await places[0].guest.http.get(f"/api/tables/{places[0].table}/record")).text)
        for view, step in zip(views(body["steps"]), take_steps(played).steps, strict=True):
            assert view == plain_view(played, step.state, 1)
        history = (await places[0].guest.get(f"/api/tables/{places[0].table}/history"))["entries"]
        made = [(one["at"], one.get("by")) for one in history if one["kind"] in ("acted", "shuffled")]
        assert [(step["at"], step.get("by")) for step in body["steps"]] == made
        await _check_headers(stranger, path, body)
        for query, status, code in (("?seat=2", 400, "no_such_seat"), ("?round=2", 404, "no_such_step")):
            answer = await stranger.get(path + query)
            assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert server.complaints() == []


async def _check_headers(stranger: httpx.AsyncClient, path: str, body: Any) -> None:
    """Another encoding, what is there already, and many who ask at once."""
    plain = await stranger.get(f"{path}?seat=1", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == body
    again = await stranger.get(f"{path}?seat=1", headers={"if-none-match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = await stranger.get(f"{path}?seat=0", headers={"if-none-match": plain.headers["etag"]})
    assert other.status_code == 200
    assert other.headers["etag"] != plain.headers["etag"]
    many = await asyncio.gather(*(stranger.get(f"{path}?hands=all") for _ in range(8)))
    assert {one.status_code for one in many} == {200}
    assert len({one.headers["etag"] for one in many}) == 1


@asynchronous
async def test_a_closed_game_ends_where_it_was_left(server: Served) -> None:
    async with party(server.url) as people:
        places = await people.table(2, 2, game="nyet", edition="iello-2015")
        while not any(entry.get("by") == "bot" for entry in places[0].entries):
            await act(places)
        for place in places:
            await place.do("close")
        body = await places[0].guest.get(f"/api/tables/{places[0].table}/replay?seat=0&hands=all")
        assert body["table"]["stage"] == "closed"
        assert {step["by"] for step in body["steps"] if "seat" in step} == {"person", "bot"}
        assert all("level" in step for step in body["steps"] if step.get("by") == "bot")
        never = await people.table(2, start=False, game="nope")
        await never[0].do("close")
        told = await places[0].guest.get(f"/api/tables/{never[0].table}/replay", 404)
        assert told["code"] == "never_begun"
