"""The values of a match of Nope!: setup, moves, the table, what happened."""

from dataclasses import dataclass
from typing import Final, Literal

from naysay._fast import fast_frozen
from naysay.game import Card, Seat

Hand = tuple[Card, ...]
Phase = Literal["deal", "name", "turn", "drawn", "reshuffle", "over"]
RULE_OF_PHASE: Final = {"name": "6.4", "turn": "5.1", "drawn": "5.1"}


@dataclass(frozen=True, slots=True)
class Options:
    """With or without the action cards, who starts with a card more, and after how many turns a game is cut off."""

    action_cards: bool = True
    extra_card: tuple[Seat, ...] = ()
    max_turns: int | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the first shuffle."""

    players: int
    dealer: Seat
    options: Options


def draw_count(setup: Setup) -> int:
    """How many cards are drawn at once: two in a game begun by two."""
    return 2 if setup.players == 2 else 1


@dataclass(frozen=True, slots=True)
class Discard:
    """A set, or a single action card; bottom to top."""

    cards: Hand


@dataclass(frozen=True, slots=True)
class Name:
    """Who must act next, on how many cards of which colour, after laying a selection."""

    seat: Seat
    count: int
    colour: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw what the rules give."""


Move = Discard | Name | Draw


@dataclass(frozen=True, slots=True)
class Demand:
    """What the player on turn faces: this many cards that all show one of these colours (letters)."""

    count: int
    colours: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something that everyone saw, and the demand that `seat` faced then.

    The first discard was `turned` (nobody faced anything yet), a seat `laid` cards, `drew` (the cards are told only to
    who drew them), said `nope`, `named` (with the demand that it made), or the discards were `reshuffled`.
    """

    kind: Literal["turned", "laid", "drew", "nope", "named", "reshuffled"]
    seat: Seat
    demand: Demand | None
    cards: Hand = ()
    count: int = 0
    named: Name | None = None


@fast_frozen
@dataclass(frozen=True, slots=True)
class State:
    """A match.

    `pile` gives its first card first, the top of `discards` is last, `named` is what the last selection asked for.
    """

    setup: Setup
    phase: Phase = "deal"
    turn: Seat = 0
    hands: tuple[Hand, ...] = ()
    pile: Hand = ()
    discards: Hand = ()
    named: Demand | None = None
    to_draw: int = 0
    turns: int = 0
    out: tuple[Seat, ...] = ()
    history: tuple[Event, ...] = ()
