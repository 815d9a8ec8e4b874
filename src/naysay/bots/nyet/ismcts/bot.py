"""The peer from the literature: information-set MCTS with random playouts for the tricks, `steady` for the rest.

It knows no more of Nyet! than its rules and does not weigh the worlds: every deal that the view allows counts the same.
In an edition of your own that is too large for the masks of the solver it plays as `steady` altogether.
"""

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from random import Random
from time import perf_counter
from typing import Final

import numpy as np

from naysay.bots.choice import Candidate, Choice
from naysay.bots.nyet import worlds
from naysay.bots.nyet.counting import Count, count
from naysay.bots.nyet.explain import why_play
from naysay.bots.nyet.ismcts import tree
from naysay.bots.nyet.steady import bot as steady
from naysay.bots.think import Think
from naysay.game import Card
from naysay.nyet.state import Move, Play, State
from naysay.nyet.view import View
from naysay.solver.layout import Layout, layout, pack
from naysay.solver.position import Position, from_state
from naysay.solver.prepare import prepare
from naysay.solver.row import LOOT, SIDE, Row
from naysay.solver.work import WORK

MOST_NODES: Final = 1 << 19
EXPLORE: Final = 0.35  # in units for each trick that is still to come
CHUNK: Final = 256  # simulations between two looks at the clock
RESAMPLE: Final = 8  # chunks until a world is drawn afresh
SEARCH_SHARE: Final = 0.9  # of the time: the rest is for what comes before and after


@dataclass(frozen=True, slots=True)
class Found:
    """What a search says of a card: how often it was chosen, the units that your own side gains over the other, and all
    that it gains, with their standard error.
    """

    card: Card
    visits: int
    units: float
    own: float
    error: float


def choose(view: View, legal: tuple[Move, ...], rng: Random, think: Think = Think()) -> Choice:  # noqa: B008
    """The card that the search chose most often; other decisions as `steady`."""
    cards = tuple(move for move in legal if isinstance(move, Play))
    if len(cards) < 2 or not _fits(view):
        return steady.choose(view, legal, rng)
    begin = perf_counter()
    known = count(view)
    hidden = worlds.deals(view, rng)
    search = Search(from_state(next(hidden)), rng)
    while not search.done(think, begin):
        search.place(next(hidden), view, known)
        search.run(think, begin, RESAMPLE)
    points, before = known.terms.points, _units_so_far(view, known)
    candidates = tuple(
        Candidate(
            move,
            found.visits / search.simulations,
            why_play(view, known, move, cards),
            expected=(before + found.own) * points,
            error=found.error * abs(points),
        )
        for found in search.ranked()
        for move in (Play(found.card),)
    )
    return Choice(candidates[0].move, candidates[: steady.SHOWN])


def _units_so_far(view: View, known: Count) -> int:
    """The units that your own side has already: its points count for the seat as well."""
    seats = [seat for seat in range(known.players) if known.ours(seat)]
    return sum((view.tricks[seat] + view.loot[seat]) * known.weights[seat] for seat in seats)


def _fits(view: View) -> bool:
    """Whether the cards of the edition fit the solver's masks."""
    assert view.terms is not None
    try:
        layout(view.edition, view.setup.players, view.terms)
    except ValueError:
        return False
    return True


class Search:
    """A tree over the position of a seat that is to play a card."""

    def __init__(self, position: Position, rng: Random) -> None:
        self.position = position
        self.layout: Layout = layout(position.edition, position.players, position.terms)
        self.work: Row = np.zeros(WORK, dtype=np.int64)
        self.world: Row = np.zeros(tree.WORLD, dtype=np.int64)
        nodes = np.empty(MOST_NODES * tree.NODE, dtype=np.int64)  # pages that no node needs cost nothing
        nodes[: tree.NODE] = 0
        self.tree = tree.Tree(nodes, np.zeros(64, dtype=np.int64))
        self.used = 1
        self.simulations = 0
        self.state = rng.getrandbits(62)
        self.explore = EXPLORE * len(position.hands[position.seat])
        row = pack(position)
        with np.errstate(over="ignore"):
            prepare(row, self.work)
            tree.find_copies(self.work, self.world)
        taken: dict[Card, int] = {}
        for seat, hand in enumerate(position.hands):
            self.world[tree.HELD + seat] = self._mask(hand, taken)

    def place(self, state: State, view: View, known: Count) -> None:
        """Begin from this world; what the view does not show may change places."""
        round, world, me = state.round, self.world, view.seat
        assert round is not None
        assert known.terms is not None
        passed = known.terms.discard.passed_to
        taken: dict[Card, int] = {}
        piles = dict(enumerate(round.hands)) | {tree.ASIDE: round.aside}
        fixed: dict[int, Counter[Card]] = {}
        if passed and me is not None:
            fixed[(me + passed) % known.players] = Counter(view.gave)
        elif not passed:
            piles |= {tree.GAVE + seat: gave or () for seat, gave in enumerate(round.gave) if seat != me}
        world[tree.LOOSE] = 0
        for pile in range(tree.PILES):
            world[tree.HELD + pile] = world[tree.BARRED + pile] = 0
        for pile, cards in piles.items():
            stays = fixed.get(pile, Counter())
            for card in cards:
                mask = self._mask((card,), taken)
                world[tree.HELD + pile] |= mask
                if stays[card] > 0:
                    stays[card] -= 1
                elif pile != me:
                    world[tree.CARD_AT + world[tree.LOOSE]] = mask
                    world[tree.PILE_OF + world[tree.LOOSE]] = pile
                    world[tree.LOOSE] += 1
        self._bar(known)
        world[tree.SWAPS] = world[tree.LOOSE]

    def _bar(self, known: Count) -> None:
        """Which hidden cards cannot be where: of suits that a seat does not hold, low ones that it may not discard."""
        for card, places in self.layout.places.items():
            mask = sum(1 << place for place in places)
            for seat in known.barred[known.scale.suit_of[card]]:
                self.world[tree.BARRED + seat] |= mask
        if known.terms.discard.not_low:
            for seat in range(known.players):
                self.world[tree.BARRED + tree.GAVE + seat] = self.work[LOOT]

    def _mask(self, cards: tuple[Card, ...], taken: dict[Card, int]) -> int:
        """The next free places of these cards."""
        mask = 0
        for card in cards:
            mask |= 1 << self.layout.places[card][taken.get(card, 0)]
            taken[card] = taken.get(card, 0) + 1
        return mask

    def cards(self, mask: int) -> list[Card]:
        """The cards of a mask."""
        return [card for place, card in enumerate(self.layout.cards) if mask >> place & 1]

    def done(self, think: Think, begin: float) -> bool:
        """Whether there is no time left, or no simulation."""
        if think.nodes is not None:
            return self.simulations >= think.nodes
        return self.simulations > 0 and perf_counter() - begin >= SEARCH_SHARE * think.seconds

    def run(self, think: Think, begin: float, chunks: int) -> None:
        """So many chunks of simulations, or fewer."""
        for _ in range(chunks):
            if self.done(think, begin):
                return
            number = CHUNK if think.nodes is None else min(CHUNK, think.nodes - self.simulations)
            with np.errstate(over="ignore"):
                self.used, self.state = tree.grow(
                    self.work, self.world, self.tree, self.used, number, self.state, self.explore
                )
            self.simulations += number

    def ranked(self) -> list[Found]:
        """The cards of the seat to play, the one that was chosen most often first."""
        side = int(self.work[SIDE + self.position.seat])
        found, nodes = [], self.tree.nodes
        child = int(nodes[tree.CHILD])
        while child:
            at = child * tree.NODE
            visits = int(nodes[at + tree.VISITS])
            units, own, squares = (int(nodes[at + part]) / visits for part in (tree.UNITS, tree.OWN, tree.SQUARES))
            error = sqrt(max(0.0, squares - own * own) / visits)
            card = self.layout.cards[int(nodes[at + tree.CARD])]
            found.append(Found(card, visits, -units if side else units, own, error))
            child = int(nodes[at + tree.NEXT])
        return sorted(found, key=lambda one: (-one.visits, -one.units, one.card))
