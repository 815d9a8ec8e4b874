"""Whether samples fit exact shares."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any


def check_shares(exact: Counter[Any], drawn: Iterator[Any], samples: int) -> None:
    """Nothing outside what is possible, and a chi-square below what chance exceeds once in a million."""
    total = exact.total()
    found = Counter(islice(drawn, samples))
    assert set(found) <= set(exact), "a world that does not fit what was seen"
    expected = {place: samples * ways / total for place, ways in exact.items()}
    large = [place for place in exact if expected[place] >= 5]
    rest = samples - sum(found[place] for place in large)
    rest_expected = samples - sum(expected[place] for place in large)
    square = sum((found[place] - expected[place]) ** 2 / expected[place] for place in large)
    if rest_expected > 5:
        square += (rest - rest_expected) ** 2 / rest_expected
    freedom = max(1, len(large) - (rest_expected <= 5))
    bound = freedom * (1 - 2 / (9 * freedom) + 4.9 * (2 / (9 * freedom)) ** 0.5) ** 3  # Wilson and Hilferty
    assert square < bound, (square, freedom)
