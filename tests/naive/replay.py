"""What both naive engines share: replaying a record and counting continuations.

Written from the spec alone; imports nothing from naysay.
"""

from copy import deepcopy
from typing import Any, Protocol


class Game(Protocol):
    """A small state machine; `phase` is "over" at the end and "shuffle" where the record holds too few shuffles."""

    phase: str
    shuffles: list[str]

    def legal(self) -> dict[int, list[str]]:
        """The action texts of every seat that may act, sorted."""

    def apply(self, seat: int, text: str) -> None:
        """Change the state by one action; AssertionError if it is illegal."""


def shown(game: Game) -> dict[str, Any]:
    """One step of `naysay inspect`."""
    legal = game.legal()
    return {"to_act": sorted(legal), "legal": {str(seat): legal[seat] for seat in sorted(legal)}}


def replay(game: Game, actions: list[tuple[int, str]]) -> list[dict[str, Any]]:
    """Play all actions; the steps before each and after the last."""
    steps = [shown(game)]
    for seat, text in actions:
        game.apply(seat, text)
        steps.append(shown(game))
    assert game.phase != "shuffle", "the record lacks a shuffle"
    assert not game.shuffles, "a shuffle is never used"
    return steps


def count(game: Game, depth: int) -> int:
    """Number of action sequences of this length; one that ends earlier (game over, no shuffle) counts once."""
    legal = game.legal()
    if depth == 0 or not legal:
        return 1
    total = 0
    for seat, texts in legal.items():
        for text in texts:
            after = deepcopy(game)
            after.apply(seat, text)
            total += count(after, depth - 1)
    return total
