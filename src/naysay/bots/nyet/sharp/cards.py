"""Which card the sharp bot plays: every legal card, played out in many worlds; towards the end solved exactly."""

from random import Random
from typing import Final

import numpy as np

from naysay.bots.nyet.counting import count
from naysay.bots.nyet.sharp.inference import WeightedWorlds
from naysay.bots.nyet.sharp.objective import outcome
from naysay.bots.nyet.sharp.playout import OTHER, OWN, RESULT, TOOK, after_moves, first_look, try_moves
from naysay.bots.nyet.sharp.policy import CardOrder, card_order
from naysay.bots.nyet.sharp.sampler import Places, Worlds
from naysay.bots.nyet.sharp.sampler_kernel import Sample
from naysay.bots.nyet.sharp.search import COLUMNS, POINTS, SCORE, TAKES, Budget, Tally, new_source
from naysay.bots.nyet.sharp.weights import play_weights
from naysay.bots.nyet.steady.cards import read_trick
from naysay.bots.think import Think
from naysay.native.jit import Floats, Ints
from naysay.nyet.state import Play
from naysay.nyet.tricks import winning
from naysay.nyet.view import View
from naysay.solver import api
from naysay.solver.row import HAND, LEADER, PLAYED, PLAYERS, ROW, SIDE, SIGN, SUIT, SUITS

BATCH: Final = 8
PRIOR_WEIGHT: Final = 16.0  # so many worlds count as much as the policy itself
# A world with so many cards in all hands is solved exactly if there are so many seconds: worlds at a time, how many
# nodes each counts for, and nodes of the solver for a position.
SOLVED: Final = (
    (20, 0.0, BATCH, 1, 20_000),
    (25, 0.0, 2, 4, 3_000),
    (28, 0.1, 1, 16, 12_000),
    (32, 0.2, 1, 32, 12_000),
)
MEGABYTES: Final = 1
NODE: Final = 0.00025  # seconds, about


def search(view: View, legal: tuple[Play, ...], rng: Random, budget: Budget) -> Tally:
    """Try every card in worlds."""
    assert view.seat is not None
    worlds, source = Worlds(view), new_source(rng)
    guesses = WeightedWorlds(view, worlds, source, rng)
    order, voids, learned = card_order(worlds.template), shown_voids(view, worlds), play_weights()
    moves, (step, price, nodes), going = move_numbers(legal, worlds.places), way(view, budget.think), True
    table = api.Table(MEGABYTES)
    sample, weights = guesses.draw(BATCH)
    prior = np.zeros(len(legal))
    first_look(sample.rows[0], sample.extras[0], order, voids, view.seat, learned, prior)
    tally = Tally(len(legal), prior[moves], PRIOR_WEIGHT)
    tally.active = np.array(sensible(view, legal))
    while going:
        for begin in range(0, len(weights), step):
            part = slice(begin, begin + step)
            worlds_now = Sample(sample.rows[part], sample.extras[part])
            found = np.zeros((len(worlds_now.rows), len(tally.active), RESULT))
            try_moves(worlds_now, order, voids, view.seat, moves[tally.active], learned, found)
            if nodes:
                solve_worlds(worlds_now.rows, order, view.seat, moves[tally.active], nodes, table, found)
            results = np.zeros((len(found), len(tally.active), COLUMNS))
            results[:, :, SCORE], results[:, :, POINTS] = outcome(view, found[:, :, OWN], found[:, :, OTHER])
            results[:, :, TAKES] = found[:, :, TOOK]
            tally.add(results, weights[part])
            going = budget.spend(len(found) * price)
            if not going:
                break
        tally.narrow()
        if going:
            sample, weights = guesses.draw(BATCH)
    return tally


def way(view: View, think: Think) -> tuple[int, int, int]:
    """How many worlds are tried at a time, how many nodes each counts for, and nodes of the solver for each position.

    Without any it is the policy that plays them out. Its playouts are hardly better than rules of thumb, with however
    many worlds, so worlds are solved as early as the time suffices for a few.
    """
    cards = sum(view.hand_sizes)
    seconds = think.seconds if think.nodes is None else think.nodes * NODE
    for most, least, step, price, nodes in SOLVED:
        if cards <= most and seconds >= least:
            return step, price, nodes
    return BATCH, 1, 0


def sensible(view: View, legal: tuple[Play, ...]) -> list[int]:
    """The moves to look at: none that takes a trick from a partner who has it for sure, when units are good.

    Such a card buys nothing that a lower one does not; only who counts double gains by it.
    """
    known = count(view)
    so_far = read_trick(view, known)
    every = list(range(len(legal)))
    if so_far.led is None or known.terms.points < 0 or not known.ours(so_far.holder):
        return every
    if not known.sure(so_far.led, so_far.top):
        return every
    if known.weights[known.me] > known.weights[so_far.holder]:
        return every
    place = len(view.trick)
    kept = [at for at in every if winning((*view.trick, legal[at].card), known.terms) != place]
    return kept or every


def move_numbers(legal: tuple[Play, ...], places: Places) -> Ints:
    """The number of each move among those of a row, which are in the order of their places."""
    order = sorted(range(len(legal)), key=lambda at: places[legal[at].card][0])
    found = np.zeros(len(legal), np.int64)
    found[order] = np.arange(len(legal))
    return found


def shown_voids(view: View, worlds: Worlds) -> Ints:
    """By seat: the suits that it did not follow, as bits."""
    assert view.leader is not None
    row, voids = worlds.template, np.zeros(5, np.int64)
    number = {
        card: next(suit for suit in range(row[SUITS]) if int(row[SUIT + suit]) >> copies[0] & 1)
        for card, copies in worlds.places.items()
    }
    for leader, cards in (*((trick.leader, trick.cards) for trick in view.taken), (view.leader, view.trick)):
        for step, card in enumerate(cards):
            if number[card] != number[cards[0]]:
                voids[(leader + step) % view.setup.players] |= 1 << number[cards[0]]
    return voids


def solve_worlds(
    rows: Ints, order: CardOrder, seat: int, moves: Ints, nodes: int, table: api.Table, found: Floats
) -> None:
    """Set the lead that every card leads to in each world if all play as well as possible with open hands.

    The solver tells the lead alone; who takes this trick and how many units there are is left as it was played out.
    """
    children, won = np.zeros((len(rows) * len(moves), ROW), np.int64), np.zeros((len(rows), len(moves)))
    after_moves(rows, order, seat, moves, children, won)
    if not children[0, HAND : HAND + 5].any():
        return
    bounds = api.solve_many(children, nodes=nodes, table=table)
    turn = (children[:, LEADER] + children[:, PLAYED]) % children[:, PLAYERS]
    every = np.arange(len(children))
    same = children[every, SIDE + turn] == children[:, SIDE + seat]
    lead = np.where(same, 1, -1) * bounds[:, :2].sum(axis=1) / 2 * children[:, SIGN]
    units, ahead = found[:, :, OWN] + found[:, :, OTHER], won + lead.reshape(won.shape)
    found[:, :, OWN], found[:, :, OTHER] = (units + ahead) / 2, (units - ahead) / 2
