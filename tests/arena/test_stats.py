from random import Random

import pytest

from naysay.arena.stats import Estimate, Ratio, around, share, student

TRIALS = 2000


def covered(hits: int) -> float:
    return hits / TRIALS


@pytest.mark.parametrize("blocks", [5, 40])
def test_the_interval_of_a_ratio_difference_and_percentage_covers_the_truth_in_95_of_100_cases(blocks: int) -> None:
    rng, hits = Random(blocks), [0, 0, 0]
    for _ in range(TRIALS):
        own, others, rounds = [], [], []
        for _ in range(blocks):
            luck, played = rng.gauss(0, 3), rng.randint(20, 30)
            own.append(played * (12 + luck + rng.gauss(0, 1)))
            others.append(played * (10 + luck + rng.gauss(0, 1)))
            rounds.append(played)
        mine, theirs = Ratio.of(own, rounds), Ratio.of(others, rounds)
        percent = mine.percent_over(theirs)
        hits[0] += mine.estimate().holds(12)
        hits[1] += mine.minus(theirs).holds(2)
        hits[2] += percent is not None and percent.holds(20)
    assert all(0.93 < covered(hit) < 0.97 for hit in hits), hits


def test_the_interval_of_a_share_covers_the_truth_in_95_of_100_cases() -> None:
    rng, hits = Random(1), 0
    for _ in range(TRIALS):
        hits += share([sum(rng.random() < 0.4 for _ in range(4)) / 4 for _ in range(30)]).holds(0.4)
    assert 0.93 < covered(hits) < 0.97


def test_the_unit_is_the_block_not_the_match() -> None:
    """Rotations of a deal that all end alike count once."""
    rng = Random(2)
    deals = [float(rng.random() < 0.5) for _ in range(50)]
    apart = share([deal for deal in deals for _ in range(4)])
    blocked = share(deals)
    assert blocked.value == pytest.approx(apart.value)
    assert blocked.low is not None
    assert apart.low is not None
    assert blocked.value - blocked.low == pytest.approx(2 * (apart.value - apart.low), rel=0.05)


def test_shares_without_spread_keep_an_interval() -> None:
    """Ten blocks alike: of all blocks at most so many are not, and those may be anything."""
    others = 1 - 0.025**0.1
    assert share([0.0] * 10) == Estimate(0.0, 0.0, others)
    assert share([1.0] * 10) == Estimate(1.0, 1 - others, 1.0)
    assert share([0.25] * 10) == Estimate(0.25, 0.25 * (1 - others), 0.25 + others * 0.75)
    third = share([1 / 3, 0.1 + 0.2 + 1 / 30, 1 / 3])  # alike but for rounding
    assert third.low is not None
    assert third.low < 0.1
    assert share([0.0, 0.9, 1.0]).high == 1.0


def test_the_interval_of_shares_that_hardly_ever_differ_covers_the_truth() -> None:
    """Most samples have no spread at all; the truth lies a little beside what they show."""
    rng, hits = Random(3), 0
    for _ in range(TRIALS):
        hits += share([0.5 if rng.random() < 0.05 else 0.25 for _ in range(5)]).holds(0.2625)
    assert covered(hits) > 0.95


def test_what_is_left_of_a_whole() -> None:
    assert Estimate(30.0, 20.0, 45.0).rest(100) == Estimate(70.0, 55.0, 80.0)
    assert Estimate(30.0, None, None).rest(100) == Estimate(70.0, None, None)


def test_one_block_gives_no_interval() -> None:
    assert around(3.0, [0.0]) == Estimate(3.0, None, None)
    assert share([0.5]) == Estimate(0.5, None, None)
    assert share([1.0]) == Estimate(1.0, None, None)
    assert not share([0.5]).holds(0.5)


def test_no_percentage_over_what_may_be_zero() -> None:
    near_zero = Ratio.of([1.0, -1.0, 2.0, -1.5], [1.0] * 4)
    assert Ratio.of([5.0, 6.0, 5.5, 6.5], [1.0] * 4).percent_over(near_zero) is None


@pytest.mark.parametrize(
    ("freedom", "point"),
    [(1, 12.7062), (4, 2.7764), (5, 2.5706), (6, 2.4469), (10, 2.2281), (30, 2.0423), (1000, 1.9623)],
)
def test_student_as_in_the_tables(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, abs=2e-3)
