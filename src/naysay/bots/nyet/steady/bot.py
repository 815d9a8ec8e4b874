"""The steady bot for Nyet!: rules of thumb for veto, teams, discards and play. It counts cards and does not search."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from naysay.bots.choice import Candidate, Choice, Why, set_apart
from naysay.bots.nyet.counting import count
from naysay.bots.nyet.explain import why_apart, why_discard, why_play, why_team, why_veto
from naysay.bots.nyet.steady import cards, discards
from naysay.bots.nyet.steady.veto_and_teams import judge_teams, judge_vetoes
from naysay.nyet.state import Discard, Move, Team, Veto
from naysay.nyet.view import View

SHOWN: Final = 4


def choose(view: View, legal: tuple[Move, ...], rng: Random) -> Choice:
    """The move that looks best, with the best others and the reasons of each."""
    found, why = _judge(view, legal)
    scores = [round(score, 9) for score in found]
    order = list(range(len(legal)))
    rng.shuffle(order)
    order.sort(key=lambda place: -scores[place])
    best = order[:SHOWN]
    moves = [legal[place] for place in best]
    reasons = set_apart(moves, [why(move) for move in moves], why_apart)
    candidates = tuple([Candidate(legal[place], scores[place], reasons[rank]) for rank, place in enumerate(best)])
    return Choice(candidates[0].move, candidates)


def _judge(view: View, legal: tuple[Any, ...]) -> tuple[list[float], Callable[[Any], tuple[Why, ...]]]:
    """How good each move looks, and what tells the reasons of a move."""
    match legal[0]:
        case Veto():
            return judge_vetoes(view, legal), lambda move: why_veto(view, move, len(legal))
        case Team():
            return judge_teams(view, legal), lambda move: why_team(view, move)
    known = count(view)
    if isinstance(legal[0], Discard):
        return discards.judge(known, legal), lambda move: why_discard(known, move, len(legal))
    scores = cards.judge(view, known, legal)
    return scores, lambda move: why_play(view, known, move, legal)
