"""The sharp bot for Nyet!: in every phase a search over worlds. It says what it expects of each move, and why."""

from functools import cache
from random import Random
from time import perf_counter
from typing import Any, Final

import numpy as np

from naysay.bots.choice import Candidate, Choice, Why, contrast, descending, set_apart
from naysay.bots.nyet.counting import count
from naysay.bots.nyet.explain import why_apart, why_discard, why_play, why_team, why_veto
from naysay.bots.nyet.sharp import cards, discards
from naysay.bots.nyet.sharp.search import POINTS, SCORE, TAKES, Budget, Tally
from naysay.bots.nyet.sharp.veto_and_teams import search_teams, search_vetoes
from naysay.bots.nyet.sharp.veto_board import fits
from naysay.bots.nyet.steady import bot as steady
from naysay.bots.think import Think
from naysay.match import Match
from naysay.nyet.rules import Nyet
from naysay.nyet.state import Discard, Move, Play, Team, Veto
from naysay.nyet.view import View

SHOWN: Final = 4
DEFAULT_THINK: Final = Think()


def choose(view: View, legal: tuple[Move, ...], rng: Random, think: Think = DEFAULT_THINK) -> Choice:
    """The move with the best prospects, with the best others and the reasons of each.

    Where there is one move only, or more cards than the solver's masks hold, it does as the steady bot.
    """
    warm_up()
    started = perf_counter()
    if len(legal) == 1 or not fits(view.edition, view.setup.players):
        return steady.choose(view, legal, rng)
    tally = search(view, legal, rng, Budget.start(think, started))
    scores, means, errors = tally.scores, tally.means, tally.errors
    order = sorted(np.flatnonzero(tally.tried).tolist(), key=lambda place: -scores[place])[:SHOWN]
    moves = [legal[place] for place in order]
    reasons = contrast(set_apart(moves, [why(view, move, legal) for move in moves], why_apart))
    leads = descending([lead(view, tally, place) for place in order])
    candidates = tuple(
        Candidate(
            legal[place],
            round(float(scores[place]), 9),
            reasons[rank],
            expected=float(means[place, POINTS]),
            error=float(errors[place]),
            takes=float(means[place, TAKES]) if isinstance(legal[0], Play) else None,
            lead=leads[rank],
        )
        for rank, place in enumerate(order)
    )
    return Choice(candidates[0].move, candidates)


@cache
def warm_up() -> None:
    """Compile, or load from disk, what the first moves would wait for: a short search of every kind."""
    game, rng, seen = Nyet(), Random(6), set()
    for players in (4, 3):
        match = Match(game, game.setup(players, 0), rng)
        for seat in match.turns():
            view, legal = match.view(seat), match.legal(seat)
            told = players == 3 and view.sides is not None and view.terms is not None and view.terms.first != seat
            kind = type(legal[0]), len(view.hand) <= 3, bool(view.vetoes), told
            if kind not in seen and len(legal) > 1:
                seen.add(kind)
                search(view, legal, rng, Budget.start(Think(nodes=1), 0.0))
            match.act(seat, steady.choose(view, legal, rng).move)
            if match.state.rounds:
                break


def search(view: View, legal: tuple[Any, ...], rng: Random, budget: Budget) -> Tally:
    """What each move leads to, by the search of this phase."""
    match legal[0]:
        case Veto():
            return search_vetoes(view, legal, rng, budget)
        case Team():
            return search_teams(view, legal, rng, budget)
        case Discard():
            return discards.search(view, legal, rng, budget)
    return cards.search(view, legal, rng, budget)


def lead(view: View, tally: Tally, place: int) -> float:
    """What a move's score is in points: cards are rated in units, vetoes and teams in points already.

    A move that was given up early is told by what was found until then.
    """
    found = tally.scores[place] if place in tally.active else tally.means[place, SCORE]
    units = view.phase in ("discard", "play") and view.terms is not None
    return float(found) * (abs(view.terms.points) if units and view.terms is not None else 1)


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
