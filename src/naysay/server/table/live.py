"""One live table: its log in memory, the sockets that look at it, and the one way for anything to happen there.

THE ONE PLACE THAT KNOWS THAT A TABLE LIVES IN ONE PROCESS: who is connected (`connections`), and that entries reach
those connections from here. The log does not assume it: an append by another process is a `Conflict` for this one,
which then catches up from the store (`_catch_up`) and tries again on what it found.
"""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, Final, Protocol

from naysay.server import failpoints
from naysay.server.errors import Refused
from naysay.server.metrics import Metrics
from naysay.server.storage.queries import Loaded, Outage, add_chat, find_ref, load
from naysay.server.storage.writer import About, Append, Conflict, Member, Store
from naysay.server.table import chat as chats
from naysay.server.table import client_views, commands, seat_requests
from naysay.server.table.bot_turns import Hints, decide
from naysay.server.table.chat import Chat
from naysay.server.table.commands import Command, Draft, Person
from naysay.server.table.entries import SECOND, Acted, AnyEntry, Began, Closed, Logged, Sat, Stood, Wished
from naysay.server.table.presence import DueRows, Key, waits_for
from naysay.server.table.state import Due, TableState, retell, step
from naysay.server.web import messages
from naysay.server.workers.pool import WorkerPool

ATTEMPTS: Final = 4
MOST_CHANGES: Final = 1000  # of one person, besides moves
MOST_NAMES: Final = 500  # at one table; who sits down has one always
ABSENCES: Final = ("absent", "host", "close", "ask")
REMEMBERED: Final = 256  # messages per table; older ones are found in the store

log: Final = logging.getLogger("naysay.table")


class Connection(Protocol):
    """A socket that looks at a table."""

    person: Person

    def send(self, message: bytes) -> None:
        """Queue a message; a connection that does not read is dropped, and comes back by itself."""

    def close_soon(self) -> None:
        """Send nothing more, and end."""


@dataclass(frozen=True, slots=True)
class Services:
    """What a table needs from the process it lives in."""

    store: Store
    pool: WorkerPool
    metrics: Metrics
    now: Callable[[], int]
    schedule: Callable[[str, Due], None]


@dataclass(eq=False, slots=True)
class Table:
    """A table that was loaded. Whatever happens goes through `perform`."""

    id: str
    services: Services
    state: TableState
    made_at: int
    members: dict[str, Member]
    hints: Hints
    rows: DueRows  # of what is due because somebody is not here
    chat: Chat = field(default_factory=Chat)
    shown: client_views.Shown = field(default_factory=client_views.Shown)
    refs: OrderedDict[tuple[str, str], int] = field(default_factory=OrderedDict)
    changes: Counter[str] = field(default_factory=Counter)  # by person, besides moves
    connections: set[Connection] = field(default_factory=set)
    dues: dict[Key, Due] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    thinking: set[Due] = field(default_factory=set)
    used_at: int = 0
    empty_since: int | None = None  # nobody is connected since then

    @staticmethod
    def of(id: str, loaded: Loaded, services: Services) -> "Table":
        """The table that was stored."""
        state = retell(loaded.log, loaded.stage)
        members = {member.person: member for member in loaded.members}
        rows = DueRows(id, services.store, {}, {**_by_key(due for due in loaded.dues if due.kind in ABSENCES)})
        table = Table(id, services, state, loaded.log[0].at, members, Hints(services.pool), rows)
        for number, at, person, room, text in loaded.chat:
            table.chat.add(person, table._line(number, at, person, room, text))
        table._remember(loaded.log)
        table.dues = _by_key(state.dues())
        closes = [due for due in loaded.dues if due.kind == "close" and not state.ended]
        rows.want(_by_key(closes))  # nobody is here to miss anybody: other rows are left over
        table.used_at = services.now()
        table.empty_since = closes[0].at - state.made.closes_after if closes else table.used_at
        return table

    # Things happen

    async def perform(
        self,
        command: Command,
        person: str | None = None,
        ref: str | None = None,
        member: Member | None = None,
        beside: Sequence[Append] = (),
    ) -> int:
        """Carry out a command: commit what it appends, then tell everybody. Gives the length of the log it led to.

        What other tables append `beside` it is written with it or not at all.
        """
        async with self.lock:
            for _ in range(ATTEMPTS):
                if person is not None and ref is not None and (person, ref) in self.refs:
                    return self.refs[person, ref] + 1  # it came before: once is enough
                draft = Draft(self.state, self.services.now(), person, ref)
                try:
                    command(draft)
                    self._check_changes(draft)
                except Refused:
                    if await self._written(person, ref):
                        continue
                    raise
                if not draft.logged:
                    return self.state.length
                try:
                    await self._append(draft, [member] if member else [], beside)
                except Conflict:
                    await self._catch_up(person, ref)
                    continue
                if person is not None and ref is not None:
                    self.refs[person, ref] = self.state.length - 1  # the same answer, should it come again
                return self.state.length
        raise Refused("busy", "too many things happen at once at this table; try again")

    def _check_changes(self, draft: Draft) -> None:
        """What one person does besides moves must not let a log grow without end, nor keep others from anything."""
        if draft.person is None or self.changes[draft.person] < MOST_CHANGES or not draft.logged:
            return
        if not any(_always_possible(logged.entry) for logged in draft.logged):
            raise Refused("too_many_changes", f"you have changed {MOST_CHANGES} things at this table: only moves now")

    async def _written(self, person: str | None, ref: str | None) -> bool:
        """Whether a message that cannot be carried out now was carried out so long ago that it was forgotten here."""
        if person is None or ref is None or len(self.refs) < REMEMBERED:
            return False
        await self._catch_up(person, ref)
        return (person, ref) in self.refs

    async def _append(self, draft: Draft, members: Sequence[Member], beside: Sequence[Append]) -> None:
        services = self.services
        known = {**self.members, **{one.person: one for one in members}} if members else self.members
        members = [*members, *_now_seated(draft, known)]
        members_after = {**known, **{one.person: one for one in members}} if members else known
        dues = _by_key(draft.state.dues())
        about = None
        if client_views.changes_table(draft.logged) or draft.state.stage != self.state.stage:
            about = about_of(self.id, draft.state, members_after, draft.at, self.made_at)
        dropped, new = _difference(self.dues, dues)
        append = Append(self.id, draft.logged, dropped, new, members, about)
        await services.store.append(append, *beside)
        failpoints.reach("committed")
        self.members, self.dues = members_after, dues
        moved = draft.state.chairs is not self.state.chairs and (
            [chair.person for chair in draft.state.chairs] != [chair.person for chair in self.state.chairs]
        )
        for due in new:
            services.schedule(self.id, due)
        self._deliver(draft.logged, draft.state)
        services.metrics.actions.inc(sum([isinstance(logged.entry, Acted) for logged in draft.logged]))
        if log.isEnabledFor(logging.DEBUG):
            log.debug("appended", extra={"table": self.id, "seq": self.state.length, "entries": len(draft.logged)})
        if moved:
            self._presence_changed()
        elif about is not None:
            self.check_presence()

    async def _catch_up(self, person: str | None, ref: str | None) -> None:
        """Another process wrote to this log, or this very message was written long ago: take in what is stored."""

        def read(connection: Any) -> tuple[Loaded, int | None]:
            known = None if person is None or ref is None else find_ref(connection, self.id, person, ref)
            return load(connection, self.id, self.state.length), known

        loaded, known = await self.services.store.read(read)
        self.members = {member.person: member for member in loaded.members}
        if loaded.log:
            state = self.state
            for logged in loaded.log:
                state = step(state, logged)
            self._deliver(loaded.log, state)
        if known is not None and person is not None and ref is not None:
            self._know(person, ref, known)
        self.dues = _by_key(self.state.dues())
        for due in self.dues.values():
            self.services.schedule(self.id, due)

    def _deliver(self, logged: Sequence[Logged], state: TableState) -> None:
        """The only place where entries become known: exactly those that follow, each once, to everybody."""
        assert logged[0].seq == self.state.length, "entries arrive in order"
        began = perf_counter()
        whole = client_views.changes_table(logged) or state.ended or state.bots_alone != self.state.bots_alone
        self.state = state
        self._remember(logged)
        info = self.info if whole else None
        news = client_views.News(state, logged, self.shown, self.services.now(), info)
        written: dict[Any, bytes] = {}
        ready: list[tuple[Connection, bytes]] = []
        for connection in self.connections:
            person = connection.person
            seat = state.seat_of(person.id)
            key = (seat, person.id) if whole else seat
            message = written.get(key)
            if message is None:
                message = written[key] = news.write(seat, self._you(person) if whole else None)
            ready.append((connection, message))
        for connection, message in ready:  # in one go: who listens is woken once
            connection.send(message)
        self.used_at = self.services.now()
        self.services.metrics.broadcast_seconds.observe(perf_counter() - began)

    def forget(self, person: Person, name: str) -> None:
        """A person wants to be forgotten: no name, no lines, no connection."""
        self.chat.forget(person.id)
        if person.id in self.members:
            self.members[person.id] = replace(self.members[person.id], name=name, sat=False)
        for connection in [one for one in self.connections if one.person.id == person.id]:
            connection.close_soon()

    def _remember(self, logged: Sequence[Logged]) -> None:
        for entry in logged:
            if entry.person is not None:
                self.changes[entry.person] += not isinstance(entry.entry, Acted)
                if entry.ref is not None:
                    self._know(entry.person, entry.ref, entry.seq)

    def _know(self, person: str, ref: str, seq: int) -> None:
        self.refs[person, ref] = seq
        if len(self.refs) > REMEMBERED:
            self.refs.popitem(last=False)

    # People come, go and ask

    def connect(self, connection: Connection) -> None:
        """Show everything once, then every change."""
        self.used_at = self.services.now()
        connection.send(messages.encode(self.whole(connection.person)))
        self.connections.add(connection)
        self._presence_changed()
        for due in self.dues.values():  # it may have waited for somebody to be here
            self.services.schedule(self.id, due)

    @property
    def deserted(self) -> bool:
        """Nobody is here: bots and clocks stand still. In a game of days they do not: there people come and go; nor
        where bots alone play to the end.
        """
        slow = self.state.made.clock.kind == "days" and self.state.terms.refused is None
        return not self.connections and not slow and not self.state.hurrying

    async def welcome(self) -> None:
        """Somebody is here again: no clock ran while nobody was."""
        since, self.empty_since = self.empty_since, None
        if since is not None and self.state.running and self.state.made.clock.kind in ("move", "bank"):
            await self.perform(commands.stop_clocks(since, self.services.now()))

    def disconnect(self, connection: Connection) -> None:
        """Somebody's line is cut, or they left."""
        self.connections.discard(connection)
        self.used_at = self.services.now()
        if not self.connections:
            self.empty_since = self.used_at
        self._presence_changed()

    @property
    def info(self) -> messages.TableInfo:
        """What everybody with the link may know."""
        return client_views.table_info(self.id, self.state, self.members, self.made_at)

    def whole(self, person: Person) -> messages.Table:
        """Everything that this person may see."""
        state, seat, now = self.state, self.state.seat_of(person.id), self.services.now()
        looks = state.shows_to(seat)
        return messages.Table(
            seq=state.length,
            table=self.info,
            you=self._you(person),
            clocks=client_views.clocks_of(state, now) if looks else messages.Clocks(now),
            present=self._present(),
            chat=self.chat.seen_by(state, seat),
            view=client_views.Scene(state, self.shown).view(seat) if looks else None,
            legal=self.shown.legal_of(state, seat),
        )

    def refuse(self, person: Person, message: messages.FromClient, refused: Refused) -> messages.Refusal:
        """Why a message was not carried out; for a move with what its sender sees now."""
        is_move = isinstance(message, messages.Move)
        seat = self.state.seat_of(person.id)
        return messages.Refusal(
            id=message.id,
            code=refused.code,
            detail=refused.detail,
            params=refused.params,
            rule=refused.rule,
            seq=self.state.length,
            view=client_views.Scene(self.state, self.shown).view(seat)
            if is_move and self.state.shows_to(seat)
            else None,
            legal=self.shown.legal_of(self.state, seat) if is_move else (),
        )

    def _you(self, person: Person) -> messages.You:
        state = self.state
        member = self.members.get(person.id)
        return messages.You(
            name=member.name if member else person.name,
            seat=state.seat_of(person.id),
            host=state.host == person.id,
            muted=person.id in state.muted,
            back=state.own_seat(person.id),
            may_take=seat_requests.seats_open_to(state, person.id),
            request=request.number if (request := state.request_of(person.id)) is not None else None,
        )

    def here(self) -> set[str]:
        """The people who are connected."""
        return {connection.person.id for connection in self.connections}

    def _present(self) -> messages.Present:
        here, seated = self.here(), {chair.person for chair in self.state.chairs}
        return messages.Present(
            tuple(chair.person is not None and chair.person in here for chair in self.state.chairs),
            len(here - seated),
        )

    def _presence_changed(self) -> None:
        message = messages.encode(messages.Presence(self._present()))
        for connection in self.connections:
            connection.send(message)
        self.check_presence()

    def check_presence(self) -> None:
        """Keep the rows of what happens when somebody stays away."""
        self._miss_from(self.services.now())

    def _miss_from(self, now: int) -> None:
        for due in self.rows.want(waits_for(self.state, self.here(), self.rows.wanted, now)):
            self.services.schedule(self.id, due)

    async def wake(self, outages: Sequence[Outage]) -> None:
        """No server ran meanwhile: no clock ran, and nobody was missed. Who was here then is missed from the end on."""
        if not self.rows.wanted:
            (_, until), *later = outages
            self.empty_since = until + sum(end - begin for begin, end in later)
            self._miss_from(self.empty_since)
        if self.state.running and self.state.made.clock.kind in ("move", "bank"):
            for outage in outages:
                await self.perform(commands.stop_clocks(*outage))

    # What is due

    def pending(self) -> tuple[Due, ...]:
        """What will happen by itself, as things are."""
        return (*self.rows.wanted.values(), *(() if self.deserted else self.dues.values()))

    async def act_on(self, due: Due) -> None:
        """Do what is due, unless it no longer is."""
        key = due.kind, due.seat
        if due in self.thinking or (self.dues.get(key) or self.rows.wanted.get(key)) != due:
            return
        if key in self.dues and self.deserted:
            return
        self.services.metrics.late_seconds.observe(max(0, self.services.now() - due.at) / SECOND)
        self.thinking.add(due)
        try:
            await self._act_on(due)
        except Refused as refused:
            log.info("nothing to do", extra={"table": self.id, "seq": due.seq, "due": due.kind, "code": refused.code})
        finally:
            self.thinking.discard(due)
        if self.rows.wanted.get(key) == due:  # done with, and perhaps due again later
            self.rows.want({other: wait for other, wait in self.rows.wanted.items() if other != key})
            self.check_presence()

    async def _act_on(self, due: Due) -> None:
        match due.kind:
            case "bot" | "clock":
                await self.perform(await decide(self.state, due, self.services.pool))
            case "absent":
                person = self.state.chairs[due.seat].person
                if person is not None and person not in self.here():
                    await self.perform(commands.go_away(due.seat))
            case "ask":
                request = next((one for one in self.state.requests if one.number == due.seq), None)
                if request is not None and request.person not in self.here():
                    await self.perform(seat_requests.lapse(request.number))
            case "host":
                await self.perform(commands.pass_rights(self.state.host, frozenset(self.here())))
            case "close":
                if not self.connections:
                    await self.perform(commands.close_empty)

    async def hint(self, person: Person, ref: str) -> messages.Hinted:
        """What the strongest bot would do in this person's seat, with what this person sees."""
        return await self.hints.give(self.state, self.id, self.state.seat_of(person.id), ref)

    # Chat

    async def say(self, person: Person, ref: str, text: str, member: Member) -> None:
        """Write a line to the chat, and show it to those who may read it."""
        if person.id in self.state.muted:
            raise Refused("muted", "the host has muted you at this table")
        seat = self.state.seat_of(person.id)
        if not chats.may_talk(self.state, seat):
            raise Refused("no_watchers", "this table does not allow spectators")
        room = chats.room_of(seat)
        async with self.lock:
            if person.id not in self.members:
                if len(self.members) >= MOST_NAMES:
                    raise Refused("too_many_names", f"{MOST_NAMES} people have a name here: no more can write")
                await self.services.store.append(Append(self.id, members=[member]))
                self.members[person.id] = member
            at = self.services.now()
            write = add_chat(self.id, at, person.id, room, text, ref, self.chat.next_number)
            number = await self.services.store.write(write)
            if number is None:
                return  # it came before; only the chat knows its ids, so that none of them answers a move
            line = self._line(number, at, person.id, room, text)
            self.chat.add(person.id, line)
        message = messages.encode(messages.Said(line))
        for connection in self.connections:
            if chats.may_read(self.state, line, self.state.seat_of(connection.person.id)):
                connection.send(message)

    def _line(self, number: int, at: int, person: str, room: Any, text: str) -> messages.Line:
        member = self.members.get(person)
        return messages.Line(number, at, member.name if member else "?", text, room, self.state.seat_of(person))


def about_of(id: str, state: TableState, members: dict[str, Member], at: int, made_at: int) -> About:
    """The table's row in lists."""
    row = messages.encode(client_views.row_of(id, state, members, at))
    free = sum(chair.free for chair in state.chairs)
    return About(state.made.game, state.stage, state.made.public, free, made_at, at, row, state.made.host)


def _always_possible(entry: AnyEntry) -> bool:
    """Moves; and what a host needs to be rid of somebody, to begin or to end, and what each can do only so often."""
    match entry:
        case Acted() | Began() | Closed() | Stood(kicked=True) | Wished(wish="close", on=True):
            return True
    return False


def _now_seated(draft: Draft, members: dict[str, Member]) -> list[Member]:
    """Who has asked for a seat and gets it now has played here."""
    seated = [members.get(logged.entry.person) for logged in draft.logged if isinstance(logged.entry, Sat)]
    return [replace(member, sat=True) for member in seated if member is not None and not member.sat]


def _by_key(dues: Iterable[Due]) -> dict[Key, Due]:
    return {(due.kind, due.seat): due for due in dues}


def _difference(before: dict[Key, Due], after: dict[Key, Due]) -> tuple[list[Key], list[Due]]:
    """The rows to delete, and then those to write."""
    dropped = [key for key, due in before.items() if after.get(key) != due]
    return dropped, [due for key, due in after.items() if before.get(key) != due]
