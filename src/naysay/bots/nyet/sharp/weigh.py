"""What the others did tells what they hold: worlds are weighed by how likely that was in them.

Their vetoes, the choice of the teams, what they gave away, and the cards they played.
"""

from random import Random
from typing import Final

import numpy as np

from naysay.bots.nyet.sharp.auction import weigh_team, weigh_vetoes
from naysay.bots.nyet.sharp.deal import Places, Worlds, deck_places
from naysay.bots.nyet.sharp.draw import DEAD, DEALT, START
from naysay.bots.nyet.sharp.gift import DOUBT as GIFT_DOUBT
from naysay.bots.nyet.sharp.gift import HEAT as GIFT_HEAT
from naysay.bots.nyet.sharp.gift import weigh_gifts
from naysay.bots.nyet.sharp.machine import Floats, Ints, compiled
from naysay.bots.nyet.sharp.policy import FEATURES, Lay, Trick, add_card, context_of, describe, lay_out, prefer
from naysay.bots.nyet.sharp.rollout import MOST_MOVES, show_void
from naysay.bots.nyet.sharp.tally import resample
from naysay.bots.nyet.sharp.veto import DOUBT, HEAT, Bids, combo_of, read_bids
from naysay.bots.nyet.sharp.weights import play_weights
from naysay.nyet.view import View
from naysay.solver.bits import int64
from naysay.solver.layout import LEADER, PLAYERS

PLAY_HEAT: Final = 0.7
PLAY_DOUBT: Final = 0.15
TEAM_HEAT: Final = 1.0
TEAM_DOUBT: Final = 0.1
EACH: Final = 4  # so many worlds are weighed for each that is used
SEAT, PLACE, COPIES = range(3)


@compiled
def weigh_plays(
    rows: Ints,
    extras: Ints,
    lay: Lay,
    leader: int,
    history: Ints,
    me: int,
    weights: Floats,
    heat: float,
    doubt: float,
    logs: Floats,
) -> None:
    """Add how likely the cards that others played were in each world, by the policy of playouts, as logarithms."""
    cards, found = np.zeros(MOST_MOVES, np.int64), np.zeros((MOST_MOVES, FEATURES))
    scores, share = np.zeros(MOST_MOVES), np.zeros(5)
    hands, voids = np.zeros(5, np.int64), np.zeros(5, np.int64)
    for at in range(rows.shape[0]):
        row = rows[at]
        for seat in range(5):
            hands[seat], voids[seat] = extras[at, START + seat], 0
        trick = Trick(int64(0), int64(0), leader, 0, 0, 0)
        for step in range(len(history)):
            seat = history[step, SEAT]
            copies = ((int64(1) << history[step, COPIES]) - 1) << history[step, PLACE]
            card = hands[seat] & copies
            card &= -card
            if seat != me:
                number = describe(row, lay, hands, extras[at, DEAD], voids, seat, trick, cards, found, share)
                if number > 1:
                    best = prefer(found, number, weights[context_of(row, hands, seat, trick)], scores)
                    whole, chosen = 0.0, 0.0
                    for move in range(number):
                        likely = np.exp((scores[move] - scores[best]) / heat)
                        whole += likely
                        if cards[move] & copies:
                            chosen += likely
                    logs[at] += np.log((1.0 - doubt) * chosen / whole + doubt / number)
            show_void(lay, trick, seat, card, voids)
            hands[seat] ^= card
            trick = add_card(row, lay, trick, seat, card)
            if trick.played == row[PLAYERS]:
                trick = Trick(int64(0), int64(0), trick.taker, 0, 0, 0)


class Weighed:
    """The worlds of a view after the teams are made, drawn in proportion to what the others did."""

    def __init__(self, view: View, worlds: Worlds, source: Ints, rng: Random) -> None:
        assert view.seat is not None
        assert view.terms is not None
        self.worlds, self.source, self.rng, self.me = worlds, source, rng, view.seat
        self.terms, self.combo, self.bonus = view.terms, combo_of(view), -1 if view.bonus is None else view.bonus
        sides = view.sides or ()
        self.team = sum(1 << seat for seat, side in enumerate(sides) if side == sides[view.terms.first])
        self.bids: Bids = read_bids(view)
        self.lay = lay_out(worlds.template)
        self.history = _history(view, worlds.places)
        self.leader = int(self.history[0, SEAT]) if len(self.history) else int(worlds.template[LEADER])
        self.to_deck = _to_deck(worlds.places, deck_places(view.edition, view.setup.players))

    def logs(self, rows: Ints, extras: Ints, weights: Floats) -> Floats:
        """The logarithm of the weight of each world."""
        found: Floats = np.log(np.maximum(weights, 1e-300))
        for told in self.told(rows, extras).values():
            found = found + told
        return found

    def told(self, rows: Ints, extras: Ints) -> dict[str, Floats]:
        """How likely each thing that the others did was in each world, as logarithms."""
        vetoes, teams, gifts, plays = np.zeros((4, len(rows)))
        bids, terms, hands = self.bids, self.terms, deck_masks(extras[:, DEALT : DEALT + 5], self.to_deck)
        weigh_vetoes(bids.board, hands, bids.seats, bids.boxes, bids.start, self.me, HEAT, DOUBT, vetoes)
        if self.team and terms.first != self.me and bids.board.roles > 1:
            weigh_team(
                bids.board,
                hands,
                self.combo,
                terms.points,
                bids.told,
                bids.last,
                terms.first,
                self.team,
                self.bonus,
                TEAM_HEAT,
                TEAM_DOUBT,
                teams,
            )
        if terms.discard.count:
            weigh_gifts(
                rows,
                extras,
                self.lay,
                self.me,
                terms.discard.passed_to,
                terms.discard.not_low,
                GIFT_HEAT,
                GIFT_DOUBT,
                gifts,
            )
        weigh_plays(
            rows, extras, self.lay, self.leader, self.history, self.me, play_weights(), PLAY_HEAT, PLAY_DOUBT, plays
        )
        return {"vetoes": vetoes, "teams": teams, "gifts": gifts, "plays": plays}

    def draw(self, number: int) -> tuple[Ints, Ints, Floats]:
        """So many worlds; one that comes up several times is there once and weighs as much, so there may be fewer."""
        rows, extras, weights = self.worlds.draw(self.source, EACH * number)
        kept, times = np.unique(resample(self.logs(rows, extras, weights), number, self.rng), return_counts=True)
        return rows[kept], extras[kept], times.astype(np.float64)


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
