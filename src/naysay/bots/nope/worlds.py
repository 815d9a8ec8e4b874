"""The hidden cards of Nope!: other hands and the draw pile.

A world is a set of shuffles under which everything that was seen is legal: whoever laid a card held it then, whoever
drew could make no set before, and after it could (and laid) or could not (and said "Nope!"). Each card that left a
deck fills a *slot*: a place in a hand from some moment on, or in the pile. Worlds are drawn by a Markov chain that
swaps the cards of two slots. A world that breaks a condition is visited too, but weighs less for each card that does
not fit, so the chain can always go on; only consistent worlds are handed out, and among them all weigh the same.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import accumulate
from math import exp
from random import Random
from typing import Final

import numpy as np

from naysay.bots.nope.counting import BITS
from naysay.bots.nope.engine.cards import KINDS
from naysay.bots.nope.sharp import sampler
from naysay.bots.nope.sharp.sampler import PILE
from naysay.game import Card, Seat
from naysay.native.jit import Floats, Ints
from naysay.nope.cards import ACTIONS, JOKER, ORDER, SHOWS, whole_deck
from naysay.nope.rules import hand_size, in_order
from naysay.nope.sets import counting
from naysay.nope.state import Demand, Hand, State
from naysay.nope.view import View

BURN_IN: Final = 60
SWEEPS: Final = 20
PATIENCE: Final = 600

UNIFORM: Final[Floats] = np.zeros(0)
# How likely it is that a card goes, against one of two colours: of one colour, a joker, an action card; then that an
# action card is played alone where two or three cards are demanded. Fitted to games of `steady`, and softened.
LIKELY: Final[Floats] = np.array([exp(-2.5), exp(0.5), exp(-4.0), 0.5, 0.6])

Step = tuple[int, int, int]


def _faces(kind: int, demand: Demand) -> Step:
    return kind, demand.count, sum(BITS[colour] for colour in demand.colours)


def _chooses(cards: Hand, demand: Demand) -> Step:
    """A choice, as `sampler.log_likelihood` reads it."""
    shown = sum(BITS[colour] for colour in demand.colours if all(colour in SHOWS[card] for card in cards))
    single = sum(len(SHOWS[card]) == 1 and card not in ACTIONS for card in cards)
    actions = sum(card in ACTIONS for card in cards)
    what = demand.count | len(cards) << 2 | single << 4 | cards.count(JOKER) << 6 | actions << 8
    return sampler.CHOOSES, what, shown


def deals(view: View, rng: Random) -> Iterator[State]:
    """Whole states that agree with the view, uniformly."""
    if view.phase == "deal":
        while True:
            yield State(view.setup, turn=view.turn, hands=((),) * view.setup.players)
    slots = Slots(view)
    chain = Chain(slots, rng)
    chain.run(BURN_IN)
    while True:
        chain.run(SWEEPS)
        if chain.is_consistent():
            yield _state(slots, [KINDS[kind] for kind in chain.world.cards], rng)


class Slots:
    """The slots of every deck so far, and what happened to every hand, as one seat saw it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.players = view.setup.players
        self.owner: list[Seat] = []
        self.known: list[Card | None] = []
        self.decks: list[list[int]] = []
        self.timelines: list[list[Step]] = [[] for _ in range(self.players)]
        self.pools: list[Counter[Card]] = []
        self.draws: list[list[int]] = []  # the slots of each draw, in the order of the history
        self._open_deck(Counter(whole_deck(view.setup.options.action_cards)))
        self._deal()
        self._follow()
        for deck, pool in zip(self.decks, self.pools, strict=True):
            pool.subtract(card for slot in deck if (card := self.known[slot]) is not None)
            while len(deck) < self._size(pool, deck):
                deck.append(self._slot(PILE, None))

    def _size(self, pool: Counter[Card], deck: list[int]) -> int:
        return pool.total() + sum(self.known[slot] is not None for slot in deck)

    def _open_deck(self, cards: Counter[Card]) -> None:
        self.decks.append([])
        self.pools.append(cards)

    def _slot(self, owner: Seat, card: Card | None) -> int:
        self.owner.append(owner)
        self.known.append(card)
        return len(self.owner) - 1

    def _get(self, seat: Seat, card: Card | None) -> int:
        slot = self._slot(seat, card)
        self.decks[-1].append(slot)
        self.timelines[seat].append((sampler.GETS, slot, 0))
        return slot

    def _deal(self) -> None:
        """The hands as they were dealt: one's own is what one has and laid, less what one drew."""
        view, seat = self.view, self.view.seat
        sizes = [hand_size(view.setup, other) for other in range(self.players)]
        own = Counter(view.hand)
        for event in view.history:
            if event.seat == seat and event.kind == "laid":
                own.update(event.cards)
            elif event.seat == seat and event.kind == "drew":
                own.subtract(event.cards)
        mine = list(own.elements())
        for other, size in enumerate(sizes):
            for place in range(size):
                self._get(other, mine[place] if other == seat else None)

    def _follow(self) -> None:
        """Walk through what everyone saw."""
        view = self.view
        pile: Hand = ()
        for number, event in enumerate(view.history):
            timeline = self.timelines[event.seat]
            before = view.history[number - 1].kind if number else "turned"
            after = view.history[number + 1].kind if number + 1 < len(view.history) else view.phase
            if event.kind in ("turned", "laid"):
                pile += event.cards
                if event.kind == "laid" and event.demand:
                    timeline.append(_chooses(event.cards, event.demand))
                    timeline.extend((sampler.LAYS, ORDER[card], 0) for card in event.cards)
                if event.kind == "turned":
                    self.decks[-1].append(self._slot(PILE, event.cards[0]))
            elif event.kind == "reshuffled":
                kept = len(pile) - 1 - counting(pile)
                self._open_deck(Counter(pile[:kept]))
                pile = pile[kept:]
            elif event.kind == "drew":
                assert event.demand is not None
                if before != "reshuffled":
                    timeline.append(_faces(sampler.HAS_NONE, event.demand))
                cards = event.cards if event.seat == view.seat else (None,) * event.count
                self.draws.append([self._get(event.seat, card) for card in cards])
                if after not in ("reshuffled", "reshuffle"):
                    timeline.append(_faces(sampler.HAS_NONE if after == "nope" else sampler.HAS_SET, event.demand))

    def hand(self, seat: Seat, cards: list[Card]) -> Hand:
        """What this seat holds in the end if the slots hold these cards."""
        held: Counter[Card] = Counter()
        for step in self.timelines[seat]:
            if step[0] == sampler.GETS:
                held[cards[step[1]]] += 1
            elif step[0] == sampler.LAYS:
                held[KINDS[step[1]]] -= 1
        return in_order(tuple(held.elements()))


class Chain:
    """A Markov chain through the worlds of a view; see `sharp/sampler`."""

    def __init__(self, slots: Slots, rng: Random, patience: int = PATIENCE, weights: Floats = UNIFORM) -> None:
        """Begin in a consistent world; with a patience of 0 sweeps, in any."""
        self.evidence = _evidence(slots, weights)
        self.viewer = -1 if slots.view.seat is None else slots.view.seat
        self.world = sampler.World(
            cards=np.array([-1 if card is None else ORDER[card] for card in slots.known], dtype=np.int64),
            violations=np.zeros(slots.players, dtype=np.int64),
            log_chances=np.zeros(slots.players),
            held=np.zeros(sampler.HELD, dtype=np.int64),
        )
        self.source = rng.getrandbits(63)
        self._begin()
        while patience and not self.is_consistent():
            self.repair(patience)
            if not self.is_consistent():
                self._begin()

    def _begin(self) -> None:
        work = np.zeros(self.evidence.pools.size + self.world.cards.size, dtype=np.int64)
        self.source = sampler.start_world(self.evidence, self.viewer, self.world, work, self.source)

    def repair(self, patience: int) -> None:
        """Change the hands that do not fit until all do, or for so many sweeps."""
        self.source = sampler.repair(self.evidence, self.world, patience, self.source)

    def is_consistent(self) -> bool:
        """Whether the present world agrees with everything that was seen."""
        return not self.world.violations.any()

    def run(self, sweeps: int) -> None:
        """Go on: after enough sweeps it forgets where it began."""
        self.source = sampler.run_sweeps(self.evidence, self.world, sweeps, self.source)


def _evidence(slots: Slots, weights: Floats) -> sampler.Evidence:
    """What was seen, as arrays."""
    decks = [[slot for slot in deck if slots.known[slot] is None] for deck in slots.decks]
    deck_of = np.zeros(len(slots.owner), dtype=np.int64)
    for number, deck in enumerate(slots.decks):
        deck_of[deck] = number
    hidden = [slot for deck in decks for slot in sorted(deck, key=slots.owner.__getitem__) if slots.owner[slot] != PILE]
    hands = [(deck_of[slot], slots.owner[slot]) for slot in hidden]
    return sampler.Evidence(
        owner=_array(slots.owner),
        deck=deck_of,
        hidden=_array(hidden),
        first=_array(hands.index(hand) for hand in hands),
        last=_array(hands.index(hand) + hands.count(hand) for hand in hands),
        members=_array(slot for deck in decks for slot in deck),
        begins=_array(accumulate((len(deck) for deck in decks), initial=0)),
        pools=_array(pool[card] for pool in slots.pools for card in ORDER),
        weights=weights,
        steps=_array(number for timeline in slots.timelines for step in timeline for number in step),
        begins_of=_array(accumulate((sampler.STEP * len(timeline) for timeline in slots.timelines), initial=0)),
    )


def _array(numbers: Iterable[int]) -> Ints:
    return np.array(list(numbers), dtype=np.int64)


def _state(slots: Slots, cards: list[Card], rng: Random) -> State:
    """The state that the view and the hidden cards make together."""
    view = slots.view
    pile = [cards[slot] for slot in slots.decks[-1] if slots.owner[slot] == PILE and slots.known[slot] is None]
    rng.shuffle(pile)
    draws = iter(slots.draws)
    history = tuple(
        replace(event, cards=tuple(cards[slot] for slot in next(draws))) if event.kind == "drew" else event
        for event in view.history
    )
    return State(
        setup=view.setup,
        phase=view.phase,
        turn=view.turn,
        hands=tuple(slots.hand(seat, cards) for seat in range(slots.players)),
        pile=tuple(pile),
        discards=view.discards,
        named=view.named,
        to_draw=view.to_draw,
        turns=view.turns,
        out=view.out,
        history=history,
    )
