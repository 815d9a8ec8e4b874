"""The sharp bot for Nope!: it tries its moves in worlds that agree with all it saw, a few moves deep, and judges those.

The rules of thumb of `steady` list the moves, so that of all orders of a set only the top card counts, and of very many
sets only the best are tried. A selection is tried with each naming that may follow it.
"""

from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Final

from naysay.bots.choice import Candidate, Choice, contrast, descending
from naysay.bots.nope.reasons import only_move
from naysay.bots.nope.sharp.search import Budget, Plan, Search
from naysay.bots.nope.steady import bot as steady
from naysay.bots.nope.steady.position_value import Worth, profile
from naysay.bots.think import Think
from naysay.nope.cards import SELECTIONS, SHOWS
from naysay.nope.state import Demand, Discard, Move
from naysay.nope.view import View

LISTED: Final = 5
MOST_TRIED: Final = 24
RESERVE: Final = 0.08  # of the time, for what comes after the search: order and reasons
LEAST_RESERVE: Final = 0.0025  # seconds of it
DEFAULT_THINK: Final = Think()


def choose(view: View, legal: tuple[Move, ...], rng: Random, think: Think = DEFAULT_THINK) -> Choice:
    """The move with the best chance to win."""
    end = perf_counter() + think.seconds - max(think.seconds * RESERVE, LEAST_RESERVE)
    if len(legal) == 1:
        return Choice(legal[0], (Candidate(legal[0], 0.0, (only_move(),)),))
    assert view.seat is not None
    worth = Worth(view, view.seat)
    judged = sorted(_judge(view, worth, legal), key=lambda one: -one.score)[:MOST_TRIED]
    search = Search(view, [_plan(one) for one in judged], rng)
    search.run(Budget(end, think.nodes))
    best: dict[Move, int] = {}
    for at in search.order():
        best.setdefault(judged[at].move, at)
    listed = list(best.values())[:LISTED]
    reasons = contrast(steady.explain_all(view, worth.odds, [judged[at] for at in listed]))
    scores = descending([search.score(at) for at in listed])
    candidates = tuple(
        Candidate(judged[at].move, score, why, *search.share(at))
        for at, score, why in zip(listed, scores, reasons, strict=True)
    )
    return Choice(candidates[0].move, candidates)


def _judge(view: View, worth: Worth, legal: tuple[Move, ...]) -> Iterator[steady.Judged]:
    """What there is to try, judged by the rules of thumb: a selection once for each naming."""
    if view.phase == "name":
        yield from steady.judge_names(view, worth, legal)
        return
    hand = profile(view.hand)
    seen = set()
    for one in steady.judge_turn(view, worth):
        if not isinstance(one.move, Discard):
            yield one
            continue
        cards, top = one.move.cards, one.move.cards[-1]
        if (key := (tuple(sorted(cards)), top)) in seen:
            continue
        seen.add(key)
        if top not in SELECTIONS:
            yield one
            continue
        kept = hand - profile(cards)
        for seat in worth.others:
            for count in (1, 2, 3):
                for colour in SHOWS[top]:
                    then = Demand(count, colour)
                    yield steady.Judged(one.move, worth.of(kept, seat, then), seat, then)


def _plan(one: steady.Judged) -> Plan:
    return Plan(one.move, one.first, one.then, one.score)
