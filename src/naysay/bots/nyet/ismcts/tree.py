"""Information-set Monte Carlo tree search for the tricks of Nyet!, compiled: one tree, another world each time.

Single observer: a node is what everybody saw, the cards played so far; it belongs to no world. Every simulation takes
another world, descends through the cards that are legal in it by UCB1, with the number of times a card was available in
place of the visits of its parent, adds one node, and plays the rest at random (`solver.playout`).

The worlds come from swaps: two hidden cards change places if both may lie there. Swaps are as likely back as forth, and
the first world is drawn uniformly (`bots.worlds`), so each that follows is uniform too, though like the one before it.
Without loose cards all hands are known, and it is plain UCT.
"""

from math import log, sqrt
from typing import Final, NamedTuple

from naysay.native.bits import count, int64, low_place
from naysay.native.jit import Words, compiled
from naysay.native.random import below, step, upper_bits
from naysay.solver.playout import pick, play_out
from naysay.solver.row import HAND, LINK, MOST_CARDS, PLAYERS, SIDE, SIGN
from naysay.solver.trick import gain, new_trick, trick_so_far, with_card
from naysay.solver.work import FLOOR

# A node: first child, next sibling, place of its card's lowest copy, visits, how often it was legal, the units that
# side 0 gained over the other (with the sign of the points), those of the side that searches, and the squares of these.
CHILD: Final = 0
NEXT: Final = 1
CARD: Final = 2
VISITS: Final = 3
LEGAL: Final = 4
UNITS: Final = 5
OWN: Final = 6
SQUARES: Final = 7
NODE: Final = 8

# A world: what lies where. Places are the seats, what each seat gave away, and what was set aside.
PILES: Final = 11
ASIDE: Final = 10
GAVE: Final = 5
HELD: Final = 0  # by pile: its cards
BARRED: Final = 11  # by pile: the hidden cards that it cannot hold
LOOSE: Final = 22  # how many hidden cards there are
SWAPS: Final = 23  # how many swaps make the next world
SPAN: Final = 32  # by place: all copies of the card whose lowest copy stands there
CARD_AT: Final = 96  # the hidden cards, as masks
PILE_OF: Final = 160  # the piles that they lie in
WORLD: Final = 224


class Tree(NamedTuple):
    """All nodes, and room for those of the present simulation."""

    nodes: Words
    path: Words


@compiled
def find_copies(work: Words, world: Words) -> None:
    """Fill in which cards are copies of each other."""
    for place in range(MOST_CARDS):
        world[SPAN + place] = 0
    for place in range(MOST_CARDS):
        world[SPAN + low_place(work[FLOOR + place])] |= int64(1) << place


@compiled
def swap_cards(world: Words, state: int) -> int:
    """The next world, and the next state of the random numbers."""
    loose = world[LOOSE]
    for _ in range(world[SWAPS]):
        state = step(state)
        one = below(state, loose)
        state = step(state)
        other = below(state, loose)
        here, there = world[PILE_OF + one], world[PILE_OF + other]
        card, back = world[CARD_AT + one], world[CARD_AT + other]
        if here != there and (card & world[BARRED + there] | back & world[BARRED + here]) == 0:
            world[HELD + here] ^= card | back
            world[HELD + there] ^= card | back
            world[PILE_OF + one], world[PILE_OF + other] = there, here
    return state


@compiled
def deal_world(work: Words, world: Words) -> None:
    """The hands of the world, with copies as `layout` wants them: each seat in turn the lowest that are left."""
    players = work[PLAYERS]
    for seat in range(players):
        work[HAND + seat] = world[HELD + seat]
    for place in range(MOST_CARDS):
        span = world[SPAN + place]
        if span & (span - 1):
            free = span
            for seat in range(players):
                held = count(work[HAND + seat] & span)
                work[HAND + seat] &= ~span
                while held:
                    work[HAND + seat] |= free & -free
                    free &= free - 1
                    held -= 1


@compiled
def best_child(world: Words, nodes: Words, node: int, legal: int, sign: int, explore: float) -> tuple[int, int]:
    """Of the legal children the one with the best bound, and the legal cards that have no node yet."""
    found = int64(0)
    best = -1e300
    child = nodes[node * NODE + CHILD]
    while child:
        at = child * NODE
        span = world[SPAN + nodes[at + CARD]]
        if legal & span:
            legal &= ~span
            nodes[at + LEGAL] += 1
            visits = nodes[at + VISITS]
            bound = sign * nodes[at + UNITS] / visits + explore * sqrt(log(nodes[at + LEGAL]) / visits)
            if bound > best:
                best = bound
                found = child
        child = nodes[at + NEXT]
    return found, legal


@compiled
def add_child(work: Words, nodes: Words, used: int, node: int, card: int) -> None:
    """A new node for a card."""
    at = used * NODE
    nodes[at + CHILD] = 0
    nodes[at + NEXT] = nodes[node * NODE + CHILD]
    nodes[at + CARD] = low_place(work[FLOOR + low_place(card)])
    nodes[at + VISITS] = nodes[at + UNITS] = nodes[at + OWN] = nodes[at + SQUARES] = 0
    nodes[at + LEGAL] = 1
    nodes[node * NODE + CHILD] = used


@compiled
def grow(
    work: Words, world: Words, tree: Tree, used: int, simulations: int, state: int, explore: float
) -> tuple[int, int]:
    """So many simulations; how many nodes there are then, and the state of the random numbers.

    `work` is prepared with the position; its hands change.
    """
    link = work[LINK]
    nodes, path = tree.nodes, tree.path
    most = nodes.size // NODE
    first = trick_so_far(work)
    side = work[SIDE + first.seat]
    for _ in range(simulations):
        state = swap_cards(world, state)
        deal_world(work, world)
        trick = first
        units = own = int64(0)
        node = int64(0)
        depth = int64(0)
        new = False
        while not new and work[HAND + trick.seat]:
            hand = work[HAND + trick.seat]
            legal = hand & trick.led
            if legal == 0:
                legal = hand
            sign = 1 - 2 * work[SIDE + trick.seat]
            child, rest = best_child(world, nodes, node, legal, sign, explore)
            if rest:
                if used == most:
                    break
                state = step(state)
                card = pick(rest & ~(rest << 1 & link), upper_bits(state))
                add_child(work, nodes, used, node, card)
                child = int64(used)
                used += 1
                new = True
            else:
                card = hand & world[SPAN + nodes[child * NODE + CARD]]
                card &= -card
            node = child
            path[depth] = node
            depth += 1
            work[HAND + trick.seat] = hand ^ card
            trick = with_card(work, trick, card)
            if trick.played == work[PLAYERS]:
                won = gain(work, trick)
                units += won
                if work[SIDE + trick.taker] == side:
                    own += abs(won)
                trick = new_trick(trick.taker)
        state, _, units_0, units_1 = play_out(work, trick, state, 0)
        units += work[SIGN] * (units_0 - units_1)
        own += units_1 if side else units_0
        for place in range(depth):
            at = path[place] * NODE
            nodes[at + VISITS] += 1
            nodes[at + UNITS] += units
            nodes[at + OWN] += own
            nodes[at + SQUARES] += own * own
    return used, state
