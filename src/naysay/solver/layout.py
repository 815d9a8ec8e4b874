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

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key, lru_cache

import numpy as np

from naysay.game import Card
from naysay.nyet.edition import DISCARD_RULES, NONE, REMEMBERED, Edition, deck, low_cards
from naysay.nyet.state import Terms
from naysay.nyet.tricks import suit, winning
from naysay.solver.position import Position
from naysay.solver.prepare import shape_fits
from naysay.solver.row import (
    HAND,
    LEADER,
    LINK,
    LOOT,
    LOW_BITS,
    MID_BITS,
    MOST_CARDS,
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
    cards = deck(edition, players)
    if len(cards) > MOST_CARDS:
        raise ValueError(f"{edition.id} does not fit the solver: {len(cards)} cards, and a mask holds {MOST_CARDS}")
    letters = sorted(dict.fromkeys(card[0] for card in cards), key=lambda letter: letter == terms.trump)
    ordered = _in_order(cards, letters, terms)
    places = {card: tuple(i for i, other in enumerate(ordered) if other == card) for card in dict.fromkeys(ordered)}
    fixed = {PLAYERS: players, **_masks(ordered, letters, terms, low_cards(edition))}
    if not shape_fits(np.array(_columns(fixed), dtype=np.int64)):
        raise ValueError(f"{edition.id} does not fit the solver: too many suits and copies with {players} players")
    return Layout(places, ordered, fixed)


def _in_order(cards: tuple[Card, ...], letters: Sequence[str], terms: Terms) -> tuple[Card, ...]:
    """The cards from bit 0 up."""

    def compare(one: Card, other: Card) -> int:
        return -1 if winning((one, other), terms) else 1

    others = [card for card in dict.fromkeys(cards) if card != terms.supertrump]
    ordered: list[Card] = []
    for letter in letters:
        held = [card for card in others if suit(card, terms) == letter]
        ordered += [copy for card in sorted(held, key=cmp_to_key(compare)) for copy in [card] * cards.count(card)]
    return (*ordered, *(card for card in cards if card == terms.supertrump))


def _masks(ordered: Sequence[Card], letters: Sequence[str], terms: Terms, low: Collection[Card]) -> dict[int, int]:
    """The columns of a row that follow from the order of the cards and the terms."""

    def mask(wanted: Callable[[Card], bool]) -> int:
        return sum(1 << place for place, card in enumerate(ordered) if wanted(card))

    ranked = max(sum(card[0] == letter and card not in low for card in ordered) for letter in letters)
    return {
        TRUMP: mask(lambda card: card[0] == terms.trump and card != terms.supertrump),
        SUPER: mask(lambda card: card == terms.supertrump),
        LOOT: mask(lambda card: card in low),
        LINK: sum(1 << i for i in range(1, len(ordered)) if ordered[i] == ordered[i - 1]),
        SUITS: len(letters),
        MID_BITS: ranked.bit_length(),
        LOW_BITS: max(ordered.count(card) for card in low).bit_length(),
        **{
            SUIT + number: mask(lambda card, letter=letter: suit(card, terms) == letter)  # type: ignore[misc]
            for number, letter in enumerate(letters)
        },
    }


def _columns(fixed: Mapping[int, int]) -> list[int]:
    """The columns of a row with these filled in, as a list: filling an array number by number takes longer."""
    row = [0] * ROW
    for place, number in fixed.items():
        row[place] = number
    return row


def pack(position: Position) -> Row:
    """The row of a position."""
    found = layout(position.edition, position.players, position.terms)
    row = _columns(found.fixed)
    free = {card: iter(places) for card, places in found.places.items()}
    players = position.players
    for seat, hand in enumerate(position.hands):
        row[HAND + seat] = sum(1 << next(free[card]) for card in hand)
    row[SIDE : SIDE + players], row[WEIGHT : WEIGHT + players] = position.sides, position.weights
    for place, card in enumerate(position.trick):
        row[TRICK + place] = 1 << next(free[card])
    row[LEADER], row[PLAYED] = position.leader, len(position.trick)
    row[SIGN] = 1 if position.terms.points > 0 else -1
    return np.array(row, dtype=np.int64)


def place_of(position: Position, row: Row, card: Card) -> int:
    """The lowest place of a card that the seat to play holds in the position's row."""
    found = layout(position.edition, position.players, position.terms)
    held = int(row[HAND + position.seat])
    return next(place for place in found.places[card] if held >> place & 1)
