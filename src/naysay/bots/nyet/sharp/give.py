"""Which cards the sharp bot discards or passes: the most promising choices, played out in worlds."""

from random import Random
from typing import Final

import numpy as np

from naysay.bots.nyet import give as steady_give
from naysay.bots.nyet.count import count as count_cards
from naysay.bots.nyet.sharp.deal import Places, Worlds
from naysay.bots.nyet.sharp.draw import GAVE, START
from naysay.bots.nyet.sharp.gift import usual_gift, whole_deck
from naysay.bots.nyet.sharp.machine import Floats, Ints, compiled
from naysay.bots.nyet.sharp.policy import FEATURES, Lay, Trick
from naysay.bots.nyet.sharp.rollout import MOST_MOVES, OTHER, OWN, RESULT, play_out
from naysay.bots.nyet.sharp.stake import outcome
from naysay.bots.nyet.sharp.tally import COLUMNS, POINTS, SCORE, Budget, Tally, new_source
from naysay.bots.nyet.sharp.weigh import Weighed
from naysay.bots.nyet.sharp.weights import play_weights
from naysay.nyet.state import Discard
from naysay.nyet.view import View
from naysay.solver.bits import int64
from naysay.solver.layout import LEADER, PLAYERS, SIDE

BATCH: Final = 8
TRUST: Final = 32.0
MOST: Final = 12  # so many choices are played out


@compiled
def try_gifts(
    rows: Ints,
    extras: Ints,
    lay: Lay,
    me: int,
    gifts: Ints,
    step: int,
    number: int,
    not_low: bool,
    weights: Floats,
    results: Floats,
) -> None:
    """Give each of these choices away in each world, the others as they did or would, and play the round."""
    cards, found, scores = np.zeros(MOST_MOVES, np.int64), np.zeros((MOST_MOVES, FEATURES)), np.zeros(MOST_MOVES)
    hands, gave, voids = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    units = np.zeros(2)
    for at in range(rows.shape[0]):
        row = rows[at]
        players, side = row[PLAYERS], row[SIDE + me]
        dead = whole_deck(row)
        for seat in range(players):
            gave[seat] = extras[at, GAVE + seat]
            dead &= ~(extras[at, START + seat] | gave[seat])
            if seat != me and gave[seat] == 0:
                gave[seat] = usual_gift(row, lay, seat, extras[at, START + seat], number, step, not_low)
        for choice in range(len(gifts)):
            gave[me] = 0
            for card in range(number):
                copies = ((int64(1) << gifts[choice, card, 1]) - 1) << gifts[choice, card, 0]
                free = extras[at, START + me] & copies & ~gave[me]
                gave[me] |= free & -free
            out = dead
            for seat in range(players):
                hands[seat] = extras[at, START + seat] & ~gave[seat]
                voids[seat] = 0
            for seat in range(players):
                if step:
                    hands[(seat + step) % players] |= gave[seat]
                else:
                    out |= gave[seat]
            units[:] = 0.0
            leader = row[LEADER]
            trick = Trick(int64(0), int64(0), leader, 0, 0, 0)
            play_out(row, lay, hands, out, voids, trick, leader, weights, units, cards, found, scores)
            results[at, choice, OWN] = units[side]
            results[at, choice, OTHER] = units[1 - side]


def search(view: View, legal: tuple[Discard, ...], rng: Random, budget: Budget) -> Tally:
    """Try the choices that look best at first in worlds."""
    assert view.seat is not None
    assert view.terms is not None
    worlds, source, rule = Worlds(view), new_source(rng), view.terms.discard
    guesses, learned = Weighed(view, worlds, source, rng), play_weights()
    look = np.array(steady_give.judge(count_cards(view), legal))
    tally = Tally(len(legal), look, TRUST, keep=MOST)
    gifts = _gifts(legal, worlds.places)
    going = True
    while going:
        rows, extras, weights = guesses.draw(BATCH)
        found = np.zeros((len(rows), len(tally.active), RESULT))
        tried = gifts[tally.active]
        try_gifts(rows, extras, guesses.lay, view.seat, tried, rule.passed_to, rule.count, rule.not_low, learned, found)
        results = np.zeros((len(rows), len(tally.active), COLUMNS))
        results[:, :, SCORE], results[:, :, POINTS] = outcome(view, found[:, :, OWN], found[:, :, OTHER])
        tally.add(results, weights)
        tally.narrow()
        going = budget.spend(len(rows))
    return tally


def _gifts(legal: tuple[Discard, ...], places: Places) -> Ints:
    """The choices as arrays: of each card the first place and the number of copies."""
    found = [[(places[card][0], len(places[card])) for card in move.cards] for move in legal]
    return np.array(found, np.int64).reshape(len(legal), -1, 2)
