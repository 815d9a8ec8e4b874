"""Who is who: guests by a signed cookie, their own bots by a token, links to continue on another device.

And which names people may have, and which two look alike. Which letters are confusable is Unicode's own list (UTS #39),
as the library `confusable-homoglyphs` carries it.
"""

import secrets
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, Final

from confusable_homoglyphs.confusables import confusables_data
from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from naysay.game import quote
from naysay.record import check_name
from naysay.server.errors import Refused
from naysay.server.secret import GUEST, GUEST_BY_HTTPS, check, digest, sign
from naysay.server.storage import schema
from naysay.server.storage.writer import Store
from naysay.server.table.commands import Person
from naysay.server.table.entries import SECOND
from naysay.server.web import http_types, messages

LONGEST_NAME: Final = 24
MOST_MARKS: Final = 4  # on one letter; UTS #39, 5.4
UNSEEN: Final = ("Cf", "Mn", "Me")  # format characters, and marks on a letter
BLANK: Final = ("FILLER", "BLANK")  # letters and signs that show nothing have it in their names


def clean_name(name: str) -> str:
    """A name as it will be shown; refuses what would garble the table, or show nothing."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    try:
        check_name(name)
    except ValueError as error:
        raise Refused("bad_name", str(error)) from error
    if len(name) > LONGEST_NAME or not bare(name).strip():
        raise Refused("bad_name", f"a name has 1 to {LONGEST_NAME} characters that can be seen, not {quote(name)}")
    if any(word in unicodedata.name(character, "") for character in name for word in BLANK):
        raise Refused("bad_name", f"a name has no characters that show nothing, not {quote(name)}")
    for marks, run in groupby(
        unicodedata.normalize("NFD", name), lambda one: unicodedata.category(one) in ("Mn", "Me")
    ):
        stacked = list(run)
        if marks and (len(stacked) > MOST_MARKS or len(set(stacked)) < len(stacked)):
            raise Refused("bad_name", f"a letter has at most {MOST_MARKS} marks, each once, not {quote(name)}")
    return name


def alike(first: str, second: str) -> bool:
    """Whether two names can be taken for each other.

    >>> alike("A\\u200bnn", "ＡNN"), alike("Pаul", "Paul"), alike("Al", "AI"), alike("Zoë", "zoe"), alike("Ann", "Anne")
    (True, True, True, True, False)
    """
    return not looks(first).isdisjoint(looks(second))


@lru_cache(4096)
def looks(name: str) -> frozenset[str]:
    """How a name may look, letter by letter: as it is written, and in small letters."""
    plain = bare(name)
    return frozenset({_skeleton(plain).casefold(), _skeleton(plain.casefold()).casefold()})


def bare(name: str) -> str:
    """A name without marks, and without what cannot be seen."""
    apart = unicodedata.normalize("NFKD", name)
    return "".join(character for character in apart if unicodedata.category(character) not in UNSEEN)


def _skeleton(text: str) -> str:
    return "".join(_prototypes().get(character, character) for character in text)


@cache
def _prototypes() -> dict[str, str]:
    """For each confusable letter what stands for all that look like it: several letters before one, then plain ones."""
    groups: dict[str, set[str]] = {}
    for character, others in confusables_data.items():
        one = bare(character)
        for other in filter(None, (bare(entry["c"]) for entry in others if one)):
            first, second = groups.setdefault(one, {one}), groups.setdefault(other, {other})
            if first is not second:
                larger, smaller = (first, second) if len(first) >= len(second) else (second, first)
                larger |= smaller
                for member in smaller:
                    groups[member] = larger
    found: dict[int, str] = {}
    return {
        text: found.setdefault(id(group), min(group, key=lambda one: (-min(len(one), 2), not one.isascii(), one)))
        for text, group in groups.items()
        if len(text) == 1
    }


LINK_VALID: Final = 15 * 60 * SECOND
MOST_BOTS: Final = 20
SEEN_EVERY: Final = 3600 * SECOND
MOST_SEEN: Final = 10_000
FORGOTTEN: Final = "someone"


@dataclass(frozen=True, slots=True)
class People:
    """The people of this server."""

    store: Store
    secret: bytes
    now: Callable[[], int]
    seen: dict[str, int] = field(default_factory=dict)  # who was here, and when: not written yet

    async def by_cookie(self, cookie: str | None, secure: bool = False) -> Person | None:
        """The guest with this cookie; `secure` if it came by the name that is bound to its host."""
        id = self.signed(cookie, secure) if cookie else None
        return None if id is None else await self._find(schema.people.c.id == id)

    def signed(self, cookie: str, secure: bool = False) -> str | None:
        """Whose cookie this is, whether they are still known or not; None if it was not signed here for this name.

        By the safe name the plain signature is good, too: it is from before there were two.
        """
        return (check(self.secret, cookie, GUEST_BY_HTTPS) if secure else None) or check(self.secret, cookie, GUEST)

    async def by_token(self, token: str) -> Person:
        """The bot of a person's own with this token."""
        person = await self._find(schema.people.c.token == digest(token))
        if person is None:
            raise Refused("bad_token", "no bot has this token")
        return person

    async def find(self, id: str) -> Person | None:
        """The person with this id."""
        return await self._find(schema.people.c.id == id)

    def cookie(self, person: Person, secure: bool = False) -> str:
        """The cookie by which a guest is known; one for https is worth nothing by the plain name."""
        return sign(self.secret, person.id, GUEST_BY_HTTPS if secure else GUEST)

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

    async def owner_of_link(self, token: str) -> Person:
        """Whose link this is; the token stays good."""
        links = schema.links
        mine = select(links.c.person).where(links.c.token == digest(token), links.c.until >= self.now())
        person = await self._find(schema.people.c.id == mine.scalar_subquery())
        if person is None:
            raise Refused("bad_token", "this link was used already, or is too old: make a new one")
        return person

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
        """This person's own bots."""
        people = schema.people.c

        def job(connection: Connection) -> list[Person]:
            rows = connection.execute(select(people.id, people.name).where(people.owner == owner.id))
            return [Person(id, name, bot=True) for id, name in rows]

        return await self.store.read(job)

    async def forget(self, *people: Person) -> None:
        """Delete what is stored of people. The logs keep ids that lead nowhere; the names become nobody's."""

        def job(connection: Connection) -> None:
            for person in people:
                connection.execute(delete(schema.chat).where(schema.chat.c.person == person.id))
                members = schema.members
                _forget_in_lists(connection, person.id)
                forgotten = update(members).where(members.c.person == person.id).values(name=FORGOTTEN, sat=False)
                connection.execute(forgotten)
                connection.execute(delete(schema.people).where(schema.people.c.id == person.id))

        await self.store.write(job)

    async def see(self, ids: Iterable[str] = ()) -> None:
        """Write down who was here: those who asked for something lately, and these."""
        seen = self.seen | dict.fromkeys(ids, self.now())
        if not seen:
            return
        people = schema.people
        when = update(people).where(people.c.id == bindparam("b_id")).values(seen_at=bindparam("b_at"))
        rows = [{"b_id": id, "b_at": at} for id, at in sorted(seen.items())]
        await self.store.write(lambda connection: connection.execute(when, rows))
        for id, at in seen.items():
            if self.seen.get(id) == at:
                del self.seen[id]

    def _note(self, *ids: str | None) -> None:
        for id in ids:
            if id is not None and len(self.seen) < MOST_SEEN:
                self.seen[id] = self.now()

    async def _find(self, where: Any) -> Person | None:
        people = schema.people.c

        def job(connection: Connection) -> Person | None:
            row = connection.execute(select(people.id, people.name, people.owner, people.seen_at).where(where)).first()
            if row is not None and self.now() - row.seen_at > SEEN_EVERY:
                self._note(row.id, row.owner)  # who has a bot that plays is here, too
            return None if row is None else Person(row.id, row.name, row.owner is not None)

        return await self.store.read(job)


def _forget_in_lists(connection: Connection, person: str) -> None:
    """Take a name out of the rows that lists show."""
    tables, members = schema.tables, schema.members
    mine = select(tables.c.id, tables.c.about, members.c.name).join(members, members.c.table == tables.c.id)
    for id, about, name in connection.execute(mine.where(members.c.person == person)).all():
        row = http_types.read_row(about)
        seats = [replace(seat, name=FORGOTTEN) if seat.name == name else seat for seat in row.seats]
        seats = [replace(seat, owner=None) if seat.owner == name else seat for seat in seats]
        nameless = messages.encode(replace(row, seats=seats)).decode()
        connection.execute(update(tables).where(tables.c.id == id).values(about=nameless))


def _new_id() -> str:
    return secrets.token_urlsafe(16)


def _insert_person(
    person: Person, at: int, owner: str | None = None, token: str | None = None
) -> Callable[[Connection], None]:
    row = {"id": person.id, "name": person.name, "made_at": at, "owner": owner, "token": token, "seen_at": at}

    def job(connection: Connection) -> None:
        connection.execute(insert(schema.people), [row])

    return job
