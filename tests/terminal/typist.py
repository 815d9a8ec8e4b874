"""A typist who plays any legal move, in one of the ways in which it may be typed."""

from collections.abc import Callable
from random import Random
from typing import Any

from naysay.game import AnyGame, Seat
from naysay.games import find
from naysay.nope import state as nope
from naysay.nope.cards import COLOURS as NOPE_COLOURS
from naysay.nyet import state as nyet
from naysay.nyet.cards import COLOURS
from naysay.nyet.edition_file import built_in

TABLES: list[tuple[str, str | None, int]] = [
    *(("nyet", edition.id, players) for edition in built_in().values() for players in edition.players),
    *(("nope", None, players) for players in find("nope").players),
]


def spy_on(game: AnyGame, seen: dict[Seat, tuple[Any, ...]]) -> AnyGame:
    """The same game, which also notes the legal moves that it was last asked for."""

    class Spied(type(game)):  # type: ignore[misc]
        def legal(self, state: Any, seat: Seat) -> tuple[Any, ...]:
            seen[seat] = super().legal(state, seat)
            return seen[seat]

    return Spied()


class Typist:
    """Answers every prompt with a legal move; `between` gives lines to type before the move of that number."""

    def __init__(
        self,
        rng: Random,
        seat: Seat = 0,
        between: Callable[[int], list[str]] = lambda number: [],
        in_one_line: bool = False,
    ) -> None:
        self.rng = rng
        self.seat = seat
        self.between = between
        self.in_one_line = in_one_line
        self.seen: dict[Seat, tuple[Any, ...]] = {}
        self.prompts = 0
        self.typed: list[str] = []
        self.waiting: list[str] = []

    def __call__(self, prompt: str) -> str:
        if not self.waiting:
            self.prompts += 1
            self.waiting = [*self.between(self.prompts), *self.type(self.rng.choice(self.seen[self.seat]))]
        self.typed.append(self.waiting.pop(0))
        return self.typed[-1]

    def type(self, move: Any) -> list[str]:
        """One of the ways to type a move: a line, or several that answer questions."""
        return self.rng.choice([way for way in ways(move, self.rng) if len(way) == 1 or not self.in_one_line])


def ways(move: Any, rng: Random) -> list[list[str]]:
    """Ways to type a move."""
    match move:
        case nyet.Veto(row, box):
            return [[f"veto {row} {box}"], [f"{row} {box}"], [f"{row.upper()}  {box}"], [f"{row[0]} {box}"], [row, box]]
        case nyet.Play(card):
            words = f"{COLOURS[card[0]]} {card[1:]}"
            return [[f"play {card}"], [card], [card.lower()], [words], [f"{card[1:]}{card[0]}"]]
        case nyet.Team((), None):
            return [["team"], ["alone"], ["Solo"]]
        case nyet.Team(partners, None):
            seats = " ".join(map(str, partners))
            return [[f"team {seats}"], [seats], [f"with {seats}"]]
        case nyet.Team(partners, bonus):
            seats = " ".join(map(str, partners))
            return [[f"team {seats} bonus {bonus}"], [f"{seats} bonus {bonus}"], [seats, str(bonus)]]
        case nyet.Discard(cards):
            mixed = rng.sample(cards, len(cards))
            return [[f"discard {' '.join(cards)}"], [", ".join(mixed).lower()], [*mixed]]
        case nope.Discard(cards):
            return [[f"discard {' '.join(cards)}"], [" ".join(cards).lower()], [f"lay {' '.join(cards)}"]]
        case nope.Name(seat, count, colour):
            word = NOPE_COLOURS[colour]
            return [[f"name {seat} {count} {colour}"], [f"{seat} {count} {word}"], [f"{seat}", f"{count} {word}"]]
    return [["draw"], ["Draw"], ["dr"]]
