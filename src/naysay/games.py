"""Which games there are.

A game from outside the package registers itself by one entry point in the group `naysay.games`:

[project.entry-points."naysay.games"]
snap = "my_package.snap:Snap"
"""

from functools import cache
from importlib.metadata import entry_points

from naysay.game import AnyGame, quote
from naysay.nope.rules import Nope
from naysay.nyet.rules import Nyet


@cache
def games() -> dict[str, AnyGame]:
    """Every registered game by its id."""
    known: dict[str, AnyGame] = {game.id: game for game in (Nyet(), Nope())}
    for entry in entry_points(group="naysay.games"):
        game: AnyGame = entry.load()()
        if game.id in known:
            raise ValueError(f"entry point {entry.name!r} registers the game {game.id!r}, which is there already")
        known[game.id] = game
    return known


def find(id: str) -> AnyGame:
    """The game with this id."""
    if id not in games():
        raise ValueError(f"unknown game {quote(id)}; known: {', '.join(sorted(games()))}")
    return games()[id]
