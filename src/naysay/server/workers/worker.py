"""A worker process in which bots think. It gets a seat's view and its legal moves, and answers with a choice and whose.
Besides, it builds the replays of games that are over.

Requests and answers are pickled between processes of one server; nothing from outside is ever unpickled.
"""

import os
import pickle
import struct
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, BinaryIO, Final

from naysay.bots import registry

PREPARE: Final = "--prepare"  # then the games whose bots are compiled, and loaded at once
FALLBACK: Final = "steady"  # plays for a bot that is not ready to search


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
    """Loads what bots need to search, which takes seconds; all others can answer in the meantime."""

    def __init__(self, games: Sequence[str]) -> None:
        self.ready = {game: threading.Event() for game in games}
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        from naysay.bots.compile_ahead import steps

        for game, ready in self.ready.items():
            try:
                for _, run in steps(game):
                    run()
            finally:  # what fails here fails again for the server to see, when the bot is asked
                ready.set()

    def in_time(self, game: str, level: str, patience: float) -> str:
        """The level that is asked for; another if it cannot search yet after so many seconds."""
        searches = game in self.ready and level.partition(":")[0] in registry.THINKING
        return FALLBACK if searches and not self.ready[game].wait(patience) else level


def main() -> None:
    """Think until the server is gone."""
    preparation = Preparation(sys.argv[2:] if PREPARE in sys.argv else ())
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints must not stand between the answers
    with suppress(BrokenPipeError):  # the server is gone
        while (request := read(sys.stdin.buffer)) is not None:
            if isinstance(request, tuple):
                game, level, view, legal, seed, patience = request
                level = preparation.in_time(game, level, patience)
                answer: Any = registry.find(level, game)(view, legal, Random(seed)), level
            else:
                answer = request.run()  # a ReplayJob, whose module comes with it
            answers.write(pack(answer))
            answers.flush()


if __name__ == "__main__":
    main()
    os._exit(0)  # what is still being prepared is not waited for
