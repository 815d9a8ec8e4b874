"""What people may do at a table: a command looks at the table and answers with the entries to append, or refuses.

Moves are judged by the rules alone: `Draft.add` applies them, and `IllegalMove` comes from there.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from naysay import fair
from naysay.bots.registry import FOR_ANY_GAME, levels_for
from naysay.game import Card, IllegalMove, Seat, quote
from naysay.server.errors import Refused
from naysay.server.table.characters import agreed_options, check_choice
from naysay.server.table.entries import (
    Acted,
    AnyEntry,
    Began,
    Closed,
    Contributed,
    Hosted,
    Housed,
    Hurried,
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
from naysay.server.table.state import LATE_ENOUGH, STAND_IN, TableState, step

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

    state: TableState
    at: int
    person: str | None = None
    ref: str | None = None
    logged: list[Logged] = field(default_factory=list)

    def add(self, entry: AnyEntry) -> None:
        """One more entry; only the first one answers the message."""
        mine = not self.logged
        logged = Logged(self.state.length, self.at, entry, self.person if mine else None, self.ref if mine else None)
        self.state = step(self.state, logged)
        self.logged.append(logged)

    def shuffle(self) -> None:
        """Shuffle what the rules want shuffled, as it was promised."""
        state = self.state
        while state.stage == "playing" and (cards := state.game.to_shuffle(state.game_state)):
            if state.game.deals_anew and state.made.seating == "next_deal":
                for request in state.requests:
                    self.add(Sat(request.seat, request.person))
            deck: tuple[Card, ...] = fair.deck(state.key, state.shuffles, cards)
            self.add(Shuffled(" ".join(deck)))
            state = self.state


Command = Callable[[Draft], None]


def move(person: str, seq: int, text: str) -> Command:
    """The move of a person, who had seen a log of `seq` entries."""

    def command(draft: Draft) -> None:
        state = draft.state
        seat = own_seat(state, person)
        if state.chairs[seat].away:
            draft.add(Returned(seat))
        _check_running(state)
        asked = state.turns[seat].asked
        if asked is not None and not asked <= seq <= state.length:
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
        state = draft.state
        _check_running(state)
        if state.turns[seat].asked != seq or (state.chairs[seat].bot is None) != (by == "clock"):
            raise Refused("stale", "somebody else has decided meanwhile", {"seq": state.length})
        if by == "clock" and ((deadline := state.deadline(seat)) is None or draft.at < deadline):
            raise Refused("stale", "the clock stood still meanwhile", {"seq": state.length})
        _act(draft, Acted(seat, text, by, level))
        turn = draft.state.turns[seat]
        if by == "clock" and turn.late >= LATE_ENOUGH and draft.state.stage == "playing":
            draft.add(Went(seat, "clock"))
            do_what_is_agreed(draft)

    return command


def _act(draft: Draft, entry: Acted) -> None:
    try:
        draft.add(entry)
    except IllegalMove as illegal:
        raise Refused.by_rule(illegal.reason) from illegal
    except ValueError as error:
        raise Refused("unreadable_move", str(error)) from error
    draft.shuffle()


def sit(person: Person, seat: Seat, contribution: str = "", character: str | None = None) -> Command:
    """Take a free seat; after the start only your own that a bot plays. Any other must be asked for.

    Before the start with a character of one's choice; who sits already can choose another.
    """

    def command(draft: Draft) -> None:
        state = draft.state
        check_seat(state, seat)
        check_open_or_playing(state)
        check_contribution(contribution)
        chair = state.chairs[seat]
        if chair.person == person.id and chair.away:
            draft.add(Returned(seat))
            return
        if chair.person == person.id and character not in (None, chair.character):
            check_choice(state, seat, character)
            draft.add(Sat(seat, person.id, contribution or chair.contribution, character))
            return
        check_may_sit(state, person.id, seat)
        if state.stage == "playing" and state.own_seat(person.id) != seat:
            raise Refused(
                "ask_first",
                f"a bot plays seat {seat}, and the game has begun: ask for the seat instead",
                {"seat": seat},
            )
        check_choice(state, seat, character)
        draft.add(Sat(seat, person.id, contribution if state.stage == "open" else "", character))

    return command


def check_may_sit(state: TableState, person: str, seat: Seat) -> None:
    """Refuse a seat that can never be this person's, as the table is now."""
    own = state.seat_of(person)
    if own is not None:
        raise Refused(
            "seated", f"you sit in seat {own} already" if own == seat else f"you sit in seat {own}; stand up first"
        )
    if person in state.kicked:
        raise Refused("kicked", "the host has asked you to leave this table")
    if state.chairs[seat].person is not None:
        raise Refused("taken", f"seat {seat} is taken", {"seat": seat})
    if state.sat is not None and state.sat.get(person, seat) != seat:
        raise Refused(
            "seen_cards", f"you have seen the cards of seat {state.sat[person]}: only that seat can be yours", {}
        )


def check_contribution(contribution: str) -> None:
    """Refuse bytes for the shuffles that are none."""
    if contribution and (len(contribution) != 2 * CONTRIBUTION_BYTES or not fair.HEX.fullmatch(contribution)):
        raise Refused(
            "bad_contribution", f"a contribution is {CONTRIBUTION_BYTES} bytes as hex, not {quote(contribution)}"
        )


def contribute(person: str, contribution: str) -> Command:
    """Add bytes for the shuffles to your own seat."""

    def command(draft: Draft) -> None:
        seat = own_seat(draft.state, person)
        _check_stage(draft.state, "open", "the contributions are frozen since the start")
        check_contribution(contribution)
        draft.add(Contributed(seat, contribution))

    return command


def stand(person: str) -> Command:
    """Leave the seat: before the start it becomes free, afterwards a bot goes on."""

    def command(draft: Draft) -> None:
        state = draft.state
        seat = own_seat(state, person)
        check_open_or_playing(state)
        draft.add(Stood(seat) if state.stage == "open" else Housed(seat, STAND_IN))
        do_what_is_agreed(draft)

    return command


def house(person: str, seat: Seat, level: str | None) -> Command:
    """Give a seat to a bot of the house: your own, or as the host a free one. Without a level: send it away."""

    def command(draft: Draft) -> None:
        state = draft.state
        check_seat(state, seat)
        check_open_or_playing(state)
        chair = state.chairs[seat]
        if level is not None:
            check_level(state.made.game, level)
        if chair.person == person and level is not None:
            draft.add(Housed(seat, level))
            do_what_is_agreed(draft)
            return
        _check_host(state, person)
        _check_stage(state, "open", "seats are given to bots before the start; afterwards only your own")
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
        state = draft.state
        _check_host(state, person)
        _check_stage(state, "open", "the game has begun already")
        free = [seat for seat, chair in enumerate(state.chairs) if chair.free]
        if free:
            raise Refused(
                "seats_free",
                f"nobody sits in seat {', '.join(map(str, free))}: invite people or seat bots",
                {"seats": free},
            )
        if not state.people():
            raise Refused("nobody_plays", "at least one person must sit")
        draft.add(Began(tuple(chair.contribution for chair in state.chairs), agreed_options(state)))
        draft.shuffle()

    return command


def pause(person: str, on: bool) -> Command:
    """Want a pause, or no longer, or "not now" to others who want one; anyone who sits ends one."""

    def command(draft: Draft) -> None:
        state = draft.state
        seat = own_seat(state, person)
        _check_stage(state, "playing", "nothing is being played")
        if state.paused_at is not None:
            if on:
                raise Refused("paused", "the game is paused already")
            draft.add(Resumed(seat))
        else:
            _wish(draft, seat, "pause", on)

    return command


def close(person: str, on: bool) -> Command:
    """End the table: the host before the start; during a game all who play must want it, and anyone says "not now"."""

    def command(draft: Draft) -> None:
        state = draft.state
        check_open_or_playing(state)
        if state.stage == "open":
            _check_host(state, person)
            if on:
                draft.add(Closed("host"))
            return
        _wish(draft, own_seat(state, person), "close", on)
        do_what_is_agreed(draft)

    return command


def _wish(draft: Draft, seat: Seat, wish: Literal["pause", "close"], on: bool) -> None:
    wishes = draft.state.wishes
    if (seat, wish) not in wishes if on else any(other == wish for _, other in wishes):
        draft.add(Wished(seat, wish, on))


def finish(person: str) -> Command:
    """Only bots are still in: let them play to the end without their pauses."""

    def command(draft: Draft) -> None:
        state = draft.state
        seat = own_seat(state, person)
        _check_stage(state, "playing", "nothing is being played")
        if not state.bots_alone:
            raise Refused("people_play", "people are still in this game: bots wait for them")
        if not state.hurried:
            draft.add(Hurried(seat))

    return command


def kick(person: str, seat: Seat) -> Command:
    """The host sends a person away, before the start."""

    def command(draft: Draft) -> None:
        state = draft.state
        check_seat(state, seat)
        _check_host(state, person)
        _check_stage(state, "open", "nobody can be sent away from a game")
        other = state.chairs[seat].person
        if other is None:
            raise Refused("nobody_there", f"no person sits in seat {seat}", {"seat": seat})
        if other == person:
            raise Refused("yourself", "you cannot send yourself away: stand up instead")
        draft.add(Stood(seat, kicked=True))

    return command


def mute(person: str, other: str, on: bool) -> Command:
    """The host lets a person write to the chat no longer, or again."""

    def command(draft: Draft) -> None:
        state = draft.state
        _check_host(state, person)
        if other == person:
            raise Refused("yourself", "you cannot mute yourself")
        if (other in state.muted) != on:
            draft.add(Muted(other, on))

    return command


def come_back(person: str) -> Command:
    """Take your own seat back from the bot that stood in."""

    def command(draft: Draft) -> None:
        seat = draft.state.seat_of(person)
        if seat is not None and draft.state.chairs[seat].away and draft.state.stage == "playing":
            draft.add(Returned(seat))

    return command


def go_away(seat: Seat) -> Command:
    """A person did not come back in time: a bot stands in."""

    def command(draft: Draft) -> None:
        state, chair = draft.state, draft.state.chairs[seat]
        if state.running and chair.person is not None and not chair.away:
            draft.add(Went(seat, "absent"))
            do_what_is_agreed(draft)

    return command


def pass_rights(gone: str, present: frozenset[str]) -> Command:
    """The host is gone: the next person clockwise who is there has the rights."""

    def command(draft: Draft) -> None:
        state = draft.state
        if state.host != gone or state.ended:
            return
        seat = state.seat_of(gone)
        first = 0 if seat is None else seat + 1
        seats = [(first + number) % len(state.chairs) for number in range(len(state.chairs))]
        for person in (state.chairs[seat].person for seat in seats):
            if person is not None and person != gone and person in present:
                draft.add(Hosted(person))
                do_what_is_agreed(draft)
                return

    return command


def stop_clocks(since: int, until: int) -> Command:
    """No clock ran in between: the server was down, or nobody was here."""

    def command(draft: Draft) -> None:
        if draft.state.running:
            draft.add(Stopped(since, until))

    return command


def close_empty(draft: Draft) -> None:
    """Nobody came back for as long as the table was made to wait."""
    if not draft.state.ended:
        draft.add(Closed("empty"))


def do_what_is_agreed(draft: Draft) -> None:
    """What all agree to who are asked happens, also when the last one who did not is asked no longer."""
    if draft.state.stage == "playing" and draft.state.agreed("close"):
        draft.add(Closed("agreed"))
    while (request := draft.state.granted()) is not None:
        draft.add(Sat(request.seat, request.person))


def own_seat(state: TableState, person: str) -> Seat:
    """Where a person sits; refuses who does not."""
    seat = state.seat_of(person)
    if seat is None:
        raise Refused("not_seated", "you do not sit at this table")
    return seat


def check_seat(state: TableState, seat: Seat) -> None:
    """Refuse a seat that is not there."""
    if not 0 <= seat < len(state.chairs):
        raise Refused(
            "no_such_seat", f"there is no seat {seat}; the seats are 0 to {len(state.chairs) - 1}", {"seat": seat}
        )


def _check_host(state: TableState, person: str) -> None:
    if state.host != person:
        raise Refused("not_host", "only the host of the table can do this")


def _check_stage(state: TableState, stage: str, otherwise: str) -> None:
    if state.stage != stage:
        raise Refused(TOO_EARLY_OR_LATE[state.stage], otherwise)


def check_open_or_playing(state: TableState) -> None:
    """Refuse what cannot be done after the end."""
    if state.ended:
        raise Refused(
            TOO_EARLY_OR_LATE[state.stage], "the game is over" if state.stage == "over" else "the table is closed"
        )


def _check_running(state: TableState) -> None:
    if state.stage != "playing":
        check_open_or_playing(state)
        raise Refused("not_begun", "the game has not begun")
    if state.paused_at is not None:
        raise Refused("paused", "the game is paused")
