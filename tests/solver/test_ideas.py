"""Each idea of the search, switched off: the values stay the same."""

from random import Random

import numpy as np

from naysay.nyet.edition_file import built_in
from naysay.solver.layout import pack
from naysay.solver.position import write
from naysay.solver.table import make_table
from naysay.solver.values import solve_row
from naysay.solver.work import ALL_IDEAS, IDEA_NAMES, WORK
from tests.effort import LONG
from tests.solver.positions import random_position

LIMIT = 20_000_000  # nodes
NEGATIVE = sorted(id for id, edition in built_in().items() if "-2" in edition.boxes["points"])


def test_every_idea_has_a_name() -> None:
    assert sum(IDEA_NAMES.values()) == ALL_IDEAS


def test_without_any_one_idea() -> None:
    """Hands of 6 to 9 cards, half of them at −2 points.

    Four and five players have 8 or 9 cards in one position of ten. A search without an idea, above all without the
    table, may stop at a limit: then the value must lie between its bounds, and most searches must end before.
    """
    rng = Random("ideas")
    tables = {name: make_table(16) for name in (*IDEA_NAMES, "")}
    work = np.zeros(WORK, dtype=np.int64)
    long_hands = stopped = 0
    with np.errstate(over="ignore"):
        for number in range(1000 if LONG else 24):
            edition = rng.choice(NEGATIVE if number % 2 else sorted(built_in()))
            players = rng.choice(built_in()[edition].players)
            cards = rng.choice((6, 7, 8, 9) if LONG and players < 4 else (6, 7) if LONG else (5, 6))
            if LONG and players >= 4 and number % 10 < 2:  # of each two, one is at −2
                cards = rng.choice((8, 9))
            position = random_position(rng, edition, players, cards, points="-2" if number % 2 else None)
            row = pack(position)
            value, upper, _ = solve_row(row, work, tables[""], 1 << 60, ALL_IDEAS)
            assert value == upper
            long_hands += players >= 4 and cards >= 8
            for name, idea in IDEA_NAMES.items():
                lower, upper, _ = solve_row(row, work, tables[name], LIMIT, ALL_IDEAS & ~idea)
                assert lower <= value <= upper, (write(position), name)
                stopped += lower < upper
    assert stopped <= long_hands // 3
    assert not LONG or long_hands >= 60
