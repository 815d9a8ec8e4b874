"""Deal the unseen cards anew: not a byte changes of what the server sends, writes to its log or measures.

Two servers with real sockets and databases get two logs that tell somebody the same. Then the same happens at both,
and all that this somebody gets from either is compared.
"""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import insert
from websockets.asyncio.client import ClientConnection, connect

from naysay.nyet.rules import Nyet
from naysay.server.logs import JsonLines
from naysay.server.settings import Limits, Settings
from naysay.server.storage import schema
from naysay.server.storage.writer import Append, Member, Unavailable
from naysay.server.table import commands
from naysay.server.table.commands import Person
from naysay.server.table.entries import Acted, AnyEntry, Asked, Began, Clock, Housed, Logged, Made, Sat, Stood
from naysay.server.table.live import about_of
from naysay.server.table.state import Due, TableState, fold
from naysay.server.web.app import Server
from tests.server.anew import Moment, Story, moments, told_anew
from tests.support.combinations import PLAIN, Combination
from tests.support.effort import LONG, times
from tests.support.servers import served_here

NOW = 1_800_000_000_000
FREE = Limits(
    *(1e6,) * 10,
    tables_per_person=10_000,
    sockets_per_address=10_000,
    sockets_per_person=10_000,
    connections_per_address=10_000,
)
PHASES = {"nyet": ("veto", "team", "discard", "play"), "nope": ("name", "turn", "drawn")}
PUBLIC_FIGURES = re.compile(rb"naysay_(\w+_total|sockets|tables_loaded|bot_seconds_count) .*")
TEXTS = ("play R7", "play B1", "veto trump red", "team 1", "discard R1 R2", "draw", "lay R2", "name 1 1 R", "jump", "")


@dataclass(frozen=True)
class Viewer:
    """Who looks: from a seat, from outside, sent away before the start, after handing a seat over, or while asking for
    the seat that somebody else handed over.
    """

    kind: str
    seat: int | None = None

    @property
    def person(self) -> str:
        return f"p{self.seat}" if self.kind == "seated" else "viewer"

    @property
    def sees(self) -> int | None:
        return self.seat if self.kind == "seated" else None


@dataclass(frozen=True)
class Case:
    """A table as it was loaded, the moves that follow, and who looks."""

    id: str
    viewer: Viewer
    combination: Combination
    moment: Moment
    story: Story

    def log(self) -> list[Logged]:
        """The log up to where play goes on: all are people, nobody is a bot."""
        setup, viewer = self.moment.state.setup, self.viewer
        described = self.moment.game.describe(setup)
        entries: list[AnyEntry] = [
            Made(
                self.combination.game,
                self.moment.game.revision,
                setup.players,
                setup.dealer,
                described["options"],
                "5e" * 32,
                "p0",
                described.get("edition"),
                Clock("move", seconds=60),
                public=True,
                watchers=viewer.kind != "visitor",
                pace=10_000,
            )
        ]
        if viewer.kind == "kicked":
            entries += [Sat(0, "viewer"), Stood(0, kicked=True)]
        for seat in range(setup.players):
            entries.append(Sat(seat, "viewer" if viewer.kind == "former" and seat == viewer.seat else f"p{seat}"))
        entries.append(Began(("",) * setup.players))
        entries += self.story[: self.moment.since]
        if viewer.kind == "former" and viewer.seat is not None:
            entries.append(Housed(viewer.seat, "steady"))
        if viewer.kind == "asking" and viewer.seat is not None:
            entries += [Housed(viewer.seat, "steady"), Asked(viewer.seat, "viewer")]
        return [Logged(seq, NOW, entry) for seq, entry in enumerate(entries)]


@dataclass
class World:
    """A server of this process, on a port of its own, whose clock stands still."""

    server: Server
    http: httpx.AsyncClient
    said: list[bytes] = field(default_factory=list)

    async def add(self, case: Case) -> None:
        log = case.log()
        state, names = fold(log), [*(f"p{seat}" for seat in range(6)), "viewer"]
        members = [Member(name, name, sat=name != "viewer" or case.viewer.kind == "former") for name in names]
        about = about_of(case.id, state, {member.person: member for member in members}, NOW, NOW)
        await self.server.tables.store.append(Append(case.id, log, (), state.dues(), members, about))

    def cookie(self, person: str) -> dict[str, str]:
        return {"cookie": f"naysay={self.server.people.cookie(Person(person, person))}"}

    async def get(self, path: str, person: str) -> None:
        answer = await self.http.get(path, headers=self.cookie(person))
        headers = {name: value for name, value in answer.headers.items() if name != "date"}
        self.said.append(f"{path} {answer.status_code} {headers}".encode() + answer.content)

    async def watch(self, case: Case) -> list[bytes]:
        """Play on, and collect everything that the viewer gets to see, and the server writes down."""
        self.said = []
        with logged(case.id) as lines:
            await self._look_around(case)
            address = str(self.http.base_url.copy_with(scheme="ws", path=f"/api/tables/{case.id}/socket"))
            headers = self.cookie(case.viewer.person)
            async with connect(address, additional_headers=headers, compression=None) as socket:
                await self._play(case, socket)
            await self._look_around(case)
            figures = (await self.http.get("/metrics")).content.splitlines()
        self.said += [line for line in figures if PUBLIC_FIGURES.fullmatch(line)]
        return self.said + lines

    async def _look_around(self, case: Case) -> None:
        here = f"/api/tables/{case.id}"
        replay = f"{here}/replay?hands=all"
        lists = ("/api/tables", "/api/me", "/api/me/games", "/api/x")
        for path in (here, f"{here}/history", f"{here}/record", replay, *lists):
            await self.get(path, case.viewer.person)

    async def _play(self, case: Case, socket: ClientConnection) -> None:
        here, texts = await self.server.tables.get(case.id), list(TEXTS)
        rest = case.story[case.moment.since :]
        await self._probe(case, socket, texts)
        for number, entry in enumerate(rest):
            assert isinstance(entry, Acted)
            await here.perform(self._move(here.state, entry))
            if number in (0, len(rest) // 2, len(rest) - 1):
                await self._probe(case, socket, texts)
            else:
                await self._ask(socket, "ping")

    @staticmethod
    def _move(state: TableState, entry: Acted) -> commands.Command:
        person = state.chairs[entry.seat].person
        if person is None:
            asked = state.turns[entry.seat].asked
            assert asked is not None
            return commands.bot_move(entry.seat, asked, entry.move, "bot", "steady")
        return commands.move(person, state.length, entry.move)

    async def _probe(self, case: Case, socket: ClientConnection, texts: list[str]) -> None:
        """Ask for all that could give something away: moves of others, hints, seats, the end."""
        here = await self.server.tables.get(case.id)
        seq = here.state.length
        refused = [text for text in texts if case.viewer.sees is None or not self._legal(case, text)]
        for text in refused:
            await self._ask(socket, "move", seq=seq, move=text)
        for seat in range(case.combination.players):
            if case.viewer != Viewer("former", seat):  # who has handed a seat over may have that one back, and no other
                await self._ask(socket, "sit", seat=seat)
                await self._ask(socket, "ask", seat=seat)
            await self._ask(socket, "kick", seat=seat)
        for request in here.state.requests:
            await self._ask(socket, "agree", request=request.number)
        for kind in ("hint", "start", "rematch", "finish", "stand" if case.viewer.sees is None else "ping"):
            await self._ask(socket, kind)
        await self._ask(socket, "say", text="what do you hold?")

    def _legal(self, case: Case, text: str) -> bool:
        state = self.server.tables.loaded[case.id].state
        seat = case.viewer.sees
        assert seat is not None
        return text in [state.game.write_move(move) for move in state.game.legal(state.game_state, seat)]

    async def _ask(self, socket: ClientConnection, kind: str, **parts: Any) -> None:
        """Send something, and take all that comes until its answer."""
        id = str(len(self.said))
        await socket.send(msgspec.json.encode({"type": kind, "id": id, **parts}).decode())
        while True:
            text = await asyncio.wait_for(socket.recv(decode=False), 30)
            self.said.append(bytes(text))
            if msgspec.json.decode(text).get("id") == id:
                return


@contextmanager
def logged(table: str | None = None) -> Iterator[list[bytes]]:
    """What goes to the log meanwhile, of a table or in all, without the time."""
    lines: list[bytes] = []
    plain = JsonLines()

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            line = msgspec.json.decode(plain.format(record))
            if table in (None, line.get("table")):
                lines.append(msgspec.json.encode({key: value for key, value in line.items() if key != "at"}))

    keep, logger = Keep(), logging.getLogger("naysay")
    before = logger.level
    logger.setLevel(logging.DEBUG)
    logger.addHandler(keep)
    try:
        yield lines
    finally:
        logger.removeHandler(keep)
        logger.setLevel(before)


async def _nothing_by_itself(table: str, due: Due) -> None:
    """The story says what bots do, in both worlds alike."""


@asynccontextmanager
async def open_world(data: Path) -> AsyncIterator[World]:
    async with served_here(Settings(data, limits=FREE), now=lambda: NOW) as here:
        here.server.tables.timers.act = _nothing_by_itself
        names = (*(f"p{seat}" for seat in range(6)), "viewer")
        rows = [{"id": id, "name": id, "made_at": NOW, "seen_at": NOW} for id in names]
        await here.server.tables.store.write(
            lambda connection: connection.execute(insert(schema.people), rows).rowcount
        )
        # a connection that was idle for seconds may be closed by the server just when it is used again
        once = httpx.Limits(max_keepalive_connections=0)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{here.port}", verify=False, limits=once) as http:
            yield World(here.server, http)


async def compare(pairs: list[tuple[Case, Case]], place: Path) -> int:
    """Demand the same bytes from two servers; gives how many."""
    count = 0
    async with open_world(place / "one") as one, open_world(place / "other") as other:
        for mine, theirs in pairs:
            await one.add(mine)
            await other.add(theirs)
            said, again = await one.watch(mine), await other.watch(theirs)
            for first, second in zip_longest(said, again):
                assert first == second, f"{mine.viewer} learns what it must not"
            count += sum(map(len, said))
    return count


def case_at(moment: Moment, combination: Combination, viewer: Viewer, rng: Random, id: str) -> tuple[Case, Case]:
    case = Case(id, viewer, combination, moment, moment.story)
    other = next(story for _ in range(50) if (story := told_anew(moment, viewer.sees, rng)) != moment.story)
    return case, replace(case, story=other)


def viewers_of(combination: Combination, rng: Random) -> list[Viewer]:
    """All who may look; in the short form any of them."""
    seats = [Viewer("seated", seat) for seat in range(combination.players)]
    seat = rng.randrange(combination.players)
    others = [Viewer("watcher"), Viewer("kicked"), Viewer("former", seat), Viewer("asking", seat)]
    return seats + others if LONG else [rng.choice(rng.choice((seats, others)))]


def pairs_of(combination: Combination, rng: Random) -> Iterator[tuple[Case, Case]]:
    """For every phase of a game: what somebody sees there, and the same with the unseen cards dealt anew."""
    for round in range(times(1, 3)):
        by_phase: dict[str, list[Moment]] = {}
        for _ in range(4 if LONG or combination.game == "nope" else 1):
            for moment in moments(combination, rng):
                if LONG or len(moment.story) < (60 if combination.game == "nope" else 200):
                    by_phase.setdefault(moment.phase, []).append(moment)
        expected = set(PHASES[combination.game]) - ({"team"} if combination.players == 2 else set())
        assert set(by_phase) >= expected - {"name", "drawn"}, "every phase is looked at"
        for number, found in enumerate(by_phase.values()):
            for which, viewer in enumerate(viewers_of(combination, rng)):
                id = f"{combination.players}-{round}-{number}-{which}"
                yield case_at(rng.choice(found), combination, viewer, rng, id)


@pytest.mark.slow
@pytest.mark.parametrize("edition", sorted({combination.edition or "nope" for combination in PLAIN}))
def test_nobody_learns_what_is_hidden(edition: str, tmp_path: Path) -> None:
    combinations = [combination for combination in PLAIN if edition in (combination.edition, combination.game)]
    pairs = [pair for combination in combinations for pair in pairs_of(combination, Random(str(combination)))]
    assert asyncio.run(compare(pairs, tmp_path)) > 1_000_000


@pytest.mark.slow
def test_nobody_learns_what_was_drawn_after_the_discards_were_shuffled_again(tmp_path: Path) -> None:
    combination, rng = Combination("nope", 6), Random(1)
    pairs: list[tuple[Case, Case]] = []
    while len(pairs) < times(2, 10):
        again = [moment for moment in moments(combination, rng, long=True) if moment.since > 1][:6]
        if again:
            seat = rng.choice([None, *range(6)])
            viewer = Viewer("watcher") if seat is None else Viewer("seated", seat)
            pairs.append(case_at(again[-1], combination, viewer, rng, f"table-{len(pairs)}"))
    asyncio.run(compare(pairs, tmp_path))


@pytest.mark.parametrize("game", ["nyet", "nope"])
def test_nobody_learns_more_by_asking_for_a_seat(game: str, tmp_path: Path) -> None:
    """A request tells nothing of the hand that is asked for."""
    combination, rng = Combination(game, 3), Random(game)
    found = list(moments(combination, rng))[5 : 5 + 10 * times(2) : 10]
    pairs = [
        case_at(moment, combination, Viewer("asking", rng.randrange(3)), rng, f"asking-{number}")
        for number, moment in enumerate(found)
    ]
    assert asyncio.run(compare(pairs, tmp_path)) > 10_000


def visits(game: str) -> list[tuple[Case, Case]]:
    """Two different games at a table where nobody may watch."""
    combination = Combination(game, 4)
    one, other = (list(moments(combination, Random(seed), dealer=0))[20] for seed in (5, 11))
    assert one.story != other.story
    assert one.since == other.since
    case = Case("table-0", Viewer("visitor"), combination, one, one.story)
    return [(case, replace(case, moment=other, story=other.story))]


@pytest.mark.parametrize("game", ["nyet", "nope"])
def test_a_visitor_learns_nothing_where_nobody_may_watch(game: str, tmp_path: Path) -> None:
    """Not even what everybody sees at the table: two different games look alike."""
    asyncio.run(compare(visits(game), tmp_path))


def test_what_goes_wrong_in_the_database_tells_no_cards(tmp_path: Path) -> None:
    moment = list(moments(Combination("nyet", 4), Random(7)))[20]
    case = Case("table-0", Viewer("watcher"), Combination("nyet", 4), moment, moment.story)
    move = moment.story[moment.since]
    assert isinstance(move, Acted)

    async def main() -> str:
        async with open_world(tmp_path / "data") as world:
            await world.add(case)
            store, here = world.server.tables.store, await world.server.tables.get(case.id)
            await store.write(lambda connection: connection.exec_driver_sql("DROP TABLE entries").rowcount)
            with logged() as lines:
                await world.get(f"/api/tables/{case.id}/history", "p0")
                with pytest.raises(Unavailable) as lost:
                    await here.perform(world._move(here.state, move))
            return b"\n".join((*world.said, *lines, str(lost.value).encode())).decode()

    said = asyncio.run(main())
    assert "503" in said
    assert "INSERT INTO entries" in said
    assert move.move not in said
    assert "acted" not in said


def leaky_own(game: Nyet, state: Any, seat: int | None) -> dict[str, Any]:
    return {**OWN(game, state, seat), "got": state.round.hands[1]}


OWN = Nyet.own
LEAKS: dict[str, Any] = {
    "view": (Nyet, "own", leaky_own),
    "entry": (Nyet, "told", Nyet.write_move),
    "watching": (TableState, "shows_to", lambda state, seat: True),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_server_that_leaks_is_caught(leak: str, tmp_path: Path) -> None:
    """The check itself can fail."""
    combination, rng = Combination("nyet", 4, "goldsieber-1997"), Random(3)
    played = (moment for moment in moments(combination, rng) if moment.phase == "play")
    found = [moment for moment in played if "move='discard" in str(moment.story[moment.since :])]
    pairs = (
        visits("nyet") if leak == "watching" else [case_at(found[0], combination, Viewer("seated", 0), rng, "table")]
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(*LEAKS[leak])
        with pytest.raises(AssertionError, match="learns what it must not"):
            asyncio.run(compare(pairs, tmp_path))
