"""How much is too much: a bucket that fills with time, and a request takes from it; and the buckets of the chats."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from naysay.server.errors import Refused
from naysay.server.metrics import Metrics
from naysay.server.settings import Limits

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


class ChatLimits:
    """How much may be written to chats: by one person, at one table, from one address."""

    def __init__(self, limits: Limits, metrics: Metrics) -> None:
        self.people = Buckets(limits.lines_per_second, limits.lines_at_once, monotonic)
        self.tables = Buckets(limits.table_lines_per_second, limits.table_lines_at_once, monotonic)
        self.addresses = Buckets(limits.address_lines_per_second, limits.address_lines_at_once, monotonic)
        for what, buckets in (("people", self.people), ("tables", self.tables), ("addresses", self.addresses)):
            metrics.watch(f"chat_{what}", buckets.__len__, buckets.most)

    def check(self, person: str, table: str, address: str) -> None:
        """Refuse a line of somebody who writes too fast, or where too much is written already."""
        for buckets, key, who in (
            (self.people, person, "you write fast"),
            (self.addresses, address, "many write from your address"),
            (self.tables, table, "many write at this table"),
        ):
            if (wait := buckets.take(key)) > 0:
                raise Refused("too_many_lines", f"{who}; the next line is possible in {wait:.0f} s")
