"""Moves of Nope! as text, exactly as records write them."""

import re
from typing import Final

from naysay.game import quote
from naysay.nope.cards import read_card
from naysay.nope.state import Discard, Draw, Move, Name

NAME: Final = re.compile(r"name ([0-5]) ([1-3]) ([RGBY])")


def write_move(move: Move) -> str:
    """Write a move.

    >>> write_move(Name(3, 2, "R"))
    'name 3 2 R'
    """
    match move:
        case Discard(cards):
            return " ".join(("discard", *cards))
        case Name(seat, count, colour):
            return f"name {seat} {count} {colour}"
        case Draw():
            return "draw"


def read_move(text: str) -> Move:
    """Read a move.

    >>> read_move("discard RG3 joker")
    Discard(cards=('RG3', 'joker'))
    """
    word, *rest = text.split(" ")
    if word == "discard" and rest:
        return Discard(tuple(read_card(card) for card in rest))
    if text == "draw":
        return Draw()
    if named := NAME.fullmatch(text):
        return Name(int(named[1]), int(named[2]), named[3])
    raise ValueError(f"expected 'discard' and cards, 'draw', or 'name' with seat, count 1-3 and colour: {quote(text)}")
