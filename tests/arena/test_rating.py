"""Ratings by hand, and how often their intervals are right."""

from math import exp
from random import Random

import pytest

from naysay.arena.rating import ELO, rate


def test_two_bots_by_hand() -> None:
    found = rate(["a", "b"], [{("a", "b"): 2.0, ("b", "a"): 1.0}] * 5)
    gap = found["a"].value - found["b"].value
    assert 1 / (1 + exp(-gap / ELO)) == pytest.approx((10 + 0.5) / 16)
    assert found["a"].value == pytest.approx(-found["b"].value)


def test_a_bot_that_never_lost_has_a_finite_rating() -> None:
    found = rate(["a", "b", "c"], [{("a", "b"): 1.0, ("b", "c"): 1.0, ("a", "c"): 1.0}] * 3)
    assert 100 < found["a"].value < 2000
    assert found["a"].value > found["b"].value > found["c"].value


def test_deals_that_all_say_the_same_give_no_interval() -> None:
    found = rate(["a", "b"], [{("a", "b"): 1.0}] * 3)
    assert found["a"].value > 100
    assert found["a"].low is found["a"].high is None
    assert rate(["a", "b"], [{("a", "b"): 1.0}] * 3 + [{("b", "a"): 1.0}])["a"].low is not None


def test_one_bot_has_no_rating() -> None:
    assert rate(["a"], [{}]) == {}


def test_bots_that_met_others_only_are_compared_by_them() -> None:
    deals = [{("a", "b"): 3.0, ("b", "a"): 1.0, ("b", "c"): 3.0, ("c", "b"): 1.0}] * 50
    found = rate(["a", "b", "c"], deals)
    assert found["a"].value - found["c"].value == pytest.approx(2 * (found["a"].value - found["b"].value), rel=1e-6)


def test_the_intervals_cover() -> None:
    """Matches of a deal are alike; 95 % intervals over deals hold the true rating nearly so often."""
    rng, true, held = Random(5), {"a": 40.0, "b": 0.0, "c": -40.0}, 0
    for _ in range(120):
        deals = []
        for _ in range(60):
            deal: dict[tuple[str, str], float] = {}
            for one, other in (("a", "b"), ("b", "c"), ("a", "c")):
                won = float(rng.random() < 1 / (1 + exp((true[other] - true[one]) / ELO)))
                deal[one, other], deal[other, one] = 4 * won, 4 * (1 - won)  # four matches, all alike
            deals.append(deal)
        held += rate(["a", "b", "c"], deals)["a"].holds(true["a"])
    assert 105 <= held <= 119
