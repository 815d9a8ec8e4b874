"""Which cards may be given away before the tricks: discarded, or passed to a neighbour."""

from collections import Counter
from itertools import combinations

from naysay.game import Card, IllegalMove, Reason
from naysay.nyet.edition import DiscardRule, Edition, card_order, low_cards
from naysay.nyet.state import Hand


def in_order(cards: Hand, edition: Edition) -> Hand:
    """Cards as a hand holds them and the notation writes them: by colour, then by value."""
    return tuple(sorted(cards, key=card_order(edition).__getitem__))


def choices(hand: Hand, rule: DiscardRule, edition: Edition) -> list[Hand]:
    """Every distinct choice of cards to give away, each in order."""
    if not rule.not_low:
        return list(dict.fromkeys(combinations(hand, rule.count)))
    low = low_cards(edition)
    free = tuple(card for card in hand if card not in low)
    if len(free) >= rule.count:
        return list(dict.fromkeys(combinations(free, rule.count)))
    lows = dict.fromkeys(combinations([card for card in hand if card in low], rule.count - len(free)))
    return [in_order(free + made_up, edition) for made_up in lows]  # N3: hands stay equal


def check(cards: Hand, hand: Hand, rule: DiscardRule, edition: Edition) -> None:
    """Refuse a choice that is not among `choices`."""
    if len(cards) != rule.count:
        raise IllegalMove(
            Reason(
                "wrong_count",
                f"{rule.count} card{'s' * (rule.count > 1)} must go, not {len(cards)}",
                "5.2",
                {"count": rule.count},
            )
        )
    for card, times in Counter(cards).items():
        if hand.count(card) < times:
            raise IllegalMove(not_in_hand(card, hand, "5.2"))
    if cards != in_order(cards, edition):
        right = " ".join(in_order(cards, edition))
        raise IllegalMove(
            Reason("card_order", f"cards are written by colour, then value: {right}", "5.2", {"cards": right})
        )
    low = [card for card in cards if card in low_cards(edition)]
    if rule.not_low and len(low) > max(0, rule.count - _free(hand, edition)):
        raise IllegalMove(not_low(low[0]))


def blocked(hand: Hand, rule: DiscardRule, edition: Edition) -> list[tuple[Card, Reason]]:
    """The cards that no choice may hold, each with the reason."""
    if not rule.not_low or _free(hand, edition) < rule.count:
        return []
    return [(card, not_low(card)) for card in dict.fromkeys(hand) if card in low_cards(edition)]


def not_in_hand(card: Card, hand: Hand, rule: str) -> Reason:
    """Why a card cannot leave this hand."""
    return Reason("not_in_hand", f"{card} is not in this hand, or not so often: {' '.join(hand)}", rule, {"card": card})


def not_low(card: Card) -> Reason:
    """Why a lowest card may not go."""
    return Reason("not_low", f"{card} may not be discarded while enough other cards are left", "5.3", {"card": card})


def _free(hand: Hand, edition: Edition) -> int:
    low = low_cards(edition)
    return sum(card not in low for card in hand)
