"""A worker process in which bots think. It gets a seat's view and its legal moves, and answers with a choice.

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


def prepare() -> None:
    """Load what bots need to search, while those that do not can already answer."""
    from naysay.bots.prepare import steps

    for _, run in steps():
        run()


def main() -> None:
    """Think until the server is gone; told to prepare, get ready for searches meanwhile."""
    if PREPARE in sys.argv:
        threading.Thread(target=prepare, daemon=True).start()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints must not stand between the answers
    with suppress(BrokenPipeError):  # the server is gone
        while (request := read(sys.stdin.buffer)) is not None:
            game, level, view, legal, seed = request
            choice = registry.find(level, game)(view, legal, Random(seed))
            answers.write(pack(choice))
            answers.flush()


if __name__ == "__main__":
    main()
    os._exit(0)  # what is still being prepared is not waited for
