"""How long a bot's turn waits while somebody else has nineteen tables: served by person; first come, first served."""

import asyncio
import sys
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks._table import Row, arguments, report
from naysay.games import find
from naysay.match import Match
from naysay.server.metrics import Metrics
from naysay.server.workers.pool import WorkerPool

TABLES = 19
SEARCH = 0.4  # seconds, as bots of the house search; by the clock, so that only the queue is measured
WAIT = 0.3  # at most
WORKER = f"""
import sys, time
from naysay.server import thinker
while (request := thinker.read(sys.stdin.buffer)) is not None:
    game, level, view, legal, seed, _ = request
    time.sleep({SEARCH})
    choice = thinker.registry.find("random", game)(view, legal, thinker.Random(seed))
    sys.stdout.buffer.write(thinker.pack((choice, level)))
    sys.stdout.buffer.flush()
"""


def question() -> tuple[Any, tuple[Any, ...]]:
    """What a bot is asked."""
    game = find("nope")
    match = Match(game, game.setup(2, 0), Random(1))
    match.shuffle()
    (seat,) = match.to_act
    return match.view(seat), match.legal(seat)


async def waits(moves: int, greedy: str, other: str) -> list[float]:
    """How long the turns at one table waited while the bots at nineteen others are always to move."""
    pool = WorkerPool(Metrics(), 2, command=(sys.executable, "-c", WORKER))
    view, legal = question()

    async def play() -> None:
        while True:
            await pool.choose("nope", "random", view, legal, "seed", greedy)

    try:
        await asyncio.gather(*(pool.choose("nope", "random", view, legal, "seed", other) for _ in range(2)))
        others = [asyncio.ensure_future(play()) for _ in range(TABLES)]
        found = []
        for number in range(moves):
            await asyncio.sleep(0.1 + 0.07 * (number % 7))  # somebody thinks
            asked = perf_counter()
            await pool.choose("nope", "random", view, legal, "seed", other)
            found.append(max(0.0, perf_counter() - asked - SEARCH))
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
    finally:
        await pool.close()
    return found


async def main() -> int:
    """Print the table."""
    options = arguments(__doc__ or "")
    moves = 5 if options.quick else 30
    ours, together = await waits(moves, "greedy", "other"), await waits(max(3, moves // 5), "all", "all")
    note = f"{moves} turns; the longest {max(ours):.2f} s; first come, first served {max(together):.2f} s"
    rows = [
        Row("a turn waits beside nineteen tables of one person (s)", median(ours), WAIT, 1.0, note, less=True),
        Row("the same against first come, first served (s)", median(ours), median(together), None),
    ]
    return report(rows, options.json)


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
