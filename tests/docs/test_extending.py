"""Follow the lists of docs/extending.md step by step: nothing beyond them is needed."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import FENCE, ROOT, section

EXTENDING = ROOT / "docs" / "extending.md"


def steps(heading: str) -> list[tuple[str, list[str]]]:
    """The numbered steps below a heading: their text, and the blocks in it."""
    text = re.sub(r"^ {3}", "", section(EXTENDING, heading), flags=re.MULTILINE)
    parts = re.split(r"^\d+\. ", text, flags=re.MULTILINE)[1:]
    return [(part, [block for _, block in FENCE.findall(part)]) for part in parts]


@pytest.mark.slow
def test_a_game(tmp_path: Path) -> None:
    folder, installed = tmp_path / "nah", tmp_path / "installed"
    folder.mkdir()
    (_, [project]), (rules, []), (_, [test]), (_, [commands]) = steps("A game")
    (folder / "pyproject.toml").write_text(project, encoding="utf-8")
    shutil.copy(EXTENDING.parent / re.findall(r"\((\.\./tests/[^)]+)\)", rules)[0], folder)
    (folder / "test_nah.py").write_text(test, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"}
    # offline, and into a folder of its own instead of the environment of these tests
    pip = ["-m", "pip", "-qq", "install", "--no-deps", "--no-build-isolation", "--no-index", "--target", str(installed)]
    programs = {
        "pip": pip,
        "pytest": ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "pyproject.toml"],
        "naysay": ["-c", "from naysay.cli import main; main()"],
    }
    said = ""
    for line in commands.splitlines():
        name, *arguments = shlex.split(line.removeprefix("$ "))
        arguments = arguments[1:] if name == "pip" else arguments
        done = subprocess.run(
            [sys.executable, *programs[name], *arguments],
            cwd=folder,
            env=environment,
            input="1\n" * 20,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        said = done.stdout
        assert done.returncode == 0, f"{line}\n{said}{done.stderr}"
        if name == "pip":
            (folder / "nah.py").unlink()  # what is tested and played below is what was installed
    assert "The record is written." in said
