"""Limits of nodes and time give proven bounds; tables are bounded, used again and never mix terms."""

from random import Random
from threading import Timer

import numpy as np
import pytest

from naysay.solver.api import Table, pack_many, read, solve, solve_many
from tests.solver.positions import random_position
from tests.support.effort import times


def test_a_limit_of_nodes_gives_bounds_around_the_value() -> None:
    rng = Random("limits")
    stopped = 0
    for number in range(times(30)):
        position = random_position(rng, "iello-2015", rng.choice((2, 3, 4, 5)), 6, points="-2" if number % 2 else "3")
        exact = solve(position, moves=True)
        assert exact.exact
        for nodes in (1, 30, 300, 1000):
            found = solve(position, moves=True, nodes=nodes)
            stopped += not found.exact
            assert found.bounds.lower <= exact.value <= found.bounds.upper
            for move, right in zip(found.moves, exact.moves, strict=True):
                assert move.lower <= right.value <= move.upper
    assert stopped > times(30)


def test_a_limit_of_time_stops_a_long_search() -> None:
    position = random_position(Random("time"), "iello-2015", 4, 15, points="-2", played=0)
    found = solve(position, seconds=0.2)
    assert not found.exact
    assert found.bounds.lower < found.bounds.upper
    with pytest.raises(ValueError, match=f"the value is from {found.bounds.lower} to {found.bounds.upper}"):
        found.bounds.value  # noqa: B018
    many = solve_many(pack_many([position] * 3), seconds=0.2)
    assert (many[:, 0] < many[:, 1]).all()


def test_bounds_before_any_search() -> None:
    """A side takes at most all tricks and the lowest cards of the other, those on the table included."""
    text = "iello-2015; trump red; points {}; team 0; hands R9 B13 G1 / R10 B2 Y4"
    for points, lower, upper in ((1, -4, 3), (4, -4, 3), (-2, -3, 4)):
        found = solve(read(text.format(points)), nodes=0).bounds
        assert (found.lower, found.upper) == (lower, upper)
    text = "iello-2015; trump red; team 1; double 1; leader 0; trick G1; hands R9 B10 / R10 B1 Y4 / B4 B5 B6"
    found = solve(read(text), nodes=0, moves=True).bounds
    assert (found.lower, found.upper) == (-(3 + 1), 2 * (3 + 1))


def test_no_time_at_all_gives_bounds_around_the_value() -> None:
    rng, stopped = Random("no time"), 0
    positions = [random_position(rng, edition, 4, 6) for edition in ("iello-2015", "amigo-2007") for _ in range(20)]
    many = solve_many(pack_many(positions), seconds=0)
    for position, (lower, upper, _) in zip(positions, many, strict=True):
        exact, found = solve(position, moves=True), solve(position, moves=True, seconds=0)
        stopped += not found.exact
        assert lower <= exact.value <= upper
        assert found.bounds.lower <= exact.value <= found.bounds.upper
        for move, right in zip(found.moves, exact.moves, strict=True):
            assert move.lower <= right.value <= move.upper
    assert stopped == len(positions)


def test_out_of_nodes_is_not_out_of_time() -> None:
    """Each row of a call has its nodes, though the one before it had too few; no time is left for any."""
    position = random_position(Random("nodes"), "iello-2015", 4, 6, played=0)
    rows = pack_many([position] * 3)
    few = solve_many(rows, nodes=100, table=Table(1))
    assert (few[:, 2] > 50).all()
    none = solve_many(rows, nodes=100, seconds=0, table=Table(1))
    assert (none[:, 2] < 50).all()
    table = Table(1)
    assert not solve(position, seconds=0, table=table).exact
    assert solve(position, table=table).exact


def test_another_thread_stops_a_search() -> None:
    position, table = random_position(Random("time"), "iello-2015", 4, 15, points="-2", played=0), Table(1)
    solve(position, nodes=1)
    Timer(0.2, table.stop).start()
    assert not solve(position, table=table).exact


def test_many_at_once_are_as_one_by_one() -> None:
    rng = Random("many")
    positions = [
        random_position(rng, edition, players, 4)
        for edition, players in rng.choices([("iello-2015", 5), ("amigo-2007", 3), ("goldsieber-1997", 4)], k=100)
    ]
    rows = pack_many(positions)
    values = [solve(position).value for position in positions]
    for threads in (1, 2):
        found = solve_many(rows, threads=threads, megabytes=4)
        assert found[:, 0].tolist() == found[:, 1].tolist() == values
    table = Table(4)
    first, second = (solve_many(rows[:1].repeat(3, axis=0), table=table) for _ in range(2))
    assert (first[:, :2] == values[0]).all()
    assert (second[:, :2] == values[0]).all()
    assert second[0, 2] < first[0, 2]  # it knows the position
    assert solve_many(pack_many([])).shape == (0, 3)
    with pytest.raises(ValueError, match="rows of `pack` are int64"):
        solve_many(rows[:, :5])


def whole_size(table: Table) -> int:
    """The bytes of a table with those before it that align it."""
    assert table.words.base is not None
    return table.words.base.nbytes


def test_a_table_is_bounded_and_used_again() -> None:
    rng = Random("table")
    table = Table(2)
    assert table.words.nbytes <= 2 << 20
    assert all(whole_size(Table(megabytes)) <= megabytes << 20 for megabytes in range(1, 40))
    with pytest.raises(ValueError, match="megabytes must be at least 1, not 0"):
        Table(0)
    position = random_position(rng, "iello-2015", 4, 7, played=0)
    first = solve(position, table=table)
    again = solve(position, table=table)
    assert again.value == first.value
    assert again.nodes < first.nodes / 5
    for _ in range(times(20)):
        other = random_position(rng, "amigo-2007", rng.choice((2, 4, 5)), 5)
        assert solve(other, table=table).value == solve(other).value
    assert np.count_nonzero(table.words)
