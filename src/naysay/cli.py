"""The command line: play · serve · simulate · verify · inspect · arena · solve · export · backup · restore.

It adds no rules: it reads arguments, calls, prints.
"""

import json
import os
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import IO, Any, BinaryIO, Final, NoReturn, TypeVar

import click
from click.core import ParameterSource

from naysay import record
from naysay.arena.arguments import (
    clear_errors,
    edition_option,
    game_argument,
    make_setup,
    many_bots,
    missing,
    options_option,
    players_option,
    read_edition,
    read_options,
    seed_option,
)
from naysay.arena.cli import COMMANDS as ARENA_COMMANDS
from naysay.arena.match import Deal
from naysay.arena.match import play as play_match
from naysay.bots import registry
from naysay.game import AnyGame
from naysay.games import find
from naysay.record import Record, RecordError
from naysay.server.cli import COMMANDS as SERVER_COMMANDS
from naysay.terminal import play as terminal

HEARS: Final = 0.2  # seconds after which Ctrl-C is heard where waiting cannot be interrupted
PATIENCE: Final = 1.0  # seconds
INTERRUPTED: Final = 130  # the exit status that shells know

Found = TypeVar("Found")

file_argument = click.argument("file", type=click.Path(allow_dash=True))


def open_file(path: str) -> BinaryIO:
    """A file of records, or standard input for `-`."""
    if path == "-":
        return sys.stdin.buffer
    try:
        return Path(path).open("rb")
    except OSError as error:
        fail(f"{path}: {error.strerror}")


def lines_of(source: BinaryIO, path: str) -> Iterator[tuple[int, bytes | RecordError]]:
    """The lines of a file of records; a file that cannot be read further ends the command."""
    try:
        yield from record.lines(source)
    except OSError as error:
        fail(f"{path}: {error.strerror}")


def fail(line: str) -> NoReturn:
    """One line on standard error, exit status 1."""
    click.echo(line, err=True)
    sys.exit(1)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="naysay")
def main() -> None:
    """Card games that say no: Nyet! and Nope!. Try `naysay play`."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


@main.command()
@click.argument("game", default="nyet")
@edition_option
@players_option
@options_option
@click.option("--bots", help="Bots of the other seats, as in steady,random; default steady.")
@click.option("--name", default="You", show_default=True, help="Your name.")
@click.option("--seat", type=int, default=0, show_default=True, help="Your seat.")
@click.option("--seed", help="The same seed gives the same cards; default: secret, drawn anew.")
@click.option("--plain", is_flag=True, help="Sentences only: no colours, no tables. Good with a screen reader.")
@click.option(
    "--record", "path", type=click.Path(path_type=Path), help="Keep the game in this file; default: a new one here."
)
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with the game in this file.")
def play(
    game: str,
    edition: str | None,
    players: int | None,
    options: str | None,
    bots: str | None,
    name: str,
    seat: int,
    seed: str | None,
    plain: bool,
    path: Path | None,
    resume: Path | None,
) -> None:
    """Play GAME (nyet, nope) here against bots. Ctrl-C loses nothing."""
    with clear_errors():
        if resume is not None:
            check_alone()
            saved = read_saved(resume)
            sys.exit(terminal.run(terminal.Options(saved.game, saved.setup, plain=plain, record=resume, resume=saved)))
        rules = find(game)
        count = make_setup(rules, players, read_edition(edition), read_options(options)).players
        dealer = secrets.randbelow(count) if seed is None else Deal.of(seed).rng("dealer").randrange(count)
        setup = rules.setup(count, dealer, read_edition(edition), read_options(options))
        others = tuple(many_bots(bots, rules, count - 1)) if bots else ()
        sys.exit(terminal.run(terminal.Options(rules, setup, seat, name, others, seed, plain, path)))


def check_alone() -> None:
    """Refuse what was named beside --resume: the file tells it."""
    context = click.get_current_context()
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is not ParameterSource.DEFAULT
        if given and parameter.name not in ("resume", "plain"):
            name = parameter.name if isinstance(parameter, click.Argument) else parameter.opts[0]
            raise ValueError(
                f"--resume goes on with the game in the file: leave out {name} (only --plain may stand beside it)"
            )


def read_saved(path: Path) -> Record:
    """The one record of a saved game."""
    with open_file(str(path)) as file:
        found = list(record.lines(file))
    if len(found) != 1:
        raise ValueError(f"{path}: a saved game is one record, and here are {len(found)}")
    try:
        return read_line(found[0][1])
    except RecordError as error:
        raise ValueError(f"{path}: {error}") from error


@main.command()
@game_argument
@edition_option
@players_option
@options_option
@click.option("--games", "count", type=click.IntRange(min=1), default=1, show_default=True, help="How many games.")
@seed_option
@click.option("--bots", help="Bots by seat, as in steady,random,random; default random.")
@click.option("--records", type=click.Path(allow_dash=True), help="Write the records here (- for standard output).")
def simulate(
    game: str,
    edition: str | None,
    players: int | None,
    options: str | None,
    count: int,
    seed: str,
    bots: str | None,
    records: str | None,
) -> None:
    """Let bots play GAME and write the records. The same arguments give the same bytes."""
    with clear_errors():
        rules, values, agreed = find(game), read_edition(edition), read_options(options)
        seats = make_setup(rules, players, values, agreed).players
        bot_names = many_bots(bots, rules, seats)
        seated = [registry.find(name, game) for name in bot_names]
        names = [f"{name} {seat}" for seat, name in enumerate(bot_names)]
        wins: Counter[int] = Counter()
        with open_to_write(records) as file:
            for number in range(count):
                setup = rules.setup(seats, number % seats, values, agreed)
                played = play_match(rules, setup, seated, names, Deal.of(seed, number))
                wins.update(played.result["winners"])
                if file:
                    file.write(record.write(played) + "\n")
    shares = ", ".join(f"{name}: {wins[seat]}" for seat, name in enumerate(names))
    click.echo(f"{count} game{'s' * (count > 1)} of {rules.title}; won or shared by {shares}", err=True)


@contextmanager
def open_to_write(path: str | None) -> Iterator[IO[str] | None]:
    """A file for records, standard output for `-`, or nothing."""
    if path is None:
        yield None
        return
    try:
        with click.open_file(path, "w", encoding="utf-8") as file:
            yield file
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error


@main.command()
@click.argument("position")
@click.option("--nodes", type=click.IntRange(min=1), help="Stop after so many nodes.")
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop after so many seconds.")
@click.option("--json", "as_json", is_flag=True, help="The values as JSON.")
def solve(position: str, nodes: int | None, seconds: float | None, as_json: bool) -> None:
    """Find the exact value of every move of POSITION, a text with all hands: see docs/solver.md. Ctrl-C stops it."""
    with missing("the solver", "solver"), clear_errors():
        from naysay.solver import api
        from naysay.solver import report as solver_report

        where, table = api.read(position, read_edition), api.Table()
        found = interruptible(
            lambda: api.solve(where, moves=True, nodes=nodes, seconds=seconds, table=table), table.stop
        )
        edition = position.split(";")[0].strip()
        plain = solver_report.plain(where, found, edition)
        click.echo(json.dumps(plain) if as_json else solver_report.text(where, found))


def interruptible(search: Callable[[], Found], stop: Callable[[], None]) -> Found:
    """Search in another thread, since one that runs compiled code does not hear Ctrl-C."""
    searching = ThreadPoolExecutor(1).submit(search)
    try:
        while not searching.done():
            wait((searching,), HEARS)
    except KeyboardInterrupt:
        stop()
        click.echo("Stopped. With --seconds a search that takes too long ends with proven bounds.", err=True)
        wait((searching,), PATIENCE)
        if not searching.done():  # it is being compiled, which nothing stops
            os._exit(INTERRUPTED)
        sys.exit(INTERRUPTED)
    return searching.result()


@main.group()
def solver() -> None:
    """What there is to do around the solver."""


@solver.command()
def warm() -> None:
    """Compile the solver and the bots that search now, so that their first use need not wait."""
    with missing("the solver", "solver"), clear_errors():
        from naysay.bots import prepare
        from naysay.solver import warm

        solving = ((f"the solver: {name}", run) for name, run in warm.steps())
        for name, run in chain(solving, *map(prepare.steps, registry.FOR_GAME)):
            begin = perf_counter()
            click.echo(f"· compile {name}", nl=False, err=True)
            run()
            click.echo(f" ({perf_counter() - begin:.0f} s)", err=True)


@main.command()
@file_argument
@click.option("--each", is_flag=True, help="Go on after a bad record and report each.")
@click.option("--fair", is_flag=True, help="Check the shuffles against seed and contributions, too.")
def verify(file: str, each: bool, fair: bool) -> None:
    """Replay every record of FILE by the rules and say how many hold."""
    good = bad = 0
    with open_file(file) as source:
        for number, line in lines_of(source, file):
            try:
                check_line(line, fair)
                good += 1
            except RecordError as error:
                if not each:
                    fail(f"line {number}: {error}")
                bad += 1
                click.echo(f"line {number}: {error}")
    click.echo(f"{good} hold, {bad} do not" if each else f"{good} record{'s' * (good != 1)} hold{'s' * (good == 1)}")
    sys.exit(1 if bad else 0)


def check_line(line: bytes | RecordError, fair: bool) -> None:
    """Read and replay one line; raise `RecordError` if it does not hold."""
    played = read_line(line)
    if fair and played.fair is None:
        raise RecordError(0, "fair: the record has no 'fair' with commit, seed and contributions")
    for _ in record.replay(played, played.fair.check if fair and played.fair else None):
        pass


def read_line(line: bytes | RecordError) -> Record:
    """The record on a line."""
    if isinstance(line, RecordError):
        raise line
    return record.read(line, find)


@main.command()
@file_argument
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="One JSON object for each record: seats to act and legal actions at each step.",
)
def inspect(file: str, as_json: bool) -> None:
    """Show who may do what at every step of the records in FILE."""
    with open_file(file) as source:
        for number, line in lines_of(source, file):
            try:
                played = read_line(line)
                steps = [step_of(played.game, state) for state in record.replay(played)]
            except RecordError as error:
                fail(f"line {number}: {error}")
            if as_json:
                click.echo(json.dumps({"steps": steps}, ensure_ascii=False))
            else:
                show_steps(number, played, steps)


def step_of(game: AnyGame, state: Any) -> dict[str, Any]:
    """The seats that may act and all their legal actions, sorted by code point."""
    seats = game.to_act(state)
    legal = {str(seat): sorted(game.write_move(move) for move in game.legal(state, seat)) for seat in seats}
    return {"to_act": list(seats), "legal": legal}


def show_steps(number: int, played: Record, steps: list[dict[str, Any]]) -> None:
    """The steps of a record for people: each action, and among how many it was chosen."""
    click.echo(
        f"line {number}: {played.game.title} {', '.join(f'{seat} {name}' for seat, name in enumerate(played.players))}"
    )
    for count, ((seat, text), step) in enumerate(zip(played.actions, steps, strict=False), 1):
        click.echo(f"{count:5}  seat {seat}  {text}  (1 of {len(step['legal'][str(seat)])})")
    if played.result is None:
        waiting = ", ".join(f"seat {seat} ({len(steps[-1]['legal'][str(seat)])} legal)" for seat in steps[-1]["to_act"])
        click.echo(f"       unfinished; to act: {waiting}")
    else:
        click.echo(f"       winners: {', '.join(played.players[seat] for seat in played.result['winners'])}")


for command in (*ARENA_COMMANDS, *SERVER_COMMANDS):
    main.add_command(command)
