"""Find Chromium for the browser tests, or install it where the system's package manager can.

    .venv/bin/python -m tools.browser

Prints nothing if there is one. NAYSAY_BROWSER names another.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


def find() -> str | None:
    """The browser of this machine."""
    named = os.environ.get("NAYSAY_BROWSER")
    if named:
        return named
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return found or next((place for place in PLACES if Path(place).is_file()), None)


def install() -> bool:
    """Install Chromium by apt, as root; says whether that was possible."""
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    quietly = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        done = subprocess.run([apt, "-qq", *arguments], env=quietly, check=False, capture_output=True, text=True)
        if done.returncode:
            print(done.stderr, file=sys.stderr)
            return False
    return True


def main() -> int:
    if find() or (install() and find()):
        return 0
    print(
        "the browser tests need Chromium: install it (apt install chromium), or name one with NAYSAY_BROWSER",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
