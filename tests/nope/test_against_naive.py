"""A hundred thousand random cases: demands and sets against the naive engine, which was written from the spec alone."""

from random import Random

import pytest

from naysay.game import Card
from naysay.nope.cards import ORDER
from naysay.nope.sets import can_make_set, demand, is_set, matches, sets
from naysay.nope.state import Demand
from tests.naive import nope as naive

CASES = 100_000
KINDS = tuple(ORDER)
DEMANDS = tuple(  # every colour, every pair, any colour: each with 1, 2 and 3
    Demand(count, colours)
    for colours in ("R", "G", "B", "Y", "RG", "RB", "RY", "GB", "GY", "BY", "RGBY")
    for count in (1, 2, 3)
)


def some_cards(rng: Random, most: int) -> tuple[Card, ...]:
    """A few kinds of cards, so that equal ones meet often."""
    kinds = rng.sample(KINDS, rng.randint(1, 6))
    return tuple(rng.choice(kinds) for _ in range(rng.randint(0, most)))


@pytest.mark.slow
def test_sets() -> None:
    rng = Random(20264)
    made = 0
    for _ in range(CASES):
        hand, asked = some_cards(rng, 6), rng.choice(DEMANDS)
        found = sets(hand, asked)
        expected = naive.sets([str(card) for card in hand], asked.count, asked.colours)
        assert set(found) == expected, (hand, asked)
        assert len(found) == len(expected)  # each once
        assert can_make_set(hand, asked) == bool(expected)
        made += bool(expected)
    assert CASES / 4 < made < CASES * 3 / 4


def test_is_set() -> None:
    rng = Random(20265)
    for _ in range(CASES):
        laid, asked = some_cards(rng, 4), rng.choice(DEMANDS)
        expected = laid in naive.sets([str(card) for card in laid], asked.count, asked.colours)
        assert is_set(laid, asked) == expected, (laid, asked)
        alone = bool(laid) and any(colour in naive.colours_of(laid[0]) for colour in asked.colours)
        assert bool(laid and matches(laid[0], asked)) == alone


def test_demands() -> None:
    rng = Random(20266)
    for _ in range(CASES):
        discards, named = (rng.choice(KINDS), *some_cards(rng, 4)), Demand(rng.randint(1, 3), rng.choice("RGBY"))
        asked = demand(discards, named)
        assert (asked.count, asked.colours) == naive.demand(
            [str(card) for card in discards], (named.count, named.colours)
        )
