"""The hidden cards of Nope!: other hands and the draw pile.

A world is a set of shuffles under which everything that was seen is legal: whoever laid a card held it then, whoever
drew could make no set before, and after it could (and laid) or could not (and said "Nope!"). Each card that left a
deck fills a *slot*: a place in a hand from some moment on, or in the pile. Worlds are drawn by a Markov chain that
swaps the cards of two slots. A world that breaks a condition is visited too, but weighs `PENALTY` for each card that
does not fit, so the chain can always go on; only unbroken worlds are handed out, and among them all weigh the same.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal

from naysay.game import Card, Seat
from naysay.nope.cards import LETTERS, RESTART, SHOWS, whole_deck
from naysay.nope.rules import hand_size, in_order
from naysay.nope.sets import counting
from naysay.nope.state import Demand, Hand, State
from naysay.nope.view import View

PENALTY: Final = 0.002
LATEST: Final = 0.8
PATIENCE: Final = 600
BURN_IN: Final = 60
SWEEPS: Final = 20
PILE: Final = -1

SHOWN: Final = {card: tuple(LETTERS.index(colour) for colour in colours) for card, colours in SHOWS.items()}


@dataclass(frozen=True, slots=True)
class Step:
    """Something in the life of one hand.

    It `gets` the card of a slot, `lays` a card, or has a set or `no set` for a demand.
    """

    kind: Literal["gets", "lays", "set", "no set"]
    slot: int = 0
    card: Card = RESTART
    count: int = 0
    colours: tuple[int, ...] = ()


def _faces(kind: Literal["set", "no set"], demand: Demand) -> Step:
    return Step(kind, count=demand.count, colours=tuple(LETTERS.index(colour) for colour in demand.colours))


def deals(view: View, rng: Random) -> Iterator[State]:
    """Whole states that agree with the view, uniformly."""
    if view.phase == "deal":
        while True:
            yield State(view.setup, turn=view.turn, hands=((),) * view.setup.players)
    chain = _Chain(_Slots(view), rng)
    while True:
        chain.run(SWEEPS)
        if not chain.broken():
            yield _state(view, chain, rng)


class _Slots:
    """The slots of every deck so far, and the life of every hand, as one seat saw them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.players = view.setup.players
        self.owner: list[Seat] = []
        self.known: list[Card | None] = []
        self.decks: list[list[int]] = []
        self.lives: list[list[Step]] = [[] for _ in range(self.players)]
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
        self.lives[seat].append(Step("gets", slot))
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
            life = self.lives[event.seat]
            before = view.history[number - 1].kind if number else "turned"
            after = view.history[number + 1].kind if number + 1 < len(view.history) else view.phase
            if event.kind in ("turned", "laid"):
                pile += event.cards
                life.extend(Step("lays", card=card) for card in event.cards if event.kind == "laid")
                if event.kind == "turned":
                    self.decks[-1].append(self._slot(PILE, event.cards[0]))
            elif event.kind == "reshuffled":
                kept = len(pile) - 1 - counting(pile)
                self._open_deck(Counter(pile[:kept]))
                pile = pile[kept:]
            elif event.kind == "drew":
                assert event.demand is not None
                if before != "reshuffled":
                    life.append(_faces("no set", event.demand))
                cards = event.cards if event.seat == view.seat else (None,) * event.count
                self.draws.append([self._get(event.seat, card) for card in cards])
                if after not in ("reshuffled", "reshuffle"):
                    life.append(_faces("no set" if after == "nope" else "set", event.demand))

    def breaks(self, seat: Seat, cards: list[Card]) -> int:
        """By how many cards the life of this hand falls short of what was seen, if the slots hold these cards."""
        held: dict[Card, int] = {}
        shown = [0, 0, 0, 0]
        broken = 0
        for step in self.lives[seat]:
            if step.kind == "gets":
                card = cards[step.slot]
                held[card] = held.get(card, 0) + 1
                for colour in SHOWN[card]:
                    shown[colour] += 1
            elif step.kind == "lays":
                card = step.card
                if held.get(card):
                    held[card] -= 1
                    for colour in SHOWN[card]:
                        shown[colour] -= 1
                else:
                    broken += 1
            elif step.kind == "no set":
                for colour in step.colours:
                    if shown[colour] >= step.count:
                        broken += shown[colour] - step.count + 1
            else:
                broken += max(0, step.count - max([shown[colour] for colour in step.colours]))
        return broken

    def hand(self, seat: Seat, cards: list[Card]) -> Hand:
        """What this seat holds in the end if the slots hold these cards."""
        held: Counter[Card] = Counter()
        for step in self.lives[seat]:
            if step.kind == "gets":
                held[cards[step.slot]] += 1
            elif step.kind == "lays":
                held[step.card] -= 1
        return in_order(tuple(held.elements()))


class _Chain:
    """A walk through the worlds of a view, by swaps of two cards of one deck."""

    def __init__(self, slots: _Slots, rng: Random) -> None:
        self.slots = slots
        self.rng = rng
        self.others = [seat for seat in range(slots.players) if seat != slots.view.seat]
        decks = [[slot for slot in deck if slots.known[slot] is None] for deck in slots.decks]
        self.hidden = [(slot, deck) for deck in decks for slot in deck if slots.owner[slot] != PILE]
        self.cards: list[Card] = []
        self.broken_by: dict[Seat, int] = {}
        self._mend()
        self.run(BURN_IN)

    def _mend(self) -> None:
        """Find a world that breaks nothing: swap cards of hands that do not fit, begin anew if that leads nowhere."""
        while True:
            self.cards = self._begin()
            self.broken_by = {seat: self.slots.breaks(seat, self.cards) for seat in self.others}
            for _ in range(PATIENCE):
                if not self.broken():
                    return
                self._swap_some([place for place in self.hidden if self.broken_by[self.slots.owner[place[0]]]])

    def _begin(self) -> list[Card]:
        """Give every laid card to a slot from which it can have come, mostly the latest, and the rest to any."""
        slots, rng = self.slots, self.rng
        cards: list[Card | None] = list(slots.known)
        pools = [Counter(pool) for pool in slots.pools]
        deck_of = {slot: number for number, deck in enumerate(slots.decks) for slot in deck}
        for life in slots.lives:
            got: list[int] = []
            for step in life:
                if step.kind == "gets" and cards[step.slot] is None:
                    got.append(step.slot)
                elif step.kind == "lays" and (fits := [slot for slot in got if pools[deck_of[slot]][step.card] > 0]):
                    slot = fits[-1] if rng.random() < LATEST else rng.choice(fits)
                    got.remove(slot)
                    cards[slot] = step.card
                    pools[deck_of[slot]][step.card] -= 1
        for deck, pool in zip(slots.decks, pools, strict=True):
            rest = list(pool.elements())
            rng.shuffle(rest)
            for slot in deck:
                if cards[slot] is None:
                    cards[slot] = rest.pop()
        return [card for card in cards if card is not None]

    def broken(self) -> int:
        """How many conditions the present world breaks."""
        return sum(self.broken_by.values())

    def run(self, sweeps: int) -> None:
        """Walk on: far enough, and it forgets where it began."""
        for _ in range(sweeps):
            self._swap_some(self.hidden)

    def _swap_some(self, places: list[tuple[int, list[int]]]) -> None:
        """Try as many swaps as there are places, each of one of them with any slot of its deck."""
        random = self.rng.random
        for _ in places:
            slot, deck = places[int(random() * len(places))]
            self._try_swap(slot, deck[int(random() * len(deck))])

    def _try_swap(self, one: int, other: int) -> None:
        cards, owner = self.cards, self.slots.owner
        if cards[one] == cards[other]:
            return
        cards[one], cards[other] = cards[other], cards[one]
        now = {seat: self.slots.breaks(seat, cards) for seat in {owner[one], owner[other]} - {PILE}}
        worse = sum(now.values()) - sum(self.broken_by[seat] for seat in now)
        if worse > 0 and self.rng.random() >= PENALTY**worse:
            cards[one], cards[other] = cards[other], cards[one]
        else:
            self.broken_by.update(now)


def _state(view: View, chain: _Chain, rng: Random) -> State:
    """The state that the view and the hidden cards make together."""
    slots, cards = chain.slots, chain.cards
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
