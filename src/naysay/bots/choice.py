"""What a bot answers: its choice among candidates, each with reasons that a client can put into words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
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
    standard error, how often its side takes the trick, and the lead over the others, in points, by which the
    candidates are in order.
    """

    move: Any
    score: float
    why: tuple[Why, ...]
    expected: float | None = None
    error: float | None = None
    takes: float | None = None
    lead: float | None = None


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
        other = found[_compared(rank)] if len(found) > 1 else ()
        own = sorted(reasons, key=lambda why: (why in other, sum(why in others for others in found)))
        chosen.append(tuple(own[:REASONS]))
    return chosen


def set_apart(
    moves: Sequence[Any], found: Sequence[tuple[Why, ...]], apart: Callable[[Any, Any], Why]
) -> list[tuple[Why, ...]]:
    """The reasons of each candidate, best first, with one more where all hold for the move it is compared with, too."""
    whole = []
    for rank, reasons in enumerate(found):
        other = _compared(rank)
        alike = len(found) > 1 and all(why in found[other] for why in reasons)
        whole.append((*reasons, apart(moves[rank], moves[other])) if alike else reasons)
    return whole


def _compared(rank: int) -> int:
    """The best candidate is compared with the second, all others with the best."""
    return 0 if rank else 1


def descending(values: Sequence[float]) -> list[float]:
    """What is told of candidates, best first: none is told to be better than one that was preferred to it.

    What was tried less may look better by chance.
    """
    return list(accumulate(values, min))


Bot = Callable[[Any, tuple[Any, ...], Random], Choice]
