"""The sharp bot for Nyet!: in every phase a search over worlds. It says what it expects of each move, and why."""

from random import Random
from time import perf_counter
from typing import Any, Final

import numpy as np

from naysay.bots.choice import Candidate, Choice, Why, contrast
from naysay.bots.nyet import steady
from naysay.bots.nyet.count import count
from naysay.bots.nyet.sharp import give, play, team, veto
from naysay.bots.nyet.sharp.board import fits
from naysay.bots.nyet.sharp.tally import POINTS, TAKES, Budget, Tally
from naysay.bots.nyet.sharp.warm import ready
from naysay.bots.nyet.why import why_discard, why_play, why_team, why_veto
from naysay.bots.think import Think
from naysay.nyet.state import Discard, Move, Play, Team, Veto
from naysay.nyet.view import View

SHOWN: Final = 4
USUAL: Final = Think()


def choose(view: View, legal: tuple[Move, ...], rng: Random, think: Think = USUAL) -> Choice:
    """The move with the best prospects, with the best others and the reasons of each.

    Where there is one move only, or more cards than the solver's masks hold, it does as the steady bot.
    """
    ready(search)
    started = perf_counter()
    if len(legal) == 1 or not fits(view.edition, view.setup.players):
        return steady.choose(view, legal, rng)
    tally = search(view, legal, rng, Budget.start(think, started))
    scores, means, errors = tally.scores, tally.means, tally.errors
    order = sorted(np.flatnonzero(tally.tried).tolist(), key=lambda place: -scores[place])[:SHOWN]
    reasons = contrast([why(view, legal[place], legal) for place in order])
    candidates = tuple(
        Candidate(
            legal[place],
            round(float(scores[place]), 9),
            reasons[rank],
            expected=float(means[place, POINTS]),
            error=float(errors[place]),
            takes=float(means[place, TAKES]) if isinstance(legal[0], Play) else None,
        )
        for rank, place in enumerate(order)
    )
    return Choice(candidates[0].move, candidates)


def search(view: View, legal: tuple[Any, ...], rng: Random, budget: Budget) -> Tally:
    """What each move leads to, by the search of this phase."""
    match legal[0]:
        case Veto():
            return veto.search(view, legal, rng, budget)
        case Team():
            return team.search(view, legal, rng, budget)
        case Discard():
            return give.search(view, legal, rng, budget)
    return play.search(view, legal, rng, budget)


def why(view: View, move: Any, legal: tuple[Any, ...]) -> tuple[Why, ...]:
    """All that can be said for a move."""
    match move:
        case Veto():
            return why_veto(view, move, len(legal))
        case Team():
            return why_team(view, move)
        case Discard():
            return why_discard(count(view), move, len(legal))
    return why_play(view, count(view), move, legal)
