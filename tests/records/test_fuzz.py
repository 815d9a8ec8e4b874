"""Random damage: a record holds or is refused in one line, and what holds the naive engines hold, too."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.support.commands import OWN, Plain, encode, naive_game, naive_result, naysay, simulate
from tests.support.effort import times

ROUNDS = times(1)
TOKENS = [
    *(
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b'"',
        b"\\",
        b"\\u",
        b"\\ud800",
        b"\n",
        b"\x00",
        b"\xff",
        b"\xe2\x80\xa8",
        b" ",
    ),
    *(b"null", b"true", b"-", b"0", b"1e999", b"9" * 30, b"NaN", b"1.5", b'""', b"R1", b"bonus", b"joker", b"  "),
]
VALUES: list[Any] = [
    *(None, True, False, 0, 1, 2, -1, 99, 10**17, 1.5, "", "x", "R1", "draw", "play R1", "team", "veto trump red"),
    *([], {}, [[]], [0], ["x"], {"x": 1}, "\u2028", "\x1b[2J", "a\nb", "🂡" * 1000, [None] * 1000),
]


def bases() -> list[Plain]:
    return [
        simulate("nyet", "iello-2015", 3, end={"target": 10}),
        simulate("nyet", "goldsieber-1997", 4, end={"target": 10}),
        simulate("nyet", "amigo-2007", 5, end={"target": 10}, bonus="player"),
        simulate("nyet", str(OWN), 2, end="rounds"),
        simulate("nope", None, 2),
        simulate("nope", None, 6, extra_card=[1]),
        simulate("nope", None, 4, max_turns=9, action_cards="no"),
    ]


def damage_bytes(line: bytes, rng: Random) -> bytes:
    """A few bytes changed, cut, doubled or put in."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        start = rng.randrange(len(line) + 1)
        end = min(len(line), start + rng.choice((0, 0, 1, 2, 10, 500)))
        new = rng.choice((b"", rng.choice(TOKENS), bytes([rng.randrange(256)]), line[start:end] * 2))
        line = line[:start] + new + line[end:]
    return line


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """All places in a record, of a long list a few."""
    found = [path] if path else []
    if isinstance(value, dict):
        return found + [place for key, item in value.items() for place in places(item, (*path, key))]
    if isinstance(value, list):
        step = max(1, len(value) // 20)
        return found + [place for at in range(0, len(value), step) for place in places(value[at], (*path, at))]
    return found


def damage_structure(record: Plain, rng: Random) -> Plain:
    """A value replaced, taken out, doubled, or brought from another place."""
    record = deepcopy(record)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        here = rng.choice(places(record))
        holder = look(record, here[:-1])
        match rng.randrange(6):
            case 0:
                del holder[here[-1]]
            case 1:
                holder[here[-1]] = deepcopy(look(record, rng.choice(places(record))))
            case 2 if isinstance(holder, list):
                holder.insert(here[-1], deepcopy(holder[here[-1]]))
            case 3 if isinstance(holder, list):
                rng.shuffle(holder)
            case 4 if isinstance(holder[here[-1]], str):
                holder[here[-1]] = mix(holder[here[-1]], rng)
            case _:
                holder[here[-1]] = deepcopy(rng.choice(VALUES))
        if not places(record):
            break
    return record


def mix(text: str, rng: Random) -> str:
    words = text.split(" ")
    match rng.randrange(3):
        case 0:
            rng.shuffle(words)
        case 1:
            words.insert(rng.randrange(len(words) + 1), rng.choice(["", "R1", "bonus", "1", *words]))
        case 2:
            words.pop(rng.randrange(len(words)))
    return " ".join(words)


def look(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def check(line: bytes) -> bool:
    """Whether it holds; it is one line by now, whatever the damage was."""
    line = line.replace(b"\n", b" ")
    said = naysay("verify", "-", stdin=line)
    if said.status == 0:
        assert said == (0, "1 record holds\n" if line else "0 records hold\n", "")
        return bool(line)
    assert said.status == 1
    assert said.out == ""
    assert said.err.startswith("line 1: action ")
    assert len(said.err.splitlines()) == 1
    assert len(said.err) < 900
    assert said.err[:-1].isprintable()
    return False


def test_damaged_bytes() -> None:
    lines = [encode(record) for record in bases()]
    rng = Random(1)
    held = sum(check(damage_bytes(rng.choice(lines), rng)) for _ in range(900 * ROUNDS))
    assert held < 300 * ROUNDS


def test_damaged_structure() -> None:
    records, rng, held = bases(), Random(2), 0
    for _ in range(900 * ROUNDS):
        record = damage_structure(rng.choice(records), rng)
        line = json.dumps(record, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
        if check(line):
            held += 1
            assert naive_result(record) == record.get("result")
    assert 0 < held < 300 * ROUNDS


@pytest.mark.parametrize("which", range(7))
def test_both_engines_refuse_the_same_action(which: int) -> None:
    """Another legal action, another seat's, or one from elsewhere: the first action that fails is the same in both."""
    record, rng = bases()[which], Random(which)
    texts = sorted({text for _, text in record["actions"]})
    for _ in range(25 * ROUNDS):
        actions = deepcopy(record["actions"])
        number = rng.randrange(len(actions))
        match rng.randrange(4):
            case 0:
                actions[number][1] = rng.choice(texts)
            case 1:
                actions[number][0] = rng.randrange(len(record["players"]))
            case 2:
                other = rng.randrange(len(actions))
                actions[number], actions[other] = actions[other], actions[number]
            case 3:
                legal = naive_legal(record, number)
                actions[number][1] = rng.choice(legal[actions[number][0]])
        changed = {key: value for key, value in record.items() if key != "result"} | {"actions": actions}
        failed, over = naive_failure(changed)
        said = naysay("verify", "-", stdin=encode(changed))
        if failed is None:
            assert said.status == over, said
            assert not over or "its result is missing" in said.err
        else:
            assert said.err.startswith(f"line 1: action {failed}: "), said


def naive_legal(record: Plain, number: int) -> dict[int, list[str]]:
    game = naive_game(record)
    for seat, text in record["actions"][:number]:
        game.apply(seat, text)
    return game.legal()


def naive_failure(record: Plain) -> tuple[int | None, bool]:
    """The action at which the naive engine stops, if it does, and whether the game is over at the end."""
    game, number = naive_game(record), 0
    for number, (seat, text) in enumerate(record["actions"], 1):
        try:
            game.apply(seat, text)
        except AssertionError:
            return number, False
        if game.phase == "shuffle":
            return number, False
    return (number if game.shuffles else None), game.phase == "over"
