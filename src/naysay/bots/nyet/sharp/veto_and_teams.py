"""Which box the sharp bot covers, whom it takes as partner, and who gets the bonus card.

Each veto is played on to the teams, and each way to make the teams is evaluated, in worlds that fit what the others
vetoed.
"""

from random import Random
from typing import Final

import numpy as np

from naysay.bots.nyet.sharp.hand_value import TRAITS
from naysay.bots.nyet.sharp.inference import VETO_CHOICE, WeightedWorlds, deck_masks, weigh_vetoes
from naysay.bots.nyet.sharp.objective import Match, promise, standing
from naysay.bots.nyet.sharp.sampler import Worlds
from naysay.bots.nyet.sharp.sampler_kernel import DEALT
from naysay.bots.nyet.sharp.search import COLUMNS, Budget, Tally, new_source, resample
from naysay.bots.nyet.sharp.veto_board import ROLES, Board, card_mask, score
from naysay.bots.nyet.sharp.veto_model import (
    RoundTerms,
    Sides,
    ahead,
    box_number,
    contribute_to,
    first_look,
    lead_of,
    read_bids,
    try_vetoes,
)
from naysay.native.jit import Floats, Ints, allocating
from naysay.nyet.state import Team, Veto
from naysay.nyet.view import View
from naysay.solver.row import HAND

VETO_POOL: Final = 64
VETO_BATCH: Final = 16
VETO_PRIOR_WEIGHT: Final = 100.0  # so many worlds count as much as the first look


def search_vetoes(view: View, legal: tuple[Veto, ...], rng: Random, budget: Budget) -> Tally:
    """Try every veto in worlds."""
    assert view.seat is not None
    bids, worlds, source, match = read_bids(view), Worlds(view), new_source(rng), standing(view)
    vetoes = np.array([box_number(view, move.row, move.box) for move in legal], np.int64)
    look, hand = np.zeros(len(legal)), card_mask(view.hand, view.edition, view.setup.players)
    first_look(bids.board, hand, bids.now.open, view.seat, vetoes, look)
    tally = Tally(len(legal), look, VETO_PRIOR_WEIGHT)
    going = True
    while going:
        sample, _ = worlds.draw(source, VETO_POOL if len(bids.seats) else VETO_BATCH)
        hands = sample.rows[:, HAND : HAND + 5].copy()
        if len(bids.seats):
            logs = np.zeros(len(hands))
            weigh_vetoes(bids, hands, view.seat, VETO_CHOICE, logs)
            hands = hands[resample(logs, VETO_BATCH, rng)]
        results = np.zeros((len(hands), len(tally.active), COLUMNS))
        try_vetoes(bids, hands, view.seat, vetoes[tally.active], source, match, results)
        tally.add(results, np.ones(len(hands)))
        tally.narrow()
        going = budget.spend(len(hands))
    return tally


TEAM_BATCH: Final = 32


@allocating
def try_teams(
    board: Board, worlds: Ints, terms: RoundTerms, mates: Ints, bonus: Ints, match: Match, results: Floats
) -> None:
    """Each way to make the teams in each world (hands in places of the deck)."""
    combos, points, me = len(board.power), terms.points, terms.first
    hands = np.zeros((5, combos, 2, ROLES))
    picked, taken = np.zeros((combos, 2)), np.zeros((combos, 2))
    traits = np.zeros(TRAITS)
    for at in range(len(worlds)):
        for seat in range(board.players):
            contribute_to(board, worlds[at, seat], traits, hands[seat], picked, taken)
        for number in range(len(mates)):
            sides = Sides(mates[number], bonus[number])
            lead = lead_of(board, terms, sides, hands)
            worth = ahead(board, terms, sides, me, hands)
            results[at, number, 0] = abs(points) * worth + promise(
                match, board, points, me, sides.mates, sides.bonus, lead
            )
            results[at, number, 1] = score(board, points, me == sides.bonus, lead)


def search_teams(view: View, legal: tuple[Team, ...], rng: Random, budget: Budget) -> Tally:
    """Try all teams in worlds, each as likely as its vetoes were."""
    assert view.seat is not None
    source, tally, match = new_source(rng), Tally(len(legal)), standing(view)
    guesses = WeightedWorlds(view, Worlds(view), source, rng)
    players, me = view.setup.players, view.seat
    mates = np.array([1 << me | sum(1 << other for other in move.partners) for move in legal], np.int64)
    bonus = np.array([_bonus(players, int(side), move) for side, move in zip(mates, legal, strict=True)], np.int64)
    going = True
    while going:
        sample, weights = guesses.draw(TEAM_BATCH)
        hands = deck_masks(sample.extras[:, DEALT : DEALT + 5], guesses.to_deck)
        results = np.zeros((len(hands), len(legal), COLUMNS))
        try_teams(guesses.bids.board, hands, guesses.round_terms, mates, bonus, match, results)
        tally.add(results, weights)
        going = budget.spend(len(hands))
    return tally


def _bonus(players: int, side: int, move: Team) -> int:
    """Who gets the bonus card: with three players who is alone."""
    if move.bonus is not None:
        return move.bonus
    if players != 3:
        return -1
    alone = side if side.bit_count() == 1 else 7 & ~side
    return alone.bit_length() - 1
