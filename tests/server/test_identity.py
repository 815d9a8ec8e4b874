"""A database and the secret in a data folder belong together: serve, backup and restore never mix two of them."""

import subprocess
from pathlib import Path

import pytest
from sqlalchemy import delete

from naysay.server.settings import Settings
from naysay.server.storage import schema, secret_fingerprint
from naysay.server.storage.backup import BadBackup, backup, restore
from naysay.server.storage.database import migrate, open_engine
from naysay.server.storage.secret_fingerprint import WrongSecret
from tests.support.databases import Postgres
from tests.support.servers import NAYSAY, served
from tests.support.table_room import BEGINNING

pytestmark = pytest.mark.attack


def claimed(settings: Settings, anew: bool = False) -> bytes:
    """What the start of a server does."""
    settings.data.mkdir(parents=True, exist_ok=True)
    migrate(settings.url, BEGINNING)
    engine = open_engine(settings.url, writes=True)
    try:
        with engine.begin() as connection:
            return secret_fingerprint.claim(connection, settings, anew)
    finally:
        engine.dispose()


def unclaim(settings: Settings) -> None:
    """As a database was before fingerprints were stored."""
    engine = open_engine(settings.url, writes=True)
    with engine.begin() as connection:
        connection.execute(delete(schema.identity))
    engine.dispose()


def test_a_database_keeps_its_secret(database: str, tmp_path: Path) -> None:
    mine, other = Settings(tmp_path / "mine", database), Settings(tmp_path / "other", database)
    key = claimed(mine)
    assert claimed(mine) == key
    with pytest.raises(WrongSecret, match=r"there is no .*other.secret.key: name the data folder"):
        claimed(other)
    assert not (other.data / "secret.key").exists(), "nothing is made up"
    claimed(Settings(other.data))  # a server with a file of its own
    with pytest.raises(WrongSecret, match="it belongs to another"):
        claimed(other)
    assert claimed(other, anew=True) != key
    with pytest.raises(WrongSecret):
        claimed(mine)


def test_a_backup_has_the_secret_of_its_database(database: str, tmp_path: Path) -> None:
    mine, other = Settings(tmp_path / "mine", database), Settings(tmp_path / "other", database)
    key = claimed(mine)
    claimed(Settings(other.data))
    for folder in (other, Settings(tmp_path / "nowhere", database)):
        with pytest.raises(WrongSecret):
            backup(folder, tmp_path / "wrong.gz")
    assert not (tmp_path / "wrong.gz").exists()
    assert not (tmp_path / "nowhere").exists()
    backup(mine, tmp_path / "b.gz")
    again = Settings(tmp_path / "again")
    restore(again, tmp_path / "b.gz", BEGINNING)
    assert claimed(again) == key
    unclaim(mine)
    with pytest.raises(WrongSecret, match="is not known: start `naysay serve` once"):
        backup(mine, tmp_path / "c.gz")
    assert claimed(mine) == key, "an old database belongs to who serves it next"
    backup(mine, tmp_path / "c.gz")


def test_a_restore_overwrites_no_secret_of_another(database: str, tmp_path: Path) -> None:
    source = Settings(tmp_path / "source")
    key = claimed(source)
    backup(source, tmp_path / "b.gz")
    other = Settings(tmp_path / "other")
    kept = claimed(other)
    with pytest.raises(BadBackup, match="is the secret of another server"):
        restore(Settings(other.data, database), tmp_path / "b.gz", BEGINNING)
    assert claimed(other) == kept
    restore(other, tmp_path / "b.gz", BEGINNING)  # its own, and empty
    assert claimed(other) == key
    restore(Settings(tmp_path / "new", database), tmp_path / "b.gz", BEGINNING)
    assert claimed(Settings(tmp_path / "new", database)) == key


def test_an_old_shape_is_not_backed_up(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "data")
    claimed(settings)
    engine = open_engine(settings.url, writes=True)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    engine.dispose()
    with pytest.raises(BadBackup, match="the database is of revision 0001, this version of naysay is at"):
        backup(settings, tmp_path / "b.gz")


def test_on_the_command_line(tmp_path: Path, postgres_server: Postgres) -> None:
    url = postgres_server.new_database()
    with served(tmp_path / "mine", "--database", url):
        pass
    with served(tmp_path / "other"):
        pass
    places = ["--data", str(tmp_path / "other"), "--database", url]
    refused = {"backup": [str(tmp_path / "b.gz")], "serve": ["--port", "0"]}
    said = {}
    for command, more in refused.items():
        arguments = [NAYSAY, command, *places, *more]
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 1
        assert "it belongs to another" in done.stderr
        said[command] = done.stderr
    assert "--new-secret makes every guest a newcomer" in said["serve"]
    made = [NAYSAY, "backup", "--data", str(tmp_path / "mine"), "--database", url, str(tmp_path / "b.gz")]
    assert subprocess.run(made, capture_output=True, timeout=60, check=False).returncode == 0
