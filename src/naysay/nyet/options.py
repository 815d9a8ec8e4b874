"""The options of Nyet! as records write them: only what differs from the edition's own values."""

from collections.abc import Mapping
from typing import Any, Final

from naysay.game import Option, quote
from naysay.nyet.edition import Edition, Options
from naysay.nyet.state import Setup

NAMES: Final = ("end", "scoring", "bonus", "supertrump", "tricks", "characters")
WORDS: Final = {
    "scoring": ("totals", "difference"),
    "bonus": ("own", "player"),
    "supertrump": ("trump", "own"),
    "tricks": ("open", "last"),
}
LARGEST_TARGET: Final = 10**15
MOST_ROUNDS: Final = 30
TARGET: Final = f'{{"target": a number of points from 1 to {LARGEST_TARGET}}}'
ROUNDS: Final = f'{{"rounds": a number from 1 to {MOST_ROUNDS}}}'


def read(plain: object, edition: Edition, players: int) -> Options:
    """The options of a record."""
    own = edition.options(players)
    if plain is None:
        return own
    if not isinstance(plain, dict):
        raise ValueError(f"options must be an object, not {quote(plain)}")
    for key in plain:
        if key not in NAMES:
            raise ValueError(f"unknown option {quote(key)}; Nyet! has {', '.join(NAMES)}")
    check_words(plain)
    target, rounds = _read_end(plain["end"], edition, players) if "end" in plain else (own.target, own.rounds)
    words = {key: plain.get(key, getattr(own, key)) for key in WORDS}
    characters = _read_characters(plain["characters"], edition, players) if "characters" in plain else own.characters
    agreed = Options(target, rounds, **words, characters=characters)
    told = describe(agreed, edition)
    for key in plain:
        if key not in told:
            raise ValueError(f"option {key!r} only repeats the edition's own value {quote(plain[key])}; leave it out")
    return agreed


def describe(options: Options, edition: Edition) -> dict[str, Any]:
    """The plain values that `read` takes."""
    players = len(options.characters)
    own, plain = edition.options(players), dict[str, Any]()
    if (options.target, options.rounds) != (own.target, own.rounds):
        plain["end"] = _describe_end(options, edition.rounds[players])
    for key in WORDS:
        if getattr(options, key) != getattr(own, key):
            plain[key] = getattr(options, key)
    if options.characters != own.characters:
        plain["characters"] = list(options.characters)
    return plain


def offered(setup: Setup) -> tuple[Option, ...]:
    """The options that make a difference, with the edition's own way and what was agreed."""
    edition, agreed = setup.edition, setup.options
    own = edition.options(setup.players)
    ends = {"rounds": (1, MOST_ROUNDS)} | ({"target": (1, LARGEST_TARGET)} if can_reach(agreed, edition) else {})
    end = Option("end", "amount", default=_amount(own), value=_amount(agreed), words=tuple(ends), ranges=ends)
    words = [Option(key, "word", getattr(own, key), getattr(agreed, key), known) for key, known in WORDS.items()]
    characters = Option("characters", "names", list(own.characters), list(agreed.characters), edition.boxes["first"])
    idle = () if setup.players in (3, 5) else ("bonus",)  # 4.6: no bonus card with two or four players
    return tuple(option for option in (end, *words, characters) if option.id not in idle)


def can_reach(options: Options, edition: Edition) -> bool:
    """Whether anybody can gain points: where a board only costs points, the better side gains by the difference."""
    return options.scoring == "difference" or any(int(points) > 0 for points in edition.boxes["points"])


def read_target(end: object) -> int | None:
    """The points that end a match; None: it ends after a number of rounds."""
    if end == "rounds":
        return None
    if isinstance(end, dict) and list(end) == ["target"] and is_number(end["target"], LARGEST_TARGET):
        return int(end["target"])
    raise ValueError(f"option 'end' = {quote(end)}: must be \"rounds\" or {TARGET}")


def check_words(plain: Mapping[str, Any]) -> None:
    """Refuse a word that an option does not know."""
    for key, allowed in WORDS.items():
        if key in plain and plain[key] not in allowed:
            raise ValueError(f"option {key!r} = {quote(plain[key])}: must be one of {', '.join(allowed)}")


def _read_end(end: object, edition: Edition, players: int) -> tuple[int | None, int | None]:
    """The target, or the number of rounds (N17)."""
    usual = edition.rounds[players]
    if isinstance(end, dict) and list(end) == ["rounds"] and is_number(end["rounds"], MOST_ROUNDS):
        if end["rounds"] == usual:
            right = "leave it out" if edition.target is None else 'write "rounds"'
            raise ValueError(f"option 'end' only repeats the edition's own number {quote(end)}; {right}")
        return None, int(end["rounds"])
    try:
        target = read_target(end)
    except ValueError as error:
        raise ValueError(f"option 'end' = {quote(end)}: must be \"rounds\", {ROUNDS} or {TARGET}") from error
    return target, usual if target is None else None


def _amount(options: Options) -> dict[str, int | None]:
    return {"rounds": options.rounds} if options.target is None else {"target": options.target}


def _describe_end(options: Options, usual: int) -> object:
    if options.target is not None:
        return {"target": options.target}
    return "rounds" if options.rounds == usual else {"rounds": options.rounds}


def _read_characters(plain: object, edition: Edition, players: int) -> tuple[str, ...]:
    """The box of row 1 that is each seat's (N16)."""
    known = edition.boxes["first"]
    if not isinstance(plain, list) or len(plain) != players or not all(box in known for box in plain):
        right = f"a list of {players}, one for each seat, of {', '.join(known)}"
        raise ValueError(f"option 'characters' = {quote(plain)}: must be {right}")
    for box in plain:
        if plain.count(box) > 1:
            raise ValueError(f"option 'characters' = {quote(plain)}: {box} is listed twice; each may stand once")
    return tuple(plain)


def is_number(value: object, largest: int) -> bool:
    """A whole number from 1 up."""
    return type(value) is int and 1 <= value <= largest
