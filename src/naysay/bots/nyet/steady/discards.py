"""Which cards the steady bot discards or passes: those that are worth least to it, or most trouble to an opponent."""

from typing import Final

from naysay.bots.nyet.counting import TRUMP, Count
from naysay.bots.nyet.steady.cards import burden, worth
from naysay.game import Card, Seat
from naysay.nyet.state import Discard

# How much the other hand counts: a card that an opponent gets counts twice, one that a partner gets hardly at all.
TO_NOBODY: Final = 1.0
TO_OPPONENT: Final = 2.0
TO_PARTNER: Final = 0.2
GAP: Final = 0.5  # what a colour is worth that is gone; when units are good, only with trumps in hand


def receiver(count: Count) -> Seat | None:
    """Who gets the cards that your own seat gives away."""
    step = count.terms.discard.passed_to
    return (count.me + step) % count.players if step else None


def judge(count: Count, legal: tuple[Discard, ...]) -> list[float]:
    """How good each choice of cards looks, in units."""
    to = receiver(count)
    share = TO_NOBODY if to is None else TO_PARTNER if count.ours(to) else TO_OPPONENT
    good = count.terms.points > 0
    scale = count.scale
    gain: dict[Card, float] = {
        card: share * (-worth(count, card) if good else burden(count, card)) for card in dict.fromkeys(count.hand)
    }
    length = {suit: sum(scale.suit_of[card] == suit for card in count.hand) for suit in scale.suits}
    ruffs = any(scale.power[card] >= TRUMP for card in count.hand)
    gap = GAP if ruffs or not good else 0.0
    scores = []
    for move in legal:
        value = sum([gain[card] for card in move.cards])
        gone: dict[str, int] = {}
        for card in move.cards:
            gone[scale.suit_of[card]] = gone.get(scale.suit_of[card], 0) + 1
        for suit, many in gone.items():
            if suit != count.terms.trump or not good:
                left = length[suit] - many
                value += gap * (1.0 / (1 + left) ** 2 - 1.0 / (1 + length[suit]) ** 2)
        scores.append(value)
    return scores
