"""Where compiled code is kept, and when it is compiled anew."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FIRST = """
from naysay.native.jit import compiled
from other.constants import STEP

@compiled
def next(n):
    return n + STEP
"""
SECOND = """
from naysay.native.jit import compiled

@compiled
def half(n):
    return n // 2
"""
RUN = """
from other.first import next
from other.second import half
print(next(1), half(6), sum(next.stats.cache_hits.values()), sum(half.stats.cache_hits.values()))
"""


def run(program: str, folder: Path, **environment: str) -> str:
    path = os.pathsep.join([str(folder), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": path} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.slow
def test_a_change_compiles_what_rests_on_it_and_nothing_else(tmp_path: Path) -> None:
    """Numba alone would return the old sum: it does not see that a constant of another file has changed."""
    package, cache = tmp_path / "other", str(tmp_path / "cache")
    package.mkdir()
    for name, text in {"__init__": "", "constants": "STEP = 1\n", "first": FIRST, "second": SECOND}.items():
        (package / f"{name}.py").write_text(text)
    assert run(RUN, tmp_path, NUMBA_CACHE_DIR=cache) == "2 3 0 0"
    assert run(RUN, tmp_path, NUMBA_CACHE_DIR=cache) == "2 3 1 1"
    (package / "constants.py").write_text("STEP = 10\n")
    assert run(RUN, tmp_path, NUMBA_CACHE_DIR=cache) == "11 3 0 1"


def test_where_compiled_code_is_kept(tmp_path: Path) -> None:
    """In the folder that was asked for; if it cannot be made, in the user's cache; or else only during the process."""
    program = "from naysay.native.jit import cache_root; print(cache_root())"
    file = tmp_path / "file"
    file.touch()
    asked, home, nowhere = str(tmp_path / "asked"), tmp_path / "home", str(file / "folder")
    assert run(program, tmp_path, NUMBA_CACHE_DIR=asked) == asked
    kept = Path(run(program, tmp_path, NUMBA_CACHE_DIR=nowhere, HOME=str(home)))
    assert kept == home / ".cache" / "naysay" / "__pycache__"
    assert kept.is_dir()
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    used = run(program, tmp_path, NUMBA_CACHE_DIR=nowhere, HOME=nowhere, TMPDIR=str(temporary))
    assert Path(used).parent == temporary
    assert not any(temporary.iterdir())
