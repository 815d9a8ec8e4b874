"""The rules in short: the whole page, or the sentence behind a number."""

import re
from importlib import resources
from typing import Final

HEADING: Final = re.compile(r"(?:[A-Z]{2,} )+")
CITED: Final = re.compile(r"\((\d+\.\d+(?:, \d+\.\d+)*)\)[.,;]?")


def page(game: str) -> list[str]:
    """The rules of a game in short, line by line; nothing if there are none."""
    file = resources.files(__package__) / game / "rules.txt"
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []


def look_up(game: str, number: str) -> str | None:
    """What the page says under a rule's number.

    >>> look_up("nyet", "4.2")
    'Two: 1 v 1.'
    """
    text = " ".join(" ".join(page(game)[1:]).split())
    begin = 0
    for found in CITED.finditer(text):
        if number in found[1].split(", "):
            said = text[begin : found.start()].strip()
            return said[heading.end() :] + "." if (heading := HEADING.match(said)) else said + "."
        begin = found.end()
    return None
