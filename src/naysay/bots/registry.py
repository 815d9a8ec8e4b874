"""Which bots there are: each is a value with its name, its game, its level, whether it searches, and how it is loaded.

A bot from outside the package registers such a value by an entry point that bears its game and its name:

[project.entry-points."naysay.bots"]
"nyet.lucky" = "my_package.lucky:LUCKY"
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import Any, Final

from naysay.bots.choice import Bot
from naysay.bots.think import Think
from naysay.game import quote

GROUP: Final = "naysay.bots"


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot, not loaded yet; `load` gives its function `choose`, since some bots bring a compiler with them.

    A bot that searches also takes a `think`. A bot without a game plays any; only those with a level are offered.
    """

    name: str
    game: str | None
    load: Callable[[], Callable[..., Any]]
    level: int | None = None  # the weakest first
    searches: bool = False
    hints: str = ""  # how long it thinks about a hint: nodes, so that the same view always gives the same one


def _choose(module: str) -> Callable[..., Any]:
    found: Callable[..., Any] = import_module(module).choose
    return found


def _built_in(name: str, game: str | None, module: str, **more: Any) -> Entry:
    return Entry(name, game, partial(_choose, f"naysay.bots.{module}"), **more)


# Nodes for a hint: about 0.3 s; in Nope! it is mostly done with fewer.
BUILT_IN: Final = (
    _built_in("random", None, "random_bot"),
    _built_in("fresh", "nyet", "nyet.fresh", level=1),
    _built_in("casual", "nyet", "nyet.casual", level=2),
    _built_in("steady", "nyet", "nyet.steady.bot", level=3),
    _built_in("sharp", "nyet", "nyet.sharp.bot", level=4, searches=True, hints="1000n"),
    _built_in("ismcts", "nyet", "nyet.ismcts.bot", searches=True),
    _built_in("fresh", "nope", "nope.fresh", level=1),
    _built_in("casual", "nope", "nope.casual", level=2),
    _built_in("steady", "nope", "nope.steady.bot", level=3),
    _built_in("sharp", "nope", "nope.sharp.bot", level=4, searches=True, hints="50000n"),
)
FOR_ANY_GAME: Final = tuple(one.name for one in BUILT_IN if one.game is None)
FOR_GAME: Final = {
    game: tuple(one.name for one in BUILT_IN if one.game == game)
    for game in dict.fromkeys(one.game for one in BUILT_IN if one.game is not None)
}
THINKING: Final = frozenset(one.name for one in BUILT_IN if one.searches)


def bots_for(game: str) -> tuple[str, ...]:
    """The names of the bots that can play this game. None of them is loaded."""
    return tuple(dict.fromkeys((*FOR_ANY_GAME, *FOR_GAME.get(game, ()), *_outside(game))))


def entry(name: str, game: str) -> Entry:
    """The bot with this name; one from outside is loaded only when it is asked for."""
    for one in BUILT_IN:
        if one.name == name and one.game in (game, None):
            return one
    found = _outside(game).get(name)
    if found is None:
        raise ValueError(f"no bot {quote(name)} plays {game}; known: {', '.join(bots_for(game))}")
    return _load(found, name, game)


def find(text: str, game: str) -> Bot:
    """The bot with this name; behind a colon may stand how long it thinks: `sharp:0.2`, `sharp:500n`."""
    name, colon, time = text.partition(":")
    one = entry(name, game)
    if colon and not one.searches:
        raise ValueError(f"{name} does not search: it needs no time to think")
    choose = one.load()
    return partial(choose, think=Think.read(time)) if colon else choose


def can_search() -> bool:
    """Whether the libraries are there that bots need to search (the extra `solver`)."""
    return find_spec("numba") is not None


def levels_for(game: str) -> tuple[str, ...]:
    """The levels at which bots play this game, the weakest first.

    A game that has none is played by whatever bot there is.
    """
    known = [one for one in BUILT_IN if one.game == game and (can_search() or not one.searches)]
    levels = sorted((one.level, one.name) for one in known if one.level is not None)
    return tuple(name for _, name in levels) or bots_for(game)


def strongest(game: str) -> str:
    """The best level there is."""
    return levels_for(game)[-1]


def adviser(game: str) -> str:
    """Who gives hints: the best level."""
    level = strongest(game)
    hints = entry(level, game).hints
    return f"{level}:{hints}" if hints else level


@cache
def _outside(game: str) -> dict[str, EntryPoint]:
    """The bots from outside that are registered for a game, by name."""
    prefix = f"{game}."
    return {one.name.removeprefix(prefix): one for one in entry_points(group=GROUP) if one.name.startswith(prefix)}


@cache
def _load(point: EntryPoint, name: str, game: str) -> Entry:
    try:
        found = point.load()
    except Exception as error:  # whatever the foreign package does
        raise ValueError(f"the bot {name!r} ({point.value}) cannot be loaded: {error!r}") from error
    if not isinstance(found, Entry) or (found.name, found.game) != (name, game):
        raise ValueError(f"the entry point {point.name!r} ({point.value}) gives {quote(found)}, no such bot")
    return found
