"""`naysay solve` and `naysay solver warm`; and that nothing else needs the solver's libraries."""

import json
import subprocess
import sys

from click.testing import CliRunner

from naysay.cli import main

POSITION = "iello-2015; trump red; points 2; team 0; hands R9 B13 G1 / R10 B2 Y4"
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


def test_warm() -> None:
    code, said = run("solver", "warm")
    assert code == 0
    assert [line.split(" (")[0] for line in said.splitlines()] == [
        f"· compile the solver: {part}"
        for part in ("search", "values of all moves", "many positions", "playouts", "Nope!: moves in worlds")
    ]


def test_without_the_libraries_it_says_what_to_install() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, "solve", POSITION], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert done.stderr == (
        "Error: the solver needs numba, which is not installed: install naysay with the extra 'solver'\n"
    )


def test_nothing_else_imports_them() -> None:
    program = "import sys, naysay.cli, naysay.bots.registry; print('numba' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["False", "False"]
