"""Editions of Nyet! as files of plain values: read, checked and given back."""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from naysay.game import quote
from naysay.nyet import options
from naysay.nyet.cards import HIGHEST, LETTERS
from naysay.nyet.edition import DISCARD_RULES, NONE, ROWS, Edition

REQUIRED: Final = (
    *("id", "name", "source", "colours", "values", "players", "hand", "rounds"),
    *ROWS,
    *("first_veto", "supertrump_suit"),
)
OPTIONAL: Final = ("removed", "aside", "markers", "end", "scoring", "bonus")
WORD: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@cache
def built_in() -> Mapping[str, Edition]:
    """The editions that come with the package, by id."""
    folder = resources.files(__package__) / "editions"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {
        edition.id: edition for edition in (read(tomllib.loads(file.read_text(encoding="utf-8"))) for file in files)
    }


def read(plain: object) -> Edition:
    """The edition of a record: the id of a built-in one, or an object with all values of its file."""
    if isinstance(plain, str):
        if plain not in built_in():
            raise ValueError(
                f"unknown edition {quote(plain)}; known: {', '.join(built_in())}, or a file that ends in .toml"
            )
        return built_in()[plain]
    if not isinstance(plain, dict):
        raise ValueError(f"edition must be an id or an object, not {quote(plain)}")
    return _checked(plain)


def describe(edition: Edition) -> Any:
    """The plain value that `read` takes: the id of a built-in edition, all values of another."""
    return edition.id if built_in().get(edition.id) == edition else json.loads(edition.text)


def _is_word(value: object, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest and WORD.fullmatch(value) is not None


def _wrong(key: str, value: object, right: str) -> ValueError:
    return ValueError(f"edition key {key!r} = {quote(value)}: {right}")


def _checked(plain: dict[str, Any]) -> Edition:
    _check_keys(plain)
    _check_words(plain)
    colours = _list(
        plain, "colours", lambda c: isinstance(c, str) and c in LETTERS, f"one of {', '.join(LETTERS)}", 2, 5
    )
    number = f"a whole number from 0 to {HIGHEST}"
    values = _list(plain, "values", lambda v: type(v) is int and 0 <= v <= HIGHEST, number, 1, 30, distinct=False)
    players = _list(plain, "players", lambda n: type(n) is int and 2 <= n <= 5, "a number of players from 2 to 5", 1, 4)
    boxes = _boxes(plain, colours, players)
    removed = _removed(plain, players, values)
    most_given = max(DISCARD_RULES[box].count for box in boxes["discard"])

    aside = _numbers(plain, "aside", players)

    def check_hand(n: int, hand: int) -> str | None:
        cards = len(colours) * (len(values) - len(removed.get(n, ())))
        if hand <= most_given:
            return f"must be more than the {most_given} cards that may be discarded"
        if n * hand + aside.get(n, 0) != cards:
            split = (
                f"{n} × {hand} dealt and {aside.get(n, 0)} set aside (key 'aside') make {n * hand + aside.get(n, 0)}"
            )
            fitting, left = divmod(cards, n)
            return f"the deck has {cards} cards, {split}; {n} × {fitting} and {left} would be right"
        return None

    try:
        options.check_words(plain)
        target = options.read_target(plain.get("end", "rounds"))
    except ValueError as error:
        raise ValueError(str(error).replace("option", "edition key", 1)) from error
    return Edition(
        text=json.dumps(plain, sort_keys=True),
        id=plain["id"],
        name=plain["name"],
        colours=colours,
        values=values,
        removed=removed,
        players=players,
        hand=_by_players(plain, "hand", players, check_hand),
        rounds=_by_players(plain, "rounds", players, lambda n, rounds: None if rounds else "must be from 1 to 1000"),
        boxes=boxes,
        first_veto=plain["first_veto"],
        supertrump_suit=plain["supertrump_suit"],
        target=target,
        scoring=plain.get("scoring", "totals"),
        bonus=plain.get("bonus", "own"),
    )


def _check_keys(plain: dict[str, Any]) -> None:
    for key in plain:
        if key not in REQUIRED and key not in OPTIONAL:
            raise _wrong(str(key)[:40], plain[key], f"unknown key; known: {', '.join((*REQUIRED, *OPTIONAL))}")
    for key in REQUIRED:
        if key not in plain:
            raise ValueError(f"edition key {key!r} is missing; needed: {', '.join(REQUIRED)}")


def _check_words(plain: dict[str, Any]) -> None:
    for key in ("name", "source"):
        if not isinstance(plain[key], str) or not 1 <= len(plain[key]) <= 200 or not plain[key].isprintable():
            raise _wrong(key, plain[key], "must be text of 1 to 200 printable characters")
    if not _is_word(plain["id"], 40):
        right = "must be a word of at most 40 small letters, digits and hyphens, as in 'iello-2015'"
        raise _wrong("id", plain["id"], right)
    if "markers" in plain and not options.is_number(plain["markers"], 1000):
        raise _wrong("markers", plain["markers"], "must be a whole number from 1 to 1000")
    for key, words in (("first_veto", ("dealer", "left")), ("supertrump_suit", ("trump", "own"))):
        if plain[key] not in words:
            raise _wrong(key, plain[key], f"must be one of {', '.join(words)}")


def _boxes(plain: dict[str, Any], colours: tuple[str, ...], players: tuple[int, ...]) -> Mapping[str, tuple[str, ...]]:
    def is_point(value: object) -> bool:
        return type(value) is int and -99 <= value <= 99 and value != 0

    def is_rule(value: object) -> bool:
        return isinstance(value, str) and value in DISCARD_RULES

    named = (*colours, NONE)
    colour_or_none = f"one of {', '.join(named)}"
    first = _list(plain, "first", lambda box: _is_word(box, 20), "a word of at most 20 small letters", 2, 12)
    if len(first) < max(players):
        raise _wrong("first", plain["first"], f"needs a character for each of {max(players)} players")
    return {
        "first": first,
        "discard": _list(plain, "discard", is_rule, f"one of {', '.join(DISCARD_RULES)}", 1, len(DISCARD_RULES)),
        "trump": _list(plain, "trump", lambda box: box in named, colour_or_none, 1, 6),
        "super": _list(plain, "super", lambda box: box in named, colour_or_none, 1, 6),
        "points": tuple(map(str, _list(plain, "points", is_point, "a whole number from -99 to 99, not 0", 1, 12))),
    }


def _list(
    plain: dict[str, Any],
    key: str,
    fits: Callable[[Any], bool],
    right: str,
    least: int,
    most: int,
    *,
    distinct: bool = True,
) -> tuple[Any, ...]:
    value = plain[key]
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise _wrong(key, value, f"must be a list of {least} to {most}, each {right}")
    for item in value:
        if not fits(item):
            raise _wrong(key, item, f"must be {right}")
        if distinct and value.count(item) > 1:
            raise _wrong(key, item, "is listed twice; each may stand once")
    return tuple(value)


def _by_players(
    plain: dict[str, Any], key: str, players: tuple[int, ...], wrong: Callable[[int, int], str | None]
) -> Mapping[int, int]:
    """A number for each count of players."""
    numbers = _numbers(plain, key, players)
    if set(numbers) != set(players):
        missing = ", ".join(str(n) for n in players if n not in numbers)
        raise _wrong(key, plain[key], f"must have a number for {missing} players, too")
    for n, number in numbers.items():
        if problem := wrong(n, number):
            raise _wrong(f"{key}.{n}", number, problem)
    return numbers


def _numbers(plain: dict[str, Any], key: str, players: tuple[int, ...]) -> Mapping[int, int]:
    """A table of numbers by count of players."""
    table = plain.get(key, {})
    if not isinstance(table, dict):
        raise _wrong(key, table, "must be a table of whole numbers by number of players")
    for n, number in table.items():
        _check_players(key, n, number, players)
        if type(number) is not int or not 0 <= number <= 1000:
            raise _wrong(f"{key}.{n}", number, "must be a whole number from 0 to 1000")
    return {int(n): number for n, number in table.items()}


def _check_players(key: str, n: str, value: object, players: tuple[int, ...]) -> None:
    if n not in map(str, players):
        raise _wrong(f"{key}.{str(n)[:20]}", value, f"must be under one of {', '.join(map(str, players))} players")


def _removed(plain: dict[str, Any], players: tuple[int, ...], values: tuple[int, ...]) -> Mapping[int, tuple[int, ...]]:
    table = plain.get("removed", {})
    if not isinstance(table, dict):
        raise _wrong("removed", table, "must be a table: values taken out of each colour, by number of players")
    for n, gone in table.items():
        _check_players("removed", n, gone, players)
        if not isinstance(gone, list) or any(type(v) is not int for v in gone) or Counter(gone) - Counter(values):
            raise _wrong(
                f"removed.{n}", gone, "must be a list of values of the deck, none more often than the deck has it"
            )
        if min(values) in gone:
            raise _wrong(f"removed.{n}", gone, f"must leave the lowest value {min(values)} in the deck: it is the loot")
    return {int(n): tuple(gone) for n, gone in table.items()}
