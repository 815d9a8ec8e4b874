"""`naysay solve` and `naysay solver warm`; and that nothing else needs the solver's libraries."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from time import sleep

from click.testing import CliRunner

from naysay.cli import main
from naysay.solver.api import write
from tests.solver.positions import random_position

POSITION = "iello-2015; trump red; points 2; team 0; hands R9 B13 G1 / R10 B2 Y4"
OWN_FILE = Path(__file__).parents[1] / "support" / "own.toml"
INTERRUPTED = f"""
import signal
from naysay.cli import main
from naysay.solver import api
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever starts the tests may ignore it
api.solve(api.read("{POSITION}"), moves=True)
print("ready", flush=True)
main()
"""
WITHOUT = "import sys; sys.modules['numba'] = None; from naysay.cli import main; main()"


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, arguments)
    return done.exit_code, done.output


def test_a_table_of_all_moves() -> None:
    code, said = run("solve", POSITION)
    assert code == 0
    assert said.splitlines() == [
        "Seat 0 plays, alone against 1. Value +0, in points +0.",
        "move  value  in points",
        "B13      +0         +0",
        "G1       +0         +0",
        "R9       -2         -4",
    ]


def test_json() -> None:
    code, said = run("solve", POSITION, "--json")
    found = json.loads(said)
    assert code == 0
    assert found["exact"]
    assert {move["card"]: move["lower"] for move in found["moves"]} == {"R9": -2, "B13": 0, "G1": 0}


def test_a_limit_is_told() -> None:
    hands = "R9 B13 G1 Y5 Y9 R2 G7 / R10 B2 Y4 G2 G9 Y1 B5"
    code, said = run("solve", f"iello-2015; trump red; team 0; hands {hands}", "--nodes", "1")
    assert code == 0
    assert said.splitlines()[-1].startswith("A limit stopped the search")
    assert " to " in said.splitlines()[0]
    assert run("solve", POSITION, "--seconds", "60") == run("solve", POSITION)


def test_an_impossible_position_is_one_line() -> None:
    assert run("solve", POSITION.replace("Y4", "")) == (
        1,
        "Error: hands must be equal: seat 0 has 3 cards, seat 1 2\n",
    )


def test_more_hands_than_seats_is_one_line() -> None:
    assert run("solve", "iello-2015; trump red; leader 6; hands R9 / R10 / B2 / B3 / G2 / G3 / Y4") == (
        1,
        "Error: iello-2015 is for 2, 3, 4, 5 players, and here are 7 hands\n",
    )


def test_limits_beyond_all_measure() -> None:
    right = run("solve", POSITION)
    assert run("solve", POSITION, "--nodes", "9" * 23) == right
    for seconds in ("inf", "1e300"):
        assert run("solve", POSITION, "--seconds", seconds) == right
    assert run("solve", POSITION, "--seconds", "nan") == (1, "Error: seconds must be a number from 0 up, not nan\n")


def test_an_edition_of_ones_own() -> None:
    position = f"{OWN_FILE}; trump black; super yellow; points -3; team 0; hands K7 G10 / Y0 R1"
    code, said = run("solve", position, "--json")
    assert code == 0
    found = json.loads(said)
    assert found["position"].startswith(f"{OWN_FILE}; trump black; super yellow; points -3;")
    assert run("solve", found["position"], "--json") == (0, said)


def test_an_edition_that_does_not_fit_or_is_not_there(tmp_path: Path) -> None:
    text = OWN_FILE.read_text(encoding="utf-8")
    for old, new in (("[3, 3, 7, 0, 0, 10, 1]", str([*range(16)])), ("2 = 23", "2 = 68"), ("5 = 5", "5 = 14")):
        assert old in text
        text = text.replace(old, new)
    file = tmp_path / "large.toml"
    file.write_text(text, encoding="utf-8")
    position = "; trump black; points 1; team 0; hands K7 / R7"
    assert run("solve", f"{OWN_FILE}{position}")[0] == 0
    assert run("solve", f"{file}{position}") == (
        1,
        "Error: all-in does not fit the solver: 80 cards, and a mask holds 62\n",
    )
    assert run("solve", f"{tmp_path}/none.toml{position}") == (
        1,
        f"Error: edition file {tmp_path}/none.toml: No such file or directory\n",
    )


def test_interrupted_by_the_user() -> None:
    """A full deal takes minutes; Ctrl-C ends it at once."""
    position = write(random_position(Random("interrupt"), "iello-2015", 4, 15, points="-2", played=0))
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, "solve", position],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        sleep(1)
        process.send_signal(signal.SIGINT)
        said, complained = process.communicate(timeout=20)
    assert process.returncode == 130
    assert said == ""
    assert complained == "Stopped. With --seconds a search that takes too long ends with proven bounds.\n"


def test_warm() -> None:
    code, said = run("solver", "warm")
    assert code == 0
    assert [line.split(" (")[0] for line in said.splitlines()] == [
        *(f"· compile the solver: {part}" for part in ("search", "checks", "playouts")),
        *(f"· compile {bot}" for bot in ("sharp for nyet", "ismcts for nyet", "sharp for nope")),
    ]


def test_without_the_libraries_it_says_what_to_install() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, "solve", POSITION], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert done.stderr == (
        "Error: the solver needs more than the base install (numba is missing): pip install 'naysay[solver]'\n"
    )


def test_nothing_else_imports_them() -> None:
    program = "import sys, naysay.cli, naysay.bots.registry; print('numba' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["False", "False"]
