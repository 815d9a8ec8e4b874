"""Bots think in processes of their own; one that dies, hangs or talks nonsense is replaced, and the table goes on."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from naysay.game import Card
from naysay.games import find
from naysay.server.metrics import Metrics
from naysay.server.thinkers import COMMAND, Thinkers
from tests.server.asynchronous import asynchronous, until

STRANGE = """
import os, sys, time
tries = len(os.listdir({folder!r}))
open(os.path.join({folder!r}, str(os.getpid())), "w").close()
if tries < {times}:
    {what}
from naysay.server import thinker
game, level, view, legal, seed, _ = thinker.read(sys.stdin.buffer)
bot = level
if level in {wrong!r}:
    bot, legal = "random", ("nonsense",)
choice = thinker.registry.find(bot, game)(view, legal, thinker.Random(seed))
sys.stdout.buffer.write(thinker.pack((choice, level)))
sys.stdout.buffer.flush()
"""
WHAT = {
    "dies": "os.kill(os.getpid(), 9)",
    "ends": "sys.exit()",
    "hangs": "time.sleep(1000)",
    "talks": "sys.stdout.buffer.write(b'?' * 100); sys.stdout.buffer.flush(); time.sleep(1000)",
}


def strange(folder: Path, what: str = "pass", times: int = 1, wrong: tuple[str, ...] = ()) -> tuple[str, ...]:
    """A worker that does something else at first, or answers wrongly for some levels; it answers once."""
    return sys.executable, "-c", STRANGE.format(folder=str(folder), what=what, times=times, wrong=wrong)


def question() -> tuple[Any, tuple[Any, ...]]:
    game = find("nope")
    state = game.start(game.setup(2, 0))
    state = game.shuffled(state, tuple(Card(card) for card in game.to_shuffle(state)))
    (seat,) = game.to_act(state)
    return game.view(state, seat), game.legal(state, seat)


@asynccontextmanager
async def thinking(**parts: Any) -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(Metrics(), **parts)
    try:
        yield thinkers
    finally:
        await thinkers.close()


def crashes(thinkers: Thinkers) -> int:
    return int(float(thinkers.metrics.text().decode().split("\nnaysay_bot_failures_total ")[1].split()[0]))


@asynchronous
async def test_the_same_question_has_the_same_answer_in_every_process() -> None:
    view, legal = question()
    async with thinking(limit=2) as thinkers:
        asked = [thinkers.choose("nope", level, view, legal, "seed") for level in ("random", "steady") * 2]
        first, second, third, fourth = await asyncio.gather(*asked)
        assert (first.choice.move, second.choice.move) == (third.choice.move, fourth.choice.move)
        assert [thought.level for thought in (first, second)] == ["random", "steady"]
        assert first.choice.move in legal
        assert len(thinkers.idle) == 2, "never more than may think at once"
        assert crashes(thinkers) == 0


@asynchronous
async def test_prepared_workers_are_there_before_they_are_asked() -> None:
    view, legal = question()
    async with thinking(limit=2) as thinkers:
        await thinkers.prepare(after=0)
        workers = {worker.pid for worker in thinkers.idle}
        assert len(workers) == min(2, os.cpu_count() or 1)
        thoughts = await asyncio.gather(*(thinkers.choose("nope", "steady", view, legal, "seed") for _ in range(4)))
        assert {thought.level for thought in thoughts} == {"steady"}
        assert {worker.pid for worker in thinkers.idle} >= workers


@asynchronous
async def test_another_bot_plays_for_one_that_is_not_compiled_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is compiled in an empty folder; the worker goes on with it, whoever answers meanwhile."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    view, legal = question()
    async with thinking(limit=1, patience=15.0) as thinkers:
        await thinkers.prepare(after=0)
        (worker,) = thinkers.idle
        for _ in range(2):
            thought = await thinkers.choose("nope", "sharp:0.01", view, legal, "seed")
            assert thought.level == "steady"
            assert thought.choice.move in legal
        assert thinkers.idle == [worker]
        assert crashes(thinkers) == 0


@pytest.mark.slow  # the strongest bots are compiled for one interpreter
@asynchronous
async def test_a_level_may_say_how_long_it_thinks_and_is_told_without() -> None:
    view, legal = question()
    async with thinking(limit=1, patience=300.0) as thinkers:
        thought = await thinkers.choose("nope", "sharp:0.01", view, legal, "seed")
        assert thought.level == "sharp"
        assert thought.choice.move in legal
        assert crashes(thinkers) == 0


async def check_replaced(how: str, folder: Path, patience: float) -> None:
    view, legal = question()
    async with thinking(limit=1, patience=patience, command=strange(folder, WHAT[how])) as thinkers:
        thought = await thinkers.choose("nope", "steady", view, legal, "seed")
        assert thought.level == "steady"
        assert thought.choice.move in legal
        assert crashes(thinkers) >= 1
        first, *_ = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        await until(lambda: not Path(f"/proc/{first.name}").exists())


@pytest.mark.parametrize("how", ["dies", "ends"])
@asynchronous
async def test_one_that_dies_is_replaced_and_the_turn_tried_again(how: str, tmp_path: Path) -> None:
    await check_replaced(how, tmp_path, 60.0)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["hangs", "talks"])
@asynchronous
async def test_one_that_hangs_is_replaced_and_the_turn_tried_again(how: str, tmp_path: Path) -> None:
    await check_replaced(how, tmp_path, 8.0)


@asynchronous
async def test_one_that_chooses_what_is_not_legal_leaves_the_turn_to_the_simplest(tmp_path: Path) -> None:
    view, legal = question()
    async with thinking(limit=1, patience=60.0, command=strange(tmp_path, wrong=("steady",))) as thinkers:
        thought = await thinkers.choose("nope", "steady", view, legal, "seed")
        assert thought.level == "random"
        assert thought.choice.move in legal
        assert crashes(thinkers) >= 3


@asynchronous
async def test_a_table_is_told_when_no_bot_answers_at_all(tmp_path: Path) -> None:
    view, legal = question()
    async with thinking(limit=1, patience=60.0, command=strange(tmp_path, "sys.exit()", 1000)) as thinkers:
        with pytest.raises(RuntimeError, match="no bot answers"):
            await thinkers.choose("nope", "steady", view, legal, "seed")
        assert (thinkers.idle, thinkers.busy) == ([], set())
        assert crashes(thinkers) == 5


@asynchronous
async def test_no_worker_can_be_started() -> None:
    view, legal = question()
    async with thinking(limit=1, command=("/nowhere/python",)) as thinkers:
        with pytest.raises(RuntimeError, match="no bot answers"):
            await thinkers.choose("nope", "steady", view, legal, "seed")


@asynchronous
async def test_who_no_longer_waits_leaves_no_worker_behind() -> None:
    view, legal = question()
    async with thinking(limit=1, command=(sys.executable, "-c", "import time; time.sleep(1000)")) as thinkers:
        asking = asyncio.ensure_future(thinkers.choose("nope", "steady", view, legal, "seed"))
        await until(lambda: thinkers.busy)
        (worker,) = thinkers.busy
        asking.cancel()
        await until(lambda: worker.returncode is not None)
        assert not thinkers.busy
        thinkers.command = COMMAND
        assert (await thinkers.choose("nope", "random", view, legal, "seed")).choice.move in legal


def test_the_server_itself_loads_no_compiler() -> None:
    code = (
        "import sys; from naysay.server import app, serve; from naysay.bots.levels.names import levels_for;"
        "assert levels_for('nyet')[-1] == 'sharp'; print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"
