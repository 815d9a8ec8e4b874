"""docs/protocol.md and docs/hosting.md against the server: examples, routes, codes, entries, views, limits, metrics."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from litestar.handlers import HTTPRouteHandler
from msgspec.json import decode

from naysay.nope.view import View as NopeView
from naysay.nyet.view import View as NyetView
from naysay.server.metrics import Metrics
from naysay.server.settings import Limits, Settings
from naysay.server.storage import queries
from naysay.server.table import commands, entries, live
from naysay.server.web import app, http_connection, http_types, messages, routes, sockets
from naysay.server.web.websocket import BEATS_AT_ONCE, BEATS_PER_SECOND
from tests.docs.pages import HOSTING, PROTOCOL, SOURCE, blocks, prose, section, table

CODE = re.compile(r"`([a-z_]+)`")
ROUTE = re.compile(r"`([A-Z]+) (/[^`]*)`")
SERVER = SOURCE / "server"


def examples() -> list[str]:
    """Every message in the document."""
    return [*blocks(PROTOCOL, "json"), *(line for block in blocks(PROTOCOL, "jsonl") for line in block.splitlines())]


def tags(union: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


def test_every_message_in_the_document_is_one() -> None:
    """Decoded by its type, and nothing is in it that the server would not send."""
    shown = set()
    for text in examples():
        example = json.loads(text)
        shown.add(example["type"])
        if example["type"] in tags(messages.FromClient):
            assert messages.read_message(text).id
        else:
            assert json.loads(messages.encode(decode(text, type=messages.FromServer))) == example
    assert shown == tags(messages.FromClient) | tags(messages.FromServer)


def test_the_table_of_messages_has_all_their_fields() -> None:
    told = {row[0].strip("`"): set(CODE.findall(row[1])) for row in table(section(PROTOCOL, "What you send"))}
    known = {
        str(kind.__struct_config__.tag): set(kind.__struct_fields__) - {"id"} for kind in get_args(messages.FromClient)
    }
    assert told == known


def handlers() -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    """Method, path as the document writes it, and what answers there."""
    server = app.Server(Settings(Path()))._litestar()
    for handler in server.routes:
        for found in getattr(handler, "route_handlers", ()):
            path = re.sub(r"\{(\w+):\w+\}", r"{\1}", str(handler.path_format))
            yield from ((method, path, found) for method in found.http_methods if method not in ("OPTIONS", "HEAD"))


def inner(annotation: Any) -> Any:
    """What a route answers, out of its `Response`."""
    return get_args(annotation)[0] if getattr(annotation, "__origin__", None) is not None else annotation


def test_every_route_stands_in_the_document_and_no_other() -> None:
    described = json.loads(app.openapi())["paths"]
    known = {(method.upper(), path) for path, methods in described.items() for method in methods}
    rows = [row[0] for name in ("Who you are", "Tables") for row in table(section(PROTOCOL, name))]
    assert {route for cell in rows for route in ROUTE.findall(cell)} == known


@pytest.mark.parametrize("block", blocks(PROTOCOL, "http"), ids=lambda block: block.splitlines()[0])
def test_the_examples_of_routes_are_their_types(block: str) -> None:
    asked, _, answered = block.partition("\n\n")
    method, path = asked.splitlines()[0].split()
    handler = {(method, path): handler for method, path, handler in handlers()}[method, path]
    signature = handler.parsed_fn_signature
    body = "\n".join(asked.splitlines()[1:])
    assert bool(body) == ("data" in signature.parameters)
    if body:
        decode(body, type=signature.parameters["data"].annotation)
    status, _, answer = answered.partition("\n")
    assert int(status) == handler.status_code
    told = decode(answer, type=inner(signature.return_type.annotation))
    assert json.loads(messages.encode(told)) == json.loads(answer)


def codes() -> set[str]:
    """Every code of a refusal in the source of the server."""
    found = {*app.WORDS.values(), *commands.TOO_EARLY_OR_LATE.values()}
    places = {"Refused": 0, "Problem": 0, "Refusal": 1, "WORDS.get": 1}
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                place = places.get(ast.unparse(node.func).removeprefix("messages.").removeprefix("http_types."))
                if place is not None and len(node.args) > place and isinstance(node.args[place], ast.Constant):
                    found.add(str(ast.literal_eval(node.args[place])))
    return found


def test_every_code_stands_in_the_document_with_its_status() -> None:
    told = {row[0].strip("`"): row[1] for row in table(section(PROTOCOL, "Refusals"))}
    assert set(told) == codes()
    assert list(told) == sorted(told)
    elsewhere = {word: str(status) for status, word in app.WORDS.items() if status != 415} | {
        "bad_host": "421",
        "bad_origin": "403",
        "cookie_too_large": "431",
        "fault": "500",
        "head_too_large": "431",
        "refused": "4xx",
        "too_many_connections": "429",
        "too_many_requests": "429",
        "too_slow": "408",
        "unavailable": "503",
    }
    known = {code: elsewhere.get(code, str(routes.STATUS.get(code, 409))) for code in told}
    assert told == known


def test_every_kind_of_entry() -> None:
    rows = table(section(PROTOCOL, "What happened"))
    assert [row[0].strip("`") for row in rows] == [
        str(kind.__struct_config__.tag) for kind in get_args(entries.AnyEntry)
    ]
    named = {field for row in rows for field in CODE.findall(row[1])}
    assert named == set(messages.Happened.__struct_fields__) - {"seq", "at", "kind"}


@pytest.mark.parametrize(("title", "view"), [("Nyet!", NyetView), ("Nope!", NopeView)])
def test_every_key_of_a_view(title: str, view: Any) -> None:
    _, _, rest = section(PROTOCOL, "The view").partition(f"\n### {title}\n")
    rows = table(rest.partition("\n### ")[0])
    told = [name for row in rows for name in CODE.findall(row[0])]
    assert sorted(told) == sorted(field.name for field in fields(view) if field.name != "setup")


def test_every_wish_for_a_table() -> None:
    rows = table(section(PROTOCOL, "Tables"))
    told = {row[0].strip("`") for row in rows if len(row) == 3}
    assert told == set(http_types.NewTable.__struct_fields__)
    quick = re.sub(r"\s+", " ", prose(PROTOCOL)).partition("`POST /api/quick` takes")[2].partition(". ")[0]
    assert {name for name in CODE.findall(quick) if name in http_types.Quick.__struct_fields__} == set(
        http_types.Quick.__struct_fields__
    )


def test_the_clocks() -> None:
    rows = [row[0].strip("`") for row in table(section(PROTOCOL, "Clocks and absences"))]
    shown = [decode(text, type=entries.Clock).kind for text in rows]
    assert shown == list(get_args(entries.Clock.__annotations__["kind"]))


def test_the_close_codes() -> None:
    told = {code for row in table(section(PROTOCOL, "The socket")) for code in row[0].split(", ")}
    own = {sockets.UNKNOWN, sockets.GONE, sockets.SLOW, sockets.LATER, sockets.TOO_MUCH}
    assert told == {str(code) for code in own} | {"1000", "1007", "1008", "1009", "1011", "1012"}


def test_the_limits() -> None:
    limits, told = Limits(), dict(table(section(PROTOCOL, "Limits")))
    assert told["a message on the socket"] == f"{limits.largest_message // 1024} KiB"
    head = f"{limits.largest_head // 1024} KiB, of these {limits.largest_cookie // 1024} KiB of cookies"
    assert told["the head of a request"] == f"{head}; within {http_connection.HEAD_SECONDS:.0f} seconds"
    assert told["the time for a body"] == f"{http_connection.BODY_SECONDS:.0f} seconds"
    assert f": {limits.connections_per_address}. " in told["connections"]
    assert told["the body of a request"] == f"{limits.largest_body // 1024} KiB"
    pace = f"{limits.messages_at_once:.0f} at once, then {limits.messages_per_second:.0f} a second: more wait"
    assert told["messages on one socket"] == pace
    assert told["unreadable messages on one socket"] == str(sockets.MOST_UNREADABLE)
    beats = f"{BEATS_AT_ONCE:.0f} at once, then {BEATS_PER_SECOND:.0f} a second; more close the socket"
    assert told["pings and pongs of the protocol itself"] == beats
    assert told["messages that wait for you to read them"] == str(limits.waiting_messages)
    assert told["sockets"].startswith(f"{limits.sockets_per_person} ")
    usual = f"{limits.requests_at_once:.0f} at once, then {limits.requests_per_second:.0f} a second"
    assert usual in told["requests"]
    lines = f"{limits.lines_at_once:.0f} lines at once, then one in {1 / limits.lines_per_second:.0f} seconds"
    assert told["chat"] == f"500 characters a line; {lines}"
    at_once = f"{limits.table_lines_at_once:.0f} lines at once"
    assert told["chat at one table"].startswith(f"{at_once}, then one a second; the last {queries.MOST_LINES} are kept")
    assert told["chat at one table"].endswith(f"; {live.MOST_NAMES} people")
    assert f": {limits.address_lines_at_once:.0f} lines at once, then one a second" in told["chat from one address"]
    assert told["changes at one table"].startswith(f"{live.MOST_CHANGES} of one person")
    assert told["tables that are not over"].startswith(f"{limits.tables_per_person} made by one person")
    assert decode(json.dumps({"type": "say", "id": "1", "text": "x" * 500}), type=messages.FromClient)
    with pytest.raises(msgspec.ValidationError):
        decode(json.dumps({"type": "say", "id": "1", "text": "x" * 501}), type=messages.FromClient)


def test_every_metric() -> None:
    kept = {family.name + ("_total" if family.type == "counter" else "") for family in Metrics().registry.collect()}
    kept = {name for name in kept if not name.endswith("_created")}
    assert {row[0].strip("`") for row in table(section(HOSTING, "Watching it")) if "naysay_" in row[0]} == kept
