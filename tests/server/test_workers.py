"""Bots think in processes of their own; one that dies, hangs or talks nonsense is replaced, and the table goes on."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import naysay
from naysay.bots import compile_ahead
from naysay.game import Card
from naysay.games import find
from naysay.server.metrics import Metrics
from naysay.server.workers import compile_bots
from naysay.server.workers import pool as pool_module
from naysay.server.workers.pool import COMMAND, COMPILE, WorkerPool
from naysay.server.workers.worker import PREPARE
from naysay.solver import api
from tests.support.asynchronous import asynchronous, until

STRANGE = """
import os, sys, time
tries = len(os.listdir({folder!r}))
open(os.path.join({folder!r}, str(os.getpid())), "w").close()
if tries < {times}:
    {what}
from naysay.server.workers import worker
game, level, view, legal, seed, _ = worker.read(sys.stdin.buffer)
bot = level
if level in {wrong!r}:
    bot, legal = "random", ("nonsense",)
choice = worker.registry.find(bot, game)(view, legal, worker.Random(seed))
sys.stdout.buffer.write(worker.pack((choice, level)))
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


def compiler(*steps: str) -> tuple[str, ...]:
    """Says that the bots of a game are ready, or runs a statement, one after the other."""
    lines = [f"print({step!r}, flush=True)" if step in ("nyet", "nope") else step for step in steps]
    return sys.executable, "-c", "\n".join(["import os, sys, time", *lines])


def question() -> tuple[Any, tuple[Any, ...]]:
    game = find("nope")
    state = game.start(game.setup(2, 0))
    state = game.shuffled(state, tuple(Card(card) for card in game.to_shuffle(state)))
    (seat,) = game.to_act(state)
    return game.view(state, seat), game.legal(state, seat)


@asynccontextmanager
async def thinking(**parts: Any) -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(Metrics(), **parts)
    try:
        yield pool
    finally:
        await pool.close()


def crashes(pool: WorkerPool) -> int:
    return int(float(pool.metrics.text().decode().split("\nnaysay_bot_failures_total ")[1].split()[0]))


@asynchronous
async def test_the_same_question_has_the_same_answer_in_every_process() -> None:
    view, legal = question()
    async with thinking(limit=2) as pool:
        asked = [pool.choose("nope", level, view, legal, "seed") for level in ("random", "steady") * 2]
        first, second, third, fourth = await asyncio.gather(*asked)
        assert (first.choice.move, second.choice.move) == (third.choice.move, fourth.choice.move)
        assert [thought.level for thought in (first, second)] == ["random", "steady"]
        assert first.choice.move in legal
        assert len(pool.idle) == 2, "never more than may think at once"
        assert crashes(pool) == 0


@asynchronous
async def test_prepared_workers_are_there_before_they_are_asked() -> None:
    view, legal = question()
    async with thinking(limit=2, compiler=compiler("nyet", "nope")) as pool:
        await pool.prepare(after=0)
        workers = {worker.pid for worker in pool.idle}
        assert len(workers) == min(2, os.cpu_count() or 1)
        thoughts = await asyncio.gather(*(pool.choose("nope", "steady", view, legal, "seed") for _ in range(4)))
        assert {thought.level for thought in thoughts} == {"steady"}
        assert {worker.pid for worker in pool.idle} >= workers


@asynchronous
async def test_another_bot_plays_for_one_that_is_not_compiled_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is compiled in an empty folder, and compiling takes minutes; nobody waits for it."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(pool_module, "LOADING", 0.5)
    view, legal = question()
    async with thinking(limit=1) as pool:
        preparing = asyncio.ensure_future(pool.prepare(after=0))
        await until(lambda: pool.preparing)
        for _ in range(2):
            thought = await pool.choose("nope", "sharp:0.01", view, legal, "seed")
            assert thought.level == "steady"
            assert thought.choice.move in legal
        assert {"nyet", "nope"} == pool.preparing.keys()
        assert crashes(pool) == 0
        preparing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await preparing
        assert not pool.preparing


@asynchronous
async def test_workers_are_renewed_when_the_bots_of_a_game_are_compiled(tmp_path: Path) -> None:
    """Whoever was asked before finishes the answer; then each worker knows which games to load."""
    view, legal = question()
    go_on = tmp_path / "go on"
    wait = f"while not os.path.exists({str(go_on)!r}): time.sleep(0.01)"
    async with thinking(limit=1, compiler=compiler("nyet", wait, "nope")) as pool:
        await pool.choose("nope", "steady", view, legal, "seed")
        (first,) = pool.idle
        preparing = asyncio.ensure_future(pool.prepare(after=0))
        await until(lambda: pool.preparing.keys() == {"nope"})
        assert first.returncode is not None
        assert pool.command[-2:] == (PREPARE, "nyet")
        await pool.choose("nope", "steady", view, legal, "seed")
        (second,) = pool.idle
        go_on.touch()
        await preparing
        assert not pool.preparing
        assert pool.command[-3:] == (PREPARE, "nyet", "nope")
        assert second.returncode is not None
        assert len(pool.idle) == 1


@asynchronous
async def test_a_compiler_that_fails_keeps_nobody_waiting(caplog: pytest.LogCaptureFixture) -> None:
    view, legal = question()
    async with thinking(limit=1, compiler=compiler("sys.exit(3)")) as pool:
        await pool.prepare(after=0)
        assert not pool.preparing
        assert [record.message for record in caplog.records if record.levelname == "ERROR"] == [
            "bots were not compiled"
        ]
        assert (await pool.choose("nope", "steady", view, legal, "seed")).level == "steady"


def test_what_is_compiled_is_not_loaded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first one compiles all and leaves a file; the next finds it. Another source has another file."""
    ran: list[str] = []
    stamp = tmp_path / "compiled"
    monkeypatch.setattr(compile_bots, "stamp_file", lambda: stamp)
    monkeypatch.setattr(compile_bots, "_end_with_the_server", lambda: None)
    monkeypatch.setattr(os, "nice", lambda by: by)
    monkeypatch.setattr(compile_ahead, "steps", lambda game: [(game, lambda: ran.append(game))])
    monkeypatch.setattr(api, "compile_steps", lambda: [("solver", lambda: ran.append("solver"))])
    for _ in range(2):
        compile_bots.main()
        assert capsys.readouterr().out.split() == ["nyet", "nope"]
        assert ran == ["nyet", "nope", "solver"]
        assert stamp.exists()


def test_other_sources_are_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    (first / "__init__.py").write_text("")
    shutil.copytree(first, second)
    monkeypatch.setattr(naysay, "__file__", str(first / "__init__.py"))
    before = compile_bots.stamp_file()
    assert compile_bots.stamp_file() == before
    (first / "__init__.py").write_text("# other")
    assert compile_bots.stamp_file() != before
    monkeypatch.setattr(naysay, "__file__", str(second / "__init__.py"))
    assert compile_bots.stamp_file() != before, "Numba would not find what was compiled in another folder"


def test_the_compiler_ends_with_its_server() -> None:
    process = subprocess.Popen(COMPILE, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(timeout=60) == 0


@pytest.mark.slow  # the strongest bots are compiled for one interpreter
@asynchronous
async def test_a_level_may_say_how_long_it_thinks_and_is_told_without() -> None:
    view, legal = question()
    async with thinking(limit=1, patience=300.0) as pool:
        thought = await pool.choose("nope", "sharp:0.01", view, legal, "seed")
        assert thought.level == "sharp"
        assert thought.choice.move in legal
        assert crashes(pool) == 0


async def check_replaced(how: str, folder: Path, patience: float) -> None:
    view, legal = question()
    async with thinking(limit=1, patience=patience, command=strange(folder, WHAT[how])) as pool:
        thought = await pool.choose("nope", "steady", view, legal, "seed")
        assert thought.level == "steady"
        assert thought.choice.move in legal
        assert crashes(pool) >= 1
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
    async with thinking(limit=1, patience=60.0, command=strange(tmp_path, wrong=("steady",))) as pool:
        thought = await pool.choose("nope", "steady", view, legal, "seed")
        assert thought.level == "random"
        assert thought.choice.move in legal
        assert crashes(pool) >= 3


@asynchronous
async def test_a_table_is_told_when_no_bot_answers_at_all(tmp_path: Path) -> None:
    view, legal = question()
    async with thinking(limit=1, patience=60.0, command=strange(tmp_path, "sys.exit()", 1000)) as pool:
        with pytest.raises(RuntimeError, match="no bot answers"):
            await pool.choose("nope", "steady", view, legal, "seed")
        assert (pool.idle, pool.busy) == ([], set())
        assert crashes(pool) == 5


@asynchronous
async def test_no_worker_can_be_started() -> None:
    view, legal = question()
    async with thinking(limit=1, command=("/nowhere/python",)) as pool:
        with pytest.raises(RuntimeError, match="no bot answers"):
            await pool.choose("nope", "steady", view, legal, "seed")


@asynchronous
async def test_who_no_longer_waits_leaves_no_worker_behind() -> None:
    view, legal = question()
    async with thinking(limit=1, command=(sys.executable, "-c", "import time; time.sleep(1000)")) as pool:
        asking = asyncio.ensure_future(pool.choose("nope", "steady", view, legal, "seed"))
        await until(lambda: pool.busy)
        (worker,) = pool.busy
        asking.cancel()
        await until(lambda: worker.returncode is not None)
        assert not pool.busy
        pool.command = COMMAND
        assert (await pool.choose("nope", "random", view, legal, "seed")).choice.move in legal


def test_the_server_itself_loads_no_compiler() -> None:
    code = (
        "import sys; from naysay.server import serve; from naysay.server.web import app;"
        "from naysay.bots.registry import levels_for;"
        "assert levels_for('nyet')[-1] == 'sharp'; print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"
