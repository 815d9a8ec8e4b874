"""The casual level of Nope!: knows which cards are good to keep, and what it asks of the next player; counts nothing.

It plays like `steady` with only the table before its eyes: for it the hidden cards are a fresh deck, whatever was laid,
and who said "Nope!" a moment ago may hold anything. It does not look at how many cards the others have left.
"""

from random import Random
from typing import Final

from naysay.bots.choice import Choice
from naysay.bots.nope.blindfolds import fold, honest
from naysay.bots.nope.steady import bot as steady
from naysay.nope.state import Move
from naysay.nope.view import View

IGNORES: Final = ("history", "hands")


def choose(view: View, legal: tuple[Move, ...], rng: Random) -> Choice:
    """What `steady` would do if this were all it knew."""
    return honest(view, steady.choose(fold(view, IGNORES), legal, rng))
