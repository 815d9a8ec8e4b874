"""What somebody gives away, discarded or passed: the cards to expect, and what it tells about a hand."""

from typing import Final

import numpy as np

from naysay.bots.nyet.give import GAP, TO_NOBODY, TO_OPPONENT, TO_PARTNER
from naysay.bots.nyet.sharp.draw import DEALT, GAVE
from naysay.bots.nyet.sharp.machine import Floats, Ints, compiled, inner
from naysay.bots.nyet.sharp.policy import Lay, keep_value
from naysay.solver.bits import count, int64, low_place
from naysay.solver.layout import LOOT, PLAYERS, SIDE, SIGN, SUIT, SUITS, TRUMP

HEAT: Final = 0.8
DOUBT: Final = 0.5


@inner
def whole_deck(row: Ints) -> int:
    """All cards."""
    found = int64(0)
    for suit in range(row[SUITS]):
        found |= row[SUIT + suit]
    return found


@inner
def share_of(row: Ints, seat: int, step: int) -> float:
    """How much the worth of a card counts, by who gets it: `step` seats on, or nobody."""
    if step == 0:
        return TO_NOBODY
    return TO_PARTNER if row[SIDE + seat] == row[SIDE + (seat + step) % row[PLAYERS]] else TO_OPPONENT


@inner
def rate_gift(row: Ints, lay: Lay, deck: int, hand: int, card: int, share: float) -> float:
    """How gladly a card of a hand is given away: what it is worth, and whether its suit gets short."""
    good = row[SIGN] > 0
    worth = keep_value(row, lay, deck & ~hand, card, good)
    found = share * (-worth if good else worth)
    suit = row[SUIT + lay.suit_at[low_place(card)]]
    if not good or (hand & lay.power and not suit & row[TRUMP]):
        length = count(hand & suit)
        found += GAP * (1.0 / length**2 - 1.0 / (1 + length) ** 2)
    return found


@inner
def to_give(row: Ints, hand: int, not_low: bool) -> int:
    """The cards that may be given away next."""
    others: int = hand & ~row[LOOT]
    return others if not_low and others else hand


@inner
def usual_gift(row: Ints, lay: Lay, seat: int, hand: int, number: int, step: int, not_low: bool) -> int:
    """The cards that somebody would probably give away."""
    deck, share = whole_deck(row), share_of(row, seat, step)
    gift = int64(0)
    for _ in range(number):
        rest = to_give(row, hand & ~gift, not_low)
        best, most = rest & -rest, -1000.0
        while rest:
            card = rest & -rest
            rest ^= card
            value = rate_gift(row, lay, deck, hand & ~gift, card, share)
            if value > most:
                best, most = card, value
        gift |= best
    return gift


@compiled
def weigh_gifts(
    rows: Ints, extras: Ints, lay: Lay, me: int, step: int, not_low: bool, heat: float, doubt: float, logs: Floats
) -> None:
    """Add how likely what others gave away was in each world, card by card, as logarithms.

    Of cards that were passed, only those count that the own seat got: which the others passed is open, and any world
    would hold one of many ways.
    """
    for at in range(rows.shape[0]):
        row = rows[at]
        deck = whole_deck(row)
        for seat in range(row[PLAYERS]):
            gift, hand = extras[at, GAVE + seat], extras[at, DEALT + seat]
            if seat == me or (step and (seat + step) % row[PLAYERS] != me):
                continue
            share = share_of(row, seat, step)
            while gift:
                given = gift & -gift
                gift ^= given
                floor = lay.floor[low_place(given)]
                rest = to_give(row, hand, not_low)
                number = count(rest)
                whole, chosen = 0.0, 0.0
                while rest:
                    card = rest & -rest
                    rest ^= card
                    likely = np.exp(rate_gift(row, lay, deck, hand, card, share) / heat)
                    whole += likely
                    if lay.floor[low_place(card)] == floor:
                        chosen += likely
                logs[at] += np.log((1.0 - doubt) * chosen / whole + doubt / number)
                hand ^= given
