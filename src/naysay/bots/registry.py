"""Which bots there are, by name and game."""

from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from naysay.bots.choice import Bot
from naysay.bots.think import Think
from naysay.game import quote

FOR_ANY_GAME: Final = {"random": "naysay.bots.random_bot"}
FOR_GAME: Final = {
    "nyet": {
        "fresh": "naysay.bots.levels.nyet.fresh",
        "casual": "naysay.bots.levels.nyet.casual",
        "steady": "naysay.bots.nyet.steady",
        "sharp": "naysay.bots.nyet.sharp.bot",
        "ismcts": "naysay.bots.nyet.ismcts",
    },
    "nope": {
        "fresh": "naysay.bots.levels.nope.fresh",
        "casual": "naysay.bots.levels.nope.casual",
        "steady": "naysay.bots.nope.steady",
        "sharp": "naysay.bots.nope.sharp",
    },
}
THINKING: Final = frozenset({"ismcts", "sharp"})  # whose `choose` takes a `Think` as well
# Nodes with which the best of a game thinks a move over, within about 0.3 s; in Nope! it is mostly done with fewer.
THOROUGH: Final = {"nyet": "1000n", "nope": "50000n"}


def bots_for(game: str) -> tuple[str, ...]:
    """The names of the bots that can play this game. None of them is loaded: some bring a compiler with them."""
    return (*FOR_ANY_GAME, *FOR_GAME.get(game, {}))


def find(text: str, game: str) -> Bot:
    """The bot with this name; behind a colon may stand how long it thinks: `sharp:0.2`, `sharp:500n`."""
    name, colon, time = text.partition(":")
    if name not in bots_for(game):
        raise ValueError(f"no bot {quote(name)} plays {game}; known: {', '.join(bots_for(game))}")
    if colon and name not in THINKING:
        raise ValueError(f"{name} does not search: it needs no time to think")
    module = import_module((FOR_ANY_GAME | FOR_GAME.get(game, {}))[name])
    choose: Bot = partial(module.choose, think=Think.read(time)) if colon else module.choose
    return choose


def can_search() -> bool:
    """Whether the libraries are there that bots need to search (the extra `solver`)."""
    return find_spec("numba") is not None
