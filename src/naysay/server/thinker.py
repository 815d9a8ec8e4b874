"""A worker process in which bots think. It gets a seat's view and its legal moves, and answers with a choice and whose.

Requests and answers are pickled between processes of one server; nothing from outside is ever unpickled.
"""

import os
import pickle
import struct
import sys
import threading
from contextlib import suppress
from random import Random
from typing import Any, BinaryIO, Final

from naysay.bots import registry

PREPARE: Final = "--prepare"
MEANWHILE: Final = "steady"  # plays for a bot that is not ready to search


def read(stream: BinaryIO) -> Any:
    """The next request or answer; None at the end."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    return pickle.loads(stream.read(struct.unpack("!I", head)[0]))


def pack(value: Any) -> bytes:
    """A request or an answer as it is sent."""
    body = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return struct.pack("!I", len(body)) + body


class Preparation:
    """Loads what bots need to search, or compiles it, which takes minutes; all others can answer meanwhile."""

    def __init__(self) -> None:
        self.ready = {game: threading.Event() for game in registry.FOR_GAME}
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        from naysay.bots.prepare import steps

        for game, ready in self.ready.items():
            try:
                for _, run in steps(game):
                    run()
            finally:  # what fails here fails again for the server to see, when the bot is asked
                ready.set()

    def in_time(self, game: str, level: str, patience: float) -> str:
        """The level that is asked for; another if it cannot search yet after so many seconds."""
        searches = level.partition(":")[0] in registry.THINKING
        return MEANWHILE if searches and not self.ready[game].wait(patience) else level


def main() -> None:
    """Think until the server is gone; told to prepare, get ready for searches meanwhile."""
    preparation = Preparation() if PREPARE in sys.argv else None
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints must not stand between the answers
    with suppress(BrokenPipeError):  # the server is gone
        while (request := read(sys.stdin.buffer)) is not None:
            game, level, view, legal, seed, patience = request
            if preparation is not None:
                level = preparation.in_time(game, level, patience)
            choice = registry.find(level, game)(view, legal, Random(seed))
            answers.write(pack((choice, level)))
            answers.flush()


if __name__ == "__main__":
    main()
    os._exit(0)  # what is still being prepared is not waited for
