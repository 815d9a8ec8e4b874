"""What the units of a round come to: points by the options, and in the last round who wins the match besides.

Before that a lead in points is as good a measure as any: what it will be worth is nearly the same for all.
"""

from typing import Final, NamedTuple

import numpy as np

from naysay.bots.nyet.sharp.veto_board import Board, score
from naysay.game import Seat
from naysay.native.jit import Floats, compiled
from naysay.nyet.view import View

WIN: Final = 10.0  # units that it is worth to pass every opponent in the last round
POINTS: Final = 2.0  # of a unit, about, before they are settled
CLOSE: Final = 6.0  # points by which one must be ahead to be sure, when cards are played
TURN: Final = 16.0  # the same before there are teams


class Match(NamedTuple):
    """The match before there are teams: how far ahead your own seat is of each, and what it is worth to win."""

    ahead: Floats
    win: float


def is_last(view: View) -> bool:
    """Whether this round is the last one for sure."""
    return view.options.target is None and len(view.rounds) + 1 == view.options.rounds


def standing(view: View) -> Match:
    """The match, as the seat sees it."""
    assert view.seat is not None
    ahead = np.zeros(5)
    for seat, total in enumerate(view.totals):
        ahead[seat] = view.totals[view.seat] - total
    return Match(ahead, WIN * POINTS if is_last(view) else 0.0)


@compiled
def promise(match: Match, board: Board, points: float, me: int, mates: int, bonus: int, lead: float) -> float:
    """What it is worth for the match if `mates` is one side, `bonus` has the card and your own side this lead in units.

    Partners score alike unless one scores double, so nobody is passed by being their partner.
    """
    found = 0.0
    mine = score(board, points, me == bonus, lead)
    for seat in range(board.players):
        if seat != me:
            same = mates >> seat & 1 == mates >> me & 1
            share = match.ahead[seat]
            if not same or (board.doubled and bonus in (me, seat)):
                share = (share + mine - score(board, points, seat == bonus, lead if same else -lead)) / TURN
            found += min(1.0, max(-1.0, share))
    return match.win * found / (board.players - 1)


def outcome(view: View, own: Floats, other: Floats) -> tuple[Floats, Floats]:
    """What units come to that both sides still make, with the teams as they are: how good that is, and your own points.

    Good is a lead in units, and in the last round to pass others besides. A tie shares the win, so it counts half.
    """
    assert view.terms is not None
    assert view.sides is not None
    assert view.seat is not None
    side, points = view.sides[view.seat], view.terms.points
    sums = {side: points * (_units(view, side) + own), 1 - side: points * (_units(view, 1 - side) + other)}
    if view.options.scoring == "difference":
        ahead = sums[side] - sums[1 - side]
        sums = {side: np.maximum(0.0, ahead), 1 - side: np.maximum(0.0, -ahead)}
    double = view.bonus if view.options.bonus == "player" else None

    def points_of(seat: Seat) -> Floats:
        assert view.sides is not None
        return sums[view.sides[seat]] * (2 if seat == double else 1)

    good, mine = np.sign(points) * (own - other), points_of(view.seat)
    if is_last(view):
        others = [seat for seat in range(len(view.sides)) if seat != view.seat]
        rivals = [seat for seat in others if view.sides[seat] != side or double in (seat, view.seat)]
        for rival in rivals:
            ahead = view.totals[view.seat] + mine - view.totals[rival] - points_of(rival)
            good = good + WIN * np.clip(ahead / CLOSE, -1.0, 1.0) / len(rivals)
    return good, mine


def _units(view: View, side: int) -> int:
    """The units that a side has made in this round so far."""
    assert view.sides is not None
    double = view.bonus if view.options.bonus == "own" else None
    return sum(
        (view.tricks[seat] + view.loot[seat]) * (2 if seat == double else 1)
        for seat, other in enumerate(view.sides)
        if other == side
    )
