"""The log in a database: appended by one writer thread that commits many tables' entries at once.

Nothing is acknowledged or sent before `append` returns, and `append` returns after the commit. Two processes may
write to the same table: the key (table, seq) lets one of them through, the other gets `Conflict` and catches up.
"""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, bindparam, delete, insert, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from naysay.server import failpoints
from naysay.server.metrics import Metrics
from naysay.server.storage import schema
from naysay.server.storage.database import open_engine
from naysay.server.table.entries import Logged, encode
from naysay.server.table.state import Due

T = TypeVar("T")
LARGEST_BATCH: Final = 256
READERS: Final = 4
MOST_WAITING: Final = 10_000  # writes, and as many reads
log: Final = logging.getLogger("naysay.store")


class Conflict(Exception):
    """Another writer was first: the log is longer than its reader thought, or the message was written before."""


class Unavailable(Exception):
    """The database did not take it. Nothing of the request was kept."""


class Overloaded(Unavailable):
    """So much waits already that nothing more is taken on."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who has a name at a table."""

    person: str
    name: str
    bot: bool = False
    sat: bool = True


@dataclass(frozen=True, slots=True)
class About:
    """The row of a table in lists."""

    game: str
    stage: str
    public: bool
    free: int
    made_at: int
    changed_at: int
    about: bytes
    maker: str | None = None


@dataclass(frozen=True, slots=True)
class Append:
    """What one step at a table writes, all or nothing: entries, what becomes due or no longer is, names, its row."""

    table: str
    logged: Sequence[Logged] = ()
    dropped: Sequence[tuple[str, int]] = ()
    dues: Sequence[Due] = ()
    members: Sequence[Member] = ()
    about: About | None = None

    @property
    def new(self) -> bool:
        """The table's own row must be made, too."""
        return bool(self.logged) and self.logged[0].seq == 0


Job = Callable[[Connection], Any]


@dataclass(slots=True)
class _Waiting:
    work: Append | Job
    future: asyncio.Future[Any]
    since: float = field(default_factory=perf_counter)


_INSERT_ENTRY: Final = insert(schema.entries)
_INSERT_DUE: Final = insert(schema.dues)
_DELETE_DUE: Final = delete(schema.dues).where(
    schema.dues.c.table == bindparam("b_table"),
    schema.dues.c.kind == bindparam("b_kind"),
    schema.dues.c.seat == bindparam("b_seat"),
)
_INSERT_TABLE: Final = insert(schema.tables)
_UPDATE_TABLE: Final = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("b_id"))
    .values({name: bindparam(name) for name in ("stage", "free", "changed_at", "about")})
)
_DELETE_MEMBER: Final = delete(schema.members).where(
    schema.members.c.table == bindparam("b_table"), schema.members.c.person == bindparam("b_person")
)
_INSERT_MEMBER: Final = insert(schema.members)


def write_appends(connection: Connection, appends: Sequence[Append]) -> None:
    """Write steps of different tables with one statement of each kind."""
    members = [(append.table, member) for append in appends for member in append.members]
    for statement, rows in (
        (_INSERT_TABLE, [_new_row(append) for append in appends if append.new]),
        (_INSERT_ENTRY, [_entry_row(append.table, logged) for append in appends for logged in append.logged]),
        (_DELETE_DUE, [_due_key(append.table, *key) for append in appends for key in append.dropped]),
        (_INSERT_DUE, [{"table": append.table, **due._asdict()} for append in appends for due in append.dues]),
        (_DELETE_MEMBER, [{"b_table": table, "b_person": member.person} for table, member in members]),
        (_INSERT_MEMBER, [{"table": table, **asdict(member)} for table, member in members]),
        (_UPDATE_TABLE, [_changed_row(append) for append in appends if append.about is not None and not append.new]),
    ):
        if rows:
            connection.execute(statement, rows)


def _entry_row(table: str, logged: Logged) -> dict[str, Any]:
    return {
        "table": table,
        "seq": logged.seq,
        "at": logged.at,
        "body": encode(logged.entry),
        "person": logged.person,
        "ref": logged.ref,
    }


def _due_key(table: str, kind: str, seat: int) -> dict[str, Any]:
    return {"b_table": table, "b_kind": kind, "b_seat": seat}


def _new_row(append: Append) -> dict[str, Any]:
    assert append.about is not None, "a new table needs its row"
    return {"id": append.table, **asdict(append.about), "about": append.about.about.decode()}


def _changed_row(append: Append) -> dict[str, Any]:
    about = append.about
    assert about is not None
    return {
        "b_id": append.table,
        "stage": about.stage,
        "free": about.free,
        "changed_at": about.changed_at,
        "about": about.about.decode(),
    }


class Store:
    """A database, its writer thread and its readers."""

    def __init__(self, url: URL, metrics: Metrics, most_waiting: int = MOST_WAITING) -> None:
        self.url = url
        self.metrics = metrics
        self.most_waiting = most_waiting
        self.reading = 0
        self._writes = open_engine(url, writes=True)
        self._reads = open_engine(url, writes=False)
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        metrics.watch("writes", self._queue.qsize, most_waiting)
        metrics.watch("reads", lambda: self.reading, most_waiting)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._thread.start()

    async def append(self, append: Append, *beside: Append) -> None:
        """Write one step of a table, and with it those of others, all or nothing; returns after the commit."""
        await self._submit(partial(write_appends, appends=(*beside, append)) if beside else append)

    def append_later(self, append: Append, failed: Callable[[], None]) -> None:
        """Write something that nobody waits for, after all that was submitted before; says if it was not written."""

        def done(future: asyncio.Future[Any]) -> None:
            if not future.cancelled() and (error := future.exception()) is not None:
                log.warning("not written", extra={"table": append.table, "error": str(error)})
                failed()

        self._submit(append).add_done_callback(done)

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Write something else in the next commit. The job may run twice if that commit fails because of another."""
        done: T = await self._submit(job)
        return done

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Read in one consistent view of the database."""
        if self.reading >= self.most_waiting:
            raise self._overloaded("reads")
        self.reading += 1
        try:
            return await self._loop.run_in_executor(self._readers, self._read, job)
        finally:
            self.reading -= 1

    async def close(self) -> None:
        """Commit what waits, then let go of the database."""
        self._queue.put(None)
        await self._loop.run_in_executor(None, self._thread.join)
        self._readers.shutdown()
        self._writes.dispose()
        self._reads.dispose()

    def _submit(self, work: Append | Job) -> asyncio.Future[Any]:
        waiting = _Waiting(work, self._loop.create_future())
        if self._queue.qsize() < self.most_waiting:
            self._queue.put(waiting)
        else:
            waiting.future.set_exception(self._overloaded("writes"))
        return waiting.future

    def _overloaded(self, what: str) -> Overloaded:
        self.metrics.overloaded.labels(what).inc()
        return Overloaded(f"{self.most_waiting} {what} wait for the database")

    def _read(self, job: Callable[[Connection], T]) -> T:
        try:
            with self._reads.begin() as connection:
                return job(connection)
        except SQLAlchemyError as error:
            raise Unavailable(str(error)) from error

    def _write_all(self) -> None:
        """The writer thread: whatever came in during the last commit goes into the next one."""
        while True:
            waiting = self._queue.get()
            if waiting is None:
                return
            batch = [waiting]
            while len(batch) < LARGEST_BATCH:
                try:
                    more = self._queue.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    self._queue.put(None)
                    break
                batch.append(more)
            self._commit(batch)

    def _commit(self, batch: list[_Waiting], again: bool = True) -> None:
        try:
            answers = self._transaction(batch)
        except Exception as error:  # noqa: BLE001 - it reaches who asked for the job
            if len(batch) > 1 or (again and _unsure(batch[0], error)):  # find out whose fault it is, or what was kept
                for waiting in batch:
                    self._commit([waiting], again=False)
                return
            answers = [_told(error)]
        failpoints.reach("written")
        now = perf_counter()
        for waiting in batch:
            self.metrics.commit_seconds.observe(now - waiting.since)
        self.metrics.batch_size.observe(len(batch))
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(_answer, [waiting.future for waiting in batch], answers)

    def _transaction(self, batch: list[_Waiting]) -> list[Any]:
        answers: list[Any] = []
        with self._writes.begin() as connection:
            together: dict[str, Append] = {}
            for waiting in batch:
                work = waiting.work
                if isinstance(work, Append):
                    if work.table in together:  # its steps stay in order
                        write_appends(connection, list(together.values()))
                        together = {}
                    together[work.table] = work
                    answers.append(None)
                    continue
                if together:
                    write_appends(connection, list(together.values()))
                    together = {}
                answers.append(work(connection))
            if together:
                write_appends(connection, list(together.values()))
            failpoints.reach("before_commit")
        return answers


def _unsure(waiting: _Waiting, error: Exception) -> bool:
    """The line to the database was cut, perhaps after the commit: a step that is tried again tells, by a `Conflict`."""
    return isinstance(waiting.work, Append) and isinstance(error, DBAPIError) and error.connection_invalidated


def _told(error: Exception) -> Exception:
    """A database's error as this module tells it; other errors are the job's own."""
    if isinstance(error, IntegrityError):
        return Conflict(str(error.orig))
    return Unavailable(str(error)) if isinstance(error, SQLAlchemyError) else error


def _answer(futures: list[asyncio.Future[Any]], answers: list[Any]) -> None:
    for future, answer in zip(futures, answers, strict=True):
        if future.done():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
