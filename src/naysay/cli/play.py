"""`naysay play`: a game at this terminal."""

import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from naysay.cli.arguments import (
    SetupArguments,
    clear_errors,
    edition_option,
    many_bots,
    open_records,
    options_option,
    players_option,
    read_line,
    takes_setup,
)

if TYPE_CHECKING:
    from naysay.record import Record


@dataclass(frozen=True, slots=True)
class Asked:
    """The arguments of the command."""

    setup: SetupArguments
    bots: str | None
    name: str
    seat: int
    seed: str | None
    plain: bool
    record: Path | None
    resume: Path | None


@click.command()
@click.argument("game", default="nyet")
@edition_option
@players_option
@options_option
@click.option("--bots", help="Bots of the other seats, as in steady,random; default steady.")
@click.option("--name", default="You", show_default=True, help="Your name.")
@click.option("--seat", type=int, default=0, show_default=True, help="Your seat.")
@click.option("--seed", help="The same seed gives the same cards; default: secret, drawn anew.")
@click.option("--plain", is_flag=True, help="Sentences only: no colours, no tables. Good with a screen reader.")
@click.option("--record", type=click.Path(path_type=Path), help="Keep the game in this file; default: a new one here.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with the game in this file.")
@takes_setup
def play(setup: SetupArguments, **others: Any) -> None:
    """Play GAME (nyet, nope) here against bots. Ctrl-C loses nothing."""
    asked = Asked(setup, **others)
    with clear_errors():
        sys.exit(_begin(asked) if asked.resume is None else _resume(asked.resume, asked.plain))


def _begin(asked: Asked) -> int:
    from naysay.match import Deal
    from naysay.terminal.play import Options, run

    agreed, seed = asked.setup.read(), asked.seed
    rules, players = agreed.rules, agreed.players
    dealer = secrets.randbelow(players) if seed is None else Deal.of(seed).rng("dealer").randrange(players)
    bots = tuple(many_bots(asked.bots, rules, players - 1)) if asked.bots else ()
    return run(Options(rules, agreed.setup(dealer), asked.seat, asked.name, bots, seed, asked.plain, asked.record))


def _resume(path: Path, plain: bool) -> int:
    from naysay.terminal.play import Options, run

    _check_alone()
    saved = _read_saved(path)
    return run(Options(saved.game, saved.setup, plain=plain, record=path, resume=saved))


def _check_alone() -> None:
    """Refuse what was named beside --resume: the file has it."""
    context = click.get_current_context()
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is not ParameterSource.DEFAULT
        if given and parameter.name not in ("resume", "plain"):
            name = parameter.name if isinstance(parameter, click.Argument) else parameter.opts[0]
            raise ValueError(
                f"--resume goes on with the game in the file: leave out {name} (only --plain may stand beside it)"
            )


def _read_saved(path: Path) -> "Record":
    """The one record of a saved game."""
    from naysay import record

    with open_records(str(path)) as file:
        found = list(record.lines(file))
    if len(found) != 1:
        raise ValueError(f"{path}: a saved game is one record, and here are {len(found)}")
    try:
        return read_line(found[0][1])
    except record.RecordError as error:
        raise ValueError(f"{path}: {error}") from error


COMMANDS: Final = (play,)
