"""Whole games by real clients that know only their messages; records and shuffles checked from outside."""

import asyncio
import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server import fairness
from tests.support.asynchronous import asynchronous
from tests.support.clients import Guest, Place, act, party
from tests.support.combinations import PLAIN, Combination
from tests.support.servers import NAYSAY, Served

VECTORS = Path(__file__).parents[1] / "records" / "fair-vectors.json"


async def spec_order(guest: Guest, combination: Combination) -> Any:
    """How the cards stand before they are shuffled, from what the server tells everybody."""
    if combination.game == "nope":
        return fairness.nope_place
    games = await guest.get("/api/games")
    (game,) = (game for game in games if game["id"] == combination.game)
    (edition,) = (edition for edition in game["editions"] if edition["id"] == combination.edition)
    return fairness.nyet_place(letters(edition["values"]))


def letters(edition: dict[str, Any]) -> str:
    """The letters of an edition's colours, in its order."""
    names = {"red": "R", "blue": "B", "yellow": "Y", "green": "G", "black": "K"}
    return "".join(names[colour] for colour in edition["colours"])


def naysay(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([NAYSAY, *arguments], capture_output=True, text=True, timeout=60, check=False)


async def check_own_history(place: Place, before: list[dict[str, Any]]) -> None:
    """The history of a seat is what it was told, and at the end everybody's moves."""
    history = await place.guest.get(f"/api/tables/{place.table}/history")
    told = {entry["seq"]: entry for entry in place.entries}
    assert history["seq"] == len(history["entries"]) == place.seq
    assert [entry["seq"] for entry in history["entries"]] == list(range(place.seq))
    assert all(entry.get("move") for entry in history["entries"] if entry["kind"] == "acted")
    for entry in before:
        if entry["seq"] in told:
            assert entry == told[entry["seq"]]


@pytest.mark.slow
@pytest.mark.parametrize("combination", PLAIN, ids=str)
@asynchronous
async def test_a_whole_game(server: Served, tmp_path: Path, combination: Combination) -> None:
    async with party(server.url) as people:
        wanted: dict[str, Any] = {"game": combination.game, "options": dict(combination.options)}
        if combination.edition:
            wanted["edition"] = combination.edition
        places = await people.table(combination.players, start=False, **wanted)
        host = places[0]
        for number, place in enumerate(places[:-1]):  # the last one adds nothing
            await place.do("contribute", contribution=f"{number + 1:032x}")
        commit = host.info["fair"]["commit"]
        await host.do("start")
        await host.until(lambda: host.stage == "playing")
        shown = host.info["fair"]["contributions"]
        record_path = f"/api/tables/{host.table}/record"
        assert (await host.guest.get(record_path, 409))["code"] == "still_played"
        async with asyncio.timeout(140):
            await asyncio.gather(
                *(place.play(Random(f"{combination} {place.you}")) for place in places[1:]), halfway(host)
            )
        for place in places:
            await place.until(lambda place=place: place.seq == host.seq)
            assert place.info["result"] == host.info["result"]
        downloaded = await host.guest.http.get(record_path)
        assert downloaded.status_code == 200
        assert downloaded.headers["content-disposition"] == 'attachment; filename="game.jsonl"'
        record = json.loads(downloaded.text)
        assert record["players"] == [f"Guest {number}" for number in range(combination.players)]
        assert record["result"] == host.info["result"]
        assert record["options"] == combination.options
        moves = [
            (entry["seat"], entry["move"]) for entry in host.entries if entry["kind"] == "acted" and "move" in entry
        ]
        assert set(moves) <= {(seat, text) for seat, text in record["actions"]}
        assert fairness.check(record, commit, shown, await spec_order(host.guest, combination)) >= 1
        (tmp_path / "game.jsonl").write_text(downloaded.text, encoding="utf-8")
        verified = naysay("verify", "--fair", str(tmp_path / "game.jsonl"))
        assert verified.returncode == 0, verified.stdout + verified.stderr


async def halfway(place: Place) -> None:
    """Play, and look at the own history in between: it holds no more than this seat may know."""
    rng = Random(7)
    for _ in range(5):
        await place.until(lambda: place.legal or place.ended)
        if place.legal:
            await place.ask("move", seq=place.seq, move=rng.choice(place.legal))
    history = await place.guest.get(f"/api/tables/{place.table}/history")
    assert not any(entry.get("cards") and entry["kind"] != "shuffled" for entry in history["entries"])
    await place.play(rng)
    await check_own_history(place, history["entries"])


@asynchronous
async def test_a_closed_game_has_a_record_without_a_result(server: Served, tmp_path: Path) -> None:
    async with party(server.url) as people:
        places = await people.table(2, 2, game="nyet", edition="iello-2015")
        commit = places[0].info["fair"]["commit"]
        shown = places[0].info["fair"]["contributions"]
        while not any(entry.get("by") == "bot" for entry in places[0].entries):
            await act(places)
        for place in places:
            await place.do("close")
        downloaded = await places[0].guest.http.get(f"/api/tables/{places[0].table}/record")
        record = json.loads(downloaded.text)
        assert "result" not in record
        assert record["actions"]
        bots = {number for numbers in record["meta"]["by"].values() for number in numbers}
        assert bots == {number for number, (seat, _) in enumerate(record["actions"], 1) if seat >= 2}
        order = await spec_order(places[0].guest, Combination("nyet", 4, "iello-2015"))
        assert fairness.check(record, commit, shown, order) == 1
        (tmp_path / "game.jsonl").write_text(downloaded.text, encoding="utf-8")
        assert naysay("verify", "--fair", str(tmp_path / "game.jsonl")).returncode == 0


def test_the_second_check_knows_the_vectors() -> None:
    for vector in json.loads(VECTORS.read_text(encoding="utf-8")):
        place = fairness.nope_place
        if vector["game"] == "nyet":
            colours = {"iello-2015": "RBYG", "amigo-2007": "RKBY", "goldsieber-1997": "RKBG"}
            place = fairness.nyet_place(colours[vector["edition"]])  # type: ignore[assignment]
        record: dict[str, Any] = {"fair": {name: vector[name] for name in ("commit", "seed", "contributions")}}
        record["shuffles"] = [vector["deck0"]]
        fairness.check(record, vector["commit"], vector["contributions"], place)
        first, second, *rest = vector["deck0"].split(" ")
        if first != second:
            record["shuffles"] = [" ".join([second, first, *rest])]
            with pytest.raises(AssertionError, match="deck 0 is not the one"):
                fairness.check(record, vector["commit"], vector["contributions"], place)
