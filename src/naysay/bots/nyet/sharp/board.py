"""What the veto is about, as arrays: the boxes, the layout of the cards under each trump and supertrump, the roles."""

from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

import numpy as np

from naysay.bots.nyet.hand import likely_terms
from naysay.bots.nyet.sharp.deal import deck_places
from naysay.bots.nyet.sharp.hand import TRAITS, read_hand
from naysay.bots.nyet.sharp.machine import Floats, Ints, compiled, inner
from naysay.bots.nyet.sharp.policy import Lay, lay_out
from naysay.bots.nyet.sharp.weights import hand_weights
from naysay.game import Card
from naysay.nyet.edition import ROWS, Edition, deck
from naysay.solver.bits import int64
from naysay.solver.layout import ROW, layout

ROLES: Final = 3
MOST_BOXES: Final = 16
SAMPLE: Final = 200
FIRST, DISCARD, TRUMP, SUPER, POINTS = range(len(ROWS))

# By number of players and role: how many of each role are with a seat, and against it; how much of a lead is one over
# the mean of the others; how often the role falls to a seat that does not choose.
COMPANY: Final[dict[int, tuple[tuple[tuple[int, int, int], tuple[int, int, int], float, float], ...]]] = {
    2: (((0, 0, 0), (1, 0, 0), 1.0, 1.0),),
    3: (((0, 0, 0), (0, 2, 0), 1.0, 1 / 3), ((0, 1, 0), (1, 0, 0), 1 / 2, 2 / 3)),
    4: (((1, 0, 0), (2, 0, 0), 2 / 3, 1.0),),
    5: (
        ((0, 1, 0), (0, 0, 3), 3 / 4, 1 / 5),
        ((1, 0, 0), (0, 0, 3), 3 / 4, 1 / 5),
        ((0, 0, 2), (1, 1, 0), 1 / 2, 3 / 5),
    ),
}


class Board(NamedTuple):
    """Boxes and cards of an edition with so many players. A combo is a trump box and a super box."""

    players: int
    roles: int
    boxes: Ints  # by row: how many
    points: Floats  # by box
    perm: Ints  # by combo and place in the deck: the place under these terms
    rows: Ints  # by combo: the fixed part of a row
    suit_at: Ints  # by combo and place
    floor: Ints
    power: Ints  # by combo
    weights: Floats  # by sign, role: traits, then the role's start, then what leading is worth
    company: Floats  # by role: with and against by role
    against: Floats  # by role
    falls: Floats  # by role
    mean: Floats  # by combo, sign, role: what an average hand contributes
    total: Floats  # by sign: all units of a round


@lru_cache(64)
def fits(edition: Edition, players: int) -> bool:
    """Whether the solver can hold the cards of this edition with so many players, under any terms."""
    try:
        for trump in edition.boxes["trump"]:
            for supertrump in edition.boxes["super"]:
                layout(edition, players, likely_terms(edition, trump, supertrump))
    except ValueError:
        return False
    return max(map(len, edition.boxes.values())) <= MOST_BOXES


@lru_cache(64)
def board(edition: Edition, players: int) -> Board:
    """The board of an edition."""
    places = deck_places(edition, players)
    combos = [(trump, supertrump) for trump in edition.boxes["trump"] for supertrump in edition.boxes["super"]]
    perm, suit_at, floor = np.zeros((3, len(combos), 64), np.int64)
    rows = np.zeros((len(combos), ROW), np.int64)
    power = np.zeros(len(combos), np.int64)
    for number, (trump, supertrump) in enumerate(combos):
        found = layout(edition, players, likely_terms(edition, trump, supertrump))
        for place, value in found.fixed.items():
            rows[number, place] = value
        for card, copies in places.items():
            for place, other in zip(copies, found.places[card], strict=True):
                perm[number, place] = other
        lay = lay_out(rows[number])
        suit_at[number], floor[number], power[number] = lay
    weights, total = hand_weights(edition, players)
    company = COMPANY[players]
    made = Board(
        players=players,
        roles=len(company),
        boxes=np.array([len(edition.boxes[row]) for row in ROWS], np.int64),
        points=np.array([float(points) for points in edition.boxes["points"]]),
        perm=perm,
        rows=rows,
        suit_at=suit_at,
        floor=floor,
        power=power,
        weights=weights,
        company=np.array([[with_, against] for with_, against, _, _ in company], float),
        against=np.array([part for _, _, part, _ in company]),
        falls=np.array([chance for _, _, _, chance in company]),
        mean=np.zeros((len(combos), 2, ROLES)),
        total=total,
    )
    rng, cards = Random(0), range(len(deck(edition, players)))
    hands = [sum(1 << card for card in rng.sample(cards, edition.hand[players])) for _ in range(SAMPLE)]
    average(made, np.array(hands, np.int64))
    return made


@compiled
def average(board: Board, hands: Ints) -> None:
    """Fill in what an average hand contributes."""
    found = np.zeros((len(board.power), 2, ROLES))
    traits = np.zeros(TRAITS)
    for at in range(len(hands)):
        contribute(board, hands[at], traits, found)
        for combo in range(len(board.power)):
            for sign in range(2):
                for role in range(board.roles):
                    board.mean[combo, sign, role] += found[combo, sign, role] / len(hands)


@inner
def contribute(board: Board, hand: int, traits: Floats, found: Floats) -> None:
    """What a hand (places of the deck) adds to its side's lead, by combo, sign of the points, and role."""
    for combo in range(len(board.power)):
        contribute_in(board, combo, hand, traits, found[combo])


@inner
def contribute_in(board: Board, combo: int, hand: int, traits: Floats, found: Floats) -> None:
    """The same under one trump and supertrump."""
    cards, rest = int64(0), hand
    place = 0
    while rest:
        if rest & 1:
            cards |= int64(1) << board.perm[combo, place]
        rest >>= 1
        place += 1
    read_hand(board.rows[combo], Lay(board.suit_at[combo], board.floor[combo], board.power[combo]), cards, traits)
    for sign in range(2):
        for role in range(board.roles):
            value = board.weights[sign, role, TRAITS]
            for trait in range(TRAITS):
                value += board.weights[sign, role, trait] * traits[trait]
            found[sign, role] = value


@inner
def foresee(board: Board, mine: Floats, chooses: float, picked: Floats, taken: Floats) -> None:
    """What a round is worth to a hand for each point of the board: if it makes the teams, and if somebody else does.

    `mine` is what the hand contributes; the others are average.
    """
    for combo in range(len(board.power)):
        for sign in range(2):
            best = -1000.0
            mean = 0.0
            for role in range(board.roles):
                lead = mine[combo, sign, role]
                for other in range(board.roles):
                    lead += board.company[role, 0, other] * board.mean[combo, sign, other]
                    lead -= board.company[role, 1, other] * board.mean[combo, sign, other]
                lead *= board.against[role]
                best = max(best, lead)
                mean += board.falls[role] * lead
            picked[combo, sign] = best + chooses
            taken[combo, sign] = mean


def card_mask(cards: tuple[Card, ...], edition: Edition, players: int) -> int:
    """A hand in places of the deck."""
    left = {card: iter(copies) for card, copies in deck_places(edition, players).items()}
    return sum(1 << next(left[card]) for card in cards)
