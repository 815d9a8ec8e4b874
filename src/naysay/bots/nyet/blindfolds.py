"""Blindfolds for Nyet!: a view without what a level ignores, and reasons that hold all the same."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from naysay.bots.choice import Candidate, Choice, Why
from naysay.bots.nyet import reasons
from naysay.bots.nyet.counting import count
from naysay.bots.nyet.explain import why_discard, why_play, why_team, why_veto
from naysay.bots.nyet.steady.bot import SHOWN
from naysay.nyet.state import Discard, Team, Veto
from naysay.nyet.view import View


def without_tricks(view: View) -> View:
    """Forget the tricks that were taken: which cards are gone, and who did not follow."""
    none = (0,) * view.setup.players
    return replace(view, taken=(), tricks=none, loot=none, sums=None)


def without_vetoes(view: View) -> View:
    """Forget who covered what; the board still shows what is covered."""
    board = tuple(replace(row, boxes=tuple(replace(box, by=None) for box in row.boxes)) for row in view.board)
    return replace(view, vetoes=(), board=board)


def without_sides(view: View) -> View:
    """Forget who plays with whom: everybody else is an opponent, and no card counts double."""
    if view.sides is None:
        return view
    return replace(
        view, sides=tuple(int(seat != view.seat) for seat in range(view.setup.players)), bonus=None, sums=None
    )


def without_match(view: View) -> View:
    """Forget the rounds before this one."""
    return replace(view, rounds=(), last_sums=None, last_tricks=(), totals=(0,) * view.setup.players)


FOLDS: Final[dict[str, Callable[[View], View]]] = {
    "tricks": without_tricks,
    "vetoes": without_vetoes,
    "sides": without_sides,
    "match": without_match,
}


def fold(view: View, ignored: Sequence[str]) -> View:
    """The view without all that is ignored."""
    for name in ignored:
        view = FOLDS[name](view)
    return view


def honest(view: View, choice: Choice, legal: tuple[Any, ...]) -> Choice:
    """A choice that was made on less than the view, with those of its reasons that are true of the whole."""
    return Choice(
        choice.move,
        tuple(replace(one, why=_true(view, one.move, one.why, len(legal))) for one in choice.candidates),
    )


def best(view: View, seen: View, legal: tuple[Any, ...], scores: Sequence[float], rng: Random) -> Choice:
    """The best move by these scores, equal ones by chance; `seen` is the view as the level saw it."""
    order = list(range(len(legal)))
    rng.shuffle(order)
    order.sort(key=lambda place: -scores[place])
    candidates = [Candidate(legal[place], scores[place], _why(seen, legal[place], legal)) for place in order[:SHOWN]]
    return honest(view, Choice(candidates[0].move, tuple(candidates)), legal)


def _why(seen: View, move: Any, legal: tuple[Any, ...]) -> tuple[Why, ...]:
    match move:
        case Veto():
            return why_veto(seen, move, len(legal))
        case Team():
            return why_team(seen, move)
        case Discard():
            return why_discard(count(seen), move, len(legal))
    return why_play(seen, count(seen), move, legal)


def _true(view: View, move: Any, found: tuple[Why, ...], moves: int) -> tuple[Why, ...]:
    held = tuple(why for why in found if reasons.REASONS[why.code].holds(view, move, why.params))
    return held or (reasons.last_resort(moves=moves),)
