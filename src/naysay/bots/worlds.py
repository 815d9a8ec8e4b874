"""Worlds: what the hidden cards may be.

Deals them uniformly among all deals that agree with everything a seat has seen.

A deal is an order of the cards before any of them was played, with equal cards told apart: three R1 are three times as
likely somewhere as one R2. What others did is used as far as the rules leave no other explanation (a suit not followed,
a draw that needs a hand without a set); what it hints at beyond that is for the bots to weigh.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from naysay.bots.nope import worlds as nope
from naysay.bots.nyet import worlds as nyet
from naysay.nope.view import View as NopeView
from naysay.nyet.view import View as NyetView


def deals(view: Any, rng: Random) -> Iterator[Any]:
    """Whole states, without end, each equally likely among all that `view` allows; `game.view` of each is `view` again.

    For Nope! they come from a Markov chain: what follows each other is a little alike, and long games take their time.
    """
    match view:
        case NyetView():
            return nyet.deals(view, rng)
        case NopeView():
            return nope.deals(view, rng)
    raise ValueError(f"no worlds for a view of {type(view).__module__}")


def deal(view: Any, rng: Random) -> Any:
    """One such state."""
    return next(deals(view, rng))
