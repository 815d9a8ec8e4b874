"""Which cards the sharp bot discards or passes: the most promising choices, played out in worlds."""

from random import Random
from typing import Final

import numpy as np

from naysay.bots.nyet.counting import count as count_cards
from naysay.bots.nyet.sharp.discard_model import DiscardTerms, usual_discards, whole_deck
from naysay.bots.nyet.sharp.inference import WeightedWorlds
from naysay.bots.nyet.sharp.objective import outcome
from naysay.bots.nyet.sharp.playout import OTHER, OWN, RESULT, play_out, scratch
from naysay.bots.nyet.sharp.policy import CardOrder, Table, new_trick
from naysay.bots.nyet.sharp.sampler import Places, Worlds
from naysay.bots.nyet.sharp.sampler_kernel import GAVE, START, Sample
from naysay.bots.nyet.sharp.search import COLUMNS, POINTS, SCORE, Budget, Tally, new_source
from naysay.bots.nyet.sharp.weights import play_weights
from naysay.bots.nyet.steady import discards as steady_discards
from naysay.native.bits import int64
from naysay.native.jit import Floats, Ints, allocating
from naysay.nyet.state import Discard
from naysay.nyet.view import View
from naysay.solver.row import LEADER, PLAYERS, SIDE

BATCH: Final = 8
PRIOR_WEIGHT: Final = 32.0  # so many worlds count as much as the rules of thumb
MOST: Final = 12  # so many choices are played out


@allocating
def try_discards(
    sample: Sample, order: CardOrder, me: int, choices: Ints, terms: DiscardTerms, weights: Floats, results: Floats
) -> None:
    """Give each of these choices away in each world, the others as they did or would, and play the round."""
    room, units, step = scratch(), np.zeros(2), terms.step
    hands, gave, voids = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    for at in range(sample.rows.shape[0]):
        row, extra = sample.rows[at], sample.extras[at]
        players, side = row[PLAYERS], row[SIDE + me]
        dead = whole_deck(row)
        for seat in range(players):
            gave[seat] = extra[GAVE + seat]
            dead &= ~(extra[START + seat] | gave[seat])
            if seat != me and gave[seat] == 0:
                gave[seat] = usual_discards(row, order, seat, extra[START + seat], terms)
        for choice in range(len(choices)):
            gave[me] = 0
            for card in range(terms.number):
                copies = ((int64(1) << choices[choice, card, 1]) - 1) << choices[choice, card, 0]
                free = extra[START + me] & copies & ~gave[me]
                gave[me] |= free & -free
            out = dead
            for seat in range(players):
                hands[seat] = extra[START + seat] & ~gave[seat]
                voids[seat] = 0
            for seat in range(players):
                if step:
                    hands[(seat + step) % players] |= gave[seat]
                else:
                    out |= gave[seat]
            units[:] = 0.0
            leader = row[LEADER]
            play_out(Table(row, order, hands, out, voids), new_trick(leader), leader, weights, units, room)
            results[at, choice, OWN] = units[side]
            results[at, choice, OTHER] = units[1 - side]


def search(view: View, legal: tuple[Discard, ...], rng: Random, budget: Budget) -> Tally:
    """Try the choices that look best at first in worlds."""
    assert view.seat is not None
    worlds, source = Worlds(view), new_source(rng)
    guesses, learned = WeightedWorlds(view, worlds, source, rng), play_weights()
    look = np.array(steady_discards.judge(count_cards(view), legal))
    tally = Tally(len(legal), look, PRIOR_WEIGHT, keep=MOST)
    choices = _choices(legal, worlds.places)
    going = True
    while going:
        sample, weights = guesses.draw(BATCH)
        found = np.zeros((len(weights), len(tally.active), RESULT))
        try_discards(sample, guesses.order, view.seat, choices[tally.active], guesses.discards, learned, found)
        results = np.zeros((len(weights), len(tally.active), COLUMNS))
        results[:, :, SCORE], results[:, :, POINTS] = outcome(view, found[:, :, OWN], found[:, :, OTHER])
        tally.add(results, weights)
        tally.narrow()
        going = budget.spend(len(weights))
    return tally


def _choices(legal: tuple[Discard, ...], places: Places) -> Ints:
    """The choices as arrays: of each card the first place and the number of copies."""
    found = [[(places[card][0], len(places[card])) for card in move.cards] for move in legal]
    return np.array(found, np.int64).reshape(len(legal), -1, 2)
