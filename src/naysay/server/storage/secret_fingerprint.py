"""Which secret belongs to a database: its fingerprint is stored there. A secret lies in the data folder, the database
perhaps elsewhere; a server, a backup or a restore that brought the wrong two together would lock every guest out.
"""

import hashlib

from sqlalchemy import Connection, delete, insert, select

from naysay.server import secret
from naysay.server.settings import DATABASE, SECRET, Settings
from naysay.server.storage import schema
from naysay.server.storage.database import url_of


class WrongSecret(ValueError):
    """The secret in the data folder is not that of the database."""


def fingerprint(key: bytes) -> str:
    """Enough to know a secret again, useless to who reads it."""
    return hashlib.sha256(b"naysay fingerprint " + key).hexdigest()


def stored(connection: Connection) -> str | None:
    """The fingerprint of the secret that this database belongs to; None before the first start of a server."""
    return connection.execute(select(schema.identity.c.fingerprint)).scalar()


def store(connection: Connection, key: bytes) -> None:
    """From now on the database belongs to this secret."""
    connection.execute(delete(schema.identity))
    connection.execute(insert(schema.identity), [{"fingerprint": fingerprint(key)}])


def claim(connection: Connection, settings: Settings, anew: bool = False) -> bytes:
    """The secret for a server on this database: the one that it belongs to, or the folder's own if it has none yet.

    With `anew` whatever secret is in the folder, or a new one: who has a cookie from before is a newcomer.
    """
    known = stored(connection)
    if known is not None and not anew:
        return checked(connection, settings)
    key = secret.read_or_make(settings.data / SECRET)
    if known != fingerprint(key):
        store(connection, key)
    return key


def checked(connection: Connection, settings: Settings) -> bytes:
    """The secret of this database, from the data folder; refuses a folder that has another one, or none."""
    path, known = settings.data / SECRET, stored(connection)
    if known is None and not _own(settings):
        raise WrongSecret(
            f"which secret belongs to {place(settings)} is not known: start `naysay serve` once with its data folder"
        )
    if known is None:
        return secret.read_or_make(path)
    found = secret.read(path) if path.exists() else None
    if found is None or fingerprint(found) != known:
        what = "there is no" if found is None else "it belongs to another"
        raise WrongSecret(
            f"{place(settings)} needs the secret that its guests' cookies are signed with, but {what} {path}: "
            "name the data folder of that server with --data"
        )
    return found


def replaceable(connection: Connection, settings: Settings) -> bool:
    """Whether the folder's secret may be overwritten: it belongs to this database, or to nothing."""
    path = settings.data / SECRET
    if not path.exists():
        return True
    known = stored(connection)
    return _own(settings) if known is None else known == fingerprint(secret.read(path))


def place(settings: Settings) -> str:
    """The database as people may read of it."""
    return f"the database {settings.url.render_as_string(hide_password=True)}"


def _own(settings: Settings) -> bool:
    """The database is the file in the data folder, beside the secret."""
    return settings.url == url_of(settings.data / DATABASE)
