"""The last lines of a table's chat, and who may read them: what spectators say, players see only after the game."""

from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from naysay.game import Seat
from naysay.server.storage.queries import LAST_LINES
from naysay.server.table.state import TableState
from naysay.server.web import messages

Room = Literal["players", "watchers"]


@dataclass(slots=True)
class Chat:
    """Lines with the ids of their authors, so that a person's can be taken out again."""

    lines: deque[tuple[str, messages.Line]] = field(default_factory=lambda: deque(maxlen=LAST_LINES))

    @property
    def next_number(self) -> int:
        """The number of the next line, even if the stored ones were deleted meanwhile."""
        return self.lines[-1][1].number + 1 if self.lines else 0

    def add(self, person: str, line: messages.Line) -> None:
        """One more line; the oldest is let go."""
        self.lines.append((person, line))

    def forget(self, person: str) -> None:
        """Take out what a person wrote."""
        self.lines = deque(((who, line) for who, line in self.lines if who != person), LAST_LINES)

    def forget_before(self, at: int) -> None:
        """Take out what was written before an instant; the last line stays for its number."""
        while len(self.lines) > 1 and self.lines[0][1].at < at:
            self.lines.popleft()

    def seen_by(self, state: TableState, seat: Seat | None) -> tuple[messages.Line, ...]:
        """The lines that a seat may read, or who does not sit."""
        return tuple(line for _, line in self.lines if may_read(state, line, seat))


def room_of(seat: Seat | None) -> Room:
    """Where somebody's lines go."""
    return "watchers" if seat is None else "players"


def may_talk(state: TableState, seat: Seat | None) -> bool:
    """Where spectators are not allowed, who does not sit has no part in the chat either, once the game has begun."""
    return state.shows_to(seat) or state.stage == "open"


def may_read(state: TableState, line: messages.Line, seat: Seat | None) -> bool:
    """What players say is for all who take part; what spectators say is for spectators until the end."""
    return may_talk(state, seat) and (line.room == "players" or seat is None or state.ended)
