"""What the framing of WebSockets costs: the table server on its own protocols, on plain uvicorn, and on granian.

All three serve the same tables to the same clients. Ours is kept as long as it takes at least a tenth less processor
time per action than the best of the others.
"""

import asyncio
import sys
from statistics import median

from benchmarks._load import flat_out
from benchmarks._progress import progress
from benchmarks._table import Row, arguments, report
from benchmarks.server import ours

SERVERS = ("ours", "plain", "granian")
TABLES = 64


async def microseconds(what: str, seconds: float) -> float:
    """Processor time per action, of all threads."""
    async with ours(TABLES, what) as (process, tables):
        before = process.cpu_seconds
        run = await flat_out(tables, seconds)
        return (process.cpu_seconds - before) / run.actions * 1e6


async def main() -> int:
    options = arguments(__doc__ or "")
    seconds, repeats = (3.0, 1) if options.quick else (5.0, 5)
    costs: dict[str, list[float]] = {what: [] for what in SERVERS}
    for number in range(repeats):
        for what, found in costs.items():
            progress(f"{number + 1} of {repeats}: {what}")
            found.append(await microseconds(what, seconds))
    progress()
    spread = " · ".join(f"{what} {min(found):,.0f}–{max(found):,.0f}" for what, found in costs.items())
    cost = {what: median(found) for what, found in costs.items()}
    best = min(cost["plain"], cost["granian"])
    rows = [
        Row(f"CPU per action, {TABLES} tables, ours against the best (µs)", cost["ours"], best, 0.9, spread, True),
        Row("… plain uvicorn against ours", cost["plain"], cost["ours"], None),
        Row("… granian against ours", cost["granian"], cost["ours"], None),
    ]
    return report(rows, options.json)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
