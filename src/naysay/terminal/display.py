"""What a session asks of a game's display: how it looks from one seat, and what may be typed. One class per game."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import resources
from typing import Any, Final, Literal, Protocol

from naysay.game import Seat, quote

IRREGULAR: Final = {"pass": "passes", "have": "has", "are": "is"}
MYSELF: Final = ("me", "you", "myself", "i")
LONGEST_SHOWN: Final = 14
LONGEST_CARD: Final = 3  # cards are all alike, so that one is never a guess at another
CLOSE: Final = 0.8
SEATS: Final = ("seat", "by", "partner", "winner", "target", "holder", "who")


@dataclass(frozen=True, slots=True)
class Told:
    """What happened, in a paragraph of the log or on its own line; `in_table` if the table shows it anyway."""

    text: str
    place: Literal["within", "last", "alone"] = "within"
    in_table: bool = False


def paragraphs(log: Sequence[Told]) -> list[str]:
    """What happened, as lines to print.

    >>> paragraphs([Told("You lead B4."), Told("Wolf plays B1.", "last"), Told("Wolf leads R2.")])
    ['You lead B4. Wolf plays B1.', 'Wolf leads R2.']
    """
    lines: list[str] = []
    paragraph: list[str] = []
    for told in (*log, Told("", "last")):
        if told.text and told.place != "alone":
            paragraph.append(told.text)
        if paragraph and told.place != "within":
            lines.append(" ".join(paragraph))
            paragraph = []
        if told.place == "alone":
            lines.append(told.text)
    return lines


class Unclear(ValueError):
    """What was typed is no move: says what is expected."""


class Unfinished(Exception):
    """What was typed is the beginning of a move: `begun` is kept, `question` asks for the rest."""

    def __init__(self, begun: str, question: str) -> None:
        super().__init__(question)
        self.begun = begun
        self.question = question


class Display(Protocol):
    """How a game looks from one seat. Gets that seat's views and legal moves, nothing else."""

    commands: Mapping[str, str]
    """The commands that this game adds, with a line of help each; `show` answers them."""

    def opening(self, view: Any) -> list[str]:
        """What is played, before anything happens."""

    def tell(self, before: Any, after: Any) -> list[Told]:
        """What happened between two views; `before` is None when a match begins or goes on."""

    def table(self, view: Any, legal: Sequence[Any]) -> list[str]:
        """All that matters for the choice that is due, and what the choice is."""

    def position(self, view: Any) -> list[str]:
        """The table as it is, whoever is to act; it asks for nothing."""

    def cards(self, view: Any) -> str:
        """The hand of the seat whose view it is."""

    def show(self, command: str, view: Any) -> list[str]:
        """The answer to one of `commands`."""

    def expects(self, view: Any, legal: Sequence[Any]) -> list[str]:
        """What may be typed now."""

    def read(self, text: str, view: Any, legal: Sequence[Any]) -> Any:
        """The move that was typed, legal or not; raises `Unclear` or `Unfinished`."""

    def type(self, move: Any) -> str:
        """The shortest text that `read` takes for this move."""

    def reveal(self, key: str, params: Mapping[str, Any]) -> str:
        """One of the parameters of a bot's reason, in words."""

    def ending(self, view: Any, result: Mapping[str, Any]) -> list[str]:
        """The final standing."""


@dataclass(frozen=True, slots=True)
class People:
    """Who sits where, and which seat is the player's own."""

    names: tuple[str, ...]
    me: Seat

    def who(self, seat: Seat) -> str:
        """A player within a sentence."""
        return "you" if seat == self.me else cut(self.names[seat])

    def does(self, seat: Seat, verb: str, begins: bool = True) -> str:
        """The beginning of a sentence, or of its second part.

        >>> People(("Ann", "Wolf"), 0).does(1, "take"), People(("Ann", "Wolf"), 0).does(0, "take")
        ('Wolf takes', 'You take')
        """
        return (
            f"{'You' if begins else 'you'} {verb}"
            if seat == self.me
            else f"{self.who(seat)} {IRREGULAR.get(verb, verb + 's')}"
        )

    def typed(self, seat: Seat) -> str:
        """What one would type for a player."""
        word = "me" if seat == self.me else self.names[seat].casefold()
        return word if split(word) == [word] and self.find(word) == seat else str(seat)

    def all_of(self, seats: Iterable[Seat]) -> str:
        """Several players within a sentence, your own seat first."""
        return join_words([self.who(seat) for seat in sorted(seats, key=lambda seat: seat != self.me)])

    def clockwise(self) -> list[Seat]:
        """All seats, clockwise from your own."""
        return [(self.me + step) % len(self.names) for step in range(len(self.names))]

    def find(self, word: str) -> Seat | None:
        """The seat that a typed word means: its number, a name or how a name begins."""
        if (number := read_number(word)) is not None:
            return number if number < len(self.names) else None
        typed = word.casefold()
        exact = [seat for seat, name in enumerate(self.names) if typed == name.casefold()]
        if exact or typed in MYSELF:
            return exact[0] if exact else self.me
        parts = [(seat, part) for seat, name in enumerate(self.names) for part in name.casefold().split()]
        close = list(dict.fromkeys(seat for seat, part in parts if part.startswith(typed)))
        return close[0] if len(close) == 1 else None

    def read(self, word: str) -> Seat:
        """The seat that a word means; `Unclear` if it means none."""
        seat = self.find(word)
        if seat is None:
            seats = ", ".join(f"{seat} {self.who(seat)}" for seat in range(len(self.names)))
            raise Unclear(f"{quote(word)} is nobody at this table. There are {seats}.")
        return seat


def cut(name: str) -> str:
    """A name that leaves room for the rest of the line."""
    return name if len(name) <= LONGEST_SHOWN else name[: LONGEST_SHOWN - 1] + "…"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """A list in words.

    >>> join_words(["red", "blue", "green"], "or")
    'red, blue or green'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else "nobody"


def several(count: int, thing: str) -> str:
    """A number of things.

    >>> several(1, "trick"), several(3, "trick")
    ('1 trick', '3 tricks')
    """
    return f"{count} {thing}" + ("" if count == 1 else "s")


def pick(typed: str, words: Iterable[str]) -> list[str]:
    """The words that a typed one may stand for: itself, else those that begin with it."""
    known = list(dict.fromkeys(words))
    return [typed] if typed in known else [word for word in known if word.startswith(typed)]


def read_number(word: str) -> int | None:
    """The number that a word of digits stands for; one that is too long to be of use is cut to nine digits.

    >>> read_number("0019"), read_number("9" * 9999), read_number("-1")
    (19, 999999999, None)
    """
    return int(word.lstrip("0")[:9] or "0") if word.isdecimal() and word.isascii() else None


def suggest(typed: str, words: Iterable[str]) -> str:
    """A guess at what a typing error meant, as a sentence to add, or nothing."""
    known = {word.casefold() for word in words if len(word) > LONGEST_CARD}
    close = get_close_matches(typed.casefold(), sorted(known), n=2, cutoff=CLOSE)
    return f" Did you mean {join_words(close, 'or')}?" if close else ""


def split(text: str) -> list[str]:
    """The words that were typed, in lower case, without the words that people put between them."""
    words = text.casefold().replace(",", " ").replace("+", " ").split()
    return [word for word in words if word not in ("and", "with", "to", "the")]


def reveal(key: str, value: Any, people: People) -> str:
    """A parameter of a bot's reason in words: seats by name, the rest as it is."""
    if key in SEATS and type(value) is int and 0 <= value < len(people.names):
        return people.who(value)
    if isinstance(value, (list, tuple)):
        words = [reveal(key, item, people) for item in value]
        return join_words(words, "or" if key == "colours" else "and") if words else "none"
    return f"{value:.2g}" if isinstance(value, float) else str(value)


def winning_words(winners: Sequence[int], people: People) -> str:
    """Who wins, alone or together."""
    if len(winners) == 1:
        return people.does(winners[0], "win")
    shared = people.all_of(winners)
    return f"{shared[0].upper()}{shared[1:]} share the win"


HEADING: Final = re.compile(r"(?:[A-Z]{2,} )+")
CITED: Final = re.compile(r"\((\d+\.\d+(?:, \d+\.\d+)*)\)[.,;]?")


def rules_page(game: str) -> list[str]:
    """The rules of a game in short, line by line; nothing if there are none."""
    file = resources.files(__package__) / game / "rules.txt"
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []


def look_up_rule(game: str, number: str) -> str | None:
    """What the page says under a rule's number.

    >>> look_up_rule("nyet", "4.2")
    'Two: 1 v 1.'
    """
    text = " ".join(" ".join(rules_page(game)[1:]).split())
    begin = 0
    for found in CITED.finditer(text):
        if number in found[1].split(", "):
            said = text[begin : found.start()].strip()
            return said[heading.end() :] + "." if (heading := HEADING.match(said)) else said + "."
        begin = found.end()
    return None
