"""The cards of Nyet!: a colour letter and a value, as in `R13` or `K0`."""

from typing import Final

from naysay.game import Card, quote

LETTERS: Final = {"red": "R", "blue": "B", "yellow": "Y", "green": "G", "black": "K"}
COLOURS: Final = {letter: colour for colour, letter in LETTERS.items()}
HIGHEST: Final = 99

VALUES: Final = {Card(f"{letter}{value}"): value for letter in COLOURS for value in range(HIGHEST + 1)}


def read_card(text: str) -> Card:
    """Read a card.

    >>> read_card("R13")
    'R13'
    >>> read_card("7R")
    Traceback (most recent call last):
    ...
    ValueError: expected colour letter (R B Y G K) then value, as in 'R7': '7R'
    """
    card = Card(text)
    if card not in VALUES:
        raise ValueError(f"expected colour letter ({' '.join(COLOURS)}) then value, as in 'R7': {quote(text)}")
    return card
