"""The choices that a seat saw others make, for worlds that explain them; see `fast/past`."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import numpy as np

from naysay.bots.nope.fast import chain, engine, odds, past, thumb
from naysay.bots.nope.fast.cards import FIRST, LETTER_BITS, words
from naysay.bots.nope.fast.machine import HALF, Ints
from naysay.bots.nope.fast.position import colour_bits
from naysay.bots.nope.worlds import Slots
from naysay.game import Card
from naysay.nope.cards import ORDER, SELECTIONS, whole_deck
from naysay.nope.rules import draw_count, hand_size
from naysay.nope.sets import counting
from naysay.nope.state import Event, Hand
from naysay.nope.view import View

RECENT: Final = 60  # events; what was chosen before tells little about the hands of now


class _Table:
    """What everybody sees, as it changes."""

    def __init__(self, view: View) -> None:
        setup = view.setup
        self.players = setup.players
        self.draws = draw_count(setup)
        self.left = Counter(whole_deck(setup.options.action_cards))  # what is not discarded, and the same as words
        self.words = list(words(FIRST[card] + copy for card in self.left for copy in range(self.left[card])))
        self.sizes = [hand_size(setup, seat) for seat in range(setup.players)]
        self.limits = np.zeros(odds.LIMITS, dtype=np.int64)
        self.discards: Hand = ()
        odds.know_nothing(self.limits)

    def row(self, event: Event) -> Ints:
        """The position in which a choice was made, without any hand."""
        assert event.demand is not None
        row = np.zeros(engine.SIZE, dtype=np.int64)
        row[engine.PLAYERS], row[engine.TURN], row[engine.DRAWS] = self.players, event.seat, self.draws
        row[engine.COUNT], row[engine.COLOURS] = event.demand.count, colour_bits(event.demand.colours)
        row[engine.PILE], row[engine.PILE + 1] = self.words
        return row

    def _discard(self, cards: Hand) -> None:
        for card in cards:
            self.left[card] -= 1
            self._turn(card)

    def _take_back(self, cards: Hand) -> None:
        for card in cards:
            self._turn(card)
            self.left[card] += 1

    def _turn(self, card: Card) -> None:
        place = FIRST[card] + self.left[card]
        self.words[place // HALF] ^= 1 << place % HALF

    def follow(self, event: Event, drawn_on: bool) -> None:
        """An event happens; `drawn_on`: a draw that goes on after a reshuffle."""
        seat, asked = event.seat, event.demand
        match event.kind:
            case "turned" | "laid":
                self.discards += event.cards
                self._discard(event.cards)
                if event.kind == "laid":
                    self.sizes[seat] -= len(event.cards)
                    odds.saw_laid(self.limits, seat, *words(_places(event.cards)))
            case "reshuffled":
                loose = len(self.discards) - 1 - counting(self.discards)
                self._take_back(self.discards[:loose])
                self.discards = self.discards[loose:]
            case "drew":
                assert asked is not None
                if not drawn_on:
                    odds.saw_no_set(self.limits, seat, asked.count, colour_bits(asked.colours))
                odds.saw_drawn(self.limits, seat, event.count)
                self.sizes[seat] += event.count
            case "nope":
                assert asked is not None
                odds.saw_no_set(self.limits, seat, asked.count, colour_bits(asked.colours))


def _places(cards: Hand) -> Iterator[int]:
    for place, card in enumerate(cards):
        yield FIRST[card] + cards[:place].count(card)


def _seen(event: Event, after: Event | None) -> list[int]:
    """A choice, as `fast/past` reads it."""
    if event.kind == "drew":
        return [thumb.DRAWING, *[-1] * (past.SEEN - 1)]
    kinds = sorted(ORDER[card] for card in event.cards)
    named = [-1, -1, -1]
    if event.cards[-1] in SELECTIONS and after is not None and after.named is not None:
        named = [after.named.seat, after.named.count, LETTER_BITS[after.named.colour]]
    return [thumb.LAYING, *kinds, *[-1] * (3 - len(kinds)), ORDER[event.cards[-1]], *named]


def past_of(view: View, slots: Slots) -> past.Past:
    """What the others chose so far; the slots are those of the worlds."""
    table = _Table(view)
    steps: list[list[int]] = [[] for _ in view.hand_sizes]
    rows: list[Ints] = []
    sizes: list[list[int]] = []
    limits: list[Ints] = []
    seen: list[list[int]] = []
    for seat, life in enumerate(slots.lives):
        steps[seat] += [past.BEGINS, seat]
        dealt = [step[1] for step in life if step[0] == chain.GETS][: hand_size(view.setup, seat)]
        steps[seat] += [number for slot in dealt for number in (past.GETS, slot)]
    draws = iter(slots.draws)
    before = ""
    for number, event in enumerate(view.history):
        drawn_on = before == "reshuffled"
        recent = number >= len(view.history) - RECENT
        if recent and event.seat != view.seat and (event.kind == "laid" or (event.kind == "drew" and not drawn_on)):
            steps[event.seat] += [past.CHOOSES, len(rows)]
            rows.append(table.row(event))
            sizes.append([*table.sizes, *[0] * (engine.SEATS - len(table.sizes))])
            limits.append(table.limits.copy())
            seen.append(_seen(event, view.history[number + 1] if number + 1 < len(view.history) else None))
        if event.kind == "laid":
            steps[event.seat] += [value for card in event.cards for value in (past.LAYS, ORDER[card])]
        elif event.kind == "drew":
            steps[event.seat] += [value for slot in next(draws) for value in (past.GETS, slot)]
        table.follow(event, drawn_on)
        before = event.kind
    others = (life for seat, life in enumerate(steps) if seat != view.seat)
    return past.Past(
        np.array([value for life in others for value in life], dtype=np.int64),
        np.array(rows, dtype=np.int64).reshape(-1, engine.SIZE),
        np.array(sizes, dtype=np.int64).reshape(-1, engine.SEATS),
        np.array(limits, dtype=np.int64).reshape(-1, odds.LIMITS),
        np.array(seen, dtype=np.int64).reshape(-1, past.SEEN),
    )
