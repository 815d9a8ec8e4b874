"""Playouts by the learned policy: every legal card of a seat tried in many worlds."""

from typing import Final, NamedTuple

import numpy as np

from naysay.bots.nyet.sharp.policy import (
    FEATURES,
    CardOrder,
    Table,
    Trick,
    add_card,
    context_of,
    describe,
    legal_cards,
    new_trick,
    prefer,
    trick_of,
)
from naysay.bots.nyet.sharp.sampler_kernel import DEAD, Sample
from naysay.native.bits import low_place
from naysay.native.jit import Floats, Ints, allocating, compiled
from naysay.solver.row import HAND, LEADER, PLAYED, PLAYERS, SIDE, TRICK, WEIGHT

OWN: Final = 0  # columns of a result: units of your own side, of the other, whether your own side took the trick
OTHER: Final = 1
TOOK: Final = 2
RESULT: Final = 3
MOST_MOVES: Final = 32


@compiled
def show_void(order: CardOrder, trick: Trick, seat: int, card: int, voids: Ints) -> None:
    """Note the suit led if a card does not follow it."""
    if trick.played and not card & trick.led:
        voids[seat] |= 1 << order.suit_at[low_place(trick.led)]


class Scratch(NamedTuple):
    """Room for the legal cards of a seat, their features and scores."""

    cards: Ints
    found: Floats
    scores: Floats


@allocating
def scratch() -> Scratch:
    """A new one."""
    return Scratch(np.zeros(MOST_MOVES, np.int64), np.zeros((MOST_MOVES, FEATURES)), np.zeros(MOST_MOVES))


@compiled
def play_out(table: Table, trick: Trick, seat: int, weights: Floats, units: Floats, room: Scratch) -> int:
    """Play on by the policy until all hands are empty, adding up units by side; who took the trick on the table."""
    row, hands = table.row, table.hands
    players = row[PLAYERS]
    first = -1
    while True:
        if trick.played == players:
            side = row[SIDE + trick.taker]
            units[side] += row[WEIGHT + trick.taker] * (1 + (trick.loot_0 if side else trick.loot_1))
            seat = trick.taker
            if first < 0:
                first = seat
            trick = new_trick(seat)
        if hands[seat] == 0:
            return first
        number = describe(table, seat, trick, room.cards, room.found, room.scores)
        best = 0
        if number > 1:
            best = prefer(room.found, number, weights[context_of(row, hands[seat], seat, trick)], room.scores)
        card = room.cards[best]
        show_void(table.order, trick, seat, card, table.voids)
        hands[seat] ^= card
        trick = add_card(row, table.order, trick, seat, card)
        seat = (seat + 1) % players


@compiled
def list_legal(row: Ints, seat: int, led: int, cards: Ints) -> None:
    """The legal cards of a seat, the lowest place first: the same order in every world."""
    legal = legal_cards(row, row[HAND + seat], led)
    number = 0
    while legal:
        cards[number] = legal & -legal
        legal &= legal - 1
        number += 1


@allocating
def try_moves(
    sample: Sample, order: CardOrder, voids: Ints, seat: int, moves: Ints, weights: Floats, results: Floats
) -> None:
    """Play each of these moves (by number) in each world and play on: `RESULT` numbers each."""
    cards, room = np.zeros(MOST_MOVES, np.int64), scratch()
    hands, gone = np.zeros(5, np.int64), np.zeros(5, np.int64)
    units = np.zeros(2)
    for at in range(sample.rows.shape[0]):
        row = sample.rows[at]
        table = Table(row, order, hands, sample.extras[at, DEAD], gone)
        trick = trick_of(row, order)
        list_legal(row, seat, trick.led, cards)
        for move in range(len(moves)):
            card = cards[moves[move]]
            for other in range(5):
                hands[other] = row[HAND + other]
                gone[other] = voids[other]
            units[:] = 0.0
            show_void(order, trick, seat, card, gone)
            hands[seat] ^= card
            after = add_card(row, order, trick, seat, card)
            first = play_out(table, after, (seat + 1) % row[PLAYERS], weights, units, room)
            side = row[SIDE + seat]
            results[at, move, OWN] = units[side]
            results[at, move, OTHER] = units[1 - side]
            results[at, move, TOOK] = 1.0 if row[SIDE + first] == side else 0.0


@allocating
def after_moves(rows: Ints, order: CardOrder, seat: int, moves: Ints, children: Ints, won: Floats) -> None:
    """The rows after each of these moves in each world, and the lead that the move brings if it ends the trick."""
    cards = np.zeros(MOST_MOVES, np.int64)
    number = len(moves)
    for at in range(rows.shape[0]):
        row = rows[at]
        trick = trick_of(row, order)
        list_legal(row, seat, trick.led, cards)
        for move in range(number):
            card = cards[moves[move]]
            child = children[at * number + move]
            child[:] = row
            child[HAND + seat] ^= card
            after = add_card(row, order, trick, seat, card)
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


@allocating
def first_look(
    row: Ints, extra: Ints, order: CardOrder, voids: Ints, seat: int, weights: Floats, scores: Floats
) -> None:
    """How the policy rates the legal cards of a seat, in units: the same in every world."""
    room = scratch()
    table = Table(row, order, row[HAND : HAND + 5].copy(), extra[DEAD], voids)
    trick = trick_of(row, order)
    number = describe(table, seat, trick, room.cards, room.found, room.scores)
    prefer(room.found, number, weights[context_of(row, table.hands[seat], seat, trick)], scores)
