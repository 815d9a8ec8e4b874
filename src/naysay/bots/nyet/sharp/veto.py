"""Which box the sharp bot covers: each veto, played on to the teams in worlds that fit what the others vetoed."""

from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from naysay.bots.nyet.sharp.auction import cover, first_look, try_vetoes, weigh_vetoes
from naysay.bots.nyet.sharp.board import MOST_BOXES, Board, board, card_mask
from naysay.bots.nyet.sharp.deal import Worlds
from naysay.bots.nyet.sharp.machine import Floats, Ints
from naysay.bots.nyet.sharp.stake import standing
from naysay.bots.nyet.sharp.tally import COLUMNS, Budget, Tally, new_source, resample
from naysay.nyet.cards import COLOURS
from naysay.nyet.edition import NONE, ROWS
from naysay.nyet.state import Veto
from naysay.nyet.view import View
from naysay.solver.layout import HAND

HEAT: Final = 1.0
DOUBT: Final = 0.1
POOL: Final = 64
BATCH: Final = 16
TRUST: Final = 100.0


@dataclass(frozen=True, slots=True)
class Bids:
    """The vetoes so far, as arrays: who covered what, the board before and now, what it told."""

    board: Board
    seats: Ints
    boxes: Ints
    start: Ints
    open: Ints
    told: Floats
    last: Ints


def read_bids(view: View) -> Bids:
    """The vetoes of a view."""
    edition, players = view.edition, view.setup.players
    found = board(edition, players, view.options.scoring == "difference", view.options.bonus == "player")
    start = np.array([(1 << int(many)) - 1 for many in found.boxes], np.int64)
    start[0] = (1 << players) - 1
    seats = np.array([seat for seat, _, _ in view.vetoes], np.int64)
    boxes = np.array([box_number(view, row, box) for _, row, box in view.vetoes], np.int64)
    open, told, last = start.copy(), np.zeros((5, MOST_BOXES + 1)), np.full(5, -1, np.int64)
    for seat, box in zip(seats, boxes, strict=True):
        cover(open, told, last, seat, box)
    return Bids(found, seats, boxes, start, open, told, last)


def box_number(view: View, row: str, box: str) -> int:
    """A box as a number."""
    return ROWS.index(row) * MOST_BOXES + view.edition.boxes[row].index(box)


def combo_of(view: View) -> int:
    """The trump and supertrump of a round, as a number."""
    assert view.terms is not None
    boxes, terms = view.edition.boxes, view.terms
    trump = COLOURS[terms.trump] if terms.trump else NONE
    supertrump = COLOURS[terms.supertrump[0]] if terms.supertrump else NONE
    return boxes["trump"].index(trump) * len(boxes["super"]) + boxes["super"].index(supertrump)


def search(view: View, legal: tuple[Veto, ...], rng: Random, budget: Budget) -> Tally:
    """Try every veto in worlds."""
    assert view.seat is not None
    bids, worlds, source, match = read_bids(view), Worlds(view), new_source(rng), standing(view)
    vetoes = np.array([box_number(view, move.row, move.box) for move in legal], np.int64)
    look, hand = np.zeros(len(legal)), card_mask(view.hand, view.edition, view.setup.players)
    first_look(bids.board, hand, bids.open, view.seat, vetoes, look)
    tally = Tally(len(legal), look, TRUST)
    going = True
    while going:
        rows, _, _ = worlds.draw(source, POOL if len(bids.seats) else BATCH)
        hands = rows[:, HAND : HAND + 5].copy()
        if len(bids.seats):
            logs = np.zeros(len(hands))
            weigh_vetoes(bids.board, hands, bids.seats, bids.boxes, bids.start, view.seat, HEAT, DOUBT, logs)
            hands = hands[resample(logs, BATCH, rng)]
        results = np.zeros((len(hands), len(tally.active), COLUMNS))
        tried = vetoes[tally.active]
        try_vetoes(bids.board, hands, bids.open, bids.told, bids.last, view.seat, tried, source, match, results)
        tally.add(results, np.ones(len(hands)))
        tally.narrow()
        going = budget.spend(len(hands))
    return tally
