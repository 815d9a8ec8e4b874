"""The fresh level of Nyet!: looks at its own hand and the trick on the table, and plays for itself.

It knows the rules, and what beats what. It wants the colours that it holds many of, takes a trick with its highest card
if it can, and throws its lowest card away if it cannot; where tricks are bad, the other way round. It does not know who
plays with whom, what loot is, or that anything happened before.
"""

from random import Random
from typing import Any, Final

from naysay.bots.choice import Choice
from naysay.bots.nyet.blindfolds import best, fold
from naysay.bots.nyet.counting import TRUMP, scale
from naysay.nyet.cards import LETTERS, VALUES
from naysay.nyet.edition import NONE
from naysay.nyet.state import Discard, Move, Play, Team, Veto
from naysay.nyet.tricks import winning
from naysay.nyet.view import View

IGNORES: Final = ("tricks", "vetoes", "sides", "match")


def choose(view: View, legal: tuple[Move, ...], rng: Random) -> Choice:
    """What looks best at first sight."""
    seen = fold(view, IGNORES)
    return best(view, seen, legal, [_judge(seen, move) for move in legal], rng)


def _judge(view: View, move: Any) -> float:
    match move:
        case Veto():
            return _veto(view, move)
        case Team():
            return float(move.bonus == view.seat)
        case Discard():
            return -_good(view) * sum(VALUES[card] for card in move.cards)
    assert isinstance(move, Play)
    return _play(view, move)


def _veto(view: View, move: Veto) -> float:
    """The colour that it holds least of, before anything else; then low points."""
    if move.row in ("trump", "super"):
        if move.box == NONE:
            return 10.0
        held = [card for card in view.hand if card[0] == LETTERS[move.box]]
        return 20.0 - (len(held) if move.row == "trump" else sum(VALUES[card] == view.edition.low for card in held))
    return -int(move.box) if move.row == "points" else -100.0


def _play(view: View, move: Play) -> float:
    """High if the card takes the trick as it lies, low if it does not; the other way round if tricks are bad."""
    assert view.terms is not None
    power = scale(view.edition, view.setup.players, view.terms).power[move.card]
    if not view.trick:
        return _good(view) * (power % TRUMP)  # trumps are for later
    takes = winning((*view.trick, move.card), view.terms) == len(view.trick)
    if _good(view) > 0:
        return 2 * TRUMP + power if takes else -power
    return -2 * TRUMP - power if takes else power


def _good(view: View) -> int:
    assert view.terms is not None
    return 1 if view.terms.points > 0 else -1
