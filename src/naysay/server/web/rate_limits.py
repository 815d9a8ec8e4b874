"""How much is too much: a bucket that fills with time, and a request takes from it."""

from collections import OrderedDict
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
    """A bucket for each address, person or table; at most `most`: what was not used for longest is forgotten."""

    rate: float
    size: float
    clock: Callable[[], float]
    most: int = MOST_KEPT
    buckets: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def __len__(self) -> int:
        return len(self.buckets)

    def take(self, key: str, cost: float = 1.0) -> float:
        """Take from the bucket of this key."""
        now = self.clock()
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(self.rate, self.size, now)
            if len(self.buckets) > self.most:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(key)
        return bucket.take(now, cost)
