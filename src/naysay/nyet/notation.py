"""Moves of Nyet! as text, exactly as records write them."""

import re
from typing import Final

from naysay.game import Card, Seat, quote
from naysay.nyet.cards import VALUES, read_card
from naysay.nyet.edition import ROWS
from naysay.nyet.state import Discard, Move, Play, Team, Veto

SEAT: Final = re.compile(r"[0-4]")
WRITTEN: Final = {card: f"play {card}" for card in VALUES}  # what is read and written most
PLAYS: Final = {text: Play(card) for card, text in WRITTEN.items()}
BOX: Final = re.compile(r"-?[0-9]{1,2}|[a-z][a-z0-9-]{0,39}")


def write_move(move: Move) -> str:
    """Write a move.

    >>> write_move(Team((1, 3), bonus=0))
    'team 1 3 bonus 0'
    """
    if isinstance(move, Play):
        return WRITTEN[move.card]
    match move:
        case Veto(row, box):
            return f"veto {row} {box}"
        case Discard(cards):
            return " ".join(("discard", *cards))
        case Team(partners, bonus):
            return " ".join(("team", *map(str, partners))) + ("" if bonus is None else f" bonus {bonus}")


def read_move(text: str) -> Move:
    """Read a move.

    >>> read_move("veto points -2")
    Veto(row='points', box='-2')
    >>> read_move("play 7R")
    Traceback (most recent call last):
    ...
    ValueError: expected colour letter (R B Y G K) then value, as in 'R7': '7R'
    """
    if (play := PLAYS.get(text)) is not None:
        return play
    word, *rest = text.split(" ")
    if word == "play":
        if len(rest) != 1:
            raise ValueError(f"expected 'play' and one card, as in 'play R7': {quote(text)}")
        return Play(read_card(rest[0]))
    if word == "veto":
        if len(rest) != 2 or rest[0] not in ROWS or not BOX.fullmatch(rest[1]):
            raise ValueError(
                f"expected 'veto', a row ({', '.join(ROWS)}) and a box, as in 'veto trump red': {quote(text)}"
            )
        return Veto(rest[0], rest[1])
    if word == "discard":
        return Discard(_cards(rest, text))
    if word == "team":
        return _team(rest, text)
    raise ValueError(f"expected veto, team, discard or play: {quote(text)}")


def _cards(words: list[str], text: str) -> tuple[Card, ...]:
    if not words:
        raise ValueError(f"expected 'discard' and cards, as in 'discard R7 B2': {quote(text)}")
    return tuple(read_card(word) for word in words)


def _team(words: list[str], text: str) -> Team:
    bonus: Seat | None = None
    seats = words
    if len(words) >= 2 and words[-2] == "bonus":
        seats, last = words[:-2], words[-1]
        if not SEAT.fullmatch(last):
            raise ValueError(f"expected a seat after 'bonus', as in 'team 1 bonus 0': {quote(text)}")
        bonus = int(last)
    if not all(SEAT.fullmatch(word) for word in seats):
        raise ValueError(f"expected 'team' and seats, as in 'team 1 3 bonus 0': {quote(text)}")
    return Team(tuple(int(word) for word in seats), bonus)
