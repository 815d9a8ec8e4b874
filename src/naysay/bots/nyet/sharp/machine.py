"""How the sharp bot's functions are compiled, and where their random numbers come from."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from naysay.solver.bits import CACHE as SOLVER_CACHE

Function = TypeVar("Function", bound=Callable[..., Any])
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_config: Any = numba.config
_njit: Any = numba.njit


def cache_folder() -> str:
    """Where compiled code is kept: a folder for exactly these sources and those of the solver."""
    content = hashlib.sha256(SOLVER_CACHE.encode())
    for file in sorted(Path(__file__).parent.glob("*.py")):
        content.update(file.read_bytes())
    return f"{SOLVER_CACHE}-sharp-{content.hexdigest()[:16]}"


CACHE: Final = cache_folder()

_MULTIPLIER: Final = 6364136223846793005
_INCREMENT: Final = 1442695040888963407


def compiled(function: Function) -> Function:
    """Compile at the first call, keep the result on disk, and let other threads run meanwhile."""
    return _compile(function, {})


def inner(function: Function) -> Function:
    """The same for a function that allocates nothing: Numba need not count references there, which costs much time."""
    return _compile(function, {"_nrt": False})


def _compile(function: Function, more: dict[str, bool]) -> Function:
    usual, _config.CACHE_DIR = _config.CACHE_DIR, CACHE
    try:
        return cast(Function, _njit(cache=True, nogil=True, error_model="numpy", **more)(function))
    finally:
        _config.CACHE_DIR = usual


@inner
def seed_source(source: Ints, seed: int) -> None:
    """Begin a source of random numbers, which is one int64."""
    state = np.int64(seed) * _MULTIPLIER + _INCREMENT
    source[0] = (state ^ (state >> 29)) * _MULTIPLIER + _INCREMENT


@inner
def below(source: Ints, limit: int) -> int:
    """A random number from 0 to `limit` - 1."""
    source[0] = source[0] * _MULTIPLIER + _INCREMENT
    return int((source[0] >> 33 & 0x7FFFFFFF) * limit >> 31)


@inner
def fraction(source: Ints) -> float:
    """A random number from 0 to 1, 1 left out."""
    source[0] = source[0] * _MULTIPLIER + _INCREMENT
    return float((source[0] >> 33 & 0x7FFFFFFF) / 2147483648.0)
