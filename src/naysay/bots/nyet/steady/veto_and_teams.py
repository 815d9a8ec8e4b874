"""Which box the steady bot covers, whom it takes as partner, and who gets the bonus card: how strong its hand is under
some trump and supertrump, what that is worth in the rounds that are still possible, and what the vetoes told about the
other hands.
"""

from functools import lru_cache
from random import Random
from typing import Final

from naysay.bots.nyet.counting import TRUMP, Scale, scale
from naysay.game import Card, Seat
from naysay.nyet.cards import COLOURS
from naysay.nyet.edition import NONE, Edition, deck
from naysay.nyet.rules import make_terms
from naysay.nyet.state import Hand, Team, Terms, Veto
from naysay.nyet.view import View

SAMPLE: Final = 60
# The weights below were found with these: they change together.
SIDE_STEP: Final = 0.62
TRUMP_STEP: Final = 0.75


def likely_terms(edition: Edition, reading: str, trump: str, supertrump: str) -> Terms:
    """Terms with this trump and supertrump, whatever else the board will say; `reading` is the option `supertrump`."""
    return make_terms(edition, reading, 0, (NONE, trump, supertrump, "1"))


def features(hand: Hand, known: Scale, terms: Terms) -> tuple[float, ...]:
    """High cards, high trumps, supertrumps, lowest cards, trumps; cards and trumps that take tricks unasked."""
    own: dict[Card, int] = {}
    length = dict.fromkeys(known.suits, 0)
    for card in hand:
        own[card] = own.get(card, 0) + 1
        length[known.suit_of[card]] += 1
    high = high_trumps = burden = trump_burden = lows = 0.0
    for suit, rungs in known.ladder.items():
        total = above = sum([many for _, _, many in rungs]) - length[suit]
        for card, power, many in rungs:
            mine = own.get(card, 0)
            if mine and card != terms.supertrump:
                risk = mine * ((total - above + 0.5) / (total + 1.0)) ** 2
                if power >= TRUMP:
                    high_trumps += mine * TRUMP_STEP**above
                    trump_burden += risk
                else:
                    high += mine * SIDE_STEP**above
                    burden += risk
                    if card in known.low:
                        lows += mine
            above -= many - mine
    trumps = length.get(terms.trump, 0) if terms.trump else 0
    supers = own.get(terms.supertrump, 0) if terms.supertrump else 0
    return high, high_trumps, supers, lows, trumps, burden, trump_burden


# Least squares of the side's lead in units on these features of one hand: 6,600 rounds of Iello's edition with random
# terms and teams, 2 to 5 players, this bot's own play; R² is 0.08 (one of a trio) to 0.64 (alone against two).
GOOD: Final = (0.67, 2.23, 1.27, -0.45, 0.89, 0.64, 0.0)
BAD: Final = (-1.82, 0.0, 1.46, -1.1, 0.16, 3.13, 2.61)


def strength(hand: Hand, known: Scale, terms: Terms) -> tuple[float, float]:
    """The units that a hand tends to take: when units are good, and when they are bad."""
    found = features(hand, known, terms)
    return (
        sum([weight * value for weight, value in zip(GOOD, found, strict=True)]),
        sum([weight * value for weight, value in zip(BAD, found, strict=True)]),
    )


@lru_cache(maxsize=512)
def average(edition: Edition, players: int, reading: str, trump: str, supertrump: str) -> tuple[float, float]:
    """The strength of an average hand."""
    terms = likely_terms(edition, reading, trump, supertrump)
    known = scale(edition, players, terms)
    rng, cards, size = Random(0), deck(edition, players), edition.hand[players]
    found = [strength(tuple(rng.sample(cards, size)), known, terms) for _ in range(SAMPLE)]
    return sum([good for good, _ in found]) / SAMPLE, sum([bad for _, bad in found]) / SAMPLE


def surplus(view: View, trump: str, supertrump: str) -> tuple[float, float]:
    """By how much the strength of a hand is above the average: when units are good, and when they are bad."""
    edition, players, reading = view.edition, view.setup.players, view.options.supertrump
    terms = likely_terms(edition, reading, trump, supertrump)
    good, bad = strength(view.hand, scale(edition, players, terms), terms)
    mean_good, mean_bad = average(edition, players, reading, trump, supertrump)
    return good - mean_good, bad - mean_bad


# The side's lead in units by number of players and role: start, and per unit of strength above the average; when units
# are good, then when they are bad, from the same rounds as the weights of a hand. Last, which part of the others
# is against.
EDGE: Final[dict[int, dict[str, tuple[float, float, float, float, float]]]] = {
    2: {"even": (0.0, 1.4, 0.0, 1.45, 1.0)},
    3: {"solo": (-1.6, 2.4, 7.8, 2.5, 1.0), "duo": (1.6, 1.2, -7.8, 1.3, 1 / 2)},
    4: {"even": (0.0, 1.0, 0.0, 0.95, 2 / 3)},
    5: {
        "holder": (-0.8, 1.6, 2.2, 1.6, 3 / 4),
        "mate": (-0.8, 1.2, 2.2, 0.95, 3 / 4),
        "trio": (0.8, 0.9, -2.2, 0.8, 1 / 2),
    },
}
# How often a role falls to a seat when another one makes the teams in any way.
FALLS: Final[dict[str, float]] = {
    "even": 1.0,
    "solo": 1 / 3,
    "duo": 2 / 3,
    "holder": 1 / 5,
    "mate": 1 / 5,
    "trio": 3 / 5,
}
CHOOSES: Final = 1.2  # what the choice of a partner is worth: vetoes tell much about a hand


def edge(players: int, role: str, good: bool, above: float) -> float:
    """How far each point of the board brings a seat ahead of the mean of the others."""
    start, slope, bad_start, bad_slope, against = EDGE[players][role]
    return against * (start + slope * above if good else -bad_start - bad_slope * above)


def prospects(players: int, above: tuple[float, float], points: int) -> tuple[float, float]:
    """What a round is worth to a hand if it makes the teams, and if someone else does."""
    good = points > 0
    edges = {role: edge(players, role, good, above[0] if good else above[1]) for role in EDGE[players]}
    taken = sum([FALLS[role] * value for role, value in edges.items()])
    chosen = max(edges.values()) + (CHOOSES if players > 2 else 0.0)
    return abs(points) * chosen, abs(points) * taken


def judge_vetoes(view: View, legal: tuple[Veto, ...]) -> list[float]:
    """How good each veto looks: the mean worth of all rounds that it leaves possible."""
    assert view.seat is not None
    players = view.setup.players
    left = {row.name: [box.name for box in row.boxes if box.open] for row in view.board}
    me = view.options.characters[view.seat]
    above = {
        (trump, supertrump): surplus(view, trump, supertrump) for trump in left["trump"] for supertrump in left["super"]
    }

    def worth(row: str, box: str) -> float:
        boxes = left | {row: [other for other in left[row] if other != box]}
        first = (me in boxes["first"]) / len(boxes["first"])
        pairs = [above[trump, supertrump] for trump in boxes["trump"] for supertrump in boxes["super"]]
        mean = (sum([good for good, _ in pairs]) / len(pairs), sum([bad for _, bad in pairs]) / len(pairs))
        total = 0.0
        for points in boxes["points"]:
            chosen, taken = prospects(players, mean, int(points))
            total += first * chosen + (1.0 - first) * taken
        return total / len(boxes["points"])

    return [worth(move.row, move.box) for move in legal]


# Least squares of a hand's strength above the average on its vetoes: 1,000 rounds of Iello's edition with four of these
# bots, R² 0.60.
COLOUR: Final = 0.56
LAST_COLOUR: Final = 0.5
POINTS: Final = 1.4


def told(view: View, seat: Seat) -> float:
    """By how much a seat's vetoes make it look stronger than the average; when units are bad, likelier to take them."""
    assert view.terms is not None
    points = view.terms.points
    hint = 0.0
    for row in ("trump", "super"):
        by = [other for other, where, _ in view.vetoes if where == row]
        hint += COLOUR * by.count(seat) + (LAST_COLOUR if by and by[-1] == seat else 0.0)
    for other, row, box in view.vetoes:
        if other == seat and row == "points":
            hint += POINTS if int(box) < points else -POINTS
    return hint


def roles(players: int, first: Seat, move: Team) -> dict[Seat, str]:
    """The role of every seat if the first player makes these teams."""
    found = {}
    for seat in range(players):
        with_first = seat == first or seat in move.partners
        size = 1 + len(move.partners) if with_first else players - 1 - len(move.partners)
        if players == 3:
            found[seat] = "solo" if size == 1 else "duo"
        elif players == 5:
            found[seat] = "trio" if size == 3 else "holder" if seat == move.bonus else "mate"
        else:
            found[seat] = "even"
    return found


def judge_teams(view: View, legal: tuple[Team, ...]) -> list[float]:
    """How good each way to make the teams looks: the lead in points over the mean of the others."""
    terms, me, players = view.terms, view.seat, view.setup.players
    assert terms is not None
    assert me is not None
    good = terms.points > 0
    trump = COLOURS[terms.trump] if terms.trump else NONE
    supertrump = COLOURS[terms.supertrump[0]] if terms.supertrump else NONE
    own = surplus(view, trump, supertrump)
    above = {seat: told(view, seat) for seat in range(players)}
    above[me] = own[0] if good else own[1]
    scores = []
    for move in legal:
        given = roles(players, me, move)
        start, _, bad_start, _, against = EDGE[players][given[me]]
        ahead = start if good else bad_start
        for seat, role in given.items():
            step = EDGE[players][role][1 if good else 3]
            same = seat == me or seat in move.partners
            ahead += (step if same else -step) * above[seat]
        score = abs(terms.points) * against * (ahead if good else -ahead)
        if view.options.bonus == "player" and given[me] in ("solo", "holder"):
            # It doubles what your own side scores: about half of all tricks.
            score += terms.points * view.edition.hand[players] / 2
        scores.append(score)
    return scores
