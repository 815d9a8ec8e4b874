"""Input of any size is read in bounded memory and time."""

import gc
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from naysay.games import find
from naysay.match import Match
from naysay.nyet.edition import Edition
from naysay.record import LONGEST_LINE, read, replay, write
from tests.support.commands import SCRIPT, encode, naysay, simulate

MEGABYTE = 2**20
MOST = 300 * MEGABYTE

# A process of its own measures: it is small, and a child counts as never smaller than its parent.
MEASURE = """
import resource, subprocess, sys
times, command = int(sys.argv[1]), sys.argv[2:]
before, chunk, after = (sys.stdin.buffer.readline()[:-1] for _ in range(3))
process = subprocess.Popen(command, stdin=subprocess.PIPE)
try:
    process.stdin.write(before + b"\\n" if before else b"")
    for _ in range(times):
        process.stdin.write(chunk)
    process.stdin.write(b"\\n" + after)
    process.stdin.close()
except BrokenPipeError:
    pass
status = process.wait()
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024, file=sys.stderr)
"""


class Measured(NamedTuple):
    """How a command ended, and the most memory that it held, in bytes."""

    status: int
    out: str
    err: str
    memory: int


def measure(*arguments: str, before: bytes = b"", chunk: bytes = b"", times: int = 0, after: bytes = b"") -> Measured:
    """Feed a line, a chunk so many times over as one line, and a line to the command through a pipe."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(times), str(SCRIPT), *arguments],
        input=b"\n".join([before, chunk, after]) + b"\n",
        capture_output=True,
        timeout=300,
        check=False,
    )
    *err, last = done.stderr.decode().splitlines(keepends=True)
    status, memory = map(int, last.split())
    return Measured(status, done.stdout.decode(), "".join(err), memory)


TOO_LONG = f"action 0: a line of more than {LONGEST_LINE} bytes is no record\n"


@pytest.mark.slow
def test_a_line_of_a_gigabyte() -> None:
    good = encode(simulate("nope", None, 3))
    said = measure("verify", "-", before=good, chunk=b"[" * MEGABYTE, times=1024)
    assert said[:3] == (1, "", f"line 2: {TOO_LONG}")
    assert said.memory < MOST
    said = measure("verify", "--each", "-", before=good, chunk=b" " * MEGABYTE, times=1024, after=good)
    assert said[:3] == (1, f"line 2: {TOO_LONG}2 hold, 1 do not\n", "")
    assert said.memory < MOST


@pytest.mark.slow
def test_a_file_of_a_gigabyte_of_nothing(tmp_path: Path) -> None:
    path = tmp_path / "sparse.jsonl"
    path.touch()
    os.truncate(path, 2**30)
    said = measure("inspect", "--json", str(path))
    assert said[:3] == (1, "", f"line 1: {TOO_LONG}")
    assert said.memory < MOST


HEAVY = {
    "empty lists": b"[],",
    "empty objects": b"{},",
    "lists of a list": b"[[]],",
    "objects": b'{"a":0},',
    "numbers": b"9,",
    "fractions": b".5,".replace(b".", b"0."),
    "texts": b'"ab",',
    "wide texts": '"🂡",'.encode(),
    "escapes": rb'"\ud83c\udca1",',
}


@pytest.mark.parametrize("name", HEAVY)
def test_the_heaviest_lines(name: str) -> None:
    """As much as possible on the longest line."""
    items = HEAVY[name] * ((LONGEST_LINE - 100) // len(HEAVY[name]))
    said = measure("verify", "-", chunk=b'{"format": "naysay/1", "actions": [' + items + b"0]}", times=1)
    assert said.status == 1
    assert said.out == ""
    assert said.err.startswith("line 1: action 0: ")
    assert len(said.err.splitlines()) == 1
    assert said.memory < 4 / 3 * MOST


def test_the_longest_line() -> None:
    good = encode(simulate("nope", None, 3))
    longest = good + b" " * (LONGEST_LINE - len(good))
    assert naysay("verify", "-", stdin=longest) == (0, "1 record holds\n", "")
    assert naysay("verify", "-", stdin=longest + b"\n" + good) == (0, "2 records hold\n", "")
    assert naysay("verify", "-", stdin=longest + b" ") == (1, "", f"line 1: {TOO_LONG}")
    said = naysay("verify", "--each", "-", stdin=longest + b" \n" + good + b"\n" + longest + b"  \n")
    assert said == (1, f"line 1: {TOO_LONG}line 3: {TOO_LONG}1 hold, 2 do not\n", "")


TINY = json.loads(
    """{"id": "tiny", "name": "Tiny", "source": "Made for these tests", "players": [2], "colours": ["red", "blue"],
    "values": [1], "hand": {"2": 1}, "rounds": {"2": 1}, "first": ["ant", "bee"], "discard": ["none"],
    "trump": ["none"], "super": ["none"], "points": [1], "first_veto": "dealer", "supertrump_suit": "own"}"""
)


def tiny_rounds(count: int) -> bytes:
    """A game of two cards, played so many rounds; each round has one veto and two plays."""
    game = find("nyet")
    match = Match(game, game.setup(2, 0, TINY, {"end": {"target": 10**15}}), Random(1))
    for seat in match.turns():
        if len(match.shuffles) > count:
            break
        match.act(seat, match.legal(seat)[0])
    return write(match.record(["A", "B"])).encode()


def calls_of(lines: list[bytes]) -> int:
    """How many calls it takes to read and replay: a time that is the same on every machine."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        for line in lines:
            for _ in replay(read(line, find)):
                pass
    finally:
        sys.setprofile(None)
    return calls


def tiny_edition(number: int) -> bytes:
    """A record without actions, of an own edition that is like another but for its name."""
    return encode(json.loads(tiny_rounds(0)) | {"edition": TINY | {"name": f"Tiny {number}"}})


def test_the_time_grows_with_the_rounds_of_a_game() -> None:
    assert calls_of([tiny_rounds(800)]) < 2 * calls_of([tiny_rounds(100)] * 8)


def test_the_time_grows_with_the_number_of_own_editions() -> None:
    lines = [tiny_edition(number) for number in range(400)]
    calls_of(lines[:1])
    assert calls_of(lines) < 2 * calls_of(lines[:1] * len(lines))


def test_own_editions_do_not_fill_the_memory() -> None:
    lines = [tiny_edition(number) for number in range(1000, 2000)]
    for line in lines:
        read(line, find)
        list(replay(read(line, find)))
    gc.collect()
    assert sum(isinstance(one, Edition) for one in gc.get_objects()) < 600
