"""The messages: what a client may send over a table's socket, and what it gets.

Typed by msgspec, described in docs/protocol.md; `docs/wire.schema.json` is made from here.
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from naysay.server.table.entries import Clock

PRINTABLE = r"^(?![\s\S]*[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069])"  # nothing that garbles a line
Ref = Annotated[
    str,
    Meta(min_length=1, max_length=64, pattern=PRINTABLE, description="An id of your choice, new for each message"),
]
SeatNumber = Annotated[int, Meta(ge=0, le=31)]
Hex16 = Annotated[str, Meta(pattern="^([0-9a-fA-F]{32})?$", description="16 random bytes as hex, or nothing")]
Name = Annotated[str, Meta(min_length=1, max_length=24, description="What others call you")]
Character = Annotated[str, Meta(min_length=1, max_length=40, description="A box of row 1, as the edition names it")]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500, pattern=PRINTABLE)]


# From a client, over the socket


class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something that a client asks for. Sent again with the same id it happens once."""

    id: Ref


class Move(Message, frozen=True, tag="move"):
    """Make a move: `seq` is the log length that you saw, `move` the text of a legal move."""

    seq: Annotated[int, Meta(ge=0)]
    move: Annotated[str, Meta(max_length=1000)]


class Sit(Message, frozen=True, tag="sit"):
    """Take a free seat; after the start only your own, which a bot plays. For any other, `ask`.

    Before the start with a character of your choice, if the game has any; again from your seat, to choose another.
    """

    seat: SeatNumber
    name: Name | None = None
    contribution: Hex16 = ""
    character: Character | None = None


class Ask(Message, frozen=True, tag="ask"):
    """Ask for the seat of a bot in a running game: the host, or all who play; or have it from the next deal on."""

    seat: SeatNumber
    name: Name | None = None


class Withdraw(Message, frozen=True, tag="withdraw"):
    """Ask no longer."""


class Agree(Message, frozen=True, tag="agree"):
    """Let somebody have the seat that they ask for; `on` false: not now."""

    request: Annotated[int, Meta(ge=0)]
    on: bool = True


class Contribute(Message, frozen=True, tag="contribute"):
    """Add bytes for the shuffles to your seat, before the start."""

    contribution: Hex16


class Stand(Message, frozen=True, tag="stand"):
    """Leave your seat; during a game a bot goes on."""


class Seat(Message, frozen=True, tag="seat"):
    """Put a bot of the house into a free seat or your own; `level` null sends it away (the host, before the start)."""

    seat: SeatNumber
    level: Level | None


class Start(Message, frozen=True, tag="start"):
    """Begin the game (the host)."""


class Pause(Message, frozen=True, tag="pause"):
    """Ask for a pause, or take that back. It begins when all who play want it; anyone ends it by `on` false, or says
    by it that there shall be none now.
    """

    on: bool


class Close(Message, frozen=True, tag="close"):
    """Close the table before the start (the host), or during a game when all who play want it."""

    on: bool = True


class Finish(Message, frozen=True, tag="finish"):
    """Only bots are still in: they shall play without pauses."""


class Kick(Message, frozen=True, tag="kick"):
    """Send a person away, before the start (the host)."""

    seat: SeatNumber


class Mute(Message, frozen=True, tag="mute"):
    """Let a person write to the chat no longer, or again (the host)."""

    name: Name
    on: bool = True


class Say(Message, frozen=True, tag="say"):
    """Write to the chat. What spectators write, players see only after the game."""

    text: ChatText


class Hint(Message, frozen=True, tag="hint"):
    """Ask the strongest bot what it would do with what you see."""


class Rematch(Message, frozen=True, tag="rematch"):
    """The same people at a new table, after the game."""


class Ping(Message, frozen=True, tag="ping"):
    """Are you there?"""


FromClient = (
    Move
    | Sit
    | Ask
    | Withdraw
    | Agree
    | Contribute
    | Stand
    | Seat
    | Start
    | Pause
    | Close
    | Finish
    | Kick
    | Mute
    | Say
    | Hint
    | Rematch
    | Ping
)


# To a client, over the socket


class Answer(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Something that the server says."""


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays a seat: nobody, a person, somebody's own bot, or a bot of the house. `away`: a bot stands in.

    `character`, in a game that has any, is the seat's as things stand: before the start it may change if not `chosen`.
    `owner`: who has left the seat to a bot of the house.
    """

    player: Literal["free", "person", "bot", "house"]
    name: str = ""
    level: str | None = None
    away: bool = False
    host: bool = False
    wishes: tuple[str, ...] = ()
    character: str | None = None
    chosen: bool = False
    owner: str | None = None


class RequestInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody asks for the seat of a bot: by seat who is asked, and who of them has agreed already."""

    number: int
    seat: int
    name: str
    bot: bool = False
    asked: tuple[int, ...] = ()
    agreed: tuple[int, ...] = ()


class FairInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The promise of the shuffles: the commit, and the `cards` of the first deck in the order before they are shuffled;
    the contributions since the start, the seed after the end.
    """

    commit: str
    contributions: tuple[str, ...] = ()
    seed: str | None = None
    cards: str = ""


class TableInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody at the table knows of it. `options` differ from the defaults; `agreed` is all that makes a
    difference, with its value; `characters` are those that can be chosen, in a game that has any."""

    id: str
    game: str
    title: str
    stage: Literal["open", "playing", "over", "closed"]
    players: int
    dealer: int
    edition: Any
    options: dict[str, Any]
    agreed: dict[str, Any]
    clock: Clock
    public: bool
    watchers: bool
    hints: bool
    grace: int | None
    closes_after: int
    pace: int
    seats: tuple[SeatInfo, ...]
    fair: FairInfo
    paused: bool
    made_at: int
    previous: str | None = None
    rematch: str | None = None
    result: dict[str, Any] | None = None
    seating: Literal["ask", "next_deal"] = "ask"
    requests: tuple[RequestInfo, ...] = ()
    bots_alone: bool = False
    hurried: bool = False
    characters: tuple[str, ...] = ()


class You(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who you are at this table. `back`: the seat that you left to a bot; `may_take`: seats to take or to ask for;
    `request`: the number of your request for one.
    """

    name: str
    seat: int | None
    host: bool
    muted: bool = False
    back: int | None = None
    may_take: tuple[int, ...] = ()
    request: int | None = None


class Clocks(msgspec.Struct, frozen=True, omit_defaults=True):
    """By seat: when its time is up, and what is in its bank. All in milliseconds; compare with `now`."""

    now: int
    deadlines: tuple[int | None, ...] = ()
    banks: tuple[int, ...] = ()


class Happened(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of the log as you may see it. `move` is missing where it is secret."""

    seq: int
    at: int
    kind: str
    seat: int | None = None
    move: str | None = None
    by: str | None = None
    level: str | None = None
    why: str | None = None
    on: bool | None = None
    wish: str | None = None
    cards: int | None = None
    table: str | None = None
    request: int | None = None


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of chat."""

    number: int
    at: int
    name: str
    text: str
    room: Literal["players", "watchers"]
    seat: int | None = None


class Present(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is connected: by seat, and how many watch."""

    seats: tuple[bool, ...]
    watchers: int


class Table(Answer, frozen=True, tag="table"):
    """Everything, as you may see it: the first message of every connection."""

    seq: int
    table: TableInfo
    you: You
    clocks: Clocks
    present: Present
    chat: tuple[Line, ...]
    view: Any = None
    legal: tuple[str, ...] = ()


class Change(Answer, frozen=True, tag="change"):
    """The log grew to `seq` entries; these are new. View and legal moves are whole; `table` comes when it changed."""

    seq: int
    entries: tuple[Happened, ...]
    clocks: Clocks
    view: Any = None
    legal: tuple[str, ...] = ()
    table: TableInfo | None = None
    you: You | None = None


class Done(Answer, frozen=True, tag="done"):
    """Your message was carried out and is kept; `seq` is the log length it led to."""

    id: str
    seq: int


class Refusal(Answer, frozen=True, tag="refused"):
    """Your message was not carried out. With a move comes what you see now."""

    id: str | None
    code: str
    detail: str
    params: dict[str, Any] = {}
    rule: str | None = None
    seq: int | None = None
    view: Any = None
    legal: tuple[str, ...] = ()


class Said(Answer, frozen=True, tag="said"):
    """A new line of chat."""

    line: Line


class Presence(Answer, frozen=True, tag="presence"):
    """Somebody came or went."""

    present: Present


class WhyInfo(msgspec.Struct, frozen=True):
    """A reason: a code of docs/reasons.md with its parameters."""

    code: str
    params: dict[str, Any]


class CandidateInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move, its score within this hint; by search: points expected for you (Nope!: your chance to win) with their
    error, how often your side takes the trick, and the lead over the others in points, which makes the order.
    """

    move: str
    score: float
    why: tuple[WhyInfo, ...]
    expected: float | None = None
    error: float | None = None
    takes: float | None = None
    lead: float | None = None


class Hinted(Answer, frozen=True, tag="hinted"):
    """What the bot would do with what you see, the best first."""

    id: str
    seq: int
    level: str
    candidates: tuple[CandidateInfo, ...]


class Pong(Answer, frozen=True, tag="pong"):
    """Yes; the log has `seq` entries."""

    id: str
    now: int
    seq: int


FromServer = Table | Change | Done | Refusal | Said | Presence | Hinted | Pong


_CLIENT: Final = msgspec.json.Decoder(FromClient)
encode: Final = msgspec.json.Encoder().encode


def read_message(text: str | bytes) -> FromClient:
    """A client's message; raises `msgspec.ValidationError` or `DecodeError` with a sentence that says what is wrong."""
    message: FromClient = _CLIENT.decode(text)
    return message


def schema() -> dict[str, Any]:
    """JSON Schema of both directions of the socket."""
    (client, server), parts = msgspec.json.schema_components((FromClient, FromServer), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages on a table's socket",
        "$defs": {**parts, "FromClient": client, "FromServer": server},
    }
