"""What is measured while the server runs, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commit_seconds = self._histogram("commit_seconds", "From a request to write to its commit")
        self.batch_size = self._histogram("commit_batch_size", "Requests in one commit", SIZES)
        self.broadcast_seconds = self._histogram(
            "broadcast_seconds", "From the commit until all sockets have it queued"
        )
        self.late_seconds = self._histogram("timer_late_seconds", "How late something due was begun")
        self.think_seconds = self._histogram("bot_seconds", "How long a bot thought")
        self.sockets = Gauge("naysay_sockets", "Open sockets", registry=self.registry)
        self.tables = Gauge("naysay_tables_loaded", "Tables in memory", registry=self.registry)
        self.actions = self._counter("actions", "Moves that were committed")
        self.refused = self._counter("refused", "Messages that were refused")
        self.dropped = self._counter("slow_readers", "Sockets that were dropped because they did not read")
        self.crashed = self._counter("bot_failures", "Bots that crashed, hung or answered nonsense")
        self.failed = self._counter("errors", "Requests that failed by a fault of the server")

    def text(self) -> bytes:
        """All figures in the format of Prometheus."""
        return generate_latest(self.registry)

    def _histogram(self, name: str, about: str, buckets: tuple[float, ...] = FAST) -> Histogram:
        return Histogram(f"naysay_{name}", about, buckets=buckets, registry=self.registry)

    def _counter(self, name: str, about: str) -> Counter:
        return Counter(f"naysay_{name}", about, registry=self.registry)
