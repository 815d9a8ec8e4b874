"""Servers for tests that start them often: python -m tests.faults.server loads everything once, and each line of its
standard input, an order as JSON, becomes a server in a process of its own. Its answer is the number of that process.
"""

import importlib
import json
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Any, NoReturn

from naysay.server import failpoints, logs
from naysay.server.serve import run
from naysay.server.settings import Limits, Settings

THINK_SECONDS = 4.0
ENDED = "ended by itself"


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
    for line in sys.stdin:
        order = json.loads(line)
        number = os.fork()
        if number == 0:
            serve(order)
        print(number, flush=True)


def serve(order: dict[str, Any]) -> NoReturn:
    """As `naysay serve`, with little patience for bots that hang; whatever ends it but SIGKILL is told in its log."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.environ[failpoints.VARIABLE] = order["failpoint"]
    importlib.reload(failpoints)
    try:
        logs.set_up("warning")
        run(
            Settings(
                Path(order["data"]),
                order["database"],
                port=order["port"],
                think_seconds=THINK_SECONDS,
                limits=Limits.for_people(1000),
            ),
            print,
        )
    except BaseException:  # noqa: BLE001 - it ends here in any case
        traceback.print_exc()
    finally:
        print(ENDED, flush=True)
        os._exit(0)


if __name__ == "__main__":
    main()
