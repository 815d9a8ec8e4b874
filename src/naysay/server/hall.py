"""All tables of this process: made, loaded on demand, let go when idle; and after a restart, put in order again."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from naysay.game import quote
from naysay.games import find, usual_players
from naysay.server import bodies, commands
from naysay.server.clock import Timers
from naysay.server.commands import Draft, Person
from naysay.server.entries import SECOND, Clock, Housed, Logged, Made, Rematched, Sat
from naysay.server.life import Due, Life, begin
from naysay.server.metrics import Metrics
from naysay.server.people import FORGOTTEN, People
from naysay.server.refusal import Refused
from naysay.server.store import Append, Loaded, Member, Store, load, memberships, tables_in_stage
from naysay.server.table import Services, Table, about_of
from naysay.server.thinkers import Thinkers

IDLE: Final = 60 * SECOND
SWEEP: Final = 15.0
GRACE: Final = 60
CLOSES_AFTER: Final = 86_400
CLOSES_AFTER_DAYS: Final = 30 * 86_400
LONGEST_CLOCK: Final = 86_400
MOST_DAYS: Final = 14
TOKEN_BYTES: Final = 16

log: Final = logging.getLogger("naysay.hall")


@dataclass(eq=False, slots=True)
class Hall:
    """The tables of this process."""

    store: Store
    thinkers: Thinkers
    metrics: Metrics
    now: Callable[[], int]
    timers: Timers = field(init=False)
    services: Services = field(init=False)
    tables: dict[str, Table] = field(default_factory=dict)
    loading: dict[str, asyncio.Future[Table]] = field(default_factory=dict)
    down: tuple[int, int] = (0, 0)  # from when to when no server ran
    asleep: set[str] = field(default_factory=set)  # tables that were not looked at since then
    deserted: set[str] = field(default_factory=set)  # tables that were let go while nobody was there

    def __post_init__(self) -> None:
        self.timers = Timers(self.now, self.act_on, self.store)
        self.services = Services(self.store, self.thinkers, self.metrics, self.now, self.timers.schedule)

    async def get(self, id: str) -> Table:
        """The table with this id, loaded if need be."""
        if id in self.tables:
            return self.tables[id]
        if id not in self.loading:
            self.loading[id] = asyncio.ensure_future(self._load(id))
        return await asyncio.shield(self.loading[id])

    async def _load(self, id: str) -> Table:
        try:
            loaded = await self.store.read(lambda connection: load(connection, id))
            if not loaded.log:
                raise Refused("no_such_table", f"there is no table {quote(id)}")
            table = Table.of(id, loaded, self.services)
            if id in self.asleep:
                await table.wake(*self.down)
                self.asleep.discard(id)
            return self._keep(table)
        finally:
            del self.loading[id]

    def _keep(self, table: Table) -> Table:
        if table.id in self.tables:  # it was made and found at the same moment
            return self.tables[table.id]
        self.tables[table.id] = table
        self.deserted.discard(table.id)
        self.metrics.tables.set(len(self.tables))
        for due in table.dues.values():
            self.timers.schedule(table.id, due)
        return table

    async def make(self, host: Person, wanted: bodies.NewTable) -> Table:
        """A new table, with bots of the house where they are wanted."""
        made = _made(host, wanted)
        draft = self._begin(made)
        for number, level in wanted.bots.items():
            commands.house(host.id, int(number), level)(draft)
        return await self._open(draft, [])

    async def quick(self, host: Person, wanted: bodies.Quick) -> Table:
        """A running game against bots of the house."""
        table = bodies.NewTable(
            wanted.game, wanted.players, wanted.edition, wanted.options, hints=wanted.hints, pace=wanted.pace
        )
        draft = self._begin(_made(host, table))
        commands.sit(host, wanted.seat, wanted.contribution)(draft)
        for seat, chair in enumerate(draft.life.chairs):
            if chair.free:
                commands.house(host.id, seat, wanted.level)(draft)
        commands.start(host.id)(draft)
        return await self._open(draft, [Member(host.id, host.name, host.bot)])

    async def rematch(self, old: Table, person: Person) -> str:
        """A new table for the same people and bots; who asked first is its host. Its log names the old one."""
        life = old.life
        if life.seat_of(person.id) is None:
            raise Refused("not_seated", "you did not sit at this table")
        if not life.ended:
            raise Refused("begun", "this game is not over")
        if life.rematch is not None:
            return life.rematch
        dealer = (life.made.dealer + 1) % life.made.players
        made = replace(life.made, dealer=dealer, seed=secrets.token_hex(32), host=person.id, previous=old.id)
        draft = self._begin(made)
        members = []
        for seat, chair in enumerate(life.chairs):
            if chair.person is not None:
                if old.members[chair.person].sat:  # not for somebody who wants to be forgotten
                    draft.add(Sat(seat, chair.person))
                    members.append(old.members[chair.person])
            elif chair.level is not None:
                draft.add(Housed(seat, chair.level))
        append = _first(draft, members)

        def name_it(draft: Draft) -> None:
            if draft.life.rematch is None:
                draft.add(Rematched(append.table))

        await old.perform(name_it, beside=[append])
        assert old.life.rematch is not None
        if old.life.rematch == append.table:
            self._opened(append, draft.life)
        return old.life.rematch

    def _begin(self, made: Made) -> Draft:
        logged = Logged(0, self.now(), made)
        return Draft(begin(logged), logged.at, logged=[logged])

    async def _open(self, draft: Draft, members: list[Member]) -> Table:
        append = _first(draft, members)
        await self.store.append(append)
        return self._opened(append, draft.life)

    def _opened(self, append: Append, life: Life) -> Table:
        loaded = Loaded(list(append.logged), list(append.members), [], [])
        table = self._keep(Table.of(append.table, loaded, self.services))
        table.check_presence()
        log.info("made", extra={"table": append.table, "seq": life.length, "game": life.made.game})
        return table

    async def forget(self, person: Person, people: People) -> None:
        """Delete a person's data. Where they play, a bot goes on; where they only sat, the seat is free."""
        mine = await self.store.read(lambda connection: memberships(connection, person.id))
        for id in mine:
            table = await self.get(id)
            with suppress(Refused):
                await table.perform(commands.stand(person.id))
        await people.forget(person)
        for table in self.tables.values():  # also where they only watch
            table.forget(person, FORGOTTEN)

    # What happens by itself

    async def act_on(self, id: str, due: Due) -> None:
        """Something is due at a table."""
        if id in self.deserted and due.kind in ("bot", "clock"):
            return  # it need not be loaded before somebody comes
        table = await self.get(id)
        await table.act_on(due)

    async def begin(self, down_since: int | None) -> None:
        """Before anything else happens: which tables must be put in order when they are loaded."""
        now = self.now()
        self.down = now if down_since is None else down_since, now
        self.asleep = set(await self.store.read(lambda connection: tables_in_stage(connection, "open", "playing")))

    async def recover(self) -> None:
        """After a start: no clock ran while the server was down; who does not come back is missed from now on."""
        for id in sorted(self.asleep):
            try:
                await self.get(id)
            except Exception as error:  # noqa: BLE001 - one table that cannot be read must not stop the others
                log.error("cannot be loaded", extra={"table": id, "error": repr(error)})

    async def sweep(self) -> None:
        """Let tables go that nobody looks at; they are loaded again when they are needed."""
        while True:
            await asyncio.sleep(SWEEP)
            for id, table in list(self.tables.items()):
                busy = table.connections or table.thinking or table.lock.locked()
                if not busy and self.now() - table.used_at > IDLE:
                    del self.tables[id]
                    if table.deserted:
                        self.deserted.add(id)
            self.metrics.tables.set(len(self.tables))


def _first(draft: Draft, members: list[Member]) -> Append:
    """What makes a new table: the beginning of its log, with all that belongs to it."""
    id = secrets.token_urlsafe(TOKEN_BYTES)
    about = about_of(id, draft.life, {member.person: member for member in members}, draft.at, draft.at)
    return Append(id, draft.logged, (), draft.life.dues(), members, about)


def _made(host: Person, wanted: bodies.NewTable) -> Made:
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
