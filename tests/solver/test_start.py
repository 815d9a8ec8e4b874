"""The first use compiles, the second process finds it done; without compiling at all the values are the same."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from naysay.solver.api import solve, write
from tests.solver.positions import random_position

ROOT = Path(__file__).parents[2]
SOLVE = """
import json, sys
from naysay.solver import api
from naysay.solver.values import solve_rows
texts = json.load(sys.stdin)
values = [[move.value for move in api.solve(api.read(text), moves=True).moves] for text in texts]
api.playouts(api.read(texts[0]), 10, seed=1)
stats = getattr(solve_rows, "stats", None)
counts = (stats.cache_hits, stats.cache_misses) if stats else ()
print(json.dumps([values, [sum(count.values()) for count in counts]]))
"""


def run(texts: list[str], **environment: str) -> tuple[list[list[int]], list[int]]:
    """The values of all moves, found by a process of its own, and how often it found its code and did not."""
    done = subprocess.run(
        [sys.executable, "-c", SOLVE],
        input=json.dumps(texts),
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    values, counts = json.loads(done.stdout)
    return values, counts


def some() -> tuple[list[str], list[list[int]]]:
    rng = Random("start")
    positions = [random_position(rng, "amigo-2007", players, 2) for players in (2, 3, 4, 5)]
    values = [[move.value for move in solve(each, moves=True).moves] for each in positions]
    return [write(each) for each in positions], values


@pytest.mark.slow
def test_cold_and_then_warm_in_two_processes(tmp_path: Path) -> None:
    texts, values = some()
    assert run(texts, NUMBA_CACHE_DIR=str(tmp_path)) == (values, [0, 1])
    files = sorted(file.name for file in tmp_path.rglob("*.nb*"))
    assert run(texts, NUMBA_CACHE_DIR=str(tmp_path)) == (values, [1, 0])
    assert sorted(file.name for file in tmp_path.rglob("*.nb*")) == files


def test_without_compiling_the_values_are_the_same() -> None:
    texts, values = some()
    assert run(texts, NUMBA_DISABLE_JIT="1") == (values, [])
