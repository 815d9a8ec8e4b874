"""Continuing as somebody else: a private link is asked about, then confirmed, and there is a way back.

Whoever opens a link of somebody else's would play as that person from then on, and show that person their cards. So the
server says whose link it is, refuses a browser that is somebody already until it confirms, and gives it the way back: a
cookie, signed for that browser's new identity alone, with those that it had before.
"""

from typing import Final

from litestar import Response, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from naysay.server.errors import Refused
from naysay.server.people import People
from naysay.server.secret import check, sign
from naysay.server.settings import Settings
from naysay.server.table.commands import Person
from naysay.server.web import cookies, http_types
from naysay.server.web.route_parts import AnyRequest, PeopleHere, SettingsHere, problems
from naysay.server.web.sockets import who_asks

BEFORE: Final = "naysay-before"
PURPOSE: Final = "before"
MOST_BEFORE: Final = 8  # the oldest are let go


@post("/api/me/link/whose", status_code=200, responses=problems(400, 401, 413))
async def whose_link(data: JSONBody[http_types.Token], request: AnyRequest, people: PeopleHere) -> http_types.Whose:
    """Whose private link this is; it stays good."""
    owner = await people.owner_of_link(data.token)
    person = await who_asks(request.scope["headers"], people)
    return http_types.Whose(owner.name, person is not None and person.id == owner.id)


@post("/api/me/continue", status_code=200, responses=problems(400, 401, 409, 413))
async def continue_here(
    data: JSONBody[http_types.Continue], request: AnyRequest, people: PeopleHere, settings: SettingsHere
) -> Response[http_types.Me]:
    """Continue here as the person whose private link this is. Who is somebody else already has to confirm it."""
    owner = await people.owner_of_link(data.token)
    person = await who_asks(request.scope["headers"], people)
    other = person is not None and person.id != owner.id
    if other and not data.confirmed:
        assert person is not None
        raise Refused(
            "someone_else",
            f"this link is {owner.name}'s, and you are {person.name} here: confirm that you want to change",
            {"name": owner.name, "you": person.name},
        )
    before = await former(request, people, person)
    if other and person is not None and not person.bot:
        before = [*before, person][-MOST_BEFORE:]
    await people.use_link(data.token)
    return became(owner, before, people, settings)


@post("/api/me/back", status_code=200, responses=problems(401, 409))
async def go_back(request: AnyRequest, people: PeopleHere, settings: SettingsHere) -> Response[http_types.Me]:
    """Be again who this browser was before it continued as somebody else."""
    before = await former(request, people, await who_asks(request.scope["headers"], people))
    if not before:
        raise Refused("nobody_before", "this browser was nobody else before")
    return became(before[-1], before[:-1], people, settings)


async def former(request: AnyRequest, people: People, person: Person | None) -> list[Person]:
    """Who this browser was before, the last one last; nobody unless the cookie was signed for who it is now."""
    for secure in (True, False):
        text = cookies.read(request.scope["headers"], cookies.name_of(BEFORE, secure))
        ids = (check(people.secret, text, PURPOSE) or "").split(".") if text else []
        if person is not None and ids[:1] == [person.id]:
            found = [await people.find(id) for id in ids[1 : MOST_BEFORE + 1]]
            return [one for one in found if one is not None]
    return []


def became(person: Person, before: list[Person], people: People, settings: Settings) -> Response[http_types.Me]:
    """The answer to who has become somebody."""
    return Response(
        me_of(person, before),
        cookies=[
            cookies.make(cookies.GUEST, people.cookie(person, settings.secure), settings.secure),
            way_back(person, before, people, settings),
        ],
    )


def me_of(person: Person, before: list[Person]) -> http_types.Me:
    """Who somebody is, and was."""
    return http_types.Me(person.name, person.bot, before[-1].name) if before else http_types.Me(person.name, person.bot)


def way_back(person: Person, before: list[Person], people: People, settings: Settings) -> Cookie:
    """The cookie with who a browser was before; it is worth nothing for who is anybody else now."""
    if not before:
        return cookies.make(BEFORE, "", settings.secure, 0)
    text = ".".join([person.id, *(one.id for one in before)])
    return cookies.make(BEFORE, sign(people.secret, text, PURPOSE), settings.secure)
