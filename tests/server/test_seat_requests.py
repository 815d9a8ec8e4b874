"""The seat of a bot in a running game: who asks for it, who answers, and when a request is over."""

from random import Random

import pytest

from naysay.server.storage.writer import Append, Member
from naysay.server.table import commands, seat_requests
from naysay.server.table.commands import Command, Person
from naysay.server.table.entries import Acted, Answered, Asked, Closed, Housed, Hurried, Sat, Shuffled, Wished, Withdrew
from naysay.server.table.live import Table, about_of
from naysay.server.table.presence import REQUEST_GRACE
from naysay.server.table.seat_requests import MOST_AT_TABLE, MOST_BY_ONE
from naysay.server.table.tables import Tables
from naysay.server.web import http_types
from tests.support import table_room
from tests.support.asynchronous import asynchronous
from tests.support.story import ANN, BEN, CAT, DAN, PEOPLE, Story, bots_left
from tests.support.table_room import Time, act, connect, member, rows, tables_at

pytestmark = pytest.mark.attack


def person(id: str) -> Person:
    return next((one for one in PEOPLE if one.id == id), Person(id, id.title()))


def ask(who: str, seat: int) -> Command:
    return seat_requests.ask(person(who), seat)


def agree(story: Story, who: str, on: bool = True, asker: str = CAT) -> Command:
    request = story.state.request_of(asker)
    assert request is not None
    return seat_requests.agree(who, request.number, on)


def test_the_host_lets_somebody_in() -> None:
    story = Story.begun("nope", 2, 2)
    assert story.refused(commands.sit(person(CAT), 2)) == "ask_first"
    number = story.state.length
    assert story.do(ask(CAT, 2)) == [Asked(2, CAT)]
    assert story.do(ask(CAT, 2)) == [], "once is enough"
    assert story.state.deciders() == [0]
    assert story.refused(agree(story, BEN)) == "not_asked"
    assert story.refused(agree(story, DAN)) == "not_seated"
    assert story.do(agree(story, ANN)) == [Answered(0, number, on=True), Sat(2, CAT)]
    assert (story.state.seat_of(CAT), story.state.requests) == (2, ())
    assert story.refused(seat_requests.agree(ANN, number, on=True)) == "nobody_asks"
    story.check()


def test_not_now_and_no_more_than_a_few_times() -> None:
    story = Story.begun("nope", 2, 2)
    for _ in range(MOST_BY_ONE):
        story.do(ask(CAT, 2))
        assert [type(entry) for entry in story.do(agree(story, ANN, on=False))] == [Answered]
        assert story.state.requests == ()
    assert story.refused(ask(CAT, 2)) == story.refused(ask(CAT, 3)) == "asked_enough"
    assert seat_requests.seats_open_to(story.state, CAT) == ()
    assert seat_requests.seats_open_to(story.state, DAN) == (2, 3)
    story.check()


def test_strangers_are_free_to_make_but_do_not_ask_for_ever() -> None:
    story = Story.begun("nope", 2, 1)
    for number in range(MOST_AT_TABLE):
        story.do(ask(f"guest {number}", 2))
        story.do(seat_requests.withdraw(f"guest {number}"))
    assert story.refused(ask(CAT, 2)) == "asked_enough"
    story.do(commands.stand(BEN))
    assert story.do(ask(BEN, 1)) == [Sat(1, BEN)], "the own seat needs no request"


def test_everybody_answers_while_the_host_is_away() -> None:
    story = Story.begun("nope", 3, 1)
    story.do(ask(DAN, 3))
    story.do(commands.go_away(0))
    assert story.state.deciders() == [1, 2]
    assert story.do(agree(story, BEN, asker=DAN)) != []
    assert story.do(agree(story, BEN, asker=DAN)) == []
    assert story.state.seat_of(DAN) is None, "not everybody has agreed"
    assert story.refused(agree(story, ANN, asker=DAN)) == "not_asked"
    assert Sat(3, DAN) in story.do(agree(story, CAT, asker=DAN))
    story.check()


def test_the_no_of_one_is_enough() -> None:
    story = Story.begun("nope", 3, 1)
    story.do(commands.stand(ANN))  # a host who does not play does not answer either
    story.do(ask(DAN, 3))
    story.do(agree(story, BEN, asker=DAN))
    story.do(agree(story, CAT, on=False, asker=DAN))
    assert (story.state.requests, story.state.seat_of(DAN)) == ((), None)
    story.check()


def test_who_leaves_is_asked_no_longer() -> None:
    for leave in (commands.stand(CAT), commands.go_away(2), commands.house(CAT, 2, "random")):
        story = Story.begun("nope", 3, 1)
        story.do(commands.go_away(0))
        story.do(ask(DAN, 3))
        story.do(agree(story, BEN, asker=DAN))
        assert story.do(leave)[-1] == Sat(3, DAN)
        story.check()


def test_the_host_comes_back_and_answers_alone() -> None:
    story = Story.begun("nope", 3, 1)
    story.do(commands.go_away(0))
    story.do(ask(DAN, 3))
    story.do(agree(story, BEN, asker=DAN))
    story.do(commands.come_back(ANN))
    assert story.refused(agree(story, CAT, asker=DAN)) == "not_asked"
    story.do(agree(story, ANN, on=False, asker=DAN))
    assert story.state.seat_of(DAN) is None


def test_another_host_answers() -> None:
    story = Story.begun("nope", 3, 1)
    story.do(commands.go_away(0))
    story.do(ask(DAN, 3))
    story.do(agree(story, CAT, asker=DAN))
    assert story.do(commands.pass_rights(ANN, frozenset({CAT})))[-1] == Sat(3, DAN), "who is host now had agreed"
    story.check()


def test_an_answer_is_for_one_request_alone() -> None:
    story = Story.begun("nope", 2, 1)
    story.do(ask(CAT, 2))
    meant = agree(story, ANN)
    story.do(seat_requests.withdraw(CAT))
    story.do(ask(DAN, 2))
    assert story.refused(meant) == "nobody_asks", "it was not meant for who came after"
    assert story.state.seat_of(DAN) is None


def test_one_request_for_each_person_and_each_seat() -> None:
    story = Story.begun("nope", 2, 2)
    story.do(ask(CAT, 2))
    assert story.refused(ask(CAT, 3)) == "asked_already"
    assert story.refused(ask(DAN, 2)) == "seat_asked"
    assert seat_requests.seats_open_to(story.state, CAT) == ()
    assert seat_requests.seats_open_to(story.state, DAN) == (3,)
    assert story.do(seat_requests.withdraw(CAT)) == [Withdrew(story.state.length - 2)]
    assert story.do(seat_requests.withdraw(CAT)) == []
    story.do(ask(DAN, 2))


def test_the_own_seat_is_taken_back_without_asking() -> None:
    story = Story.begun("nope", 3, 1)
    story.do(commands.stand(BEN))
    assert story.state.chairs[1].owner == BEN
    assert story.state.own_seat(BEN) == 1
    assert seat_requests.seats_open_to(story.state, BEN) == (1,), "and no other"
    story.do(ask(DAN, 1))
    assert story.do(commands.sit(person(BEN), 1)) == [Sat(1, BEN)], "also while somebody asks for it"
    assert story.state.requests == ()
    story.do(commands.house(BEN, 1, "random"))
    story.join(DAN, 1)
    assert story.refused(commands.sit(person(BEN), 1)) == "taken"
    story.do(commands.stand(DAN))
    assert story.state.chairs[1].owner == DAN
    story.check()


def test_the_seat_of_who_stood_up_must_be_asked_for() -> None:
    story = Story.begun("nope", 3, 1)
    story.do(commands.stand(BEN))
    assert story.refused(commands.sit(person(DAN), 1)) == "ask_first"
    story.do(ask(DAN, 1))
    story.do(agree(story, ANN, on=False, asker=DAN))
    assert story.state.chairs[1].person is None


def test_requests_that_are_refused() -> None:
    story = Story(players=3)
    story.do(commands.sit(PEOPLE[0], 0))
    story.do(commands.sit(PEOPLE[3], 1))
    story.do(commands.kick(ANN, 1))
    story.do(commands.sit(PEOPLE[1], 1))
    story.do(commands.house(ANN, 2, "random"))
    assert story.refused(ask(CAT, 2)) == "not_begun"
    assert seat_requests.seats_open_to(story.state, DAN) == (), "the lobby offers nothing to who was sent away"
    assert seat_requests.seats_open_to(story.state, CAT) == (2,)
    story.do(commands.start(ANN))
    for command, code in {
        ask(ANN, 2): "seated",
        ask(CAT, 1): "taken",
        ask(CAT, 3): "no_such_seat",
        ask(DAN, 2): "kicked",
        seat_requests.agree(ANN, 0, on=True): "nobody_asks",
    }.items():
        assert story.refused(command) == code
    story.do(commands.stand(ANN))
    story.do(commands.stand(BEN))
    assert story.refused(ask(CAT, 2)) == "nobody_to_ask"
    assert seat_requests.seats_open_to(story.state, CAT) == ()


def test_the_end_of_a_game_ends_every_request() -> None:
    for close in (True, False):
        story = Story.begun("nope", 2, 1, options={"max_turns": 6})
        story.do(ask(CAT, 2))
        if close:
            for one in (ANN, BEN):
                story.do(commands.close(one, on=True))
        while story.state.stage == "playing":
            story.act(rng=Random(3))
        assert story.state.requests == ()
        assert story.refused(ask(DAN, 2)) == ("closed" if close else "over")
        assert seat_requests.seats_open_to(story.state, DAN) == ()
        story.check()


def test_from_the_next_deal_on_before_its_cards_are_seen() -> None:
    story = Story.begun("nyet", 2, 2, edition="goldsieber-1997", seating="next_deal")
    story.do(ask(CAT, 2))
    story.do(ask(DAN, 3))
    assert story.refused(agree(story, ANN)) == "not_asked"
    story.do(seat_requests.withdraw(DAN))
    rng = Random(2)
    appended: list[object] = []
    while story.state.seat_of(CAT) is None:
        appended = list(story.act(rng=rng))
    assert [type(entry) for entry in appended] == [Acted, Sat, Shuffled]
    assert (story.state.seat_of(CAT), story.state.seat_of(DAN)) == (2, None)
    story.check()


def test_nope_is_dealt_once() -> None:
    story = Story.begun("nope", 2, 1, seating="next_deal")
    assert story.refused(ask(CAT, 2)) == "no_next_deal"
    assert seat_requests.seats_open_to(story.state, CAT) == ()
    story.do(commands.stand(BEN))
    assert story.do(ask(BEN, 1)) == [Sat(1, BEN)]


def test_not_now_to_a_pause_and_to_the_end() -> None:
    story = Story.begun("nope", 3)
    for wish, command in (("pause", commands.pause), ("close", commands.close)):
        assert story.do(command(CAT, False)) == []
        story.do(command(ANN, True))
        story.do(command(BEN, True))
        assert story.do(command(CAT, False)) == [Wished(2, wish, on=False)]  # type: ignore[arg-type]
        assert story.state.wishes == frozenset(), "nobody asks any longer"
        story.do(command(ANN, True))
        story.do(command(BEN, True))
        story.do(command(ANN, False))
        assert story.state.wishes == {(1, wish)}, "who takes back the own wish leaves that of others"
        story.do(command(ANN, False))
    story.check()


def test_bots_alone_finish_quickly() -> None:
    story = Story.begun("nope", 1, 3, pace=1000)
    assert story.refused(commands.finish(ANN)) == "people_play"
    story = bots_left()
    assert [due.at for due in story.state.dues()] == [story.at + 1000]
    assert story.refused(commands.finish(BEN)) == "not_seated"
    assert story.do(commands.finish(ANN)) == [Hurried(0)]
    assert story.do(commands.finish(ANN)) == []
    assert [due.at for due in story.state.dues()] == [story.at]
    story.check()


def test_bots_are_not_alone_while_somebody_may_come_back() -> None:
    story = Story.begun("nope", 2, 1, pace=1000)
    story.do(commands.go_away(1))
    out = Story.begun("nope", 2, 1)
    assert not story.state.bots_alone
    assert not out.state.bots_alone
    story.do(commands.stand(BEN))
    assert not story.state.bots_alone, "Ann is still in"


def test_who_takes_the_seat_back_ends_the_hurry() -> None:
    story = bots_left(people=2)
    story.do(commands.finish(ANN))
    hurrying = [story.state.hurrying]
    story.do(commands.sit(person(BEN), 1))
    hurrying.append(story.state.hurrying)
    assert hurrying == [True, False]
    story.check()


# With tables: people come and go


async def running(tables: Tables, **wanted: object) -> Table:
    """Ann, who is host, Ben and two bots."""
    table = await tables.make(table_room.ANN, http_types.NewTable("nope", 4, **wanted))  # type: ignore[arg-type]
    for seat, one in enumerate((table_room.ANN, table_room.BEN)):
        await table.perform(commands.sit(one, seat), one.id, "sit", member(one))
    for seat in (2, 3):
        await table.perform(commands.house(ANN, seat, "random"))
    await table.perform(commands.start(ANN))
    return table


def watcher(one: Person) -> Member:
    return Member(one.id, one.name, sat=False)


@asynchronous
async def test_a_request_lapses_when_who_asked_is_gone(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await running(tables)
        ann, _, cat = (connect(table, one) for one in (table_room.ANN, table_room.BEN, table_room.CAT))
        await table.perform(ask(CAT, 2), CAT, "ask", watcher(table_room.CAT))
        (shown,) = table.whole(table_room.ANN).table.requests
        assert (shown.seat, shown.name, shown.asked, shown.agreed) == (2, "Cat", (0,), ())
        assert table.whole(table_room.CAT).you.request == shown.number
        table.disconnect(cat)
        now.forward(REQUEST_GRACE / 1000 - 1)
        cat = connect(table, table_room.CAT)
        now.forward(60)
        await act(tables)
        assert table.state.request_of(CAT) is not None, "back in time"
        table.disconnect(cat)
        now.forward(REQUEST_GRACE / 1000)
        await act(tables)
        assert table.state.requests == ()
        assert [entry["why"] for message in ann.messages for entry in message.get("entries", ()) if "why" in entry] == [
            "gone"
        ]
        assert not [due for _, due in await rows(tables) if due.kind == "ask"]


@asynchronous
async def test_who_is_let_in_has_played_here(database: str) -> None:
    async with tables_at(database, Time()) as tables:
        table = await running(tables)
        cat = connect(table, table_room.CAT)
        await table.perform(ask(CAT, 2), CAT, "ask", watcher(table_room.CAT))
        assert not table.members[CAT].sat
        await table.perform(seat_requests.agree(ANN, table.state.requests[0].number, on=True), ANN, "agree")
        assert table.members[CAT].sat
        assert cat.messages[-1]["type"] == "presence"
        assert next(one for one in reversed(cat.messages) if "you" in one)["you"]["seat"] == 2
        del tables.loaded[table.id]
        again = await tables.get(table.id)
        assert again.members[CAT].sat
        assert again.state.seat_of(CAT) == 2


@asynchronous
async def test_a_request_outlives_the_server(database: str) -> None:
    now = Time()
    async with tables_at(database, now) as tables:
        table = await running(tables)
        connect(table, table_room.CAT)
        await table.perform(ask(CAT, 2), CAT, "ask", watcher(table_room.CAT))
        id, down = table.id, now()
    now.forward(600)
    async with tables_at(database, now) as tables:
        await tables.begin(down)
        table = await tables.get(id)
        connect(table, table_room.CAT)
        await act(tables)
        assert table.state.request_of(CAT) is not None


@asynchronous
async def test_a_bot_for_somebody(database: str) -> None:
    async with tables_at(database, Time()) as tables:
        table = await running(tables)
        await table.perform(commands.stand(BEN))
        seats = table.whole(table_room.ANN).table.seats
        assert (seats[1].player, seats[1].owner, seats[2].owner) == ("house", "Ben", None)
        you = table.whole(table_room.BEN).you
        assert (you.seat, you.back, you.may_take) == (None, 1, (1,))
        table.forget(table_room.BEN, "someone")
        assert table.whole(table_room.ANN).table.seats[1].owner is None, "nobody's name who wants to be forgotten"


@asynchronous
async def test_a_new_game_at_once_when_only_bots_are_still_in(database: str) -> None:
    """The old game is played to its end, though nobody looks."""
    story = bots_left()
    async with tables_at(database, Time()) as tables:
        members = [member(table_room.ANN)]
        about = about_of("old", story.state, {one.person: one for one in members}, story.at, story.at)
        await tables.store.append(Append("old", story.log, (), story.state.dues(), members, about))
        table = await tables.get("old")
        assert table.whole(table_room.ANN).table.bots_alone
        deserted = [table.deserted]
        new = await tables.get(await tables.rematch(table, table_room.ANN))
        assert new.state.stage == "open"
        assert new.state.seat_of(ANN) == 0
        deserted.append(table.deserted)
        assert deserted == [True, False]
        for _ in range(2000):
            if table.state.ended:
                break
            await act(tables)
        assert table.state.stage == "over"
        assert table.state.rematch == new.id


def test_housed_before_the_start_belongs_to_nobody() -> None:
    story = Story(players=2)
    story.do(commands.sit(PEOPLE[0], 0))
    assert story.do(commands.house(ANN, 0, "random")) == [Housed(0, "random")]
    assert story.state.chairs[0].owner is None
    assert story.do(commands.close(ANN, on=True)) == [Closed("host")]
