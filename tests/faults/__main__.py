"""The long form: kill the server again and again, on SQLite and on PostgreSQL, and write the figures to the docs."""

import argparse
import asyncio
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from time import monotonic

from tests.faults.figures import table, write
from tests.faults.power import powered
from tests.faults.storm import Storm, schedule
from tests.support import ctrl_c, databases


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=360, help="on SQLite; default 360")
    parser.add_argument("--postgres", type=int, default=150, help="kills on PostgreSQL; default 150")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the figures to docs/reliability.md")
    arguments = parser.parse_args()
    ctrl_c.listen()
    with databases.started() as server, ProcessPoolExecutor() as pool:
        storms = {
            "SQLite": pool.submit(run, "SQLite", arguments.kills, arguments.seed),
            "PostgreSQL": pool.submit(run, "PostgreSQL", arguments.postgres, arguments.seed, server.new_database()),
        }
        found = {name: storm.result() for name, storm in storms.items()}
    print(table(found))
    if arguments.write:
        write(found)


def run(name: str, kills: int, seed: int, database: str | None = None) -> Counter[str]:
    """One storm; whatever does not hold is raised."""
    rng = Random(seed)

    def say(line: str) -> None:
        print(f"{name:10} {line}", flush=True)

    with tempfile.TemporaryDirectory(prefix="faults") as folder, powered(Path(folder) / "data", database) as server:
        storm, began = Storm(server, rng, say=say), monotonic()
        asyncio.run(storm.run(schedule(kills, rng)))
        say(f"all holds after {monotonic() - began:.0f} s")
        return storm.ledger.counts


if __name__ == "__main__":
    main()
