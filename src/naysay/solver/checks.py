"""Checks of the rows and numbers that callers pass: compiled code itself checks nothing."""

from math import isnan
from operator import index
from threading import TIMEOUT_MAX
from typing import Any, Final

import numpy as np

from naysay.game import quote
from naysay.native.bits import count
from naysay.native.jit import Words, compiled
from naysay.solver.prepare import shape_fits
from naysay.solver.row import (
    HAND,
    LEADER,
    LINK,
    LOOT,
    LOW_BITS,
    MID_BITS,
    MOST_CARDS,
    MOST_SEATS,
    MOST_SUITS,
    PLAYED,
    PLAYERS,
    ROW,
    SIDE,
    SIGN,
    SUIT,
    SUITS,
    SUPER,
    TRICK,
    TRUMP,
    WEIGHT,
    Row,
)

NO_LIMIT: Final = 1 << 60
WIDEST: Final = 6  # bits of a number that counts up to all cards

FINE: Final = 0
BAD_PLAYERS: Final = 1
BAD_LEADER: Final = 2
BAD_PLAYED: Final = 3
BAD_SIGN: Final = 4
BAD_SIDE: Final = 5
BAD_WEIGHT: Final = 6
BAD_SUITS: Final = 7
BAD_SUIT: Final = 8
BAD_MASK: Final = 9
BAD_BITS: Final = 10
BAD_CARDS: Final = 11
BAD_HANDS: Final = 12
BAD_EMPTY: Final = 13
WRONG: Final = {
    BAD_PLAYERS: f"PLAYERS must be 2 to {MOST_SEATS}",
    BAD_LEADER: "LEADER must be a seat",
    BAD_PLAYED: "PLAYED must be less than PLAYERS",
    BAD_SIGN: "SIGN must be 1 or -1",
    BAD_SIDE: "SIDE must be 0 for half of the seats and 1 for the others, or one seat more",
    BAD_WEIGHT: "WEIGHT must be 1 or 2",
    BAD_SUITS: f"SUITS must be 1 to {MOST_SUITS}",
    BAD_SUIT: "SUIT must be masks of different cards, and 0 from SUITS on",
    BAD_MASK: "TRUMP, SUPER, LOOT or LINK is not a mask that a layout has with these suits",
    BAD_BITS: "MID_BITS and LOW_BITS must be wide enough for the cards of a suit and fit into two words",
    BAD_CARDS: "HAND and TRICK must be masks of different cards of the suits, with one card at each place of the trick",
    BAD_HANDS: "HAND must be as many cards for each seat, one less if it has played to the trick",
    BAD_EMPTY: "HAND must not be empty for the seat to play",
}


@compiled
def wrong_numbers(row: Words) -> int:
    """What is wrong with the numbers of a row that are not masks."""
    players = row[PLAYERS]
    if not 2 <= players <= MOST_SEATS:
        return BAD_PLAYERS
    if not 0 <= row[LEADER] < players:
        return BAD_LEADER
    if not 0 <= row[PLAYED] < players:
        return BAD_PLAYED
    if row[SIGN] not in (1, -1):
        return BAD_SIGN
    ones = 0
    for seat in range(players):
        if not 0 <= row[SIDE + seat] <= 1:
            return BAD_SIDE
        if not 1 <= row[WEIGHT + seat] <= 2:
            return BAD_WEIGHT
        ones += row[SIDE + seat]
    if not players <= 2 * ones + 1 <= players + 2:
        return BAD_SIDE
    return FINE if 1 <= row[SUITS] <= MOST_SUITS else BAD_SUITS


@compiled
def wrong_layout(row: Words) -> int:
    """What is wrong with the masks that are the same for all positions of an edition and its terms."""
    cards = row[LOOT] & 0
    trump, supers, loot, link = row[TRUMP], row[SUPER], row[LOOT], row[LINK]
    is_suit = trump == 0
    mids, lows = 0, count(supers)
    for suit in range(MOST_SUITS):
        held = row[SUIT + suit]
        if held & cards or held >> MOST_CARDS or (suit >= row[SUITS] and held):
            return BAD_SUIT
        cards |= held
        is_suit = is_suit or trump == held & ~supers
        # in a suit the lowest cards stand below the others, and copies stand side by side
        low = held & loot & ~supers
        other = held & ~loot
        if (other and low & -(other & -other)) or (link & held) >> 1 & ~held:
            return BAD_MASK
        mids = max(mids, count(other))
        lows = max(lows, count(low))
    if not is_suit or (loot | link | trump) & ~cards or supers & ~loot:
        return BAD_MASK
    if ((link & loot) >> 1 & ~loot) | ((link & ~loot) >> 1 & loot):
        return BAD_MASK
    # trumps stand above plain suits, supertrumps above all
    plain = cards & ~trump & ~supers
    if (trump and plain & -(trump & -trump)) or (supers and (plain | trump) & -(supers & -supers)):
        return BAD_MASK
    return wrong_shape(row, mids, lows)


@compiled
def wrong_shape(row: Words, mids: int, lows: int) -> int:
    """Whether the widths of counts suffice for so many ranked and lowest cards, and fit into two words."""
    if not (0 <= row[MID_BITS] <= WIDEST and 0 <= row[LOW_BITS] <= WIDEST):
        return BAD_BITS
    if mids >> row[MID_BITS] or lows >> row[LOW_BITS]:
        return BAD_BITS
    return FINE if shape_fits(row) else BAD_BITS


@compiled
def wrong_cards(row: Words) -> int:
    """What is wrong with hands and trick."""
    players = row[PLAYERS]
    played = row[PLAYED]
    free = row[HAND] & 0
    for suit in range(row[SUITS]):
        free |= row[SUIT + suit]
    for place in range(played):
        card = row[TRICK + place]
        if card & ~free or count(card) != 1:
            return BAD_CARDS
        free ^= card
    seat = row[LEADER] + played
    size = count(row[HAND + (seat - players if seat >= players else seat)])
    for place in range(players):
        seat = row[LEADER] + place
        hand = row[HAND + (seat - players if seat >= players else seat)]
        if hand & ~free:
            return BAD_CARDS
        free ^= hand
        if count(hand) + (1 if place < played else 0) != size:
            return BAD_HANDS
    return FINE if size else BAD_EMPTY


@compiled
def find_wrong(rows: Row) -> tuple[int, int]:
    """The first row that is not a position, and the key of `WRONG` for it; `FINE` if all rows are good."""
    for at in range(rows.shape[0]):
        row = rows[at]
        wrong = wrong_numbers(row)
        if wrong == FINE:
            wrong = wrong_layout(row)
        if wrong == FINE:
            wrong = wrong_cards(row)
        if wrong != FINE:
            return at, wrong
    return 0, FINE


def check_rows(rows: Any) -> Row:
    """The rows as compiled code takes them; refuse what `pack` would not make, except that cards need not follow."""
    found = np.asarray(rows)
    if found.ndim != 2 or found.shape[1] != ROW or found.dtype != np.int64:
        raise ValueError(f"rows of `pack` are int64, {ROW} numbers each; these are {found.dtype} {found.shape}")
    flags = found.flags
    if not (flags.c_contiguous and flags.aligned and flags.writeable):
        found = found.copy()  # for another kind everything would be compiled again
    at, wrong = find_wrong(found)
    if wrong != FINE:
        raise ValueError(f"row {at} is not a position: {WRONG[wrong]}")
    return found


def check_whole(name: str, value: Any, least: int | None = None) -> int:
    """A whole number as an `int`: for another type everything would be compiled again."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {quote(value)}") from None
    if least is not None and number < least:
        raise ValueError(f"{name} must be at least {least}, not {quote(number)}")
    return number


def check_count(name: str, value: Any, least: int = 0) -> int:
    """How many nodes or playouts, capped far beyond what anybody can wait for."""
    return min(check_whole(name, value, least), NO_LIMIT)


def check_seed(seed: Any) -> int:
    """A seed: the lowest 64 bits of the number."""
    return (check_whole("seed", seed) + (1 << 63)) % (1 << 64) - (1 << 63)


def check_seconds(seconds: float) -> float:
    """A limit of seconds, capped at what timers take."""
    if isnan(seconds) or seconds < 0:
        raise ValueError(f"seconds must be a number from 0 up, not {seconds}")
    return min(seconds, TIMEOUT_MAX)
