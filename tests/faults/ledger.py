"""What clients sent and were told, held against what the database keeps. Nothing here trusts the server's memory."""

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import URL, Connection, func, select

from naysay.server.storage import schema
from naysay.server.storage.database import open_engine
from naysay.server.storage.queries import Loaded, load
from naysay.server.storage.writer import Member
from naysay.server.table import client_views
from naysay.server.table.entries import Acted
from naysay.server.table.state import TableState
from tests.faults.book import Book


@dataclass
class Sent:
    """A message of a client, and every answer to it, in the order in which they came."""

    table: str
    person: str
    type: str
    id: str
    parts: dict[str, Any]
    answers: list[dict[str, Any]] = field(default_factory=list)

    @property
    def done(self) -> bool:
        """It was acknowledged."""
        return any(answer["type"] == "done" for answer in self.answers)


@dataclass
class Ledger:
    """The truth about a run, from both sides."""

    url: URL
    sent: dict[tuple[str, str], Sent] = field(default_factory=dict)
    heard: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)
    answered: list[Sent] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    books: dict[str, Book] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def hear(self, table: str, person: str, message: dict[str, Any]) -> None:
        """A client was told something."""
        self.heard.append((table, person, message))
        sent = self.sent.get((person, message.get("id", "")))
        if message["type"] in ("done", "refused", "pong") and sent is not None:
            sent.answers.append(message)
            self.answered.append(sent)

    def check(self) -> None:
        """Hold everything that was told so far against the database. The server must be dead, or idle."""
        assert not self.broken, self.broken
        engine = open_engine(self.url, writes=False)
        try:
            with engine.begin() as connection:
                self._check(connection)
        finally:
            engine.dispose()
        self.counts["checks"] += 1

    def _check(self, connection: Connection) -> None:
        entries, rows = schema.entries.c, schema.tables.c
        counted = connection.execute(select(entries.table, func.count()).group_by(entries.table))
        lengths: dict[str, int] = {table: length for table, length in counted}  # noqa: C416 - a row is no pair
        stored = {row.id: row for row in connection.execute(select(rows.id, rows.stage, rows.free, rows.about))}
        assert stored.keys() == lengths.keys(), "every table has a log, every log a table"
        told = {table for table, _, _ in self.heard}
        for table, length in lengths.items():
            book = self.books.setdefault(table, Book(table))
            if length != len(book.rows) or table in told:
                loaded = load(connection, table)
                book.read(loaded.log)
                self._check_beside(book.states[-1], loaded, stored[table])
                book.members = {member.person: member for member in loaded.members}
            assert length == len(book.rows), "nothing is missing in between"
        self._check_sent(connection)
        for table, person, message in self.heard:
            self.counts["messages"] += 1
            _check_told(self.books[table], person, message)
        self.heard = []
        self._check_rematches()

    def _check_beside(self, state: TableState, loaded: Loaded, row: Any) -> None:
        """What is stored beside a log follows from it: what is due, who has a name, the row in lists."""
        due = sorted(due for due in loaded.dues if due.kind in ("bot", "clock"))
        assert due == sorted(state.dues()), f"due is {state.dues()}, stored is {due}"
        assert row.stage == state.stage
        assert row.free == sum(chair.free for chair in state.chairs)
        assert json.loads(row.about)["stage"] == state.stage
        named = {member.person for member in loaded.members}
        assert {chair.person for chair in state.chairs if chair.person} <= named, "who sits has a name"

    def _check_sent(self, connection: Connection) -> None:
        """Acknowledged: there, once, where it was told. Refused: not there. There: somebody sent it."""
        chat = schema.chat.c
        said: Counter[tuple[str, str]] = Counter()
        lines: dict[str, list[str]] = defaultdict(list)
        for row in connection.execute(select(schema.chat).order_by(chat.table, chat.number)):
            assert row.number == len(lines[row.table]), "lines are numbered without gaps"
            lines[row.table].append(row.text)
            said[row.person, row.ref] += 1
            assert self.sent[row.person, row.ref].parts["text"] == row.text, "nobody wrote this"
        assert all(count == 1 for count in said.values()), "a line is there once"
        self.counts["lines of chat"] = len(said)
        for book in self.books.values():
            self._check_moves(book)
        for sent in self.answered:
            if sent.type == "say":
                assert not sent.done or (sent.person, sent.id) in said, f"an acknowledged line was lost: {sent}"
            elif sent.type in ("move", "sit", "start"):
                self._check_answers(sent)
        self.answered = []
        for table, _, message in self.heard:
            for line in (*message.get("chat", ()), *([message["line"]] if "line" in message else ())):
                assert lines[table][line["number"]] == line["text"], f"told and not kept: {line}"

    def _check_moves(self, book: Book) -> None:
        """Whatever a person did is something that this person's client sent, word by word."""
        for first, entries in book.unchecked():
            sent = self.sent.get((str(first.person), str(first.ref)))
            assert sent is not None, f"nobody sent {first}"
            assert sent.table == book.table
            for logged in entries:
                if isinstance(logged.entry, Acted):
                    assert sent.type == "move", f"{sent} made a move"
                    assert logged.entry.move == sent.parts["move"], f"{sent} became {logged}"
                    assert logged.entry.by == "person"
        for name, count in book.counts().items():
            self.counts[name] += count

    def _check_answers(self, sent: Sent) -> None:
        place = self.books[sent.table].refs.get((sent.person, sent.id))
        for answer in sent.answers:
            if answer["type"] == "refused":
                assert place is None, f"refused, and yet carried out: {sent}"
                continue
            assert place is not None, f"an acknowledged move was lost: {sent}"
            first, last = place
            assert first < answer["seq"] <= last + 1, f"not where it was told: {sent}, entries {first} to {last}"

    def _check_rematches(self) -> None:
        """Two logs name each other, or neither does."""
        for book in self.books.values():
            made, rematch = book.states[0].made, book.states[-1].rematch
            if made.previous is not None:
                assert self.books[made.previous].states[-1].rematch == book.table, f"nobody knows of {book.table}"
            if rematch is not None:
                assert self.books[rematch].states[0].made.previous == book.table, f"{rematch} knows nothing of it"


def _check_told(book: Book, person: str, message: dict[str, Any]) -> None:
    """What somebody was shown is what the log gives at that length, to the byte."""
    seq = message.get("seq")
    if seq is None:
        return
    assert seq <= len(book.rows), f"told before it was kept: {message}"
    state = book.states[seq - 1]
    seat = state.seat_of(person)
    if message["type"] in ("table", "change") or message.get("view") is not None:
        assert message.get("view") == book.view(seq, seat), f"seat {seat} sees something else at {seq}"
        assert message.get("legal", []) == list(client_views.Shown().legal_of(state, seat))
    for entry in message.get("entries", ()):
        logged = book.rows[entry["seq"]]
        assert [entry] == plain(client_views.happened(state.game, [logged], seat, state.ended)), (
            f"{entry} was told of {logged}"
        )
    if message["type"] == "change":
        assert [entry["seq"] for entry in message["entries"]] == list(range(seq - len(message["entries"]), seq))
    info = message.get("table")
    if info is not None:
        known = named(book.members, state)
        assert info == plain(client_views.table_info(book.table, state, known, book.rows[0].at))


def named(members: dict[str, Member], state: TableState) -> dict[str, Member]:
    """The names of those who sit."""
    return {chair.person: members[chair.person] for chair in state.chairs if chair.person}


def plain(value: Any) -> Any:
    """A value as a client has it from JSON."""
    return json.loads(msgspec.json.encode(value))
