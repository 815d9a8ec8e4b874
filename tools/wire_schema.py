"""Write docs/wire.schema.json, the JSON Schema of the messages on a table's socket, from their types.

    .venv/bin/python -m tools.wire_schema [--check]

With `--check` nothing is written: exit status 1 if the file is stale.
"""

import json
import sys

from naysay.server.web.messages import schema
from tools._table import ROOT, write_or_check

FILE = ROOT / "docs" / "wire.schema.json"


if __name__ == "__main__":
    fresh = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
    sys.exit(write_or_check(FILE, fresh, "tools.wire_schema", sys.argv[1:]))
