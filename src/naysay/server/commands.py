"""What people may do at a table: a command looks at the table and answers with the entries to append, or refuses.

Moves are judged by the rules alone: `Draft.add` applies them, and `IllegalMove` comes from there.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from naysay import fair
from naysay.bots.levels.names import levels_for
from naysay.bots.registry import FOR_ANY_GAME
from naysay.game import Card, IllegalMove, Seat, quote
from naysay.server.entries import (
    Acted,
    AnyEntry,
    Began,
    Closed,
    Contributed,
    Hosted,
    Housed,
    Logged,
    Muted,
    Resumed,
    Returned,
    Sat,
    Shuffled,
    Stood,
    Stopped,
    Went,
    Wished,
)
from naysay.server.life import LATE_ENOUGH, STAND_IN, Life, step
from naysay.server.refusal import Refused

CONTRIBUTION_BYTES: Final = 16
TOO_EARLY_OR_LATE: Final = {"open": "not_begun", "playing": "begun", "over": "over", "closed": "closed"}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who may sit: a guest, or somebody's own bot."""

    id: str
    name: str
    bot: bool = False


@dataclass(slots=True)
class Draft:
    """Entries that a command wants to append, and the table as it would be with them."""

    life: Life
    at: int
    person: str | None = None
    ref: str | None = None
    logged: list[Logged] = field(default_factory=list)

    def add(self, entry: AnyEntry) -> None:
        """One more entry; only the first one answers the message."""
        mine = not self.logged
        logged = Logged(self.life.length, self.at, entry, self.person if mine else None, self.ref if mine else None)
        self.life = step(self.life, logged)
        self.logged.append(logged)

    def shuffle(self) -> None:
        """Shuffle what the rules want shuffled, as it was promised."""
        life = self.life
        while life.stage == "playing" and (cards := life.game.to_shuffle(life.state)):
            deck: tuple[Card, ...] = fair.deck(life.key, life.shuffles, cards)
            self.add(Shuffled(" ".join(deck)))
            life = self.life


Command = Callable[[Draft], None]


def move(person: str, seq: int, text: str) -> Command:
    """The move of a person, who had seen a log of `seq` entries."""

    def command(draft: Draft) -> None:
        life = draft.life
        seat = _own_seat(life, person)
        if life.chairs[seat].away:
            draft.add(Returned(seat))
        _check_running(life)
        asked = life.turns[seat].asked
        if asked is not None and not asked <= seq <= life.length:
            raise Refused(
                "stale",
                f"the table has moved on: you had seen {seq} entries, this choice began at {asked}",
                {"seq": asked},
            )
        _act(draft, Acted(seat, text))

    return command


def bot_move(seat: Seat, seq: int, text: str, by: Literal["bot", "clock"], level: str) -> Command:
    """The move of a bot for the choice that began at `seq`; refused as stale if that was made meanwhile."""

    def command(draft: Draft) -> None:
        life = draft.life
        _check_running(life)
        if life.turns[seat].asked != seq or (life.chairs[seat].bot is None) != (by == "clock"):
            raise Refused("stale", "somebody else has decided meanwhile", {"seq": life.length})
        if by == "clock" and ((deadline := life.deadline(seat)) is None or draft.at < deadline):
            raise Refused("stale", "the clock stood still meanwhile", {"seq": life.length})
        _act(draft, Acted(seat, text, by, level))
        turn = draft.life.turns[seat]
        if by == "clock" and turn.late >= LATE_ENOUGH and draft.life.stage == "playing":
            draft.add(Went(seat, "clock"))
            _close_if_agreed(draft)

    return command


def _act(draft: Draft, entry: Acted) -> None:
    try:
        draft.add(entry)
    except IllegalMove as illegal:
        raise Refused.by_rule(illegal.reason) from illegal
    except ValueError as error:
        raise Refused("unreadable_move", str(error)) from error
    draft.shuffle()


def sit(person: Person, seat: Seat, contribution: str = "") -> Command:
    """Take a free seat; after the start one that a bot of the house plays, or the own one that is played by a bot."""

    def command(draft: Draft) -> None:
        life = draft.life
        _check_seat(life, seat)
        _check_open_or_playing(life)
        check_contribution(contribution)
        chair = life.chairs[seat]
        if chair.person == person.id and chair.away:
            draft.add(Returned(seat))
            return
        if chair.person == person.id:
            raise Refused("seated", f"you sit in seat {seat} already")
        if life.seat_of(person.id) is not None:
            raise Refused("seated", f"you sit in seat {life.seat_of(person.id)}; stand up first")
        if person.id in life.kicked:
            raise Refused("kicked", "the host has asked you to leave this table")
        if chair.person is not None:
            raise Refused("taken", f"seat {seat} is taken", {"seat": seat})
        if life.sat is not None and life.sat.get(person.id, seat) != seat:
            raise Refused(
                "seen_cards", f"you have seen the cards of seat {life.sat[person.id]}: only that seat can be yours", {}
            )
        draft.add(Sat(seat, person.id, contribution if life.stage == "open" else ""))

    return command


def check_contribution(contribution: str) -> None:
    """Refuse bytes for the shuffles that are none."""
    if contribution and (len(contribution) != 2 * CONTRIBUTION_BYTES or not fair.HEX.fullmatch(contribution)):
        raise Refused(
            "bad_contribution", f"a contribution is {CONTRIBUTION_BYTES} bytes as hex, not {quote(contribution)}"
        )


def contribute(person: str, contribution: str) -> Command:
    """Add bytes for the shuffles to the own seat."""

    def command(draft: Draft) -> None:
        seat = _own_seat(draft.life, person)
        _check_stage(draft.life, "open", "the contributions are frozen since the start")
        check_contribution(contribution)
        draft.add(Contributed(seat, contribution))

    return command


def stand(person: str) -> Command:
    """Leave the seat: before the start it becomes free, afterwards a bot goes on."""

    def command(draft: Draft) -> None:
        life = draft.life
        seat = _own_seat(life, person)
        _check_open_or_playing(life)
        draft.add(Stood(seat) if life.stage == "open" else Housed(seat, STAND_IN))
        _close_if_agreed(draft)

    return command


def house(person: str, seat: Seat, level: str | None) -> Command:
    """Give a seat to a bot of the house: the own one, or as the host a free one. Without a level: send it away."""

    def command(draft: Draft) -> None:
        life = draft.life
        _check_seat(life, seat)
        _check_open_or_playing(life)
        chair = life.chairs[seat]
        if level is not None:
            check_level(life.made.game, level)
        if chair.person == person and level is not None:
            draft.add(Housed(seat, level))
            _close_if_agreed(draft)
            return
        _check_host(life, person)
        _check_stage(life, "open", "seats are given to bots before the start; afterwards only your own")
        if chair.person is not None:
            raise Refused("taken", f"a person sits in seat {seat}", {"seat": seat})
        if level is None and chair.free:
            raise Refused("free", f"seat {seat} is free already", {"seat": seat})
        draft.add(Stood(seat) if level is None else Housed(seat, level))

    return command


def check_level(game: str, level: str) -> None:
    """Refuse what is no level of this game; bots for any game may sit anywhere, though nobody is offered one."""
    levels = levels_for(game)
    if level not in levels and level not in FOR_ANY_GAME:
        raise Refused("no_such_bot", f"no bot {quote(level)} plays {game}; known: {', '.join(levels)}")


def start(person: str) -> Command:
    """Begin: the contributions are frozen, the cards are shuffled."""

    def command(draft: Draft) -> None:
        life = draft.life
        _check_host(life, person)
        _check_stage(life, "open", "the game has begun already")
        free = [seat for seat, chair in enumerate(life.chairs) if chair.free]
        if free:
            raise Refused(
                "seats_free",
                f"nobody sits in seat {', '.join(map(str, free))}: invite people or seat bots",
                {"seats": free},
            )
        if not life.people():
            raise Refused("nobody_plays", "at least one person must sit")
        draft.add(Began(tuple(chair.contribution for chair in life.chairs)))
        draft.shuffle()

    return command


def pause(person: str, on: bool) -> Command:
    """Want a pause, or no longer; anyone who sits ends one."""

    def command(draft: Draft) -> None:
        life = draft.life
        seat = _own_seat(life, person)
        _check_stage(life, "playing", "nothing is being played")
        if life.paused_at is not None:
            if on:
                raise Refused("paused", "the game is paused already")
            draft.add(Resumed(seat))
        elif ((seat, "pause") in life.wishes) != on:
            draft.add(Wished(seat, "pause", on))

    return command


def close(person: str, on: bool) -> Command:
    """End the table: the host before the start; during a game all who play must want it."""

    def command(draft: Draft) -> None:
        life = draft.life
        _check_open_or_playing(life)
        if life.stage == "open":
            _check_host(life, person)
            if on:
                draft.add(Closed("host"))
            return
        seat = _own_seat(life, person)
        if ((seat, "close") in life.wishes) != on:
            draft.add(Wished(seat, "close", on))
            _close_if_agreed(draft)

    return command


def kick(person: str, seat: Seat) -> Command:
    """The host sends a person away, before the start."""

    def command(draft: Draft) -> None:
        life = draft.life
        _check_seat(life, seat)
        _check_host(life, person)
        _check_stage(life, "open", "nobody can be sent away from a game")
        other = life.chairs[seat].person
        if other is None:
            raise Refused("nobody_there", f"no person sits in seat {seat}", {"seat": seat})
        if other == person:
            raise Refused("yourself", "you cannot send yourself away: stand up instead")
        draft.add(Stood(seat, kicked=True))

    return command


def mute(person: str, other: str, on: bool) -> Command:
    """The host lets a person write to the chat no longer, or again."""

    def command(draft: Draft) -> None:
        life = draft.life
        _check_host(life, person)
        if other == person:
            raise Refused("yourself", "you cannot mute yourself")
        if (other in life.muted) != on:
            draft.add(Muted(other, on))

    return command


def come_back(person: str) -> Command:
    """Take the own seat back from the bot that stood in."""

    def command(draft: Draft) -> None:
        seat = draft.life.seat_of(person)
        if seat is not None and draft.life.chairs[seat].away and draft.life.stage == "playing":
            draft.add(Returned(seat))

    return command


def go_away(seat: Seat) -> Command:
    """A person did not come back in time: a bot stands in."""

    def command(draft: Draft) -> None:
        life, chair = draft.life, draft.life.chairs[seat]
        if life.running and chair.person is not None and not chair.away:
            draft.add(Went(seat, "absent"))
            _close_if_agreed(draft)

    return command


def pass_rights(gone: str, present: frozenset[str]) -> Command:
    """The host is gone: the next person clockwise who is there has the rights."""

    def command(draft: Draft) -> None:
        life = draft.life
        if life.host != gone or life.ended:
            return
        seat = life.seat_of(gone)
        first = 0 if seat is None else seat + 1
        seats = [(first + number) % len(life.chairs) for number in range(len(life.chairs))]
        for person in (life.chairs[seat].person for seat in seats):
            if person is not None and person != gone and person in present:
                draft.add(Hosted(person))
                return

    return command


def stop_clocks(since: int, until: int) -> Command:
    """No clock ran in between: the server was down, or nobody was here."""

    def command(draft: Draft) -> None:
        if draft.life.running:
            draft.add(Stopped(since, until))

    return command


def close_empty(draft: Draft) -> None:
    """Nobody came back for as long as the table was made to wait."""
    if not draft.life.ended:
        draft.add(Closed("empty"))


def _close_if_agreed(draft: Draft) -> None:
    if draft.life.stage == "playing" and draft.life.agreed("close"):
        draft.add(Closed("agreed"))


def _own_seat(life: Life, person: str) -> Seat:
    seat = life.seat_of(person)
    if seat is None:
        raise Refused("not_seated", "you do not sit at this table")
    return seat


def _check_seat(life: Life, seat: Seat) -> None:
    if not 0 <= seat < len(life.chairs):
        raise Refused(
            "no_such_seat", f"there is no seat {seat}; the seats are 0 to {len(life.chairs) - 1}", {"seat": seat}
        )


def _check_host(life: Life, person: str) -> None:
    if life.host != person:
        raise Refused("not_host", "only the host of the table can do this")


def _check_stage(life: Life, stage: str, otherwise: str) -> None:
    if life.stage != stage:
        raise Refused(TOO_EARLY_OR_LATE[life.stage], otherwise)


def _check_open_or_playing(life: Life) -> None:
    if life.ended:
        raise Refused(
            TOO_EARLY_OR_LATE[life.stage], "the game is over" if life.stage == "over" else "the table is closed"
        )


def _check_running(life: Life) -> None:
    if life.stage != "playing":
        _check_open_or_playing(life)
        raise Refused("not_begun", "the game has not begun")
    if life.paused_at is not None:
        raise Refused("paused", "the game is paused")
