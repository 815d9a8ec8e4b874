"""The bot that plays any legal move, each with the same chance, in any game."""

from random import Random
from typing import Any

from naysay.bots.choice import Candidate, Choice, Why


def choose(view: Any, legal: tuple[Any, ...], rng: Random) -> Choice:
    """Any legal move."""
    move = rng.choice(legal)
    return Choice(move, (Candidate(move, 0.0, (Why("at_random", {"moves": len(legal)}),)),))
