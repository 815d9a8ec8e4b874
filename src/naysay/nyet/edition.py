"""An edition of Nyet!: the values of its file, and the cards that follow from them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from naysay.game import Card
from naysay.nyet.cards import LETTERS, VALUES

REMEMBERED: Final = 64

ROWS: Final = ("first", "discard", "trump", "super", "points")
NONE: Final = "none"


@dataclass(frozen=True, slots=True)
class DiscardRule:
    """What a box of the discard row asks of everyone.

    How many cards, whether low ones may go, and to whom (+1 left, -1 right, 0 nobody).
    """

    count: int
    not_low: bool = False
    passed_to: int = 0


DISCARD_RULES: Final = {
    "one": DiscardRule(1),
    "two": DiscardRule(2),
    "one-not-low": DiscardRule(1, not_low=True),
    "two-not-low": DiscardRule(2, not_low=True),
    "pass-left": DiscardRule(1, passed_to=1),
    "pass-left-two": DiscardRule(2, passed_to=1),
    "pass-right": DiscardRule(1, passed_to=-1),
    "pass-right-two": DiscardRule(2, passed_to=-1),
    NONE: DiscardRule(0),
}


@dataclass(frozen=True, slots=True)
class Options:
    """What a match is played by: the edition's own way, or what the players agreed on.

    A match has a target of points, or else a number of rounds. `supertrump` says whether supertrumps follow as trumps
    or in their own colour (N13), `characters` whose box of row 1 is whose, by seat (N16). `tricks` says which tricks
    of the round people are shown (N14): no rule asks for it.
    """

    target: int | None
    rounds: int | None
    scoring: str
    bonus: str
    supertrump: str
    tricks: str
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """One edition: the deck, the board, the counts. `text` is its whole file as JSON; by it editions are equal."""

    text: str
    id: str
    name: str
    colours: tuple[str, ...]
    values: tuple[int, ...]
    removed: Mapping[int, tuple[int, ...]]
    players: tuple[int, ...]
    hand: Mapping[int, int]
    rounds: Mapping[int, int]
    boxes: Mapping[str, tuple[str, ...]]
    first_veto: str
    supertrump_suit: str
    target: int | None
    scoring: str
    bonus: str

    @property
    def low(self) -> int:
        """The lowest value: its cards are loot, and the supertrumps."""
        return min(self.values)

    def options(self, players: int) -> Options:
        """The edition's own options with so many players."""
        return Options(
            target=self.target,
            rounds=self.rounds[players] if self.target is None else None,
            scoring=self.scoring,
            bonus=self.bonus,
            supertrump=self.supertrump_suit,
            tricks="open",
            characters=self.boxes["first"][:players],
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edition) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


@lru_cache(REMEMBERED)
def deck(edition: Edition, players: int) -> tuple[Card, ...]:
    """The cards in the order that `fair.md` fixes: colours as listed, values ascending, copies side by side."""
    left = Counter(edition.values) - Counter(edition.removed.get(players, ()))
    return tuple(Card(f"{LETTERS[colour]}{value}") for colour in edition.colours for value in sorted(left.elements()))


@lru_cache(REMEMBERED)
def card_order(edition: Edition) -> Mapping[Card, int]:
    """Where each card stands in a sorted hand: by colour as the edition lists them, then by value."""
    whole = dict.fromkeys(Card(f"{LETTERS[c]}{value}") for c in edition.colours for value in sorted(edition.values))
    return {card: place for place, card in enumerate(whole)}


@lru_cache(REMEMBERED)
def low_cards(edition: Edition) -> frozenset[Card]:
    """The cards of the lowest value."""
    return frozenset(card for card in card_order(edition) if VALUES[card] == edition.low)
