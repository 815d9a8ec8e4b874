"""Names of people: what may be one, and which two look alike.

Which letters are confusable is Unicode's own list (UTS #39), as the library `confusable-homoglyphs` carries it.
"""

import unicodedata
from functools import cache, lru_cache
from itertools import groupby
from typing import Final

from confusable_homoglyphs.confusables import confusables_data

from naysay.game import quote
from naysay.record import check_name
from naysay.server.errors import Refused

LONGEST_NAME: Final = 24
MOST_MARKS: Final = 4  # on one letter; UTS #39, 5.4
UNSEEN: Final = ("Cf", "Mn", "Me")  # format characters, and marks on a letter
BLANK: Final = ("FILLER", "BLANK")  # letters and signs that show nothing have it in their names


def clean_name(name: str) -> str:
    """A name as it will be shown; refuses what would garble the table, or show nothing."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    try:
        check_name(name)
    except ValueError as error:
        raise Refused("bad_name", str(error)) from error
    if len(name) > LONGEST_NAME or not bare(name).strip():
        raise Refused("bad_name", f"a name has 1 to {LONGEST_NAME} characters that can be seen, not {quote(name)}")
    if any(word in unicodedata.name(character, "") for character in name for word in BLANK):
        raise Refused("bad_name", f"a name has no characters that show nothing, not {quote(name)}")
    for marks, run in groupby(
        unicodedata.normalize("NFD", name), lambda one: unicodedata.category(one) in ("Mn", "Me")
    ):
        stacked = list(run)
        if marks and (len(stacked) > MOST_MARKS or len(set(stacked)) < len(stacked)):
            raise Refused("bad_name", f"a letter has at most {MOST_MARKS} marks, each once, not {quote(name)}")
    return name


def alike(first: str, second: str) -> bool:
    """Whether two names can be taken for each other.

    >>> alike("A\\u200bnn", "ＡNN"), alike("Pаul", "Paul"), alike("Al", "AI"), alike("Zoë", "zoe"), alike("Ann", "Anne")
    (True, True, True, True, False)
    """
    return not looks(first).isdisjoint(looks(second))


@lru_cache(4096)
def looks(name: str) -> frozenset[str]:
    """How a name may look, letter by letter: as it is written, and in small letters."""
    plain = bare(name)
    return frozenset({_skeleton(plain).casefold(), _skeleton(plain.casefold()).casefold()})


def bare(name: str) -> str:
    """A name without marks, and without what cannot be seen."""
    apart = unicodedata.normalize("NFKD", name)
    return "".join(character for character in apart if unicodedata.category(character) not in UNSEEN)


def _skeleton(text: str) -> str:
    return "".join(_prototypes().get(character, character) for character in text)


@cache
def _prototypes() -> dict[str, str]:
    """For each confusable letter what stands for all that look like it: several letters before one, then plain ones."""
    groups: dict[str, set[str]] = {}
    for character, others in confusables_data.items():
        one = bare(character)
        for other in filter(None, (bare(entry["c"]) for entry in others if one)):
            first, second = groups.setdefault(one, {one}), groups.setdefault(other, {other})
            if first is not second:
                larger, smaller = (first, second) if len(first) >= len(second) else (second, first)
                larger |= smaller
                for member in smaller:
                    groups[member] = larger
    found: dict[int, str] = {}
    return {
        text: found.setdefault(id(group), min(group, key=lambda one: (-min(len(one), 2), not one.isascii(), one)))
        for text, group in groups.items()
        if len(text) == 1
    }
