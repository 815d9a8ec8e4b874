"""The command line: play · serve · simulate · verify · inspect · arena · solve · export · backup · restore.

It adds no rules: it reads arguments, calls, prints.
"""

import json
import secrets
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import IO, Any, BinaryIO, Final, NoReturn

import click
from click.core import ParameterSource

from naysay import record
from naysay.arena import report
from naysay.arena.duplicate import run as contest
from naysay.arena.match import Deal
from naysay.arena.match import play as play_match
from naysay.bots import registry
from naysay.game import AnyGame, quote
from naysay.games import find, usual_players
from naysay.record import Record, RecordError
from naysay.server.cli import COMMANDS as SERVER_COMMANDS
from naysay.terminal import play as terminal

LARGEST_EDITION_FILE: Final = 100_000


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


game_argument = click.argument("game")
edition_option = click.option("--edition", help="Edition id, or an own file that ends in .toml.")
players_option = click.option("--players", type=int, help="How many play (default 4, or what the edition allows).")
options_option = click.option("--options", help="Options as JSON, as in a record.")
seed_option = click.option("--seed", default="0", show_default=True, help="The same seed gives the same games.")
file_argument = click.argument("file", type=click.Path(allow_dash=True))


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="naysay")
def main() -> None:
    """Card games that say no: Nyet! and Nope!. Try `naysay play`."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


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
@game_argument
@edition_option
@click.option("--players", type=int, help="How many play; default: as many as --bots names.")
@options_option
@click.option("--bots", required=True, help="Who plays, as in steady,random,random,random.")
@click.option(
    "--deals",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="How many deals, each in every rotation of the seats.",
)
@seed_option
@click.option("--processes", type=click.IntRange(min=1), help="How many at once; default: all cores.")
@click.option("--json", "as_json", is_flag=True, help="The report as JSON.")
def arena(
    game: str,
    edition: str | None,
    players: int | None,
    options: str | None,
    bots: str,
    deals: int,
    seed: str,
    processes: int | None,
    as_json: bool,
) -> None:
    """Let bots compete in GAME on duplicate deals: the same cards for everyone, in every seat."""
    with clear_errors():
        rules, values, agreed = find(game), read_edition(edition), read_options(options)
        if players is None and "," in bots:
            players = bots.count(",") + 1
        line_up = many_bots(bots, rules, make_setup(rules, players, values, agreed).players)
        with click.progressbar(length=deals, label=f"{deals} deal{'s' * (deals > 1)}", file=sys.stderr) as bar:
            found = contest(
                game,
                len(line_up),
                line_up,
                deals,
                seed,
                values,
                agreed,
                processes,
                lambda done, total: bar.update(done - bar.pos),
            )
    click.echo(json.dumps(report.plain(found)) if as_json else report.text(found))


@contextmanager
def solver_errors() -> Iterator[None]:
    """As `clear_errors`; and say what to install if the solver's libraries are not there."""
    try:
        with clear_errors():
            yield
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"the solver needs {error.name}, which is not installed: install naysay with the extra 'solver'"
        ) from error


@main.command()
@click.argument("position")
@click.option("--nodes", type=click.IntRange(min=1), help="Stop after so many nodes.")
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop after so many seconds.")
@click.option("--json", "as_json", is_flag=True, help="The values as JSON.")
def solve(position: str, nodes: int | None, seconds: float | None, as_json: bool) -> None:
    """Find the exact value of every move of POSITION, a text with all hands: see docs/solver.md."""
    with solver_errors():
        from naysay.solver import api
        from naysay.solver import report as solver_report

        where = api.read(position)
        found = api.solve(where, moves=True, nodes=nodes, seconds=seconds)
        click.echo(json.dumps(solver_report.plain(where, found)) if as_json else solver_report.text(where, found))


@main.group()
def solver() -> None:
    """What there is to do around the solver."""


@solver.command()
def warm() -> None:
    """Compile the solver now, so that its first use need not wait."""
    with solver_errors():
        from naysay.bots.nope import warm as nope
        from naysay.solver import warm as nyet

        for name, run in (*nyet.steps(), *nope.steps()):
            begin = perf_counter()
            click.echo(f"· compile the solver: {name}", nl=False, err=True)
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


for command in SERVER_COMMANDS:
    main.add_command(command)
