"""How these functions are compiled, and where their random numbers come from."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from naysay.solver.bits import CACHE as SOLVER_CACHE
from naysay.solver.bits import count, int64, low_place, spread

Function = TypeVar("Function", bound=Callable[..., Any])
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_config: Any = numba.config
_njit: Any = numba.njit

MULTIPLIER: Final = 6364136223846793005
INCREMENT: Final = 1442695040888963407


def cache_folder() -> str:
    """Where compiled code is kept: a folder for exactly these sources and those of the solver."""
    content = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        content.update(file.read_bytes())
    return f"{SOLVER_CACHE}-nope-{content.hexdigest()[:16]}"


CACHE: Final = cache_folder()


def compiled(function: Function) -> Function:
    """Compile at the first call, keep the result on disk, let other threads run meanwhile; nothing is allocated."""
    usual, _config.CACHE_DIR = _config.CACHE_DIR, CACHE
    try:
        return cast(Function, _njit(cache=True, nogil=True, _nrt=False)(function))
    finally:
        _config.CACHE_DIR = usual


@compiled
def seeded(seed: int) -> int:
    """The first state of a source of random numbers."""
    state = int64(seed) * MULTIPLIER + INCREMENT
    return (state ^ (state >> 29)) * MULTIPLIER + INCREMENT


@compiled
def below(state: int, limit: int) -> int:
    """A number from 0 to `limit` - 1, from the upper bits of a source's state."""
    return ((state >> 33) & 0x7FFFFFFF) * limit >> 31


@compiled
def fraction(state: int) -> float:
    """A number from 0 to 1, 1 left out, from the upper bits of a source's state."""
    return ((state >> 33) & 0x7FFFFFFF) / 2147483648.0


@compiled
def nth(low: int, high: int, number: int) -> int:
    """The place of the card with this number in a mask of two words, from 0 on."""
    lower = count(low)
    if number < lower:
        return low_place(spread(int64(1) << number, low))
    return HALF + low_place(spread(int64(1) << (number - lower), high))


HALF: Final = 52  # cards in the lower word of a mask
