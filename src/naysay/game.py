"""The contract that every game keeps. Read this first.

A game is rules and nothing else: no clock, no random source, no input or output. A *state* is a frozen value;
`apply` and `shuffled` return a new one. Chance is an entry from outside: when `to_shuffle` names cards, the next
thing to happen is `shuffled` with those cards in some order. A card is its own notation ("R13", "see:R"), a seat is
a number, clockwise from 0.

How a match begins, for any game; `naysay.match` plays one to its end:

>>> from random import Random
>>> from naysay.games import find
>>> rng, game = Random(7), find("nope")
>>> state = game.start(game.setup(players=3, dealer=0))
>>> cards = game.to_shuffle(state)
>>> state = game.shuffled(state, tuple(rng.sample(cards, len(cards))))
>>> game.to_shuffle(state), game.to_act(state), game.result(state)
((), (1,), None)
>>> state = game.apply(state, 1, rng.choice(game.legal(state, 1)))
>>> game.to_act(state)
(2,)
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from reprlib import Repr
from typing import Any, ClassVar, Final, Generic, Literal, NewType, Protocol, TypeVar

from naysay._fast import fast_frozen

Seat = int
Card = NewType("Card", str)
Address = tuple[str, ...]


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


@fast_frozen
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

    def __hash__(self) -> int:
        return hash((self.code, self.detail, self.rule))  # parameters are in a mapping, which has no hash


class IllegalMove(Exception):
    """A move or a shuffle that the rules forbid in this state."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason

    @property
    def code(self) -> str:
        """The stable code, for clients to translate."""
        return self.reason.code


@fast_frozen
@dataclass(frozen=True, slots=True)
class Blocked:
    """A card in a seat's own hand that may not be played or discarded now, and why."""

    card: Card
    reason: Reason


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a match leaves to its players, as a form can show it. Values are plain, as records write them.

    A `word` is one of `words`; a `number` lies in the range of its id, or is None: no limit; an `amount` is one of
    `words` with a number of its range, as in {"target": 100}; `seats` are some of the seats; `names` gives every seat
    one of `words`, each once.
    """

    id: str
    kind: Literal["word", "number", "amount", "seats", "names"]
    default: Any
    value: Any
    words: tuple[str, ...] = ()
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)


class Game(ABC, Generic[Setup, State, Move, View]):
    """The rules of one game. Unreadable input raises `ValueError`, a forbidden move raises `IllegalMove`."""

    id: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[tuple[int, ...]]
    deals_anew: ClassVar[bool] = False  # every shuffle deals new hands to all; else only the first does
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

    def options(self, setup: Setup) -> tuple[Option, ...]:
        """Every option that makes a difference in this setup, with its default and what was agreed; unless a game says
        otherwise, none."""
        return ()

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

    def out(self, state: State) -> tuple[Seat, ...]:
        """The seats that are out: they never act again in this match. None, unless a game knows better."""
        return ()

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

    def address(self, state: State) -> Address:
        """Where in the match the next move or shuffle belongs, in parts from the largest to the smallest.

        ("r3", "t5", "c2") is round 3, trick 5, card 2. A part is a lower-case letter, with a number from 1 if there can
        be several. People link to addresses, so a game never changes them. Unless a game knows better, there are none,
        and moves and shuffles are counted: `naysay.steps`.
        """
        return ()

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
    >>> quote([16**5000])
    'a list with a number of thousands of digits'
    """
    try:
        return _SHORT.repr(value)
    except ValueError:  # Python does not write such numbers out
        inside = "" if isinstance(value, int) else f"{type(value).__name__} with a "
        return f"a {inside}number of thousands of digits"


def check_seat(seat: Seat | None, players: int) -> None:
    """Refuse a seat that is not at the table; None is a spectator."""
    if seat is not None and not (type(seat) is int and 0 <= seat < players):
        raise ValueError(f"there is no seat {quote(seat)}; seats are 0 to {players - 1}, and None is a spectator")


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
