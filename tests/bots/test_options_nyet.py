"""The bots for Nyet! under every option: legal moves, true reasons, and what an option changes for them."""

from random import Random
from typing import Any

import pytest

from naysay.bots import registry
from naysay.bots.nyet.reasons import REASONS
from naysay.bots.nyet.sharp.objective import is_last
from naysay.bots.nyet.sharp.veto_board import MOST_BOXES, board
from naysay.bots.nyet.sharp.veto_model import box_number, read_bids
from naysay.bots.nyet.steady.veto_and_teams import likely_terms
from naysay.games import find
from naysay.nyet.edition_file import built_in
from naysay.nyet.state import Veto
from naysay.solver.layout import layout
from naysay.solver.row import SUIT, SUITS
from tests.bots.test_steady_nyet import decisions
from tests.support.effort import times
from tests.support.nyet_positions import TABLES, deal, start, veto_down
from tests.support.random_options import nyet_options

BOTS = {"fresh": "fresh", "casual": "casual", "steady": "steady", "sharp": "sharp:8n", "ismcts": "ismcts:20n"}
GAME = find("nyet")


@pytest.mark.slow
@pytest.mark.parametrize("name", BOTS)
def test_any_options_leave_moves_legal_and_reasons_true(name: str) -> None:
    bot, rng = registry.find(BOTS[name], "nyet"), Random(f"options {name}")
    for seed in range(times(6)):
        edition, players = rng.choice(TABLES)
        options = nyet_options(rng, edition, players, longest=1) | {"end": {"rounds": 1}}
        for _, view, legal, choice in decisions(seed, players, edition, options, bots=lambda seat: bot):
            assert choice.move in legal
            for one in choice.candidates:
                assert all(REASONS[why.code].holds(view, one.move, why.params) for why in one.why)


@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("reading", ["trump", "own"])
def test_n13_the_sharp_bots_board_follows_the_reading(edition: str, players: int, reading: str) -> None:
    values = built_in()[edition]
    made = board(values, players, reading, difference=False, player=False)
    combos = [(trump, supertrump) for trump in values.boxes["trump"] for supertrump in values.boxes["super"]]
    for row, (trump, supertrump) in zip(made.rows, combos, strict=True):
        fixed = layout(values, players, likely_terms(values, reading, trump, supertrump)).fixed
        assert [int(row[SUIT + suit]) for suit in range(fixed[SUITS])] == [
            fixed[SUIT + suit] for suit in range(fixed[SUITS])
        ]


def test_n16_the_first_row_goes_by_who_plays_a_character() -> None:
    state = deal(start("iello-2015", 3, 0, characters=["crane", "bear", "wolf"]), {})
    view = GAME.view(state, 0)
    assert [box_number(view, "first", box) for box in ("crane", "bear", "wolf")] == [0, 1, 2]
    assert [box_number(view, "points", box) % MOST_BOXES for box in ("1", "2")] == [0, 1]
    assert read_bids(view).now.open[0] == 0b111
    after = GAME.apply(state, 0, Veto("first", "bear"))
    assert read_bids(GAME.view(after, 2)).now.open[0] == 0b101


@pytest.mark.parametrize("name", ["steady", "sharp"])
def test_n16_who_chose_another_character_says_no_to_the_same_person(name: str) -> None:
    """The hands are the same, the boxes of row 1 are swapped: a bot that goes by seats covers the swapped box."""
    bot = registry.find(BOTS[name], "nyet")
    usual, swapped = ("bear", "wolf", "eagle", "tiger"), ("tiger", "eagle", "wolf", "bear")
    for seed in range(8):
        plain, chosen = (
            GAME.view(deal(start("iello-2015", 4, 0, **options), {}, Random(seed)), 0)
            for options in ({}, {"characters": list(swapped)})
        )
        legal = tuple(Veto("first", box) for box in usual)
        same = tuple(Veto("first", swapped[usual.index(move.box)]) for move in legal)
        one, other = bot(plain, legal, Random(1)).move, bot(chosen, same, Random(1)).move
        assert swapped[usual.index(one.box)] == other.box


def test_n17_the_last_round_is_the_one_that_was_agreed_on() -> None:
    def last(**options: Any) -> bool:
        return is_last(GAME.view(veto_down(deal(start("iello-2015", 4, 0, **options), {})), 0))

    assert last(end={"rounds": 1})
    assert not last(end={"rounds": 2})
    assert not last(end={"target": 1})
    assert not last()
