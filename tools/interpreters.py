"""Run the tests on every other CPython found: one of each minor version that the project supports.

    .venv/bin/python tools/interpreters.py PYTEST-ARGUMENTS

Each interpreter gets an environment of its own in `.venv/other/`, made again when the requirements change.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OTHER = ROOT / ".venv" / "other"
REQUIREMENTS = ROOT / "requirements" / "test.txt"
OLDEST, NEWEST = 11, 15

PROBE = """
import importlib.util, sys, sysconfig
usual = (
    sys.implementation.name == "cpython" and sys.version_info.major == 3
    and sys.version_info.releaselevel == "final" and not sysconfig.get_config_var("Py_GIL_DISABLED")
)
has_pip = importlib.util.find_spec("ensurepip") is not None
print(usual, sys.version_info.minor, "%d.%d.%d" % sys.version_info[:3], has_pip)
print(sys.executable)
"""


class CannotBuild(Exception):
    """The environment of an interpreter could not be made; says which step failed and how."""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A CPython release that runs on this machine."""

    minor: int
    version: str
    executable: str
    has_pip: bool


def candidates() -> Iterator[Path]:
    """Every file that might be an interpreter, by name on the PATH or kept by pyenv."""
    for minor in range(OLDEST, NEWEST + 1):
        for folder in os.get_exec_path():
            found = shutil.which(f"python3.{minor}", path=folder)
            if found:
                yield Path(found)
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted(pyenv.glob("versions/*/bin/python"))


def probe(path: Path) -> Interpreter | None:
    """What `path` is, if it runs at all (a shim may not) and is a release of CPython that the project supports."""
    try:
        answer = subprocess.run([path, "-I", "-c", PROBE], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    facts, executable = answer.stdout.splitlines()
    usual, minor, version, has_pip = facts.split()
    if usual != "True" or int(minor) < OLDEST:
        return None
    return Interpreter(int(minor), version, executable, has_pip == "True")


def others() -> list[Interpreter]:
    """One interpreter per minor version but our own; of two, the first that can make environments."""
    found: dict[int, Interpreter] = {}
    for path in candidates():
        interpreter = probe(path)
        if interpreter is None or interpreter.minor == sys.version_info.minor:
            continue
        known = found.get(interpreter.minor)
        if known is None or (interpreter.has_pip and not known.has_pip):
            found[interpreter.minor] = interpreter
    return [found[minor] for minor in sorted(found)]


def environment(interpreter: Interpreter) -> str:
    """The Python of an environment with the locked test requirements and the project; made only if not there yet."""
    home = OTHER / f"3.{interpreter.minor}"
    python = str(home / "bin" / "python")
    stamp = home / "made-from"
    ingredients = hashlib.sha256(REQUIREMENTS.read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    made_from = f"{interpreter.version} {interpreter.executable} {ingredients}\n"
    if stamp.exists() and stamp.read_text() == made_from:
        return python
    print(f"· make {home.relative_to(ROOT)}", flush=True)
    pip = [python, "-m", "pip", "-qq", "--disable-pip-version-check", "install"]
    build([interpreter.executable, "-m", "venv", "--clear", str(home)])
    build([*pip, "--require-hashes", "-r", str(REQUIREMENTS)])
    build([*pip, "--no-deps", "--no-build-isolation", "-e", str(ROOT)])
    stamp.write_text(made_from)
    return python


def build(command: list[str]) -> None:
    """Run one step of making an environment."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise CannotBuild(f"{' '.join(command)}\n{done.stdout.rstrip()}")


def test(interpreter: Interpreter, arguments: list[str]) -> str:
    """Run pytest with `arguments`; "passed", or what went wrong."""
    try:
        python = environment(interpreter)
    except CannotBuild as error:
        print(f"no environment for Python {interpreter.version}, this step failed:\n{error}", flush=True)
        return "no environment"
    print(f"· tests on Python {interpreter.version}", flush=True)
    command = [python, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    status = subprocess.run(command, cwd=ROOT, check=False).returncode
    return "passed" if status == 0 else f"failed (pytest ended with {status})"


def main(arguments: list[str]) -> int:
    """Test on all other interpreters; 1 if any of them failed."""
    interpreters = others()
    if not interpreters:
        print("· no other Python found")
        return 0
    results = {interpreter.version: test(interpreter, arguments) for interpreter in interpreters}
    for version, result in results.items():
        print(f"Python {version}: {result}")
    return int(any(result != "passed" for result in results.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
