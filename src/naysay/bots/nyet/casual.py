"""The casual level of Nyet!: knows its side and what it holds, and remembers nothing.

It plays like `steady` with only the table before its eyes: it does not know which cards are gone, who showed a void, or
what the vetoes told about the others' hands.
"""

from random import Random
from typing import Final

from naysay.bots.choice import Choice
from naysay.bots.nyet.blindfolds import fold, honest
from naysay.bots.nyet.steady import bot as steady
from naysay.nyet.state import Move
from naysay.nyet.view import View

IGNORES: Final = ("tricks", "vetoes", "match")


def choose(view: View, legal: tuple[Move, ...], rng: Random) -> Choice:
    """What `steady` would do if this were all it knew."""
    return honest(view, steady.choose(fold(view, IGNORES), legal, rng), legal)
