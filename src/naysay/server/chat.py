"""The last lines of a table's chat, and who may read them: what watchers say, players see only after the game."""

from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from naysay.game import Seat
from naysay.server import wire
from naysay.server.life import Life
from naysay.server.store import LAST_LINES

Room = Literal["players", "watchers"]


@dataclass(slots=True)
class Chat:
    """Lines with the ids of who wrote them, so that a person's can be taken out again."""

    lines: deque[tuple[str, wire.Line]] = field(default_factory=lambda: deque(maxlen=LAST_LINES))

    def add(self, person: str, line: wire.Line) -> None:
        """One more line; the oldest is let go."""
        self.lines.append((person, line))

    def forget(self, person: str) -> None:
        """Take out what a person wrote."""
        self.lines = deque(((who, line) for who, line in self.lines if who != person), LAST_LINES)

    def seen_by(self, life: Life, seat: Seat | None) -> tuple[wire.Line, ...]:
        """The lines that a seat may read, or who does not sit."""
        return tuple(line for _, line in self.lines if may_read(life, line, seat))


def room_of(seat: Seat | None) -> Room:
    """Where somebody's lines go."""
    return "watchers" if seat is None else "players"


def may_talk(life: Life, seat: Seat | None) -> bool:
    """Where nobody may watch, who does not sit has no part in the chat either, once the game has begun."""
    return life.shows_to(seat) or life.stage == "open"


def may_read(life: Life, line: wire.Line, seat: Seat | None) -> bool:
    """What players say is for all who take part; what watchers say is for watchers until the end."""
    return may_talk(life, seat) and (line.room == "players" or seat is None or life.ended)
