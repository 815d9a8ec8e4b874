"""The trick on the table, as a value that compiled functions pass on, and what a card does to it."""

from typing import NamedTuple

from naysay.native.bits import int64, low_place
from naysay.native.jit import Words, compiled, inlined
from naysay.solver.row import LEADER, LOOT, PLAYED, PLAYERS, SIDE, SIGN, SUIT, TRICK, WEIGHT
from naysay.solver.work import FLOOR, POWER, SUIT_AT


class Trick(NamedTuple):
    """A trick so far. Numba passes the fields one by one, so it costs no more than as many numbers."""

    played: int  # how many cards
    seat: int  # who plays next
    led: int  # all cards of the suit that was led; 0 before the first card
    best: int  # the card that wins so far
    taker: int  # who played it
    cards: int
    loot_0: int  # how many lowest cards side 0 has played
    loot_1: int


@inlined
def new_trick(leader: int) -> Trick:
    """A trick before its first card."""
    none = int64(0)
    return Trick(none, leader, none, none, leader, none, none, none)


@inlined
def with_card(work: Words, trick: Trick, card: int) -> Trick:
    """The trick after the next seat has played a card."""
    seat = trick.seat
    led, best, taker = trick.led, trick.best, trick.taker
    if trick.played == 0:
        led = work[SUIT + work[SUIT_AT + low_place(card)]]
        best = card
        taker = seat
    elif card & (led | work[POWER]) & -work[FLOOR + low_place(best)]:
        best = card
        taker = seat
    low = int64(1) if card & work[LOOT] else int64(0)
    side = work[SIDE + seat]
    after = seat + 1 if seat + 1 < work[PLAYERS] else int64(0)
    loot_0 = trick.loot_0 + low * (1 - side)
    loot_1 = trick.loot_1 + low * side
    return Trick(trick.played + 1, after, led, best, taker, trick.cards | card, loot_0, loot_1)


@compiled
def trick_so_far(work: Words) -> Trick:
    """The trick of the position in the work array."""
    trick = new_trick(work[LEADER])
    for place in range(work[PLAYED]):
        trick = with_card(work, trick, work[TRICK + place])
    return trick


@inlined
def gain(work: Words, trick: Trick) -> int:
    """What a complete trick is worth to side 0: weight × (1 + the other side's lowest cards), signed as the points."""
    if work[SIDE + trick.taker] == 0:
        return work[SIGN] * work[WEIGHT + trick.taker] * (1 + trick.loot_1)
    return -work[SIGN] * work[WEIGHT + trick.taker] * (1 + trick.loot_0)
