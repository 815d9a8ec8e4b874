"""The steady bot for Nope!: rules of thumb.

It judges each move by the chance to win that it leaves: hand sizes, how well the cards it keeps avoid sets, whether the
next player can meet the demand, and whether that demand may come back. Of all orders of a set only the top card counts.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from random import Random
from typing import Final

from naysay.bots.choice import Candidate, Choice, Why, set_apart
from naysay.bots.nope.counting import Odds
from naysay.bots.nope.explain import explain_apart, explain_discard, explain_draw, explain_name
from naysay.bots.nope.reasons import only_move
from naysay.bots.nope.steady.position_value import Profile, Worth, profile
from naysay.game import Card, Seat
from naysay.nope.cards import ACTIONS, NUMBERS, ORDER, RESTART, SEE_THROUGHS, SELECTIONS, SHOWS
from naysay.nope.sets import ANY_ONE, action_cards
from naysay.nope.state import Demand, Discard, Draw, Hand, Move, Name
from naysay.nope.view import View

LISTED: Final = 5
MOST_TO_COMBINE: Final = 9


@dataclass(frozen=True, slots=True)
class Judged:
    """A move, the chance to win after it, and the demand that it puts before the first who faces it."""

    move: Move
    score: float
    first: Seat
    then: Demand


def choose(view: View, legal: tuple[Move, ...], rng: Random) -> Choice:
    """The move that leaves the best chance to win."""
    if len(legal) == 1:
        return Choice(legal[0], (Candidate(legal[0], 0.0, (only_move(),)),))
    assert view.seat is not None
    worth = Worth(view, view.seat)
    judged = judge_names(view, worth, legal) if view.phase == "name" else judge_turn(view, worth)
    best = _best(judged)
    reasons = explain_all(view, worth.odds, best)
    candidates = tuple(Candidate(one.move, one.score, why) for one, why in zip(best, reasons, strict=True))
    return Choice(candidates[0].move, candidates)


def _best(judged: Iterable[Judged]) -> list[Judged]:
    """The best moves, one for each top card or naming, the very best first."""
    best: dict[object, Judged] = {}
    for one in judged:
        key = one.move.cards[-1] if isinstance(one.move, Discard) else one.move
        if key not in best or one.score > best[key].score:
            best[key] = one
    return sorted(best.values(), key=lambda one: -one.score)[:LISTED]


def judge_names(view: View, worth: Worth, legal: tuple[Move, ...]) -> Iterator[Judged]:
    """Every naming."""
    hand = profile(view.hand)
    for move in legal:
        assert isinstance(move, Name)
        then = Demand(move.count, move.colour)
        yield Judged(move, worth.of(hand, move.seat, then), move.seat, then)


def judge_turn(view: View, worth: Worth) -> Iterator[Judged]:
    """Every set and top card that makes a difference, and the draw."""
    assert view.demand is not None
    hand, asked = profile(view.hand), view.demand
    for cards in _stacks(view.hand, asked):
        kept = hand - profile(cards)
        for top in dict.fromkeys(cards):
            if top in SEE_THROUGHS and len(cards) > 1:
                continue  # the card that it shows can as well lie on top
            rest = list(cards)
            rest.remove(top)
            score, first, then = _judge_top(worth, kept, top, asked)
            yield Judged(Discard((*rest, top)), score, first, then)
    if not view.can_make_set:
        first = worth.others[0]
        yield Judged(Draw(), worth.of(hand.drawing(worth.drawn), first, asked), first, asked)


def _stacks(hand: Hand, asked: Demand) -> dict[Hand, None]:
    """The sets without regard to their order, and the action cards that may be played alone."""
    found: dict[Hand, None] = {(card,): None for card in action_cards(hand, asked)}
    for colour in asked.colours:
        held = [card for card in hand if colour in SHOWS[card]]
        if len(held) > MOST_TO_COMBINE:
            held = sorted(sorted(held, key=_is_dear)[:MOST_TO_COMBINE], key=ORDER.__getitem__)
        found.update(dict.fromkeys(combinations(held, asked.count)))
    return found


def _is_dear(card: Card) -> tuple[bool, int]:
    return card in ACTIONS, -len(SHOWS[card])


def _judge_top(worth: Worth, kept: Profile, top: Card, asked: Demand) -> tuple[float, Seat, Demand]:
    """The chance to win with this card on top, who faces it first, and what."""
    if top in SELECTIONS:
        names = [(seat, Demand(count, colour)) for seat in worth.others for count in (1, 2, 3) for colour in SHOWS[top]]
        return max(((worth.of(kept, seat, then), seat, then) for seat, then in names), key=lambda judged: judged[0])
    if top not in SEE_THROUGHS:
        asked = ANY_ONE if top == RESTART else Demand(NUMBERS[top], SHOWS[top])
    return worth.of(kept, worth.others[0], asked), worth.others[0], asked


def explain_all(view: View, odds: Odds, judged: Sequence[Judged]) -> list[tuple[Why, ...]]:
    """What is said for each of these moves, the best first: at least one thing that sets it apart."""
    moves = [one.move for one in judged]
    return set_apart(moves, [explain(view, odds, one) for one in judged], partial(explain_apart, view))


def explain(view: View, odds: Odds, one: Judged) -> tuple[Why, ...]:
    """Why a move may be good."""
    if isinstance(one.move, Name):
        return explain_name(view, odds, one.move)
    assert view.demand is not None
    if isinstance(one.move, Draw):
        return explain_draw(view, view.demand)
    return explain_discard(view, odds, view.demand, one.move, one.first, one.then)
