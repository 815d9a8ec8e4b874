"""The commands around the server: serve · stats · export · backup · restore.

Without the extra `server` they say what to install.
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from naysay.cli.arguments import clear_errors, needs

if TYPE_CHECKING:
    from naysay.server.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])


@contextmanager
def server_errors() -> Iterator[None]:
    """Turn what is missing or wrong into one line and exit status 1."""
    with needs("the server", "server"), clear_errors():
        yield


def data_options(function: F) -> F:
    """The options that say where the data is."""
    data = click.option(
        "--data", type=click.Path(path_type=Path, file_okay=False), help="Data folder; default: the user's own."
    )
    database = click.option(
        "--database", metavar="URL", help="PostgreSQL instead of a file, as in postgresql://user@host/name."
    )
    return data(database(function))


def settings_of(data: Path | None, database: str | None, **more: Any) -> "Settings":
    """The settings that the options give."""
    from naysay.server.settings import Settings, default_data

    return Settings((data or default_data()).absolute(), database, **more)


@dataclass(frozen=True, slots=True)
class Asked:
    """The arguments of `naysay serve`."""

    data: Path | None
    database: str | None
    host: str | None
    port: int | None
    lan: bool
    public_url: str | None
    allow_host: tuple[str, ...]
    tls_cert: Path | None
    tls_key: Path | None
    people_per_address: int
    bots: int
    new_secret: bool
    keep: tuple[str, ...]
    log_level: str


@click.command()
@data_options
@click.option("--host", help="Address to listen on; default: this machine alone.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port; default 8000, or a free one if that is taken.")
@click.option("--lan", is_flag=True, help="Let phones and computers in your home network join; prints a QR code.")
@click.option("--public-url", metavar="URL", help="How people reach this server, as in https://cards.example.org.")
@click.option("--allow-host", multiple=True, metavar="NAME", help="A further name of this server; may be repeated.")
@click.option(
    "--tls-cert", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Certificate, for https."
)
@click.option("--tls-key", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Its private key.")
@click.option(
    "--people-per-address",
    type=click.IntRange(1, 100_000),
    default=10,
    show_default=True,
    help="How many people may share one address, as in a school: limits how much it may ask for.",
)
@click.option("--new-secret", is_flag=True, help="The secret of this database is lost: make every guest a newcomer.")
@click.option("--bots", type=click.IntRange(1, 64), default=2, show_default=True, help="How many bots think at once.")
@click.option(
    "--keep",
    multiple=True,
    metavar="SPANS",
    help="How long to keep what nobody uses: guests=400d,tables=7d,chat=90d,games=forever.",
)
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="warning",
    show_default=True,
    help="What goes to the log on standard error.",
)
def serve(**given: Any) -> None:
    """Open the table server, with all data in one folder. Ctrl-C stops it; nothing is lost."""
    asked = Asked(**given)
    with server_errors():
        from naysay.server import logs
        from naysay.server import serve as serving
        from naysay.server.lan import names
        from naysay.server.settings import Keep, Limits

        os.umask(0o077)  # hands are in the database: nobody else's eyes
        logs.set_up(asked.log_level)
        settings = settings_of(
            asked.data,
            asked.database,
            host=asked.host or ("0.0.0.0" if asked.lan else "127.0.0.1"),
            port=asked.port,
            public_url=asked.public_url,
            allowed=frozenset(name.lower() for name in asked.allow_host) | (names() if asked.lan else frozenset()),
            certificate=asked.tls_cert,
            private_key=asked.tls_key,
            bots=asked.bots,
            prepare=True,
            limits=Limits.for_people(asked.people_per_address),
            keep=Keep.read(*asked.keep),
        )
        try:
            with suppress(KeyboardInterrupt):  # everything was stopped in order before it comes here
                serving.run(settings, click.echo, asked.lan, asked.new_secret)
        except serving.CannotServe as error:
            raise click.ClickException(str(error)) from error


@click.command()
@data_options
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def stats(data: Path | None, database: str | None, as_json: bool) -> None:
    """Tell how much is stored, and how large the database is, also while the server runs."""
    with server_errors():
        from naysay.server.storage import backup as backups
        from naysay.server.storage import queries

        told = backups.stats(settings_of(data, database))
    click.echo(json.dumps(told) if as_json else "\n".join(queries.stats_lines(told)))


@click.command()
@data_options
@click.option("--table", metavar="ID", help="Only this table.")
@click.option(
    "--out", type=click.File("w", encoding="utf-8", lazy=True), default="-", help="File; default: standard output."
)
def export(data: Path | None, database: str | None, table: str | None, out: Any) -> None:
    """Write the records of all finished and closed games, one line each."""
    with server_errors():
        from naysay.server.errors import Refused
        from naysay.server.storage import backup as backups

        count, missing = 0, list[str]()
        try:
            for line in backups.export(settings_of(data, database), missing.append, table):
                out.write(line + "\n")
                count += 1
        except Refused as refused:
            raise ValueError(refused.detail) from refused
    for sentence in missing:
        click.echo(sentence, err=True)
    click.echo(f"{count} record{'s' * (count != 1)}", err=True)
    if missing:
        raise SystemExit(1)


@click.command()
@data_options
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def backup(data: Path | None, database: str | None, file: Path) -> None:
    """Write everything to FILE, also while the server runs. It holds secrets: keep it safe."""
    with server_errors():
        from naysay.server.storage import backup as backups

        counts = backups.backup(settings_of(data, database), file)
    click.echo(f"{file}: {_say(counts)}")


@click.command()
@data_options
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def restore(data: Path | None, database: str | None, file: Path) -> None:
    """Read a backup FILE into an empty data folder or database."""
    with server_errors():
        from naysay.server.storage import backup as backups

        os.umask(0o077)  # hands are in the database: nobody else's eyes
        counts = backups.restore(settings_of(data, database), file, time_ns() // 1_000_000)
    click.echo(f"restored {_say(counts)}")


def _say(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if name in ("people", "tables", "entries"))


COMMANDS: Final = (serve, stats, export, backup, restore)
