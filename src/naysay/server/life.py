"""The life of a table: what the entries of its log, one after the other, make of it. Nothing here asks a clock,
draws a number or touches a socket: the same log gives the same table on every machine.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple, assert_never

import msgspec
from msgspec.structs import replace

from naysay import fair
from naysay.game import AnyGame, Card, Seat
from naysay.games import find
from naysay.server.entries import (
    DAY,
    SECOND,
    Acted,
    AnyEntry,
    Began,
    Clock,
    Closed,
    Contributed,
    Hosted,
    Housed,
    Logged,
    Made,
    Muted,
    Rematched,
    Resumed,
    Returned,
    Sat,
    Shuffled,
    Stood,
    Stopped,
    Went,
    Wished,
)
from naysay.server.refusal import Refused

Stage = Literal["open", "playing", "over", "closed"]
STAND_IN: Final = "steady"
LATE_ENOUGH: Final = 2  # so many moves in a row by the clock, and the seat counts as left


@dataclass(frozen=True)
class Terms:
    """What was agreed when the table was made, with the rules it is played by."""

    made: Made
    game: AnyGame
    setup: Any

    @staticmethod
    def of(made: Made) -> "Terms":
        """Check what is to be played; raises `ValueError` for what the game does not know.

        A stored game that was begun under rules that this program no longer plays is refused.
        """
        game = find(made.game)
        if made.revision != game.revision:
            raise Refused(
                "other_rules",
                f"this game was begun under revision {made.revision} of the rules of {game.title}; "
                f"this server plays revision {game.revision}",
            )
        return Terms(made, game, game.setup(made.players, made.dealer, made.edition, made.options))

    @cached_property
    def seed(self) -> bytes:
        """The secret that all shuffles follow from."""
        return bytes.fromhex(self.made.seed)

    @cached_property
    def commit(self) -> str:
        """The promise that is shown from the beginning."""
        return fair.commit(self.seed)


class Chair(msgspec.Struct, frozen=True):
    """A seat: free, held by a person, or held by a bot of the house (`level`)."""

    person: str | None = None
    level: str | None = None
    away: bool = False
    contribution: str = ""

    @property
    def free(self) -> bool:
        """Nobody plays here."""
        return self.person is None and self.level is None

    @property
    def bot(self) -> str | None:
        """The level of the bot that decides here now."""
        return STAND_IN if self.away else self.level


class Turn(msgspec.Struct, frozen=True):
    """A seat's clock: since which log length and which instant it is asked, its bank, how often it was late."""

    asked: int | None = None
    since: int = 0
    bank: int = 0
    late: int = 0


class Due(NamedTuple):
    """Something that must happen at an instant, if the table is still where it was: a row of the store."""

    kind: Literal["bot", "clock", "absent", "host", "close"]
    seat: Seat
    seq: int
    at: int


class Life(msgspec.Struct, frozen=True):
    """A table after some entries of its log."""

    terms: Terms
    length: int
    stage: Stage
    host: str
    chairs: tuple[Chair, ...]
    turns: tuple[Turn, ...]
    state: Any = None
    key: bytes = b""
    shuffles: int = 0
    contributions: tuple[str, ...] = ()
    wishes: frozenset[tuple[Seat, str]] = frozenset()
    paused_at: int | None = None
    sat: Mapping[str, Seat] | None = None  # who has seen which hand: nobody may see two
    kicked: frozenset[str] = frozenset()
    muted: frozenset[str] = frozenset()
    rematch: str | None = None
    ended_at: int | None = None
    orders: int = 1  # entries that are neither moves nor shuffles

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.terms.game

    @property
    def made(self) -> Made:
        """What was agreed."""
        return self.terms.made

    @property
    def running(self) -> bool:
        """Moves are possible now."""
        return self.stage == "playing" and self.paused_at is None

    @property
    def ended(self) -> bool:
        """Nothing is secret any more."""
        return self.stage in ("over", "closed")

    def shows_to(self, seat: Seat | None) -> bool:
        """Who sits sees the game; others do where watching is allowed, and when there is nothing to hide."""
        return seat is not None or self.made.watchers or self.ended

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act, whether or not the table is paused."""
        if self.stage != "playing":
            return ()
        return tuple([seat for seat, turn in enumerate(self.turns) if turn.asked is not None])

    def seat_of(self, person: str) -> Seat | None:
        """Where this person sits."""
        for seat, chair in enumerate(self.chairs):
            if chair.person == person:
                return seat
        return None

    def people(self) -> list[Seat]:
        """The seats whose persons are there to decide."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person is not None and not chair.away]

    def agreed(self, wish: str) -> bool:
        """Everybody who is there wants this."""
        people = self.people()
        return bool(people) and all((seat, wish) in self.wishes for seat in people)

    def deadline(self, seat: Seat) -> int | None:
        """When the time of this seat is up, if it is asked and a clock runs."""
        turn, clock = self.turns[seat], self.made.clock
        if turn.asked is None or clock.kind == "none" or self.chairs[seat].bot or not self.running:
            return None
        return turn.since + _allowed(clock, turn)

    def dues(self) -> list[Due]:
        """What must happen by itself: bots act, clocks run out."""
        if not self.running:
            return []
        found = []
        for seat in self.to_act:
            turn = self.turns[seat]
            assert turn.asked is not None
            if self.chairs[seat].bot:
                found.append(Due("bot", seat, turn.asked, turn.since + self.made.pace))
            elif (at := self.deadline(seat)) is not None:
                found.append(Due("clock", seat, turn.asked, at))
        return found


def begin(logged: Logged) -> Life:
    """The table after its first entry."""
    made = logged.entry
    assert isinstance(made, Made)
    bank = made.clock.seconds * SECOND if made.clock.kind == "bank" else 0
    return Life(
        terms=Terms.of(made),
        length=1,
        stage="open",
        host=made.host,
        chairs=(Chair(),) * made.players,
        turns=(Turn(bank=bank),) * made.players,
    )


def step(life: Life, logged: Logged) -> Life:
    """The table after one more entry; raises `IllegalMove` for a move that the rules refuse."""
    assert logged.seq == life.length, f"entry {logged.seq} cannot follow a log of {life.length}"
    if isinstance(logged.entry, (Acted, Shuffled)):
        return _play(life, logged.entry, logged.at)
    life = replace(life, length=life.length + 1, orders=life.orders + 1)
    match logged.entry:
        case Began(contributions):
            parts = [bytes.fromhex(part) for part in contributions]
            life = replace(
                life,
                stage="playing",
                contributions=contributions,
                key=fair.key(life.terms.seed, parts),
                state=life.game.start(life.terms.setup),
                sat={chair.person: seat for seat, chair in enumerate(life.chairs) if chair.person},
            )
            return replace(life, wishes=frozenset())
        case entry:
            return _settle(_change(life, entry, logged.at), logged.at)


def _play(life: Life, entry: Acted | Shuffled, at: int) -> Life:
    """A move or a shuffle: who is asked from now on, and what the clocks say."""
    game, turns = life.game, list(life.turns)
    if isinstance(entry, Shuffled):
        state = game.shuffled(life.state, tuple(Card(card) for card in entry.cards.split(" ")))
        shuffles = life.shuffles + 1
    else:
        state = game.apply(life.state, entry.seat, game.read_move(entry.move))
        shuffles = life.shuffles
        turns[entry.seat] = _after_move(turns[entry.seat], entry, life.made.clock, at)
    acting = game.to_act(state)
    for seat, turn in enumerate(turns):
        if seat not in acting:
            if turn.asked is not None:
                turns[seat] = replace(turn, asked=None)
        elif turn.asked is None:
            turns[seat] = replace(turn, asked=life.length + 1, since=at)
    over = not acting and game.result(state) is not None
    return replace(
        life,
        length=life.length + 1,
        state=state,
        turns=tuple(turns),
        shuffles=shuffles,
        stage="over" if over else life.stage,
        ended_at=at if over else None,
    )


def _after_move(turn: Turn, entry: Acted, clock: Clock, at: int) -> Turn:
    """The clock of a seat that has acted. What bots do costs a person no time."""
    if entry.by == "bot":
        return replace(turn, asked=None)
    bank = turn.bank
    if clock.kind == "bank":
        bank = max(0, bank - (at - turn.since)) + clock.increment * SECOND
    return Turn(None, turn.since, bank, turn.late + 1 if entry.by == "clock" else 0)


def _allowed(clock: Clock, turn: Turn) -> int:
    """How long the move that a seat is asked for may take."""
    match clock.kind:
        case "bank":
            return turn.bank
        case "days":
            return clock.days * DAY
        case _:
            return clock.seconds * SECOND


def _change(life: Life, entry: AnyEntry, at: int) -> Life:  # noqa: C901 - one case for each kind of entry
    match entry:
        case Sat(seat, person, contribution):
            life = _seated(life, seat, Chair(person, contribution=contribution), at)
            return replace(life, sat={**life.sat, person: seat} if life.sat is not None else None)
        case Contributed(seat, contribution):
            return _seated(life, seat, replace(life.chairs[seat], contribution=contribution), at)
        case Stood(seat, kicked):
            left = life.chairs[seat].person
            life = _seated(life, seat, Chair(), at)
            return replace(life, kicked=life.kicked | {left}) if kicked and left else life
        case Housed(seat, level):
            return _seated(life, seat, Chair(level=level), at)
        case Went(seat):
            return _seated(life, seat, replace(life.chairs[seat], away=True), at)
        case Returned(seat):
            return _seated(life, seat, replace(life.chairs[seat], away=False), at)
        case Wished(seat, wish, on):
            wishes = life.wishes | {(seat, wish)} if on else life.wishes - {(seat, wish)}
            return replace(life, wishes=wishes)
        case Resumed():
            assert life.paused_at is not None
            life = replace(life, turns=_shift(life.turns, life.paused_at, at), paused_at=None)
            return replace(life, wishes=frozenset())
        case Stopped(since, until):
            return replace(life, turns=_shift(life.turns, since, until))
        case Hosted(person):
            return replace(life, host=person)
        case Muted(person, on):
            return replace(life, muted=life.muted | {person} if on else life.muted - {person})
        case Rematched(table):
            return replace(life, rematch=table)
        case Closed():
            return replace(life, stage="closed", ended_at=at, paused_at=None)
        case Made() | Began() | Shuffled() | Acted():
            raise AssertionError(f"{type(entry).__name__} cannot come here")
    assert_never(entry)


def _settle(life: Life, at: int) -> Life:
    """A pause begins with the entry that makes the last one agree: a wish, or that someone left who did not want it."""
    if life.running and life.agreed("pause"):
        return replace(life, paused_at=at)
    return life


def _seated(life: Life, seat: Seat, chair: Chair, at: int) -> Life:
    """Put a chair at its place. Whoever decides here from now on has the whole time for the move, or what is left in
    the bank: who leaves has used it up to now.
    """
    chairs, turns = list(life.chairs), list(life.turns)
    if chairs[seat].bot != chair.bot or chairs[seat].person != chair.person:
        turn = turns[seat]
        used = (at if life.paused_at is None else life.paused_at) - turn.since
        asked_person = turn.asked is not None and chairs[seat].bot is None
        bank = max(0, turn.bank - max(0, used)) if asked_person else turn.bank
        turns[seat] = replace(turn, since=max(at, turn.since), bank=bank, late=0)
    chairs[seat] = chair
    wishes = frozenset(wish for wish in life.wishes if wish[0] != seat)
    return replace(life, chairs=tuple(chairs), turns=tuple(turns), wishes=wishes)


def _shift(turns: tuple[Turn, ...], since: int, until: int) -> tuple[Turn, ...]:
    """No clock ran in between; nobody's move begins later than the end of it."""
    return tuple(replace(turn, since=max(turn.since, min(turn.since + until - since, until))) for turn in turns)


def fold(log: list[Logged]) -> Life:
    """The table that a whole log tells."""
    life = begin(log[0])
    for logged in log[1:]:
        life = step(life, logged)
    return life
