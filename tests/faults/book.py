"""One table's log, replayed entry by entry: each must be allowed at its place, and happen once."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

import msgspec

from naysay import fair
from naysay.server.storage.writer import Member
from naysay.server.table.entries import Acted, Logged, Rematched, Returned, Sat, Shuffled, Stopped, Went
from naysay.server.table.state import LATE_ENOUGH, TableState, begin, step
from naysay.server.workers.pool import LAST_RESORT


@dataclass
class Book:
    """The log of a table as it was read, and the table after each entry."""

    table: str
    rows: list[Logged] = field(default_factory=list)
    states: list[TableState] = field(default_factory=list)
    members: dict[str, Member] = field(default_factory=dict)
    refs: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)  # the entries that a message led to
    asked: set[tuple[int, int]] = field(default_factory=set)
    checked: int = 0
    counted: int = 0
    views: dict[tuple[int, int | None], Any] = field(default_factory=dict)

    def read(self, log: list[Logged]) -> None:
        """Take in a log that may only have grown."""
        assert [logged.seq for logged in log] == list(range(len(log))), "no gaps, no doubles"
        assert log[: len(self.rows)] == self.rows, "what was written once stays"
        for logged in log[len(self.rows) :]:
            if logged.seq == 0:
                self.states.append(begin(logged))
            else:
                self._check(self.states[-1], logged)
                self.states.append(step(self.states[-1], logged))
            self.rows.append(logged)
            self._refer(logged)
        self._check_left()

    def _check(self, state: TableState, logged: Logged) -> None:
        match logged.entry:
            case Acted() as acted:
                self._check_action(state, logged, acted)
            case Shuffled(cards):
                expected = fair.deck(state.key, state.shuffles, state.game.to_shuffle(state.game_state))
                assert tuple(cards.split(" ")) == expected, "shuffled as promised"
            case Went(seat, why):
                assert not state.chairs[seat].away
                assert why == "absent" or state.turns[seat].late >= LATE_ENOUGH
            case Returned(seat):
                assert state.chairs[seat].away
            case Rematched():
                assert state.ended
                assert state.rematch is None, "one rematch of one game"
            case _:
                assert not state.ended, f"{logged} came after the end"

    def _check_action(self, state: TableState, logged: Logged, acted: Acted) -> None:
        """One action for one question, by who was to answer it, when it was time."""
        seat = acted.seat
        turn, chair = state.turns[seat], state.chairs[seat]
        assert state.running
        assert seat in state.to_act
        assert turn.asked is not None
        assert (seat, turn.asked) not in self.asked, f"the question {turn.asked} was answered twice"
        self.asked.add((seat, turn.asked))
        match acted.by:
            case "person":
                assert chair.person is not None
                assert not chair.away
                assert acted.level is None
            case "bot":
                assert acted.level in (chair.bot, LAST_RESORT)
                assert chair.bot is not None
                assert logged.at >= turn.since + state.made.pace
            case "clock":
                deadline = state.deadline(seat)
                assert deadline is not None, "no clock ran"
                assert logged.at >= deadline, f"{logged} came {deadline - logged.at} ms too early"

    def _check_left(self) -> None:
        """What belongs to a move was written with it: nobody is left behind by a move that went half."""
        state = self.states[-1]
        if state.stage == "playing":
            assert not state.game.to_shuffle(state.game_state), "a shuffle was not written with its cause"
            for seat, turn in enumerate(state.turns):
                assert turn.late < LATE_ENOUGH or state.chairs[seat].away, "late again, and nobody stands in"

    def _refer(self, logged: Logged) -> None:
        """Which entries one message led to: its own, and those after it that nobody else sent."""
        if logged.person is not None and logged.ref is not None:
            key = logged.person, logged.ref
            assert key not in self.refs, f"{key} stands twice"
            self.refs[key] = logged.seq, logged.seq
            return
        if self.refs and isinstance(logged.entry, (Shuffled, Acted)):
            key, (first, last) = next(reversed(self.refs.items()))
            mine = isinstance(logged.entry, Shuffled) or logged.entry.by == "person"
            if last == logged.seq - 1 and mine:
                self.refs[key] = first, logged.seq

    def unchecked(self) -> Iterator[tuple[Logged, list[Logged]]]:
        """What messages led to since this was asked last; a person's action always comes from one."""
        begin_at, self.checked = self.checked, len(self.rows)
        covered = set()
        for first, last in self.refs.values():
            if first >= begin_at:
                covered |= set(range(first, last + 1))
                yield self.rows[first], self.rows[first : last + 1]
        for logged in self.rows[begin_at:]:
            if isinstance(logged.entry, Acted) and logged.entry.by == "person":
                assert logged.seq in covered, f"nobody sent {logged}"

    def counts(self) -> Counter[str]:
        """What has happened since this was asked last."""
        found: Counter[str] = Counter()
        for logged in self.rows[self.counted :]:
            match logged.entry:
                case Acted(by=by):
                    found[f"moves by {by}"] += 1
                case Went(why=why):
                    found[f"went ({why})"] += 1
                case Returned():
                    found["returned"] += 1
                case Stopped():
                    found["stops in logs"] += 1
                case Sat():
                    found["seats taken"] += 1
            if self.states[logged.seq].stage == "over" and self.states[logged.seq - 1].stage != "over":
                found["games over"] += 1
        self.counted = len(self.rows)
        return found

    def view(self, seq: int, seat: int | None) -> Any:
        """What a seat sees after so many entries, as JSON has it."""
        key = seq, seat
        if key not in self.views:
            self.views[key] = _view(self.states[seq - 1], seat)
            if len(self.views) > 64:
                del self.views[next(iter(self.views))]
        return self.views[key]


def _view(state: TableState, seat: int | None) -> Any:
    """Straight from the rules: all fields of the seat's view but the setup, which a table tells once."""
    if state.game_state is None:
        return None
    view = state.game.view(state.game_state, seat)
    seen = {part.name: getattr(view, part.name) for part in fields(view) if part.name != "setup"}
    return json.loads(msgspec.json.encode(seen))
