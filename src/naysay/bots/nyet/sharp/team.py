"""Whom the sharp bot takes as partner, and who gets the bonus card: the hands that fit the vetoes, evaluated."""

from random import Random
from typing import Final

import numpy as np

from naysay.bots.nyet.sharp.auction import ahead, contribute_to, lead_of
from naysay.bots.nyet.sharp.board import ROLES, Board, score
from naysay.bots.nyet.sharp.deal import Worlds
from naysay.bots.nyet.sharp.draw import DEALT
from naysay.bots.nyet.sharp.hand import TRAITS
from naysay.bots.nyet.sharp.machine import Floats, Ints, compiled
from naysay.bots.nyet.sharp.stake import Match, promise, standing
from naysay.bots.nyet.sharp.tally import COLUMNS, Budget, Tally, new_source
from naysay.bots.nyet.sharp.veto import combo_of
from naysay.bots.nyet.sharp.weigh import Weighed, deck_masks
from naysay.nyet.state import Team
from naysay.nyet.view import View

BATCH: Final = 32


@compiled
def try_teams(
    board: Board,
    worlds: Ints,
    combo: int,
    points: int,
    me: int,
    mates: Ints,
    bonus: Ints,
    match: Match,
    results: Floats,
) -> None:
    """Each way to make the teams in each world (hands in places of the deck)."""
    combos = len(board.power)
    hands = np.zeros((5, combos, 2, ROLES))
    picked, taken = np.zeros((combos, 2)), np.zeros((combos, 2))
    traits = np.zeros(TRAITS)
    sign = 0 if points > 0 else 1
    for at in range(len(worlds)):
        for seat in range(board.players):
            contribute_to(board, worlds[at, seat], traits, hands[seat], picked, taken)
        for number in range(len(mates)):
            lead = lead_of(board, combo, sign, mates[number], bonus[number], me, hands)
            worth = ahead(board, combo, sign, mates[number], bonus[number], me, me, hands)
            results[at, number, 0] = abs(points) * worth + promise(
                match, board, points, me, mates[number], bonus[number], lead
            )
            results[at, number, 1] = score(board, points, me == bonus[number], lead)


def search(view: View, legal: tuple[Team, ...], rng: Random, budget: Budget) -> Tally:
    """Try all teams in worlds, each as likely as its vetoes were."""
    assert view.seat is not None
    assert view.terms is not None
    source, tally, match = new_source(rng), Tally(len(legal)), standing(view)
    guesses = Weighed(view, Worlds(view), source, rng)
    players, me = view.setup.players, view.seat
    mates = np.array([1 << me | sum(1 << other for other in move.partners) for move in legal], np.int64)
    bonus = np.array([_bonus(players, int(side), move) for side, move in zip(mates, legal, strict=True)], np.int64)
    combo, going = combo_of(view), True
    while going:
        _, extras, weights = guesses.draw(BATCH)
        hands = deck_masks(extras[:, DEALT : DEALT + 5], guesses.to_deck)
        results = np.zeros((len(hands), len(legal), COLUMNS))
        try_teams(guesses.bids.board, hands, combo, view.terms.points, me, mates, bonus, match, results)
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
