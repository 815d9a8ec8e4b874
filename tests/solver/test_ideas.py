"""Each idea of the search, switched off: the values stay the same."""

from random import Random

import numpy as np

from naysay.nyet.edition_file import built_in
from naysay.solver.layout import pack
from naysay.solver.position import write
from naysay.solver.table import make_table
from naysay.solver.values import solve_row
from naysay.solver.work import ALL_IDEAS, IDEA_NAMES, STOP, WORK
from tests.effort import LONG
from tests.solver.positions import random_position


def test_every_idea_has_a_name() -> None:
    assert sum(IDEA_NAMES.values()) == ALL_IDEAS


def test_without_any_one_idea() -> None:
    """Hands of 6 to 9 cards, half of them at −2 points; without the table shorter ones, since that takes long."""
    rng = Random("ideas")
    tables = {name: make_table(16) for name in (*IDEA_NAMES, "")}
    work = np.zeros(WORK, dtype=np.int64)
    with np.errstate(over="ignore"):
        for number in range(1000 if LONG else 24):
            edition = rng.choice(sorted(built_in()))
            players = rng.choice(built_in()[edition].players)
            cards = rng.choice((6, 7, 8, 9) if LONG and players < 4 else (6, 7) if LONG else (5, 6))
            points = "-2" if number % 2 and edition != "goldsieber-1997" else None
            position = random_position(rng, edition, players, cards, points=points)
            row = pack(position)
            values = {}
            for name, table in tables.items():
                if name == "table" and cards > 6:
                    continue
                work[STOP] = 0
                lower, upper, _ = solve_row(row, work, table, 1 << 60, ALL_IDEAS & ~IDEA_NAMES.get(name, 0))
                assert lower == upper
                values[name] = lower
            assert len(set(values.values())) == 1, (write(position), values)
