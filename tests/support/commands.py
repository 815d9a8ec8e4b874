"""The commands as tests call them, all combinations of games, and a record read by the naive engines."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from naysay.cli import main
from tests.naive import nope, nyet
from tests.support.combinations import Combination

Plain = dict[str, Any]

SCRIPT = Path(sys.executable).with_name("naysay")
OWN = Path(__file__).with_name("own.toml")


class Said(NamedTuple):
    """What a command answered."""

    status: int
    out: str
    err: str


def register(folder: Path, group: str, entry: str, code: str = "") -> None:
    """Make a folder look as if a package `twin` with this code and this entry point were installed in it."""
    info = folder / "twin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: twin\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{group}]\n{entry}\n", encoding="utf-8")
    (folder / "twin.py").write_text(code, encoding="utf-8")


def choose_some(options: list[list[Plain]]) -> list[Plain]:
    """Every way to take one from each list."""
    return [{key: value for one in taken for key, value in one.items()} for taken in product(*options)]


NYET_OPTIONS = choose_some([[{}, {"end": {"target": 25}}], [{}, {"scoring": "difference"}], [{}, {"bonus": "player"}]])
OWN_OPTIONS = choose_some([[{}, {"end": "rounds"}], [{}, {"scoring": "totals"}], [{}, {"bonus": "own"}]])
NOPE_OPTIONS = choose_some(
    [[{}, {"action_cards": "no"}], [{}, {"extra_card": [1]}, {"extra_card": [0, 1]}], [{}, {"max_turns": 9}]]
)


def newer_options(edition: Plain) -> Plain:
    """N13, N14, N16 and N17 together, with as many players as the edition has."""
    reading = "own" if edition["supertrump_suit"] == "trump" else "trump"
    characters = list(reversed(edition["first"]))
    return {"end": {"rounds": 2}, "supertrump": reading, "tricks": "last", "characters": characters}


COMBINATIONS = [
    *(
        Combination("nyet", players, id, options)
        for id, edition in nyet.EDITIONS.items()
        for players in edition["players"]
        for options in NYET_OPTIONS
    ),
    *(Combination("nyet", edition["players"][-1], id, newer_options(edition)) for id, edition in nyet.EDITIONS.items()),
    *(Combination("nyet", players, str(OWN), options) for players in (2, 5) for options in OWN_OPTIONS),
    *(Combination("nope", players, None, options) for players in range(2, 7) for options in NOPE_OPTIONS),
]


def naysay(*arguments: str, stdin: bytes = b"") -> Said:
    """Run a command in this process; an exception that would be a traceback is raised."""
    done = CliRunner().invoke(main, arguments, input=stdin, catch_exceptions=False)
    return Said(done.exit_code, done.stdout, done.stderr)


def naysay_process(*arguments: str, stdin: bytes = b"", **environment: str) -> Said:
    """Run the installed command in a process of its own."""
    return process(SCRIPT, *arguments, environment=environment, stdin=stdin)


def process(*command: object, environment: Mapping[str, str], stdin: bytes = b"", folder: Path | None = None) -> Said:
    """Run any command in a process of its own."""
    done = subprocess.run(
        [*map(str, command)],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        cwd=folder,
        timeout=120,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


def simulated(combination: Combination, games: int = 1, seed: str = "7") -> tuple[bytes, ...]:
    """The lines of so many games between random bots, without their ends."""
    return _lines(*combination.arguments, "--games", str(games), "--seed", seed)


@cache
def _lines(*arguments: str) -> tuple[bytes, ...]:
    said = naysay("simulate", *arguments, "--records", "-")
    assert said.status == 0, said.err
    return tuple(said.out.encode().splitlines())


def simulate(game: str, edition: str | None, players: int, seed: str = "7", **options: Any) -> Plain:
    """One game as plain values, which the caller may change."""
    plain: Plain = json.loads(simulated(Combination(game, players, edition, options), 1, seed)[0])
    return plain


def encode(plain: Any) -> bytes:
    """A record as a line, without its end."""
    return json.dumps(plain, ensure_ascii=False).encode()


def for_naive(record: Plain) -> Plain:
    """A record as the naive engines take it: an own edition needs its lowest value, its own options and no default."""
    if not isinstance(record.get("edition"), dict):
        return record
    edition = {"removed": {}, **record["edition"], "low": min(record["edition"]["values"])}
    own = {key: edition[key] for key in ("end", "scoring", "bonus") if key in edition}
    options = own | record["options"]
    if options.get("end") == "rounds":
        del options["end"]
    return record | {"edition": edition, "options": options}


def naive_game(record: Plain) -> nyet.Game | nope.Game:
    """The naive engine of the record's game, before the first action."""
    return nyet.Game(for_naive(record)) if record["game"] == "nyet" else nope.Game(record)


def naive_steps(record: Plain) -> list[Plain]:
    """What the naive engine takes for `naysay inspect --json`."""
    return nyet.steps(for_naive(record)) if record["game"] == "nyet" else nope.steps(record)


def naive_result(record: Plain) -> Plain | None:
    """What the naive engine takes for the result."""
    return nyet.result(for_naive(record)) if record["game"] == "nyet" else nope.result(record)
