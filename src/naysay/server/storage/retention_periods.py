"""How long a server keeps what nobody uses any more, as whoever runs it has said: `guests=400d,games=forever`."""

import re
from dataclasses import dataclass, fields, replace
from typing import Final

from naysay.game import quote
from naysay.server.table.entries import DAY, SECOND

FOREVER: Final = "forever"
UNITS: Final = {"h": 3600 * SECOND, "d": DAY}
SPAN: Final = re.compile(r"([1-9][0-9]{0,5})([hd])")
LEAST: Final = {"guests": DAY}  # who was here is noted once an hour


@dataclass(frozen=True, slots=True)
class Keep:
    """In milliseconds; None: for ever."""

    guests: int | None = 400 * DAY  # who has not been seen since; a cookie holds for a year
    tables: int | None = 7 * DAY  # closed before a game began
    chat: int | None = 90 * DAY
    games: int | None = None  # over, or closed after they began

    @staticmethod
    def read(*texts: str) -> "Keep":
        """What an operator has said, the rest as usual.

        >>> Keep.read("guests=30d,chat=12h", "games=forever").chat
        43200000
        """
        keep, known = Keep(), [field.name for field in fields(Keep)]
        for part in (part for text in texts for part in text.split(",")):
            name, _, span = part.strip().partition("=")
            if name not in known:
                raise ValueError(f"--keep {quote(part)}: expected one of {', '.join(known)}, as in guests=400d")
            keep = replace(keep, **{name: _span(part, name, span)})
        return keep

    def __str__(self) -> str:
        return ",".join(f"{field.name}={_said(getattr(self, field.name))}" for field in fields(self))


def _span(part: str, name: str, span: str) -> int | None:
    if span == FOREVER:
        return None
    found = SPAN.fullmatch(span)
    if found is None:
        raise ValueError(f"--keep {quote(part)}: expected days, hours or {FOREVER}, as in {name}=400d or {name}=12h")
    length = int(found[1]) * UNITS[found[2]]
    if length < LEAST.get(name, 0):
        raise ValueError(f"--keep {quote(part)}: {name} are kept for a day at least")
    return length


def _said(length: int | None) -> str:
    if length is None:
        return FOREVER
    return f"{length // DAY}d" if length % DAY == 0 else f"{length // UNITS['h']}h"
