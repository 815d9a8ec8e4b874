"""What the others did tells what they hold: worlds are weighed by how likely that was in them.

Their vetoes, the choice of the teams, what they gave away, and the cards they played.
"""

from random import Random
from typing import Final, NamedTuple

import numpy as np

from naysay.bots.nyet.sharp.discard_model import DiscardTerms, may_discard, rate_discard, share_of, whole_deck
from naysay.bots.nyet.sharp.hand_value import TRAITS
from naysay.bots.nyet.sharp.playout import scratch, show_void
from naysay.bots.nyet.sharp.policy import (
    CardOrder,
    Table,
    add_card,
    card_order,
    context_of,
    describe,
    new_trick,
    prefer,
)
from naysay.bots.nyet.sharp.sampler import Places, Worlds, deck_places
from naysay.bots.nyet.sharp.sampler_kernel import DEAD, DEALT, GAVE, START, Sample
from naysay.bots.nyet.sharp.search import resample
from naysay.bots.nyet.sharp.veto_board import MOST_BOXES, ROLES, Board, contribute_in
from naysay.bots.nyet.sharp.veto_model import (
    MOST_TEAMS,
    Bids,
    RoundTerms,
    Sides,
    combo_of,
    contribute_to,
    hints,
    list_teams,
    rate,
    rate_team,
    read_bids,
)
from naysay.bots.nyet.sharp.weights import play_weights
from naysay.native.bits import count, int64, low_place
from naysay.native.jit import Floats, Ints, allocating, compiled
from naysay.nyet.view import View
from naysay.solver.row import LEADER, PLAYERS


class Softmax(NamedTuple):
    """How somebody chooses: by a softmax of this temperature, in units; with chance epsilon, anything."""

    temperature: float
    epsilon: float


VETO_CHOICE: Final = Softmax(temperature=1.0, epsilon=0.1)
TEAM_CHOICE: Final = Softmax(temperature=1.0, epsilon=0.1)
DISCARD_CHOICE: Final = Softmax(temperature=0.8, epsilon=0.5)
PLAY_CHOICE: Final = Softmax(temperature=0.7, epsilon=0.15)
EACH: Final = 4  # so many worlds are weighed for each that is used
SEAT, PLACE, COPIES = range(3)


class Played(NamedTuple):
    """The cards played so far: who led the first, then for each who played it, its first place and copies."""

    leader: int
    cards: Ints


@compiled
def veto_likelihood(board: Board, open: Ints, scores: Floats, veto: int, choice: Softmax) -> float:
    """The logarithm of the chance of a veto, by the scores of all open boxes."""
    top = -1e9
    for row in range(5):
        if count(open[row]) > 1:
            for box in range(board.boxes[row]):
                if open[row] >> box & 1:
                    top = max(top, scores[row, box])
    whole, number = 0.0, 0
    for row in range(5):
        if count(open[row]) > 1:
            for box in range(board.boxes[row]):
                if open[row] >> box & 1:
                    whole += np.exp((scores[row, box] - top) / choice.temperature)
                    number += 1
    chance = np.exp((scores[veto // MOST_BOXES, veto % MOST_BOXES] - top) / choice.temperature) / whole
    return float(np.log((1.0 - choice.epsilon) * chance + choice.epsilon / number))


@allocating
def weigh_vetoes(bids: Bids, worlds: Ints, me: int, choice: Softmax, logs: Floats) -> None:
    """How likely the vetoes of the others were in each world (hands in places of the deck), as logarithms."""
    board = bids.board
    combos = len(board.power)
    mine = np.zeros((combos, 2, ROLES))
    picked, taken = np.zeros((5, combos, 2)), np.zeros((5, combos, 2))
    sums, scores, traits = np.zeros((3, MOST_BOXES, 2, 2)), np.zeros((5, MOST_BOXES)), np.zeros(TRAITS)
    for at in range(len(worlds)):
        for seat in range(board.players):
            if seat != me:
                contribute_to(board, worlds[at, seat], traits, mine, picked[seat], taken[seat])
        open, found = bids.start.copy(), 0.0
        for step in range(len(bids.seats)):
            seat, veto = bids.seats[step], bids.boxes[step]
            if seat != me:
                rate(board, open, seat, picked[seat], taken[seat], sums, scores)
                found += veto_likelihood(board, open, scores, veto, choice)
            open[veto // MOST_BOXES] &= ~(int64(1) << veto % MOST_BOXES)
        logs[at] = found


@allocating
def weigh_teams(bids: Bids, worlds: Ints, terms: RoundTerms, sides: Sides, choice: Softmax, logs: Floats) -> None:
    """Add how likely the first player's choice of teams was in each world, as logarithms."""
    board, first = bids.board, terms.first
    combos = len(board.power)
    mine, guess = np.zeros((combos, 2, ROLES)), np.zeros((5, combos, 2, ROLES))
    hint, traits, teams = np.zeros(5), np.zeros(TRAITS), np.zeros((2, MOST_TEAMS), np.int64)
    hints(board, bids.now, terms.points, hint)
    number = list_teams(board.players, first, teams[0], teams[1])
    for at in range(len(worlds)):
        contribute_in(board, terms.combo, worlds[at, first], traits, mine[terms.combo])
        made = rate_team(board, terms, sides, hint, mine, guess)
        others = 0.0
        for team in range(number):
            worth = rate_team(board, terms, Sides(teams[0, team], teams[1, team]), hint, mine, guess)
            others += np.exp((worth - made) / choice.temperature)
        logs[at] += np.log((1.0 - choice.epsilon) / others + choice.epsilon / number)


@allocating
def weigh_discards(
    sample: Sample, order: CardOrder, me: int, terms: DiscardTerms, choice: Softmax, logs: Floats
) -> None:
    """Add how likely what others gave away was in each world, card by card, as logarithms.

    Of cards that were passed, only those count that your own seat got: which the others passed is open, and any world
    would hold one of many ways.
    """
    step = terms.step
    for at in range(sample.rows.shape[0]):
        row = sample.rows[at]
        deck = whole_deck(row)
        for seat in range(row[PLAYERS]):
            left, hand = sample.extras[at, GAVE + seat], sample.extras[at, DEALT + seat]
            if seat == me or (step and (seat + step) % row[PLAYERS] != me):
                continue
            share = share_of(row, seat, step)
            while left:
                given = left & -left
                left ^= given
                floor = order.floor[low_place(given)]
                rest = may_discard(row, hand, terms.not_low)
                number = count(rest)
                whole, chosen = 0.0, 0.0
                while rest:
                    card = rest & -rest
                    rest ^= card
                    likely = np.exp(rate_discard(row, order, deck, hand, card, share) / choice.temperature)
                    whole += likely
                    if order.floor[low_place(card)] == floor:
                        chosen += likely
                logs[at] += np.log((1.0 - choice.epsilon) * chosen / whole + choice.epsilon / number)
                hand ^= given


@allocating
def weigh_plays(
    sample: Sample, order: CardOrder, played: Played, me: int, weights: Floats, choice: Softmax, logs: Floats
) -> None:
    """Add how likely the cards that others played were in each world, by the policy of playouts, as logarithms."""
    room, share = scratch(), np.zeros(5)
    hands, voids = np.zeros(5, np.int64), np.zeros(5, np.int64)
    for at in range(sample.rows.shape[0]):
        row = sample.rows[at]
        for seat in range(5):
            hands[seat], voids[seat] = sample.extras[at, START + seat], 0
        table = Table(row, order, hands, sample.extras[at, DEAD], voids)
        trick = new_trick(played.leader)
        for step in range(len(played.cards)):
            seat = played.cards[step, SEAT]
            copies = ((int64(1) << played.cards[step, COPIES]) - 1) << played.cards[step, PLACE]
            card = hands[seat] & copies
            card &= -card
            if seat != me:
                number = describe(table, seat, trick, room.cards, room.found, share)
                if number > 1:
                    best = prefer(room.found, number, weights[context_of(row, hands[seat], seat, trick)], room.scores)
                    whole, chosen = 0.0, 0.0
                    for move in range(number):
                        likely = np.exp((room.scores[move] - room.scores[best]) / choice.temperature)
                        whole += likely
                        if room.cards[move] & copies:
                            chosen += likely
                    logs[at] += np.log((1.0 - choice.epsilon) * chosen / whole + choice.epsilon / number)
            show_void(order, trick, seat, card, voids)
            hands[seat] ^= card
            trick = add_card(row, order, trick, seat, card)
            if trick.played == row[PLAYERS]:
                trick = new_trick(trick.taker)


class WeightedWorlds:
    """The worlds of a view after the teams are made, drawn in proportion to what the others did."""

    def __init__(self, view: View, worlds: Worlds, source: Ints, rng: Random) -> None:
        assert view.seat is not None
        assert view.terms is not None
        self.worlds, self.source, self.rng, self.me = worlds, source, rng, view.seat
        terms, sides = view.terms, view.sides or ()
        mates = sum(1 << seat for seat, side in enumerate(sides) if side == sides[terms.first])
        self.sides = Sides(mates, -1 if view.bonus is None else view.bonus)
        self.round_terms = RoundTerms(combo_of(view), float(terms.points), terms.first)
        self.discards = DiscardTerms(terms.discard.count, terms.discard.passed_to, terms.discard.not_low)
        self.bids = read_bids(view)
        self.order = card_order(worlds.template)
        history = _history(view, worlds.places)
        leader = int(history[0, SEAT]) if len(history) else int(worlds.template[LEADER])
        self.played = Played(leader, history)
        self.to_deck = _to_deck(worlds.places, deck_places(view.edition, view.setup.players))

    def log_weights(self, sample: Sample, weights: Floats) -> Floats:
        """The logarithm of the weight of each world."""
        found: Floats = np.log(np.maximum(weights, 1e-300))
        for logs in self.log_likelihoods(sample).values():
            found = found + logs
        return found

    def log_likelihoods(self, sample: Sample) -> dict[str, Floats]:
        """How likely each thing that the others did was in each world, as logarithms."""
        vetoes, teams, discards, plays = np.zeros((4, len(sample.rows)))
        hands = deck_masks(sample.extras[:, DEALT : DEALT + 5], self.to_deck)
        weigh_vetoes(self.bids, hands, self.me, VETO_CHOICE, vetoes)
        if self.sides.mates and self.round_terms.first != self.me and self.bids.board.roles > 1:
            weigh_teams(self.bids, hands, self.round_terms, self.sides, TEAM_CHOICE, teams)
        if self.discards.number:
            weigh_discards(sample, self.order, self.me, self.discards, DISCARD_CHOICE, discards)
        weigh_plays(sample, self.order, self.played, self.me, play_weights(), PLAY_CHOICE, plays)
        return {"vetoes": vetoes, "teams": teams, "discards": discards, "plays": plays}

    def draw(self, number: int) -> tuple[Sample, Floats]:
        """So many worlds; one that comes up several times is there once and weighs as much, so there may be fewer."""
        sample, weights = self.worlds.draw(self.source, EACH * number)
        kept, times = np.unique(resample(self.log_weights(sample, weights), number, self.rng), return_counts=True)
        return Sample(sample.rows[kept], sample.extras[kept]), times.astype(np.float64)


def _history(view: View, places: Places) -> Ints:
    """Who played which card so far, this trick included: seat, first place, copies."""
    found = []
    tricks = [(trick.leader, trick.cards) for trick in view.taken]
    if view.leader is not None:
        tricks.append((view.leader, view.trick))
    for leader, cards in tricks:
        for step, card in enumerate(cards):
            found.append(((leader + step) % view.setup.players, places[card][0], len(places[card])))
    return np.array(found, np.int64).reshape(len(found), 3)


def _to_deck(here: Places, there: Places) -> Ints:
    """By place under the terms: the place in the deck."""
    found = np.zeros(64, np.int64)
    for card, copies in here.items():
        for place, other in zip(copies, there[card], strict=True):
            found[place] = other
    return found


def deck_masks(hands: Ints, to_deck: Ints) -> Ints:
    """Hands in the layout of the terms as hands in places of the deck."""
    found = np.zeros_like(hands)
    for place in range(62):
        found |= (hands >> place & 1) << to_deck[place]
    return found
