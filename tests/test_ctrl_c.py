"""The tests hear Ctrl-C even where whoever started them ignores it, as `nohup make test &` does."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ASKS = "import signal; print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
STARTS = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {ASKS!r}], check=True)"


@pytest.mark.parametrize(("first", "ignored"), [("", "True"), ("import tests.conftest; ", "False")])
def test_what_a_test_starts_can_be_interrupted(first: str, ignored: str) -> None:
    command = ["sh", "-c", 'trap "" INT; exec "$0" -c "$1"', sys.executable, first + STARTS]
    told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60, check=True)
    assert told.stdout.strip() == ignored
