"""What several commands read: editions, options, bots, files of records; and what they say to mistakes."""

import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn

import click

if TYPE_CHECKING:
    from naysay.game import AnyGame
    from naysay.record import Record, RecordError

LARGEST_EDITION_FILE: Final = 100_000

game_argument = click.argument("game")
file_argument = click.argument("file", type=click.Path(allow_dash=True))
edition_option = click.option("--edition", help="Edition id, or an own file that ends in .toml.")
players_option = click.option("--players", type=int, help="How many play (default 4, or what the edition allows).")
options_option = click.option("--options", help="Options as JSON, as in a record.")
seed_option = click.option("--seed", default="0", show_default=True, help="The same seed gives the same games.")


def read_edition(name: str | None) -> Any:
    """The id of a built-in edition as it is, or the content of an own file that ends in .toml; the game checks it."""
    if name is None or not name.endswith(".toml"):
        return name
    try:
        with Path(name).open("rb") as file:
            content = file.read(LARGEST_EDITION_FILE + 1)
    except OSError as error:
        raise ValueError(f"edition file {name}: {error.strerror}") from error
    if len(content) > LARGEST_EDITION_FILE:
        raise ValueError(f"edition file {name}: more than {LARGEST_EDITION_FILE} bytes")
    try:
        return tomllib.loads(content.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"edition file {name} is not TOML: {str(error)[:200]}") from error
    except ValueError as error:  # a number that Python does not read: it has thousands of digits
        raise ValueError(f"edition file {name}: {str(error)[:200]}") from error


def read_options(text: str | None) -> Any:
    """Options as a record writes them; the game checks what is in them."""
    from naysay import record
    from naysay.game import quote

    if text is None:
        return None
    try:
        return record.parse_json(text)
    except RecursionError:
        raise ValueError(f"--options {quote(text)}: not JSON that anyone needs: nested too deeply") from None
    except ValueError as error:
        example = '{"scoring": "difference"}'
        raise ValueError(f"--options {quote(text)}: {str(error)[:100]}; expected an object as in {example}") from error


@dataclass(frozen=True, slots=True)
class Agreed:
    """A game, and all of its setup but who deals."""

    rules: "AnyGame"
    players: int
    edition: Any
    options: Any

    def setup(self, dealer: int) -> Any:
        """The whole setup."""
        return self.rules.setup(self.players, dealer, self.edition, self.options)


@dataclass(frozen=True, slots=True)
class SetupArguments:
    """GAME, --edition, --players and --options, as they were given."""

    game: str
    edition: str | None
    players: int | None
    options: str | None

    def read(self, usual: int | None = None) -> Agreed:
        """What they say, checked; without --players so many, or four, or the nearest number that the edition has."""
        from naysay.games import find, usual_players

        rules, edition, options = find(self.game), read_edition(self.edition), read_options(self.options)
        players = usual if self.players is None else self.players
        agreed = Agreed(rules, usual_players(rules, edition) if players is None else players, edition, options)
        agreed.setup(0)
        return agreed


def takes_setup(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command its four arguments of a setup as one."""

    @wraps(command)
    def call(game: str, edition: str | None, players: int | None, options: str | None, **others: Any) -> None:
        command(SetupArguments(game, edition, players, options), **others)

    return call


def many_bots(names: str | None, game: "AnyGame", seats: int) -> list[str]:
    """One bot for each seat, or one for all."""
    from naysay.bots import registry

    wanted = one_for_each((names or "random").split(","), seats)
    for name in wanted:
        registry.find(name, game.id)
    return wanted


def one_for_each(names: list[str], seats: int) -> list[str]:
    """As many names as seats; one alone stands for all."""
    wanted = names * seats if len(names) == 1 else names
    if len(wanted) != seats:
        raise ValueError(f"--bots names {len(wanted)} bots for {seats} seats: name one for each, or one for all")
    return wanted


def open_records(path: str) -> BinaryIO:
    """A file of records, or standard input for `-`."""
    if path == "-":
        return sys.stdin.buffer
    try:
        return Path(path).open("rb")
    except OSError as error:
        fail(f"{path}: {error.strerror}")


def read_line(line: "bytes | RecordError") -> "Record":
    """The record on a line."""
    from naysay.games import read_record

    if isinstance(line, bytes):
        return read_record(line)
    raise line


def fail(line: str) -> NoReturn:
    """One line on standard error, exit status 1."""
    click.echo(line, err=True)
    sys.exit(1)


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn what a user got wrong into one line and exit status 1."""
    try:
        yield
    except ValueError as error:
        raise click.ClickException(str(error)) from error


@contextmanager
def needs(what: str, extra: str) -> Iterator[None]:
    """Say what to install if libraries are missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"{what} needs more than the base install ({error.name} is missing): pip install 'naysay[{extra}]'"
        ) from error
