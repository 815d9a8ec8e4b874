"""Each idea of the search, switched off: the values stay the same."""

from random import Random

from naysay.nyet.edition_file import built_in
from naysay.solver.api import Table
from naysay.solver.position import write
from naysay.solver.work import ALL_IDEAS, IDEA_NAMES
from tests.solver.positions import random_position, search
from tests.support.effort import LONG

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
    tables = {name: Table(16) for name in (*IDEA_NAMES, "")}
    long_hands = stopped = 0
    for number in range(1000 if LONG else 24):
        edition = rng.choice(NEGATIVE if number % 2 else sorted(built_in()))
        players = rng.choice(built_in()[edition].players)
        cards = rng.choice((6, 7, 8, 9) if LONG and players < 4 else (6, 7) if LONG else (5, 6))
        if LONG and players >= 4 and number % 10 < 2:  # of each two, one is at −2
            cards = rng.choice((8, 9))
        position = random_position(rng, edition, players, cards, points="-2" if number % 2 else None)
        value, upper, _ = search(position, tables[""], 1 << 60, ALL_IDEAS)
        assert value == upper
        long_hands += players >= 4 and cards >= 8
        for name, idea in IDEA_NAMES.items():
            lower, upper, _ = search(position, tables[name], LIMIT, ALL_IDEAS & ~idea)
            assert lower <= value <= upper, (write(position), name)
            stopped += lower < upper
    assert stopped <= long_hands // 3
    assert not LONG or long_hands >= 60
