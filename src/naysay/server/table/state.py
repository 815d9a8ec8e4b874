"""The state of a table: what the entries of its log, one after the other, make of it. Nothing here asks a clock,
draws a number or touches a socket: the same log gives the same table on every machine.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, assert_never

import msgspec
from msgspec.structs import replace

from naysay import fair
from naysay.game import AnyGame, Card, IllegalMove, Seat
from naysay.server.errors import Refused
from naysay.server.table.entries import (
    DAY,
    SECOND,
    Acted,
    Answered,
    AnyEntry,
    Asked,
    Began,
    Clock,
    Closed,
    Contributed,
    Hosted,
    Housed,
    Hurried,
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
    Withdrew,
)
from naysay.server.table.terms import Terms

Stage = Literal["open", "playing", "over", "closed"]
STAND_IN: Final = "steady"
LATE_ENOUGH: Final = 2  # so many moves in a row by the clock, and the seat counts as left


class Chair(msgspec.Struct, frozen=True):
    """A seat: free, held by a person, or held by a bot of the house (`level`), perhaps for the `owner` who left it."""

    person: str | None = None
    level: str | None = None
    away: bool = False
    contribution: str = ""
    character: str | None = None
    owner: str | None = None

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


class Request(msgspec.Struct, frozen=True):
    """Somebody asks for the seat of a bot; `agreed` are the seats that have no objection."""

    number: int
    seat: Seat
    person: str
    agreed: frozenset[Seat] = frozenset()


class Due(NamedTuple):
    """Something that must happen at an instant, if the table is still where it was: a row of the store."""

    kind: Literal["bot", "clock", "absent", "host", "close", "ask"]
    seat: Seat
    seq: int
    at: int
    unattended: bool = False  # it happens though nobody is at the table


class TableState(msgspec.Struct, frozen=True):
    """A table after some entries of its log."""

    terms: Terms
    length: int
    stage: Stage
    host: str
    chairs: tuple[Chair, ...]
    turns: tuple[Turn, ...]
    game_state: Any = None
    key: bytes = b""
    shuffles: int = 0
    contributions: tuple[str, ...] = ()
    wishes: frozenset[tuple[Seat, str]] = frozenset()
    paused_at: int | None = None
    sat: Mapping[str, Seat] | None = None  # who has seen which hand: nobody may see two
    requests: tuple[Request, ...] = ()
    asked: Mapping[str, int] = {}  # how often somebody has asked for a seat
    hurried: bool = False
    kicked: frozenset[str] = frozenset()
    muted: frozenset[str] = frozenset()
    rematch: str | None = None
    ended_at: int | None = None

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

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.chairs))

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

    def own_seat(self, person: str) -> Seat | None:
        """The seat that this person has left to a bot, and may take back."""
        seat = None if self.sat is None or self.stage != "playing" else self.sat.get(person)
        return seat if seat is not None and self.chairs[seat].person is None else None

    def deciders(self) -> list[Seat]:
        """Who answers when somebody asks for a seat: the host, or everybody who plays while the host does not."""
        people = self.people()
        host = [seat for seat in people if self.chairs[seat].person == self.host]
        return host or people

    def request_of(self, person: str) -> Request | None:
        """What this person asks for."""
        return next((request for request in self.requests if request.person == person), None)

    def granted(self) -> Request | None:
        """A request that all have agreed to who are asked."""
        deciders = self.deciders() if self.made.seating == "ask" else []
        if not deciders or self.stage != "playing":
            return None
        return next((request for request in self.requests if request.agreed.issuperset(deciders)), None)

    @property
    def bots_alone(self) -> bool:
        """The game goes on, and everybody who is still in is a bot of the house."""
        if self.stage != "playing":
            return False
        out = self.game.out(self.game_state)
        return all(chair.person is None or seat in out for seat, chair in enumerate(self.chairs))

    @property
    def hurrying(self) -> bool:
        """Bots play without pauses, also when nobody looks."""
        return self.hurried and self.bots_alone

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
        pace = 0 if self.hurrying else self.made.pace
        unattended = self.made.clock.kind == "days" or self.hurrying
        for seat in self.to_act:
            turn = self.turns[seat]
            assert turn.asked is not None
            if self.chairs[seat].bot:
                found.append(Due("bot", seat, turn.asked, turn.since + pace, unattended))
            elif (at := self.deadline(seat)) is not None:
                found.append(Due("clock", seat, turn.asked, at, unattended))
        return found


def begin(logged: Logged, terms: Terms | None = None) -> TableState:
    """The table after its first entry; refused if its rules are not played here, unless `terms` do without them."""
    made = logged.entry
    assert isinstance(made, Made)
    bank = made.clock.seconds * SECOND if made.clock.kind == "bank" else 0
    return TableState(
        terms=terms or Terms.of(made),
        length=1,
        stage="open",
        host=made.host,
        chairs=(Chair(),) * made.players,
        turns=(Turn(bank=bank),) * made.players,
    )


def step(state: TableState, logged: Logged) -> TableState:
    """The table after one more entry; raises `IllegalMove` for a move that the rules refuse."""
    assert logged.seq == state.length, f"entry {logged.seq} cannot follow a log of {state.length}"
    if isinstance(logged.entry, (Acted, Shuffled)):
        return _play(state, logged.entry, logged.at)
    changed = _change(replace(state, length=state.length + 1), logged.entry, logged.at)
    # A pause begins with the entry that makes the last one agree: a wish, or that someone left who did not want it.
    if changed.running and changed.agreed("pause"):
        return replace(changed, paused_at=logged.at)
    return changed


def _play(state: TableState, entry: Acted | Shuffled, at: int) -> TableState:
    """A move or a shuffle: who is asked from now on, and what the clocks say."""
    game, turns = state.game, list(state.turns)
    if isinstance(entry, Shuffled):
        game_state = game.shuffled(state.game_state, tuple(Card(card) for card in entry.cards.split(" ")))
        shuffles = state.shuffles + 1
    else:
        game_state = game.apply(state.game_state, entry.seat, game.read_move(entry.move))
        shuffles = state.shuffles
        turns[entry.seat] = _after_move(turns[entry.seat], entry, state.made.clock, at)
    acting = game.to_act(game_state)
    for seat, turn in enumerate(turns):
        if seat not in acting:
            if turn.asked is not None:
                turns[seat] = replace(turn, asked=None)
        elif turn.asked is None:
            turns[seat] = replace(turn, asked=state.length + 1, since=at)
    over = not acting and game.result(game_state) is not None
    return replace(
        state,
        length=state.length + 1,
        game_state=game_state,
        turns=tuple(turns),
        shuffles=shuffles,
        stage="over" if over else state.stage,
        ended_at=at if over else None,
        requests=() if over else state.requests,
    )


def _after_move(turn: Turn, entry: Acted, clock: Clock, at: int) -> Turn:
    """The clock of a seat that has acted. What bots do costs a person no time."""
    if entry.by == "bot":
        return replace(turn, asked=None)
    bank = turn.bank
    if clock.kind == "bank":
        bank = max(0, bank - max(0, at - turn.since)) + clock.increment * SECOND
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


def _change(state: TableState, entry: AnyEntry, at: int) -> TableState:
    """What an entry other than a move or a shuffle changes; one case for each kind."""
    assert not isinstance(entry, (Made, Shuffled, Acted)), f"{type(entry).__name__} cannot come here"
    match entry:
        case Sat() | Contributed() | Stood() | Housed() | Went() | Returned():
            return _change_chair(state, entry, at)
        case Asked() | Answered() | Withdrew():
            return replace(state, requests=_requests(state, entry), asked=_asked(state, entry))
        case Began():
            return _start_game(state, entry)
        case Wished(seat, wish, on):
            return replace(state, wishes=_wishes(state, seat, wish, on))
        case Hurried():
            return replace(state, hurried=True)
        case Resumed():
            assert state.paused_at is not None
            turns = _shift(state.turns, state.paused_at, at)
            return replace(state, turns=turns, paused_at=None, wishes=frozenset())
        case Stopped(since, until):
            return replace(state, turns=_shift(state.turns, since, until))
        case Hosted(person):
            return replace(state, host=person)
        case Muted(person, on):
            return replace(state, muted=state.muted | {person} if on else state.muted - {person})
        case Rematched(table):
            return replace(state, rematch=table)
        case Closed():
            return replace(state, stage="closed", ended_at=at, paused_at=None, requests=())
    assert_never(entry)


def _start_game(state: TableState, began: Began) -> TableState:
    terms = state.terms if began.options is None else state.terms.with_options(began.options)
    parts = [bytes.fromhex(part) for part in began.contributions]
    return replace(
        state,
        terms=terms,
        stage="playing",
        contributions=began.contributions,
        key=fair.key(state.terms.seed, parts),
        game_state=state.game.start(terms.setup),
        sat={chair.person: seat for seat, chair in enumerate(state.chairs) if chair.person},
        wishes=frozenset(),
    )


def _change_chair(
    state: TableState, entry: Sat | Contributed | Stood | Housed | Went | Returned, at: int
) -> TableState:
    """Who plays a seat from now on, and in what way."""
    before = state.chairs[entry.seat]
    match entry:
        case Sat(seat, person, contribution, character):
            state = _seated(state, seat, Chair(person, contribution=contribution, character=character), at)
            left = tuple(one for one in state.requests if one.seat != seat and one.person != person)
            return replace(state, sat={**state.sat, person: seat} if state.sat is not None else None, requests=left)
        case Contributed(seat, contribution):
            return _seated(state, seat, replace(before, contribution=contribution), at)
        case Stood(seat, kicked):
            state = _seated(state, seat, Chair(), at)
            return replace(state, kicked=state.kicked | {before.person}) if kicked and before.person else state
        case Housed(seat, level):
            owner = (before.person or before.owner) if state.stage == "playing" else None
            return _seated(state, seat, Chair(level=level, owner=owner), at)
        case Went(seat):
            return _seated(state, seat, replace(before, away=True), at)
        case Returned(seat):
            return _seated(state, seat, replace(before, away=False), at)
    assert_never(entry)


def _requests(state: TableState, entry: Asked | Answered | Withdrew) -> tuple[Request, ...]:
    """The requests for seats after a new one, an answer or a withdrawal."""
    match entry:
        case Asked(seat, person):
            return (*state.requests, Request(state.length - 1, seat, person))
        case Answered(seat, number, on=True):
            return tuple(
                replace(one, agreed=one.agreed | {seat}) if one.number == number else one for one in state.requests
            )
        case Answered(request=number) | Withdrew(request=number):
            return tuple(one for one in state.requests if one.number != number)
    assert_never(entry)


def _asked(state: TableState, entry: Asked | Answered | Withdrew) -> Mapping[str, int]:
    if not isinstance(entry, Asked):
        return state.asked
    return {**state.asked, entry.person: state.asked.get(entry.person, 0) + 1}


def _wishes(state: TableState, seat: Seat, wish: str, on: bool) -> frozenset[tuple[Seat, str]]:
    """The wishes after one more. Who takes back what they did not wish for says "not now" to all who do."""
    if on:
        return state.wishes | {(seat, wish)}
    own = {(seat, wish)}
    return state.wishes - (own & state.wishes or {(one, wish) for one in state.seats})


def _seated(state: TableState, seat: Seat, chair: Chair, at: int) -> TableState:
    """Put a chair at its place. Whoever decides here from now on has the whole time for the move, or what is left in
    the bank: who leaves has used it up to now.
    """
    chairs, turns = list(state.chairs), list(state.turns)
    if chairs[seat].bot != chair.bot or chairs[seat].person != chair.person:
        turn = turns[seat]
        used = (at if state.paused_at is None else state.paused_at) - turn.since
        asked_person = turn.asked is not None and chairs[seat].bot is None
        bank = max(0, turn.bank - max(0, used)) if asked_person else turn.bank
        turns[seat] = replace(turn, since=max(at, turn.since), bank=bank, late=0)
    chairs[seat] = chair
    wishes = frozenset(wish for wish in state.wishes if wish[0] != seat)
    requests = state.requests and tuple(replace(one, agreed=one.agreed - {seat}) for one in state.requests)
    return replace(state, chairs=tuple(chairs), turns=tuple(turns), wishes=wishes, requests=requests)


def _shift(turns: tuple[Turn, ...], since: int, until: int) -> tuple[Turn, ...]:
    """No clock ran in between; nobody's move begins later than the end of it."""
    return tuple(replace(turn, since=max(turn.since, min(turn.since + until - since, until))) for turn in turns)


def fold(log: list[Logged], terms: Terms | None = None) -> TableState:
    """The table that a whole log tells, by the rules that it was begun under."""
    state = begin(log[0], terms)
    for logged in log[1:]:
        try:
            state = step(state, logged)
        except (IllegalMove, ValueError) as error:
            raise Refused("other_rules", f"entry {logged.seq} of its log is against the rules here: {error}") from error
    return state


def retell(log: list[Logged], stage: str) -> TableState:
    """The table that a stored log tells. Where its rules are not played here, by the log alone and the stage that
    was stored with it: nobody can play on, but it can be closed, left and recorded.
    """
    try:
        return fold(log)
    except Refused as refused:
        made = log[0].entry
        assert isinstance(made, Made)
        state = fold(log, Terms.without_rules(made, refused))
        if stage == "over":
            state = replace(state, stage="over", ended_at=log[-1].at)
        refused.params["ended"] = state.ended  # then there is a record
        return state
