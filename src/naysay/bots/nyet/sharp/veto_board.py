"""What the veto is about, as arrays: the boxes, the layout of the cards under each trump and supertrump, the roles."""

from functools import lru_cache
from operator import mul
from random import Random
from typing import Final, NamedTuple

import numpy as np

from naysay.bots.nyet.sharp.hand_value import TRAITS, read_hand
from naysay.bots.nyet.sharp.policy import CardOrder, card_order
from naysay.bots.nyet.sharp.sampler import deck_places
from naysay.bots.nyet.sharp.weights import hand_weights
from naysay.bots.nyet.steady.veto_and_teams import likely_terms
from naysay.game import Card
from naysay.native.bits import int64
from naysay.native.jit import Floats, Ints, allocating, compiled
from naysay.nyet.edition import ROWS, Edition, deck
from naysay.solver.layout import layout
from naysay.solver.row import ROW

ROLES: Final = 3
MOST_BOXES: Final = 16
SAMPLE: Final = 200
OFF: Final = 4.0  # units by which the evaluator is off, about
FIRST, DISCARD, TRUMP, SUPER, POINTS = range(len(ROWS))

# By number of players and role: how many of each role are with a seat, and against it; how often the role falls to a
# seat that does not choose. With three and five players role 0 has the bonus card.
COMPANY: Final[dict[int, tuple[tuple[tuple[int, int, int], tuple[int, int, int], float], ...]]] = {
    2: (((0, 0, 0), (1, 0, 0), 1.0),),
    3: (((0, 0, 0), (0, 2, 0), 1 / 3), ((0, 1, 0), (1, 0, 0), 2 / 3)),
    4: (((1, 0, 0), (2, 0, 0), 1.0),),
    5: (
        ((0, 1, 0), (0, 0, 3), 1 / 5),
        ((1, 0, 0), (0, 0, 3), 1 / 5),
        ((0, 0, 2), (1, 1, 0), 3 / 5),
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
    of_lead: Floats  # by role: see `edges`
    of_both: Floats
    falls: Floats  # by role
    mean: Floats  # by combo, sign, role: what an average hand contributes
    total: Floats  # by sign: all units of a round
    difference: bool  # the side that is ahead scores by how much, the other nothing
    doubled: bool  # the holder of the bonus card scores double, instead of its tricks and loot


@lru_cache(64)
def fits(edition: Edition, players: int) -> bool:
    """Whether the solver can hold the cards of this edition with so many players, under any terms."""
    try:
        for trump in edition.boxes["trump"]:
            for supertrump in edition.boxes["super"]:
                layout(edition, players, likely_terms(edition, edition.supertrump_suit, trump, supertrump))
    except ValueError:
        return False
    return max(map(len, edition.boxes.values())) <= MOST_BOXES


def edges(players: int, doubled: bool) -> list[tuple[float, float]]:
    """By role: how far ahead of the mean of the others each point of a lead brings, and each that both sides make.

    If your side makes o points and the other t, all have the points of their side, once or twice. So a seat is ahead
    by a·o - b·t: that is (a + b) / 2 of the lead o - t, and (a - b) / 2 of o + t, which is nothing if nobody doubles.
    """
    found = []
    for role, (mates, rivals, _) in enumerate(COMPANY[players]):
        times = [2 if doubled and other == 0 else 1 for other in range(ROLES)]
        own = times[role] - sum(map(mul, mates, times)) / (players - 1)
        other = sum(map(mul, rivals, times)) / (players - 1)
        found.append(((own + other) / 2, (own - other) / 2))
    return found


@lru_cache(64)
def board(edition: Edition, players: int, reading: str, difference: bool, player: bool) -> Board:
    """The board of an edition; `reading`, `difference` and `player` are the options of supertrump, scoring, bonus."""
    places = deck_places(edition, players)
    combos = [(trump, supertrump) for trump in edition.boxes["trump"] for supertrump in edition.boxes["super"]]
    perm, suit_at, floor = np.zeros((3, len(combos), 64), np.int64)
    rows = np.zeros((len(combos), ROW), np.int64)
    power = np.zeros(len(combos), np.int64)
    for number, (trump, supertrump) in enumerate(combos):
        found = layout(edition, players, likely_terms(edition, reading, trump, supertrump))
        for place, value in found.fixed.items():
            rows[number, place] = value
        for card, copies in places.items():
            for place, other in zip(copies, found.places[card], strict=True):
                perm[number, place] = other
        suit_at[number], floor[number], power[number] = card_order(rows[number])
    company, doubled = COMPANY[players], player and players in (3, 5)
    weights, total = hand_weights(edition, players, doubled)
    of_lead, of_both = np.array(edges(players, doubled)).T.copy()
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
        company=np.array([[mates, rivals] for mates, rivals, _ in company], float),
        of_lead=of_lead,
        of_both=of_both,
        falls=np.array([chance for _, _, chance in company]),
        mean=np.zeros((len(combos), 2, ROLES)),
        total=total,
        difference=difference,
        doubled=doubled,
    )
    rng, cards = Random(0), range(len(deck(edition, players)))
    hands = [sum(1 << card for card in rng.sample(cards, edition.hand[players])) for _ in range(SAMPLE)]
    average(made, np.array(hands, np.int64))
    return made


@allocating
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


@compiled
def contribute(board: Board, hand: int, traits: Floats, found: Floats) -> None:
    """What a hand (places of the deck) adds to its side's lead, by combo, sign of the points, and role."""
    for combo in range(len(board.power)):
        contribute_in(board, combo, hand, traits, found[combo])


@compiled
def contribute_in(board: Board, combo: int, hand: int, traits: Floats, found: Floats) -> None:
    """The same under one trump and supertrump."""
    cards, rest = int64(0), hand
    place = 0
    while rest:
        if rest & 1:
            cards |= int64(1) << board.perm[combo, place]
        rest >>= 1
        place += 1
    order = CardOrder(board.suit_at[combo], board.floor[combo], board.power[combo])
    read_hand(board.rows[combo], order, cards, traits)
    for sign in range(2):
        for role in range(board.roles):
            value = board.weights[sign, role, TRAITS]
            for trait in range(TRAITS):
                value += board.weights[sign, role, trait] * traits[trait]
            found[sign, role] = value


@compiled
def both(board: Board, sign: int, lead: float) -> float:
    """What both sides score together for each point of the board, if one probably has this lead in units.

    With the difference as score that is how far apart they will be: when both are expected to be level, not at all 0.
    """
    if board.difference:
        return float(np.sqrt(lead * lead + 2.0 / np.pi * OFF * OFF))
    return float(board.total[sign]) if sign == 0 else -float(board.total[sign])


@compiled
def edge(board: Board, sign: int, role: int, lead: float) -> float:
    """How far ahead of the mean of the others a lead in units brings a seat, for each point of the board."""
    return float(board.of_lead[role] * lead + board.of_both[role] * both(board, sign, lead))


@compiled
def score(board: Board, points: float, holds: bool, lead: float) -> float:
    """The points of a seat whose side has this lead in units; `holds` the bonus card."""
    found = abs(points) * (both(board, 0 if points > 0 else 1, lead) + lead) / 2.0
    return 2.0 * found if board.doubled and holds else found


@compiled
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
                lead = edge(board, sign, role, lead)
                best = max(best, lead)
                mean += board.falls[role] * lead
            picked[combo, sign] = best + chooses
            taken[combo, sign] = mean


def card_mask(cards: tuple[Card, ...], edition: Edition, players: int) -> int:
    """A hand in places of the deck."""
    left = {card: iter(copies) for card, copies in deck_places(edition, players).items()}
    return sum(1 << next(left[card]) for card in cards)
