"""Card masks at machine speed: how functions are compiled, and the few instructions that Python has no word for.

A mask is an int64 with at most 62 cards, so its sign never matters; unsigned numbers are left out altogether, since
mixing both kinds would give floats. With `NUMBA_DISABLE_JIT=1` everything here is plain Python.
"""

import atexit
import hashlib
import platform
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar, cast

import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

Function = TypeVar("Function", bound=Callable[..., Any])


class Words(Protocol):
    """A flat array of int64 numbers, as compiled functions see it."""

    @property
    def size(self) -> int:
        """How many numbers."""

    def __getitem__(self, place: int, /) -> int: ...

    def __setitem__(self, place: int, value: int, /) -> None: ...


int64: Final = cast(Callable[[int], int], np.int64)  # a number that Numba does not take for a constant

_config: Any = numba.config
_njit: Any = numba.njit
_declare: Any = cgutils.get_or_insert_function
_pointer: Any = types.CPointer

COMPILED: Final = not _config.DISABLE_JIT
HAS_BMI2: Final = (
    COMPILED
    and platform.machine().lower() in ("x86_64", "amd64")
    and not _config.CPU_NAME
    and llvmlite.binding.get_host_cpu_features().get("bmi2", False)
)


def cache_folder() -> Path:
    """Where compiled code is kept: a folder for exactly these sources.

    Numba looks only at the file of a function, and not at those whose functions were compiled into it. And in a folder
    that cannot be written it would keep nothing and put its files beside the sources: then another is taken.
    """
    here = Path(__file__).parent
    content = hashlib.sha256()
    for file in sorted(here.glob("*.py")):
        content.update(file.read_bytes())
    name = f"solver-{content.hexdigest()[:16]}"
    return next(folder / name for folder in _cache_parents(here) if not COMPILED or _can_write(folder / name))


def _cache_parents(here: Path) -> Iterator[Path]:
    """What `NUMBA_CACHE_DIR` says or else a folder beside the sources, the user's cache, one for this process only."""
    yield Path(_config.CACHE_DIR or here / "__pycache__")
    with suppress(RuntimeError):  # there need not be a home
        yield Path.home() / ".cache" / "naysay" / "__pycache__"
    passing = tempfile.mkdtemp(prefix="naysay-")
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    yield Path(passing)


def _can_write(folder: Path) -> bool:
    """Whether the folder is there or can be made, and takes files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


CACHE: Final = str(cache_folder())


def compiled(function: Function) -> Function:
    """Compile at the first call, keep the result on disk, and let other threads run meanwhile.

    No function allocates anything, so that Numba need not count references: that would cost a third of the time.
    """
    usual, _config.CACHE_DIR = _config.CACHE_DIR, CACHE
    try:
        return cast(Function, _njit(cache=True, nogil=True, _nrt=False)(function))
    finally:
        _config.CACHE_DIR = usual


def _instruction(name: str, arguments: int, *flags: bool) -> Callable[..., int]:
    """An instruction of LLVM on 64-bit numbers; `flags` are constants that it takes besides."""
    word, bit = ir.IntType(64), ir.IntType(1)

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        shape = ir.FunctionType(word, [word] * arguments + [bit] * len(flags))
        found = _declare(builder.module, shape, name)
        return builder.call(found, [*given, *(ir.Constant(bit, int(flag)) for flag in flags)])

    def one(typing: Any, a: Any) -> Any:
        return types.int64(types.int64), generate

    def two(typing: Any, a: Any, b: Any) -> Any:
        return types.int64(types.int64, types.int64), generate

    return cast(Callable[..., int], intrinsic(one if arguments == 1 else two))


def _raw(typing: Any, array: Any) -> Any:
    """Where an array begins: reading through it needs no look at lengths and signs, and a call passes one number."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, given[0]).data

    return _pointer(types.int64)(array), generate


def _squeeze(cards: int, mask: int) -> int:
    """The cards at the places of `mask`, pushed together."""
    found, place = cards & 0, 1
    while mask:
        lowest = mask & -mask
        if cards & lowest:
            found |= place
        mask ^= lowest
        place <<= 1
    return found


def _spread(cards: int, mask: int) -> int:
    """The reverse of `squeeze`: the lowest places of `cards`, put at the places of `mask`."""
    found = cards & 0
    while mask and cards:
        lowest = mask & -mask
        if cards & 1:
            found |= lowest
        mask ^= lowest
        cards >>= 1
    return found


if COMPILED:
    count = _instruction("llvm.ctpop.i64", 1)
    low_place = _instruction("llvm.cttz.i64", 1, False)
    _leading = _instruction("llvm.ctlz.i64", 1, False)
    raw = cast(Callable[[Any], Words], intrinsic(_raw))

    @compiled
    def high_place(cards: int) -> int:
        """The place of the highest card; -1 if there is none."""
        return 63 - _leading(cards)

else:

    def raw(array: Any) -> Words:
        """The array itself; compiled, where it begins."""
        return cast(Words, array)

    def count(cards: int) -> int:
        """How many cards a mask holds."""
        return int(cards).bit_count()

    def low_place(cards: int) -> int:
        """The place of the lowest card; 64 if there is none."""
        return (int(cards) & -int(cards)).bit_length() - 1 if cards else 64

    def high_place(cards: int) -> int:
        """The place of the highest card; -1 if there is none."""
        return int(cards).bit_length() - 1


if HAS_BMI2:
    squeeze = _instruction("llvm.x86.bmi.pext.64", 2)
    spread = _instruction("llvm.x86.bmi.pdep.64", 2)
else:
    squeeze = compiled(_squeeze)
    spread = compiled(_spread)
