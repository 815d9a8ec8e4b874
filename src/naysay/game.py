"""The contract that every game keeps. Read this first.

A game is rules and nothing else: no clock, no random source, no input or output. A *state* is a frozen value;
`apply` and `shuffled` return a new one. Chance is an entry from outside: when `to_shuffle` names cards, the next
thing to happen is `shuffled` with those cards in some order. A card is its own notation ("R13", "see:R"), a seat is
a number, clockwise from 0.

The whole life of a match, for any game:

>>> from random import Random
>>> from naysay.games import find
>>> rng, game = Random(7), find("nope")
>>> state = game.start(game.setup(players=3, dealer=0))
>>> while game.result(state) is None:
...     if cards := game.to_shuffle(state):
...         state = game.shuffled(state, tuple(rng.sample(cards, len(cards))))
...     else:
...         seat = game.to_act(state)[0]
...         state = game.apply(state, seat, rng.choice(game.legal(state, seat)))
>>> sorted(game.result(state))
['out', 'winners']
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, make_dataclass
from reprlib import Repr
from typing import Any, ClassVar, Final, Generic, NewType, Protocol, TypeVar

Seat = int
Card = NewType("Card", str)


class Agreed(Protocol):
    """What every setup tells, whatever else is in it."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def dealer(self) -> Seat:
        """Who deals first."""


Setup = TypeVar("Setup", bound=Agreed)
State = TypeVar("State")
Move = TypeVar("Move")
View = TypeVar("View")


T = TypeVar("T")


def quick(value: type[T]) -> type[T]:
    """A frozen dataclass whose values are made five times as fast: the type checker alone sees to it that nobody
    changes them. For values that are made with every move and that no bot is given to keep.

    >>> @quick
    ... @dataclass(frozen=True, slots=True)
    ... class Pair:
    ...     one: int
    ...     two: int = 2
    >>> Pair(1), Pair(1) == Pair(1, 2), len({Pair(1), Pair(1)})
    (Pair(one=1, two=2), True, 1)
    """
    plain = make_dataclass("Plain", [(one.name, one.type, field(default=one.default)) for one in fields(value)])  # type: ignore[arg-type]
    value.__init__ = plain.__init__  # type: ignore[method-assign, misc]
    del value.__setattr__, value.__delattr__
    return value


@quick
@dataclass(frozen=True, slots=True)
class Reason:
    """Why something may not be done.

    A stable code for clients, English for people, the number of the rule, the code's parameters.
    """

    code: str
    detail: str
    rule: str
    params: Mapping[str, object]

    def __str__(self) -> str:
        return f"{self.code}: {self.detail} (rule {self.rule})"


class IllegalMove(Exception):
    """A move or a shuffle that the rules forbid in this state."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason

    @property
    def code(self) -> str:
        """The stable code, for clients to translate."""
        return self.reason.code


@quick
@dataclass(frozen=True, slots=True)
class Blocked:
    """A card of the own hand that may not be played or discarded now, and why."""

    card: Card
    reason: Reason


class Game(ABC, Generic[Setup, State, Move, View]):
    """The rules of one game. Unreadable input raises `ValueError`, a forbidden move raises `IllegalMove`."""

    id: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[tuple[int, ...]]
    revision: ClassVar[int] = 1  # goes up with every change of the rules by which a stored game could replay otherwise

    def editions(self) -> dict[str, dict[str, Any]]:
        """The editions that `setup` knows by their ids, as plain values; none if there is only one way to play."""
        return {}

    @abstractmethod
    def setup(self, players: int, dealer: Seat, edition: object = None, options: object = None) -> Setup:
        """Check and keep the plain values of a record: edition id or object, options that differ from the defaults."""

    @abstractmethod
    def describe(self, setup: Setup) -> dict[str, Any]:
        """The plain values that `setup` took: `options`, and `edition` if the game has editions."""

    @abstractmethod
    def start(self, setup: Setup) -> State:
        """The state before the first shuffle."""

    @abstractmethod
    def to_shuffle(self, state: State) -> tuple[Card, ...]:
        """The cards that must be shuffled now, in the order that fair shuffles fix; none if the players may act."""

    @abstractmethod
    def shuffled(self, state: State, deck: tuple[Card, ...]) -> State:
        """The state after those cards were shuffled; the first card of `deck` leaves it first."""

    @abstractmethod
    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The seats that may act, ascending.

        Several where all choose at once, none while a shuffle is due or the game is over.
        """

    @abstractmethod
    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every distinct move of `seat`; equal cards give one move."""

    @abstractmethod
    def apply(self, state: State, seat: Seat, move: Move) -> State:
        """The state after `seat` made `move`. The only gate: refuses what `legal` does not list."""

    @abstractmethod
    def result(self, state: State) -> dict[str, Any] | None:
        """The `result` of the record once the game is over: always `winners`; `rounds` by seat if there are any."""

    @abstractmethod
    def view(self, state: State, seat: Seat | None) -> View:
        """All that `seat` may know, or a spectator (None), and no more: a frozen value of plain values."""

    def public(self, state: State) -> dict[str, Any]:
        """The fields of a view that are the same for all, always the same ones; none, unless a game knows better."""
        return {}

    def own(self, state: State, seat: Seat | None) -> dict[str, Any]:
        """The fields of a view that differ from seat to seat, always the same ones; all, unless a game knows better."""
        view: Any = self.view(state, seat)
        return {field.name: getattr(view, field.name) for field in fields(view)}

    def told(self, move: Move) -> str | None:
        """What everybody learns of a move, as text; None: no more than that the seat has acted."""
        return None

    @abstractmethod
    def read_move(self, text: str) -> Move:
        """The move that a record writes as `text`."""

    @abstractmethod
    def write_move(self, move: Move) -> str:
        """The move as a record writes it."""


AnyGame = Game[Any, Any, Any, Any]


_SHORT: Final = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60
_SHORT.maxlevel = 2


def quote(value: object) -> str:
    """A value from outside as an error message shows it: one short line, whatever it is.

    >>> quote("x" * 1000)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxxxxxxxxxxx'"
    """
    return _SHORT.repr(value)


def check_deck(expected: tuple[Card, ...], deck: tuple[Card, ...], rule: str = "2.1") -> None:
    """Refuse a shuffle that is not due, or that does not hold exactly the cards to be shuffled."""
    if not expected:
        raise IllegalMove(Reason("no_shuffle_due", "no cards are to be shuffled now", rule, {}))
    if sorted(deck) == sorted(expected):
        return
    spare = list(expected)
    for card in deck:
        if card not in spare:
            detail = f"{len(expected)} cards are shuffled, and {quote(card)} is not among them" + (
                " so often" if card in expected else ""
            )
            raise IllegalMove(Reason("wrong_deck", detail, rule, {"card": card}))
        spare.remove(card)
    raise IllegalMove(Reason("wrong_deck", f"the shuffle lacks {' '.join(spare)}", rule, {"card": spare[0]}))
