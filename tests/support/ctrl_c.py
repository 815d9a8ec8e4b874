"""Ctrl-C means what it means at a terminal, however the tests were started.

`nohup make test &` begins with Ctrl-C ignored. Every program that a test starts would inherit that, and not be stopped
by the signal that it is about to be sent.
"""

import signal


def listen() -> None:
    """Let this process, and those that it starts, hear Ctrl-C again."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
