"""The masks against the rules: suits, who takes a trick, loot; and editions that do not fit."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from naysay.nyet.edition import low_cards
from naysay.nyet.edition_file import built_in
from naysay.nyet.edition_file import read as read_edition
from naysay.nyet.tricks import finish, followers
from naysay.solver.layout import layout, pack
from naysay.solver.position import Position
from naysay.solver.prepare import prepare
from naysay.solver.row import HAND, LOOT, PLAYED, SUIT, SUITS, TRICK
from naysay.solver.trick import trick_so_far
from naysay.solver.work import SUIT_AT, WORK
from tests.solver.positions import random_position
from tests.support.effort import times
from tests.support.nyet_positions import OWN

TABLES = [(id, players) for id, edition in built_in().items() for players in edition.players]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_tricks_by_masks_are_tricks_by_the_rules(edition: str, players: int) -> None:
    rng = Random(f"layout {edition} {players}")
    work = np.zeros(WORK, dtype=np.int64)
    for number in range(times(60)):
        size, reading = rng.randint(2, built_in()[edition].hand[players]), (None, "trump", "own")[number % 3]
        position = random_position(rng, edition, players, size, played=rng.randint(1, players - 1), reading=reading)
        check_trick(position, work)


def check_trick(position: Position, work: np.typing.NDArray[np.int64]) -> None:
    row = pack(position)
    prepare(row, work)
    trick = trick_so_far(work)
    taker = int(trick.taker)
    low = low_cards(position.edition)
    so_far = finish(position.leader, position.trick, position.terms, position.sides, low)
    assert taker == so_far.winner
    assert len(so_far.loot) == (trick.loot_1 if position.sides[taker] == 0 else trick.loot_0)
    cards = layout(position.edition, position.players, position.terms).cards
    hand = int(row[HAND + position.seat])
    legal = hand & int(trick.led) or hand
    by_masks = sorted(cards[bit] for bit in range(62) if legal >> bit & 1)
    assert by_masks == sorted(followers(position.hands[position.seat], position.trick, position.terms))
    assert int(trick.cards).bit_count() == row[PLAYED]
    assert work[SUIT_AT + int(row[TRICK]).bit_length() - 1] < row[SUITS]
    held = sum(row[HAND : HAND + position.players])
    assert [cards[bit] in low for bit in range(62) if held >> bit & 1] == [
        bool(row[LOOT] >> bit & 1) for bit in range(62) if held >> bit & 1
    ]
    assert sum(int(row[SUIT + suit]).bit_count() for suit in range(row[SUITS])) == len(cards)


def test_which_copy_is_where_makes_no_difference() -> None:
    """Equal cards go to the seats in turn, so that a row says no more than the position."""
    rng = Random("copies")
    position = random_position(rng, "amigo-2007", 4, 15, played=0)
    row, held = pack(position), 0
    cards = layout(position.edition, 4, position.terms).cards
    for seat in range(4):
        hand = int(row[HAND + seat])
        assert sorted(cards[bit] for bit in range(62) if hand >> bit & 1) == sorted(position.hands[seat])
        assert held & hand == 0
        held |= hand
    assert held == (1 << 60) - 1


def test_who_begins_and_the_points_make_no_new_layout() -> None:
    position = random_position(Random("same"), "iello-2015", 4, 3)
    other = replace(position.terms, first=3 - position.terms.first, points=-2)
    assert layout(position.edition, 4, other) is layout(position.edition, 4, position.terms)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_own_edition_fits(players: int) -> None:
    edition = read_edition(OWN)
    position = random_position(Random(players), edition, players, 4)
    assert pack(position)[SUITS] == 5


def test_an_edition_that_does_not_fit_is_refused() -> None:
    large = OWN | {"values": [*range(2, 18)], "removed": {}, "aside": {"2": 60, "3": 2}}
    large |= {"hand": {"2": 10, "3": 26, "4": 20, "5": 16}}
    with pytest.raises(ValueError, match="own-2026 does not fit the solver: 80 cards, and a mask holds 62"):
        pack(random_position(Random(1), read_edition(large), 2, 3))
    copies = OWN | {"values": [2] * 7 + [3] * 3 + [4, 5], "removed": {}, "aside": {"2": 40, "3": 0}}
    copies |= {"hand": {"2": 10, "3": 20, "4": 15, "5": 12}}
    with pytest.raises(ValueError, match="own-2026 does not fit the solver: too many suits and copies"):
        pack(random_position(Random(1), read_edition(copies), 5, 3))
