"""Estimates with 95 % intervals from independent blocks: a duplicate deal with all its rotations is one block."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Final

ALPHA: Final = 0.05
TOLERANCE: Final = 1e-9
Z_SCORE: Final = 1.959963984540054  # 97.5 % of a normal distribution lie below it
EXACT: Final = {1: 12.706205, 2: 4.302653, 3: 3.182446, 4: 2.776445, 5: 2.570582}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its 95 % interval; one block alone gives no interval."""

    value: float
    low: float | None
    high: float | None

    @property
    def percent(self) -> "Estimate":
        """A share as a percentage."""
        low, high = (None if end is None else 100 * end for end in (self.low, self.high))
        return Estimate(100 * self.value, low, high)

    def rest(self, whole: float) -> "Estimate":
        """The rest of a whole, as the share of the others."""
        low, high = (None if end is None else whole - end for end in (self.high, self.low))
        return Estimate(whole - self.value, low, high)

    def holds(self, value: float) -> bool:
        """Whether the interval contains this value."""
        return self.low is not None and self.high is not None and self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Ratio:
    """A sum over a sum, as points over rounds, and the influence of each block on it."""

    value: float
    influences: tuple[float, ...]

    @classmethod
    def of(cls, tops: Sequence[float], bottoms: Sequence[float]) -> "Ratio":
        """The ratio of the sums; the blocks may differ in size.

        >>> Ratio.of([2, 4], [1, 1]).value
        3.0
        """
        size = fmean(bottoms)
        value = fmean(tops) / size
        return cls(value, tuple((top - value * bottom) / size for top, bottom in zip(tops, bottoms, strict=True)))

    def estimate(self) -> Estimate:
        """The ratio with its interval."""
        return around(self.value, self.influences)

    def minus(self, other: "Ratio") -> Estimate:
        """The difference of two ratios over the same blocks."""
        influences = [mine - its for mine, its in zip(self.influences, other.influences, strict=True)]
        return around(self.value - other.value, influences)

    def percent_over(self, other: "Ratio") -> Estimate | None:
        """How much more this is than the other, in percent (delta method); None if the other may be zero or less."""
        base = other.estimate()
        if base.value <= 0 or (base.low is not None and base.low <= 0):
            return None
        share = self.value / other.value
        influences = [
            (mine - share * its) / other.value * 100
            for mine, its in zip(self.influences, other.influences, strict=True)
        ]
        return around((share - 1) * 100, influences)


def around(value: float, influences: Sequence[float]) -> Estimate:
    """An estimate from the influence of each block on it; these add up to 0."""
    blocks = len(influences)
    if blocks < 2:
        return Estimate(value, None, None)
    half = student(blocks - 1) * sqrt(sum(influence * influence for influence in influences) / (blocks - 1) / blocks)
    return Estimate(value, value - half, value + half)


def share(parts: Sequence[float]) -> Estimate:
    """The mean of shares from 0 to 1, one of each block."""
    mean, blocks = fmean(parts), len(parts)
    if blocks > 1 and max(parts) - min(parts) < TOLERANCE:
        # The spread says nothing. So many blocks alike: at most this share of all others is not, and may be 0 or 1.
        others = 1 - (ALPHA / 2) ** (1 / blocks)
        return Estimate(mean, mean * (1 - others), mean + others * (1 - mean))
    found = around(mean, [part - mean for part in parts])
    if found.low is None or found.high is None:
        return found
    return Estimate(mean, max(0.0, found.low), min(1.0, found.high))


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t (Cornish-Fisher expansion; exact for up to five degrees of freedom).

    >>> [round(student(freedom), 2) for freedom in (1, 5, 10, 100)]
    [12.71, 2.57, 2.23, 1.98]
    """
    if freedom in EXACT:
        return EXACT[freedom]
    z = Z_SCORE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
