"""Commands for records: write (`simulate`), check (`verify`), look into (`inspect`), step through (`replay`)."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, BinaryIO, Final

import click

from naysay.cli.arguments import (
    SetupArguments,
    clear_errors,
    edition_option,
    fail,
    file_argument,
    game_argument,
    many_bots,
    open_records,
    options_option,
    players_option,
    read_line,
    seed_option,
    takes_setup,
)

if TYPE_CHECKING:
    from naysay.game import AnyGame
    from naysay.record import Record, RecordError


@click.command()
@game_argument
@edition_option
@players_option
@options_option
@click.option("--games", "count", type=click.IntRange(min=1), default=1, show_default=True, help="How many games.")
@seed_option
@click.option("--bots", help="Bots by seat, as in steady,random,random; default random.")
@click.option("--records", type=click.Path(allow_dash=True), help="Write the records here (- for standard output).")
@takes_setup
def simulate(arguments: SetupArguments, count: int, seed: str, bots: str | None, records: str | None) -> None:
    """Let bots play GAME and write the records. The same arguments give the same bytes."""
    with clear_errors():
        from naysay import record
        from naysay.bots import registry
        from naysay.match import Deal, play

        agreed = arguments.read()
        rules, seats = agreed.rules, agreed.players
        bot_names = many_bots(bots, rules, seats)
        seated = [registry.find(name, rules.id) for name in bot_names]
        names = [f"{name} {seat}" for seat, name in enumerate(bot_names)]
        wins: Counter[int] = Counter()
        with _open_to_write(records) as file:
            for number in range(count):
                played = play(rules, agreed.setup(number % seats), seated, names, Deal.of(seed, number))
                wins.update(played.result["winners"])
                if file:
                    file.write(record.write(played) + "\n")
    shares = ", ".join(f"{name}: {wins[seat]}" for seat, name in enumerate(names))
    click.echo(f"{count} game{'s' * (count > 1)} of {rules.title}; won or shared by {shares}", err=True)


@contextmanager
def _open_to_write(path: str | None) -> Iterator[IO[str] | None]:
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


@click.command()
@file_argument
@click.option("--each", is_flag=True, help="Go on after a bad record and report each.")
@click.option("--fair", is_flag=True, help="Check the shuffles against seed and contributions, too.")
def verify(file: str, each: bool, fair: bool) -> None:
    """Replay every record of FILE by the rules and say how many hold."""
    from naysay.record import RecordError

    good = bad = 0
    with open_records(file) as source:
        for number, line in _lines_of(source, file):
            try:
                _check_line(line, fair)
                good += 1
            except RecordError as error:
                if not each:
                    fail(f"line {number}: {error}")
                bad += 1
                click.echo(f"line {number}: {error}")
    click.echo(f"{good} hold, {bad} do not" if each else f"{good} record{'s' * (good != 1)} hold{'s' * (good == 1)}")
    sys.exit(1 if bad else 0)


def _lines_of(source: BinaryIO, path: str) -> "Iterator[tuple[int, bytes | RecordError]]":
    """The lines of a file of records; a file that cannot be read further ends the command."""
    from naysay import record

    try:
        yield from record.lines(source)
    except OSError as error:
        fail(f"{path}: {error.strerror}")


def _check_line(line: "bytes | RecordError", fair: bool) -> None:
    """Read and replay one line; raise `RecordError` if it does not hold."""
    from naysay.record import RecordError, replay

    played = read_line(line)
    if fair and played.fair is None:
        raise RecordError(0, "fair: the record has no 'fair' with commit, seed and contributions")
    for _ in replay(played, played.fair.check if fair and played.fair else None):
        pass


@click.command()
@file_argument
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="One JSON object for each record: seats to act and legal actions at each step.",
)
def inspect(file: str, as_json: bool) -> None:
    """Show who may do what at every step of the records in FILE."""
    from naysay.record import RecordError, replay

    with open_records(file) as source:
        for number, line in _lines_of(source, file):
            try:
                played = read_line(line)
                steps = [_step_of(played.game, state) for state in replay(played)]
            except RecordError as error:
                fail(f"line {number}: {error}")
            if as_json:
                click.echo(json.dumps({"steps": steps}, ensure_ascii=False))
            else:
                _show_steps(number, played, steps)


def _step_of(game: "AnyGame", state: Any) -> dict[str, Any]:
    """The seats that may act and all their legal actions, sorted by code point."""
    seats = game.to_act(state)
    legal = {str(seat): sorted(game.write_move(move) for move in game.legal(state, seat)) for seat in seats}
    return {"to_act": list(seats), "legal": legal}


def _show_steps(number: int, played: "Record", steps: list[dict[str, Any]]) -> None:
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


@click.command()
@file_argument
@click.option("--at", help="Begin at this address, as in r3t5c2: round 3, trick 5, card 2.")
@click.option("--seat", type=int, help="Whose view it is; default: yours in a game of naysay play, otherwise seat 0.")
@click.option(
    "--hands", type=click.Choice(["own", "all"]), default="own", show_default=True, help="Which hands to show."
)
@click.option(
    "--game", "number", type=click.IntRange(min=1), default=1, show_default=True, help="Which record of FILE."
)
@click.option("--plain", is_flag=True, help="Sentences only: no colours, no tables. Good with a screen reader.")
def replay(file: str, at: str | None, seat: int | None, hands: str, number: int, plain: bool) -> None:
    """Step through a game of FILE. Without a terminal, print the position at one address."""
    from naysay.record import RecordError
    from naysay.steps import take_steps
    from naysay.terminal.replay import Looking, find_seat, run

    with clear_errors():
        with open_records(file) as source:
            line = next((line for count, line in _lines_of(source, file) if count == number), None)
        if line is None:
            raise ValueError(f"{file}: there is no record {number}")
        try:
            taken = take_steps(read_line(line))
        except RecordError as error:
            raise ValueError(f"line {number}: {error}") from error
        step = taken.steps[0] if at is None else taken.find(at)
        run(taken, Looking(step, find_seat(taken.record, seat), hands == "all"), file, plain)


COMMANDS: Final = (simulate, verify, inspect, replay)
