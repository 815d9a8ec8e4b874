"""`naysay arena`: bots against each other."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

import click

from naysay.cli.arguments import (
    SetupArguments,
    clear_errors,
    edition_option,
    game_argument,
    needs,
    one_for_each,
    options_option,
    seed_option,
    takes_setup,
)


class Bar:
    """How far a contest is, and how long it will still take: click's progress bar, on a terminal only."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.found = 0
        self.bar: Any = None  # click does not name its type

    def __call__(self, done: int, total: int) -> None:
        """So many of so many are done; what was done before the first call took no time."""
        if self.bar is None and self.stream.isatty() and done < total:
            self.found = done
            label = f"{total:,} matches" + (f", {done:,} of them found" if done else "")
            self.bar = click.progressbar(length=total - done, label=label, show_pos=True, file=self.stream)
            self.bar.render_progress()
        elif self.bar is not None:
            self.bar.update(done - self.found - self.bar.pos)

    def close(self) -> None:
        """Leave the line."""
        if self.bar is not None:
            self.bar.render_finish()


if TYPE_CHECKING:
    from naysay.arena.contest import Contest
    from naysay.arena.report import Report

    Draw = Callable[[Report, dict[str, str], Path], list[Path]]


@dataclass(frozen=True, slots=True)
class Asked:
    """The arguments of the command."""

    setup: SetupArguments
    bots: str
    pairs: bool
    phases: str | None
    deals: int
    seed: str
    processes: int | None
    as_json: bool
    results: Path | None
    plots: Path | None


@click.command()
@game_argument
@edition_option
@click.option("--players", type=int, help="How many play; default: as many as --bots names.")
@options_option
@click.option("--bots", required=True, help="Who plays, as in sharp:0.2,steady,steady,steady.")
@click.option("--pairs", is_flag=True, help="A table for every two of the bots, instead of one for all.")
@click.option("--phases", metavar="BOT", help="What this bot brings in each phase alone, among those of --bots.")
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
@click.option(
    "--results", type=click.Path(path_type=Path, dir_okay=False), help="Keep each match here; go on if there are some."
)
@click.option("--plots", type=click.Path(path_type=Path, file_okay=False), help="Draw the report into this folder.")
@takes_setup
def arena(setup: SetupArguments, **others: Any) -> None:
    """Let bots compete in GAME on duplicate deals: the same cards for everyone, in every seat."""
    asked = Asked(setup, **others)
    with clear_errors(), needs("the arena", "solver"):
        from naysay.arena import report, text
        from naysay.arena.contest import run

        contest, by_phase = _contest(asked)
        draw = None if asked.plots is None else _drawing(asked.plots)
        with _bar(asked.results) as progress:
            found = run(contest, asked.deals, asked.processes, progress, asked.results)
        plain = report.plain(found) | ({"phases": by_phase} if by_phase else {})
        click.echo(json.dumps(plain) if asked.as_json else text.text(found, by_phase))
        if asked.plots is not None and draw is not None:
            for file in draw(found, by_phase, asked.plots):
                click.echo(f"drew {file}", err=True)


def _contest(asked: Asked) -> tuple["Contest", dict[str, str]]:
    """The contest; and for `--phases` the bots that stand for each phase, and for all."""
    from naysay.arena.contest import Contest, pairs

    named = asked.bots.split(",")
    agreed = asked.setup.read(usual=len(named) if len(named) > 1 and not asked.pairs else None)
    game, players, by_phase = agreed.rules.id, agreed.players, dict[str, str]()
    if asked.pairs and asked.phases:
        raise ValueError("--pairs and --phases are two contests: name one of them")
    if asked.pairs:
        bots, tables = tuple(dict.fromkeys(named)), pairs(named, players)
    else:
        named = one_for_each(named, players)
        by_phase = _phases(game, named, asked.phases) if asked.phases else {}
        tables = [(bot, *named[1:]) for bot in by_phase.values()] or [tuple(named)]
        bots = tables[0]
    return Contest(game, players, agreed.edition, agreed.options, bots, asked.seed, tuple(tables)), by_phase


def _phases(game: str, named: list[str], better: str) -> dict[str, str]:
    from naysay.arena import deciders

    if len(set(named)) > 1:
        raise ValueError("--phases needs one bot in all seats: name one in --bots")
    if "+" in named[0] + better or named[0] == better:
        raise ValueError("--phases compares two bots: a better one there, and a plain one in --bots")
    return deciders.phased(named[0], better, game) | {"all": better}


def _drawing(folder: Path) -> "Draw":
    """What draws; said before the contest if it is not there, or if nothing can be written into the folder."""
    from tempfile import TemporaryFile

    with needs("--plots", "research"):
        from naysay.arena.plots import draw
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return draw
    except OSError as error:
        raise ValueError(f"{folder}: {error.strerror}") from error


@contextmanager
def _bar(results: Path | None) -> Iterator[Bar]:
    bar = Bar(sys.stderr)
    try:
        yield bar
    except KeyboardInterrupt:
        bar.close()
        if results is not None:
            click.echo(f"{results} has what was played: the same command goes on from there", err=True)
        raise
    bar.close()


COMMANDS: Final = (arena,)
