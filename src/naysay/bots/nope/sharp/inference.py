"""What the others chose tells what they hold: how likely their choices were in a world, if they choose like `steady`.

Each choice was made in a position that everybody knows but for the hand of who made it: the cards that were not
discarded, the sizes of all hands, the limits (see `hand_odds`). A world tells the hand; the rules of thumb list its
moves.
"""

from collections import Counter
from collections.abc import Iterator
from math import exp, log
from typing import Final, NamedTuple

import numpy as np

from naysay.bots.nope.engine import rules
from naysay.bots.nope.engine.cards import FIRST, FIRST_OF_KIND, KIND_OF, LETTER_BITS, NUMBER_OF_KINDS, words
from naysay.bots.nope.engine.rows import colour_bits
from naysay.bots.nope.engine.rules import HAND, PILE, PLAYERS, SIZE, TURN
from naysay.bots.nope.sharp import hand_odds, sampler
from naysay.bots.nope.sharp.thumb_moves import list_moves
from naysay.bots.nope.sharp.thumb_rules import ASKED, DRAWING, HIGH, LAYING, LOW, WANTED, WHAT, Workspace
from naysay.bots.nope.sharp.thumb_rules import FIRST as FACES_FIRST
from naysay.bots.nope.sharp.thumb_rules import TOP as TOP_CARD
from naysay.bots.nope.worlds import Slots
from naysay.game import Card
from naysay.native.bits import HALF, int64, low_place
from naysay.native.jit import Ints, compiled
from naysay.nope.cards import ORDER, SELECTIONS, whole_deck
from naysay.nope.rules import hand_size
from naysay.nope.sets import counting
from naysay.nope.state import Event, Hand, draw_count
from naysay.nope.view import View

RECENT: Final = 60  # events; what was chosen before tells little about the hands of now

STEP: Final = 2
BEGINS: Final = 0  # a hand
GETS: Final = 1  # the card of a slot
LAYS: Final = 2  # a card of this kind
CHOOSES: Final = 3  # the choice with this number

SEEN: Final = 8  # a choice as it was seen: what, the kinds that were laid in order, the top one; who was named what
KINDS: Final = 1
TOP_KIND: Final = 4
NAMED: Final = 5

TEMPERATURE: Final = 0.01  # by so much chance to win a choice may fall short to be e times less likely
EPSILON: Final = 0.03  # the chance of a choice for reasons of its own


class Choices(NamedTuple):
    """The choices that a seat saw all others make."""

    steps: Ints  # of all their hands, one hand after the other
    rows: Ints  # of each choice: the state, with all cards that were not discarded as its pile
    sizes: Ints  # the size of each hand then
    limits: Ints
    seen: Ints


@compiled
def set_position(choices: Choices, number: int, held: Ints, state: Ints) -> None:
    """The position of a choice as its player saw it with this hand; of the others only the sizes of hands are right."""
    for at in range(SIZE):
        state[at] = choices.rows[number, at]
    seat = state[TURN]
    low = int64(0)
    high = int64(0)
    for kind in range(NUMBER_OF_KINDS):
        for copy in range(held[kind]):
            place = FIRST_OF_KIND[kind] + copy
            if place < HALF:
                low |= int64(1) << place
            else:
                high |= int64(1) << (place - HALF)
    state[HAND + 2 * seat] = low
    state[HAND + 2 * seat + 1] = high
    low = state[PILE] & ~low
    high = state[PILE + 1] & ~high
    for other in range(state[PLAYERS]):
        if other == seat:
            continue
        for _ in range(choices.sizes[number, other]):
            if low:
                state[HAND + 2 * other] |= low & -low
                low &= low - 1
            else:
                state[HAND + 2 * other + 1] |= high & -high
                high &= high - 1
    state[PILE] = low
    state[PILE + 1] = high


@compiled
def is_choice(move: Ints, seen: Ints) -> bool:
    """Whether a move is the one that was seen."""
    if move[WHAT] != seen[WHAT]:
        return False
    if move[WHAT] == DRAWING:
        return True
    if KIND_OF[move[TOP_CARD]] != seen[TOP_KIND]:
        return False
    if seen[NAMED] >= 0 and (
        move[FACES_FIRST] != seen[NAMED] or move[WANTED] != seen[NAMED + 1] or move[ASKED] != seen[NAMED + 2]
    ):
        return False
    low = move[LOW]
    high = move[HIGH]
    for at in range(KINDS, TOP_KIND):
        if not (low | high):
            return bool(seen[at] < 0)
        if low:
            place = low_place(low)
            low &= low - 1
        else:
            place = HALF + low_place(high)
            high &= high - 1
        if KIND_OF[place] != seen[at]:
            return False
    return True


@compiled
def choice_likelihood(choices: Choices, number: int, held: Ints, state: Ints, work: Workspace) -> float:
    """The logarithm of how likely a choice was with this hand, against the likeliest."""
    set_position(choices, number, held, state)
    moves = list_moves(state, choices.limits[number], work)
    best = 0.0
    made = -1.0
    for at in range(moves):
        score = work.scores[at]
        best = max(best, score)
        if score > made and is_choice(work.moves[at], choices.seen[number]):
            made = score
    return log(EPSILON + (1.0 - EPSILON) * exp((made - best) / TEMPERATURE)) if made >= 0.0 else log(EPSILON)


@compiled
def log_likelihood(choices: Choices, cards: Ints, held: Ints, state: Ints, work: Workspace) -> float:
    """The logarithm of how likely all choices were, if the slots hold these cards."""
    found = 0.0
    for at in range(0, choices.steps.size, STEP):
        number = choices.steps[at + 1]
        if choices.steps[at] == BEGINS:
            for kind in range(NUMBER_OF_KINDS):
                held[kind] = 0
        elif choices.steps[at] == GETS:
            held[cards[number]] += 1
        elif choices.steps[at] == LAYS:
            held[number] = max(held[number] - 1, 0)
        else:
            found += choice_likelihood(choices, number, held, state, work)
    return found


class _Table:
    """What everybody sees, as it changes."""

    def __init__(self, view: View) -> None:
        setup = view.setup
        self.players = setup.players
        self.draws = draw_count(setup)
        self.left = Counter(whole_deck(setup.options.action_cards))  # what is not discarded, and the same as words
        self.words = list(words(FIRST[card] + copy for card in self.left for copy in range(self.left[card])))
        self.sizes = [hand_size(setup, seat) for seat in range(setup.players)]
        self.limits = np.zeros(hand_odds.LIMITS, dtype=np.int64)
        self.discards: Hand = ()
        hand_odds.know_nothing(self.limits)

    def row(self, event: Event) -> Ints:
        """The position in which a choice was made, without any hand."""
        assert event.demand is not None
        row = np.zeros(rules.SIZE, dtype=np.int64)
        row[rules.PLAYERS], row[rules.TURN], row[rules.DRAWS] = self.players, event.seat, self.draws
        row[rules.COUNT], row[rules.COLOURS] = event.demand.count, colour_bits(event.demand.colours)
        row[rules.PILE], row[rules.PILE + 1] = self.words
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
                    hand_odds.saw_laid(self.limits, seat, *words(_places(event.cards)))
            case "reshuffled":
                loose = len(self.discards) - 1 - counting(self.discards)
                self._take_back(self.discards[:loose])
                self.discards = self.discards[loose:]
            case "drew":
                assert asked is not None
                if not drawn_on:
                    hand_odds.saw_no_set(self.limits, seat, asked.count, colour_bits(asked.colours))
                hand_odds.saw_drawn(self.limits, seat, event.count)
                self.sizes[seat] += event.count
            case "nope":
                assert asked is not None
                hand_odds.saw_no_set(self.limits, seat, asked.count, colour_bits(asked.colours))


def _places(cards: Hand) -> Iterator[int]:
    for place, card in enumerate(cards):
        yield FIRST[card] + cards[:place].count(card)


def _seen(event: Event, after: Event | None) -> list[int]:
    """A choice, as `is_choice` reads it."""
    if event.kind == "drew":
        return [DRAWING, *[-1] * (SEEN - 1)]
    kinds = sorted(ORDER[card] for card in event.cards)
    named = [-1, -1, -1]
    if event.cards[-1] in SELECTIONS and after is not None and after.named is not None:
        named = [after.named.seat, after.named.count, LETTER_BITS[after.named.colour]]
    return [LAYING, *kinds, *[-1] * (3 - len(kinds)), ORDER[event.cards[-1]], *named]


class _Noted:
    """The choices of others so far, and what happened to each hand between them."""

    def __init__(self, view: View, slots: Slots) -> None:
        self.table = _Table(view)
        self.steps: list[list[int]] = []
        self.rows: list[Ints] = []
        self.sizes: list[list[int]] = []
        self.limits: list[Ints] = []
        self.seen: list[list[int]] = []
        for seat, timeline in enumerate(slots.timelines):
            dealt = [step[1] for step in timeline if step[0] == sampler.GETS][: hand_size(view.setup, seat)]
            self.steps.append([BEGINS, seat, *(number for slot in dealt for number in (GETS, slot))])

    def choice(self, event: Event, after: Event | None) -> None:
        """Somebody else chose to draw, or what to lay."""
        self.steps[event.seat] += [CHOOSES, len(self.rows)]
        self.rows.append(self.table.row(event))
        self.sizes.append([*self.table.sizes, *[0] * (rules.SEATS - len(self.table.sizes))])
        self.limits.append(self.table.limits.copy())
        self.seen.append(_seen(event, after))

    def cards(self, event: Event, draws: Iterator[list[int]]) -> None:
        """What an event does to the hand of who did it."""
        if event.kind == "laid":
            self.steps[event.seat] += [value for card in event.cards for value in (LAYS, ORDER[card])]
        elif event.kind == "drew":
            self.steps[event.seat] += [value for slot in next(draws) for value in (GETS, slot)]


def read_choices(view: View, slots: Slots) -> Choices:
    """What the others chose so far; the slots are those of the worlds."""
    noted, draws, before = _Noted(view, slots), iter(slots.draws), ""
    for number, event in enumerate(view.history):
        drawn_on = before == "reshuffled"
        recent = number >= len(view.history) - RECENT
        if recent and event.seat != view.seat and (event.kind == "laid" or (event.kind == "drew" and not drawn_on)):
            noted.choice(event, view.history[number + 1] if number + 1 < len(view.history) else None)
        noted.cards(event, draws)
        noted.table.follow(event, drawn_on)
        before = event.kind
    others = (steps for seat, steps in enumerate(noted.steps) if seat != view.seat)
    return Choices(
        np.array([value for steps in others for value in steps], dtype=np.int64),
        np.array(noted.rows, dtype=np.int64).reshape(-1, rules.SIZE),
        np.array(noted.sizes, dtype=np.int64).reshape(-1, rules.SEATS),
        np.array(noted.limits, dtype=np.int64).reshape(-1, hand_odds.LIMITS),
        np.array(noted.seen, dtype=np.int64).reshape(-1, SEEN),
    )
