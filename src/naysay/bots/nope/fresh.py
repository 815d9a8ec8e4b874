"""The fresh level of Nope!: looks at its own hand, and wants to keep as many cards as it can.

It draws if it may, lays as few cards as it must, and does not think about which cards go, which lies on top, or who has
to answer.
"""

from random import Random
from typing import Final

from naysay.bots.choice import Choice
from naysay.bots.nope.blindfolds import best, fold
from naysay.nope.state import Discard, Draw, Move
from naysay.nope.view import View

IGNORES: Final = ("history", "hands")


def choose(view: View, legal: tuple[Move, ...], rng: Random) -> Choice:
    """Any move that keeps the most cards."""
    seen = fold(view, IGNORES)
    return best(view, [(move, _kept(seen, move)) for move in legal], rng)


def _kept(view: View, move: Move) -> float:
    match move:
        case Discard(cards):
            return float(len(view.hand) - len(cards))
        case Draw():
            return float(len(view.hand) + 1)
    return 0.0
