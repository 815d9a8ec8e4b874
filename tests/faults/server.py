"""`naysay serve` with little patience for bots that hang: python -m tests.faults.server DATA PORT [DATABASE]."""

import sys
from pathlib import Path

from naysay.server import logs
from naysay.server.serve import run
from naysay.server.settings import Limits, Settings

THINK_SECONDS = 1.5


def main() -> None:
    data, port, *database = sys.argv[1:]
    logs.set_up("warning")
    run(
        Settings(
            Path(data),
            database[0] if database else None,
            port=int(port),
            think_seconds=THINK_SECONDS,
            limits=Limits.for_people(1000),
        ),
        print,
    )


if __name__ == "__main__":
    main()
