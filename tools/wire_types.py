"""Write web/src/net/messages.ts: the messages of the server as TypeScript types.

    .venv/bin/python -m tools.wire_types [--check]

With `--check` nothing is written: exit status 1 if the file is stale.
"""

import json
import sys
from typing import Any

import msgspec

from naysay.server.web import http_types, messages
from tools._table import ROOT, write_or_check
from tools.node import run

FILE = ROOT / "web" / "src" / "net" / "messages.ts"
SOCKET = (messages.FromClient, messages.FromServer)
ROUTES = (
    http_types.GameInfo,
    http_types.History,
    http_types.Link,
    http_types.Me,
    http_types.NewTable,
    http_types.OwnBot,
    http_types.Problem,
    http_types.Quick,
    http_types.TableList,
    http_types.TableMade,
    http_types.Whose,
)


def schema() -> dict[str, Any]:
    """JSON Schema of the socket's messages and of the bodies that the page sends and reads."""
    found, parts = msgspec.json.schema_components((*SOCKET, *ROUTES), ref_template="#/$defs/{name}")
    client, server = found[: len(SOCKET)]
    return {"title": "Wire", "type": "object", "$defs": {**parts, "FromClient": client, "FromServer": server}}


def main(arguments: list[str]) -> int:
    return write_or_check(FILE, run("tools/wire.js", input=json.dumps(schema())), "tools.wire_types", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
