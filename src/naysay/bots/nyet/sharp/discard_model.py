"""Which cards a player probably gives away, discarded or passed: the rules of thumb of `steady`, compiled."""

from typing import NamedTuple

from naysay.bots.nyet.sharp.policy import CardOrder, keep_value
from naysay.bots.nyet.steady.discards import GAP, TO_NOBODY, TO_OPPONENT, TO_PARTNER
from naysay.native.bits import count, int64, low_place
from naysay.native.jit import Ints, compiled
from naysay.solver.row import LOOT, PLAYERS, SIDE, SIGN, SUIT, SUITS, TRUMP


class DiscardTerms(NamedTuple):
    """How many cards everybody gives away, how many seats on (0: to nobody), and whether low cards must stay."""

    number: int
    step: int
    not_low: bool


@compiled
def whole_deck(row: Ints) -> int:
    """All cards."""
    found = int64(0)
    for suit in range(row[SUITS]):
        found |= row[SUIT + suit]
    return found


@compiled
def share_of(row: Ints, seat: int, step: int) -> float:
    """How much the worth of a card counts, by who gets it: `step` seats on, or nobody."""
    if step == 0:
        return TO_NOBODY
    return TO_PARTNER if row[SIDE + seat] == row[SIDE + (seat + step) % row[PLAYERS]] else TO_OPPONENT


@compiled
def rate_discard(row: Ints, order: CardOrder, deck: int, hand: int, card: int, share: float) -> float:
    """How gladly a card of a hand is given away: what it is worth, and whether its suit gets short."""
    good = row[SIGN] > 0
    worth = keep_value(row, order, deck & ~hand, card, good)
    found = share * (-worth if good else worth)
    suit = row[SUIT + order.suit_at[low_place(card)]]
    if not good or (hand & order.power and not suit & row[TRUMP]):
        length = count(hand & suit)
        found += GAP * (1.0 / length**2 - 1.0 / (1 + length) ** 2)
    return found


@compiled
def may_discard(row: Ints, hand: int, not_low: bool) -> int:
    """The cards that may be given away next."""
    others: int = hand & ~row[LOOT]
    return others if not_low and others else hand


@compiled
def usual_discards(row: Ints, order: CardOrder, seat: int, hand: int, terms: DiscardTerms) -> int:
    """The cards that somebody would probably give away."""
    deck, share = whole_deck(row), share_of(row, seat, terms.step)
    given = int64(0)
    for _ in range(terms.number):
        rest = may_discard(row, hand & ~given, terms.not_low)
        best, most = rest & -rest, -1000.0
        while rest:
            card = rest & -rest
            rest ^= card
            value = rate_discard(row, order, deck, hand & ~given, card, share)
            if value > most:
                best, most = card, value
        given |= best
    return given
