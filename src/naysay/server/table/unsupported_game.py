"""A stored game whose rules are not here: it was begun under another revision, or its package is not installed.

It keeps the contract and decides nothing: it takes what its log tells, nobody is to act, and it never ends by itself.
So the state of such a table (who sits where, its end, its record) is worked out by the same code as that of any other.
"""

from dataclasses import dataclass
from typing import Any, NoReturn

from naysay.game import AnyGame, Card, Game, Seat
from naysay.server.table.entries import Made


@dataclass(frozen=True, slots=True)
class Plain:
    """The setup of a game as its log has it, unchecked."""

    players: int
    dealer: Seat
    edition: Any
    options: Any


class UnsupportedGame(Game[Plain, str, str, NoReturn]):
    """Rules that are not here. The setup is what the log says, a state only tells that the game has begun."""

    players = ()

    def setup(self, players: int, dealer: Seat, edition: object = None, options: object = None) -> Plain:
        """The plain values, as they are."""
        return Plain(players, dealer, edition, options)

    def describe(self, setup: Plain) -> dict[str, Any]:
        """The same."""
        options = {"options": setup.options}
        return options if setup.edition is None else {"edition": setup.edition, **options}

    def start(self, setup: Plain) -> str:
        """It has begun."""
        return "begun"

    def to_shuffle(self, state: str) -> tuple[Card, ...]:
        """Nobody knows."""
        return ()

    def shuffled(self, state: str, deck: tuple[Card, ...]) -> str:
        """Whatever the log says was shuffled."""
        return state

    def to_act(self, state: str) -> tuple[Seat, ...]:
        """Nobody: it cannot be played here."""
        return ()

    def legal(self, state: str, seat: Seat) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def apply(self, state: str, seat: Seat, move: str) -> str:
        """Whatever the log says was done."""
        return state

    def result(self, state: str) -> dict[str, Any] | None:
        """Not known from the log alone: the table's row has it."""
        return None

    def view(self, state: str, seat: Seat | None) -> NoReturn:
        """There is nothing to show: what would be a secret is not known."""
        raise AssertionError("nobody is let in to a game whose rules are not here")

    def read_move(self, text: str) -> str:
        """A move is its text."""
        return text

    def write_move(self, move: str) -> str:
        """A move is its text."""
        return move


def unsupported_game(made: Made, called: str) -> AnyGame:
    """The game that this table was made for, without its rules."""

    class Kept(UnsupportedGame):
        id = made.game
        title = called
        revision = made.revision

    return Kept()
