"""The log in a database: appended by one writer thread that commits many tables' entries at once.

Nothing is acknowledged or sent before `append` returns, and `append` returns after the commit. Two processes may
write to the same table: the key (table, seq) lets one of them through, the other gets `Conflict` and catches up.
"""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, bindparam, delete, func, insert, literal, or_, select, tuple_, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from naysay.server import failpoints
from naysay.server.metrics import Metrics
from naysay.server.storage import schema
from naysay.server.storage.database import open_engine
from naysay.server.table.entries import Logged, decode, encode
from naysay.server.table.state import Due

T = TypeVar("T")
LARGEST_BATCH: Final = 256
READERS: Final = 4
MOST_WAITING: Final = 10_000  # writes, and as many reads
log: Final = logging.getLogger("naysay.store")
LAST_LINES: Final = 50
MOST_LINES: Final = 1000  # of one table's chat; older ones are deleted


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


@dataclass(frozen=True, slots=True)
class Loaded:
    """All that is stored of a table."""

    log: list[Logged]
    members: list[Member]
    dues: list[Due]
    chat: list[tuple[int, int, str, str, str]]  # number, time, person, room, text
    stage: str = ""
    about: str = ""


Job = Callable[[Connection], Any]
DueId = tuple[int, str, str, int]  # when, table, kind, seat


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
_MEMBER: Final = ("person", "name", "bot", "sat")


def write_appends(connection: Connection, appends: Sequence[Append]) -> None:
    """Write steps of different tables with one statement of each kind."""
    new = [_row(append) for append in appends if append.new]
    if new:
        connection.execute(_INSERT_TABLE, new)
    entries = [
        {
            "table": append.table,
            "seq": logged.seq,
            "at": logged.at,
            "body": encode(logged.entry),
            "person": logged.person,
            "ref": logged.ref,
        }
        for append in appends
        for logged in append.logged
    ]
    if entries:
        connection.execute(_INSERT_ENTRY, entries)
    dropped = [
        {"b_table": append.table, "b_kind": kind, "b_seat": seat} for append in appends for kind, seat in append.dropped
    ]
    if dropped:
        connection.execute(_DELETE_DUE, dropped)
    dues = [{"table": append.table, **due._asdict()} for append in appends for due in append.dues]
    if dues:
        connection.execute(_INSERT_DUE, dues)
    members = [(append.table, member) for append in appends for member in append.members]
    if members:
        connection.execute(_DELETE_MEMBER, [{"b_table": table, "b_person": member.person} for table, member in members])
        connection.execute(
            _INSERT_MEMBER,
            [{"table": table, **{k: getattr(m, k) for k in _MEMBER}} for table, m in members],
        )
    changed = [_row(append, "b_id") for append in appends if append.about is not None and not append.new]
    if changed:
        connection.execute(_UPDATE_TABLE, changed)


def _row(append: Append, id: str = "id") -> dict[str, Any]:
    assert append.about is not None, "a new table needs its row"
    about = append.about
    row: dict[str, Any] = {
        id: append.table,
        "stage": about.stage,
        "free": about.free,
        "changed_at": about.changed_at,
        "about": about.about.decode(),
    }
    if id == "id":
        row |= {"game": about.game, "public": about.public, "made_at": about.made_at, "maker": about.maker}
    return row


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


def load(connection: Connection, table: str, since: int = 0) -> Loaded:
    """The log of a table from an entry on, its names, what is due there, and its row in lists."""
    entries, members, dues, tables = schema.entries.c, schema.members.c, schema.dues.c, schema.tables.c
    rows = connection.execute(
        select(entries.seq, entries.at, entries.body, entries.person, entries.ref)
        .where(entries.table == table, entries.seq >= since)
        .order_by(entries.seq)
    )
    log = [Logged(seq, at, decode(body), person, ref) for seq, at, body, person, ref in rows]
    named = connection.execute(select(*(members[name] for name in _MEMBER)).where(members.table == table))
    due = connection.execute(
        select(dues.kind, dues.seat, dues.seq, dues.at, dues.unattended).where(dues.table == table)
    )
    row = connection.execute(select(tables.stage, tables.about).where(tables.id == table)).first()
    stage, about = row or ("", "")
    return Loaded(
        log,
        [Member(*row) for row in named],
        [Due(*row) for row in due],
        chat_of(connection, table, LAST_LINES),
        stage,
        about,
    )


def find_ref(connection: Connection, table: str, person: str, ref: str) -> int | None:
    """Where the entry stands that a person's message made."""
    entries = schema.entries.c
    found: int | None = connection.execute(
        select(entries.seq).where(entries.table == table, entries.person == person, entries.ref == ref)
    ).scalar()
    return found


def unattended_dues(connection: Connection, until: int, beyond: DueId | None, limit: int) -> list[tuple[str, Due]]:
    """What is due by an instant though nobody is there, the earliest first; of many, those `beyond` one of them."""
    dues = schema.dues.c
    wanted = select(dues.table, dues.kind, dues.seat, dues.seq, dues.at, dues.unattended)
    wanted = wanted.where(dues.unattended, dues.at <= until)
    order = (dues.at, dues.table, dues.kind, dues.seat)
    if beyond is not None:
        wanted = wanted.where(tuple_(*order) > tuple_(*map(literal, beyond)))
    rows = connection.execute(wanted.order_by(*order).limit(limit))
    return [(table, Due(*due)) for table, *due in rows]


def unwatched_tables(connection: Connection, beyond: str, limit: int) -> list[str]:
    """Tables that nobody would ever close: people were there when the server died. Those with an id `beyond` this."""
    tables, dues = schema.tables.c, schema.dues.c
    closes = select(dues.table).where(dues.table == tables.id, dues.kind == "close")
    wanted = select(tables.id).where(tables.stage.in_(("open", "playing")), tables.id > beyond, ~closes.exists())
    return list(connection.execute(wanted.order_by(tables.id).limit(limit)).scalars())


def tables_in_stage(connection: Connection, *stages: str) -> list[str]:
    """The tables in these stages."""
    tables = schema.tables.c
    return list(connection.execute(select(tables.id).where(tables.stage.in_(stages))).scalars())


def public_tables(connection: Connection, limit: int) -> list[tuple[int, str]]:
    """Open and running public tables with what lists show of them: those with free seats first, then the newest."""
    tables = schema.tables.c
    rows = connection.execute(
        select(tables.changed_at, tables.about)
        .where(tables.public, tables.stage.in_(("open", "playing")))
        .order_by(tables.stage, tables.free == 0, tables.changed_at.desc())
        .limit(limit)
    )
    return [(changed_at, about) for changed_at, about in rows]


def tables_of(connection: Connection, person: str, before: int, limit: int) -> list[tuple[int, str, str]]:
    """The tables where a person has a name, the last changed first, with that name."""
    tables, members = schema.tables.c, schema.members.c
    rows = connection.execute(
        select(tables.changed_at, tables.about, members.name)
        .join(schema.members, members.table == tables.id)
        .where(members.person == person, members.sat, tables.changed_at < before)
        .order_by(tables.changed_at.desc())
        .limit(limit)
    )
    return [(changed_at, about, name) for changed_at, about, name in rows]


def open_tables_of(connection: Connection, person: str) -> int:
    """How many tables that are not over this person has made, or their own bots, or for a bot whose it is."""
    tables, people = schema.tables.c, schema.people.c
    owner = select(func.coalesce(people.owner, people.id)).where(people.id == person).scalar_subquery()
    group = select(people.id).where(or_(people.id == owner, people.owner == owner))
    wanted = select(func.count()).where(
        tables.stage.in_(("open", "playing")), or_(tables.maker == person, tables.maker.in_(group))
    )
    return int(connection.execute(wanted).scalar_one())


def delete_tables(connection: Connection, ids: Iterable[str]) -> None:
    """Everything of these tables."""
    gone = list(ids)
    for table in (schema.chat, schema.dues, schema.members, schema.entries):
        connection.execute(delete(table).where(table.c.table.in_(gone)))
    connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(gone)))


def memberships(connection: Connection, person: str) -> list[str]:
    """Every table where a person has a name."""
    return list(connection.execute(select(schema.members.c.table).where(schema.members.c.person == person)).scalars())


def chat_of(connection: Connection, table: str, last: int) -> list[tuple[int, int, str, str, str]]:
    """The last lines of a table's chat: number, time, person, room, text."""
    chat = schema.chat.c
    rows = connection.execute(
        select(chat.number, chat.at, chat.person, chat.room, chat.text)
        .where(chat.table == table)
        .order_by(chat.number.desc())
        .limit(last)
    ).all()
    return [tuple(row) for row in reversed(rows)]


def add_chat(
    table: str, at: int, person: str, room: str, text: str, ref: str, least: int = 0
) -> Callable[[Connection], int | None]:
    """One more line of chat, with this number or a greater one; gives it, or None if the message was written before."""
    chat = schema.chat.c

    def job(connection: Connection) -> int | None:
        same = select(chat.number).where(chat.table == table, chat.person == person, chat.ref == ref)
        if connection.execute(same).first() is not None:
            return None
        last = connection.execute(select(func.max(chat.number)).where(chat.table == table)).scalar()
        number = least if last is None else max(least, int(last) + 1)
        line = {"table": table, "number": number, "at": at, "person": person, "room": room, "text": text, "ref": ref}
        connection.execute(insert(schema.chat), [line])
        connection.execute(delete(schema.chat).where(chat.table == table, chat.number <= number - MOST_LINES))
        return number

    return job
