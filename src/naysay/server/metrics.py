"""What is measured while the server runs, for Prometheus."""

from collections.abc import Callable

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
        self.bot_wait_seconds = self._histogram("bot_wait_seconds", "How long a bot's turn waited for a worker")
        self.think_seconds = self._histogram("bot_seconds", "How long a bot thought")
        self.replay_wait_seconds = self._histogram("replay_wait_seconds", "How long a replay waited for a worker")
        self.replay_seconds = self._histogram("replay_seconds", "How long it took to build a replay")
        self.sockets = self._gauge("sockets", "Open sockets")
        self.tables = self._gauge("tables_loaded", "Tables in memory")
        self.actions = self._counter("actions", "Moves that were committed")
        self.refused = self._counter("refused", "Messages that were refused")
        self.dropped = self._counter("slow_readers", "Sockets that were dropped because they did not read")
        self.crashed = self._counter("bot_failures", "Bots that crashed, hung or answered nonsense")
        self.failed = self._counter("errors", "Requests that failed by a fault of the server")
        self.clock_jumps = self._counter(
            "clock_jumps", "Jumps of the machine's clock, which the server does not follow"
        )
        self.overloaded = self._counter("overloaded", "What was not taken on because too much waited", ("what",))
        self.task_restarts = self._counter("task_restarts", "Tasks of the server that died and began again", ("task",))
        self.rows = self._gauge("rows", "Rows in the database, by table, as of the last hour", ("table",))
        self.database_bytes = self._gauge("database_bytes", "Size of the database, as of the last hour")
        self.deleted = self._counter("deleted", "What was deleted because its time had come", ("what",))
        self.kept = self._gauge("kept", "How much is kept in memory, by what it is", ("what",))
        self.most_kept = self._gauge("kept_limit", "How much of it is kept at most", ("what",))

    def watch(self, what: str, size: Callable[[], int], most: int) -> None:
        """Tell how much of something is in memory, and how much there may be at most."""
        self.kept.labels(what).set_function(size)
        self.most_kept.labels(what).set(most)
        self.overloaded.labels(what)  # it is shown before it is needed

    def text(self) -> bytes:
        """All figures in the format of Prometheus."""
        return generate_latest(self.registry)

    def _histogram(self, name: str, about: str, buckets: tuple[float, ...] = FAST) -> Histogram:
        return Histogram(f"naysay_{name}", about, buckets=buckets, registry=self.registry)

    def _counter(self, name: str, about: str, labels: tuple[str, ...] = ()) -> Counter:
        return Counter(f"naysay_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str, labels: tuple[str, ...] = ()) -> Gauge:
        return Gauge(f"naysay_{name}", about, labels, registry=self.registry)
