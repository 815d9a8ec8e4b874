"""Whom the steady bot takes as partner, and who gets the bonus card: what the vetoes told about the other hands."""

from typing import Final

from naysay.bots.nyet.steady.hand_value import surplus
from naysay.bots.nyet.steady.veto import EDGE
from naysay.game import Seat
from naysay.nyet.cards import COLOURS
from naysay.nyet.edition import NONE
from naysay.nyet.state import Team
from naysay.nyet.view import View

# Least squares of a hand's strength above the average on its vetoes: 1,000 rounds of Iello's edition with four of these
# bots, R² 0.60.
COLOUR: Final = 0.56
LAST_COLOUR: Final = 0.5
POINTS: Final = 1.4


def told(view: View, seat: Seat) -> float:
    """By how much a seat's vetoes make it look stronger than the average; when units are bad, likelier to take them."""
    assert view.terms is not None
    points = view.terms.points
    hint = 0.0
    for row in ("trump", "super"):
        by = [other for other, where, _ in view.vetoes if where == row]
        hint += COLOUR * by.count(seat) + (LAST_COLOUR if by and by[-1] == seat else 0.0)
    for other, row, box in view.vetoes:
        if other == seat and row == "points":
            hint += POINTS if int(box) < points else -POINTS
    return hint


def roles(players: int, first: Seat, move: Team) -> dict[Seat, str]:
    """The role of every seat if the first player makes these teams."""
    found = {}
    for seat in range(players):
        with_first = seat == first or seat in move.partners
        size = 1 + len(move.partners) if with_first else players - 1 - len(move.partners)
        if players == 3:
            found[seat] = "solo" if size == 1 else "duo"
        elif players == 5:
            found[seat] = "trio" if size == 3 else "holder" if seat == move.bonus else "mate"
        else:
            found[seat] = "even"
    return found


def judge(view: View, legal: tuple[Team, ...]) -> list[float]:
    """How good each way to make the teams looks: the lead in points over the mean of the others."""
    terms, me, players = view.terms, view.seat, view.setup.players
    assert terms is not None
    assert me is not None
    good = terms.points > 0
    trump = COLOURS[terms.trump] if terms.trump else NONE
    supertrump = COLOURS[terms.supertrump[0]] if terms.supertrump else NONE
    own = surplus(view, trump, supertrump)
    above = {seat: told(view, seat) for seat in range(players)}
    above[me] = own[0] if good else own[1]
    scores = []
    for move in legal:
        given = roles(players, me, move)
        start, _, bad_start, _, against = EDGE[players][given[me]]
        ahead = start if good else bad_start
        for seat, role in given.items():
            step = EDGE[players][role][1 if good else 3]
            same = seat == me or seat in move.partners
            ahead += (step if same else -step) * above[seat]
        score = abs(terms.points) * against * (ahead if good else -ahead)
        if view.options.bonus == "player" and given[me] in ("solo", "holder"):
            # It doubles what the own side scores: about half of all tricks.
            score += terms.points * view.edition.hand[players] / 2
        scores.append(score)
    return scores
