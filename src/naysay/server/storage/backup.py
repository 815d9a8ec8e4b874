"""Everything of a server in one file, from any database into any database; and all records that may be told.

A backup is gzipped JSON lines: a head, then one row of one table on each line, in an order that respects references.
It is read in one transaction, so it is whole even while people play.
"""

import base64
import binascii
import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

import msgspec
from sqlalchemy import Connection, Select, Table, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from naysay import record
from naysay.game import quote
from naysay.server import secret
from naysay.server.errors import Refused
from naysay.server.settings import SECRET, Settings
from naysay.server.storage import queries, schema, secret_fingerprint
from naysay.server.storage.database import migrate, newest_revision, open_engine, revision_of
from naysay.server.storage.queries import load, tables_in_stage
from naysay.server.storage.records import record_of

FORMAT: Final = "naysay-backup/1"
ROWS_AT_ONCE: Final = 500


class BadBackup(ValueError):
    """A file that is no backup, or a place where it cannot go."""


def backup(settings: Settings, path: Path) -> dict[str, int]:
    """Write everything to a new file that only its owner may read; gives the number of rows by table.

    With it goes the secret that belongs to this database; refused where the data folder does not have it.
    """
    with _reading(settings) as connection, _new_file(path) as file:
        head = {
            "format": FORMAT,
            "revision": _checked_revision(connection),
            "secret": base64.b64encode(secret_fingerprint.checked(connection, settings)).decode(),
        }
        file.write(json.dumps(head) + "\n")
        counts = {}
        for table in schema.metadata.sorted_tables:
            counts[table.name] = 0
            for row in connection.execution_options(yield_per=ROWS_AT_ONCE).execute(_all(table)):
                file.write(json.dumps({"table": table.name, "row": list(row)}, ensure_ascii=False) + "\n")
                counts[table.name] += 1
    return counts


def restore(settings: Settings, path: Path, now: int) -> dict[str, int]:
    """Read a backup into an empty database, all or nothing."""
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _clear_errors(settings):
        migrate(settings.url, now)
    engine = open_engine(settings.url, writes=True)
    try:
        with engine.begin() as connection:
            _check_empty(connection)
            with gzip.open(path, "rt", encoding="utf-8") as file:
                head = _head(file, revision_of(connection))
                key = _secret_of(head)
                _check_folder(connection, settings, key)
                connection.execute(delete(schema.identity))
                counts = _restore_rows(connection, file)
            secret_fingerprint.store(connection, key)
            _restore_secret(settings.data / SECRET, key)
    except BadBackup:
        raise
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, SQLAlchemyError) as error:
        raise BadBackup(f"{path} is not a whole backup: {str(error).splitlines()[0]}") from error
    finally:
        engine.dispose()
    return counts


def export(settings: Settings, complain: Callable[[str], None], table: str | None = None) -> Iterator[str]:
    """The records of all games that are over or closed, one line each, or of one table.

    What cannot be written keeps no other game from being written: `complain` is told of it.
    """
    with _reading(settings) as connection:
        if table is not None:
            yield _record_line(connection, table)
            return
        for id in tables_in_stage(connection, "over", "closed"):
            try:
                yield _record_line(connection, id)
            except Refused as refused:
                if refused.code != "never_begun":
                    complain(f"table {id}: {refused.detail}")
            except BadBackup as error:
                complain(str(error))


def _record_line(connection: Connection, id: str) -> str:
    try:
        loaded = load(connection, id)
        if loaded.log:
            return record.write(record_of(loaded))
    except (msgspec.DecodeError, ValueError, AssertionError) as error:  # written by a newer version, or damaged
        raise BadBackup(f"table {id} cannot be read: {error}") from error
    raise BadBackup(f"there is no table {quote(id)}")


def stats(settings: Settings) -> dict[str, Any]:
    """How much is stored."""
    with _reading(settings) as connection:
        return queries.stats(connection)


@contextmanager
def _reading(settings: Settings) -> Iterator[Connection]:
    url = settings.url
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        raise BadBackup(f"there is no database at {url.database}: name its folder with --data")
    engine = open_engine(url, writes=False)
    try:
        with _clear_errors(settings), engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _clear_errors(settings: Settings) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        place = settings.url.render_as_string(hide_password=True)
        raise BadBackup(f"the database {place} cannot be read: {str(error).splitlines()[0]}") from error


@contextmanager
def _new_file(path: Path) -> Iterator[IO[str]]:
    """A gzipped file that appears whole or not at all."""
    if path.exists():
        raise BadBackup(f"{path} is there already: name another file")
    draft = path.with_name(f".{path.name}.part")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as raw:
            with gzip.open(raw, "wt", encoding="utf-8") as file:
                yield file
            raw.flush()
            os.fsync(raw.fileno())
        draft.replace(path)
    except OSError as error:
        raise BadBackup(f"{path} cannot be written: {error.strerror}") from error
    finally:
        draft.unlink(missing_ok=True)


def _all(table: Table) -> Select[Any]:
    """Every row of a table; people before their own bots, which refer to them."""
    rows = select(table)
    return rows.order_by(table.c.owner.is_not(None)) if table is schema.people else rows


def _check_empty(connection: Connection) -> None:
    for table in schema.metadata.sorted_tables:
        if (
            table not in (schema.processes, schema.identity)
            and connection.execute(select(table).limit(1)).first() is not None
        ):
            raise BadBackup("the database is not empty: name another folder with --data")


def _head(file: IO[str], revision: str | None) -> dict[str, Any]:
    head = json.loads(file.readline())
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadBackup(f"the file does not begin as a backup of the format {FORMAT}")
    if head["revision"] != revision:
        raise BadBackup(
            f"the backup is of revision {head['revision']}, this version of naysay is at {revision}: "
            "restore it with the version that wrote it, then update"
        )
    return head


def _restore_rows(connection: Connection, file: IO[str]) -> dict[str, int]:
    counts = dict.fromkeys((table.name for table in schema.metadata.sorted_tables), 0)
    waiting: list[dict[str, Any]] = []
    name = ""
    for line in file:
        found = json.loads(line)
        if found["table"] not in counts:
            raise BadBackup(f"the backup has a table {quote(found['table'])}, which is not known")
        if waiting and (found["table"] != name or len(waiting) == ROWS_AT_ONCE):
            connection.execute(insert(schema.metadata.tables[name]), waiting)
            waiting = []
        name = found["table"]
        columns = schema.metadata.tables[name].columns.keys()
        waiting.append(dict(zip(columns, found["row"], strict=True)))
        counts[name] += 1
    if waiting:
        connection.execute(insert(schema.metadata.tables[name]), waiting)
    return counts


def _checked_revision(connection: Connection) -> str:
    """The shape of the database, which must be the one that this version knows."""
    found, known = revision_of(connection), newest_revision()
    if found != known:
        raise BadBackup(
            f"the database is of revision {found}, this version of naysay is at {known}: back it up with the version "
            "that it was last served by, or start `naysay serve` once to bring it up to date"
        )
    return known


def _secret_of(head: dict[str, Any]) -> bytes:
    try:
        key = base64.b64decode(head["secret"], validate=True)
    except binascii.Error as error:
        raise BadBackup(f"the secret in the backup cannot be read: {error}") from error
    if len(key) != secret.BYTES:
        raise BadBackup(f"the secret in the backup does not have {secret.BYTES} bytes")
    return key


def _check_folder(connection: Connection, settings: Settings, key: bytes) -> None:
    """Never overwrite the secret of another database."""
    path = settings.data / SECRET
    if secret_fingerprint.replaceable(connection, settings) or secret.read(path) == key:
        return
    raise BadBackup(f"{path} is the secret of another server: name an empty folder with --data")


def _restore_secret(path: Path, content: bytes) -> None:
    """The secret of the backup, so that guests keep their cookies."""
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
