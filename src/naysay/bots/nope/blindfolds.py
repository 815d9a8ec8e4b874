"""Blindfolds for Nope!: a view without what a level ignores, and reasons that hold all the same."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from naysay.bots.choice import Candidate, Choice, Why
from naysay.bots.nope import reasons
from naysay.nope.cards import COLOURS
from naysay.nope.sets import action_cards
from naysay.nope.state import Discard, Name
from naysay.nope.view import View

LISTED: Final = 5


def without_history(view: View) -> View:
    """Forget what happened: who had no set when, and which cards were laid."""
    return replace(view, history=(), discards=view.discards[-1:])


def without_hands(view: View) -> View:
    """Forget how many cards the others hold: only whether they are still in."""
    mine = len(view.hand)
    return replace(view, hand_sizes=tuple(mine if size else 0 for size in view.hand_sizes))


FOLDS: Final[dict[str, Callable[[View], View]]] = {"history": without_history, "hands": without_hands}


def fold(view: View, ignored: Sequence[str]) -> View:
    """The view without all that is ignored."""
    for name in ignored:
        view = FOLDS[name](view)
    return view


def honest(view: View, choice: Choice) -> Choice:
    """A choice that was made on less than the view, with those of its reasons that are true of the whole."""
    return Choice(choice.move, tuple(replace(one, why=_true(view, one.move, one.why)) for one in choice.candidates))


def best(view: View, scored: Iterable[tuple[Any, float]], rng: Random) -> Choice:
    """The best of these moves, equal ones by chance, with the reasons that anybody can see."""
    ranked = list(scored)
    rng.shuffle(ranked)
    ranked.sort(key=lambda one: -one[1])
    return Choice(ranked[0][0], tuple(Candidate(move, score, plain(view, move)) for move, score in ranked[:LISTED]))


def _true(view: View, move: Any, found: tuple[Why, ...]) -> tuple[Why, ...]:
    return tuple(why for why in found if reasons.REASONS[why.code].holds(view, move, why.params)) or plain(view, move)


def plain(view: View, move: Any) -> tuple[Why, ...]:
    """What anybody can see of a move."""
    match move:
        case Discard(cards):
            return (reasons.keeps_cards(count=len(view.hand) - len(cards)),)
        case Name():
            return (reasons.demands(count=move.count, colours=[COLOURS[move.colour]]),)
    assert view.demand is not None
    playable = action_cards(view.hand, view.demand)
    return (reasons.draws_instead(cards=playable),) if playable else (reasons.only_move(),)
