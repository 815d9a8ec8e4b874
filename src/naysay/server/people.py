"""Who is who: guests by a signed cookie, their own bots by a token, links to continue on another device."""

import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace
from sqlalchemy import Connection, delete, insert, select, update

from naysay.game import quote
from naysay.record import check_name
from naysay.server import bodies, schema, wire
from naysay.server.commands import Person
from naysay.server.entries import SECOND
from naysay.server.refusal import Refused
from naysay.server.secret import check, digest, sign
from naysay.server.store import Store

LONGEST_NAME: Final = 24
LINK_VALID: Final = 15 * 60 * SECOND
MOST_BOTS: Final = 20
FORGOTTEN: Final = "someone"


def clean_name(name: str) -> str:
    """A name as it will be shown; refuses what would garble the table."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    try:
        check_name(name)
    except ValueError as error:
        raise Refused("bad_name", str(error)) from error
    if len(name) > LONGEST_NAME or not any(character.isprintable() and character != " " for character in name):
        raise Refused("bad_name", f"a name has 1 to {LONGEST_NAME} characters, not {quote(name)}")
    return name


def likeness(name: str) -> str:
    """What two names share that look alike: whoever is called "ANN" or "Ann" with something invisible is like Ann.

    >>> likeness("A\\u200bnn") == likeness("ＡNN") == "ann"
    True
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(character for character in plain if unicodedata.category(character) != "Cf")


@dataclass(frozen=True, slots=True)
class People:
    """The people of this server."""

    store: Store
    secret: bytes
    now: Callable[[], int]

    async def by_cookie(self, cookie: str | None) -> Person | None:
        """The guest with this cookie."""
        id = check(self.secret, cookie) if cookie else None
        return None if id is None else await self._find(schema.people.c.id == id)

    async def by_token(self, token: str) -> Person:
        """The own bot with this token."""
        person = await self._find(schema.people.c.token == digest(token))
        if person is None:
            raise Refused("bad_token", "no bot has this token")
        return person

    def cookie(self, person: Person) -> str:
        """The cookie by which a guest is known."""
        return sign(self.secret, person.id)

    async def welcome(self, name: str) -> Person:
        """A new guest."""
        person = Person(_new_id(), clean_name(name))
        await self.store.write(_insert_person(person, self.now()))
        return person

    async def rename(self, person: Person, name: str) -> Person:
        """Another name, from now on; where one sits, one keeps the old one."""
        renamed = Person(person.id, clean_name(name), person.bot)

        def job(connection: Connection) -> None:
            people = schema.people
            connection.execute(update(people).where(people.c.id == person.id).values(name=renamed.name))

        await self.store.write(job)
        return renamed

    async def make_link(self, person: Person) -> tuple[str, int]:
        """A token that lets another device continue as this person, once and soon."""
        token, until = secrets.token_urlsafe(24), self.now() + LINK_VALID

        def job(connection: Connection) -> None:
            connection.execute(delete(schema.links).where(schema.links.c.until < self.now()))
            connection.execute(insert(schema.links), [{"token": digest(token), "person": person.id, "until": until}])

        await self.store.write(job)
        return token, until

    async def use_link(self, token: str) -> Person:
        """Who continues here; the token is used up."""

        def job(connection: Connection) -> str | None:
            links = schema.links
            used = delete(links).where(links.c.token == digest(token), links.c.until >= self.now())
            found: str | None = connection.execute(used.returning(links.c.person)).scalar()
            return found

        id = await self.store.write(job)
        person = None if id is None else await self._find(schema.people.c.id == id)
        if person is None:
            raise Refused("bad_token", "this link was used already, or is too old: make a new one")
        return person

    async def make_bot(self, owner: Person, name: str) -> tuple[Person, str]:
        """A bot of this person's own, and its token."""
        bot, token = Person(_new_id(), clean_name(name), bot=True), secrets.token_urlsafe(32)
        if len(await self.bots_of(owner)) >= MOST_BOTS:
            raise Refused("too_many_bots", f"at most {MOST_BOTS} bots: delete one first")
        await self.store.write(_insert_person(bot, self.now(), owner.id, digest(token)))
        return bot, token

    async def bots_of(self, owner: Person) -> list[Person]:
        """The own bots of this person."""
        people = schema.people.c

        def job(connection: Connection) -> list[Person]:
            rows = connection.execute(select(people.id, people.name).where(people.owner == owner.id))
            return [Person(id, name, bot=True) for id, name in rows]

        return await self.store.read(job)

    async def forget(self, person: Person) -> None:
        """Delete what is stored of a person. The logs keep an id that leads nowhere; the names become nobody's."""

        def job(connection: Connection) -> None:
            connection.execute(delete(schema.chat).where(schema.chat.c.person == person.id))
            members = schema.members
            _forget_in_lists(connection, person.id)
            forgotten = update(members).where(members.c.person == person.id).values(name=FORGOTTEN, sat=False)
            connection.execute(forgotten)
            connection.execute(delete(schema.people).where(schema.people.c.id == person.id))

        await self.store.write(job)

    async def _find(self, where: Any) -> Person | None:
        people = schema.people.c

        def job(connection: Connection) -> Person | None:
            row = connection.execute(select(people.id, people.name, people.owner).where(where)).first()
            return None if row is None else Person(row.id, row.name, row.owner is not None)

        return await self.store.read(job)


def _forget_in_lists(connection: Connection, person: str) -> None:
    """Take a name out of the rows that lists show."""
    tables, members = schema.tables, schema.members
    mine = select(tables.c.id, tables.c.about, members.c.name).join(members, members.c.table == tables.c.id)
    for id, about, name in connection.execute(mine.where(members.c.person == person)).all():
        row = bodies.read_row(about)
        seats = [replace(seat, name=FORGOTTEN) if seat.name == name else seat for seat in row.seats]
        nameless = wire.encode(replace(row, seats=seats)).decode()
        connection.execute(update(tables).where(tables.c.id == id).values(about=nameless))


def _new_id() -> str:
    return secrets.token_urlsafe(16)


def _insert_person(
    person: Person, at: int, owner: str | None = None, token: str | None = None
) -> Callable[[Connection], None]:
    row = {"id": person.id, "name": person.name, "made_at": at, "owner": owner, "token": token}

    def job(connection: Connection) -> None:
        connection.execute(insert(schema.people), [row])

    return job
