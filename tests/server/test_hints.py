"""What a hint says of a move, and what happens at the socket while it is worked out."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from naysay.server.settings import Settings
from naysay.server.web import messages
from naysay.server.workers.pool import Thought, WorkerPool
from tests.support.asynchronous import asynchronous
from tests.support.clients import act, actor_of, party
from tests.support.servers import served_here


def told(*more: float) -> dict[str, object]:
    candidate = messages.CandidateInfo("play R7", 1.5, (messages.WhyInfo("only_move", {}),), *more)
    found: dict[str, object] = json.loads(messages.encode(messages.Hinted("1", 4, "steady", (candidate,))))[
        "candidates"
    ][0]
    return found


def test_only_what_is_known() -> None:
    assert told() == {"move": "play R7", "score": 1.5, "why": [{"code": "only_move", "params": {}}]}
    assert told(12.25, 0.5, 0.75, 2.5) == {**told(), "expected": 12.25, "error": 0.5, "takes": 0.75, "lead": 2.5}


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
    """Bots answer only once the second event is set; the first is set as soon as one is asked."""
    asked, released = asyncio.Event(), asyncio.Event()
    choose = WorkerPool.choose

    async def choose_late(self: WorkerPool, game: str, level: str, *rest: Any) -> Thought:
        asked.set()
        await released.wait()
        return await choose(self, game, "steady", *rest)

    monkeypatch.setattr(WorkerPool, "choose", choose_late)
    return asked, released


@asynchronous
async def test_nothing_waits_behind_a_hint(tmp_path: Path, thinking: tuple[asyncio.Event, asyncio.Event]) -> None:
    """While a bot thinks about a hint, whoever asked can ping and move; the answer is about the choice asked about."""
    asked, released = thinking
    async with served_here(Settings(tmp_path / "data")) as here, party(f"http://127.0.0.1:{here.port}") as people:
        places = await people.table(2, game="nope")
        asker = await actor_of(places)
        seq, legal = asker.seq, set(asker.legal)
        hint = await asker.send("hint")
        await asked.wait()
        await asker.do("ping")
        assert await act(places) is asker
        assert asker.seq > seq
        assert hint not in asker.answers
        released.set()
        await asker.until(lambda: hint in asker.answers)
        answer = asker.answers[hint]
        assert answer["seq"] == seq
        assert {candidate["move"] for candidate in answer["candidates"]} <= legal


@asynchronous
async def test_whoever_leaves_before_the_hint_arrives_is_gone_at_once(
    tmp_path: Path, thinking: tuple[asyncio.Event, asyncio.Event]
) -> None:
    asked, released = thinking
    async with served_here(Settings(tmp_path / "data")) as here, party(f"http://127.0.0.1:{here.port}") as people:
        places = await people.table(2, game="nope")
        asker = await actor_of(places)
        (other,) = (place for place in places if place is not asker)
        await asker.send("hint")
        await asked.wait()
        asker.cut()
        seat = asker.you["seat"]
        await other.until(lambda: not other.present["seats"][seat])
        released.set()
