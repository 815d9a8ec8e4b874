"""Asking for the seat of a bot in a running game, so that nobody sees more hands by coming as several people.

Where a table says `ask`, the host answers, or everybody who plays while the host does not; where it says `next_deal`,
nobody is asked, and the seat changes hands with the next deal, before its cards are seen.
"""

from typing import Final

from naysay.game import Seat
from naysay.server.errors import Refused
from naysay.server.table.commands import (
    Command,
    Draft,
    Person,
    check_may_sit,
    check_open_or_playing,
    check_seat,
    do_what_is_agreed,
    own_seat,
)
from naysay.server.table.entries import Answered, Asked, Sat, Withdrew
from naysay.server.table.state import Request, TableState

MOST_BY_ONE: Final = 3  # requests of one person at a table
MOST_AT_TABLE: Final = 60  # requests at a table: people are free to make, and each could ask


def ask(person: Person, seat: Seat) -> Command:
    """Ask for the seat of a bot; your own seat is taken back without asking."""

    def command(draft: Draft) -> None:
        state = draft.state
        check_may_ask(state, person.id, seat)
        if state.own_seat(person.id) == seat:
            draft.add(Sat(seat, person.id))
        elif (mine := state.request_of(person.id)) is None:
            draft.add(Asked(seat, person.id))
        elif mine.seat != seat:
            raise Refused("asked_already", f"you ask for seat {mine.seat} already: take that back first")

    return command


def check_may_ask(state: TableState, person: str, seat: Seat) -> None:
    """Refuse a request that could not be granted, or that is one too many."""
    check_seat(state, seat)
    check_open_or_playing(state)
    if state.stage == "open":
        raise Refused("not_begun", "the game has not begun: sit down instead")
    check_may_sit(state, person, seat)
    if state.own_seat(person) == seat or state.request_of(person) is not None:
        return
    if state.made.seating == "next_deal" and not state.game.deals_anew:
        raise Refused(
            "no_next_deal", f"seats change hands with the next deal here, and {state.game.title} is dealt only once"
        )
    if state.made.seating == "ask" and not state.people():
        raise Refused("nobody_to_ask", "nobody plays here now who could agree")
    if any(request.seat == seat for request in state.requests):
        raise Refused("seat_asked", f"somebody else asks for seat {seat}", {"seat": seat})
    if state.asked.get(person, 0) >= MOST_BY_ONE or sum(state.asked.values()) >= MOST_AT_TABLE:
        raise Refused("asked_enough", f"a person asks {MOST_BY_ONE} times at a table, and all {MOST_AT_TABLE} times")


def seats_open_to(state: TableState, person: str) -> tuple[Seat, ...]:
    """The seats that this person can take or ask for now: nothing is offered that would be refused."""
    return tuple(seat for seat in state.seats if _may_take(state, person, seat))


def _may_take(state: TableState, person: str, seat: Seat) -> bool:
    try:
        check_open_or_playing(state)
        if state.stage == "open":
            check_may_sit(state, person, seat)
        elif state.request_of(person) is None:
            check_may_ask(state, person, seat)
        else:
            return False
    except Refused:
        return False
    return True


def withdraw(person: str) -> Command:
    """Ask no longer."""

    def command(draft: Draft) -> None:
        if (mine := draft.state.request_of(person)) is not None:
            draft.add(Withdrew(mine.number))

    return command


def lapse(number: int) -> Command:
    """Who asked is gone."""

    def command(draft: Draft) -> None:
        if any(request.number == number for request in draft.state.requests):
            draft.add(Withdrew(number, "gone"))

    return command


def agree(person: str, number: int, on: bool) -> Command:
    """The answer of somebody who plays to exactly this request: agreed, or not now."""

    def command(draft: Draft) -> None:
        state = draft.state
        seat = own_seat(state, person)
        request = _find(state, number)
        if state.made.seating != "ask" or seat not in state.deciders():
            raise Refused("not_asked", "this is not yours to answer: the host does, or nobody is asked here")
        if not on or seat not in request.agreed:
            draft.add(Answered(seat, number, on))
            do_what_is_agreed(draft)

    return command


def _find(state: TableState, number: int) -> Request:
    for request in state.requests:
        if request.number == number:
            return request
    raise Refused("nobody_asks", "this request is over: it was answered, taken back, or its seat is taken")
