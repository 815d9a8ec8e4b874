"""What several commands read: editions, options, bots; and what they say to mistakes."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from naysay import record
from naysay.bots import registry
from naysay.game import AnyGame, quote
from naysay.games import usual_players

LARGEST_EDITION_FILE: Final = 100_000

game_argument = click.argument("game")
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
        if len(content) > LARGEST_EDITION_FILE:
            raise ValueError(f"edition file {name}: more than {LARGEST_EDITION_FILE} bytes")
        return tomllib.loads(content.decode("utf-8"))
    except OSError as error:
        raise ValueError(f"edition file {name}: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"edition file {name} is not TOML: {str(error)[:200]}") from error


def read_options(text: str | None) -> Any:
    """Options as a record writes them; the game checks what is in them."""
    if text is None:
        return None
    try:
        return record.parse_json(text)
    except RecursionError:
        raise ValueError(f"--options {quote(text)}: not JSON that anyone needs: nested too deeply") from None
    except ValueError as error:
        example = '{"scoring": "difference"}'
        raise ValueError(f"--options {quote(text)}: {str(error)[:100]}; expected an object as in {example}") from error


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn what a user got wrong into one line and exit status 1."""
    try:
        yield
    except ValueError as error:
        raise click.ClickException(str(error)) from error


@contextmanager
def missing(what: str, extra: str) -> Iterator[None]:
    """Say what to install if libraries are not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"{what} needs {error.name}, which is not installed: install naysay with the extra {extra!r}"
        ) from error


def make_setup(game: AnyGame, players: int | None, edition: Any, options: Any) -> Any:
    """The setup that the arguments describe; without a number of players four, or the nearest that the edition has."""
    return game.setup(usual_players(game, edition) if players is None else players, 0, edition, options)


def many_bots(names: str | None, game: AnyGame, seats: int) -> list[str]:
    """One bot for each seat, or one for all."""
    wanted = (names or "random").split(",")
    if len(wanted) == 1:
        wanted *= seats
    if len(wanted) != seats:
        raise ValueError(f"--bots names {len(wanted)} bots for {seats} seats: name one for each, or one for all")
    for name in wanted:
        registry.find(name, game.id)
    return wanted
