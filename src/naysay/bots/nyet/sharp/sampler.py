"""The sampler: worlds of a view as rows of the solver. What is open goes into arrays for `sampler_kernel.py`."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from naysay.bots.nyet.sharp.sampler_kernel import ASIDE, EXTRA, SEATS, Sample, Spec, count_ways, draw_worlds
from naysay.bots.nyet.worlds import Hidden
from naysay.game import Card
from naysay.native.jit import Floats, Ints
from naysay.nyet.edition import Edition, deck
from naysay.nyet.view import View
from naysay.solver.layout import layout
from naysay.solver.row import LEADER, PLAYED, PLAYERS, ROW, SIDE, SIGN, WEIGHT

Places = Mapping[Card, tuple[int, ...]]
ROOM: Final = 4_000_000


@lru_cache(64)
def deck_places(edition: Edition, players: int) -> Places:
    """Where the cards stand before there are terms: in the order of the deck."""
    found: dict[Card, tuple[int, ...]] = {}
    for place, card in enumerate(deck(edition, players)):
        found[card] = (*found.get(card, ()), place)
    return found


class Worlds:
    """The worlds of a view: drawn as many at a time as are wanted."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        players, terms = view.setup.players, view.terms
        self.template: Ints = np.zeros(ROW, np.int64)
        self.template[PLAYERS] = players
        if terms is None:
            self.places: Places = deck_places(view.edition, players)
        else:
            found = layout(view.edition, players, terms)
            self.places = found.places
            for place, number in found.fixed.items():
                self.template[place] = number
            self.template[SIGN] = 1 if terms.points > 0 else -1
            self.template[LEADER] = terms.first if view.leader is None else view.leader
            self.template[PLAYED] = len(view.trick)
            for seat in range(players):
                self.template[WEIGHT + seat] = 2 if view.options.bonus == "own" and view.bonus == seat else 1
                self.template[SIDE + seat] = view.sides[seat] if view.sides else 0
        self.spec = _spec(view, Hidden(view), self.places)
        count_ways(self.spec)

    def draw(self, source: Ints, number: int) -> tuple[Sample, Floats]:
        """So many worlds, and their weights (equal cards; see `worlds.py`)."""
        rows = np.tile(self.template, (number, 1))
        extras = np.zeros((number, EXTRA), np.int64)
        weights = np.zeros(number)
        draw_worlds(self.spec, source, rows, extras, weights)
        return Sample(rows, extras), weights


class _Pool:
    """Equal cards, handed out one place after the other."""

    def __init__(self, places: Places) -> None:
        self.left = {card: list(copies) for card, copies in places.items()}

    def mask(self, cards: Iterable[Card]) -> int:
        """The next places of these cards, as a mask."""
        return sum(1 << self.left[card].pop(0) for card in cards)


def _among(cards: Iterable[Card], mask: int, places: Places) -> int:
    """These cards as places of a mask that holds them."""
    found = 0
    for card in cards:
        found |= next(1 << place for place in places[card] if mask >> place & 1 and not found >> place & 1)
    return found


def _spec(view: View, hidden: Hidden, places: Places) -> Spec:
    players, rule = view.setup.players, view.terms.discard if view.terms else None
    assert view.seat is not None
    step = rule.passed_to if rule and view.phase == "play" else 0
    pool = _Pool(places)
    known, played, gave, got = _in_sight(view, hidden, places, pool, step)
    suits = hidden.suits or ["-"]
    cards, number, lows = _unseen(hidden, suits, pool)
    lows |= _low_in(int(np.bitwise_or.reduce(played)), hidden, places)
    order = [*hidden.strict, *hidden.free]
    room = int(np.prod(number + 1)) if hidden.strict else 1
    if room * (len(hidden.strict) + 1) > ROOM:
        raise ValueError(f"{view.edition.id}: too many suits and cards for the sharp bot's worlds")
    classes, trick = _copies(view, places)
    return Spec(
        players=players,
        me=view.seat,
        strict=len(hidden.strict),
        step=step,
        gone=rule.count if rule else 0,
        not_low=bool(rule and rule.not_low),
        lows=lows,
        cards=cards,
        number=number,
        size=np.array([place.size for place in order], np.int64),
        target=np.array([_target(place.kind, place.seat) for place in order], np.int64),
        allowed=_rows([[int(name in place.suits) for name in suits] for place in order], len(suits)),
        takes_low=np.array([int(place.takes_low) for place in order], np.int64),
        radix=np.concatenate(([1], np.cumprod(number + 1)[:-1])).astype(np.int64),
        ways=np.zeros((len(hidden.strict) + 1, room)),
        known=known,
        played=played,
        gave=gave,
        got=got,
        classes=classes,
        trick=trick,
    )


def _unseen(hidden: Hidden, suits: Sequence[str], pool: _Pool) -> tuple[Ints, Ints, int]:
    """The places of the unseen cards by suit, how many each suit has, and which of them are low."""
    by_suit = [[card for card in hidden.unseen if hidden.suit_of[card] == name] for name in suits]
    cards = np.zeros((len(suits), 64), np.int64)
    lows = 0
    for at, held in enumerate(by_suit):
        for i, card in enumerate(held):
            place = pool.left[card].pop(0)
            cards[at, i] = place
            lows |= (card in hidden.low) << place
    return cards, np.array([len(held) for held in by_suit], np.int64), lows


def _low_in(mask: int, hidden: Hidden, places: Places) -> int:
    """The places of a mask where low cards stand."""
    return sum(1 << place for card in hidden.low for place in places.get(card, ()) if mask >> place & 1)


def _in_sight(view: View, hidden: Hidden, places: Places, pool: _Pool, step: int) -> Ints:
    """By seat: cards known to be in the hand, played, given away, received."""
    players, me = view.setup.players, view.seat
    assert me is not None
    found = np.zeros((4, SEATS), np.int64)
    known, played, gave, got = found
    for seat in range(players):
        known[seat] = pool.mask(hidden.known[seat])
        played[seat] = pool.mask(hidden.played[seat])
    known[me] = pool.mask(view.hand)
    if step:
        receiver = (me + step) % players
        got[receiver] = _among(view.gave, int(known[receiver] | played[receiver]), places)
        got[me] = _among(view.got, int(known[me] | played[me]), places)
    else:
        gave[me] = pool.mask(view.gave)
    return found


def _copies(view: View, places: Places) -> tuple[Ints, Ints]:
    """Where equal cards stand, and which cards of the trick have some."""
    classes = [(copies[0], len(copies)) for copies in places.values() if len(copies) > 1]
    kind_of = {start: kind for kind, (start, _) in enumerate(classes)}
    trick = [(kind_of.get(places[card][0], -1), places[card][0]) for card in view.trick]
    return _rows(classes, 2), _rows(trick, 2)


def _rows(numbers: Sequence[Sequence[int]], width: int) -> Ints:
    """These rows as an array, also if there is none."""
    return np.array(numbers, np.int64).reshape(len(numbers), width)


def _target(kind: str, seat: int) -> int:
    return {"hand": seat, "gone": SEATS + seat, "aside": ASIDE}[kind]
