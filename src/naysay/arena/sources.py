"""What a result depends on: the version of naysay, and a sum over the code and the weights that play."""

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
SHARED: Final = ("fair.py", "game.py")  # the cards that are dealt
ARENA: Final = ("match", "duplicate", "deciders", "clairvoyant")  # the rest only counts what was played
SOLVER: Final = {"nope": "solver/bits.py"}  # all that its bots take from there


def files(game: str) -> Iterator[Path]:
    """Every file by which a match of this game may go otherwise, in order."""
    yield from (ROOT / name for name in SHARED)
    yield from (ROOT / "arena" / f"{name}.py" for name in ARENA)
    for folder in ("bots", "bots/levels"):
        yield from sorted((ROOT / folder).glob("*.py"))
    for name in (game, f"bots/{game}", f"bots/levels/{game}", SOLVER.get(game, "solver")):
        place = ROOT / name
        found = [place] if place.is_file() else sorted(place.rglob("*"))
        yield from (file for file in found if file.is_file() and "__pycache__" not in file.parts)


def sources(game: str) -> str:
    """A sum over these files, code as well as editions and weights."""
    content = hashlib.sha256()
    for file in files(game):
        content.update(f"{file.relative_to(ROOT).as_posix()} {file.stat().st_size}\n".encode())
        content.update(file.read_bytes())
    return content.hexdigest()[:12]


def made_by(game: str) -> dict[str, str]:
    """What a file of results says about who played: results of two versions are never mixed."""
    return {"naysay": version("naysay"), "sources": sources(game)}
