"""Worlds of Nope! against enumeration: which cards a player still holds, given all that it laid, drew and could not do.

The enumeration tells equal cards apart and tries, for every possible rest of a hand, every way in which its cards can
have come: with the deal, or with one of the draws.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, count, permutations
from math import comb, prod
from random import Random
from typing import Any

import pytest

from naysay.bots import worlds
from naysay.game import Card
from naysay.games import find
from naysay.match import Match
from naysay.nope.cards import DECK
from naysay.nope.view import View
from tests.naive.nope import colours_of
from tests.support.effort import times
from tests.support.playthroughs import every_state
from tests.worlds.shares import check_shares

GAME = find("nope")
Hand = tuple[Card, ...]


def small_views(seed: str, most_rest: int, most_draws: int, wanted: int) -> Iterator[View]:
    """Views of seat 0 in games of two where seat 1 has drawn, and holds few cards."""
    rng = Random(seed)
    found = 0

    def sheds(match: Match) -> tuple[int, Any]:
        (seat,) = match.to_act
        moves = sorted(match.legal(seat), key=lambda move: -seat * len(getattr(move, "cards", ())))
        return seat, rng.choice(moves[: 1 + len(moves) // 2])

    while found < wanted:
        match = Match(GAME, GAME.setup(2, rng.randrange(2)), rng)
        for state in every_state(match, sheds):
            view: View = GAME.view(state, 0)
            drawn = sum(event.count for event in view.history if event.kind == "drew" and event.seat == 1)
            if 1 <= view.hand_sizes[1] <= most_rest and 1 <= drawn <= most_draws and view.phase in ("turn", "drawn"):
                found += 1
                yield view
                break


def fits(view: View, dealt: Hand, drawn: list[Card]) -> bool:
    """Whether seat 1 can have done what it did with these cards from the deal and from its draws, in this order."""
    hand, coming = list(dealt), iter(drawn)
    for number, event in enumerate(view.history):
        if event.seat != 1:
            continue
        if event.kind == "laid":
            for card in event.cards:
                if card not in hand:
                    return False
                hand.remove(card)
        elif event.kind == "drew":
            assert event.demand is not None
            if has_set(hand, event.demand):
                return False
            hand += [next(coming) for _ in range(event.count)]
            said_nope = number + 1 < len(view.history) and view.history[number + 1].kind == "nope"
            if has_set(hand, event.demand) == said_nope:
                return False
    return True


def has_set(hand: list[Card], demand: Any) -> bool:
    return any(sum(colour in colours_of(card) for card in hand) >= demand.count for colour in demand.colours)


def enumerate_hands(view: View) -> Counter[Hand]:
    """How many deals leave seat 1 with each hand."""
    laid = [card for event in view.history if event.seat == 1 and event.kind == "laid" for card in event.cards]
    draws = sum(event.count for event in view.history if event.seat == 1 and event.kind == "drew")
    unseen = Counter(DECK) - Counter((*view.discards, *view.hand))
    ways: Counter[Hand] = Counter()
    for rest in combinations_with_replacement(sorted(unseen), view.hand_sizes[1]):
        whole = [*laid, *rest]
        counts, shown = Counter(whole), Counter(laid)
        choices = prod(comb(unseen[card] + shown[card], copies) for card, copies in counts.items())
        for places in permutations(range(len(whole)), draws) if choices else ():
            dealt = tuple(card for place, card in enumerate(whole) if place not in places)
            ways[rest] += choices * fits(view, dealt, [whole[place] for place in places])
    return +ways


@pytest.mark.parametrize(("rest", "draws"), [(1, 2), (2, 2), (1, 3)])
def test_worlds_agree_with_enumeration(rest: int, draws: int) -> None:
    rng = Random(rest + 10 * draws)
    for view in small_views(f"{rest} {draws}", rest, draws, wanted=times(3, 4)):
        drawn = worlds.deals(view, rng)
        hands = (tuple(sorted(next(drawn).hands[1])) for _ in count())
        check_shares(enumerate_hands(view), hands, times(1200, 4))


def test_single_worlds_agree_with_enumeration() -> None:
    """Each from a chain of its own, as a bot that needs one world draws it."""
    rng = Random(1)
    for view in small_views("single", 1, 2, wanted=times(2, 4)):
        hands = (tuple(sorted(worlds.deal(view, rng).hands[1])) for _ in count())
        check_shares(enumerate_hands(view), hands, times(400, 4))
