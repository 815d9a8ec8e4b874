"""The bodies of the HTTP routes: what requests carry, and what answers hold. Typed by msgspec; docs/openapi.json is
made from here and from the routes.
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from naysay.server.table.entries import Clock
from naysay.server.web.messages import Character, Happened, Hex16, Level, Name, SeatInfo, SeatNumber, TableInfo


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was not granted."""

    code: str
    detail: str
    params: dict[str, Any] = {}


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made. Times in seconds; null stands for a fitting default."""

    game: Annotated[str, Meta(min_length=1, max_length=64)] = "nyet"
    players: Annotated[int, Meta(ge=1, le=32)] | None = None
    edition: str | dict[str, Any] | None = None
    options: dict[str, Any] = {}
    bots: dict[Annotated[str, Meta(pattern="^[0-9]{1,2}$")], Level] = {}
    clock: Clock = Clock()
    public: bool = False
    watchers: bool = True
    hints: bool = True
    grace: Annotated[int, Meta(ge=0, le=86_400, description="0: nobody is ever replaced")] | None = None
    closes_after: Annotated[int, Meta(ge=60, le=31_536_000)] | None = None
    pace: Annotated[float, Meta(ge=0, le=10)] = 0
    seating: Literal["ask", "next_deal"] = "ask"


class Quick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game against bots of the house, at once."""

    game: Annotated[str, Meta(min_length=1, max_length=64)] = "nyet"
    players: Annotated[int, Meta(ge=1, le=32)] | None = None
    edition: str | dict[str, Any] | None = None
    options: dict[str, Any] = {}
    level: Level = "steady"
    seat: SeatNumber = 0
    character: Character | None = None
    hints: bool = True
    pace: Annotated[float, Meta(ge=0, le=10)] = 0
    contribution: Hex16 = ""


class TableMade(msgspec.Struct, frozen=True):
    """Where the new table is."""

    id: str
    link: str
    commit: str


class TableRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in a list."""

    id: str
    game: str
    title: str
    stage: str
    players: int
    seats: list[SeatInfo]
    changed_at: int
    edition: Any = None
    options: dict[str, Any] = {}
    clock: Clock = Clock()
    watchers: bool = True
    winners: list[int] | None = None
    result: dict[str, Any] | None = None
    you: int | None = None  # your own seat, in the list of your games


class TableList(msgspec.Struct, frozen=True):
    """Some tables; ask again with `before` = `next` for the older ones."""

    tables: list[TableRow]
    next: int | None = None


class Me(msgspec.Struct, frozen=True):
    """Who you are here. `before`: who this browser was before it continued as you, if it was anybody."""

    name: str
    bot: bool = False
    before: str | msgspec.UnsetType = msgspec.UNSET


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What you want to be called."""

    name: Name


class Link(msgspec.Struct, frozen=True):
    """A private link, valid once until an instant: who opens it continues as you."""

    link: str
    until: int


class Token(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a private link."""

    token: Annotated[str, Meta(min_length=1, max_length=200)]


class Continue(Token, frozen=True, forbid_unknown_fields=True):
    """The token of a private link; `confirmed` if you are somebody else here, and want to change."""

    confirmed: bool = False


class Whose(msgspec.Struct, frozen=True):
    """Whose private link it is, and whether that is you already."""

    name: str
    you: bool


class OwnBot(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of your own bots; its token is shown once, when it is made."""

    id: str
    name: str
    token: str | None = None


class OptionInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option of a game, its usual value, what else it may be, and with how many players all this holds."""

    id: str
    kind: Literal["word", "number", "amount", "seats", "names"]
    players: tuple[int, ...]
    usual: Any = None
    words: tuple[str, ...] = ()
    ranges: dict[str, list[int]] = {}


class EditionInfo(msgspec.Struct, frozen=True):
    """An edition by its id, with its values and options."""

    id: str
    values: dict[str, Any]
    options: list[OptionInfo]


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here; where it has editions, those have the options, and one of them is the usual one.

    `preparing`: the bots that are still being compiled; another one plays for them until they are ready.
    `deals_anew`: new hands are dealt again and again, not only once.
    """

    id: str
    title: str
    players: list[int]
    bots: list[str]
    editions: list[EditionInfo]
    options: list[OptionInfo]
    preparing: list[str]
    usual_edition: str | None = None
    deals_anew: bool = False


class History(msgspec.Struct, frozen=True):
    """The entries of a table's log as you may see them."""

    seq: int
    entries: list[Happened]


class ReplayStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move or a shuffle, and what it changed in the view: `changed` are new values of fields, `added` what was put
    behind the old ones. The first step of an answer has all fields. `at` is when it happened; `hands` are those that
    changed, by seat, if all are open.
    """

    n: int
    address: str
    changed: dict[str, Any]
    seat: int | None = None
    move: str | None = None
    by: str | None = None
    level: str | None = None
    at: int | None = None
    added: dict[str, Any] = {}
    hands: dict[str, Any] = {}


class Replay(msgspec.Struct, frozen=True):
    """A game that is over or closed, step by step. It has `count` steps; ask again with `start` = `next` for more."""

    table: TableInfo
    steps: list[ReplayStep]
    count: int
    next: int | None = None


class Health(msgspec.Struct, frozen=True):
    """The server can write, and does all that it should; `restarts`: tasks of its own that died and began again."""

    status: str
    version: str
    restarts: int = 0


_ROW: Final = msgspec.json.Decoder(TableRow)


def read_row(about: str) -> TableRow:
    """A row of a list as the store keeps it."""
    row: TableRow = _ROW.decode(about)
    return row
