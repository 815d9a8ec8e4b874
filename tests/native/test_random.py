"""The generator's numbers never change: what bots play at a given seed rests on them."""

import numpy as np
import pytest

from naysay.native.bits import int64
from naysay.native.jit import Ints
from naysay.native.random import (
    below,
    draw_below,
    draw_fraction,
    fraction,
    nth_seed,
    scrambled,
    seed_source,
    seeded,
    step,
    upper_bits,
)

WORD = 1 << 64


def signed(number: int) -> int:
    return (number + WORD // 2) % WORD - WORD // 2


def states(seed: int, number: int) -> list[int]:
    """The states by the definition, in Python's unlimited numbers."""
    found = [signed(seed * 6364136223846793005 + 1442695040888963407)]
    found[0] = signed((found[0] ^ found[0] >> 29) * 6364136223846793005 + 1442695040888963407)
    while len(found) < number:
        found.append(signed(found[-1] * 6364136223846793005 + 1442695040888963407))
    return found


@pytest.mark.parametrize("seed", [0, 1, 12345, -7, 2**62])
def test_states_are_those_of_the_definition(seed: int) -> None:
    expected = states(seed, 200)
    with np.errstate(over="ignore"):
        assert seeded(seed) == expected[0]
        assert [step(state) for state in expected[:-1]] == expected[1:]
    for state in expected:
        assert upper_bits(state) == state % WORD >> 33
        assert below(state, 60) == (state % WORD >> 33) * 60 >> 31
        assert fraction(state) == (state % WORD >> 33) / 2**31


def test_a_source_gives_the_numbers_of_its_states() -> None:
    source: Ints = np.zeros(1, np.int64)
    expected = states(99, 101)
    with np.errstate(over="ignore"):
        seed_source(source, 99)
        assert source[0] == expected[0]
        for first, second in zip(expected[1::2], expected[2::2], strict=True):
            assert draw_below(source, 13) == below(first, 13)
            assert draw_fraction(source) == fraction(second)


def test_splitmix_gives_the_published_numbers() -> None:
    """The first outputs of splitmix64 with the seed 1234567, as its authors print them."""
    golden = 0x9E3779B97F4A7C15
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    with np.errstate(over="ignore"):
        found = [scrambled(int64(signed(1234567 + golden * turn))) % WORD for turn in range(1, 5)]
        assert found == published
        assert len({int(nth_seed(seed, number)) for seed in range(30) for number in range(30)}) == 900
