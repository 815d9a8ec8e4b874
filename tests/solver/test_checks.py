"""What callers hand over to compiled code: rows that are no positions and odd numbers are refused before."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from naysay.native.jit import COMPILED
from naysay.nyet.edition_file import built_in
from naysay.nyet.edition_file import read as read_edition
from naysay.solver import api
from naysay.solver.api import Table, pack_many, playouts, playouts_many, read, solve, solve_many
from naysay.solver.checks import check_rows
from naysay.solver.playout import play_many, play_rows
from naysay.solver.row import (
    HAND,
    LEADER,
    LINK,
    LOOT,
    LOW_BITS,
    MID_BITS,
    PLAYED,
    PLAYERS,
    ROW,
    SIDE,
    SIGN,
    SUIT,
    SUITS,
    SUPER,
    TRICK,
    TRUMP,
    WEIGHT,
    Row,
)
from naysay.solver.values import solve_rows
from tests.solver.positions import random_position
from tests.support.effort import times
from tests.support.nyet_positions import OWN

SMALL = read(
    "iello-2015; trump red; super blue; points 2; team 0 2; trick G2; hands R2 / R3 B5 / Y2 Y3 / B1 R1",
)


def some_rows(rng: Random, number: int) -> Row:
    """Rows of all editions and numbers of players."""
    positions = []
    for _ in range(number):
        edition = rng.choice([*built_in().values(), read_edition(OWN)])
        positions.append(random_position(rng, edition, rng.choice(edition.players), rng.choice((2, 3, 5))))
    return pack_many(positions)


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (PLAYERS, 6, "PLAYERS must be 2 to 5"),
        (PLAYERS, 1, "PLAYERS must be 2 to 5"),
        (LEADER, 4, "LEADER must be a seat"),
        (LEADER, -1, "LEADER must be a seat"),
        (PLAYED, 4, "PLAYED must be less than PLAYERS"),
        (SIGN, 0, "SIGN must be 1 or -1"),
        (SIDE, 2, "SIDE must be 0 for half"),
        (SIDE, 1, "SIDE must be 0 for half"),
        (WEIGHT, 3, "WEIGHT must be 1 or 2"),
        (SUITS, 6, "SUITS must be 1 to 5"),
        (SUITS, 3, "SUIT must be masks of different cards, and 0 from SUITS on"),
        (SUIT, -1, "SUIT must be masks"),
        (SUIT + 1, 1, "SUIT must be masks"),
        (TRUMP, 1 << 61, "TRUMP, SUPER, LOOT or LINK is not a mask"),
        (SUPER, 1 << 40, "TRUMP, SUPER, LOOT or LINK is not a mask"),
        (LOOT, -1, "TRUMP, SUPER, LOOT or LINK is not a mask"),
        (LINK, 1 << 61, "TRUMP, SUPER, LOOT or LINK is not a mask"),
        (MID_BITS, 60, "MID_BITS and LOW_BITS must be wide enough"),
        (MID_BITS, 1, "MID_BITS and LOW_BITS must be wide enough"),
        (LOW_BITS, -1, "MID_BITS and LOW_BITS must be wide enough"),
        (TRICK, 0, "HAND and TRICK must be masks of different cards"),
        (TRICK, 3, "HAND and TRICK must be masks of different cards"),
        (HAND + 2, -1, "HAND and TRICK must be masks of different cards"),
        (HAND + 2, 1 << 61, "HAND and TRICK must be masks of different cards"),
        (HAND + 1, 7, "HAND must be as many cards for each seat"),
        (HAND, 0, "HAND must be as many cards for each seat"),
    ],
)
def test_rows_that_are_no_positions(place: int, value: int, message: str) -> None:
    rows = pack_many([SMALL] * 3)
    rows[1, place] = value
    with pytest.raises(ValueError, match=f"row 1 is not a position: {message}"):
        solve_many(rows)
    with pytest.raises(ValueError, match=f"row 1 is not a position: {message}"):
        playouts_many(rows, 10, seed=1)


def test_a_hand_twice_and_no_cards() -> None:
    rows = pack_many([SMALL])
    rows[0, HAND + 2] = rows[0, HAND + 3]
    with pytest.raises(ValueError, match="row 0 is not a position: HAND and TRICK must be masks of different cards"):
        solve_many(rows)
    rows = pack_many([SMALL])
    rows[0, HAND : HAND + 5], rows[0, PLAYED] = 0, 0
    with pytest.raises(ValueError, match="row 0 is not a position: HAND must not be empty for the seat to play"):
        solve_many(rows)


def test_garbage_does_no_harm() -> None:
    """Rows with a number or a bit changed: refused, or searched and played out to an end."""
    rng, table, refused = Random("garbage"), Table(1), 0
    rows = some_rows(rng, times(300))
    assert check_rows(rows) is rows
    for row in rows:
        for _ in range(10):
            other, place = row.copy(), rng.randrange(ROW)
            number = int(other[place]) ^ 1 << rng.randrange(63)
            other[place] = rng.choice((number, rng.randrange(-8, 8), rng.getrandbits(63), -rng.getrandbits(62)))
            try:
                found = solve_many(other[None], nodes=1000, table=table)
            except ValueError:
                refused += 1
                continue
            assert found[0, 0] <= found[0, 1]
            assert playouts_many(other[None], 3, seed=1)[0, 0] == 3
    assert refused > 5 * len(rows)


def test_lists_and_arrays_of_other_kinds() -> None:
    rows = pack_many([SMALL] * 2)
    right = solve_many(rows)[:, :2].tolist()
    assert solve_many(rows.tolist())[:, :2].tolist() == right
    assert solve_many(np.asfortranarray(rows))[:, :2].tolist() == right
    others: tuple[Any, ...] = (rows.astype(np.float64), rows.astype(np.int32), rows[0], [], rows[:, :5])
    for wrong in others:
        with pytest.raises(ValueError, match="rows of `pack` are int64, 35 numbers each"):
            solve_many(wrong)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_nothing_is_compiled_twice() -> None:
    """For another type of number or array Numba would compile everything again, which takes many seconds."""
    functions: tuple[Any, ...] = (solve_rows, play_many, play_rows)

    def use(whole: Any, rows: Row) -> list[int]:
        solve_many(rows, nodes=whole, threads=1, megabytes=1)
        solve(SMALL, nodes=whole)
        playouts(SMALL, whole, seed=whole)
        playouts_many(rows, whole, seed=whole)
        return [len(function.signatures) for function in functions]

    rows = pack_many([SMALL] * 2)
    once = use(1, rows)
    for whole in (True, np.int32(2), np.uint64(3)):
        assert use(whole, rows) == once
    rows.flags.writeable = False
    assert use(1, rows) == once
    assert use(1, np.repeat(rows, 2, axis=0)[::2]) == once
    playouts(SMALL, 1, seed=1 << 64)
    solve(SMALL, nodes=1 << 80)
    assert use(1, rows) == once


def test_odd_numbers() -> None:
    rows = pack_many([SMALL])
    calls: tuple[tuple[str, Callable[[Any], object]], ...] = (
        ("nodes", lambda n: solve(SMALL, nodes=n)),
        ("nodes", lambda n: solve_many(rows, nodes=n)),
        ("number", lambda n: playouts(SMALL, n, seed=1)),
        ("number", lambda n: playouts_many(rows, n, seed=1)),
        ("threads", lambda n: solve_many(rows, threads=n)),
        ("megabytes", Table),
    )
    for name, call in calls:
        with pytest.raises(ValueError, match=f"{name} must be at least [01], not -1"):
            call(-1)
        for wrong in (1.5, "1"):
            with pytest.raises(TypeError, match=f"{name} must be a whole number, not {wrong!r}"):
                call(wrong)
    with pytest.raises(TypeError, match="seed must be a whole number, not None"):
        playouts(SMALL, 1, seed=None)  # type: ignore[arg-type]
    assert playouts(SMALL, 50, seed=-1) == playouts(SMALL, 50, seed=(1 << 64) - 1)
    for seconds in (float("nan"), -1.0):
        with pytest.raises(ValueError, match="seconds must be a number from 0 up"):
            solve(SMALL, seconds=seconds)
    for seconds in (float("inf"), 1e300):
        assert solve(SMALL, seconds=seconds) == solve(SMALL)
    assert solve(SMALL, nodes=10**30) == solve(SMALL)


def test_an_unknown_policy() -> None:
    for call in (
        lambda: playouts(SMALL, 1, seed=1, policy="best"),  # type: ignore[arg-type]
        lambda: playouts_many(pack_many([SMALL]), 1, seed=1, policy="best"),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError, match="unknown policy 'best'; known: random, greedy"):
            call()


def test_a_thread_that_fails_ends_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """It puts its table back: the next part of the rows would wait for it forever."""

    def fail(*_: object) -> None:
        raise MemoryError("no more")

    monkeypatch.setattr(api, "solve_rows", fail)
    for threads in (1, 2):
        with pytest.raises(MemoryError, match="no more"):
            solve_many(pack_many([SMALL] * 200), threads=threads, megabytes=1)
