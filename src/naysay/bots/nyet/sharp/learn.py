"""How the policy of playouts is learned: it plays itself, and every card it could have played is played out."""

import numpy as np

from naysay.bots.nyet.sharp.draw import DEAD
from naysay.bots.nyet.sharp.machine import Floats, Ints, below, compiled, fraction
from naysay.bots.nyet.sharp.policy import FEATURES, Lay, Trick, add_card, context_of, describe, prefer
from naysay.bots.nyet.sharp.rollout import MOST_MOVES, _place, play_out
from naysay.solver.layout import HAND, LEADER, PLAYERS, SIDE, SIGN


@compiled
def teach(
    rows: Ints, extras: Ints, lay: Lay, weights: Floats, source: Ints, explore: float, squares: Floats, products: Floats
) -> float:
    """Play these rows, and add to the normal equations of each context what every card leads to, against their mean."""
    cards = np.zeros(MOST_MOVES, np.int64)
    found = np.zeros((MOST_MOVES, FEATURES))
    scores, leads, other_scores = np.zeros(MOST_MOVES), np.zeros(MOST_MOVES), np.zeros(MOST_MOVES)
    share = np.zeros(5)
    others = np.zeros(MOST_MOVES, np.int64)
    other_found = np.zeros((MOST_MOVES, FEATURES))
    hands, voids = np.zeros(5, np.int64), np.zeros(5, np.int64)
    later, gone = np.zeros(5, np.int64), np.zeros(5, np.int64)
    units = np.zeros(2)
    mean = np.zeros(FEATURES)
    lost = 0.0
    for at in range(rows.shape[0]):
        row = rows[at]
        players, seat = row[PLAYERS], row[LEADER]
        for other in range(5):
            hands[other], voids[other] = row[HAND + other], 0
        dead = extras[at, DEAD]
        trick = Trick(np.int64(0), np.int64(0), seat, 0, 0, 0)
        while hands[seat]:
            number = describe(row, lay, hands, dead, voids, seat, trick, cards, found, share)
            best = 0
            if number > 1:
                context = context_of(row, hands, seat, trick)
                best = prefer(found, number, weights[context], scores)
                side = row[SIDE + seat]
                middle = 0.0
                mean[:] = 0.0
                top = -1000.0
                for move in range(number):
                    for other in range(5):
                        later[other], gone[other] = hands[other], voids[other]
                    if trick.played and not cards[move] & trick.led:
                        gone[seat] |= 1 << lay.suit_at[_place(trick.led)]
                    later[seat] ^= cards[move]
                    units[:] = 0.0
                    after = add_card(row, lay, trick, seat, cards[move])
                    play_out(row, lay, later, dead, gone, after, (seat + 1) % players, weights, units, others, other_found, other_scores)
                    leads[move] = row[SIGN] * (units[side] - units[1 - side])
                    middle += leads[move] / number
                    mean += found[move] / number
                    top = max(top, leads[move])
                lost += top - leads[best]
                for move in range(number):
                    for i in range(FEATURES):
                        x = found[move, i] - mean[i]
                        products[context, i] += x * (leads[move] - middle)
                        for j in range(FEATURES):
                            squares[context, i, j] += x * (found[move, j] - mean[j])
                if fraction(source) < explore:
                    best = below(source, number)
            card = cards[best]
            if trick.played and not card & trick.led:
                voids[seat] |= 1 << lay.suit_at[_place(trick.led)]
            hands[seat] ^= card
            trick = add_card(row, lay, trick, seat, card)
            seat = (seat + 1) % players
            if trick.played == players:
                seat = trick.taker
                trick = Trick(np.int64(0), np.int64(0), seat, 0, 0, 0)
    return lost
