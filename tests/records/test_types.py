"""Every field of a record with every wrong type, and half a character in every text."""

import json
from copy import deepcopy
from typing import Any

import pytest

from tests.support.commands import OWN, Plain, encode, naysay, simulate

Path = tuple[str | int, ...]

VALUES: dict[str, Any] = {
    "null": None,
    "true": True,
    "1": 1,
    "1.5": 1.5,
    "text": "x",
    "[]": [],
    "{}": {},
    "[[]]": [[]],
    "{x: []}": {"x": []},
    "deep": [{"x": [{"x": [[{}]]}]}],
}
OBJECTS = ("{}", "{x: []}")


def nyet() -> Plain:
    record = simulate("nyet", "amigo-2007", 5, end={"target": 25}, scoring="difference", bonus="player")
    return record | {"meta": {"date": "2024-01-01"}}


def nope() -> Plain:
    return simulate("nope", None, 4, action_cards="no", extra_card=[1, 3], max_turns=60)


def own() -> Plain:
    return simulate("nyet", str(OWN), 5)


RECORDS = {"nyet": nyet(), "nope": nope(), "own": own()}
LAST = {name: len(record["actions"]) for name, record in RECORDS.items()}

# where, the values that are right there, the action, words of the reason
FIELDS: list[tuple[str, Path, tuple[str, ...], int, str]] = [
    *(
        (name, path, right, 0, says)
        for name in ("nyet", "nope")
        for path, right, says in (
            (("format",), (), "format must be 'naysay/1'"),
            (("game",), (), "game"),
            (("options",), ("{}",), "option"),
            (("players",), (), "players"),
            (("players", 0), ("text",), "players must be a list of texts"),
            (("players", 3), ("text",), "players must be a list of texts"),
            (("dealer",), ("1",), "dealer must be a seat"),
            (("shuffles",), ("[]",), "shuffles must be a list of texts"),
            (("shuffles", 0), ("text",), "shuffles must be a list of texts"),
            (("actions",), ("[]", "[[]]", "deep"), "actions must be a list"),
            (("result",), OBJECTS, "result must be an object"),
            (("fair",), (), "fair must be an object"),
            (("fair", "commit"), (), "fair: commit must be 64 hex digits"),
            (("fair", "seed"), (), "fair: seed must be 64 hex digits"),
            (("fair", "contributions"), (), "fair: "),
            (("fair", "contributions", 1), (), "fair: a contribution must be hex"),
            (("meta",), OBJECTS, "meta must be an object"),
        )
    ),
    *(
        (name, path, right, action, says)
        for name in ("nyet", "nope")
        for path, right, action, says in (
            (("actions", 0), (), 1, "an action must be [seat, text]"),
            (("actions", 6), (), 7, "an action must be [seat, text]"),
            (("actions", 6, 0), ("1",), 7, "an action must be [seat, text]"),
            (("actions", 6, 1), ("text",), 7, "an action must be [seat, text]"),
            (("actions", 6, 1), tuple(key for key in VALUES if key != "text"), 7, "expected "),
            (("result",), tuple(key for key in VALUES if key not in OBJECTS), LAST[name], "the result is {"),
            (("result", "winners"), (), LAST[name], "the result is {"),
            (("result", "winners", 0), ("1",), LAST[name], "the result is {"),
        )
    ),
    *(
        ("nyet", path, right, LAST["nyet"], "the result is {")
        for path, right in (
            (("result", "rounds"), ()),
            (("result", "rounds", 0), ()),
            (("result", "rounds", 0, 2), ("1",)),
            (("result", "scores"), ()),
            (("result", "scores", 2), ("1",)),
        )
    ),
    ("nope", ("result", "out"), (), LAST["nope"], "the result is {"),
    ("nope", ("edition",), (), 0, "edition"),
    ("nyet", ("edition",), (), 0, "edition"),
    ("nyet", ("options", "end"), (), 0, "option 'end'"),
    ("nyet", ("options", "end", "target"), ("1",), 0, "option 'end'"),
    ("nyet", ("options", "scoring"), (), 0, "option 'scoring'"),
    ("nyet", ("options", "bonus"), (), 0, "option 'bonus'"),
    ("nope", ("options", "action_cards"), (), 0, "option 'action_cards'"),
    ("nope", ("options", "extra_card"), (), 0, "option 'extra_card'"),
    ("nope", ("options", "extra_card", 0), ("1",), 0, "option 'extra_card'"),
    ("nope", ("options", "max_turns"), ("1",), 0, "option 'max_turns'"),
    *(
        ("own", ("edition", *path), right, 0, f"edition key '{path[0]}")
        for path, right in (
            *(((key,), ("text",)) for key in ("id", "name", "source")),
            *(((key,), ()) for key in ("first_veto", "supertrump_suit", "end", "scoring", "bonus")),
            *(((row,), ()) for row in ("first", "discard", "trump", "super", "points", "colours", "values", "players")),
            *(((row, 0), ()) for row in ("discard", "trump", "super", "colours", "players")),
            *(((row, 0), ("1",)) for row in ("points", "values")),
            (("first", 0), ("text",)),
            (("end", "target"), ("1",)),
            (("markers",), ("1",)),
            (("hand",), ()),
            (("hand", "2"), ()),
            (("rounds",), ()),
            (("rounds", "2"), ("1",)),
            (("aside", "2"), ("1",)),
            (("aside",), ("{}",)),
            (("removed",), ("{}",)),
            (("removed", "5"), ("[]",)),
            (("removed", "5", 0), ("1",)),
        )
    ),
]


def put(record: Plain, path: Path, value: Any) -> Plain:
    """A copy of the record with a value in this place."""
    changed = deepcopy(record)
    place: Any = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return changed


@pytest.mark.parametrize(
    ("name", "path", "right", "action", "says"),
    FIELDS,
    ids=[f"{name} {'.'.join(map(str, path))} {says}" for name, path, _, _, says in FIELDS],
)
def test_wrong_types(name: str, path: Path, right: tuple[str, ...], action: int, says: str) -> None:
    wrong = {key: value for key, value in VALUES.items() if key not in right}
    assert wrong
    lines = [encode(put(RECORDS[name], path, value)) for value in wrong.values()]
    said = naysay("verify", "--each", "-", stdin=b"\n".join(lines))
    assert said.status == 1
    assert said.err == ""
    *each, counts = said.out.splitlines()
    assert counts == f"0 hold, {len(wrong)} do not"
    for number, (key, line) in enumerate(zip(wrong, each, strict=True), 1):
        assert line.startswith(f"line {number}: action {action}: "), (key, line)
        assert says in line, (key, line)
        assert len(line) < 600


def test_the_table_names_every_field() -> None:
    for name, record in RECORDS.items():
        listed = {path[0] for where, path, *_ in FIELDS if where == name}
        assert name == "own" or set(record) <= listed
    for key in ("options", "fair", "result"):
        for name in ("nyet", "nope"):
            listed = {path[1] for where, path, *_ in FIELDS if where == name and path[0] == key and len(path) > 1}
            assert set(RECORDS[name][key]) <= listed
    listed = {path[1] for where, path, *_ in FIELDS if where == "own"}
    assert set(RECORDS["own"]["edition"]) == listed


def texts(value: Any, path: Path = ()) -> list[Path]:
    """Where the record holds texts; of a long list the first two places stand for all."""
    if isinstance(value, str):
        return [path]
    if isinstance(value, dict):
        return [found for key, item in value.items() for found in texts(item, (*path, key))]
    if isinstance(value, list):
        return [found for place, item in enumerate(value[:2]) for found in texts(item, (*path, place))]
    return []


HALVES = {"first": "\ud800", "last": "\udfff", "within": "a\udc00b", "the wrong way round": "\udc00\ud800"}


@pytest.mark.parametrize("which", HALVES)
@pytest.mark.parametrize("name", RECORDS)
def test_half_a_character_in_every_text(name: str, which: str) -> None:
    half = HALVES[which]
    record = RECORDS[name] | {"meta": {"note": {"deep": ["x", {"x": "y"}]}}}
    changed = [put(record, path, half) for path in texts(record)]
    changed += [record | {half: 1}, record | {"meta": {half: 1}}, record | {"meta": {"a": {"b": [{half: 1}]}}}]
    assert len(changed) > 15
    said = naysay("verify", "--each", "-", stdin="\n".join(map(json.dumps, changed)).encode())
    *each, counts = said.out.splitlines()
    assert counts == f"0 hold, {len(changed)} do not"
    for number, line in enumerate(each, 1):
        assert line.startswith(f"line {number}: action 0: a text holds half a character")


def test_a_whole_character_in_two_halves_is_text() -> None:
    record = RECORDS["nope"] | {"players": ["🂡", "🃏", "a", "b"], "meta": {"🂡": "🃏"}}
    assert naysay("verify", "-", stdin=json.dumps(record).encode()).out == "1 record holds\n"


@pytest.mark.parametrize(
    "key", ["edition", "options", "players", "shuffles", "actions", "result", "fair", "meta", "dealer"]
)
@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_nesting_of_any_depth(key: str, opening: str) -> None:
    closing = {"[": "]", '{"a":': "}"}[opening]
    plain = {name: value for name, value in RECORDS["nyet"].items() if name != key}
    lines = []
    for depth in (50, 300, 490, 700, 900, 990, 1500, 3000, 50_000):
        nested = opening * depth + "1" + closing * depth
        lines.append(encode(plain)[:-1] + f', "{key}": {nested}}}'.encode())
    said = naysay("verify", "--each", "-", stdin=b"\n".join(lines))
    assert said.err == ""
    assert "Traceback" not in said.out
    assert said.out.splitlines()[-1].endswith(" do not")
