"""Lines on the terminal: wrapped to 80 columns, in colour or plain. Colour only repeats what letters and words say."""

import os
import re
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, TextIO

import click

WIDTH: Final = 80
INKS: Final[dict[str, dict[str, Any]]] = {
    "R": {"fg": "red", "bold": True},
    "B": {"fg": "bright_blue", "bold": True},
    "Y": {"fg": "yellow", "bold": True},
    "G": {"fg": "green", "bold": True},
    "K": {"fg": "black", "bg": "white"},  # black on a black ground would be lost
}
WORDS: Final = {"red": "R", "blue": "B", "yellow": "Y", "green": "G", "black": "K"}
CARD: Final = re.compile(
    r"\b(?:(?P<action>see:|pick:)(?P<shows>[RGBY]{1,4})|(?P<letters>[RBYGK]{1,2})(?P<value>\d{1,2}))\b"
)
WORD: Final = re.compile(rf"\b(?:{'|'.join(WORDS)})\b")
COVERED: Final = re.compile(r"(× [a-z0-9-]+)")
CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")
IN_WORDS: Final = ((" + ", " plus "), (" × ", " times "), (" = ", " is "))


@dataclass(frozen=True, slots=True)
class Screen:
    """How to print: `plain` for screen readers, with colour or not, with drawn lines or in ASCII."""

    plain: bool
    colour: bool
    draws: bool

    @property
    def bar(self) -> str:
        """What stands between two groups of cards, or two boxes."""
        return "│" if self.draws else "|"

    @property
    def cross(self) -> str:
        """The mark of a covered box."""
        return "×" if self.draws else "x"

    def heading(self, text: str) -> str:
        """A line that begins something new."""
        if self.plain:
            return text + ("" if text.endswith((".", "!", "?")) else ".")
        rule = "─" if self.draws else "-"
        line = f"{rule * 2} {text} "
        return line + rule * (WIDTH - len(line))

    def sums(self, text: str) -> str:
        """Arithmetic; in words for screen readers."""
        if self.plain:
            for sign, word in IN_WORDS:
                text = text.replace(sign, word)
        return text if self.draws or self.plain else text.replace("×", "x")

    def show(self, lines: Iterable[str]) -> None:
        """Print lines; what is too long is wrapped and indented."""
        for line in lines:
            text = CONTROL.sub(" ", line)
            indent = " " * (len(text) - len(text.lstrip(" ")) + 2 if text.startswith(" ") else 0)
            for part in (
                [text]
                if len(text) <= WIDTH
                else textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)
            ):
                click.echo(self._paint(part) if self.colour else _encodable(part))

    def show_whole(self, line: str) -> None:
        """Print a line that people copy, a command or a path: never broken, however long."""
        click.echo(_encodable(CONTROL.sub("?", line)))

    def _paint(self, line: str) -> str:
        if line.startswith("── "):
            return click.style(line, bold=True)
        parts = COVERED.split(line) if self.bar in line else [line]
        return "".join(
            click.style(part, dim=True) if part.startswith(self.cross) else _paint_words(part) for part in parts
        )


def choose_screen(plain: bool, out: TextIO | None = None) -> Screen:
    """The screen that fits where the output goes."""
    out = out or sys.stdout
    colour = not plain and out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Screen(plain, colour, draws=not plain and _can_draw(out))


def _can_draw(out: TextIO) -> bool:
    try:
        "─│×".encode(out.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _encodable(text: str) -> str:
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def _paint_words(text: str) -> str:
    return WORD.sub(lambda found: click.style(found[0], **INKS[WORDS[found[0]]]), CARD.sub(_paint_card, text))


def _paint_card(found: re.Match[str]) -> str:
    letters = found["shows"] or found["letters"]
    painted = "".join(click.style(letter, **INKS[letter]) for letter in letters)
    if found["action"]:
        return f"{found['action']}{painted}"
    return painted + click.style(found["value"], **INKS[letters[-1]])
