"""What can happen at a table: the kinds of entries in its log, as they are stored.

The log is append-only and tells everything: who sat where, the shuffles, the moves, pauses, the end. Entries name
people by their id alone; names stand beside the log, so that a person can be forgotten and a log need not be touched.
Times are whole milliseconds since 1970.
"""

from typing import Any, Final, Literal

import msgspec

from naysay.game import Seat

SECOND: Final = 1000
DAY: Final = 86_400 * SECOND


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How long a person may think: not limited, so long for each move, or from a bank that each move adds to."""

    kind: Literal["none", "move", "bank", "days"] = "none"
    seconds: int = 0
    increment: int = 0
    days: int = 0


class Entry(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Something that happened at a table."""


class Made(Entry, frozen=True, tag="made"):
    """The table was made: what is played, and how. Always the first entry; it holds the seed."""

    game: str
    revision: int
    players: int
    dealer: Seat
    options: dict[str, Any]
    seed: str
    host: str
    edition: Any = None
    clock: Clock = Clock()
    public: bool = False
    watchers: bool = True
    hints: bool = True
    grace: int | None = None
    closes_after: int = DAY
    pace: int = 0
    previous: str | None = None
    seating: Literal["ask", "next_deal"] = "ask"


class Sat(Entry, frozen=True, tag="sat"):
    """A person took a seat, before the start with bytes for the shuffles, and with a character if they chose one."""

    seat: Seat
    person: str
    contribution: str = ""
    character: str | None = None


class Contributed(Entry, frozen=True, tag="contributed"):
    """A person who sits already added bytes for the shuffles."""

    seat: Seat
    contribution: str


class Stood(Entry, frozen=True, tag="stood"):
    """A seat became free before the start."""

    seat: Seat
    kicked: bool = False


class Housed(Entry, frozen=True, tag="housed"):
    """A bot of the house took a seat, from nobody or from the person who handed it over."""

    seat: Seat
    level: str


class Began(Entry, frozen=True, tag="began"):
    """The game began; the contributions by seat are frozen now. `options` if people's characters have changed them."""

    contributions: tuple[str, ...]
    options: dict[str, Any] | None = None


class Shuffled(Entry, frozen=True, tag="shuffled"):
    """Cards in their new order. Nobody is shown this before the end."""

    cards: str


class Acted(Entry, frozen=True, tag="acted"):
    """A seat made a move: by a person, by a bot in its place, or by a bot because the time was up."""

    seat: Seat
    move: str
    by: Literal["person", "bot", "clock"] = "person"
    level: str | None = None


class Wished(Entry, frozen=True, tag="wished"):
    """A person wants a pause, or the end of the game, or no longer wants it. It happens when all want it.

    Who does not want it and has not asked for it either says "not now": then nobody asks for it any longer.
    """

    seat: Seat
    wish: Literal["pause", "close"]
    on: bool = True


class Asked(Entry, frozen=True, tag="asked"):
    """A person would like to play a seat that a bot plays. The number of the request is that of this entry."""

    seat: Seat
    person: str


class Answered(Entry, frozen=True, tag="answered"):
    """A person who plays agrees that somebody takes the seat, or does not: then the request is over."""

    seat: Seat
    request: int
    on: bool


class Withdrew(Entry, frozen=True, tag="withdrew"):
    """A request is over without an answer: taken back, or who asked is gone."""

    request: int
    why: Literal["person", "gone"] = "person"


class Hurried(Entry, frozen=True, tag="hurried"):
    """Only bots are still in, and a person does not want to wait for them: they play without their pauses."""

    seat: Seat


class Resumed(Entry, frozen=True, tag="resumed"):
    """The pause is over."""

    seat: Seat


class Went(Entry, frozen=True, tag="went"):
    """A person is away: a bot plays the seat until they return."""

    seat: Seat
    why: Literal["absent", "clock"]


class Returned(Entry, frozen=True, tag="returned"):
    """A person who was away plays again."""

    seat: Seat


class Hosted(Entry, frozen=True, tag="hosted"):
    """Another person has the rights of the host."""

    person: str


class Muted(Entry, frozen=True, tag="muted"):
    """A person may not, or may again, write to the chat of this table."""

    person: str
    on: bool


class Stopped(Entry, frozen=True, tag="stopped"):
    """The server was down, or nobody was at the table: no clock ran in between."""

    since: int
    until: int


class Rematched(Entry, frozen=True, tag="rematched"):
    """The same people play again at another table."""

    table: str


class Closed(Entry, frozen=True, tag="closed"):
    """The table was closed before a game ended. The game stays unfinished."""

    why: Literal["host", "agreed", "empty"]


AnyEntry = (
    Made
    | Sat
    | Contributed
    | Stood
    | Housed
    | Began
    | Shuffled
    | Acted
    | Wished
    | Asked
    | Answered
    | Withdrew
    | Hurried
    | Resumed
    | Went
    | Returned
    | Hosted
    | Muted
    | Stopped
    | Rematched
    | Closed
)


class Logged(msgspec.Struct, frozen=True):
    """An entry with its place in the log, its time, and whose message it answers, if any."""

    seq: int
    at: int
    entry: AnyEntry
    person: str | None = None
    ref: str | None = None


_DECODER: Final = msgspec.json.Decoder(AnyEntry)


def decode(body: str | bytes) -> AnyEntry:
    """An entry as the store keeps it."""
    entry: AnyEntry = _DECODER.decode(body)
    return entry


def encode(entry: AnyEntry) -> str:
    """The entry for the store."""
    return msgspec.json.encode(entry).decode()
