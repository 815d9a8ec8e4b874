"""The example of an own bot: a whole game over a real socket, with the server killed in between, in under 60 lines."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.support.clients import Guest
from tests.support.servers import served
from tests.support.table_room import age

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
PATIENCE = 120.0


async def make_bot(url: str) -> str:
    guest = await Guest.arrive(url, "Ann")
    made = await guest.post("/api/me/bots", {"name": "Robbie"})
    await guest.leave()
    return str(made["token"])


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, str(BOT), *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    with process:
        try:
            yield process
        finally:
            process.kill()


def seq_of(client: httpx.Client, table: str) -> int:
    return int(client.get(f"/api/tables/{table}").json()["seq"])


def wait_until_played(client: httpx.Client, table: str, entries: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while seq_of(client, table) < entries:
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.slow
def test_the_example_plays_a_whole_game_through_a_crash(tmp_path: Path) -> None:
    with served(tmp_path / "data") as server:
        headers = {"Authorization": f"Bearer {asyncio.run(make_bot(server.url))}"}
        with (
            httpx.Client(base_url=server.url, headers=headers, timeout=PATIENCE) as client,
            running(server.url, headers["Authorization"].split()[1]) as process,
        ):
            assert process.stdout is not None
            word, table = process.stdout.readline().split()
            assert word == "table"
            wait_until_played(client, table, 60)
            server.kill()
            server.start()
            said, _ = process.communicate(timeout=PATIENCE)
            assert process.returncode == 0, said
            assert said.startswith("over {'rounds': ")
            record = client.get(f"/api/tables/{table}/record").json()
            assert record["players"] == ["Robbie", "steady 2", "steady 3", "steady 4"]
            assert len(record["fair"]["contributions"][0]) == 32
            assert len(record["result"]["rounds"]) == 8
            moves_of_bots = {number for made in record["meta"]["by"].values() for number in made}
            own = [number for number, (seat, _) in enumerate(record["actions"], 1) if seat == 0]
            assert len(own) > 100
            assert moves_of_bots.isdisjoint(own)
        assert server.complaints() == []


def test_the_example_sits_down_at_a_table_that_others_made(tmp_path: Path) -> None:
    async def sit_and_watch(url: str) -> tuple[str, str]:
        guest = await Guest.arrive(url, "Ann")
        token = (await guest.post("/api/me/bots", {"name": "Robbie"}))["token"]
        table = await guest.make(game="nope", players=2, options={"max_turns": 20})
        place = await guest.sit_down(table)
        await place.do("sit", seat=1)
        with running(url, token, table) as process:
            await place.until(lambda: place.info["seats"][0]["player"] == "bot")
            await place.do("start")
            while not place.ended:
                await place.until(lambda: place.legal or place.ended)
                if place.legal:
                    await place.do("move", seq=place.seq, move=place.legal[0])
            said, _ = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
        await place.close()
        await guest.leave()
        assert process.returncode == 0, said
        return place.stage, said

    with served(tmp_path / "data") as server:
        stage, said = asyncio.run(sit_and_watch(server.url))
    assert stage == "over"
    assert "over {'out': " in said


def test_a_wrong_token_is_said_in_one_line(tmp_path: Path) -> None:
    with served(tmp_path / "data") as server, running(server.url, "wrong", "nowhere") as process:
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert said.splitlines()[-1] == "bad_token: no bot has this token"


def test_a_game_of_other_rules_is_left_alone(tmp_path: Path) -> None:
    async def table_and_token(url: str) -> tuple[str, str]:
        guest = await Guest.arrive(url, "Ann")
        table = await guest.make(game="nope", players=2)
        token = (await guest.post("/api/me/bots", {"name": "Robbie"}))["token"]
        await guest.leave()
        return table, str(token)

    with served(tmp_path / "data") as server:
        table, token = asyncio.run(table_and_token(server.url))
        server.stop()
        age(f"sqlite:///{server.data / 'naysay.db'}", table, revision=99)
        server.start()
        with running(server.url, token, table) as process:
            said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert said.splitlines()[-1].startswith("other_rules: this game was begun under revision 99")


def test_it_is_short() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) < 60
