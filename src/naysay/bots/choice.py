"""What a bot answers: its choice among candidates, each with reasons that a client can put into words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

REASONS: Final = 2


@dataclass(frozen=True, slots=True)
class Why:
    """A reason for a move: a stable code and its parameters (colours as words, cards in notation)."""

    code: str
    params: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that was considered, how good it looked (higher is better; comparable within one choice only), and why.

    A bot that searches tells the points it expects for its seat, or its chance to win where there are none, with the
    standard error, and how often it takes the trick.
    """

    move: Any
    score: float
    why: tuple[Why, ...]
    expected: float | None = None
    error: float | None = None
    takes: float | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen move and the best candidates, the chosen one first."""

    move: Any
    candidates: tuple[Candidate, ...]

    @property
    def why(self) -> tuple[Why, ...]:
        """The reasons for the chosen move."""
        return self.candidates[0].why


def contrast(found: Sequence[tuple[Why, ...]]) -> list[tuple[Why, ...]]:
    """Of each candidate, best first, one or two reasons: first those that the move it is compared with has not.

    The best is compared with the second, all others with the best.
    """
    chosen = []
    for rank, reasons in enumerate(found):
        other = found[0] if rank else found[1] if len(found) > 1 else ()
        own = sorted(reasons, key=lambda why: why in other)
        chosen.append(tuple(own[:REASONS]))
    return chosen


Bot = Callable[[Any, tuple[Any, ...], Random], Choice]
