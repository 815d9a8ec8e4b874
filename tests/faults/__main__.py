"""The long form: kill the server again and again, on SQLite and on PostgreSQL, and write the figures to the docs."""

import argparse
import asyncio
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic

from tests.faults.figures import table, write
from tests.faults.power import powered
from tests.faults.storm import Storm, schedule
from tests.server import postgres


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=204, help="on SQLite; default 204")
    parser.add_argument("--postgres", type=int, default=48, help="kills on PostgreSQL; default 48")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the figures to docs/reliability.md")
    arguments = parser.parse_args()
    found: dict[str, Counter[str]] = {}
    if arguments.kills:
        found["SQLite"] = run(arguments.kills, arguments.seed)
    if arguments.postgres:
        with postgres.started() as server:
            found["PostgreSQL"] = run(arguments.postgres, arguments.seed, server.new_database())
    print(table(found))
    if arguments.write:
        write(found)


def run(kills: int, seed: int, database: str | None = None) -> Counter[str]:
    """One storm; whatever does not hold is raised."""
    rng = Random(seed)
    with tempfile.TemporaryDirectory(prefix="faults") as folder, powered(Path(folder) / "data", database) as server:
        storm, began = Storm(server, rng, say=print_now), monotonic()
        asyncio.run(storm.run(schedule(kills, rng)))
        print_now(f"all holds after {monotonic() - began:.0f} s")
        print_now("\n".join(f"{name:24} {count:8}" for name, count in sorted(storm.ledger.counts.items())))
        return storm.ledger.counts


def print_now(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
