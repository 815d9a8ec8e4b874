"""The commands around the server: serve · export · backup · restore.

Without the extra `server` they say what to install.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from naysay.server.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn what is missing or wrong into one line and exit status 1."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"the server needs more than the base install ({error.name} is missing): pip install 'naysay[server]'"
        ) from error
    except ValueError as error:
        raise click.ClickException(str(error)) from error


def place(function: F) -> F:
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


@click.command()
@place
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
@click.option("--bots", type=click.IntRange(1, 64), default=2, show_default=True, help="How many bots think at once.")
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="warning",
    show_default=True,
    help="What goes to the log on standard error.",
)
def serve(
    data: Path | None,
    database: str | None,
    host: str | None,
    port: int | None,
    lan: bool,
    public_url: str | None,
    allow_host: tuple[str, ...],
    tls_cert: Path | None,
    tls_key: Path | None,
    people_per_address: int,
    bots: int,
    log_level: str,
) -> None:
    """Open the table server, with all data in one folder. Ctrl-C stops it; nothing is lost."""
    with clear_errors():
        from naysay.server import home, logs
        from naysay.server import serve as serving
        from naysay.server.settings import Limits

        os.umask(0o077)  # hands are in the database: nobody else's eyes
        logs.set_up(log_level)
        settings = settings_of(
            data,
            database,
            host=host or ("0.0.0.0" if lan else "127.0.0.1"),
            port=port,
            public_url=public_url,
            allowed=frozenset(name.lower() for name in allow_host) | (home.names() if lan else frozenset()),
            certificate=tls_cert,
            private_key=tls_key,
            bots=bots,
            prepare=True,
            limits=Limits.for_people(people_per_address),
        )
        try:
            with suppress(KeyboardInterrupt):  # everything was stopped in order before it comes here
                serving.run(settings, click.echo, lan)
        except serving.CannotServe as error:
            raise click.ClickException(str(error)) from error


@click.command()
@place
@click.option("--table", metavar="ID", help="Only this table.")
@click.option(
    "--out", type=click.File("w", encoding="utf-8", lazy=True), default="-", help="File; default: standard output."
)
def export(data: Path | None, database: str | None, table: str | None, out: Any) -> None:
    """Write the records of all finished and closed games, one line each."""
    with clear_errors():
        from naysay.server import backup as backups
        from naysay.server.refusal import Refused

        count = 0
        try:
            for line in backups.export(settings_of(data, database), table):
                out.write(line + "\n")
                count += 1
        except Refused as refused:
            raise ValueError(refused.detail) from refused
    click.echo(f"{count} record{'s' * (count != 1)}", err=True)


@click.command()
@place
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def backup(data: Path | None, database: str | None, file: Path) -> None:
    """Write everything to FILE, also while the server runs. It holds secrets: keep it safe."""
    with clear_errors():
        from naysay.server import backup as backups

        counts = backups.backup(settings_of(data, database), file)
    click.echo(f"{file}: {_say(counts)}")


@click.command()
@place
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def restore(data: Path | None, database: str | None, file: Path) -> None:
    """Read a backup FILE into an empty data folder or database."""
    with clear_errors():
        from naysay.server import backup as backups

        os.umask(0o077)  # hands are in the database: nobody else's eyes
        counts = backups.restore(settings_of(data, database), file, time_ns() // 1_000_000)
    click.echo(f"restored {_say(counts)}")


def _say(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if name in ("people", "tables", "entries"))


COMMANDS = (serve, export, backup, restore)
