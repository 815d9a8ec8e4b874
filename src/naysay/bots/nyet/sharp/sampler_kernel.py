"""The compiled part of the sampler: the counting of `bots/nyet/worlds.py` on arrays.

A `Spec` of arrays says what is open (`sampler.py` makes it from a view). Places with conditions are filled first, by
drawing how many cards of each suit they get in proportion to the deals behind it; the others share the rest.
"""

from typing import Final, NamedTuple

import numpy as np

from naysay.native.bits import count
from naysay.native.jit import Floats, Ints, allocating
from naysay.native.random import draw_below, draw_fraction
from naysay.solver.row import HAND, TRICK

SEATS: Final = 5
ASIDE: Final = 2 * SEATS
# The columns of what is drawn besides the rows of the solver: by seat the cards that were dealt, those given
# away, and those that the play began with; then all that is out of the game unseen.
DEALT: Final = 0
GAVE: Final = SEATS
START: Final = 2 * SEATS
DEAD: Final = 3 * SEATS
EXTRA: Final = DEAD + 1
TRIES: Final = 1000


class Spec(NamedTuple):
    """What a view leaves open. Cards are places of a mask; equal cards are neighbours, `classes` says where."""

    players: int
    me: int
    strict: int  # so many places have conditions
    step: int  # cards were passed so many seats on
    gone: int  # so many cards were given away
    not_low: bool
    lows: int
    cards: Ints  # by suit: unseen cards
    number: Ints  # by suit: how many
    size: Ints  # by place
    target: Ints  # by place: a hand, cards given away, or aside
    allowed: Ints  # by place and suit
    takes_low: Ints  # by place
    radix: Ints  # by suit
    ways: Floats  # by place and index of what is left
    known: Ints  # by seat: cards known to be in the hand
    played: Ints  # by seat
    gave: Ints  # by seat: what is known of the cards given away
    got: Ints  # by seat: what is known of the cards received
    classes: Ints  # first place and number of copies
    trick: Ints  # class of each card of the trick, or -1 and its place


class Sample(NamedTuple):
    """Worlds: rows of the solver, and what lies elsewhere in each."""

    rows: Ints
    extras: Ints


CHOOSE: Final = np.zeros((65, 65))
for _n in range(65):
    CHOOSE[_n, 0] = 1.0
    for _k in range(1, _n + 1):
        CHOOSE[_n, _k] = CHOOSE[_n - 1, _k - 1] + CHOOSE[_n - 1, _k]


@allocating
def first_split(size: int, limits: Ints, counts: Ints) -> bool:
    """The first way to take `size` cards within the limits; whether there is one."""
    for suit in range(len(limits) - 1, -1, -1):
        counts[suit] = min(size, limits[suit])
        size -= counts[suit]
    return size == 0


@allocating
def next_split(limits: Ints, counts: Ints) -> bool:
    """The next way; whether there is one."""
    right = 0
    for suit in range(len(limits) - 1, -1, -1):
        if right and counts[suit] < limits[suit]:
            counts[suit] += 1
            right -= 1
            for other in range(len(limits) - 1, suit, -1):
                counts[other] = min(right, limits[other])
                right -= counts[other]
            return True
        right += counts[suit]
    return False


@allocating
def limit_place(spec: Spec, place: int, left: Ints, lows: Ints, limits: Ints) -> None:
    """How many cards of each suit a place can take when so many are left."""
    for suit in range(len(left)):
        limits[suit] = left[suit] if spec.allowed[place, suit] else 0
        if not spec.takes_low[place]:
            limits[suit] -= lows[suit]


@allocating
def count_lows(spec: Spec, lows: Ints) -> None:
    """How many unseen lowest cards each suit has."""
    for suit in range(len(lows)):
        lows[suit] = 0
        for i in range(spec.number[suit]):
            lows[suit] += spec.lows >> spec.cards[suit, i] & 1


@allocating
def count_ways(spec: Spec) -> None:
    """Fill `ways`: for what is left before each strict place, how many deals there are of it and all later ones."""
    suits, levels, room = len(spec.number), spec.strict, spec.ways.shape[1]
    left, limits, counts = np.zeros((3, suits), np.int64)
    lows = np.zeros(suits, np.int64)
    count_lows(spec, lows)
    reached = np.zeros((levels + 1, room), np.int64)
    many = np.zeros(levels + 1, np.int64)
    spec.ways[:] = -1.0
    top = 0
    for suit in range(suits):
        top += spec.number[suit] * spec.radix[suit]
    reached[0, 0] = top
    many[0] = 1
    for level in range(levels):
        for at in range(many[level]):
            unpack(spec, reached[level, at], left)
            limit_place(spec, level, left, lows, limits)
            more = first_split(spec.size[level], limits, counts)
            while more:
                index = reached[level, at]
                for suit in range(suits):
                    index -= counts[suit] * spec.radix[suit]
                if spec.ways[level + 1, index] < 0.0:
                    spec.ways[level + 1, index] = 1.0
                    reached[level + 1, many[level + 1]] = index
                    many[level + 1] += 1
                more = next_split(limits, counts)
    for level in range(levels - 1, -1, -1):
        for at in range(many[level]):
            unpack(spec, reached[level, at], left)
            limit_place(spec, level, left, lows, limits)
            total = 0.0
            more = first_split(spec.size[level], limits, counts)
            while more:
                total += weigh_split(spec, level, reached[level, at], limits, counts)
                more = next_split(limits, counts)
            spec.ways[level, reached[level, at]] = total


@allocating
def unpack(spec: Spec, index: int, left: Ints) -> None:
    """What is left of each suit, from its index."""
    for suit in range(len(left)):
        left[suit] = index // spec.radix[suit] % (spec.number[suit] + 1)


@allocating
def weigh_split(spec: Spec, level: int, index: int, limits: Ints, counts: Ints) -> float:
    """How many deals stand behind a way to fill a strict place."""
    found = 1.0
    for suit in range(len(limits)):
        found *= CHOOSE[limits[suit], counts[suit]]
        index -= counts[suit] * spec.radix[suit]
    return float(found * spec.ways[level + 1, index])


@allocating
def fill(spec: Spec, source: Ints, filled: Ints) -> None:
    """One way to fill all places, as masks by target."""
    suits = len(spec.number)
    cards = spec.cards.copy()
    left, limits, counts, lows = np.zeros((4, suits), np.int64)
    left[:] = spec.number
    count_lows(spec, lows)
    filled[:] = 0
    for suit in range(suits):
        for i in range(left[suit] - 1, 0, -1):
            j = draw_below(source, i + 1)
            cards[suit, i], cards[suit, j] = cards[suit, j], cards[suit, i]
    for place in range(spec.strict):
        index = 0
        for suit in range(suits):
            index += left[suit] * spec.radix[suit]
        limit_place(spec, place, left, lows, limits)
        spot = draw_fraction(source) * spec.ways[place, index]
        more = first_split(spec.size[place], limits, counts)
        while more:
            spot -= weigh_split(spec, place, index, limits, counts)
            if spot < 0.0 or not next_split(limits, counts):
                break
        for suit in range(suits):
            take(spec, place, suit, counts[suit], cards, left, filled)
    share_rest(spec, source, cards, left, filled)


@allocating
def take(spec: Spec, place: int, suit: int, number: int, cards: Ints, left: Ints, filled: Ints) -> None:
    """Move the last cards of a shuffled suit that the place accepts."""
    i = left[suit] - 1
    while number:
        card = cards[suit, i]
        if spec.takes_low[place] or not spec.lows >> card & 1:
            filled[spec.target[place]] |= 1 << card
            left[suit] -= 1
            for j in range(i, left[suit]):
                cards[suit, j] = cards[suit, j + 1]
            number -= 1
        i -= 1


@allocating
def share_rest(spec: Spec, source: Ints, cards: Ints, left: Ints, filled: Ints) -> None:
    """Deal what is left over the places without conditions."""
    rest = np.zeros(64, np.int64)
    number = 0
    for suit in range(len(left)):
        for i in range(left[suit]):
            rest[number] = cards[suit, i]
            number += 1
    for place in range(spec.strict, len(spec.size)):
        for _ in range(spec.size[place]):
            i = draw_below(source, number)
            filled[spec.target[place]] |= 1 << rest[i]
            number -= 1
            rest[i] = rest[number]


@allocating
def discards_hold(spec: Spec, filled: Ints) -> bool:
    """Whether every hidden discard was allowed: lows only where too few others were in the hand (N3)."""
    for seat in range(spec.players):
        gone = filled[SEATS + seat]
        if seat != spec.me and gone:
            whole = gone | filled[seat] | spec.played[seat]
            if count(gone & ~spec.lows) != min(spec.gone, count(whole & ~spec.lows)):
                return False
    return True


@allocating
def pass_cards(spec: Spec, source: Ints, filled: Ints, got: Ints, gave: Ints) -> None:
    """What everybody gave away and got: known, filled, or any cards of who got them."""
    for seat in range(spec.players):
        gave[seat] = spec.gave[seat] | filled[SEATS + seat]
        got[seat] = spec.got[seat]
    if spec.step == 0:
        return
    for seat in range(spec.players):
        receiver = (seat + spec.step) % spec.players
        if got[receiver] == 0:
            pool = filled[receiver] | spec.known[receiver] | spec.played[receiver]
            for _ in range(spec.gone):
                skip = draw_below(source, count(pool))
                rest = pool
                for _ in range(skip):
                    rest &= rest - 1
                card = rest & -rest
                got[receiver] |= card
                pool ^= card
        gave[seat] = got[receiver]


@allocating
def arrangements(spec: Spec, filled: Ints, got: Ints, gave: Ints) -> float:
    """How many arrangements of the hidden cards stand for the same deal; see `worlds.py`."""
    number = 1.0
    for seat in range(spec.players):
        if seat == spec.me:
            continue
        had = filled[seat] | spec.known[seat] | spec.played[seat]
        unsure = got[seat]
        if spec.step and (seat - spec.step) % spec.players == spec.me:
            had &= ~got[seat]
            unsure = 0
        for kind in range(len(spec.classes)):
            copies = ((1 << spec.classes[kind, 1]) - 1) << spec.classes[kind, 0]
            held, hidden = count(had & copies), count(filled[seat] & copies)
            given = count(gave[seat] & copies)
            number *= CHOOSE[held, hidden] * CHOOSE[held - count(unsure & copies) + given, given]
    return number


@allocating
def settle_copies(spec: Spec, row: Ints, extra: Ints) -> None:
    """Give equal cards to the seats in turn, then to the trick, then to what is dead, as `solver/layout.py` wants."""
    for place in range(spec.trick.shape[0]):
        row[TRICK + place] = 1 << spec.trick[place, 1]
    for kind in range(len(spec.classes)):
        start, number = spec.classes[kind, 0], spec.classes[kind, 1]
        copies = ((1 << number) - 1) << start
        for seat in range(spec.players):
            held = count(row[HAND + seat] & copies)
            row[HAND + seat] = row[HAND + seat] & ~copies | ((1 << held) - 1) << start
            start += held
        for place in range(spec.trick.shape[0]):
            if spec.trick[place, 0] == kind:
                row[TRICK + place] = 1 << start
                start += 1
        held = count(extra[DEAD] & copies)
        extra[DEAD] = extra[DEAD] & ~copies | ((1 << held) - 1) << start


@allocating
def draw_worlds(spec: Spec, source: Ints, rows: Ints, extras: Ints, weights: Floats) -> None:
    """Fill in hands and trick of the rows, what lies elsewhere, and each world's weight: 0 if none was found."""
    filled = np.zeros(ASIDE + 1, np.int64)
    got, gave = np.zeros((2, SEATS), np.int64)
    for at in range(rows.shape[0]):
        weights[at] = 0.0
        for _ in range(TRIES):
            fill(spec, source, filled)
            if not spec.not_low or discards_hold(spec, filled):
                weights[at] = 1.0
                break
        pass_cards(spec, source, filled, got, gave)
        weights[at] /= arrangements(spec, filled, got, gave)
        dead = filled[ASIDE]
        for seat in range(spec.players):
            hand = filled[seat] | spec.known[seat]
            rows[at, HAND + seat] = hand
            extras[at, DEALT + seat] = (hand | spec.played[seat]) & ~got[seat] | gave[seat]
            extras[at, GAVE + seat] = gave[seat]
            extras[at, START + seat] = hand | spec.played[seat]
            if spec.step == 0:
                dead |= gave[seat]
        extras[at, DEAD] = dead
        settle_copies(spec, rows[at], extras[at])
