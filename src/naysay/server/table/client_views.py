"""What leaves the server about a table, each part built from what that seat, a spectator or a visitor may know."""

from collections.abc import Iterable, Mapping, Sequence
from operator import is_, is_not
from typing import Any, Final, get_args

import msgspec

from naysay.game import AnyGame, Seat
from naysay.server.storage.writer import Member
from naysay.server.table.characters import handed_out
from naysay.server.table.entries import (
    Acted,
    Answered,
    AnyEntry,
    Closed,
    Housed,
    Logged,
    Muted,
    Rematched,
    Shuffled,
    Went,
    Wished,
    Withdrew,
)
from naysay.server.table.state import TableState
from naysay.server.table.view_parts import own_part, public_part
from naysay.server.web import http_types, messages

OF_THE_GAME: Final = (Acted, Shuffled)
KINDS: Final = {entry: str(entry.__struct_config__.tag) for entry in get_args(AnyEntry)}
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

    def legal_of(self, state: TableState, seat: Seat | None) -> tuple[str, ...]:
        """The texts of the moves that a seat has now."""
        return self._legal(state, seat)[0]

    def write_legal(self, state: TableState, seat: Seat | None) -> bytes:
        """The moves that a seat has now; nothing if there are none."""
        return self._legal(state, seat)[1]

    def _legal(self, state: TableState, seat: Seat | None) -> tuple[tuple[str, ...], bytes]:
        """Others who choose at the same time do not change what a seat may choose."""
        if seat is None or (asked := state.turns[seat].asked) is None or not state.running:
            return (), b""
        known = self.legal.get(seat)
        if known is None or known[0] != asked:
            game = state.game
            texts = tuple(map(game.write_move, game.legal(state.game_state, seat)))
            self.legal[seat] = known = asked, (texts, messages.encode(texts))
        return known[1]

    def write_own(self, seat: Seat | None, own: dict[str, Any]) -> bytes:
        """What a seat alone sees, as the rest of an object that has begun."""
        values = tuple(own.values())
        known = self.own.get(seat)
        if known is None or not all(map(is_, known[0], values)):
            self.own[seat] = known = values, b"," + messages.encode(own)[1:] if own else b"}"
        return known[1]

    def write_public(self, public: dict[str, Any]) -> bytes:
        """What everybody sees."""
        names, values = list(public), tuple(public.values())
        if len(self.public) != len(values):
            self.public, self.texts = (_NEVER,) * len(values), [b""] * len(values)
        for place, changed in enumerate(map(is_not, self.public, values)):
            if changed:
                self.texts[place] = b'"%b":%b' % (names[place].encode(), messages.encode(values[place]))
        self.public = values
        return b",".join(self.texts)


class Scene:
    """The game at one moment, shown to many: what everybody sees is put into JSON once."""

    __slots__ = ("public", "shown", "state")

    def __init__(self, state: TableState, shown: Shown) -> None:
        self.state = state
        self.shown = shown
        self.public: bytes | None = None

    def view(self, seat: Seat | None) -> msgspec.Raw | None:
        """The game as a seat sees it, or a spectator (None); nothing before the start."""
        return None if self.state.game_state is None else msgspec.Raw(b"".join(self.write_view(seat)))

    def write_view(self, seat: Seat | None) -> tuple[bytes, bytes]:
        """A view in two parts: what everybody sees, and what this seat sees."""
        game, game_state = self.state.game, self.state.game_state
        if self.public is None:
            self.public = b"{" + self.shown.write_public(public_part(game, game_state))
        return self.public, self.shown.write_own(seat, own_part(game, game_state, seat))


class News:
    """Entries that were just kept, sent to everybody who looks: a `Change`, of which most parts are JSON already."""

    __slots__ = ("clocks", "heads", "log", "scene", "secretive", "seen", "shown", "state", "table")

    def __init__(
        self, state: TableState, log: Sequence[Logged], shown: Shown, now: int, table: messages.TableInfo | None = None
    ) -> None:
        self.state = state
        self.log = log
        self.shown = shown
        self.table = table
        self.clocks = clocks_of(state, now)
        self.scene = Scene(state, shown)
        self.seen = happened(state.game, log, None, state.ended)
        self.secretive = [
            logged.entry.seat
            for logged, seen in zip(log, self.seen, strict=True)
            if isinstance(logged.entry, Acted) and seen.move != logged.entry.move
        ]
        self.heads: dict[Seat | None, bytes] = {}

    def write(self, seat: Seat | None, you: messages.You | None = None) -> bytes:
        """The message for a seat, or for a spectator (None)."""
        state = self.state
        if not state.shows_to(seat):
            return messages.encode(
                messages.Change(state.length, (), messages.Clocks(self.clocks.now), table=self.table, you=you)
            )
        parts = [self._head(seat)]
        if state.game_state is not None:
            parts += (b',"view":', *self.scene.write_view(seat))
        if legal := self.shown.write_legal(state, seat):
            parts += (b',"legal":', legal)
        if you is not None:
            parts += (b',"you":', messages.encode(you))
        parts.append(b"}")
        return b"".join(parts)

    def _head(self, seat: Seat | None) -> bytes:
        """What is the same for all, without the closing brace; but who did something in secret sees all of it."""
        who = seat if seat in self.secretive else None
        head = self.heads.get(who)
        if head is None:
            seen = self.seen if who is None else happened(self.state.game, self.log, who, self.state.ended)
            change = messages.Change(self.state.length, seen, self.clocks, table=self.table)
            self.heads[who] = head = messages.encode(change)[:-1]
        return head


def happened(game: AnyGame, log: Iterable[Logged], seat: Seat | None, ended: bool) -> tuple[messages.Happened, ...]:
    """Entries as a seat may see them. Shuffled cards are never in them: the record has them, after the end."""
    return tuple([_seen(game, logged, ended or getattr(logged.entry, "seat", None) == seat) for logged in log])


def _seen(game: AnyGame, logged: Logged, own: bool) -> messages.Happened:
    entry, seq, at = logged.entry, logged.seq, logged.at
    kind = KINDS[entry.__class__]
    match entry:
        case Acted(seat, text, by, level):
            move = text if own else game.told(game.read_move(text))
            return messages.Happened(seq, at, kind, seat, move, by, level)
        case Shuffled(cards):
            return messages.Happened(seq, at, kind, cards=cards.count(" ") + 1)
        case Wished(seat, wish, on):
            return messages.Happened(seq, at, kind, seat, wish=wish, on=on)
        case Answered(seat, number, on):
            return messages.Happened(seq, at, kind, seat, on=on, request=number)
        case Withdrew(number, why):
            return messages.Happened(seq, at, kind, why=why, request=number)
        case Muted(_, on):
            return messages.Happened(seq, at, kind, on=on)
        case Housed(seat, level):
            return messages.Happened(seq, at, kind, seat, level=level)
        case Went(seat, why):
            return messages.Happened(seq, at, kind, seat, why=why)
        case Closed(why):
            return messages.Happened(seq, at, kind, why=why)
        case Rematched(table):
            return messages.Happened(seq, at, kind, table=table)
    return messages.Happened(seq, at, kind, getattr(entry, "seat", None))


def seats_of(state: TableState, members: Mapping[str, Member]) -> tuple[messages.SeatInfo, ...]:
    """Who plays where."""
    found = []
    characters = handed_out(state) or (None,) * len(state.chairs)
    for seat, chair in enumerate(state.chairs):
        character = characters[seat]
        wishes = tuple(sorted(wish for other, wish in state.wishes if other == seat))
        if chair.person is not None:
            member = members[chair.person]
            found.append(
                messages.SeatInfo(
                    player="bot" if member.bot else "person",
                    name=member.name,
                    away=chair.away,
                    host=chair.person == state.host,
                    wishes=wishes,
                    character=character,
                    chosen=chair.character is not None,
                )
            )
        elif chair.level is not None:
            owner = None if chair.owner is None else members[chair.owner]
            name = owner.name if owner is not None and owner.sat else None  # nobody who wants to be forgotten
            bot = house_name(chair.level, seat)
            found.append(messages.SeatInfo("house", bot, chair.level, character=character, owner=name))
        else:
            found.append(messages.SeatInfo("free", character=character))
    return tuple(found)


def requests_of(state: TableState, members: Mapping[str, Member]) -> tuple[messages.RequestInfo, ...]:
    """Who asks for which seat."""
    asked = tuple(state.deciders()) if state.made.seating == "ask" else ()
    return tuple(
        messages.RequestInfo(
            request.number,
            request.seat,
            members[request.person].name,
            members[request.person].bot,
            asked,
            tuple(sorted(request.agreed)),
        )
        for request in state.requests
    )


def house_name(level: str, seat: Seat) -> str:
    """What a bot of the house is called."""
    return f"{level} {seat + 1}"


def fair_info(state: TableState) -> messages.FairInfo:
    """The promise of the shuffles, as far as it may be told."""
    seed = state.made.seed if state.ended else None
    return messages.FairInfo(state.terms.commit, state.contributions, seed, state.terms.cards)


def table_info(id: str, state: TableState, members: Mapping[str, Member], made_at: int) -> messages.TableInfo:
    """What everybody at the table knows of it."""
    made, described = state.made, state.game.describe(state.terms.setup)
    return messages.TableInfo(
        id=id,
        game=made.game,
        title=state.game.title,
        stage=state.stage,
        players=made.players,
        dealer=made.dealer,
        edition=described.get("edition"),
        options=described["options"],
        agreed={option.id: option.value for option in state.game.options(state.terms.setup)},
        clock=made.clock,
        public=made.public,
        watchers=made.watchers,
        hints=made.hints,
        grace=made.grace,
        closes_after=made.closes_after,
        pace=made.pace,
        seats=seats_of(state, members),
        fair=fair_info(state),
        paused=state.paused_at is not None,
        made_at=made_at,
        previous=made.previous,
        rematch=state.rematch,
        result=state.game.result(state.game_state) if state.stage == "over" else None,
        seating=made.seating,
        requests=requests_of(state, members),
        bots_alone=state.bots_alone,
        hurried=state.hurrying,
        characters=state.terms.characters.words if state.terms.characters else (),
    )


def clocks_of(state: TableState, now: int) -> messages.Clocks:
    """The clocks of all seats."""
    if state.made.clock.kind == "none" or state.stage != "playing":
        return messages.Clocks(now)
    seats = range(len(state.chairs))
    banks = tuple(turn.bank for turn in state.turns) if state.made.clock.kind == "bank" else ()
    return messages.Clocks(now, tuple(state.deadline(seat) for seat in seats), banks)


def row_of(id: str, state: TableState, members: Mapping[str, Member], at: int) -> http_types.TableRow:
    """The table in lists."""
    described = state.game.describe(state.terms.setup)
    result = state.game.result(state.game_state) if state.stage == "over" else None
    return http_types.TableRow(
        id=id,
        game=state.made.game,
        title=state.game.title,
        stage=state.stage,
        players=state.made.players,
        seats=list(seats_of(state, members)),
        changed_at=at,
        edition=described.get("edition"),
        options=described["options"],
        clock=state.made.clock,
        watchers=state.made.watchers,
        winners=result["winners"] if result else None,
        result=result,
    )


def changes_table(logged: Iterable[Logged]) -> bool:
    """Some of these entries change more than the game itself."""
    return any(entry.entry.__class__ not in OF_THE_GAME for entry in logged)
