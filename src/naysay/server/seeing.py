"""What leaves the server about a table, each part built from what that seat, a watcher or a visitor may know."""

from collections.abc import Iterable, Mapping, Sequence
from operator import is_, is_not
from typing import Any, Final, get_args

import msgspec

from naysay.game import AnyGame, Seat
from naysay.server import bodies, wire
from naysay.server.entries import (
    Acted,
    AnyEntry,
    Closed,
    Housed,
    Logged,
    Muted,
    Rematched,
    Shuffled,
    Went,
    Wished,
)
from naysay.server.life import Life
from naysay.server.store import Member

OF_THE_GAME: Final = (Acted, Shuffled)
KINDS: Final = {entry: str(entry.__struct_config__.tag) for entry in get_args(AnyEntry)}
ONCE: Final = "setup"  # said with the table: it does not change with the moves
_NEVER: Final = object()  # was seen


class Shown:
    """What was seen last at a table, as JSON: the parts that a move leaves as they are need not be written again.

    Views are never changed, only made anew: the same object is the same text.
    """

    __slots__ = ("legal", "own", "public", "texts")

    def __init__(self) -> None:
        self.public: tuple[Any, ...] = ()
        self.texts: list[bytes] = []
        self.own: dict[Seat | None, tuple[tuple[Any, ...], bytes]] = {}
        self.legal: dict[Seat, tuple[int, tuple[tuple[str, ...], bytes]]] = {}

    def legal_of(self, life: Life, seat: Seat | None) -> tuple[str, ...]:
        """The texts of the moves that a seat has now."""
        return self._legal(life, seat)[0]

    def write_legal(self, life: Life, seat: Seat | None) -> bytes:
        """The moves that a seat has now; nothing if there are none."""
        return self._legal(life, seat)[1]

    def _legal(self, life: Life, seat: Seat | None) -> tuple[tuple[str, ...], bytes]:
        """Others who choose at the same time do not change what a seat may choose."""
        if seat is None or (asked := life.turns[seat].asked) is None or not life.running:
            return (), b""
        known = self.legal.get(seat)
        if known is None or known[0] != asked:
            game = life.game
            texts = tuple(map(game.write_move, game.legal(life.state, seat)))
            self.legal[seat] = known = asked, (texts, wire.encode(texts))
        return known[1]

    def write_own(self, seat: Seat | None, own: dict[str, Any]) -> bytes:
        """What a seat alone sees, without the opening brace."""
        own.pop(ONCE, None)
        values = tuple(own.values())
        known = self.own.get(seat)
        if known is None or not all(map(is_, known[0], values)):
            self.own[seat] = known = values, wire.encode(own)[1:]
        return known[1]

    def write_public(self, public: dict[str, Any]) -> bytes:
        """What everybody sees."""
        names, values = list(public), tuple(public.values())
        if len(self.public) != len(values):
            self.public, self.texts = (_NEVER,) * len(values), [b""] * len(values)
        for place, changed in enumerate(map(is_not, self.public, values)):
            if changed:
                self.texts[place] = b'"%b":%b' % (names[place].encode(), wire.encode(values[place]))
        self.public = values
        return b",".join(self.texts)


class Scene:
    """The game at one moment, shown to many: what everybody sees is put into JSON once."""

    __slots__ = ("life", "public", "shown")

    def __init__(self, life: Life, shown: Shown) -> None:
        self.life = life
        self.shown = shown
        self.public: bytes | None = None

    def view(self, seat: Seat | None) -> msgspec.Raw | None:
        """The game as a seat sees it, or a watcher (None); nothing before the start."""
        return None if self.life.state is None else msgspec.Raw(b"".join(self.write_view(seat)))

    def write_view(self, seat: Seat | None) -> tuple[bytes, bytes]:
        """A view in two parts: what everybody sees, and what this seat sees."""
        game, state = self.life.game, self.life.state
        if self.public is None:
            public = game.public(state)
            public.pop(ONCE, None)
            self.public = b"{" + self.shown.write_public(public) + (b"," if public else b"")
        return self.public, self.shown.write_own(seat, game.own(state, seat))


class News:
    """Entries that were just kept, told to everybody who looks: `wire.Change`, of which most parts are JSON already."""

    __slots__ = ("clocks", "heads", "life", "log", "scene", "secretive", "seen", "shown", "table")

    def __init__(
        self, life: Life, log: Sequence[Logged], shown: Shown, now: int, table: wire.TableInfo | None = None
    ) -> None:
        self.life = life
        self.log = log
        self.shown = shown
        self.table = table
        self.clocks = clocks_of(life, now)
        self.scene = Scene(life, shown)
        self.seen = happened(life.game, log, None, life.ended)
        self.secretive = [
            logged.entry.seat
            for logged, seen in zip(log, self.seen, strict=True)
            if isinstance(logged.entry, Acted) and seen.move != logged.entry.move
        ]
        self.heads: dict[Seat | None, bytes] = {}

    def write(self, seat: Seat | None, you: wire.You | None = None) -> bytes:
        """The message for a seat, or for a watcher (None)."""
        life = self.life
        if not life.shows_to(seat):
            return wire.encode(wire.Change(life.length, (), wire.Clocks(self.clocks.now), table=self.table, you=you))
        parts = [self._head(seat)]
        if life.state is not None:
            parts += (b',"view":', *self.scene.write_view(seat))
        if legal := self.shown.write_legal(life, seat):
            parts += (b',"legal":', legal)
        if you is not None:
            parts += (b',"you":', wire.encode(you))
        parts.append(b"}")
        return b"".join(parts)

    def _head(self, seat: Seat | None) -> bytes:
        """What is the same for all, without the closing brace; but who did something in secret sees all of it."""
        who = seat if seat in self.secretive else None
        head = self.heads.get(who)
        if head is None:
            seen = self.seen if who is None else happened(self.life.game, self.log, who, self.life.ended)
            change = wire.Change(self.life.length, seen, self.clocks, table=self.table)
            self.heads[who] = head = wire.encode(change)[:-1]
        return head


def happened(game: AnyGame, log: Iterable[Logged], seat: Seat | None, ended: bool) -> tuple[wire.Happened, ...]:
    """Entries as a seat may see them. Shuffled cards are never in them: the record has them, after the end."""
    return tuple([_seen(game, logged, ended or getattr(logged.entry, "seat", None) == seat) for logged in log])


def _seen(game: AnyGame, logged: Logged, own: bool) -> wire.Happened:
    entry, seq, at = logged.entry, logged.seq, logged.at
    kind = KINDS[entry.__class__]
    match entry:
        case Acted(seat, text, by, level):
            move = text if own else game.told(game.read_move(text))
            return wire.Happened(seq, at, kind, seat, move, by, level)
        case Shuffled(cards):
            return wire.Happened(seq, at, kind, cards=cards.count(" ") + 1)
        case Wished(seat, wish, on):
            return wire.Happened(seq, at, kind, seat, wish=wish, on=on)
        case Muted(_, on):
            return wire.Happened(seq, at, kind, on=on)
        case Housed(seat, level):
            return wire.Happened(seq, at, kind, seat, level=level)
        case Went(seat, why):
            return wire.Happened(seq, at, kind, seat, why=why)
        case Closed(why):
            return wire.Happened(seq, at, kind, why=why)
        case Rematched(table):
            return wire.Happened(seq, at, kind, table=table)
    return wire.Happened(seq, at, kind, getattr(entry, "seat", None))


def seats_of(life: Life, members: Mapping[str, Member]) -> tuple[wire.SeatInfo, ...]:
    """Who plays where."""
    found = []
    for seat, chair in enumerate(life.chairs):
        wishes = tuple(sorted(wish for other, wish in life.wishes if other == seat))
        if chair.person is not None:
            member = members[chair.person]
            found.append(
                wire.SeatInfo(
                    player="bot" if member.bot else "person",
                    name=member.name,
                    away=chair.away,
                    host=chair.person == life.host,
                    wishes=wishes,
                )
            )
        elif chair.level is not None:
            found.append(wire.SeatInfo("house", house_name(chair.level, seat), chair.level))
        else:
            found.append(wire.SeatInfo("free"))
    return tuple(found)


def house_name(level: str, seat: Seat) -> str:
    """What a bot of the house is called."""
    return f"{level} {seat + 1}"


def table_info(id: str, life: Life, members: Mapping[str, Member], made_at: int) -> wire.TableInfo:
    """What everybody at the table knows of it."""
    made, described = life.made, life.game.describe(life.terms.setup)
    return wire.TableInfo(
        id=id,
        game=made.game,
        title=life.game.title,
        stage=life.stage,
        players=made.players,
        dealer=made.dealer,
        edition=described.get("edition"),
        options=described["options"],
        clock=made.clock,
        public=made.public,
        watchers=made.watchers,
        hints=made.hints,
        grace=made.grace,
        closes_after=made.closes_after,
        pace=made.pace,
        seats=seats_of(life, members),
        fair=wire.FairInfo(life.terms.commit, life.contributions, made.seed if life.ended else None),
        paused=life.paused_at is not None,
        made_at=made_at,
        previous=made.previous,
        rematch=life.rematch,
        result=life.game.result(life.state) if life.stage == "over" else None,
    )


def clocks_of(life: Life, now: int) -> wire.Clocks:
    """The clocks of all seats."""
    if life.made.clock.kind == "none" or life.stage != "playing":
        return wire.Clocks(now)
    seats = range(len(life.chairs))
    banks = tuple(turn.bank for turn in life.turns) if life.made.clock.kind == "bank" else ()
    return wire.Clocks(now, tuple(life.deadline(seat) for seat in seats), banks)


def row_of(id: str, life: Life, members: Mapping[str, Member], at: int) -> bodies.TableRow:
    """The table in lists."""
    described = life.game.describe(life.terms.setup)
    result = life.game.result(life.state) if life.stage == "over" else None
    return bodies.TableRow(
        id=id,
        game=life.made.game,
        title=life.game.title,
        stage=life.stage,
        players=life.made.players,
        seats=list(seats_of(life, members)),
        changed_at=at,
        edition=described.get("edition"),
        options=described["options"],
        clock=life.made.clock,
        watchers=life.made.watchers,
        winners=result["winners"] if result else None,
    )


def changes_table(logged: Iterable[Logged]) -> bool:
    """Some of these entries change more than the game itself."""
    return any(entry.entry.__class__ not in OF_THE_GAME for entry in logged)
