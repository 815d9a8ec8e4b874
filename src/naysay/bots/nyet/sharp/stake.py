"""What the match makes of a round: in its last one, who wins counts besides the points."""

from typing import Final

import numpy as np

from naysay.bots.nyet.sharp.machine import Floats
from naysay.nyet.view import View

WIN: Final = 2.0  # units that it is worth to pass every opponent in the last round
CLOSE: Final = 6.0  # points by which one must be ahead to be sure


def is_last(view: View) -> bool:
    """Whether this round is the last one for sure."""
    rounds = view.edition.rounds[view.setup.players]
    return view.options.target is None and len(view.rounds) + 1 == rounds


def stake(view: View, lead: Floats) -> Floats:
    """What a lead in points, made from now on, is worth besides: partners score alike, so opponents are to be passed.

    A tie shares the win, so it counts half.
    """
    if not is_last(view) or view.sides is None or view.seat is None:
        return np.zeros_like(lead)
    own = view.sides[view.seat]
    rivals = [seat for seat, side in enumerate(view.sides) if side != own]
    worth = np.zeros_like(lead)
    for rival in rivals:
        ahead = view.totals[view.seat] + _scored(view, own) - view.totals[rival] - _scored(view, 1 - own)
        worth = worth + WIN * np.clip((ahead + lead) / CLOSE, -1.0, 1.0) / len(rivals)
    return worth


def _scored(view: View, side: int) -> int:
    """The points that a side has made in this round so far."""
    assert view.sides is not None
    assert view.terms is not None
    double = view.bonus if view.options.bonus == "own" else None
    return view.terms.points * sum(
        (view.tricks[seat] + view.loot[seat]) * (2 if seat == double else 1)
        for seat, other in enumerate(view.sides)
        if other == side
    )
