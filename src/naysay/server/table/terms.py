"""What was agreed when a table was made: the game, its setup, and what stands in for rules that are not here."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from naysay import fair
from naysay.game import AnyGame, Card, Game, Option, Seat
from naysay.games import find
from naysay.server.errors import Refused
from naysay.server.table.entries import Made


@dataclass(frozen=True)
class Terms:
    """What was agreed when the table was made, with the rules it is played by."""

    made: Made
    game: AnyGame
    setup: Any
    refused: Refused | None = None  # why this table cannot be played here

    @staticmethod
    def of(made: Made) -> "Terms":
        """The rules that a stored game was begun under; refuses it if this program does not play them."""
        try:
            game = find(made.game)
            if made.revision == game.revision:
                return Terms(made, game, game.setup(made.players, made.dealer, made.edition, made.options))
        except ValueError as error:
            raise Refused("other_rules", f"this server cannot play this game: {error}") from error
        raise Refused(
            "other_rules",
            f"this game was begun under revision {made.revision} of the rules of {game.title}; "
            f"this server plays revision {game.revision}",
        )

    @staticmethod
    def without_rules(made: Made, refused: Refused) -> "Terms":
        """What was agreed, where the rules are not here and nothing can be played."""
        title = made.game
        with suppress(ValueError):
            title = find(made.game).title
        game = unsupported_game(made, title)
        setup = game.setup(made.players, made.dealer, made.edition, made.options)
        return Terms(made, game, setup, refused)

    @cached_property
    def characters(self) -> Option | None:
        """The option that gives every seat a character, if the game has any."""
        return next((option for option in self.game.options(self.setup) if option.kind == "names"), None)

    def with_options(self, options: dict[str, Any]) -> "Terms":
        """The same with other options than the table was made with."""
        made = self.made
        setup = self.game.setup(made.players, made.dealer, made.edition, options)
        return Terms(made, self.game, setup, self.refused)

    @cached_property
    def seed(self) -> bytes:
        """The secret that all shuffles follow from."""
        return bytes.fromhex(self.made.seed)

    @cached_property
    def commit(self) -> str:
        """The promise that is shown from the beginning."""
        return fair.commit(self.seed)

    @cached_property
    def cards(self) -> str:
        """The cards of the first deck, in the order before they are shuffled; nothing where the rules are not here."""
        return " ".join(self.game.to_shuffle(self.game.start(self.setup)))


@dataclass(frozen=True, slots=True)
class Plain:
    """The setup of a game as its log has it, unchecked."""

    players: int
    dealer: Seat
    edition: Any
    options: Any


class UnsupportedGame(Game[Plain, str, str, NoReturn]):
    """A stored game whose rules are not here: it was begun under another revision, or its package is not installed.

    It keeps the contract and decides nothing: it takes what its log tells, nobody is to act, and it never ends by
    itself. So the state of such a table (who sits where, its end, its record) is worked out by the same code as that
    of any other. The setup is what the log says, a state only tells that the game has begun.
    """

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
