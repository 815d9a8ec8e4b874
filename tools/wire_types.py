"""Write the server's messages and the views of the games as TypeScript types of the page.

    .venv/bin/python -m tools.wire_types [--check]

With `--check` nothing is written: exit status 1 if a file is stale.
"""

import json
import sys
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

import msgspec

from naysay.nope.view import View as NopeView
from naysay.nyet.view import View as NyetView
from naysay.server.table.view_parts import ONCE
from naysay.server.web import http_types, messages
from tools._table import ROOT, write_or_check
from tools.node import run

PAGE = ROOT / "web" / "src"
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
VIEWS = {"nyet": ("NyetView", NyetView), "nope": ("NopeView", NopeView)}
PLACE = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    """JSON Schema of the socket's messages and of the bodies that the page sends and reads."""
    found, parts = msgspec.json.schema_components((*SOCKET, *ROUTES), ref_template=PLACE)
    client, server = found[: len(SOCKET)]
    return _whole({**parts, "FromClient": client, "FromServer": server})


def view_schema(name: str, view: type) -> dict[str, Any]:
    """JSON Schema of a view as the server sends it: without the setup, and with every other field."""
    _, parts = msgspec.json.schema_components((view,), schema_hook=_anything, ref_template=PLACE)
    parts[name] = {**parts.pop(view.__name__), "title": name}
    for part in parts.values():
        part["description"] = cleandoc(part["description"])
        part["properties"].pop(ONCE, None)
        part["required"] = list(part["properties"])  # a default is written, too
    return _whole({part: parts[part] for part in dict.fromkeys(_reached(parts, name))})


def _reached(parts: dict[str, Any], name: str) -> Iterator[str]:
    """A part and all that it is made of."""
    yield name
    for other in parts:
        if other != name and json.dumps(PLACE.format(name=other)) in json.dumps(parts[name]):
            yield from _reached(parts, other)


def _anything(kind: type) -> dict[str, Any]:
    assert kind is object, f"no JSON Schema for {kind}"
    return {"tsType": "unknown"}


def _whole(parts: dict[str, Any]) -> dict[str, Any]:
    return {"title": "Wire", "type": "object", "$defs": parts}


def main(arguments: list[str]) -> int:
    """Write or check every file."""
    files = {PAGE / "net" / "messages.ts": (schema(), "naysay.server.web.messages")}
    for game, (name, view) in VIEWS.items():
        files[PAGE / "games" / game / "view_types.ts"] = view_schema(name, view), view.__module__
    return max(
        write_or_check(file, run("tools/wire.js", source, input=json.dumps(found)), "tools.wire_types", arguments)
        for file, (found, source) in files.items()
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
