"""All tables of this process: made, loaded on demand, let go when idle; and after a restart, put in order again."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from naysay.game import quote
from naysay.games import find, usual_players
from naysay.server.errors import Refused
from naysay.server.metrics import Metrics
from naysay.server.people import FORGOTTEN, People
from naysay.server.storage.queries import (
    Loaded,
    Outage,
    delete_tables,
    load,
    memberships,
    note_outage,
    open_tables_of,
    slept_through,
    unwatched_tables,
)
from naysay.server.storage.writer import Append, Member, Store, write_appends
from naysay.server.table import commands, seat_requests
from naysay.server.table.commands import Draft, Person
from naysay.server.table.entries import SECOND, Clock, Housed, Logged, Made, Rematched, Sat
from naysay.server.table.live import Services, Table, about_of
from naysay.server.table.replays import Replays
from naysay.server.table.state import Due, TableState, begin
from naysay.server.table.timers import Timers
from naysay.server.web import http_types
from naysay.server.workers.pool import WorkerPool

IDLE: Final = 60 * SECOND
SWEEP: Final = 15.0
CHECK: Final = 5.0
RECOVERED_AT_ONCE: Final = 50
GRACE: Final = 60
CLOSES_AFTER: Final = 86_400
CLOSES_AFTER_DAYS: Final = 30 * 86_400
LONGEST_CLOCK: Final = 86_400
MOST_DAYS: Final = 14
TOKEN_BYTES: Final = 16

log: Final = logging.getLogger("naysay.tables")


@dataclass(eq=False, slots=True)
class Tables:
    """The tables of this process."""

    store: Store
    pool: WorkerPool
    metrics: Metrics
    now: Callable[[], int]
    tables_per_person: int
    timers: Timers = field(init=False)
    services: Services = field(init=False)
    replays: Replays = field(init=False)
    loaded: dict[str, Table] = field(default_factory=dict)
    loading: dict[str, asyncio.Future[Table]] = field(default_factory=dict)
    outages: list[Outage] = field(default_factory=list)  # when no server ran
    leaving: set[str] = field(default_factory=set)  # tables that are being deleted

    def __post_init__(self) -> None:
        self.timers = Timers(self.now, self.act_on, self.store, self.metrics)
        self.services = Services(self.store, self.pool, self.metrics, self.now, self.timers.schedule)
        self.replays = Replays(self.store, self.pool, self.metrics)

    async def get(self, id: str) -> Table:
        """The table with this id, for somebody who wants to see it; refused if its rules are not played here."""
        table = await self.find(id)
        if table.state.terms.refused is not None:
            raise table.state.terms.refused
        return table

    async def find(self, id: str) -> Table:
        """The table with this id, loaded if need be, whether or not it can be played."""
        if id in self.loaded:
            return self.loaded[id]
        if id in self.leaving:
            raise Refused("no_such_table", f"there is no table {quote(id)}")
        if id not in self.loading:
            self.loading[id] = asyncio.ensure_future(self._load(id))
        return await asyncio.shield(self.loading[id])

    async def _load(self, id: str) -> Table:
        try:
            try:
                loaded = await self.store.read(lambda connection: load(connection, id))
            except msgspec.ValidationError as error:  # an entry of a kind that came later
                raise Refused("other_rules", f"this version cannot read the log of this table: {error}") from error
            if not loaded.log:
                raise Refused("no_such_table", f"there is no table {quote(id)}")
            table = Table.of(id, loaded, self.services)
            if not table.state.ended and (slept := slept_through(self.outages, loaded.log[-1].at)):
                await table.wake(slept)
            return self._keep(table)
        finally:
            del self.loading[id]

    def _keep(self, table: Table) -> Table:
        if table.id in self.loaded:  # it was made and found at the same moment
            return self.loaded[table.id]
        self.loaded[table.id] = table
        self.metrics.tables.set(len(self.loaded))
        for due in table.pending():
            self.timers.schedule(table.id, due)
        return table

    async def make(self, host: Person, wanted: http_types.NewTable) -> Table:
        """A new table, with bots of the house where they are wanted."""
        made = _made(host, wanted)
        draft = self._begin(made)
        for number, level in wanted.bots.items():
            commands.house(host.id, int(number), level)(draft)
        return await self._open(draft, [])

    async def quick(self, host: Person, wanted: http_types.Quick) -> Table:
        """A running game against bots of the house."""
        table = http_types.NewTable(
            wanted.game, wanted.players, wanted.edition, wanted.options, hints=wanted.hints, pace=wanted.pace
        )
        draft = self._begin(_made(host, table))
        commands.sit(host, wanted.seat, wanted.contribution, wanted.character)(draft)
        for seat, chair in enumerate(draft.state.chairs):
            if chair.free:
                commands.house(host.id, seat, wanted.level)(draft)
        commands.start(host.id)(draft)
        return await self._open(draft, [Member(host.id, host.name, host.bot)])

    async def rematch(self, old: Table, person: Person) -> str:
        """A new table for the same people and bots; who asked first is its host. Its log names the old one."""
        state = old.state
        if state.seat_of(person.id) is None:
            raise Refused("not_seated", "you did not sit at this table")
        if not state.ended and not state.bots_alone:
            raise Refused("begun", "this game is not over")
        if state.rematch is not None:
            return state.rematch
        await self.store.read(lambda connection: self._check_open(connection, person.id))
        dealer = (state.made.dealer + 1) % state.made.players
        options = state.game.describe(state.terms.setup)["options"]  # with the characters that were played
        seed = secrets.token_hex(32)
        made = replace(state.made, dealer=dealer, options=options, seed=seed, host=person.id, previous=old.id)
        draft = self._begin(made)
        members = []
        for seat, chair in enumerate(state.chairs):
            if chair.person is not None:
                if old.members[chair.person].sat:  # not for somebody who wants to be forgotten
                    draft.add(Sat(seat, chair.person, character=chair.character))
                    members.append(old.members[chair.person])
            elif chair.level is not None:
                draft.add(Housed(seat, chair.level))
        append = _first(draft, members)

        def name_it(draft: Draft) -> None:
            if draft.state.rematch is None:
                if draft.state.bots_alone:  # nobody waits for the end of the old game
                    commands.finish(person.id)(draft)
                draft.add(Rematched(append.table))

        await old.perform(name_it, beside=[append])
        assert old.state.rematch is not None
        if old.state.rematch == append.table:
            self._opened(append, draft.state)
        return old.state.rematch

    def _begin(self, made: Made) -> Draft:
        logged = Logged(0, self.now(), made)
        return Draft(begin(logged), logged.at, logged=[logged])

    async def _open(self, draft: Draft, members: list[Member]) -> Table:
        append = _first(draft, members)

        def job(connection: Connection) -> None:
            self._check_open(connection, draft.state.host)
            write_appends(connection, [append])

        await self.store.write(job)
        return self._opened(append, draft.state)

    def _check_open(self, connection: Connection, person: str) -> None:
        count = open_tables_of(connection, person)
        if count >= self.tables_per_person:
            raise Refused(
                "too_many_tables", f"you have {count} open tables: close one, or play one to its end", {"count": count}
            )

    def _opened(self, append: Append, state: TableState) -> Table:
        loaded = Loaded(list(append.logged), list(append.members), [], [])
        table = self._keep(Table.of(append.table, loaded, self.services))
        table.check_presence()
        log.info("made", extra={"table": append.table, "seq": state.length, "game": state.made.game})
        return table

    async def forget(self, person: Person, people: People) -> None:
        """Delete a person's data. Where they play, a bot goes on; where they only sat, the seat is free."""
        mine = await self.store.read(lambda connection: memberships(connection, person.id))
        for id in mine:
            with suppress(Refused):
                table = await self.find(id)
                await table.perform(seat_requests.withdraw(person.id))
                await table.perform(commands.stand(person.id))
        await people.forget(person)
        for table in self.loaded.values():  # also where they only watch
            table.forget(person, FORGOTTEN)

    async def delete(self, ids: Iterable[str]) -> int:
        """Delete tables with all that belongs to them, but none that is in memory; gives how many."""
        gone = {id for id in ids if id not in self.loaded and id not in self.loading}
        if not gone:
            return 0
        self.leaving |= gone
        try:
            await self.store.write(lambda connection: delete_tables(connection, gone))
        finally:
            self.leaving -= gone
        return len(gone)

    # What happens by itself

    async def act_on(self, id: str, due: Due) -> None:
        """Something is due at a table. Only what happens though nobody is there is a reason to load one."""
        table = await self.find(id) if due.unattended else self.loaded.get(id)
        if table is not None:
            await table.act_on(due)

    async def begin(self, down_since: int | None) -> None:
        """Before anything else happens: how long no server ran. Tables are told when they are loaded."""
        now = self.now()
        since = now if down_since is None else down_since
        self.outages = await self.store.write(lambda connection: note_outage(connection, since, now))

    async def recover(self) -> None:
        """After a start: tables where people were when the server died are loaded, one after the other.

        All others have a row that says when they are closed, and wait in the store until somebody comes.
        """
        ids = [""]
        while ids := await self.store.read(partial(unwatched_tables, beyond=ids[-1], limit=RECOVERED_AT_ONCE)):
            for id in ids:
                began = perf_counter()
                try:
                    await self.find(id)
                except Exception as error:  # noqa: BLE001 - one table that cannot be read must not stop the others
                    log.error("cannot be loaded", extra={"table": id, "error": repr(error)})
                await asyncio.sleep(perf_counter() - began)  # half of the time is for those who come back

    async def check(self) -> None:
        """See to it that what should happen at the tables here does happen, whatever failed before."""
        while True:
            await asyncio.sleep(CHECK)
            self.check_once()

    def check_once(self) -> None:
        """Write rows that could not be written, and begin what could not be begun or failed."""
        for table in list(self.loaded.values()):
            table.rows.reconcile()
            for due in table.pending():
                self.timers.schedule(table.id, due)

    async def sweep(self) -> None:
        """Let tables go that nobody looks at; they are loaded again when they are needed."""
        while True:
            await asyncio.sleep(SWEEP)
            for id, table in list(self.loaded.items()):
                busy = table.connections or table.thinking or table.lock.locked() or not table.rows.settled
                if not busy and self.now() - table.used_at > IDLE:
                    del self.loaded[id]
            self.metrics.tables.set(len(self.loaded))


def _first(draft: Draft, members: list[Member]) -> Append:
    """What makes a new table: the beginning of its log, with all that belongs to it."""
    id = secrets.token_urlsafe(TOKEN_BYTES)
    about = about_of(id, draft.state, {member.person: member for member in members}, draft.at, draft.at)
    return Append(id, draft.logged, (), draft.state.dues(), members, about)


def _made(host: Person, wanted: http_types.NewTable) -> Made:
    """The first entry of a table's log, from what was wanted; refuses what cannot be played."""
    try:
        game = find(wanted.game)
        players = wanted.players if wanted.players is not None else usual_players(game, wanted.edition)
        dealer = secrets.randbelow(players)
        setup = game.setup(players, dealer, wanted.edition, wanted.options)
    except ValueError as error:
        raise Refused("not_playable", str(error)) from error
    clock = check_clock(wanted.clock)
    slow = clock.kind == "days"
    grace = (0 if slow else GRACE) if wanted.grace is None else wanted.grace
    if 0 < grace < 5:
        raise Refused("bad_grace", "the grace is 0 (nobody is replaced) or at least 5 seconds")
    waits = wanted.closes_after or (CLOSES_AFTER_DAYS if slow else CLOSES_AFTER)
    described = game.describe(setup)
    return Made(
        game=game.id,
        revision=game.revision,
        players=players,
        dealer=dealer,
        options=described["options"],
        seed=secrets.token_hex(32),
        host=host.id,
        edition=described.get("edition"),
        clock=clock,
        public=wanted.public,
        watchers=wanted.watchers,
        hints=wanted.hints,
        grace=grace * SECOND or None,
        closes_after=waits * SECOND,
        pace=round(wanted.pace * SECOND),
        seating=wanted.seating,
    )


def check_clock(clock: Clock) -> Clock:
    """Refuse a clock that does not say what it needs, or says more."""
    ranges = {
        "none": {},
        "move": {"seconds": (3, LONGEST_CLOCK)},
        "bank": {"seconds": (10, LONGEST_CLOCK), "increment": (0, 3600)},
        "days": {"days": (1, MOST_DAYS)},
    }[clock.kind]
    for name in ("seconds", "increment", "days"):
        value = getattr(clock, name)
        least, most = ranges.get(name, (0, 0))
        if not least <= value <= most:
            said = f"{least} to {most}" if name in ranges else "nothing"
            raise Refused("bad_clock", f"a clock of kind {clock.kind!r} has {said} for {name}, not {value}")
    return clock
