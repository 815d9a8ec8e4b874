"""The bot that plays any legal move, each with the same chance, in any game."""

from random import Random
from typing import Any, Final

from naysay.bots.choice import Candidate, Choice
from naysay.bots.reason import NumberParam, collect, reason


@reason("One of {moves:# move/# moves}, picked blindly.")
def at_random(view: Any, move: Any, *, moves: NumberParam) -> bool:
    """There were this many legal moves, and this is one of them."""
    return moves > 0  # the view of any game does not say more


def choose(view: Any, legal: tuple[Any, ...], rng: Random) -> Choice:
    """Any legal move."""
    move = rng.choice(legal)
    return Choice(move, (Candidate(move, 0.0, (at_random(moves=len(legal)),)),))


REASONS: Final = collect(globals())
