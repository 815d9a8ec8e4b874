"""Compile ahead what the first use would wait for. Compiled code is cached on disk, so other processes find it."""

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from naysay.solver.api import pack, playouts, playouts_many, read, solve, solve_many

SMALL: Final = "iello-2015; trump red; points 2; team 0; hands R9 B13 / R10 B2"


def steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """The parts to compile: a name each, and a call that compiles it."""
    position = read(SMALL)
    rows = np.stack([pack(position)])
    yield "search", lambda: solve(position)
    yield "checks", lambda: solve_many(rows, threads=1, megabytes=1)
    yield "playouts", lambda: (playouts(position, 1, seed=1), playouts_many(rows, 1, seed=1, threads=1))
