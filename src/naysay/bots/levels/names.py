"""The levels of a game by name, the weakest first."""

from typing import Final

from naysay.bots.registry import THINKING, THOROUGH, bots_for, can_search

LEVELS: Final = ("fresh", "casual", "steady", "sharp")


def levels_for(game: str) -> tuple[str, ...]:
    """The levels at which bots play this game; a game that has none is played by whatever bot there is."""
    known = [name for name in bots_for(game) if name not in THINKING or can_search()]
    return tuple(name for name in LEVELS if name in known) or tuple(known)


def strongest(game: str) -> str:
    """The best level there is."""
    return levels_for(game)[-1]


def adviser(game: str) -> str:
    """Who gives hints: the best level, with nodes if it searches, so that the same view always gives the same hint."""
    level = strongest(game)
    return f"{level}:{THOROUGH[game]}" if level in THINKING else level
