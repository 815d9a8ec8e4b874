"""A position of the trick phase, all hands known: a value, checked, from a game's state or from text and back."""

from collections import Counter
from dataclasses import dataclass

from naysay.game import Card, Seat, quote
from naysay.nyet.cards import COLOURS, LETTERS, read_card
from naysay.nyet.discards import in_order
from naysay.nyet.edition import NONE, Edition, deck
from naysay.nyet.edition_file import read as read_edition
from naysay.nyet.rules import make_terms, phase
from naysay.nyet.state import Hand, State, Terms
from naysay.nyet.tricks import followers, suit

KEYS = ("trump", "super", "points", "team", "double", "leader", "trick", "hands")
FORM = "expected 'EDITION; trump red; super none; points 2; team 0 2; leader 0; hands R1 R2 / B1 B2 / …'"


@dataclass(frozen=True, slots=True)
class Position:
    """Hands, the trick on the table, the terms, who plays with whom, and whose tricks and loot count double."""

    edition: Edition
    terms: Terms
    sides: tuple[int, ...]
    double: Seat | None
    leader: Seat
    trick: Hand
    hands: tuple[Hand, ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def seat(self) -> Seat:
        """Who is to play."""
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def weights(self) -> tuple[int, ...]:
        """What a trick or a loot card counts for each seat."""
        return tuple(2 if seat == self.double else 1 for seat in range(len(self.hands)))

    @property
    def legal(self) -> Hand:
        """The cards that may be played, equal ones once, in the order of the rules."""
        return tuple(dict.fromkeys(followers(self.hands[self.seat], self.trick, self.terms)))


def from_state(state: State) -> Position:
    """The position of a match in which cards are being played."""
    round = state.round
    if round is None or phase(state) != "play" or round.terms is None or round.sides is None:
        raise ValueError(f"the solver is for the tricks of a round; this is the phase {quote(phase(state))}")
    double = round.bonus if state.setup.options.bonus == "own" else None
    return check(
        Position(state.setup.edition, round.terms, round.sides, double, round.leader, round.trick, round.hands)
    )


def check(position: Position) -> Position:
    """Refuse a position that no play can lead to."""
    players = position.players
    if players not in position.edition.players:
        known = ", ".join(map(str, position.edition.players))
        raise ValueError(f"{position.edition.id} is for {known} players, and here are {players} hands")
    for name, seat in (("leader", position.leader), ("double", position.double)):
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"{name}: there is no seat {seat}; seats are 0 to {players - 1}")
    small = players // 2
    if len(position.sides) != players or sorted(map(position.sides.count, (0, 1))) != [small, players - small]:
        raise ValueError(f"team: {players} players play {small} against {players - small}, not {position.sides}")
    if position.double is not None and (
        players not in (3, 5) or position.sides.count(position.sides[position.double]) != small
    ):
        raise ValueError(f"double: seat {position.double} cannot have the bonus card (rules 4.3, 4.5)")
    _check_cards(position)
    return position


def _check_cards(position: Position) -> None:
    players, trick = position.players, position.trick
    if len(trick) >= players:
        raise ValueError(f"trick: {len(trick)} cards of {players} players are a whole trick, which has been taken")
    spare = Counter(deck(position.edition, players))
    for card in (*sum(position.hands, ()), *trick):
        if card not in spare:
            raise ValueError(f"{card} is not in the deck of {position.edition.id} with {players} players")
        spare[card] -= 1
        if spare[card] < 0:
            raise ValueError(f"{card} is there more often than in the deck of {position.edition.id}")
    size = len(position.hands[position.seat])
    if size == 0:
        raise ValueError(f"hands: seat {position.seat} is to play and has no card")
    for seat, hand in enumerate(position.hands):
        place = (seat - position.leader) % players
        if len(hand) + (place < len(trick)) != size:
            raise ValueError(
                f"hands must be equal: seat {position.seat} has {size} cards, seat {seat} {len(hand)}"
                + " and one in the trick" * (place < len(trick))
            )
        if 0 < place < len(trick):
            led = suit(trick[0], position.terms)
            follow = [card for card in hand if suit(card, position.terms) == led]
            if follow and suit(trick[place], position.terms) != led:
                raise ValueError(f"trick: seat {seat} played {trick[place]} and could follow with {follow[0]}")


def read(text: str) -> Position:
    """Read a position.

    >>> read("goldsieber-1997; trump red; points 2; team 0 2; leader 1; hands R1 / K9 / B2 / G3").seat
    1
    """
    name, *parts = (part.strip() for part in text.split(";"))
    given: dict[str, str] = {}
    for part in parts:
        key, _, words = part.partition(" ")
        if key not in KEYS or not words or key in given:
            raise ValueError(f"{FORM}: {quote(part)}")
        given[key] = words.strip()
    if "hands" not in given:
        raise ValueError(f"{FORM}: {quote(text)}")
    edition = read_edition(name)
    hands = tuple(in_order(_cards(hand, edition), edition) for hand in given["hands"].split("/"))
    team = _seats(given.get("team", "0"), len(hands))
    double = _seats(given["double"], len(hands))[0] if "double" in given else None
    (leader,) = _seats(given.get("leader", "0"), len(hands))[:1]
    boxes = {"trump": given.get("trump", NONE), "super": given.get("super", NONE), "points": given.get("points", "1")}
    for row, box in boxes.items():
        if box not in edition.boxes[row]:
            raise ValueError(f"{row}: {edition.id} has {', '.join(edition.boxes[row])}, not {quote(box)}")
    terms = make_terms(edition, (edition.boxes["first"][leader], NONE, *boxes.values()))
    sides = tuple(int(seat not in team) for seat in range(len(hands)))
    return check(Position(edition, terms, sides, double, leader, _cards(given.get("trick", ""), edition), hands))


def write(position: Position) -> str:
    """The text that `read` takes, of a position in a built-in edition.

    >>> text = "amigo-2007; trump red; super red; points -2; team 0; double 0; trick K9; hands R0 / K1 K0 / B3 B2"
    >>> write(read(text))
    'amigo-2007; trump red; super red; points -2; team 0; double 0; leader 0; trick K9; hands R0 / K0 K1 / B2 B3'
    """
    terms = position.terms
    parts = [
        position.edition.id,
        f"trump {COLOURS[terms.trump] if terms.trump else NONE}",
        f"super {COLOURS[terms.supertrump[0]] if terms.supertrump else NONE}",
        f"points {terms.points}",
        "team " + " ".join(str(seat) for seat, side in enumerate(position.sides) if side == 0),
        *([f"double {position.double}"] if position.double is not None else []),
        f"leader {position.leader}",
        *(["trick " + " ".join(position.trick)] if position.trick else []),
        "hands " + " / ".join(" ".join(hand) for hand in position.hands),
    ]
    return "; ".join(parts)


def _cards(text: str, edition: Edition) -> Hand:
    cards = tuple(read_card(word) for word in text.split())
    known = {LETTERS[colour] for colour in edition.colours}
    for card in cards:
        if card[0] not in known or Card(card) not in deck(edition, edition.players[-1]):
            _refuse_card(card, edition)
    return cards


def _refuse_card(card: Card, edition: Edition) -> None:
    raise ValueError(f"{card} is not in the deck of {edition.id}")


def _seats(text: str, players: int) -> list[Seat]:
    seats = []
    for word in text.split():
        if not word.isdecimal() or int(word) >= players:
            raise ValueError(f"there is no seat {quote(word)}; seats are 0 to {players - 1}")
        seats.append(int(word))
    return seats
