"""Which box the sharp bot covers: each veto, played on to the teams in worlds that fit what the others vetoed."""

from random import Random
from typing import Final

import numpy as np

from naysay.bots.nyet.sharp.inference import VETO_CHOICE, weigh_vetoes
from naysay.bots.nyet.sharp.objective import standing
from naysay.bots.nyet.sharp.sampler import Worlds
from naysay.bots.nyet.sharp.search import COLUMNS, Budget, Tally, new_source, resample
from naysay.bots.nyet.sharp.veto_board import card_mask
from naysay.bots.nyet.sharp.veto_model import box_number, first_look, read_bids, try_vetoes
from naysay.nyet.state import Veto
from naysay.nyet.view import View
from naysay.solver.row import HAND

POOL: Final = 64
BATCH: Final = 16
PRIOR_WEIGHT: Final = 100.0  # so many worlds count as much as the first look


def search(view: View, legal: tuple[Veto, ...], rng: Random, budget: Budget) -> Tally:
    """Try every veto in worlds."""
    assert view.seat is not None
    bids, worlds, source, match = read_bids(view), Worlds(view), new_source(rng), standing(view)
    vetoes = np.array([box_number(view, move.row, move.box) for move in legal], np.int64)
    look, hand = np.zeros(len(legal)), card_mask(view.hand, view.edition, view.setup.players)
    first_look(bids.board, hand, bids.now.open, view.seat, vetoes, look)
    tally = Tally(len(legal), look, PRIOR_WEIGHT)
    going = True
    while going:
        sample, _ = worlds.draw(source, POOL if len(bids.seats) else BATCH)
        hands = sample.rows[:, HAND : HAND + 5].copy()
        if len(bids.seats):
            logs = np.zeros(len(hands))
            weigh_vetoes(bids, hands, view.seat, VETO_CHOICE, logs)
            hands = hands[resample(logs, BATCH, rng)]
        results = np.zeros((len(hands), len(tally.active), COLUMNS))
        try_vetoes(bids, hands, view.seat, vetoes[tally.active], source, match, results)
        tally.add(results, np.ones(len(hands)))
        tally.narrow()
        going = budget.spend(len(hands))
    return tally
