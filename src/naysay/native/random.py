"""One random generator for all compiled code: a 64-bit linear congruential one of which the upper 31 bits are used.

Its state is a number: `step` gives the next state, `below` and `fraction` read a state. A function that draws numbers
in several callees keeps the state in an array of one number instead: `seed_source`, `draw_below`, `draw_fraction`.
"""

from typing import Final

from naysay.native.bits import int64
from naysay.native.jit import Ints, compiled

_MULTIPLIER: Final = 6364136223846793005
_INCREMENT: Final = 1442695040888963407
# splitmix64's constants, as signed numbers
_GOLDEN: Final = -0x61C8864680B583EB
_SCRAMBLE: Final = -0x40A7B892E31B1A47
_SCRAMBLE_AGAIN: Final = -0x6B2FB644ECCEEE15


@compiled
def seeded(seed: int) -> int:
    """The first state."""
    state = int64(seed) * _MULTIPLIER + _INCREMENT
    return (state ^ (state >> 29)) * _MULTIPLIER + _INCREMENT


@compiled
def step(state: int) -> int:
    """The next state."""
    return state * _MULTIPLIER + _INCREMENT


@compiled
def upper_bits(state: int) -> int:
    """The 31 random bits of a state."""
    return state >> 33 & 0x7FFFFFFF


@compiled
def below(state: int, limit: int) -> int:
    """A number from 0 to `limit` - 1."""
    return upper_bits(state) * limit >> 31


@compiled
def fraction(state: int) -> float:
    """A number from 0 up to 1, 1 excluded."""
    return upper_bits(state) / 2147483648.0


@compiled
def seed_source(source: Ints, seed: int) -> None:
    """Set the state of a source, an array of one number."""
    source[0] = seeded(seed)


@compiled
def draw_below(source: Ints, limit: int) -> int:
    """Advance a source and take a number from 0 to `limit` - 1."""
    source[0] = step(source[0])
    return below(source[0], limit)


@compiled
def draw_fraction(source: Ints) -> float:
    """Advance a source and take a number from 0 up to 1, 1 excluded."""
    source[0] = step(source[0])
    return fraction(source[0])


@compiled
def scrambled(number: int) -> int:
    """A different, unrelated number for each number: splitmix64's output function."""
    number = (number ^ (number >> 30 & 0x3FFFFFFFF)) * _SCRAMBLE
    number = (number ^ (number >> 27 & 0x1FFFFFFFFF)) * _SCRAMBLE_AGAIN
    return number ^ (number >> 31 & 0x1FFFFFFFF)


@compiled
def nth_seed(seed: int, number: int) -> int:
    """A seed derived from a seed and a number; neighbouring seeds have no derived seeds in common."""
    return scrambled(scrambled(int64(seed)) + int64(number) * _GOLDEN)
