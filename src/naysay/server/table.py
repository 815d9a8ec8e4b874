"""One live table: its log in memory, the sockets that look at it, and the one way for anything to happen there.

THE ONE PLACE THAT KNOWS THAT A TABLE LIVES IN ONE PROCESS: who is connected (`connections`), and that entries reach
those connections from here. The log does not assume it: an append by another process is a `Conflict` for this one,
which then catches up from the store (`_catch_up`) and tries again on what it found.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, Final, Protocol

from naysay.server import chat as chats
from naysay.server import commands, failpoints, seeing, wire
from naysay.server.absence import Key, waits_for
from naysay.server.chat import Chat
from naysay.server.commands import Command, Draft, Person
from naysay.server.deciding import Hints, decide
from naysay.server.entries import SECOND, Acted, Logged
from naysay.server.life import Due, Life, fold, step
from naysay.server.metrics import Metrics
from naysay.server.refusal import Refused
from naysay.server.store import About, Append, Conflict, Loaded, Member, Store, add_chat, find_ref, load
from naysay.server.thinkers import Thinkers

ATTEMPTS: Final = 4
MOST_ORDERS: Final = 5000  # of people, besides moves
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
    thinkers: Thinkers
    metrics: Metrics
    now: Callable[[], int]
    schedule: Callable[[str, Due], None]


@dataclass(eq=False, slots=True)
class Table:
    """A table that was loaded. Whatever happens goes through `perform`."""

    id: str
    services: Services
    life: Life
    made_at: int
    members: dict[str, Member]
    hints: Hints
    chat: Chat = field(default_factory=Chat)
    shown: seeing.Shown = field(default_factory=seeing.Shown)
    refs: OrderedDict[tuple[str, str], int] = field(default_factory=OrderedDict)
    connections: set[Connection] = field(default_factory=set)
    dues: dict[Key, Due] = field(default_factory=dict)
    waits: dict[Key, Due] = field(default_factory=dict)  # what is due because somebody is not here
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    thinking: set[Due] = field(default_factory=set)
    used_at: int = 0
    empty_since: int | None = None  # nobody is connected since then

    @staticmethod
    def of(id: str, loaded: Loaded, services: Services) -> "Table":
        """The table that was stored."""
        life = fold(loaded.log)
        members = {member.person: member for member in loaded.members}
        table = Table(id, services, life, loaded.log[0].at, members, Hints(services.thinkers))
        for number, at, person, room, text in loaded.chat:
            table.chat.add(person, table._line(number, at, person, room, text))
        table._remember(loaded.log)
        table.dues = _by_key(life.dues())
        table.waits = _by_key(due for due in loaded.dues if due.kind in ("absent", "host", "close"))
        table.used_at = services.now()
        table.empty_since = table._empty_since()
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
                draft = Draft(self.life, self.services.now(), person, ref)
                try:
                    command(draft)
                    _check_orders(draft)
                except Refused:
                    if await self._written(person, ref):
                        continue
                    raise
                if not draft.logged:
                    return self.life.length
                try:
                    await self._append(draft, [member] if member else [], beside)
                except Conflict:
                    await self._catch_up(person, ref)
                    continue
                if person is not None and ref is not None:
                    self.refs[person, ref] = self.life.length - 1  # the same answer, should it come again
                return self.life.length
        raise Refused("busy", "too many things happen at once at this table; try again")

    async def _written(self, person: str | None, ref: str | None) -> bool:
        """Whether a message that cannot be carried out now was carried out so long ago that it was forgotten here."""
        if person is None or ref is None or len(self.refs) < REMEMBERED:
            return False
        await self._catch_up(person, ref)
        return (person, ref) in self.refs

    async def _append(self, draft: Draft, members: Sequence[Member], beside: Sequence[Append]) -> None:
        services = self.services
        members_after = {**self.members, **{one.person: one for one in members}} if members else self.members
        dues = _by_key(draft.life.dues())
        about = None
        if seeing.changes_table(draft.logged) or draft.life.stage != self.life.stage:
            about = about_of(self.id, draft.life, members_after, draft.at, self.made_at)
        dropped, new = _difference(self.dues, dues)
        append = Append(self.id, draft.logged, dropped, new, members, about)
        await services.store.append(append, *beside)
        failpoints.reach("committed")
        self.members, self.dues = members_after, dues
        moved = draft.life.chairs is not self.life.chairs and (
            [chair.person for chair in draft.life.chairs] != [chair.person for chair in self.life.chairs]
        )
        for due in new:
            services.schedule(self.id, due)
        self._deliver(draft.logged, draft.life)
        services.metrics.actions.inc(sum([isinstance(logged.entry, Acted) for logged in draft.logged]))
        if log.isEnabledFor(logging.DEBUG):
            log.debug("appended", extra={"table": self.id, "seq": self.life.length, "entries": len(draft.logged)})
        if moved:
            self._presence_changed()
        elif about is not None:
            self.check_presence()

    async def _catch_up(self, person: str | None, ref: str | None) -> None:
        """Another process wrote to this log, or this very message was written long ago: take in what is stored."""

        def read(connection: Any) -> tuple[Loaded, int | None]:
            known = None if person is None or ref is None else find_ref(connection, self.id, person, ref)
            return load(connection, self.id, self.life.length), known

        loaded, known = await self.services.store.read(read)
        self.members = {member.person: member for member in loaded.members}
        if loaded.log:
            life = self.life
            for logged in loaded.log:
                life = step(life, logged)
            self._deliver(loaded.log, life)
        if known is not None and person is not None and ref is not None:
            self._know(person, ref, known)
        self.dues = _by_key(self.life.dues())
        for due in self.dues.values():
            self.services.schedule(self.id, due)

    def _deliver(self, logged: Sequence[Logged], life: Life) -> None:
        """The only place where entries become known: exactly those that follow, each once, to everybody."""
        assert logged[0].seq == self.life.length, "entries arrive in order"
        began = perf_counter()
        self.life = life
        self._remember(logged)
        whole = seeing.changes_table(logged) or life.ended
        info = seeing.table_info(self.id, life, self.members, self.made_at) if whole else None
        news = seeing.News(life, logged, self.shown, self.services.now(), info)
        written: dict[Any, bytes] = {}
        ready: list[tuple[Connection, bytes]] = []
        for connection in self.connections:
            person = connection.person
            seat = life.seat_of(person.id)
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
            if entry.person is not None and entry.ref is not None:
                self._know(entry.person, entry.ref, entry.seq)

    def _know(self, person: str, ref: str, seq: int) -> None:
        self.refs[person, ref] = seq
        if len(self.refs) > REMEMBERED:
            self.refs.popitem(last=False)

    # People come, go and ask

    def connect(self, connection: Connection) -> None:
        """Show everything once, then every change."""
        self.used_at = self.services.now()
        connection.send(wire.encode(self.whole(connection.person)))
        self.connections.add(connection)
        self._presence_changed()
        for due in self.dues.values():  # it may have waited for somebody to be here
            self.services.schedule(self.id, due)

    @property
    def deserted(self) -> bool:
        """Nobody is here: bots and clocks stand still. In a game of days they do not: there people come and go."""
        return not self.connections and self.life.made.clock.kind != "days"

    async def welcome(self) -> None:
        """Somebody is here again: no clock ran while nobody was."""
        since, self.empty_since = self.empty_since, None
        if since is not None and self.life.running and self.life.made.clock.kind in ("move", "bank"):
            await self.perform(commands.stop_clocks(since, self.services.now()))

    def disconnect(self, connection: Connection) -> None:
        """Somebody's line is cut, or they left."""
        self.connections.discard(connection)
        self.used_at = self.services.now()
        if not self.connections:
            self.empty_since = self.used_at
        self._presence_changed()

    def whole(self, person: Person) -> wire.Table:
        """Everything that this person may see."""
        life, seat, now = self.life, self.life.seat_of(person.id), self.services.now()
        looks = life.shows_to(seat)
        return wire.Table(
            seq=life.length,
            table=seeing.table_info(self.id, life, self.members, self.made_at),
            you=self._you(person),
            clocks=seeing.clocks_of(life, now) if looks else wire.Clocks(now),
            present=self._present(),
            chat=self.chat.seen_by(life, seat),
            view=seeing.Scene(life, self.shown).view(seat) if looks else None,
            legal=self.shown.legal_of(life, seat),
        )

    def refuse(self, person: Person, message: wire.FromClient, refused: Refused) -> wire.Refusal:
        """Why a message was not carried out; for a move with what its sender sees now."""
        is_move = isinstance(message, wire.Move)
        seat = self.life.seat_of(person.id)
        return wire.Refusal(
            id=message.id,
            code=refused.code,
            detail=refused.detail,
            params=refused.params,
            rule=refused.rule,
            seq=self.life.length,
            view=seeing.Scene(self.life, self.shown).view(seat) if is_move and self.life.shows_to(seat) else None,
            legal=self.shown.legal_of(self.life, seat) if is_move else (),
        )

    def _you(self, person: Person) -> wire.You:
        life = self.life
        member = self.members.get(person.id)
        return wire.You(
            name=member.name if member else person.name,
            seat=life.seat_of(person.id),
            host=life.host == person.id,
            muted=person.id in life.muted,
        )

    def here(self) -> set[str]:
        """The people who are connected."""
        return {connection.person.id for connection in self.connections}

    def _present(self) -> wire.Present:
        here, seated = self.here(), {chair.person for chair in self.life.chairs}
        return wire.Present(
            tuple(chair.person is not None and chair.person in here for chair in self.life.chairs),
            len(here - seated),
        )

    def _presence_changed(self) -> None:
        message = wire.encode(wire.Presence(self._present()))
        for connection in self.connections:
            connection.send(message)
        self.check_presence()

    def check_presence(self, longer: int = 0) -> None:
        """Keep the rows of what happens when somebody stays away; what waits already waits `longer`."""
        wanted = waits_for(self.life, self.here(), self.waits, self.services.now(), longer)
        dropped, new = _difference(self.waits, wanted)
        if dropped or new:
            self.waits = wanted
            self.services.store.append_later(Append(self.id, (), dropped, new))
            for due in new:
                self.services.schedule(self.id, due)

    async def wake(self, since: int, until: int) -> None:
        """The server was down in between: no clock ran, and nobody was missed."""
        self.check_presence(until - since)
        self.empty_since = self._empty_since()
        if self.life.running and self.life.made.clock.kind in ("move", "bank"):
            await self.perform(commands.stop_clocks(since, until))

    def _empty_since(self) -> int:
        """Since when nobody is here, for a table that was just loaded: the row of its end tells."""
        end = self.waits.get(("close", -1))
        return self.services.now() if end is None else end.at - self.life.made.closes_after

    # What is due

    async def act_on(self, due: Due) -> None:
        """Do what is due, unless it no longer is."""
        key = due.kind, due.seat
        if due in self.thinking or (self.dues.get(key) or self.waits.get(key)) != due:
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
            if self.waits.get(key) == due:  # done with, and perhaps due again later
                del self.waits[key]
                self.services.store.append_later(Append(self.id, (), [key]))
                self.check_presence()

    async def _act_on(self, due: Due) -> None:
        match due.kind:
            case "bot" | "clock":
                await self.perform(await decide(self.life, due, self.services.thinkers))
            case "absent":
                person = self.life.chairs[due.seat].person
                if person is not None and person not in self.here():
                    await self.perform(commands.go_away(due.seat))
            case "host":
                await self.perform(commands.pass_rights(self.life.host, frozenset(self.here())))
            case "close":
                if not self.connections:
                    await self.perform(commands.close_empty)

    async def hint(self, person: Person, ref: str) -> wire.Hinted:
        """What the strongest bot would do in this person's seat, with what this person sees."""
        return await self.hints.give(self.life, self.id, self.life.seat_of(person.id), ref)

    # Chat

    async def say(self, person: Person, ref: str, text: str, member: Member) -> None:
        """Write a line to the chat, and show it to those who may read it."""
        if person.id in self.life.muted:
            raise Refused("muted", "the host has muted you at this table")
        if (person.id, ref) in self.refs:
            return
        seat = self.life.seat_of(person.id)
        if not chats.may_talk(self.life, seat):
            raise Refused("no_watchers", "this table is not for watchers")
        room = chats.room_of(seat)
        async with self.lock:
            if person.id not in self.members:
                await self.services.store.append(Append(self.id, members=[member]))
                self.members[person.id] = member
            at = self.services.now()
            number = await self.services.store.write(add_chat(self.id, at, person.id, room, text, ref))
            if number is None:
                return  # it came before
            self._know(person.id, ref, self.life.length)
            line = self._line(number, at, person.id, room, text)
            self.chat.add(person.id, line)
        message = wire.encode(wire.Said(line))
        for connection in self.connections:
            if chats.may_read(self.life, line, self.life.seat_of(connection.person.id)):
                connection.send(message)

    def _line(self, number: int, at: int, person: str, room: Any, text: str) -> wire.Line:
        member = self.members.get(person)
        return wire.Line(number, at, member.name if member else "?", text, room, self.life.seat_of(person))


def about_of(id: str, life: Life, members: dict[str, Member], at: int, made_at: int) -> About:
    """The table's row in lists."""
    row = wire.encode(seeing.row_of(id, life, members, at))
    free = sum(chair.free for chair in life.chairs)
    return About(life.made.game, life.stage, life.made.public, free, made_at, at, row)


def _check_orders(draft: Draft) -> None:
    """Moves are always possible; what else people do at a table must not let its log grow without end."""
    if draft.life.orders <= MOST_ORDERS or draft.person is None or not draft.logged:
        return
    if not any(isinstance(logged.entry, Acted) for logged in draft.logged):
        raise Refused("too_many_changes", f"more than {MOST_ORDERS} changes at this table: only moves are possible now")


def _by_key(dues: Iterable[Due]) -> dict[Key, Due]:
    return {(due.kind, due.seat): due for due in dues}


def _difference(before: dict[Key, Due], after: dict[Key, Due]) -> tuple[list[Key], list[Due]]:
    """The rows to delete, and then those to write."""
    dropped = [key for key, due in before.items() if after.get(key) != due]
    return dropped, [due for key, due in after.items() if before.get(key) != due]
