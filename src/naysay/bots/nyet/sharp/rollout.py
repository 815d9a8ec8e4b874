"""Playouts by the learned policy: every legal card of a seat tried in many worlds."""

from typing import Final

import numpy as np

from naysay.bots.nyet.sharp.draw import DEAD
from naysay.bots.nyet.sharp.machine import Floats, Ints, compiled, inner
from naysay.bots.nyet.sharp.policy import (
    FEATURES,
    Lay,
    Trick,
    add_card,
    context_of,
    describe,
    prefer,
    trick_of,
)
from naysay.solver.bits import int64, low_place
from naysay.solver.layout import HAND, LEADER, LINK, PLAYED, PLAYERS, SIDE, TRICK, WEIGHT

OWN: Final = 0  # columns of a result: units of the own side, of the other, whether the seat took the trick
OTHER: Final = 1
TOOK: Final = 2
RESULT: Final = 3
MOST_MOVES: Final = 32


@inner
def show_void(lay: Lay, trick: Trick, seat: int, card: int, voids: Ints) -> None:
    """Note the suit led if a card does not follow it."""
    if trick.played and not card & trick.led:
        voids[seat] |= 1 << lay.suit_at[low_place(trick.led)]


@inner
def play_out(
    row: Ints,
    lay: Lay,
    hands: Ints,
    dead: int,
    voids: Ints,
    trick: Trick,
    seat: int,
    weights: Floats,
    units: Floats,
    cards: Ints,
    found: Floats,
    scores: Floats,
) -> int:
    """Play on by the policy until all hands are empty, adding up units by side; who took the trick on the table."""
    players = row[PLAYERS]
    first = -1
    while True:
        if trick.played == players:
            side = row[SIDE + trick.taker]
            units[side] += row[WEIGHT + trick.taker] * (1 + (trick.loot_0 if side else trick.loot_1))
            seat = trick.taker
            if first < 0:
                first = seat
            trick = Trick(int64(0), int64(0), seat, 0, 0, 0)
        if hands[seat] == 0:
            return first
        number = describe(row, lay, hands, dead, voids, seat, trick, cards, found, scores)
        best = prefer(found, number, weights[context_of(row, hands, seat, trick)], scores) if number > 1 else 0
        card = cards[best]
        show_void(lay, trick, seat, card, voids)
        hands[seat] ^= card
        trick = add_card(row, lay, trick, seat, card)
        seat = (seat + 1) % players


@inner
def legal_cards(row: Ints, seat: int, led: int, cards: Ints) -> int:
    """The legal cards of a seat, equal ones once, the lowest place first: the same order in every world."""
    legal = row[HAND + seat] & led
    if legal == 0:
        legal = row[HAND + seat]
    legal &= ~(legal << 1 & row[LINK])
    number = 0
    while legal:
        cards[number] = legal & -legal
        legal &= legal - 1
        number += 1
    return number


@compiled
def try_moves(
    rows: Ints, extras: Ints, lay: Lay, voids: Ints, seat: int, moves: Ints, weights: Floats, results: Floats
) -> None:
    """Play each of these moves (by number) in each world and play on: `RESULT` numbers each."""
    cards, listed = np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES, np.int64)
    found = np.zeros((MOST_MOVES, FEATURES))
    scores = np.zeros(MOST_MOVES)
    hands, gone = np.zeros(5, np.int64), np.zeros(5, np.int64)
    units = np.zeros(2)
    for at in range(rows.shape[0]):
        row = rows[at]
        trick = trick_of(row, lay)
        legal_cards(row, seat, trick.led, cards)
        for move in range(len(moves)):
            card = cards[moves[move]]
            for other in range(5):
                hands[other] = row[HAND + other]
                gone[other] = voids[other]
            units[:] = 0.0
            show_void(lay, trick, seat, card, gone)
            hands[seat] ^= card
            after = add_card(row, lay, trick, seat, card)
            turn = (seat + 1) % row[PLAYERS]
            first = play_out(
                row, lay, hands, extras[at, DEAD], gone, after, turn, weights, units, listed, found, scores
            )
            side = row[SIDE + seat]
            results[at, move, OWN] = units[side]
            results[at, move, OTHER] = units[1 - side]
            results[at, move, TOOK] = 1.0 if first == seat else 0.0


@compiled
def after_moves(rows: Ints, lay: Lay, seat: int, moves: Ints, children: Ints, won: Floats) -> None:
    """The rows after each of these moves in each world, and the lead that the move brings if it ends the trick."""
    cards = np.zeros(MOST_MOVES, np.int64)
    number = len(moves)
    for at in range(rows.shape[0]):
        row = rows[at]
        trick = trick_of(row, lay)
        legal_cards(row, seat, trick.led, cards)
        for move in range(number):
            card = cards[moves[move]]
            child = children[at * number + move]
            child[:] = row
            child[HAND + seat] ^= card
            after = add_card(row, lay, trick, seat, card)
            if after.played < row[PLAYERS]:
                child[TRICK + trick.played] = card
                child[PLAYED] = after.played
                continue
            side = row[SIDE + after.taker]
            units = row[WEIGHT + after.taker] * (1 + (after.loot_0 if side else after.loot_1))
            won[at, move] = units if side == row[SIDE + seat] else -units
            child[LEADER] = after.taker
            child[PLAYED] = 0
            child[TRICK : TRICK + 4] = 0


@compiled
def first_look(row: Ints, extra: Ints, lay: Lay, voids: Ints, seat: int, weights: Floats, scores: Floats) -> None:
    """How the policy rates the legal cards of a seat, in units: the same in every world."""
    cards, found = np.zeros(MOST_MOVES, np.int64), np.zeros((MOST_MOVES, FEATURES))
    hands = row[HAND : HAND + 5].copy()
    trick = trick_of(row, lay)
    number = describe(row, lay, hands, extra[DEAD], voids, seat, trick, cards, found, np.zeros(5))
    prefer(found, number, weights[context_of(row, hands, seat, trick)], scores)
