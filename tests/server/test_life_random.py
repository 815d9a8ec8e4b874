"""Whatever people send in whatever order: a command is carried out or refused, and the log tells the same table."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from naysay.server import commands
from naysay.server.entries import Clock, Stopped
from naysay.server.life import Life, fold
from naysay.server.refusal import Refused
from tests.effort import times
from tests.server.story import PEOPLE, Story

TABLES: list[dict[str, Any]] = [
    {"game": "nope", "players": 2, "options": {"max_turns": 9}},
    {"game": "nope", "players": 4, "clock": Clock("move", seconds=5), "pace": 300},
    {"game": "nyet", "players": 3, "edition": "goldsieber-1997", "clock": Clock("bank", seconds=10, increment=2)},
    {"game": "nyet", "players": 4, "edition": "iello-2015", "clock": Clock("days", days=1)},
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
            + ["host", "stopped", "odd move"]
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
    life = story.life
    inside = 0 <= seat < len(life.chairs)
    match name:
        case "sit":
            story.do(commands.sit(who, seat, data.draw(HEX)))
        case "house":
            story.do(commands.house(person, seat, data.draw(LEVELS)))
        case "kick":
            story.do(commands.kick(person, seat))
        case "mute":
            story.do(commands.mute(life.host, person, on))
        case "contribute":
            story.do(commands.contribute(person, data.draw(HEX)))
        case "start":
            story.do(commands.start(life.host))
        case "pause" | "close":
            story.do(getattr(commands, name)(person, on))
        case "stand":
            story.do(commands.stand(person))
        case "back":
            story.do(commands.come_back(person))
        case "host":
            story.do(commands.pass_rights(life.host, frozenset({person})))
        case "odd move":
            story.do(commands.move(person, life.length - seat, rng.choice(["draw", "veto", "play R1", ""])))
        case "away" if inside:
            story.do(commands.go_away(seat))
        case "stopped" if life.running:
            story.put(Stopped(story.at - 500, story.at))
        case "move" if life.running:
            story.act(rng.choice(life.to_act), rng)
        case "time" if life.running and life.made.clock.kind != "none":
            asked = [one for one in life.dues() if one.kind == "clock"]
            if asked:
                story.at = max(story.at, asked[0].at)
                story.time_out(asked[0].seat)


def check_sense(life: Life) -> None:
    """What is true of every table at every moment."""
    people = [chair.person for chair in life.chairs if chair.person]
    assert len(people) == len(set(people)), "nobody sits twice"
    assert not life.kicked & set(people)
    assert (life.state is None) == (life.stage == "open" or life.sat is None)
    assert all(turn.bank >= 0 and turn.late <= 2 for turn in life.turns)
    if life.stage == "playing":
        assert life.sat is not None
        assert all(life.sat[person] == life.seat_of(person) for person in people), "one hand for each"
        assert not any(chair.free for chair in life.chairs)
        assert life.to_act, "it goes on"
        assert {seat for seat, turn in enumerate(life.turns) if turn.asked is not None} == set(life.to_act)
    for due in life.dues():
        assert due.seat in life.to_act
        assert due.seq == life.turns[due.seat].asked
        assert (due.kind == "bot") == (life.chairs[due.seat].bot is not None)


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
            story.do(commands.house(story.life.host, seat, "random"))
    for name, person, seat, on, after in [("start", "", 0, True, 0.0), *sequence]:
        story.later(after)
        before = story.life
        try:
            carry_out(story, name, person or PEOPLE[0].id, seat, on, rng, data)
        except Refused:
            assert story.life is before
        check_sense(story.life)
    story.check()
    for length in range(1, len(story.log)):  # every part of a log is a table too: there it may have been loaded
        assert fold(story.log[:length]).length == length
