"""Which suit a card has, who must follow, who takes a trick, and what is loot."""

from collections.abc import Collection
from typing import Literal

from naysay.game import Card, Reason, Seat
from naysay.nyet.cards import COLOURS, VALUES
from naysay.nyet.state import Hand, Terms, Trick, WonAs


def suit(card: Card, terms: Terms) -> str:
    """The letter of the suit that a card follows and is followed as (N4, N10 for supertrumps)."""
    if card == terms.supertrump:
        assert terms.supertrump_suit is not None
        return terms.supertrump_suit
    return card[0]


def followers(hand: Hand, trick: Hand, terms: Terms) -> Hand:
    """The cards of a hand that follow what was led; the whole hand if none does, or if nothing was led."""
    if not trick:
        return hand
    led = suit(trick[0], terms)
    supertrump = terms.supertrump
    if supertrump is None or led not in (supertrump[0], terms.supertrump_suit):
        follow = tuple([card for card in hand if card[0] == led])
    else:
        follow = tuple([card for card in hand if suit(card, terms) == led])
    return follow or hand


def gone_supertrump(terms: Terms) -> Card | None:
    """The supertrump, where it has left its printed colour."""
    card = terms.supertrump
    return None if card is None or terms.supertrump_suit == card[0] else card


def must_follow(hand: Hand, follow: Hand, trick: Hand, terms: Terms) -> list[tuple[Card, Reason]]:
    """Which cards of a hand may not be played, and why: another suit was led, and the hand can follow.

    A supertrump that has left its colour is told wherever its printed colour would mislead: if it was led, if nothing
    else in the hand follows, or if it is the card that may not be played.
    """
    led = suit(trick[0], terms)
    colour, gone = COLOURS[led], gone_supertrump(terms)
    counts_as = COLOURS[suit(gone, terms)] if gone is not None else ""
    said = f"{colour} was led"
    if trick[0] == gone:
        said = f"{gone} was led, a supertrump that counts as {colour}"
    said += f"; you hold {' '.join(follow)}"
    is_all = gone is not None and all(card == gone for card in follow)
    found = []
    for card in dict.fromkeys(hand):
        if card in follow:
            continue
        params: dict[str, object] = {"card": card, "led": colour, "held": follow}
        is_blocked = card == gone and led == card[0]
        if is_all or is_blocked or trick[0] == gone:
            params |= {"lead": trick[0], "supertrump": gone, "counts_as": counts_as}
        more = f"; {gone} is a supertrump and counts as {counts_as}" if is_all or is_blocked else ""
        found.append((card, Reason("must_follow", said + more, "6.3", params)))
    return found


def winning(trick: Hand, terms: Terms) -> int:
    """Which card of a trick, by its place in it, wins so far: the last of the strongest.

    >>> from naysay.nyet.edition import DiscardRule
    >>> terms = Terms(0, DiscardRule(0), trump="Y", supertrump=Card("B1"), supertrump_suit="Y", points=2)
    >>> winning((Card("G9"), Card("G13"), Card("Y2"), Card("Y7")), terms)
    3
    >>> winning((Card("B1"), Card("Y13"), Card("B1")), terms)
    2
    """
    led = suit(trick[0], terms)
    trump, supertrump = terms.trump, terms.supertrump
    best, place = -1, 0
    for i, card in enumerate(trick):
        if card == supertrump:
            strength = 1000
        elif card[0] == trump:
            strength = 100 + VALUES[card]
        elif card[0] == led:
            strength = VALUES[card]
        else:
            continue
        if strength >= best:
            best, place = strength, i
    return place


def finish(leader: Seat, cards: Hand, terms: Terms, sides: tuple[int, ...], low: Collection[Card]) -> Trick:
    """The trick that these cards make: loot are the lowest ones that the winner's opponents played."""
    players = len(sides)
    best = winning(cards, terms)
    winner = (leader + best) % players
    side = sides[winner]
    places = tuple([i for i, card in enumerate(cards) if card in low and sides[(leader + i) % players] != side])
    loot = tuple([cards[i] for i in places]) if places else ()
    return Trick(leader, cards, winner, loot, places, _won_as(cards[best], terms))


def _won_as(card: Card, terms: Terms) -> WonAs:
    if card == terms.supertrump:
        return "supertrump"
    return "trump" if card[0] == terms.trump else "suit"


def misleading_supertrump(hand: Hand, trick: Hand, terms: Terms) -> Literal["lead", "hand"] | None:
    """Where a supertrump that has left its colour would mislead who must follow: led, or in the hand.

    In the hand it misleads if nothing else there follows, or if its printed colour was led.
    """
    gone = gone_supertrump(terms)
    if gone is None or not trick:
        return None
    if trick[0] == gone:
        return "lead"
    led = suit(trick[0], terms)
    if gone not in hand:
        return None
    alone = led == suit(gone, terms) and all(card == gone or card[0] != led for card in hand)
    return "hand" if alone or led == gone[0] else None
