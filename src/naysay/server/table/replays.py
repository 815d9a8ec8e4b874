"""Replays of games that are over or closed: asked of the workers, and the last ones kept."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from naysay.game import Seat
from naysay.server.errors import Refused
from naysay.server.metrics import Metrics
from naysay.server.storage.queries import load
from naysay.server.storage.records import record_at
from naysay.server.storage.writer import Store
from naysay.server.table.entries import Acted, Logged, Shuffled
from naysay.server.table.live import Table
from naysay.server.web import messages
from naysay.server.workers.pool import WorkerPool
from naysay.server.workers.replay_job import BuiltReplay, Origin, ReplayJob

MOST_KEPT: Final = 200


@dataclass(frozen=True, slots=True)
class AskedReplay:
    """Which replay: of a table as it is told now (names can be forgotten), as whom, and which part of it."""

    id: str
    table: bytes
    seat: Seat | None
    all_hands: bool
    round: int | None
    start: int


@dataclass(eq=False, slots=True)
class Replays:
    """Builds each replay once, however many ask for it at the same time."""

    store: Store
    pool: WorkerPool
    metrics: Metrics
    kept: OrderedDict[AskedReplay, BuiltReplay] = field(default_factory=OrderedDict)
    building: dict[AskedReplay, asyncio.Future[BuiltReplay]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.metrics.watch("replays", lambda: len(self.kept), MOST_KEPT)

    async def get(self, table: Table, seat: Seat | None, all_hands: bool, round: int | None, start: int) -> BuiltReplay:
        """The replay of a table. Before its end there is none: it would tell what is still a secret."""
        if not table.state.ended:
            raise Refused("still_played", "a replay shows what was hidden: this game is not over")
        if table.state.game_state is None:
            raise Refused("never_begun", "this table was closed before a game began")
        if seat is not None and seat not in table.state.seats:
            last = table.state.seats[-1]
            raise Refused("no_such_seat", f"there is no seat {seat}; the seats are 0 to {last}", {"seat": seat})
        asked = AskedReplay(table.id, messages.encode(table.info), seat, all_hands, round, start)
        if (known := self.kept.get(asked)) is not None:
            self.kept.move_to_end(asked)
            return known
        if asked not in self.building:
            self.building[asked] = asyncio.ensure_future(self._build(table, asked))
        return await asyncio.shield(self.building[asked])

    async def _build(self, table: Table, asked: AskedReplay) -> BuiltReplay:
        try:
            loaded = await self.store.read(lambda connection: load(connection, asked.id))
            made = tuple(_origin(logged) for logged in loaded.log if isinstance(logged.entry, (Acted, Shuffled)))
            played = record_at(table.state, loaded)
            built = await self.pool.build_replay(
                ReplayJob(played, made, asked.table, asked.seat, asked.all_hands, asked.round, asked.start)
            )
            if isinstance(built, str):
                raise Refused("no_such_step", built)
            self.kept[asked] = built
            if len(self.kept) > MOST_KEPT:
                self.kept.popitem(last=False)
            return built
        finally:
            del self.building[asked]


def _origin(logged: Logged) -> Origin:
    entry = logged.entry
    return Origin(logged.at, entry.by, entry.level) if isinstance(entry, Acted) else Origin(logged.at)
