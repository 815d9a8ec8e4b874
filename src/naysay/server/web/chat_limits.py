"""How much may be written to chats: by one person, at one table, from one address."""

from time import monotonic

from naysay.server.errors import Refused
from naysay.server.metrics import Metrics
from naysay.server.settings import Limits
from naysay.server.web.rate_limits import Buckets


class ChatLimits:
    """Who wrote how much lately."""

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
