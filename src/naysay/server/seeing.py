"""What leaves the server about a table, each part built from what that seat, a watcher or a visitor may know."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, Final

from msgspec.structs import replace

from naysay.game import AnyGame, Seat
from naysay.server import wire
from naysay.server.entries import (
    Acted,
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

ONCE: Final = "setup"  # said with the table: it does not change with the moves


@cache
def _parts(view: Any) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    names = tuple(field.name for field in fields(view) if field.name != ONCE)
    return names, attrgetter(*names)


def view_of(life: Life, seat: Seat | None) -> dict[str, Any] | None:
    """The game as a seat sees it, or a watcher (None); nothing before the start."""
    if life.state is None:
        return None
    view = life.game.view(life.state, seat)
    names, values = _parts(view.__class__)
    return dict(zip(names, values(view), strict=True))


def legal_of(life: Life, seat: Seat | None) -> tuple[str, ...]:
    """The texts of the moves that a seat has now."""
    if seat is None or not life.running or life.turns[seat].asked is None:
        return ()
    game = life.game
    return tuple([game.write_move(move) for move in game.legal(life.state, seat)])


def happened(game: AnyGame, logged: Logged, seat: Seat | None, ended: bool) -> wire.Happened:
    """An entry as a seat may see it. Cards that were shuffled are never in it: the record has them, after the end."""
    entry = logged.entry
    seen = wire.Happened(logged.seq, logged.at, str(entry.__struct_config__.tag), getattr(entry, "seat", None))
    extra: dict[str, Any] = {}
    match entry:
        case Acted():
            own = ended or entry.seat == seat
            move = entry.move if own else game.told(game.read_move(entry.move))
            extra = {"move": move, "by": entry.by, "level": entry.level}
        case Shuffled():
            extra = {"cards": entry.cards.count(" ") + 1}
        case Wished():
            extra = {"wish": entry.wish, "on": entry.on}
        case Muted():
            extra = {"on": entry.on}
        case Housed():
            extra = {"level": entry.level}
        case Went() | Closed():
            extra = {"why": entry.why}
        case Rematched():
            extra = {"table": entry.table}
        case _:
            return seen
    return replace(seen, **extra)


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
