"""Write docs/openapi.json, the description of the HTTP routes, from the server's own.

    .venv/bin/python -m tools.openapi [--check]

With `--check` nothing is written: exit status 1 if the file is stale.
"""

import sys

from naysay.server.web.app import openapi
from tools._table import ROOT, write_or_check

FILE = ROOT / "docs" / "openapi.json"


if __name__ == "__main__":
    sys.exit(write_or_check(FILE, openapi().decode() + "\n", "tools.openapi", sys.argv[1:]))
