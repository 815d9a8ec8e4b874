"""Whatever people send in whatever order: a command is carried out or refused, and the log tells the same table."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from naysay.server.errors import Refused
from naysay.server.table import commands, seat_requests
from naysay.server.table.entries import Clock, Logged, Sat, Stopped
from naysay.server.table.state import TableState, begin, fold, step
from tests.support.effort import times
from tests.support.story import PEOPLE, Story

TABLES: list[dict[str, Any]] = [
    {"game": "nope", "players": 2, "options": {"max_turns": 9}},
    {"game": "nope", "players": 4, "clock": Clock("move", seconds=5), "pace": 300},
    {"game": "nyet", "players": 3, "edition": "goldsieber-1997", "clock": Clock("bank", seconds=10, increment=2)},
    {"game": "nyet", "players": 4, "edition": "iello-2015", "clock": Clock("days", days=1)},
    {"game": "nyet", "players": 3, "edition": "goldsieber-1997", "seating": "next_deal"},
]
SEATS = st.integers(-1, 5)
PERSONS = st.sampled_from([person.id for person in PEOPLE])
LEVELS = st.sampled_from(["random", "steady", "genius", None])
HEX = st.sampled_from(["", "0a" * 16, "ff", "no"])


@st.composite
def steps(draw: st.DrawFn) -> tuple[str, Any, Any, Any, float]:
    """Something that somebody does, and how long after the last."""
    name = draw(
        st.sampled_from(
            ["sit", "stand", "house", "start", "pause", "close", "kick", "mute", "contribute", "away", "back"]
            + ["host", "stopped", "odd move", "withdraw", "finish"]
            + ["ask", "agree"] * 2
            + ["move"] * 8
            + ["time"] * 3
        )
    )
    return name, draw(PERSONS), draw(SEATS), draw(st.booleans()), draw(st.sampled_from([0, 0.1, 1, 6, 700]))


def carry_out(  # noqa: C901 - one case for each kind of step
    story: Story, name: str, person: str, seat: int, on: bool, rng: Random, data: st.DataObject
) -> None:
    """One step, by the command that belongs to it."""
    who = next(one for one in PEOPLE if one.id == person)
    state = story.state
    inside = 0 <= seat < len(state.chairs)
    match name:
        case "sit":
            story.do(commands.sit(who, seat, data.draw(HEX)))
        case "house":
            story.do(commands.house(person, seat, data.draw(LEVELS)))
        case "kick":
            story.do(commands.kick(person, seat))
        case "mute":
            story.do(commands.mute(state.host, person, on))
        case "contribute":
            story.do(commands.contribute(person, data.draw(HEX)))
        case "start":
            story.do(commands.start(state.host))
        case "pause" | "close":
            story.do(getattr(commands, name)(person, on))
        case "stand":
            story.do(commands.stand(person))
        case "back":
            story.do(commands.come_back(person))
        case "host":
            story.do(commands.pass_rights(state.host, frozenset({person})))
        case "ask":
            story.do(seat_requests.ask(who, seat))
        case "agree" if state.requests:
            story.do(seat_requests.agree(person, rng.choice(state.requests).number, on))
        case "withdraw":
            story.do(seat_requests.withdraw(person))
        case "finish":
            story.do(commands.finish(person))
        case "odd move":
            story.do(commands.move(person, state.length - seat, rng.choice(["draw", "veto", "play R1", ""])))
        case "away" if inside:
            story.do(commands.go_away(seat))
        case "stopped" if state.running:
            story.put(Stopped(story.at - 500, story.at))
        case "move" if state.running:
            story.act(rng.choice(state.to_act), rng)
        case "time" if state.running and state.made.clock.kind != "none":
            asked = [one for one in state.dues() if one.kind == "clock"]
            if asked:
                story.at = max(story.at, asked[0].at)
                story.time_out(asked[0].seat)


def check_sense(state: TableState) -> None:
    """What is true of every table at every moment."""
    people = [chair.person for chair in state.chairs if chair.person]
    assert len(people) == len(set(people)), "nobody sits twice"
    assert not state.kicked & set(people)
    assert (state.game_state is None) == (state.stage == "open" or state.sat is None)
    assert all(turn.bank >= 0 and turn.late <= 2 for turn in state.turns)
    if state.stage == "playing":
        assert state.sat is not None
        assert all(state.sat[person] == state.seat_of(person) for person in people), "one hand for each"
        assert not any(chair.free for chair in state.chairs)
        assert state.to_act, "it goes on"
        assert {seat for seat, turn in enumerate(state.turns) if turn.asked is not None} == set(state.to_act)
    assert state.stage == "playing" or not state.requests
    for request in state.requests:
        assert state.chairs[request.seat].person is None
        assert state.seat_of(request.person) is None
        assert request.agreed <= set(state.people()), "nobody agrees who does not play"
    assert state.granted() is None, "what is granted happens at once"
    for due in state.dues():
        assert due.seat in state.to_act
        assert due.seq == state.turns[due.seat].asked
        assert (due.kind == "bot") == (state.chairs[due.seat].bot is not None)


def check_consent(log: list[Logged]) -> None:
    """Whoever sat down after the start took back the own seat, was let in by all who were asked, or sees a new deal."""
    state = begin(log[0])
    for logged in log[1:]:
        entry = logged.entry
        if isinstance(entry, Sat) and state.stage == "playing" and state.own_seat(entry.person) != entry.seat:
            request = state.request_of(entry.person)
            assert request is not None
            assert request.seat == entry.seat
            if state.made.seating == "ask":
                assert request.agreed.issuperset(state.deciders())
            else:
                assert state.game.to_shuffle(state.game_state), "no card of the next deal is known"
                assert state.game.deals_anew
        state = step(state, logged)


SEQUENCES = st.lists(steps(), min_size=20, max_size=100)


@settings(max_examples=times(60), deadline=None)
@given(st.sampled_from(TABLES), SEQUENCES, st.randoms(use_true_random=False), st.data())
def test_any_sequence_of_commands(
    table: dict[str, Any], sequence: list[tuple[str, Any, Any, Any, float]], rng: Random, data: st.DataObject
) -> None:
    story = Story(**table)
    for seat in range(table["players"]):  # most tables get to play: those are the interesting ones
        if seat < 2:
            story.do(commands.sit(PEOPLE[seat], seat))
        elif rng.random() < 0.9:
            story.do(commands.house(story.state.host, seat, "random"))
    for name, person, seat, on, after in [("start", "", 0, True, 0.0), *sequence]:
        story.later(after)
        before = story.state
        try:
            carry_out(story, name, person or PEOPLE[0].id, seat, on, rng, data)
        except Refused:
            assert story.state is before
        check_sense(story.state)
    story.check()
    check_consent(story.log)
    for length in range(1, len(story.log)):  # every part of a log is a table too: there it may have been loaded
        assert fold(story.log[:length]).length == length
