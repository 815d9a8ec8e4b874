"""Sets of cards as masks: the few instructions that Python has no word for.

A mask is an int64 with at most 62 cards, so its sign never matters. Unsigned numbers are not used at all: mixing both
kinds gives floats.
"""

import platform
from collections.abc import Callable
from typing import Any, Final, cast

import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from naysay.native.jit import COMPILED, Words, compiled

int64: Final = cast(Callable[[int], int], np.int64)  # a number that Numba does not take for a constant

_config: Any = numba.config
_declare: Any = cgutils.get_or_insert_function
_pointer: Any = types.CPointer

HAS_BMI2: Final = (
    COMPILED
    and platform.machine().lower() in ("x86_64", "amd64")
    and not _config.CPU_NAME
    and llvmlite.binding.get_host_cpu_features().get("bmi2", False)
)


def _instruction(name: str, arguments: int, *flags: bool) -> Callable[..., int]:
    """An instruction of LLVM on 64-bit numbers; `flags` are further constant arguments."""
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
    """The address of an array's data: indexing needs no length or sign check, and a call passes one number."""

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
        """The array itself; when compiled, the address of its data."""
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


HALF: Final = 52  # cards in the lower word of a mask of two words


@compiled
def nth(low: int, high: int, number: int) -> int:
    """The place of the card with this number, from 0 on, in a mask of two words."""
    lower = count(low)
    if number < lower:
        return low_place(spread(int64(1) << number, low))
    return HALF + low_place(spread(int64(1) << (number - lower), high))
