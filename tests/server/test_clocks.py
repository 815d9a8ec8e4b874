"""The clocks of a table: who is asked since when, how long it may take, and when no clock runs."""

import pytest

from naysay.server.table import commands
from naysay.server.table.entries import DAY, Acted, Clock, Sat, Stopped, Went
from naysay.server.table.state import Due, TableState
from tests.support.story import ANN, BEGINNING, BEN, CAT, PEOPLE, Story

MOVE = Clock("move", seconds=20)
BANK = Clock("bank", seconds=60, increment=5)


def due(state: TableState) -> Due:
    (found,) = state.dues()
    return found


def test_no_clock() -> None:
    story = Story.begun("nope", 2)
    assert (story.state.dues(), story.state.deadline(story.seat)) == ([], None)


def test_seconds_for_each_move() -> None:
    story = Story.begun("nope", 2, clock=MOVE)
    for _ in range(4):
        asked = story.state.length
        began = story.at
        story.later(3)
        story.do(commands.mute(ANN, CAT, on=CAT not in story.state.muted))
        assert due(story.state) == Due("clock", story.seat, asked, began + 20_000), "what else happens gives no time"
        assert story.state.deadline(1 - story.seat) is None
        story.later(10)
        story.act()
    story.check()


def test_a_bank_and_what_each_move_adds() -> None:
    story = Story.begun("nope", 2, clock=BANK, options={"action_cards": "no"})
    banks = [60_000, 60_000]
    for spent in (10, 59, 1, 0, 31):
        seat = story.seat
        assert due(story.state).at == story.at + banks[seat]
        story.later(spent)
        story.act()
        banks[seat] = max(0, banks[seat] - spent * 1000) + 5000
        assert [turn.bank for turn in story.state.turns] == banks
    story.check()


def test_days_for_each_move_run_always() -> None:
    story = Story.begun("nope", 2, clock=Clock("days", days=2))
    assert due(story.state).at == story.at + 2 * DAY
    story.later(86_400)
    story.act()
    assert due(story.state).at == story.at + 2 * DAY


def test_a_bot_has_no_clock_but_a_pace() -> None:
    story = Story.begun("nope", 1, 1, clock=MOVE, pace=1500)
    while story.seat == 0:
        story.later(1)
        story.act()
    assert due(story.state) == Due("bot", 1, story.state.length, story.at + 1500)
    assert story.state.deadline(1) is None


def test_who_acts_at_the_same_time_has_time_of_their_own() -> None:
    story = Story.begun("nyet", 4, clock=MOVE, edition="iello-2015")
    while len(story.state.to_act) < 2:
        story.later(1)
        story.act()
    began, acting = story.at, story.state.to_act
    story.later(7)
    story.act(acting[1])
    rest = [seat for seat in acting if seat != acting[1]]
    assert story.state.to_act == tuple(rest)
    assert {(one.seat, one.at) for one in story.state.dues()} == {(seat, began + 20_000) for seat in rest}


def test_a_time_out_is_the_move_of_a_bot_and_happens_once() -> None:
    story = Story.begun("nope", 2, clock=MOVE)
    seat, asked = story.seat, story.state.turns[story.seat].asked
    assert asked is not None
    text = story.any_move()
    story.later(19.999)
    assert story.refused(commands.bot_move(seat, asked, text, "clock", "steady")) == "stale", "there is time left"
    story.later(0.001)
    (acted, *_) = story.do(commands.bot_move(seat, asked, text, "clock", "steady"))
    assert acted == Acted(seat, text, "clock", "steady")
    assert story.refused(commands.bot_move(seat, asked, text, "clock", "steady")) == "stale"
    assert story.state.turns[seat].late == 1
    assert not story.state.chairs[seat].away
    story.check()


def test_twice_late_in_a_row_counts_as_left() -> None:
    story = Story.begun("nope", 2, clock=MOVE, options={"action_cards": "no"})
    seat = story.seat
    went: list[Went] = []
    for _ in range(20):
        if story.seat == seat:
            story.later(20)
            went = [entry for entry in story.time_out() if isinstance(entry, Went)]
        else:
            story.act()
        if went:
            break
    assert went == [Went(seat, "clock")]
    assert story.state.chairs[seat].bot == "steady"
    story.check()


def test_a_move_in_time_forgives_an_earlier_time_out() -> None:
    story = Story.begun("nope", 2, clock=MOVE, options={"action_cards": "no"})
    seat = story.seat
    for number in range(6):
        while story.seat != seat:
            story.act()
        story.later(20)
        if number % 2:
            story.act()
        else:
            story.time_out()
        assert story.state.turns[seat].late == 1 - number % 2
        assert not story.state.chairs[seat].away


@pytest.mark.parametrize("clock", [MOVE, BANK])
def test_no_clock_runs_in_a_pause(clock: Clock) -> None:
    story = Story.begun("nope", 2, clock=clock)
    before = due(story.state)
    story.later(6)
    for person in (ANN, BEN):
        story.do(commands.pause(person, on=True))
    assert (story.state.dues(), story.state.deadline(story.seat)) == ([], None)
    story.later(5000)
    story.do(commands.pause(BEN, on=False))
    assert due(story.state) == before._replace(at=before.at + 5_000_000)
    story.later(10)
    seat = story.seat
    story.act()
    if clock.kind == "bank":
        assert story.state.turns[seat].bank == 60_000 - 16_000 + 5000
    story.check()


@pytest.mark.parametrize("clock", [MOVE, BANK])
def test_no_clock_runs_while_the_server_is_down(clock: Clock) -> None:
    story = Story.begun("nope", 2, clock=clock)
    before = due(story.state)
    story.later(6)
    down = story.at
    story.later(5000)
    story.put(Stopped(down, story.at))
    assert due(story.state) == before._replace(at=before.at + 5_000_000)
    asked = story.state.turns[story.seat].asked
    assert asked is not None
    assert story.refused(commands.bot_move(story.seat, asked, story.any_move(), "clock", "steady")) == "stale"
    story.check()


def test_a_move_shortly_before_the_server_died_gives_no_more_than_the_whole_time() -> None:
    story = Story.begun("nope", 2, clock=MOVE)
    seen = story.at
    story.later(4)  # the server wrote down that it lives, and this was later
    story.act()
    story.later(100)
    story.put(Stopped(seen, story.at))
    assert due(story.state).at == story.at + 20_000


@pytest.mark.parametrize("clock", [MOVE, BANK])
def test_who_comes_back_has_time_again(clock: Clock) -> None:
    story = Story.begun("nope", 2, clock=clock)
    seat, person = story.seat, story.person()
    story.later(15)
    story.do(commands.go_away(seat))
    assert due(story.state).kind == "bot"
    story.later(100)
    story.do(commands.come_back(person))
    rest = 20_000 if clock.kind == "move" else 60_000 - 15_000
    assert due(story.state).at == story.at + rest
    assert story.state.turns[seat].late == 0


def test_nobody_thinks_for_free_by_leaving_and_sitting_down_again() -> None:
    story = Story.begun("nope", 2, clock=BANK)
    seat, person = story.seat, story.person()
    who = next(one for one in PEOPLE if one.id == person)
    for _ in range(2):
        story.later(25)
        story.do(commands.stand(person))
        assert story.do(commands.sit(who, seat)) == [Sat(seat, person)]
    assert story.state.turns[seat].bank == 10_000
    story.later(2)
    for other in (ANN, BEN):
        story.do(commands.pause(other, on=True))
    story.later(500)
    story.do(commands.stand(person))
    story.do(commands.sit(who, seat))
    assert story.state.turns[seat].bank == 8_000, "the pause costs nothing"
    story.do(commands.pause(person, on=False))
    assert due(story.state).at == story.at + 8_000
    story.later(100)
    story.do(commands.stand(person))
    assert story.state.turns[seat].bank == 0, "never less than nothing"
    story.check()


def test_a_bot_that_stands_in_uses_nobody_s_bank() -> None:
    story = Story.begun("nope", 2, clock=BANK)
    seat, person = story.seat, story.person()
    story.do(commands.go_away(seat))
    story.later(300)
    story.act()
    story.do(commands.come_back(person))
    assert story.state.turns[seat].bank == 60_000
    assert story.at > BEGINNING
