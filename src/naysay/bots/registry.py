"""Which bots there are, by name and game."""

from typing import Final

from naysay.bots import random_bot
from naysay.bots.choice import Bot
from naysay.bots.nope import steady as steady_nope
from naysay.bots.nyet import steady as steady_nyet
from naysay.game import quote

FOR_ANY_GAME: Final[dict[str, Bot]] = {"random": random_bot.choose}
FOR_GAME: Final[dict[str, dict[str, Bot]]] = {
    "nyet": {"steady": steady_nyet.choose},
    "nope": {"steady": steady_nope.choose},
}


def bots_for(game: str) -> dict[str, Bot]:
    """The bots that can play this game, by name."""
    return FOR_ANY_GAME | FOR_GAME.get(game, {})


def find(name: str, game: str) -> Bot:
    """The bot with this name."""
    known = bots_for(game)
    if name not in known:
        raise ValueError(f"no bot {quote(name)} plays {game}; known: {', '.join(known)}")
    return known[name]
