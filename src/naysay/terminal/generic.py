"""How a game looks that has no display of its own: its view as it is, and its moves by number."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final

from naysay.game import AnyGame, quote
from naysay.terminal.display import People, Told, Unclear, pick, read_number, reveal, winning_words
from naysay.terminal.screen import Screen

LONGEST_VALUE: Final = 300
MOST_SHOWN: Final = 30


class GenericDisplay:
    """Any game from one seat."""

    commands: Mapping[str, str] = {"board": "all that you can see"}

    def __init__(self, game: AnyGame, people: People, screen: Screen) -> None:
        self.game = game
        self.people = people
        self.screen = screen

    def opening(self, view: Any) -> list[str]:
        """What is played."""
        return [f"{self.game.title}: {len(self.people.names)} players."]

    def tell(self, before: Any, after: Any) -> list[Told]:
        """Nothing: only the game knows which moves are public, and its view shows what came of them."""
        return []

    def table(self, view: Any, legal: Sequence[Any]) -> list[str]:
        """The view and the choices."""
        return [self.screen.heading("Your turn"), *self.show("board", view), *self.expects(view, legal)]

    def position(self, view: Any) -> list[str]:
        """The view."""
        return self.show("board", view)

    def cards(self, view: Any) -> str:
        """The hand, if the view calls it so, or else the whole view."""
        hand = getattr(view, "hand", None)
        return _short(view) if hand is None else " ".join(map(str, hand)) or "no cards"

    def show(self, command: str, view: Any) -> list[str]:
        """Every field of the view but the setup, which does not change."""
        if not is_dataclass(view):
            return [f" {_short(view)}"]
        return [
            f" {field.name}: {_short(getattr(view, field.name))}"
            for field in fields(view)
            if field.name not in ("game", "setup")
        ]

    def expects(self, view: Any, legal: Sequence[Any]) -> list[str]:
        """The choices by number."""
        shown = [f" {number:3} {self.type(move)}" for number, move in enumerate(legal[:MOST_SHOWN], 1)]
        more = (
            [f" and {len(legal) - MOST_SHOWN} more; type them as the game writes them"]
            if len(legal) > MOST_SHOWN
            else []
        )
        return ["Type the number of your move, or the move itself:", *shown, *more]

    def read(self, text: str, view: Any, legal: Sequence[Any]) -> Any:
        """The move that was typed: its number, its notation, or how that begins."""
        typed = " ".join(text.casefold().split())
        moves = {self.type(move).casefold(): move for move in legal}
        found = pick(typed, moves) if typed else []
        if len(found) == 1:
            return moves[found[0]]
        if (number := read_number(typed)) is not None and 1 <= number <= len(legal):
            return legal[number - 1]
        try:
            return self.game.read_move(text.strip())
        except ValueError as error:
            raise Unclear(f"I cannot read {quote(text.strip())} as a move: {error}.") from error

    def type(self, move: Any) -> str:
        """The move as a record writes it."""
        return self.game.write_move(move)

    def reveal(self, key: str, params: Mapping[str, Any]) -> str:
        """One of the parameters of a bot's reason."""
        return reveal(key, params[key], self.people)

    def ending(self, view: Any, result: Mapping[str, Any]) -> list[str]:
        """Who won."""
        return [*self.show("board", view), f"{winning_words(result['winners'], self.people)}."]


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"
