"""The hidden cards of Nyet!: other hands, discards, cards set aside.

Which cards may be where depends on their suit only (a seat that did not follow has none left), and for some discards on
being low. So the ways to fill the places are counted by suit, place after place, and a way is drawn in proportion to
the arrangements that it stands for. Places that take anything need no counting: they get the rest.

Two things are met by drawing again. A low discard although enough others were in the hand (N3) cannot be. And where
equal cards came to light and lie hidden in the same hand, several arrangements stand for one deal: of two R1 either may
be the one that was played. Such a world is kept with one over their number.

Where hardly any would be kept, drawing again and again would take for ever: in an edition with many equal cards a drawn
world stands for millions of arrangements of one deal; with many low cards hardly any world has discards that were
allowed. Then a world changes little by little instead, as Metropolis has it: two hidden cards change places. Swaps are
as likely back as forth, so a world that stands for fewer arrangements is always taken, and one that stands for more in
proportion. In the long run every deal is equally likely; worlds that follow each other are alike.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, prod
from random import Random
from typing import Final

from naysay.game import Card, Seat
from naysay.nyet.discards import in_order
from naysay.nyet.edition import deck, low_cards
from naysay.nyet.rules import first_to_veto
from naysay.nyet.state import Hand, Round, State, Veto
from naysay.nyet.tricks import suit
from naysay.nyet.view import View

FEW: Final = 50  # worlds that are drawn in any case
LEAST_CHANCE: Final = 1 / 500  # to keep a world that was drawn
SWAPS: Final = 60  # tried between two worlds
WARM_UP: Final = 4  # times as many before the first

Filled = dict[tuple[str, Seat], Hand]


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere hidden: how many cards lie there, which suits it takes, whether it takes low cards."""

    kind: str
    seat: Seat
    size: int
    suits: frozenset[str]
    takes_low: bool = True


def deals(view: View, rng: Random) -> Iterator[State]:
    """Whole states that agree with the view, uniformly."""
    if view.phase in ("deal", "over"):
        while True:
            yield State(view.setup, view.rounds, view.totals, last_tricks=view.last_tricks)
    hidden = Hidden(view)
    tries, chances = 0, 0.0  # since the last world: how many drawn, and how likely they were to be kept, together
    while tries < FEW or chances >= tries * LEAST_CHANCE:
        filled, tries = hidden.fill(rng), tries + 1
        if not hidden.wrong_discards(filled):
            state = hidden.state(filled, rng)
            arrangements = hidden.arrangements(state)
            chances += 1 / arrangements
            if arrangements == 1 or rng.randrange(arrangements) == 0:
                yield state
                tries, chances = 0, 0.0
    yield from walk_by_swaps(hidden, rng)


class Hidden:
    """What one view leaves open, with the counts that are made once for all deals from it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.players = view.setup.players
        self.low = low_cards(view.edition)
        self.played = _played(view)
        self.known = _known_elsewhere(view, self.played)
        self.unseen = self._unseen()
        self.suit_of = {card: suit(card, view.terms) if view.terms else card[0] for card in self.unseen}
        self.suits = sorted(set(self.suit_of.values()))
        self.lows = Counter(self.suit_of[card] for card in self.unseen if card in self.low)
        self.places = self._places()
        self.strict = sorted(
            (place for place in self.places if not place.takes_low or len(place.suits) < len(self.suits)),
            key=lambda place: place.takes_low,  # those without lows first: after them only suits matter
        )
        self.free = [place for place in self.places if place not in self.strict]
        self.by_name = {(place.kind, place.seat): place for place in self.places}
        self.several = [card for card, copies in Counter(deck(view.edition, self.players)).items() if copies > 1]
        self.ways: dict[tuple[int, tuple[int, ...]], int] = {}

    def _unseen(self) -> Hand:
        view = self.view
        seen = Counter(view.hand)
        for cards in (*self.played, *self.known):
            seen.update(cards)
        if view.seat is not None and not (self._passing and view.phase == "play"):
            seen.update(view.gave)
        return tuple((Counter(deck(view.edition, self.players)) - seen).elements())

    @property
    def _passing(self) -> bool:
        return self.view.terms is not None and self.view.terms.discard.passed_to != 0

    def _places(self) -> list[Place]:
        view, everything = self.view, frozenset(self.suits)
        places = [Place("aside", 0, view.aside, everything)]
        voids = _voids(view)
        for seat in range(self.players):
            if seat == view.seat:
                continue
            suits = everything - voids[seat]
            places.append(Place("hand", seat, view.hand_sizes[seat] - len(self.known[seat]), suits))
            if view.terms and seat in view.chosen and not (self._passing and view.phase == "play"):
                rule = view.terms.discard
                shown = sum(card not in self.low for card in self.played[seat])
                places.append(Place("gone", seat, rule.count, everything, not rule.not_low or shown < rule.count))
        return [place for place in places if place.size]

    def fill(self, rng: Random) -> Filled:
        """One way to fill all places, uniform but for the joint condition on discards."""
        left = {name: [card for card in self.unseen if self.suit_of[card] == name] for name in self.suits}
        for cards in left.values():
            rng.shuffle(cards)
        filled: Filled = {}
        for number, place in enumerate(self.strict):
            counts = self._draw_counts(number, left, rng)
            filled[place.kind, place.seat] = tuple(
                card
                for name, count in zip(self.suits, counts, strict=True)
                for card in _take(left[name], count, place, self.low)
            )
        rest = [card for cards in left.values() for card in cards]
        rng.shuffle(rest)
        for place in self.free:
            filled[place.kind, place.seat] = tuple(rest[: place.size])
            del rest[: place.size]
        assert not rest, "every unseen card has a place"
        return filled

    def _draw_counts(self, number: int, left: dict[str, list[Card]], rng: Random) -> tuple[int, ...]:
        """How many cards of each suit this place takes, in proportion to the deals behind it."""
        options = list(self._splits(number, tuple(len(left[name]) for name in self.suits)))
        return _choose([counts for counts, _ in options], [ways for _, ways in options], rng)

    def _splits(self, number: int, remaining: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """Every way to fill this place by suit, each with the number of deals of this and all later strict places."""
        place = self.strict[number]
        if place.takes_low:
            limits = tuple(n if name in place.suits else 0 for name, n in zip(self.suits, remaining, strict=True))
        else:  # only such places came before, so all lows are still there
            limits = tuple(n - self.lows[name] for name, n in zip(self.suits, remaining, strict=True))
        for counts in _splits(place.size, limits):
            later = self._count(number + 1, tuple(n - count for n, count in zip(remaining, counts, strict=True)))
            yield counts, prod(map(comb, limits, counts)) * later

    def _count(self, number: int, remaining: tuple[int, ...]) -> int:
        """How many deals fill the strict places from `number` on when so many cards of each suit are left."""
        if number == len(self.strict):
            return 1
        if (number, remaining) not in self.ways:
            self.ways[number, remaining] = sum(ways for _, ways in self._splits(number, remaining))
        return self.ways[number, remaining]

    def accepts(self, place: tuple[str, Seat], card: Card) -> bool:
        """Whether a card may lie in a place, by its suit and by being low."""
        there = self.by_name[place]
        return self.suit_of[card] in there.suits and (there.takes_low or card not in self.low)

    def wrong_discards(self, filled: Filled) -> int:
        """How many hidden discards were not allowed: lows may go only where too few others were in the hand (N3)."""
        terms, wrong = self.view.terms, 0
        if terms is None or not terms.discard.not_low:
            return wrong
        for (kind, seat), cards in filled.items():
            if kind == "gone":
                whole = (*cards, *filled.get(("hand", seat), ()), *self.played[seat])
                others = sum(card not in self.low for card in whole)
                wrong += min(terms.discard.count, others) - sum(card not in self.low for card in cards)
        return wrong

    def arrangements(self, state: State) -> int:
        """How many arrangements of the hidden cards, and of what was passed, stand for one deal behind this state."""
        view, round = self.view, state.round
        assert round is not None
        passed_to = view.terms.discard.passed_to if view.terms and self._passing and view.phase == "play" else 0
        number = 1
        for seat in range(self.players):
            if seat == view.seat:
                continue
            had = Counter(round.hands[seat] + self.played[seat])
            hidden = Counter(round.hands[seat]) - Counter(self.known[seat])
            gave = Counter((round.gave[seat] or ()) if round.gave else ())
            got: Counter[Card] = Counter()
            if passed_to:
                giver = (seat - passed_to) % self.players
                got = Counter(round.gave[giver] or ())
                if giver == view.seat:
                    had -= got
                    got = Counter()
            for card in self.several:
                dealt = had[card] - got[card] + gave[card]
                number *= comb(had[card], hidden[card]) * comb(dealt, gave[card])
        return number

    def state(self, filled: Filled, rng: Random) -> State:
        """The state that the view and the hidden cards make together."""
        view = self.view
        hands = tuple(
            view.hand
            if seat == view.seat
            else in_order((*filled.get(("hand", seat), ()), *self.known[seat]), view.edition)
            for seat in range(self.players)
        )
        began = view.terms.first if view.terms else first_to_veto(view.setup, view.dealer)
        round = Round(
            hands=hands,
            aside=filled.get(("aside", 0), ()),
            open=tuple(tuple(Veto(row.name, box.name) for box in row.boxes if box.open) for row in view.board),
            vetoes=tuple((seat, Veto(row, box)) for seat, row, box in view.vetoes),
            terms=view.terms,
            sides=view.sides,
            bonus=view.bonus,
            gave=self._gave(filled, hands, rng) if view.sides else (),
            leader=began if view.leader is None else view.leader,
            trick=view.trick,
            taken=view.taken,
        )
        return State(view.setup, view.rounds, view.totals, round, view.last_tricks)

    def _gave(self, filled: Filled, hands: tuple[Hand, ...], rng: Random) -> tuple[Hand | None, ...]:
        view = self.view
        assert view.terms is not None
        if view.terms.discard.count == 0:
            return ((),) * self.players
        gave: list[Hand | None] = []
        for seat in range(self.players):
            if seat not in view.chosen:
                gave.append(None)
            elif seat == view.seat:
                gave.append(view.gave)
            elif not (self._passing and view.phase == "play"):
                gave.append(in_order(filled.get(("gone", seat), ()), view.edition))
            else:
                receiver = (seat + view.terms.discard.passed_to) % self.players
                holding = [*hands[receiver], *self.played[receiver]]
                passed = view.got if receiver == view.seat else rng.sample(holding, view.terms.discard.count)
                gave.append(in_order(tuple(passed), view.edition))
        return tuple(gave)


def walk_by_swaps(hidden: Hidden, rng: Random) -> Iterator[State]:
    """States that agree with a view, one after the other."""
    filled = hidden.fill(rng)
    wrong = hidden.wrong_discards(filled)
    while wrong:
        other = swap(hidden, filled, rng)
        now = hidden.wrong_discards(other)
        if now <= wrong:
            filled, wrong = other, now
    state = hidden.state(filled, rng)
    number, steps = hidden.arrangements(state), WARM_UP * SWAPS
    while True:
        for _ in range(steps):
            other = swap(hidden, filled, rng)
            if hidden.wrong_discards(other):
                continue
            changed = hidden.state(other, rng)
            arrangements = hidden.arrangements(changed)
            if arrangements <= number or rng.randrange(arrangements) < number:
                filled, state, number = other, changed, arrangements
        yield state
        steps = SWAPS


def swap(hidden: Hidden, filled: Filled, rng: Random) -> Filled:
    """Two hidden cards in each other's place, if both may lie there; otherwise all as it was."""
    places = [(place, at) for place, cards in filled.items() for at in range(len(cards))]
    (here, one), (there, other) = rng.choice(places), rng.choice(places)
    card, back = filled[here][one], filled[there][other]
    if here == there or card == back or not (hidden.accepts(there, card) and hidden.accepts(here, back)):
        return filled
    return {
        **filled,
        here: (*filled[here][:one], back, *filled[here][one + 1 :]),
        there: (*filled[there][:other], card, *filled[there][other + 1 :]),
    }


def _played(view: View) -> tuple[Hand, ...]:
    """The cards that each seat has played this round."""
    players = view.setup.players
    played: list[list[Card]] = [[] for _ in range(players)]
    for leader, cards in _tricks(view):
        for place, card in enumerate(cards):
            played[(leader + place) % players].append(card)
    return tuple(map(tuple, played))


def _tricks(view: View) -> list[tuple[Seat, Hand]]:
    tricks = [(trick.leader, trick.cards) for trick in view.taken]
    return tricks if view.leader is None else [*tricks, (view.leader, view.trick)]


def _voids(view: View) -> tuple[set[str], ...]:
    """The suits that each seat has shown not to hold."""
    voids: tuple[set[str], ...] = tuple(set() for _ in range(view.setup.players))
    if view.terms is None:
        return voids
    for leader, cards in _tricks(view):
        for place, card in enumerate(cards):
            if suit(card, view.terms) != (led := suit(cards[0], view.terms)):
                voids[(leader + place) % view.setup.players].add(led)
    return voids


def _known_elsewhere(view: View, played: Sequence[Hand]) -> tuple[Hand, ...]:
    """The cards that this seat passed on, and that the receiver has not played yet (equal cards count as the passed
    ones first).
    """
    known: list[Hand] = [()] * view.setup.players
    if view.seat is not None and view.phase == "play" and view.terms and (step := view.terms.discard.passed_to):
        receiver = (view.seat + step) % view.setup.players
        known[receiver] = tuple((Counter(view.gave) - Counter(played[receiver])).elements())
    return tuple(known)


def _splits(size: int, limits: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to take `size` cards, by suit, within the limits."""
    if not limits:
        if size == 0:
            yield ()
        return
    for count in range(max(0, size - sum(limits[1:])), min(size, limits[0]) + 1):
        for rest in _splits(size - count, limits[1:]):
            yield (count, *rest)


def _choose(options: list[tuple[int, ...]], weights: list[int], rng: Random) -> tuple[int, ...]:
    """One of the options in exact proportion to whole-numbered weights."""
    spot = rng.randrange(sum(weights))
    for option, weight in zip(options, weights, strict=True):
        spot -= weight
        if spot < 0:
            return option
    raise AssertionError("a spot below the sum lies in one of the weights")


def _take(cards: list[Card], count: int, place: Place, low: frozenset[Card]) -> Hand:
    """Take the first `count` of these shuffled cards that the place accepts."""
    taken = [card for card in cards if place.takes_low or card not in low][:count]
    for card in taken:
        cards.remove(card)
    return tuple(taken)
