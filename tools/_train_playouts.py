"""How the policy of playouts is learned: it plays itself, and every card it could have played is played out."""

import numpy as np

from naysay.bots.nyet.sharp.playout import MOST_MOVES, play_out, scratch, show_void
from naysay.bots.nyet.sharp.policy import FEATURES, CardOrder, Table, add_card, context_of, describe, new_trick, prefer
from naysay.bots.nyet.sharp.sampler_kernel import DEAD, Sample
from naysay.native.jit import Floats, Ints, allocating, compiled
from naysay.native.random import draw_below, draw_fraction
from naysay.solver.row import HAND, LEADER, PLAYERS, SIDE, SIGN


@compiled
def add_up(number: int, found: Floats, leads: Floats, mean: Floats, squares: Floats, products: Floats) -> None:
    """Add the legal cards of one decision to the normal equations of its context, each against their mean."""
    middle = 0.0
    mean[:] = 0.0
    for move in range(number):
        middle += leads[move] / number
        for i in range(FEATURES):
            mean[i] += found[move, i] / number
    for move in range(number):
        for i in range(FEATURES):
            x = found[move, i] - mean[i]
            products[i] += x * (leads[move] - middle)
            for j in range(FEATURES):
                squares[i, j] += x * (found[move, j] - mean[j])


@allocating
def teach(
    sample: Sample,
    order: CardOrder,
    weights: Floats,
    source: Ints,
    explore: float,
    squares: Floats,
    products: Floats,
) -> float:
    """Play these rows, and learn from every card what it leads to; what the policy's own cards lost against the best.

    Now and then (`explore`) any card is played, so that unusual positions come up.
    """
    room, other, leads = scratch(), scratch(), np.zeros(MOST_MOVES)
    cards, found, scores = room.cards, room.found, room.scores
    hands, voids = np.zeros(5, np.int64), np.zeros(5, np.int64)
    later, gone = np.zeros(5, np.int64), np.zeros(5, np.int64)
    units, mean, share = np.zeros(2), np.zeros(FEATURES), np.zeros(5)
    lost = 0.0
    for at in range(sample.rows.shape[0]):
        row, dead = sample.rows[at], sample.extras[at, DEAD]
        players, seat = row[PLAYERS], row[LEADER]
        table, tried = Table(row, order, hands, dead, voids), Table(row, order, later, dead, gone)
        for place in range(5):
            hands[place], voids[place] = row[HAND + place], 0
        trick = new_trick(seat)
        while hands[seat]:
            number = describe(table, seat, trick, cards, found, share)
            context, best = context_of(row, hands[seat], seat, trick), 0
            if number > 1:
                best = prefer(found, number, weights[context], scores)
                side = row[SIDE + seat]
                for move in range(number):
                    later[:] = hands
                    gone[:] = voids
                    show_void(order, trick, seat, cards[move], gone)
                    later[seat] ^= cards[move]
                    units[:] = 0.0
                    after = add_card(row, order, trick, seat, cards[move])
                    play_out(tried, after, (seat + 1) % players, weights, units, other)
                    leads[move] = row[SIGN] * (units[side] - units[1 - side])
                lost += leads[:number].max() - leads[best]
                add_up(number, found, leads, mean, squares[context], products[context])
                if draw_fraction(source) < explore:
                    best = draw_below(source, number)
            show_void(order, trick, seat, cards[best], voids)
            hands[seat] ^= cards[best]
            trick = add_card(row, order, trick, seat, cards[best])
            seat = (seat + 1) % players
            if trick.played == players:
                seat = trick.taker
                trick = new_trick(seat)
    return lost
