"""How far a benchmark is: one line that is written over, on a terminal alone."""

import sys


def progress(text: str = "") -> None:
    """Show this in place of what was shown before; without a text, the line is left empty."""
    if sys.stderr.isatty():
        print(f"\r{text}\x1b[K", end="\r" if not text else "", file=sys.stderr, flush=True)
