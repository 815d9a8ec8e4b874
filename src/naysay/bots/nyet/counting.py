"""Counting cards in Nyet!: what is still out, who showed a void, and who probably holds what."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from naysay.game import Card, Seat
from naysay.nyet.cards import VALUES
from naysay.nyet.edition import Edition, deck, low_cards
from naysay.nyet.state import Terms
from naysay.nyet.view import View

TRUMP: Final = 100
SUPERTRUMP: Final = 1000


@dataclass(frozen=True, slots=True)
class Scale:
    """What the terms make of the deck: suit, power and copies of each card, the lowest cards and their value.

    `ladder` lists the cards of each suit with power and copies, the weakest first.
    """

    suits: tuple[str, ...]
    suit_of: Mapping[Card, str]
    power: Mapping[Card, int]
    copies: Mapping[Card, int]
    low: frozenset[Card]
    floor: int
    ladder: Mapping[str, tuple[tuple[Card, int, int], ...]]


def scale(edition: Edition, players: int, terms: Terms) -> Scale:
    """The scale of these terms."""
    return _scale(edition, players, terms.trump, terms.supertrump, terms.supertrump_suit)


@lru_cache(maxsize=512)
def _scale(
    edition: Edition, players: int, trump: str | None, supertrump: Card | None, supertrump_suit: str | None
) -> Scale:
    copies = Counter(deck(edition, players))
    power = {
        card: SUPERTRUMP if card == supertrump else VALUES[card] + (TRUMP if card[0] == trump else 0) for card in copies
    }
    suit_of = {card: supertrump_suit if card == supertrump and supertrump_suit else card[0] for card in copies}
    ladder = {
        suit: tuple(
            (card, power[card], copies[card]) for card in sorted(copies, key=power.__getitem__) if suit_of[card] == suit
        )
        for suit in dict.fromkeys(suit_of.values())
    }
    return Scale(tuple(ladder), suit_of, power, dict(copies), low_cards(edition), edition.low, ladder)


@dataclass(frozen=True, slots=True)
class Count:
    """The table as a card counter sees it.

    `out[suit]`: what is unseen, as (power, copies), ascending; `number[suit]`: how many cards that is.
    `share[suit][seat]`: the chance that one of them is in that hand; `barred[suit]`: who cannot hold any.
    `later`: who plays to the trick after oneself.
    """

    me: Seat
    players: int
    terms: Terms
    scale: Scale
    sides: tuple[int, ...]
    weights: tuple[int, ...]
    hand: tuple[Card, ...]
    out: Mapping[str, tuple[tuple[int, int], ...]]
    number: Mapping[str, int]
    share: Mapping[str, tuple[float, ...]]
    barred: Mapping[str, set[Seat]]
    later: tuple[Seat, ...]

    def ours(self, seat: Seat) -> bool:
        """Whether this seat is on your own side."""
        return self.sides[seat] == self.sides[self.me]

    def above(self, suit: str, power: int) -> int:
        """How many unseen cards of the suit are at least this strong: played later, each of them wins."""
        return sum(many for level, many in self.out[suit] if level >= power)

    def void(self, seat: Seat, suit: str) -> float:
        """The chance that this seat has no card of the suit."""
        return (1.0 - self.share[suit][seat]) ** self.number[suit]

    def can_beat(self, seat: Seat, led: str, power: int) -> bool:
        """Whether this seat may hold a card that beats one of this power when it plays later."""
        return any(
            level >= power
            for suit, cards in self.out.items()
            if self.share[suit][seat] > 0.0
            for level, _ in cards
            if suit == led or level >= TRUMP
        )

    def sure(self, led: str, power: int) -> bool:
        """Whether no opponent who plays later to this trick can beat a card of this power."""
        return not any(self.can_beat(seat, led, power) for seat in self.later if not self.ours(seat))


def weights(view: View) -> tuple[int, ...]:
    """What a trick or a loot card counts for each seat: twice for the holder of the bonus card."""
    own = view.options.bonus == "own"
    return tuple(2 if own and seat == view.bonus else 1 for seat in range(view.setup.players))


def count(view: View) -> Count:
    """Count the cards from the view of a seat that is to play."""
    terms, sides, me = view.terms, view.sides, view.seat
    assert terms is not None
    assert sides is not None
    assert me is not None
    players = view.setup.players
    known = scale(view.edition, players, terms)
    left = dict(known.copies)
    for card in view.hand:
        left[card] -= 1
    if terms.discard.passed_to == 0:
        for card in view.gave:
            left[card] -= 1
    suit_of = known.suit_of
    barred: dict[str, set[Seat]] = {suit: {me} for suit in known.suits}
    leader = me if view.leader is None else view.leader
    for first, cards in (*((trick.leader, trick.cards) for trick in view.taken), (leader, view.trick)):
        for place, card in enumerate(cards):
            left[card] -= 1
            if suit_of[card] != suit_of[cards[0]]:
                barred[suit_of[cards[0]]].add((first + place) % players)
    out: dict[str, list[tuple[int, int]]] = {suit: [] for suit in known.suits}
    number = dict.fromkeys(known.suits, 0)
    for card, many in left.items():
        if many > 0:
            out[suit_of[card]].append((known.power[card], many))
            number[suit_of[card]] += many
    slots = [0 if seat == me else size for seat, size in enumerate(view.hand_sizes)]
    slots.append(max(0, sum(number.values()) - sum(slots)))
    return Count(
        me=me,
        players=players,
        terms=terms,
        scale=known,
        sides=sides,
        weights=weights(view),
        hand=view.hand,
        out={suit: tuple(sorted(cards)) for suit, cards in out.items()},
        number=number,
        share=_shares(number, slots, barred),
        barred=barred,
        later=tuple((me + step) % players for step in range(1, players - len(view.trick))),
    )


def _shares(number: dict[str, int], slots: list[int], barred: dict[str, set[Seat]]) -> dict[str, tuple[float, ...]]:
    """Spread the unseen cards over hands and hidden piles so that both suits and hand sizes come out nearly right."""
    table = {
        suit: [0.0 if place in barred[suit] else float(size) for place, size in enumerate(slots)]
        for suit in number
        if number[suit]
    }
    for _ in range(3):
        full = [0.0] * len(slots)
        for suit, row in table.items():
            total = sum(row)
            if total > 0:
                table[suit] = [part * number[suit] / total for part in row]
            full = [whole + part for whole, part in zip(full, table[suit], strict=True)]
        if all(total <= size * 1.01 + 0.01 for total, size in zip(full, slots, strict=True)):
            break
        fit = [size / total if total > 0 else 1.0 for total, size in zip(full, slots, strict=True)]
        for suit, row in table.items():
            table[suit] = [part * factor for part, factor in zip(row, fit, strict=True)]
    nobody = (0.0,) * len(slots)
    shares = {}
    for suit in number:
        row = table.get(suit, [])
        total = sum(row)
        shares[suit] = tuple([part / total for part in row]) if total > 0 else nobody
    return shares
