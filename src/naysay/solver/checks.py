"""What callers hand over: rows and numbers, checked before compiled code, which looks at nothing, gets them."""

from math import isnan
from operator import index
from threading import TIMEOUT_MAX
from typing import Any, Final

import numpy as np

from naysay.game import quote
from naysay.solver.bits import Words, compiled, count
from naysay.solver.layout import (
    HAND,
    LEADER,
    LINK,
    LOOT,
    LOW_BITS,
    MID_BITS,
    MOST_CARDS,
    MOST_SEATS,
    PLAYED,
    PLAYERS,
    ROW,
    SHAPE_BITS,
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
MOST_SUITS: Final = 5
WIDEST: Final = 6  # bits of a number that counts up to all cards

FINE: Final = 0
WRONG: Final = (
    "",
    f"PLAYERS must be 2 to {MOST_SEATS}",
    "LEADER must be a seat",
    "PLAYED must be less than PLAYERS",
    "SIGN must be 1 or -1",
    "SIDE must be 0 for half of the seats and 1 for the others, or one seat more",
    "WEIGHT must be 1 or 2",
    f"SUITS must be 1 to {MOST_SUITS}",
    "SUIT must be masks of different cards, and 0 from SUITS on",
    "TRUMP, SUPER, LOOT or LINK is no mask that a layout has with these suits",
    "MID_BITS and LOW_BITS must suffice for the cards of a suit and fit two words",
    "HAND and TRICK must be masks of different cards of the suits, with one card at each place of the trick",
    "HAND must be as many cards for each seat, one less if it has played to the trick",
    "HAND must not be empty for the seat to play",
)


@compiled
def wrong_numbers(row: Words) -> int:
    """What is wrong with the numbers of a row that are no masks."""
    players = row[PLAYERS]
    if not 2 <= players <= MOST_SEATS:
        return 1
    if not 0 <= row[LEADER] < players:
        return 2
    if not 0 <= row[PLAYED] < players:
        return 3
    if row[SIGN] not in (1, -1):
        return 4
    ones = 0
    for seat in range(players):
        if not 0 <= row[SIDE + seat] <= 1:
            return 5
        if not 1 <= row[WEIGHT + seat] <= 2:
            return 6
        ones += row[SIDE + seat]
    if not players <= 2 * ones + 1 <= players + 2:
        return 5
    return FINE if 1 <= row[SUITS] <= MOST_SUITS else 7


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
            return 8
        cards |= held
        is_suit = is_suit or trump == held & ~supers
        # in a suit the lowest cards stand below the others, and copies stand side by side
        low = held & loot & ~supers
        other = held & ~loot
        if (other and low & -(other & -other)) or (link & held) >> 1 & ~held:
            return 9
        mids = max(mids, count(other))
        lows = max(lows, count(low))
    if not is_suit or (loot | link | trump) & ~cards or supers & ~loot:
        return 9
    if ((link & loot) >> 1 & ~loot) | ((link & ~loot) >> 1 & loot):
        return 9
    # trumps stand above plain suits, supertrumps above all
    plain = cards & ~trump & ~supers
    if (trump and plain & -(trump & -trump)) or (supers and (plain | trump) & -(supers & -supers)):
        return 9
    return wrong_shape(row, mids, lows)


@compiled
def wrong_shape(row: Words, mids: int, lows: int) -> int:
    """Whether counts of so many cards fit where `work.prepare_shape` puts them."""
    if not (0 <= row[MID_BITS] <= WIDEST and 0 <= row[LOW_BITS] <= WIDEST):
        return 10
    if mids >> row[MID_BITS] or lows >> row[LOW_BITS]:
        return 10
    first = second = 0
    seats_and_suits = row[PLAYERS] * row[SUITS]
    mid_counts = seats_and_suits - row[PLAYERS] + 1
    for number in range(mid_counts + seats_and_suits):
        width = row[MID_BITS] if number < mid_counts else row[LOW_BITS]
        if first + width <= SHAPE_BITS[0]:
            first += width
        else:
            second += width
    return FINE if second <= SHAPE_BITS[1] else 10


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
            return 11
        free ^= card
    seat = row[LEADER] + played
    size = count(row[HAND + (seat - players if seat >= players else seat)])
    for place in range(players):
        seat = row[LEADER] + place
        hand = row[HAND + (seat - players if seat >= players else seat)]
        if hand & ~free:
            return 11
        free ^= hand
        if count(hand) + (1 if place < played else 0) != size:
            return 12
    return FINE if size else 13


@compiled
def find_wrong(rows: Row) -> tuple[int, int]:
    """The first row that is no position's and what is wrong with it, a number of `WRONG`; `FINE` if all are good."""
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
    """The rows as compiled code takes them; refuse what `pack` would not give, but for cards that did not follow."""
    found = np.asarray(rows)
    if found.ndim != 2 or found.shape[1] != ROW or found.dtype != np.int64:
        raise ValueError(f"rows of `pack` are int64, {ROW} numbers each; these are {found.dtype} {found.shape}")
    flags = found.flags
    if not (flags.c_contiguous and flags.aligned and flags.writeable):  # or it would be compiled anew for this kind
        found = found.copy()
    at, wrong = find_wrong(found)
    if wrong != FINE:
        raise ValueError(f"row {at} is no position: {WRONG[wrong]}")
    return found


def check_whole(name: str, value: Any, least: int | None = None) -> int:
    """A whole number, as Python's own kind: for another one all would be compiled anew."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {quote(value)}") from None
    if least is not None and number < least:
        raise ValueError(f"{name} must be at least {least}, not {quote(number)}")
    return number


def check_count(name: str, value: Any, least: int = 0) -> int:
    """How many nodes or playouts; nobody comes near the largest number."""
    return min(check_whole(name, value, least), NO_LIMIT)


def check_seed(seed: Any) -> int:
    """A seed; of larger numbers than 64 bits the lowest bits count."""
    return (check_whole("seed", seed) + (1 << 63)) % (1 << 64) - (1 << 63)


def check_seconds(seconds: float) -> float:
    """A limit of seconds; no clock counts beyond the largest."""
    if isnan(seconds) or seconds < 0:
        raise ValueError(f"seconds must be a number from 0 up, not {seconds}")
    return min(seconds, TIMEOUT_MAX)
