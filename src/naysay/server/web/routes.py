"""The HTTP routes: who I am, which tables there are, making one, records.

What happens at a table goes over its socket.
"""

import gzip
from functools import cache
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Response, delete, get, post
from litestar.datastructures import Cookie, ResponseHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec.structs import replace

from naysay import record
from naysay.bots.registry import THINKING, levels_for
from naysay.game import AnyGame
from naysay.games import find, ids
from naysay.server.errors import Refused
from naysay.server.people import People
from naysay.server.settings import Settings
from naysay.server.storage.queries import load, public_tables, tables_of
from naysay.server.storage.records import record_of
from naysay.server.table import client_views
from naysay.server.table.commands import Person
from naysay.server.web import cookies, http_types, messages
from naysay.server.web.continue_links import became, continue_here, former, go_back, me_of, whose_link
from naysay.server.web.route_parts import AnyRequest, PeopleHere, SettingsHere, Someone, TablesHere, problems
from naysay.server.web.sockets import who_asks

MOST_ROWS: Final = 50
FAR: Final = 1 << 53
STATUS: Final = {
    "who_are_you": 401,
    "bad_token": 401,
    "no_watchers": 403,
    "no_such_table": 404,
    "no_such_bot": 404,
    "never_begun": 404,
    "not_playable": 400,
    "bad_clock": 400,
    "bad_grace": 400,
    "bad_name": 400,
    "bad_contribution": 400,
    "no_such_character": 400,
    "no_such_seat": 400,
    "no_such_step": 404,
    "degraded": 503,
    "overloaded": 503,
}  # all others: 409

TableId = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{1,64}$", description="The id of a table")]
BotId = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{1,64}$", description="The id of one of your bots")]


NOTHING: Final = ResponseSpec(None, description="Done", generate_examples=False)
UNCHANGED: Final = ResponseSpec(None, description="It is what you have", generate_examples=False)
NOBODY: Final = ResponseSpec(None, description="You have not said a name yet", generate_examples=False)


async def provide_person(request: AnyRequest, people: PeopleHere) -> Person:
    """Who asks; refuses somebody who has not said a name yet."""
    person = await who_asks(request.scope["headers"], people)
    if person is None:
        raise Refused("who_are_you", "say your name first: POST /api/me")
    return person


@get("/api/games", responses=problems(), cache_control=None)
async def games(tables: TablesHere) -> list[http_types.GameInfo]:
    """The games that can be played here, their editions, options and bots."""
    return [
        replace(info, preparing=[name for name in info.bots if name in THINKING])
        if info.id in tables.pool.preparing
        else info
        for info in map(_game_info, ids())
    ]


@get("/api/me", responses={204: NOBODY, **problems(401)})
async def me(request: AnyRequest, people: PeopleHere) -> Response[http_types.Me]:
    """Who I am here; nothing for a newcomer, which is no error."""
    person = await who_asks(request.scope["headers"], people)
    if person is None:
        nobody: Response[Any] = Response(None, status_code=204)
        return nobody
    return Response(me_of(person, await former(request, people, person)))


@post("/api/me", status_code=200, responses=problems(400, 401, 413))
async def say_name(
    data: JSONBody[http_types.NewName], request: AnyRequest, people: PeopleHere, settings: SettingsHere
) -> Response[http_types.Me]:
    """Say what I want to be called; a newcomer becomes a guest and gets a cookie."""
    person = await who_asks(request.scope["headers"], people)
    person = await people.welcome(data.name) if person is None else await people.rename(person, data.name)
    return Response(
        http_types.Me(person.name, person.bot), cookies=[] if person.bot else [cookie_of(person, people, settings)]
    )


@delete("/api/me", status_code=204, responses={204: NOTHING, **problems(401, 409)})
async def delete_me(
    request: AnyRequest, person: Someone, tables: TablesHere, people: PeopleHere, settings: SettingsHere
) -> Response[None]:
    """Delete my data: my name, my chat lines, my bots. Bots go on where I play. Who I was before I am again."""
    before = await former(request, people, person)
    for bot in await people.bots_of(person):
        await tables.forget(bot, people)
    await tables.forget(person, people)
    if before:
        return Response(None, cookies=became(before[-1], before[:-1], people, settings).cookies)
    return Response(None, cookies=[cookies.make(cookies.GUEST, "", settings.secure, 0)])


@post("/api/me/link", responses=problems(401))
async def make_link(
    request: AnyRequest, person: Someone, people: PeopleHere, settings: SettingsHere
) -> http_types.Link:
    """A private link to continue on another device, valid once and for a quarter of an hour."""
    token, until = await people.make_link(person)
    return http_types.Link(f"{settings.address(host_of(request))}/continue#{token}", until)


@get("/api/me/games", responses=problems(400, 401))
async def my_games(
    person: Someone,
    tables: TablesHere,
    before: Annotated[int, QueryParameter(ge=0, le=FAR, description="Only older ones")] = FAR,
) -> http_types.TableList:
    """The tables where I have played, the last first."""
    rows = await tables.store.read(lambda connection: tables_of(connection, person.id, before, MOST_ROWS))
    found = table_list([(changed_at, about) for changed_at, about, _ in rows])
    mine = [_seen_by(row, name) for row, (_, _, name) in zip(found.tables, rows, strict=True)]
    return http_types.TableList(mine, found.next)


def _seen_by(row: http_types.TableRow, name: str) -> http_types.TableRow:
    """A row with the seat of the person who asks: at one table nobody has the name of another."""
    seats = [seat for seat, one in enumerate(row.seats) if one.player in ("person", "bot") and one.name == name]
    return replace(row, you=seats[0]) if seats else row


@get("/api/me/bots", responses=problems(401))
async def my_bots(person: Someone, people: PeopleHere) -> list[http_types.OwnBot]:
    """My own bots."""
    return [http_types.OwnBot(bot.id, bot.name) for bot in await people.bots_of(person)]


@post("/api/me/bots", responses=problems(400, 401, 409, 413))
async def make_bot(data: JSONBody[http_types.NewName], person: Someone, people: PeopleHere) -> http_types.OwnBot:
    """A bot of my own. Its token is shown now and never again."""
    if person.bot:
        raise Refused("bots_have_none", "a bot has no bots of its own")
    bot, token = await people.make_bot(person, data.name)
    return http_types.OwnBot(bot.id, bot.name, token)


@delete("/api/me/bots/{bot:str}", status_code=204, responses=problems(400, 401, 404, 409))
async def delete_bot(bot: BotId, person: Someone, tables: TablesHere, people: PeopleHere) -> None:
    """Delete one of my bots; its token is worth nothing from now on."""
    for mine in await people.bots_of(person):
        if mine.id == bot:
            await tables.forget(mine, people)
            return
    raise Refused("no_such_bot", "you have no bot with this id")


@get("/api/tables", responses=problems())
async def tables(tables: TablesHere) -> http_types.TableList:
    """The public tables: those with free seats first."""
    return table_list(await tables.store.read(lambda connection: public_tables(connection, MOST_ROWS)), more=False)


@post("/api/tables", responses=problems(400, 401, 404, 409, 413))
async def make_table(
    data: JSONBody[http_types.NewTable],
    request: AnyRequest,
    person: Someone,
    tables: TablesHere,
    settings: SettingsHere,
) -> http_types.TableMade:
    """Make a table; who makes it is its host."""
    table = await tables.make(person, data)
    return made(table.id, table.state.terms.commit, request, settings)


@post("/api/quick", responses=problems(400, 401, 404, 409, 413))
async def quick(
    data: JSONBody[http_types.Quick], request: AnyRequest, person: Someone, tables: TablesHere, settings: SettingsHere
) -> http_types.TableMade:
    """A running game against bots, at once."""
    table = await tables.quick(person, data)
    return made(table.id, table.state.terms.commit, request, settings)


@get("/api/tables/{id:str}", responses=problems(400, 401, 404, 409))
async def look(id: TableId, person: Someone, tables: TablesHere) -> messages.Table:
    """A table as I may see it now: the message that its socket begins with."""
    return (await tables.get(id)).whole(person)


@get("/api/tables/{id:str}/invitation", responses=problems(400, 404, 409))
async def invitation(id: TableId, tables: TablesHere) -> messages.TableInfo:
    """What is played at a table and who sits there: for whoever has its link, before they have said a name."""
    return (await tables.get(id)).info


@get("/api/tables/{id:str}/history", responses=problems(400, 401, 403, 404, 409))
async def history(id: TableId, person: Someone, tables: TablesHere) -> http_types.History:
    """The log of a table as I may see it: my own seat's, or what everybody saw."""
    table = await tables.get(id)
    seat = table.state.seat_of(person.id)
    if not table.state.shows_to(seat):
        raise Refused("no_watchers", "this table does not allow spectators")
    log = (await tables.store.read(lambda connection: load(connection, id))).log[: table.state.length]
    ended = table.state.ended
    return http_types.History(len(log), list(client_views.happened(table.state.game, log, seat, ended)))


@get(
    "/api/tables/{id:str}/record",
    media_type="application/jsonl",
    responses=problems(400, 401, 404, 409),
    response_headers=[ResponseHeader(name="content-disposition", value='attachment; filename="game.jsonl"')],
)
async def download(id: TableId, person: Someone, tables: TablesHere) -> bytes:
    """The record of a game that is over or closed. While it is played: 409; the history is what I may see."""
    await tables.find(id)
    loaded = await tables.store.read(lambda connection: load(connection, id))
    return f"{record.write(record_of(loaded))}\n".encode()


@get("/api/tables/{id:str}/replay", responses={304: UNCHANGED, **problems(400, 404, 409)})
async def replay(
    id: TableId,
    request: AnyRequest,
    tables: TablesHere,
    seat: Annotated[int | None, QueryParameter(ge=0, le=31, description="Whose view; none: a spectator's")] = None,
    hands: Annotated[Literal["own", "all"], QueryParameter(description="`all` opens all hands")] = "own",
    round: Annotated[int | None, QueryParameter(ge=1, le=FAR, description="Only this round")] = None,
    start: Annotated[int, QueryParameter(ge=0, le=FAR, description="Only the steps from this number on")] = 0,
) -> Response[http_types.Replay]:
    """A game that is over or closed, step by step, for whoever has the link. While it is played: 409."""
    built = await tables.replays.get(await tables.get(id), seat, hands == "all", round, start)
    tag = f'W/"{built.tag}"'
    # names can be forgotten at any time, so a browser asks each time; the answer is nearly always that nothing changed
    headers = {"etag": tag, "cache-control": "private, no-cache", "vary": "accept-encoding"}
    if tag in request.headers.get("if-none-match", ""):
        unchanged: Response[Any] = Response(None, status_code=304, headers=headers)
        return unchanged
    accepted = {part.partition(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")}
    body: Any = built.packed if "gzip" in accepted else gzip.decompress(built.packed)
    return Response(body, headers={**headers, "content-encoding": "gzip"} if "gzip" in accepted else headers)


def table_list(rows: list[tuple[int, str]], more: bool = True) -> http_types.TableList:
    """Rows of the store as a list; where the next one begins."""
    full = more and len(rows) == MOST_ROWS
    return http_types.TableList([http_types.read_row(about) for _, about in rows], rows[-1][0] if full else None)


def made(id: str, commit: str, request: AnyRequest, settings: Settings) -> http_types.TableMade:
    """Where a new table is."""
    return http_types.TableMade(id, f"{settings.address(host_of(request))}/t/{id}", commit)


def host_of(request: AnyRequest) -> str:
    """The name by which this request came; the gate has let it pass."""
    return str(request.headers.get("host", ""))


def cookie_of(person: Person, people: People, settings: Settings) -> Cookie:
    """The cookie of a guest."""
    return cookies.make(cookies.GUEST, people.cookie(person, settings.secure), settings.secure)


@cache
def _game_info(id: str) -> http_types.GameInfo:
    game = find(id)
    editions = [
        http_types.EditionInfo(name, values, _options_of(game, name)) for name, values in game.editions().items()
    ]
    options = [] if editions else _options_of(game, None)
    return http_types.GameInfo(
        id=game.id,
        title=game.title,
        players=list(game.players),
        bots=list(levels_for(id)),
        editions=editions,
        options=options,
        preparing=[],
        usual_edition=_usual_edition(game) if editions else None,
        deals_anew=game.deals_anew,
    )


def _usual_edition(game: AnyGame) -> str | None:
    """The edition that is played if nobody names one; None if it does not stand in the list."""
    for players in game.players:
        try:
            edition = game.describe(game.setup(players, 0)).get("edition")
        except ValueError:
            continue  # it is not for so many
        return edition if isinstance(edition, str) else None
    return None


def _options_of(game: AnyGame, edition: str | None) -> list[http_types.OptionInfo]:
    """The options of an edition: each once, for all numbers of players with which it is the same."""
    found: dict[bytes, http_types.OptionInfo] = {}
    for players in game.players:
        try:
            setup = game.setup(players, 0, edition)
        except ValueError:
            continue  # this edition is not for so many
        for option in game.options(setup):
            ranges = {name: list(limits) for name, limits in option.ranges.items()}
            info = http_types.OptionInfo(option.id, option.kind, (), option.default, option.words, ranges)
            same = found.setdefault(msgspec.json.encode(info), info)
            found[msgspec.json.encode(info)] = replace(same, players=(*same.players, players))
    return list(found.values())


ROUTES: Final = [
    games,
    me,
    say_name,
    delete_me,
    make_link,
    whose_link,
    continue_here,
    go_back,
    my_games,
    my_bots,
    make_bot,
    delete_bot,
    tables,
    make_table,
    quick,
    look,
    invitation,
    history,
    download,
    replay,
]
