"""How the policy of playouts is learned: it plays itself, and every card it could have played is played out."""

import numpy as np

from naysay.bots.nyet.sharp.draw import DEAD
from naysay.bots.nyet.sharp.machine import Floats, Ints, below, compiled, fraction, inner
from naysay.bots.nyet.sharp.policy import FEATURES, Lay, Trick, add_card, context_of, describe, prefer
from naysay.bots.nyet.sharp.rollout import MOST_MOVES, play_out, show_void
from naysay.solver.bits import int64
from naysay.solver.layout import HAND, LEADER, PLAYERS, SIDE, SIGN


@inner
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


@compiled
def teach(
    rows: Ints, extras: Ints, lay: Lay, weights: Floats, source: Ints, explore: float, squares: Floats, products: Floats
) -> float:
    """Play these rows, and learn from every card what it leads to; what the policy's own cards lost against the best.

    Now and then (`explore`) any card is played, so that unusual positions come up.
    """
    cards, found = np.zeros(MOST_MOVES, np.int64), np.zeros((MOST_MOVES, FEATURES))
    others, other_found = np.zeros(MOST_MOVES, np.int64), np.zeros((MOST_MOVES, FEATURES))
    scores, leads, other_scores = np.zeros(MOST_MOVES), np.zeros(MOST_MOVES), np.zeros(MOST_MOVES)
    hands, voids = np.zeros(5, np.int64), np.zeros(5, np.int64)
    later, gone = np.zeros(5, np.int64), np.zeros(5, np.int64)
    units, mean, share = np.zeros(2), np.zeros(FEATURES), np.zeros(5)
    lost = 0.0
    for at in range(rows.shape[0]):
        row, dead = rows[at], extras[at, DEAD]
        players, seat = row[PLAYERS], row[LEADER]
        for other in range(5):
            hands[other], voids[other] = row[HAND + other], 0
        trick = Trick(int64(0), int64(0), seat, 0, 0, 0)
        while hands[seat]:
            number = describe(row, lay, hands, dead, voids, seat, trick, cards, found, share)
            context, best = context_of(row, hands, seat, trick), 0
            if number > 1:
                best = prefer(found, number, weights[context], scores)
                side = row[SIDE + seat]
                for move in range(number):
                    later[:] = hands
                    gone[:] = voids
                    show_void(lay, trick, seat, cards[move], gone)
                    later[seat] ^= cards[move]
                    units[:] = 0.0
                    after = add_card(row, lay, trick, seat, cards[move])
                    turn = (seat + 1) % players
                    play_out(
                        row, lay, later, dead, gone, after, turn, weights, units, others, other_found, other_scores
                    )
                    leads[move] = row[SIGN] * (units[side] - units[1 - side])
                lost += leads[:number].max() - leads[best]
                add_up(number, found, leads, mean, squares[context], products[context])
                if fraction(source) < explore:
                    best = below(source, number)
            show_void(lay, trick, seat, cards[best], voids)
            hands[seat] ^= cards[best]
            trick = add_card(row, lay, trick, seat, cards[best])
            seat = (seat + 1) % players
            if trick.played == players:
                seat = trick.taker
                trick = Trick(int64(0), int64(0), seat, 0, 0, 0)
    return lost
