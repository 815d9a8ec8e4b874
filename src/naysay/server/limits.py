"""How much is too much: a bucket that fills with time, and a request takes from it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

MOST_KEPT: Final = 10_000


@dataclass(slots=True)
class Bucket:
    """So many tokens a second, so many at once.

    >>> bucket = Bucket(rate=1.0, size=2.0, now=0.0)
    >>> [bucket.take(0.0) for _ in range(3)], bucket.take(1.5)
    ([0.0, 0.0, 1.0], 0.0)
    """

    rate: float
    size: float
    now: float
    level: float = field(init=False)

    def __post_init__(self) -> None:
        self.level = self.size

    def take(self, now: float, cost: float = 1.0) -> float:
        """Take tokens; gives 0, or the seconds to wait if there are not enough, and then takes none."""
        self.level = min(self.size, self.level + (now - self.now) * self.rate)
        self.now = now
        if self.level >= cost:
            self.level -= cost
            return 0.0
        return (cost - self.level) / self.rate


@dataclass(slots=True)
class Buckets:
    """A bucket for each address or person. Those that are full again are forgotten."""

    rate: float
    size: float
    clock: Callable[[], float]
    buckets: dict[str, Bucket] = field(default_factory=dict)

    def take(self, key: str, cost: float = 1.0) -> float:
        """Take from the bucket of this key."""
        now = self.clock()
        if key not in self.buckets and len(self.buckets) >= MOST_KEPT:
            full = self.size / self.rate
            self.buckets = {key: bucket for key, bucket in self.buckets.items() if now - bucket.now < full}
        bucket = self.buckets.setdefault(key, Bucket(self.rate, self.size, now))
        return bucket.take(now, cost)
