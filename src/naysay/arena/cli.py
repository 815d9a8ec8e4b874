"""The command around the arena."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import click

from naysay.arena import deciders, duplicate, report, text
from naysay.arena.arguments import (
    clear_errors,
    edition_option,
    game_argument,
    make_setup,
    missing,
    options_option,
    read_edition,
    read_options,
    seed_option,
)
from naysay.arena.progress import Bar
from naysay.games import find


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
def arena(
    game: str,
    edition: str | None,
    players: int | None,
    options: str | None,
    bots: str,
    pairs: bool,
    phases: str | None,
    deals: int,
    seed: str,
    processes: int | None,
    as_json: bool,
    results: Path | None,
    plots: Path | None,
) -> None:
    """Let bots compete in GAME on duplicate deals: the same cards for everyone, in every seat."""
    with clear_errors(), missing("the arena", "solver"):
        rules, values, agreed = find(game), read_edition(edition), read_options(options)
        named = bots.split(",")
        if players is None and len(named) > 1 and not pairs:
            players = len(named)
        seats = make_setup(rules, players, values, agreed).players
        by_phase, tables = _tables(game, named, seats, pairs, phases)
        line_up = tuple(dict.fromkeys(named)) if pairs else tables[0]
        draw = _drawing(plots) if plots is not None else None
        with _bar(results) as progress:
            found = duplicate.run(
                game, seats, line_up, deals, seed, values, agreed, processes, progress, tables, results
            )
        click.echo(json.dumps(_plain(found, by_phase)) if as_json else text.text(found, by_phase))
        if plots is not None and draw is not None:
            for file in draw(found, by_phase, plots):
                click.echo(f"drew {file}", err=True)


def _tables(
    game: str, named: list[str], seats: int, pairs: bool, phases: str | None
) -> tuple[dict[str, str], list[tuple[str, ...]]]:
    """Who sits together; and for `phases` the bots that stand for each phase, and for all."""
    if pairs and phases:
        raise ValueError("--pairs and --phases are two contests: name one of them")
    if pairs:
        return {}, duplicate.pairs(named, seats)
    if len(named) == 1:
        named = named * seats
    if len(named) != seats:
        raise ValueError(f"--bots names {len(named)} bots for {seats} seats: name one for each, or one for all")
    if not phases:
        return {}, [tuple(named)]
    if len(set(named)) > 1:
        raise ValueError("--phases needs one bot in all seats: name one in --bots")
    base = named[0]
    if "+" in base + phases or base == phases:
        raise ValueError("--phases compares two bots: a better one there, and a plain one in --bots")
    by_phase = deciders.phased(base, phases, game) | {"all": phases}
    return by_phase, [(bot, *[base] * (seats - 1)) for bot in by_phase.values()]


def _drawing(folder: Path) -> Callable[[report.Report, dict[str, str], Path], list[Path]]:
    """What draws; said before the contest if it is not there, or if nothing can be written into the folder."""
    with missing("--plots", "research"):
        from naysay.arena.plots import draw
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return draw
    except OSError as error:
        raise ValueError(f"{folder}: {error.strerror}") from error


def _plain(found: report.Report, by_phase: dict[str, str]) -> dict[str, Any]:
    return report.plain(found) | ({"phases": by_phase} if by_phase else {})


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


COMMANDS = (arena,)
