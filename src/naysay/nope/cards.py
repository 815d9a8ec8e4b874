"""The cards of Nope!: `R2`, `RG3`, `joker`, `restart`, `see:R`, `pick:R`, `pick:RGBY`."""

from itertools import combinations
from typing import Final

from naysay.game import Card, quote

COLOURS: Final = {"R": "red", "G": "green", "B": "blue", "Y": "yellow"}
LETTERS: Final = "RGBY"
PAIRS: Final = tuple("".join(pair) for pair in combinations(LETTERS, 2))
JOKER: Final = Card("joker")
RESTART: Final = Card("restart")

_COPIES: Final = {  # in the order that fair.md fixes
    **{Card(f"{colour}{number}"): copies for colour in LETTERS for number, copies in ((1, 2), (2, 2), (3, 1))},
    **{Card(f"{pair}{number}"): copies for pair in PAIRS for number, copies in ((1, 4), (2, 4), (3, 3))},
    JOKER: 4,
    RESTART: 4,
    **{Card(f"see:{colour}"): 1 for colour in LETTERS},
    **{Card(f"pick:{colour}"): 1 for colour in LETTERS},
    Card("pick:RGBY"): 2,
}
ORDER: Final = {card: place for place, card in enumerate(_COPIES)}
DECK: Final = tuple(card for card, copies in _COPIES.items() for _ in range(copies))
SEE_THROUGHS: Final = frozenset(card for card in ORDER if card.startswith("see:"))
SELECTIONS: Final = frozenset(card for card in ORDER if card.startswith("pick:"))
ACTIONS: Final = SEE_THROUGHS | SELECTIONS | {RESTART}

SHOWS: Final = {  # the colours that each card shows
    card: LETTERS if card in (JOKER, RESTART) else card.removeprefix("see:").removeprefix("pick:").rstrip("123")
    for card in ORDER
}
NUMBERS: Final = {card: int(card[-1]) for card in ORDER if card[-1].isdigit()} | {JOKER: 1}


def whole_deck(action_cards: bool) -> tuple[Card, ...]:
    """The cards of a game, in the order that fair shuffles fix; beginners leave the action cards out."""
    return DECK if action_cards else tuple(card for card in DECK if card not in ACTIONS)


def read_card(text: str) -> Card:
    """Read a card.

    >>> read_card("RG3")
    'RG3'
    >>> read_card("GR3")
    Traceback (most recent call last):
    ...
    ValueError: expected a card as in 'R2', 'RG3', 'joker', 'restart', 'see:R', 'pick:R', 'pick:RGBY': 'GR3'
    """
    card = Card(text)
    if card not in ORDER:
        raise ValueError(
            f"expected a card as in 'R2', 'RG3', 'joker', 'restart', 'see:R', 'pick:R', 'pick:RGBY': {quote(text)}"
        )
    return card
