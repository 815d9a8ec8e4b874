"""Positions as 64-bit masks. The layout of a row of `ROW` int64 numbers, and of the cards in a mask:

    cards   from bit 0 up: each plain suit, then the trump suit, then the supertrumps. Within a suit the lowest cards
            stand first and the others ascend in strength, so of two cards that can win, the higher bit wins
    copies  equal cards are neighbours, and each seat in turn has the lowest of those that are left: positions that
            differ only in which copy is where are the same row. `LINK` marks a card whose lower neighbour equals it
    loot    `LOOT` are all cards of the lowest value, supertrumps among them; `SUPER` are the supertrumps
    suits   `SUIT` + s is what follows suit s: supertrumps belong to the suit that the rules say, wherever they stand
    shape   `MID_BITS` and `LOW_BITS`: how wide a number must be that counts cards, or lowest cards, of a suit
    play    `HAND`, `SIDE`, `WEIGHT` by seat, `LEADER`, `PLAYED` cards of the trick in `TRICK`, `SIGN` of the points

Which suit a card has, which of two is stronger and which are loot is asked of the rules, once for each set of terms.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cmp_to_key, lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from naysay.game import Card
from naysay.nyet.edition import DISCARD_RULES, NONE, REMEMBERED, Edition, deck, low_cards
from naysay.nyet.state import Terms
from naysay.nyet.tricks import suit, winning
from naysay.solver.position import Position

PLAYERS: Final = 0
LEADER: Final = 1
PLAYED: Final = 2
SIGN: Final = 3
TRUMP: Final = 4
SUPER: Final = 5
LOOT: Final = 6
LINK: Final = 7
SUITS: Final = 8
MID_BITS: Final = 9
LOW_BITS: Final = 10
HAND: Final = 11
SIDE: Final = 16
WEIGHT: Final = 21
TRICK: Final = 26
SUIT: Final = 30
ROW: Final = 35

MOST_SEATS: Final = 5
MOST_CARDS: Final = 62
SHAPE_BITS: Final = (62, 58)

Row = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Where the cards of an edition stand under some terms; `fixed` are the numbers of a row that follow from it."""

    places: Mapping[Card, tuple[int, ...]]
    cards: tuple[Card, ...]
    fixed: Mapping[int, int]


def layout(edition: Edition, players: int, terms: Terms) -> Layout:
    """The layout of an edition's cards under these terms."""
    return _layout(edition, players, terms.trump, terms.supertrump, terms.supertrump_suit)


@lru_cache(16 * REMEMBERED)
def _layout(
    edition: Edition, players: int, trump: str | None, supertrump: Card | None, supertrump_suit: str | None
) -> Layout:
    """The same by what it depends on: who begins and the points make no difference to the cards."""
    terms = Terms(0, DISCARD_RULES[NONE], trump, supertrump, supertrump_suit, 1)
    pack = deck(edition, players)
    if len(pack) > MOST_CARDS:
        raise ValueError(f"{edition.id} does not fit the solver: {len(pack)} cards, and a mask holds {MOST_CARDS}")
    low = low_cards(edition)
    supers = [card for card in pack if card == terms.supertrump]
    others = [card for card in dict.fromkeys(pack) if card != terms.supertrump]
    letters = sorted(dict.fromkeys(card[0] for card in pack), key=lambda letter: letter == terms.trump)
    ordered: list[Card] = []
    for letter in letters:
        held = [card for card in others if suit(card, terms) == letter]
        strength = cmp_to_key(lambda a, b, terms=terms: -1 if winning((a, b), terms) else 1)  # type: ignore[misc]
        ordered += [copy for card in sorted(held, key=strength) for copy in [card] * pack.count(card)]
    ordered += supers
    places = {card: tuple(i for i, other in enumerate(ordered) if other == card) for card in dict.fromkeys(ordered)}

    def mask(wanted: Any) -> int:
        return sum(1 << place for place, card in enumerate(ordered) if wanted(card))

    suits = [mask(lambda card, letter=letter: suit(card, terms) == letter) for letter in letters]
    mids = max(sum(card[0] == letter and card not in low for card in ordered) for letter in letters)
    lows = max(ordered.count(card) for card in low)
    fixed = {
        TRUMP: mask(lambda card: card[0] == terms.trump and card != terms.supertrump),
        SUPER: mask(lambda card: card == terms.supertrump),
        LOOT: mask(lambda card: card in low),
        LINK: sum(1 << i for i in range(1, len(ordered)) if ordered[i] == ordered[i - 1]),
        SUITS: len(suits),
        MID_BITS: mids.bit_length(),
        LOW_BITS: lows.bit_length(),
        **{SUIT + number: cards for number, cards in enumerate(suits)},
    }
    _check_shape(edition, players, len(suits), fixed[MID_BITS], fixed[LOW_BITS])
    return Layout(places, tuple(ordered), fixed)


def _check_shape(edition: Edition, players: int, suits: int, mid_bits: int, low_bits: int) -> None:
    """Refuse an edition whose counts by seat and suit need more than two words; see `work.prepare_shape`."""
    first, second = SHAPE_BITS
    widths = [mid_bits] * (players * (suits - 1) + 1) + [low_bits] * (players * suits)
    used = [0, 0]
    for width in widths:
        used[used[0] + width > first] += width
    if used[1] > second:
        raise ValueError(f"{edition.id} does not fit the solver: too many suits and copies with {players} players")


def pack(position: Position) -> Row:
    """The row of a position."""
    found = layout(position.edition, position.players, position.terms)
    row = [0] * ROW
    for place, number in found.fixed.items():
        row[place] = number
    free = {card: iter(places) for card, places in found.places.items()}
    players = position.players
    for seat, hand in enumerate(position.hands):
        row[HAND + seat] = sum(1 << next(free[card]) for card in hand)
    row[SIDE : SIDE + players], row[WEIGHT : WEIGHT + players] = position.sides, position.weights
    for place, card in enumerate(position.trick):
        row[TRICK + place] = 1 << next(free[card])
    row[PLAYERS], row[LEADER], row[PLAYED] = players, position.leader, len(position.trick)
    row[SIGN] = 1 if position.terms.points > 0 else -1
    return np.array(row, dtype=np.int64)


def place_of(position: Position, row: Row, card: Card) -> int:
    """The lowest place of a card that the seat to play holds in the position's row."""
    found = layout(position.edition, position.players, position.terms)
    held = int(row[HAND + position.seat])
    return next(place for place in found.places[card] if held >> place & 1)
