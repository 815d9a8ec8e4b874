"""The game record `naysay/1`: one game is one JSON object on one line. Read, write, replay.

A record is a pure function of setup, shuffles and actions; whoever replays it checks its result. Records come from
anyone, so reading is strict, takes bounded memory and raises nothing but `RecordError`.
"""

import json
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final, NoReturn

from naysay import fair as fairness
from naysay.game import AnyGame, Card, IllegalMove, Seat, quote

FORMAT: Final = "naysay/1"
REQUIRED: Final = ("format", "game", "options", "players", "dealer", "shuffles", "actions")
OPTIONAL: Final = ("edition", "result", "fair", "meta")
LONGEST_LINE: Final = 8 * 1024 * 1024
LONGEST_NAME: Final = 200
MOST_DIGITS: Final = 18
BIDIRECTIONAL: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"

Find = Callable[[str], AnyGame]
CheckShuffle = Callable[[int, tuple[Card, ...], tuple[Card, ...]], None]


class RecordError(Exception):
    """A record that does not hold: the number of the action (from 1; 0: before any), and why."""

    def __init__(self, action: int, reason: str) -> None:
        super().__init__(f"action {action}: {reason}")
        self.action = action
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is written. `setup` is the game's own value; `result` is None while the game is unfinished."""

    game: AnyGame
    setup: Any
    players: tuple[str, ...]
    dealer: Seat
    shuffles: tuple[str, ...]
    actions: tuple[tuple[Seat, str], ...]
    result: Any = None
    fair: fairness.Fair | None = None
    meta: Any = None


def check_name(name: str) -> None:
    """Refuse a player's name that is blank, too long, or would garble the line that it stands in."""
    if (
        not name.strip()
        or len(name) > LONGEST_NAME
        or any(
            unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in BIDIRECTIONAL
            for character in name
        )
    ):
        limit = f"1 to {LONGEST_NAME} characters without control characters or line breaks"
        raise ValueError(f"a player's name must be {limit}, not {quote(name)}")


def write(record: Record) -> str:
    """The record as one line of JSON, without the line's end."""
    plain: dict[str, Any] = {
        "format": FORMAT,
        "game": record.game.id,
        **record.game.describe(record.setup),
        "players": record.players,
        "dealer": record.dealer,
        "shuffles": record.shuffles,
        "actions": record.actions,
    }
    if record.result is not None:
        plain["result"] = record.result
    if record.fair is not None:
        plain["fair"] = fairness.describe(record.fair)
    if record.meta is not None:
        plain["meta"] = record.meta
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def lines(file: BinaryIO) -> Iterator[tuple[int, bytes | RecordError]]:
    """The lines of a file by number from 1.

    A line that is too long to be a record is passed over and given as an error.
    """
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield number, line
            continue
        while line and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE)
        yield number, RecordError(0, f"a line of more than {LONGEST_LINE} bytes is no record")


def read(line: bytes, find: Find) -> Record:
    """The record on this line; its actions are replayed by `replay`."""
    try:
        return _checked(_parse(line), find)
    except RecursionError as error:
        raise RecordError(0, "not a record: nested too deeply") from error
    except ValueError as error:
        raise RecordError(0, str(error)) from error


def replay(record: Record, check_shuffle: CheckShuffle | None = None) -> Iterator[Any]:
    """The state before each action and after the last one.

    Every action, shuffle and the result are checked on the way.
    """
    return (after for _, _, after in every_event(record, check_shuffle) if not record.game.to_shuffle(after))


def every_event(
    record: Record, check_shuffle: CheckShuffle | None = None
) -> Iterator[tuple[Seat | None, str | None, Any]]:
    """The start, then each shuffle and action: who acted (None: nobody), the action as written, the state after it.

    Every action, shuffle and the result are checked on the way.
    """
    game, used, action = record.game, 0, 0
    state = game.start(record.setup)
    yield None, None, state
    try:
        while True:
            while cards := game.to_shuffle(state):
                if used == len(record.shuffles):
                    raise RecordError(action, f"shuffle {used + 1} is missing: {len(cards)} cards are to be shuffled")
                deck = tuple(Card(text) for text in record.shuffles[used].split(" "))
                state = game.shuffled(state, deck)
                if check_shuffle:
                    check_shuffle(used, cards, deck)
                used += 1
                yield None, None, state
            if action == len(record.actions):
                break
            seat, text = record.actions[action]
            action += 1
            state = game.apply(state, seat, game.read_move(text))
            yield seat, text, state
    except (ValueError, IllegalMove) as error:
        raise RecordError(action, str(error)) from error
    if used < len(record.shuffles):
        raise RecordError(action, f"shuffle {used + 1} is never used")
    _check_result(record, game.result(state))


def _check_result(record: Record, result: Any) -> None:
    action = len(record.actions)
    if result is None and record.result is not None:
        raise RecordError(action, "the game is not over, so there can be no result")
    if result is not None and record.result is None:
        raise RecordError(action, "the game is over: its result is missing")
    if not _same(result, record.result):
        raise RecordError(action, f"the result is {json.dumps(result)[:300]}, not {quote(record.result)}")


def _same(a: Any, b: Any) -> bool:
    """Equal in value and in type: neither true nor 1.0 is 1."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(_same(x, y) for x, y in zip(a, b, strict=True))
    return type(a) is type(b) and bool(a == b)


def _parse(line: bytes) -> Any:
    if not line.strip():
        raise ValueError("a blank line is no record")
    if line.startswith(BYTE_ORDER_MARK):
        raise ValueError("a byte-order mark stands before the record; it must be plain UTF-8")
    try:
        return parse_json(line.decode("utf-8").rstrip("\r\n"))
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8: byte {error.start + 1} of the line") from error


def parse_json(text: str) -> Any:
    """JSON as records have it: no key twice, no number that is none or too large, no half characters."""
    try:
        plain = json.loads(
            text, object_pairs_hook=_object, parse_int=_int, parse_float=_float, parse_constant=_constant
        )
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg.removesuffix(' at')} at character {error.pos + 1}") from error
    if "\\u" in text:
        _refuse_surrogates(plain)
    return plain


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for key, value in pairs:
        if key in plain:
            raise ValueError(f"key {quote(key)} stands twice")
        plain[key] = value
    return plain


def _int(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits is too large: {digits[:20]}...")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"a number is too large: {digits[:40]}")
    return number


def _constant(name: str) -> NoReturn:
    raise ValueError(f"not JSON: {name} is no number")


def _refuse_surrogates(plain: Any) -> None:
    """A lone surrogate is half a character: it can be escaped in JSON, but it is no text."""
    if isinstance(plain, str):
        if any("\ud800" <= character <= "\udfff" for character in plain):
            raise ValueError(f"a text holds half a character (a lone surrogate): {quote(plain)}")
    elif isinstance(plain, list):
        for item in plain:
            _refuse_surrogates(item)
    elif isinstance(plain, dict):
        for key, item in plain.items():
            _refuse_surrogates(key)
            _refuse_surrogates(item)


def _checked(plain: Any, find: Find) -> Record:
    if not isinstance(plain, dict):
        raise ValueError(f"a record is a JSON object, not {quote(plain)}")
    if plain.get("format") != FORMAT:
        raise ValueError(f"format must be {FORMAT!r}, not {quote(plain.get('format'))}")
    _check_keys(plain)
    game = find(plain["game"])
    names = _texts(plain, "players")
    for name in names:
        check_name(name)
    setup = game.setup(len(names), plain["dealer"], plain.get("edition"), plain["options"])
    if "edition" in game.describe(setup) and "edition" not in plain:
        raise ValueError("key 'edition' is missing")
    return Record(
        game=game,
        setup=setup,
        players=names,
        dealer=plain["dealer"],
        shuffles=_texts(plain, "shuffles"),
        actions=_actions(plain["actions"]),
        result=plain.get("result"),
        fair=fairness.read(plain["fair"], len(names)) if "fair" in plain else None,
        meta=plain.get("meta"),
    )


def _check_keys(plain: dict[str, Any]) -> None:
    for key in plain:
        if key not in REQUIRED and key not in OPTIONAL:
            raise ValueError(f"unknown key {quote(key)}; known: {', '.join((*REQUIRED, *OPTIONAL))}")
    for key in REQUIRED:
        if key not in plain:
            raise ValueError(f"key {key!r} is missing")
    for key, kind, word in (
        ("game", str, "text"),
        *((key, dict, "an object") for key in ("options", "result", "meta")),
    ):
        if key in plain and not isinstance(plain[key], kind):
            raise ValueError(f"{key} must be {word}, not {quote(plain[key])}")
    if "edition" in plain and plain["edition"] is None:
        raise ValueError("edition must be an id or an object, not null")


def _texts(plain: dict[str, Any], key: str) -> tuple[str, ...]:
    value = plain[key]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"{key} must be a list of texts, not {quote(value)}")
    return tuple(value)


def _actions(plain: Any) -> tuple[tuple[Seat, str], ...]:
    if not isinstance(plain, list):
        raise ValueError(f"actions must be a list, not {quote(plain)}")
    for number, action in enumerate(plain, 1):
        if not (
            isinstance(action, list) and len(action) == 2 and type(action[0]) is int and isinstance(action[1], str)
        ):
            raise RecordError(number, f"an action must be [seat, text], not {quote(action)}")
    return tuple((seat, text) for seat, text in plain)
