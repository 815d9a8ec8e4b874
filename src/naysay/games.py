"""Which games there are.

A game from outside the package registers itself by one entry point that bears its id:

[project.entry-points."naysay.games"]
snap = "my_package.snap:Snap"
"""

from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from typing import Final

from naysay import record
from naysay.game import AnyGame, quote
from naysay.nope.rules import Nope
from naysay.nyet.rules import Nyet
from naysay.record import Record

BUILT_IN: Final[dict[str, AnyGame]] = {game.id: game for game in (Nyet(), Nope())}


def ids() -> list[str]:
    """The ids of all registered games."""
    return sorted({*BUILT_IN, *entry_points(group="naysay.games").names})


@cache
def find(id: str) -> AnyGame:
    """The game with this id; one from outside is loaded only when it is asked for."""
    if id in BUILT_IN:
        return BUILT_IN[id]
    registered = tuple(entry_points(group="naysay.games", name=id))
    if not registered:
        raise ValueError(f"unknown game {quote(id)}; known: {', '.join(ids())}")
    try:
        game: AnyGame = registered[0].load()()
    except Exception as error:  # whatever the foreign package does
        raise ValueError(f"the game {id!r} ({registered[0].value}) cannot be loaded: {error!r}") from error
    if game.id != id:
        raise ValueError(f"the entry point {id!r} ({registered[0].value}) gives a game with the id {quote(game.id)}")
    return game


def read_record(line: str | bytes) -> Record:
    """The record on a line, of whichever game it is."""
    return record.read(line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line, find)


def usual_players(game: AnyGame, edition: object = None) -> int:
    """How many play if nobody says: four, or the nearest number that the edition has.

    >>> usual_players(find("nyet"), "goldsieber-1997")
    4
    """
    for count in sorted(game.players, key=lambda count: (abs(count - 4), count)):
        with suppress(ValueError):
            return int(game.setup(count, 0, edition).players)
    return 4
