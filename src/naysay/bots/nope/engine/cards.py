"""The 104 cards as places in two words of 52 bits: colours, numbers and kinds as masks.

A card's place is that in the deck list, so equal cards are neighbours. Colours are bits: red 1, green 2, blue 4,
yellow 8.
"""

from collections.abc import Iterable
from typing import Final

import numpy as np

from naysay.bots.nope.counting import BITS, MASKS
from naysay.game import Card
from naysay.native.bits import HALF
from naysay.native.jit import Ints
from naysay.nope.cards import ACTIONS, DECK, NUMBERS, ORDER, RESTART, SEE_THROUGHS, SELECTIONS, SHOWS

CARDS: Final = len(DECK)
KINDS: Final = tuple(ORDER)
NUMBER_OF_KINDS: Final = len(KINDS)
ALL: Final = 15  # all four colours

FIRST: Final = {card: DECK.index(card) for card in ORDER}
COPIES: Final = {card: DECK.count(card) for card in ORDER}

NUMBER: Final = 0
RESTARTS: Final = 1
SEES: Final = 2
PICKS: Final = 3


def _type(card: Card) -> int:
    if card == RESTART:
        return RESTARTS
    if card in SEE_THROUGHS:
        return SEES
    return PICKS if card in SELECTIONS else NUMBER


def words(places: Iterable[int]) -> tuple[int, int]:
    """A mask of these places."""
    low = high = 0
    for place in places:
        if place < HALF:
            low |= 1 << place
        else:
            high |= 1 << (place - HALF)
    return low, high


def _two(cards: Iterable[bool]) -> tuple[int, int]:
    return words(place for place, taken in enumerate(cards) if taken)


def _array(values: Iterable[int]) -> Ints:
    return np.array(list(values), dtype=np.int64)


TYPE: Final = _array(_type(card) for card in DECK)
COUNT_OF: Final = _array(NUMBERS.get(card, 1) for card in DECK)  # what each card demands when it counts
COLOURS_OF: Final = _array(MASKS[card] for card in DECK)
KIND_OF: Final = _array(ORDER[card] for card in DECK)

_MATCHING: Final = [_two(bool(MASKS[card] & colours) for card in DECK) for colours in range(16)]
MATCH_LOW: Final = _array(low for low, _ in _MATCHING)  # the cards that show one of these colours
MATCH_HIGH: Final = _array(high for _, high in _MATCHING)
_LOW_ACTIONS, ACTION_HIGH = _two(card in ACTIONS for card in DECK)
_LOW_SEES, SEE_HIGH = _two(card in SEE_THROUGHS for card in DECK)
_LOW_PICKS, PICK_HIGH = _two(card in SELECTIONS for card in DECK)
assert _LOW_ACTIONS == _LOW_SEES == _LOW_PICKS == 0, "action cards are in the upper word"
SINGLE_LOW, _HIGH_SINGLES = _two(len(SHOWS[card]) == 1 and card not in ACTIONS for card in DECK)
assert _HIGH_SINGLES == 0, "cards of one colour are in the lower word"

LETTER_BITS: Final = dict(BITS)

KIND_COLOURS: Final = _array(MASKS[card] for card in ORDER)
KIND_SORT: Final = _array(2 if card in ACTIONS else int(len(SHOWS[card]) == 1) for card in ORDER)
FIRST_OF_KIND: Final = _array(FIRST[card] for card in ORDER)
COPIES_OF_KIND: Final = _array(COPIES[card] for card in ORDER)

# What a card is for the policy: one colour 1–3, two colours 1–3, joker, restart, see, pick, pick:RGBY.
CLASSES: Final = 11


def _class(card: Card) -> int:
    shows = len(SHOWS[card])
    match _type(card):
        case 0:
            return 6 if shows == 4 else 3 * (shows - 1) + NUMBERS[card] - 1
        case 1:
            return 7
        case 2:
            return 8
    return 9 if shows == 1 else 10


CLASS_OF: Final = _array(_class(card) for card in DECK)
COLOURS_NUMBER: Final = _array(colours.bit_count() for colours in range(16))
