"""`naysay solve` and `naysay solver`: exact values, and what there is to do around them."""

import json
import os
import sys
from collections.abc import Callable
from typing import Final, TypeVar

import click

from naysay.cli.arguments import clear_errors, needs, read_edition

POLL: Final = 0.2  # seconds after which Ctrl-C is noticed where waiting cannot be interrupted
PATIENCE: Final = 1.0  # seconds
INTERRUPTED: Final = 130  # the exit status that shells know

Found = TypeVar("Found")


@click.command()
@click.argument("position")
@click.option("--nodes", type=click.IntRange(min=1), help="Stop after so many nodes.")
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop after so many seconds.")
@click.option("--json", "as_json", is_flag=True, help="The values as JSON.")
def solve(position: str, nodes: int | None, seconds: float | None, as_json: bool) -> None:
    """Find the exact value of every move of POSITION, a text with all hands: see docs/solver.md. Ctrl-C stops it."""
    with needs("the solver", "solver"), clear_errors():
        from naysay.solver import api

        where, table = api.read(position, read_edition), api.Table()
        found = _interruptible(
            lambda: api.solve(where, moves=True, nodes=nodes, seconds=seconds, table=table), table.stop
        )
        edition = position.split(";")[0].strip()
        if as_json:
            click.echo(json.dumps(api.plain_values(where, found, edition)))
        else:
            click.echo(api.value_table(where, found))


def _interruptible(search: Callable[[], Found], stop: Callable[[], None]) -> Found:
    """Search in another thread, since one that runs compiled code does not notice Ctrl-C."""
    from concurrent.futures import ThreadPoolExecutor, wait

    searching = ThreadPoolExecutor(1).submit(search)
    try:
        while not searching.done():
            wait((searching,), POLL)
    except KeyboardInterrupt:
        stop()
        click.echo("Stopped. With --seconds a search that takes too long ends with proven bounds.", err=True)
        wait((searching,), PATIENCE)
        if not searching.done():  # it is being compiled, which nothing stops
            os._exit(INTERRUPTED)
        sys.exit(INTERRUPTED)
    return searching.result()


@click.group()
def solver() -> None:
    """What there is to do around the solver."""


@solver.command()
def warm() -> None:
    """Compile the solver and the bots that search now, so that their first use need not wait."""
    with needs("the solver", "solver"), clear_errors():
        from itertools import chain
        from time import perf_counter

        from naysay.bots import compile_ahead, registry
        from naysay.solver.api import compile_steps

        solving = ((f"the solver: {name}", run) for name, run in compile_steps())
        for name, run in chain(solving, *map(compile_ahead.steps, registry.FOR_GAME)):
            begin = perf_counter()
            click.echo(f"· compile {name}", nl=False, err=True)
            run()
            click.echo(f" ({perf_counter() - begin:.0f} s)", err=True)


COMMANDS: Final = (solve, solver)
