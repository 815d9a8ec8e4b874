"""Limits of nodes and time give proven bounds; tables are bounded, used again and never mix terms."""

from random import Random

import numpy as np
import pytest

from naysay.solver.api import Table, pack_many, solve, solve_many
from tests.effort import times
from tests.solver.positions import random_position


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


def test_a_table_is_bounded_and_used_again() -> None:
    rng = Random("table")
    table = Table(2)
    assert table.words.nbytes <= 2 << 20
    with pytest.raises(ValueError, match="at least 1 MiB"):
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
