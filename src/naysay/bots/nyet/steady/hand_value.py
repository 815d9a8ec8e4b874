"""How strong a hand of Nyet! is under some trump and supertrump, before a card is played."""

from functools import lru_cache
from random import Random
from typing import Final

from naysay.bots.nyet.counting import TRUMP, Scale, scale
from naysay.game import Card
from naysay.nyet.edition import NONE, Edition, deck
from naysay.nyet.rules import make_terms
from naysay.nyet.state import Hand, Terms
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
