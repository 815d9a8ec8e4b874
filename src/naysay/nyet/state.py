"""The values of a match of Nyet!: setup, moves, the round in play, finished rounds."""

from dataclasses import dataclass
from typing import Final, Literal

from naysay._fast import fast_frozen
from naysay.game import Card, Seat
from naysay.nyet.edition import DiscardRule, Edition, Options

Hand = tuple[Card, ...]
Phase = Literal["deal", "veto", "team", "discard", "play", "over"]
RULE_OF_PHASE: Final = {"veto": "3.1", "team": "4.1", "discard": "5.1", "play": "6.1"}
WonAs = Literal["supertrump", "trump", "suit"]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the first shuffle."""

    players: int
    dealer: Seat
    edition: Edition
    options: Options


@dataclass(frozen=True, slots=True)
class Veto:
    """Cover a box of the board."""

    row: str
    box: str


@dataclass(frozen=True, slots=True)
class Team:
    """The first player's partners, and with five players who of the pair gets the bonus card."""

    partners: tuple[Seat, ...]
    bonus: Seat | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards that leave the hand before the tricks, discarded or passed as the board says."""

    cards: Hand


@dataclass(frozen=True, slots=True)
class Play:
    """A card to the trick."""

    card: Card


Move = Veto | Team | Discard | Play


@dataclass(frozen=True, slots=True)
class Terms:
    """What the veto left open: the rules of this round. Colours are letters."""

    first: Seat
    discard: DiscardRule
    trump: str | None
    supertrump: Card | None
    supertrump_suit: str | None
    points: int


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: the cards in the order they were played, who took it, and the cards that became loot.

    `loot_places` are the places of the loot among the cards; `won_as` says what the winning card was.
    """

    leader: Seat
    cards: Hand
    winner: Seat
    loot: Hand
    loot_places: tuple[int, ...]
    won_as: WonAs


@fast_frozen
@dataclass(frozen=True, slots=True)
class Round:
    """The round in play. Its phase follows from what is settled: terms, then sides, then what everyone gave away.

    `leader` is who began: the veto, and then the trick on the table.
    """

    hands: tuple[Hand, ...]
    aside: Hand
    open: tuple[tuple[Veto, ...], ...]
    leader: Seat
    vetoes: tuple[tuple[Seat, Veto], ...] = ()
    terms: Terms | None = None
    sides: tuple[int, ...] | None = None
    bonus: Seat | None = None
    gave: tuple[Hand | None, ...] = ()
    trick: Hand = ()
    taken: tuple[Trick, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A finished round: its terms, the sides (0: the first player's), and how the points came about, by seat."""

    terms: Terms
    sides: tuple[int, ...]
    bonus: Seat | None
    tricks: tuple[int, ...]
    loot: tuple[int, ...]
    scores: tuple[int, ...]
    last_trick: Trick


@dataclass(frozen=True, slots=True)
class SideSum:
    """What one side took: `units` are its tricks and loot as they count, `points` what these are worth.

    `score` is what each of its players gets: the points, or where that was agreed the difference.
    """

    tricks: int
    loot: int
    units: int
    points: int
    score: int


@dataclass(frozen=True, slots=True)
class Sums:
    """The arithmetic of a round: units by seat, both sides, and which side scores more (None: neither)."""

    units: tuple[int, ...]
    sides: tuple[SideSum, SideSum]
    better: int | None


@fast_frozen
@dataclass(frozen=True, slots=True)
class State:
    """A match: finished rounds, their totals, and the round in play (None while a shuffle is due, and at the end).

    `last_tricks` are the tricks of the last finished round, until the veto has settled the next one.
    """

    setup: Setup
    rounds: tuple[RoundScore, ...]
    totals: tuple[int, ...]
    round: Round | None = None
    last_tricks: tuple[Trick, ...] = ()
