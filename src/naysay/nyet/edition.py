"""Editions of Nyet! are data.

A file of values with its source. This module reads them, checks them and gives them back.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from naysay.game import Card, quote
from naysay.nyet.cards import HIGHEST, LETTERS, VALUES

ROWS: Final = ("first", "discard", "trump", "super", "points")
NONE: Final = "none"
REQUIRED: Final = (
    *("id", "name", "source", "colours", "values", "players", "hand", "rounds"),
    *ROWS,
    *("first_veto", "supertrump_suit"),
)
OPTIONAL: Final = ("removed", "aside", "markers", "end", "scoring", "bonus")
WORD: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class DiscardRule:
    """What a box of the discard row asks of everyone.

    How many cards, whether low ones may go, and to whom (+1 left, -1 right, 0 nobody).
    """

    count: int
    not_low: bool = False
    passed_to: int = 0


DISCARD_RULES: Final = {
    "one": DiscardRule(1),
    "two": DiscardRule(2),
    "one-not-low": DiscardRule(1, not_low=True),
    "two-not-low": DiscardRule(2, not_low=True),
    "pass-left": DiscardRule(1, passed_to=1),
    "pass-left-two": DiscardRule(2, passed_to=1),
    "pass-right": DiscardRule(1, passed_to=-1),
    "pass-right-two": DiscardRule(2, passed_to=-1),
    NONE: DiscardRule(0),
}


@dataclass(frozen=True, slots=True)
class Options:
    """How a match ends and scores: the edition's own way, or what the players agreed on."""

    target: int | None = None
    scoring: str = "totals"
    bonus: str = "own"


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """One edition: the deck, the board, the counts. Equal if all values of the file are equal."""

    plain: Mapping[str, Any]
    id: str
    name: str
    colours: tuple[str, ...]
    values: tuple[int, ...]
    removed: Mapping[int, tuple[int, ...]]
    players: tuple[int, ...]
    hand: Mapping[int, int]
    rounds: Mapping[int, int]
    boxes: Mapping[str, tuple[str, ...]]
    first_veto: str
    supertrump_suit: str
    options: Options

    @property
    def low(self) -> int:
        """The lowest value: its cards are loot, and the supertrumps."""
        return min(self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edition) and self.plain == other.plain

    def __hash__(self) -> int:
        return hash(self.id)


@cache
def deck(edition: Edition, players: int) -> tuple[Card, ...]:
    """The cards in the order that `fair.md` fixes: colours as listed, values ascending, copies side by side."""
    left = Counter(edition.values) - Counter(edition.removed.get(players, ()))
    return tuple(Card(f"{LETTERS[colour]}{value}") for colour in edition.colours for value in sorted(left.elements()))


@cache
def card_order(edition: Edition) -> Mapping[Card, int]:
    """Where each card stands in a sorted hand: by colour as the edition lists them, then by value."""
    whole = dict.fromkeys(Card(f"{LETTERS[c]}{value}") for c in edition.colours for value in sorted(edition.values))
    return {card: place for place, card in enumerate(whole)}


@cache
def low_cards(edition: Edition) -> frozenset[Card]:
    """The cards of the lowest value."""
    return frozenset(card for card in card_order(edition) if VALUES[card] == edition.low)


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
    return edition.id if built_in().get(edition.id) == edition else dict(edition.plain)


def read_options(plain: object, own: Options) -> Options:
    """The options of a record: only what differs from the edition's own values."""
    if not isinstance(plain, dict):
        raise ValueError(f"options must be an object, not {quote(plain)}")
    for key in plain:
        if key not in ("end", "scoring", "bonus"):
            raise ValueError(f"unknown option {quote(key)}; Nyet! has end, scoring, bonus")
    options = _options(plain, own)
    for key, same in (
        ("end", options.target == own.target),
        ("scoring", options.scoring == own.scoring),
        ("bonus", options.bonus == own.bonus),
    ):
        if key in plain and same:
            raise ValueError(f"option {key!r} only repeats the edition's own value {quote(plain[key])}; leave it out")
    return options


def describe_options(options: Options, own: Options) -> dict[str, Any]:
    """The plain values that `read_options` takes."""
    plain: dict[str, Any] = {}
    if options.target != own.target:
        plain["end"] = "rounds" if options.target is None else {"target": options.target}
    if options.scoring != own.scoring:
        plain["scoring"] = options.scoring
    if options.bonus != own.bonus:
        plain["bonus"] = options.bonus
    return plain


def _wrong(key: str, value: object, right: str) -> ValueError:
    return ValueError(f"edition key {key!r} = {quote(value)}: {right}")


def _options(plain: Mapping[str, Any], own: Options) -> Options:
    target = own.target
    if "end" in plain:
        end = plain["end"]
        if end == "rounds":
            target = None
        elif isinstance(end, dict) and list(end) == ["target"] and type(end["target"]) is int and end["target"] >= 1:
            target = end["target"]
        else:
            raise ValueError(
                f'option \'end\' = {quote(end)}: must be "rounds" or {{"target": a number of points, at least 1}}'
            )
    words = {"scoring": ("totals", "difference"), "bonus": ("own", "player")}
    for key, allowed in words.items():
        if key in plain and plain[key] not in allowed:
            raise ValueError(f"option {key!r} = {quote(plain[key])}: must be one of {', '.join(allowed)}")
    return Options(target, plain.get("scoring", own.scoring), plain.get("bonus", own.bonus))


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
        options = _options(plain, Options())
    except ValueError as error:
        raise ValueError(str(error).replace("option", "edition key", 1)) from error
    return Edition(
        plain=plain,
        id=plain["id"],
        name=plain["name"],
        colours=colours,
        values=values,
        removed=removed,
        players=players,
        hand=_by_players(plain, "hand", players, check_hand),
        rounds=_by_players(plain, "rounds", players, lambda n, rounds: None if rounds else "must be at least 1"),
        boxes=boxes,
        first_veto=plain["first_veto"],
        supertrump_suit=plain["supertrump_suit"],
        options=options,
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
    if not isinstance(plain["id"], str) or not WORD.fullmatch(plain["id"]) or len(plain["id"]) > 40:
        raise _wrong("id", plain["id"], "must be a word of small letters, digits and hyphens, as in 'iello-2015'")
    if "markers" in plain and not (type(plain["markers"]) is int and plain["markers"] >= 1):
        raise _wrong("markers", plain["markers"], "must be a whole number, at least 1")
    for key, words in (("first_veto", ("dealer", "left")), ("supertrump_suit", ("trump", "own"))):
        if plain[key] not in words:
            raise _wrong(key, plain[key], f"must be one of {', '.join(words)}")


def _boxes(plain: dict[str, Any], colours: tuple[str, ...], players: tuple[int, ...]) -> Mapping[str, tuple[str, ...]]:
    def is_point(value: object) -> bool:
        return type(value) is int and -99 <= value <= 99 and value != 0

    def is_word(value: object) -> bool:
        return isinstance(value, str) and WORD.fullmatch(value) is not None and len(value) <= 20

    def is_rule(value: object) -> bool:
        return isinstance(value, str) and value in DISCARD_RULES

    named = (*colours, NONE)
    colour_or_none = f"one of {', '.join(named)}"
    first = _list(plain, "first", is_word, "a word of small letters", 2, 12)
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
        if len(gone) == len(values):
            raise _wrong(f"removed.{n}", gone, "must leave cards in the deck")
    return {int(n): tuple(gone) for n, gone in table.items()}
