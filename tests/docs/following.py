"""Following a list of docs/extending.md to the letter, in a copy of the project: its changes, then its commands."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

from tests.docs.pages import EXTENDING, ROOT, text_of

FOLDERS = ("benchmarks", "docs", "examples", "src", "tests", "tools", "web")
BLOCK = re.compile(r"^ *```(diff|console)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "page", "results")


def copy_project(place: Path) -> Path:
    """The project without what is built or measured; what the page is checked with is linked."""
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, place / folder, ignore=LEFT_OUT)
    for file in (path for path in ROOT.iterdir() if path.is_file()):
        shutil.copy(file, place)
    (place / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    return place


def list_of(heading: str) -> str:
    """What stands below a heading, up to the next one of any level."""
    _, found, rest = text_of(EXTENDING).partition(f"# {heading}\n")
    assert found, heading
    return re.split(r"^#+ ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def follow(place: Path, heading: str) -> None:
    """Make the changes that a list shows, and run its commands, in their order."""
    blocks = [(language, dedent(text)) for language, text in BLOCK.findall(list_of(heading))]
    assert blocks, heading
    for language, text in blocks:
        if language == "diff":
            change(place, text)
        else:
            for line in text.splitlines():
                run(place, *shlex.split(line.removeprefix("$ ")))


def change(place: Path, block: str) -> None:
    """Make the changes of one block: the file, then hunks with `+`, `-` and lines that stay."""
    name, _, hunks = block.partition("\n")
    file = place / name
    text = file.read_text(encoding="utf-8")
    for hunk in hunks.removesuffix("\n").split("\n@@\n"):
        before, after = ("\n".join(line[1:] for line in hunk.split("\n") if line[0] != sign) for sign in "+-")
        assert text.count(before) == 1, f"{name} has this {text.count(before)} times:\n{before}"
        text = text.replace(before, after)
    file.write_text(text, encoding="utf-8")


def run(place: Path, *command: str, fails: bool = False) -> str:
    """What a command says in the copy, where `python` is this one and the package is the copied one."""
    words = [sys.executable if word == "python" else word for word in command]
    environment = os.environ | {"PYTHONPATH": str(place / "src"), "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        words, cwd=place, env=environment, capture_output=True, encoding="utf-8", timeout=600, check=False
    )
    assert (done.returncode != 0) == fails, f"{shlex.join(command)}\n{done.stdout[-4000:]}{done.stderr[-2000:]}"
    return done.stdout


def pytest_in(place: Path, *arguments: str) -> str:
    """Run tests of the copy."""
    return run(place, "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments)


def node_in(place: Path, *arguments: str) -> str:
    """Run a tool of the page in the copy."""
    return run(place, "python", "-m", "tools.node", *arguments)
