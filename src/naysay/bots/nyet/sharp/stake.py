"""What the match makes of a round: in its last one, who wins counts besides the points.

Before that a lead in points is as good a measure as any: what it will be worth is nearly the same for all.
"""

from typing import Final, NamedTuple

import numpy as np

from naysay.bots.nyet.sharp.machine import Floats, inner
from naysay.nyet.view import View

WIN: Final = 10.0  # units that it is worth to pass every opponent in the last round
POINTS: Final = 2.0  # of a unit, about, before they are settled
CLOSE: Final = 6.0  # points by which one must be ahead to be sure, when cards are played
TURN: Final = 16.0  # the same before there are teams


class Match(NamedTuple):
    """The match before there are teams: how far ahead the own seat is of each, and what it is worth to win."""

    ahead: Floats
    win: float


def is_last(view: View) -> bool:
    """Whether this round is the last one for sure."""
    rounds = view.edition.rounds[view.setup.players]
    return view.options.target is None and len(view.rounds) + 1 == rounds


def standing(view: View) -> Match:
    """The match, as the seat sees it."""
    assert view.seat is not None
    ahead = np.zeros(5)
    for seat, total in enumerate(view.totals):
        ahead[seat] = view.totals[view.seat] - total
    return Match(ahead, WIN * POINTS if is_last(view) else 0.0)


@inner
def promise(match: Match, players: int, me: int, mates: int, lead: float) -> float:
    """What it is worth for the match if `mates` is one side and the own one gets such a lead in points.

    Partners score alike, so nobody is passed by being their partner.
    """
    found = 0.0
    for seat in range(players):
        if seat != me:
            apart = (mates >> seat ^ mates >> me) & 1
            share = (match.ahead[seat] + lead) / TURN if apart else match.ahead[seat]
            found += min(1.0, max(-1.0, share))
    return match.win * found / (players - 1)


def stake(view: View, lead: Floats) -> Floats:
    """What a lead in points, made from now on with the teams as they are, is worth besides: opponents are to be passed.

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
