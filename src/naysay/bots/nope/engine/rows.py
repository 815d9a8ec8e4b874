"""Views and worlds as rows of numbers for the engine, and moves as places of cards."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from naysay.bots.nope.counting import MASKS
from naysay.bots.nope.engine import rules
from naysay.bots.nope.engine.cards import COPIES, FIRST, LETTER_BITS, words
from naysay.game import Card
from naysay.native.jit import Ints
from naysay.nope.cards import SELECTIONS, whole_deck
from naysay.nope.sets import counting, demand
from naysay.nope.state import Demand, Hand, Phase, Setup, draw_count

PHASES: Final[dict[Phase, int]] = {
    "turn": rules.TO_TURN,
    "drawn": rules.HAS_DRAWN,
    "name": rules.TO_NAME,
    "over": rules.OVER,
}


def colour_bits(colours: str) -> int:
    """Colours as bits."""
    return sum(LETTER_BITS[colour] for colour in colours)


class Places:
    """Gives each card a place of its own, equal cards in turn."""

    def __init__(self) -> None:
        self._used: Counter[Card] = Counter()

    def give(self, cards: Iterable[Card]) -> list[int]:
        """Places for these cards."""
        found = []
        for card in cards:
            assert self._used[card] < COPIES[card], f"there are not so many {card}"
            found.append(FIRST[card] + self._used[card])
            self._used[card] += 1
        return found


def pack(
    setup: Setup,
    phase: Phase,
    turn: int,
    turns: int,
    discards: Hand,
    named: Demand | None,
    hands: Sequence[Hand],
) -> Ints:
    """The row of a position with these hands; what is in no hand and no discard is the pile."""
    row = np.zeros(rules.SIZE, dtype=np.int64)
    row[rules.PLAYERS] = setup.players
    row[rules.TURN] = turn
    row[rules.PHASE] = PHASES[phase]
    row[rules.TURNS] = turns
    row[rules.LIMIT] = -1 if setup.options.max_turns is None else setup.options.max_turns
    row[rules.DRAWS] = draw_count(setup)
    kept = counting(discards) + 1
    shows = discards[-kept]
    if phase == "name":
        row[rules.MAY_NAME] = MASKS[shows]
    if shows not in SELECTIONS or named is not None:
        asked = demand(discards, named)
        row[rules.COUNT], row[rules.COLOURS] = asked.count, colour_bits(asked.colours)
    places = Places()
    for seat, hand in enumerate(hands):
        _put(row, rules.HAND + 2 * seat, places.give(hand))
    _put(row, rules.KEPT, places.give(discards[-kept:]))
    _put(row, rules.LOOSE, places.give(discards[:-kept]))
    rest = Counter(whole_deck(setup.options.action_cards))
    rest.subtract(card for hand in hands for card in hand)
    rest.subtract(discards)
    _put(row, rules.PILE, places.give(rest.elements()))
    return row


def _put(row: Ints, at: int, places: Iterable[int]) -> None:
    row[at], row[at + 1] = words(places)
