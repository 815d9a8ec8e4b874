"""What leaves the server about a table, each part built from what that seat, a watcher or a visitor may know."""

from collections.abc import Iterable, Mapping, Sequence
from operator import is_
from typing import Any, Final, get_args

import msgspec

from naysay.game import AnyGame, Seat
from naysay.server import wire
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

KINDS: Final = {entry: str(entry.__struct_config__.tag) for entry in get_args(AnyEntry)}
ONCE: Final = "setup"  # said with the table: it does not change with the moves


class Shown:
    """What was seen last at a table, as JSON: the parts that a move leaves as they are need not be written again.

    Views are never changed, only made anew: the same object is the same text.
    """

    __slots__ = ("own", "parts")

    def __init__(self) -> None:
        self.parts: dict[str, tuple[Any, bytes]] = {}
        self.own: dict[Seat | None, tuple[tuple[Any, ...], bytes]] = {}

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
        parts, texts = self.parts, []
        for name, value in public.items():
            part = parts.get(name)
            if part is None or part[0] is not value:
                parts[name] = part = value, b'"%b":%b' % (name.encode(), wire.encode(value))
            texts.append(part[1])
        return b",".join(texts)


class Scene:
    """The game at one moment and how it came there, shown to many.

    What everybody sees is put into JSON once.
    """

    __slots__ = ("actors", "entries", "life", "log", "public", "shown")

    def __init__(self, life: Life, shown: Shown, log: Sequence[Logged] = ()) -> None:
        self.life = life
        self.shown = shown
        self.log = log
        self.actors = [entry.entry.seat for entry in log if entry.entry.__class__ is Acted]
        self.public: bytes | None = None
        self.entries: dict[Seat | None, msgspec.Raw] = {}

    def happened(self, seat: Seat | None) -> Any:
        """The entries as a seat may see them, as JSON; who did nothing sees what a watcher sees."""
        who = seat if seat in self.actors else None
        known = self.entries.get(who)
        if known is None:
            seen = happened(self.life.game, self.log, who, self.life.ended)
            known = self.entries[who] = msgspec.Raw(wire.encode(seen))
        return known

    def view(self, seat: Seat | None) -> msgspec.Raw | None:
        """The game as a seat sees it, or a watcher (None); nothing before the start."""
        if self.life.state is None:
            return None
        game, state = self.life.game, self.life.state
        if self.public is None:
            public = game.public(state)
            public.pop(ONCE, None)
            self.public = b"{" + self.shown.write_public(public) + (b"," if public else b"")
        return msgspec.Raw(self.public + self.shown.write_own(seat, game.own(state, seat)))


def legal_of(life: Life, seat: Seat | None) -> tuple[str, ...]:
    """The texts of the moves that a seat has now."""
    if seat is None or not life.running or life.turns[seat].asked is None:
        return ()
    game = life.game
    return tuple([game.write_move(move) for move in game.legal(life.state, seat)])


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


def row_of(id: str, life: Life, members: Mapping[str, Member], at: int) -> wire.TableRow:
    """The table in lists."""
    described = life.game.describe(life.terms.setup)
    result = life.game.result(life.state) if life.stage == "over" else None
    return wire.TableRow(
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
    return any(not isinstance(entry.entry, (Acted, Shuffled)) for entry in logged)
