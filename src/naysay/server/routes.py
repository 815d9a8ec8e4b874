"""The HTTP routes: who I am, which tables there are, making one, records.

What happens at a table goes over its socket.
"""

from typing import Annotated, Any, Final

from litestar import Request, Response, delete, get, post
from litestar.datastructures import Cookie, ResponseHeader
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from naysay import record
from naysay.bots.levels.names import levels_for
from naysay.games import find, ids
from naysay.server import bodies, seeing, wire
from naysay.server.commands import Person
from naysay.server.hall import Hall
from naysay.server.people import People
from naysay.server.records import record_of
from naysay.server.refusal import Refused
from naysay.server.settings import Settings
from naysay.server.sockets import COOKIE, who_asks
from naysay.server.store import load, public_tables, tables_of

YEAR: Final = 365 * 86_400
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
    "no_such_seat": 400,
}  # all others: 409

AnyRequest = Request[Any, Any, Any]
HallHere = NamedDependency[Hall]
PeopleHere = NamedDependency[People]
SettingsHere = NamedDependency[Settings]
Someone = NamedDependency[Person]
TableId = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{1,64}$", description="The id of a table")]
BotId = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{1,64}$", description="The id of one of your bots")]


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """The errors that a route may answer with; any may answer that there were too many requests."""
    return {
        status: ResponseSpec(bodies.Problem, description="Why not", generate_examples=False)
        for status in (*statuses, 403, 421, 429, 503)
    }


NOTHING: Final = ResponseSpec(None, description="Done", generate_examples=False)
NOBODY: Final = ResponseSpec(None, description="You have not said a name yet", generate_examples=False)


async def provide_person(request: AnyRequest, people: PeopleHere) -> Person:
    """Who asks; refuses somebody who has not said a name yet."""
    person = await who_asks(request.scope["headers"], people)
    if person is None:
        raise Refused("who_are_you", "say your name first: POST /api/me")
    return person


@get("/api/games", responses=problems(), cache_control=None)
async def games() -> list[bodies.GameInfo]:
    """The games that can be played here, their editions and bots."""
    found = []
    for id in ids():
        game = find(id)
        editions = [bodies.EditionInfo(name, values) for name, values in game.editions().items()]
        found.append(bodies.GameInfo(game.id, game.title, list(game.players), list(levels_for(id)), editions))
    return found


@get("/api/me", responses={204: NOBODY, **problems(401)})
async def me(request: AnyRequest, people: PeopleHere) -> Response[bodies.Me]:
    """Who I am here; nothing for a newcomer, which is no error."""
    person = await who_asks(request.scope["headers"], people)
    nobody: Response[Any] = Response(None, status_code=204)
    return nobody if person is None else Response(bodies.Me(person.name, person.bot))


@post("/api/me", status_code=200, responses=problems(400, 401, 413))
async def say_name(
    data: JSONBody[bodies.NewName], request: AnyRequest, people: PeopleHere, settings: SettingsHere
) -> Response[bodies.Me]:
    """Say what I want to be called; a newcomer becomes a guest and gets a cookie."""
    person = await who_asks(request.scope["headers"], people)
    person = await people.welcome(data.name) if person is None else await people.rename(person, data.name)
    return Response(
        bodies.Me(person.name, person.bot), cookies=[] if person.bot else [cookie_of(person, people, settings)]
    )


@delete("/api/me", status_code=204, responses={204: NOTHING, **problems(401, 409)})
async def delete_me(person: Someone, hall: HallHere, people: PeopleHere, settings: SettingsHere) -> Response[None]:
    """Delete my data: my name, my chat lines, my bots. Bots go on where I play."""
    for bot in await people.bots_of(person):
        await hall.forget(bot, people)
    await hall.forget(person, people)
    return Response(None, cookies=[_cookie("", 0, settings)])


@post("/api/me/link", responses=problems(401))
async def make_link(request: AnyRequest, person: Someone, people: PeopleHere, settings: SettingsHere) -> bodies.Link:
    """A private link to continue on another device, valid once and for a quarter of an hour."""
    token, until = await people.make_link(person)
    return bodies.Link(f"{settings.address(host_of(request))}/continue#{token}", until)


@post("/api/me/continue", status_code=200, responses=problems(400, 401, 413))
async def continue_here(
    data: JSONBody[bodies.Token], people: PeopleHere, settings: SettingsHere
) -> Response[bodies.Me]:
    """Continue here as the person whose private link this is."""
    person = await people.use_link(data.token)
    return Response(bodies.Me(person.name, person.bot), cookies=[cookie_of(person, people, settings)])


@get("/api/me/games", responses=problems(400, 401))
async def my_games(
    person: Someone,
    hall: HallHere,
    before: Annotated[int, QueryParameter(ge=0, le=FAR, description="Only older ones")] = FAR,
) -> bodies.TableList:
    """The tables where I have played, the last first."""
    rows = await hall.store.read(lambda connection: tables_of(connection, person.id, before, MOST_ROWS))
    return table_list(rows)


@get("/api/me/bots", responses=problems(401))
async def my_bots(person: Someone, people: PeopleHere) -> list[bodies.OwnBot]:
    """My own bots."""
    return [bodies.OwnBot(bot.id, bot.name) for bot in await people.bots_of(person)]


@post("/api/me/bots", responses=problems(400, 401, 409, 413))
async def make_bot(data: JSONBody[bodies.NewName], person: Someone, people: PeopleHere) -> bodies.OwnBot:
    """A bot of my own. Its token is shown now and never again."""
    if person.bot:
        raise Refused("bots_have_none", "a bot has no bots of its own")
    bot, token = await people.make_bot(person, data.name)
    return bodies.OwnBot(bot.id, bot.name, token)


@delete("/api/me/bots/{bot:str}", status_code=204, responses=problems(400, 401, 404, 409))
async def delete_bot(bot: BotId, person: Someone, hall: HallHere, people: PeopleHere) -> None:
    """Delete one of my bots; its token is worth nothing from now on."""
    for mine in await people.bots_of(person):
        if mine.id == bot:
            await hall.forget(mine, people)
            return
    raise Refused("no_such_bot", "you have no bot with this id")


@get("/api/tables", responses=problems())
async def tables(hall: HallHere) -> bodies.TableList:
    """The public tables: those with free seats first."""
    return table_list(await hall.store.read(lambda connection: public_tables(connection, MOST_ROWS)), more=False)


@post("/api/tables", responses=problems(400, 401, 404, 409, 413))
async def make_table(
    data: JSONBody[bodies.NewTable], request: AnyRequest, person: Someone, hall: HallHere, settings: SettingsHere
) -> bodies.TableMade:
    """Make a table; who makes it is its host."""
    table = await hall.make(person, data)
    return made(table.id, table.life.terms.commit, request, settings)


@post("/api/quick", responses=problems(400, 401, 404, 409, 413))
async def quick(
    data: JSONBody[bodies.Quick], request: AnyRequest, person: Someone, hall: HallHere, settings: SettingsHere
) -> bodies.TableMade:
    """A running game against bots, at once."""
    table = await hall.quick(person, data)
    return made(table.id, table.life.terms.commit, request, settings)


@get("/api/tables/{id:str}", responses=problems(400, 401, 404, 409))
async def look(id: TableId, person: Someone, hall: HallHere) -> wire.Table:
    """A table as I may see it now: the message that its socket begins with."""
    return (await hall.get(id)).whole(person)


@get("/api/tables/{id:str}/history", responses=problems(400, 401, 403, 404, 409))
async def history(id: TableId, person: Someone, hall: HallHere) -> bodies.History:
    """The log of a table as I may see it: my own seat's, or what everybody saw."""
    table = await hall.get(id)
    seat = table.life.seat_of(person.id)
    if not table.life.shows_to(seat):
        raise Refused("no_watchers", "this table is not for watchers")
    log = (await hall.store.read(lambda connection: load(connection, id))).log[: table.life.length]
    ended = table.life.ended
    return bodies.History(len(log), list(seeing.happened(table.life.game, log, seat, ended)))


@get(
    "/api/tables/{id:str}/record",
    media_type="application/jsonl",
    responses=problems(400, 401, 404, 409),
    response_headers=[ResponseHeader(name="content-disposition", value='attachment; filename="game.jsonl"')],
)
async def download(id: TableId, person: Someone, hall: HallHere) -> bytes:
    """The record of a game that is over or closed. While it is played: 409; the history is what I may see."""
    await hall.get(id)
    loaded = await hall.store.read(lambda connection: load(connection, id))
    written = record.write(record_of(loaded.log, {member.person: member for member in loaded.members}))
    return f"{written}\n".encode()


def table_list(rows: list[tuple[int, str]], more: bool = True) -> bodies.TableList:
    """Rows of the store as a list; where the next one begins."""
    full = more and len(rows) == MOST_ROWS
    return bodies.TableList([bodies.read_row(about) for _, about in rows], rows[-1][0] if full else None)


def made(id: str, commit: str, request: AnyRequest, settings: Settings) -> bodies.TableMade:
    """Where a new table is."""
    return bodies.TableMade(id, f"{settings.address(host_of(request))}/t/{id}", commit)


def host_of(request: AnyRequest) -> str:
    """The name by which this request came; the gate has let it pass."""
    return str(request.headers.get("host", ""))


def cookie_of(person: Person, people: People, settings: Settings) -> Cookie:
    """The cookie of a guest."""
    return _cookie(people.cookie(person), YEAR, settings)


def _cookie(value: str, max_age: int, settings: Settings) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=value,
        max_age=max_age,
        path="/",
        httponly=True,
        secure=settings.secure,
        samesite="lax",
    )


ROUTES: Final = [
    games,
    me,
    say_name,
    delete_me,
    make_link,
    continue_here,
    my_games,
    my_bots,
    make_bot,
    delete_bot,
    tables,
    make_table,
    quick,
    look,
    history,
    download,
]
