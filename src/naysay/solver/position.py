"""A position of the trick phase with all hands known: a checked value, from a game's state or from text and back."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain

from naysay.game import Seat, quote
from naysay.nyet.cards import COLOURS, read_card
from naysay.nyet.discards import in_order
from naysay.nyet.edition import NONE, Edition, card_order, deck
from naysay.nyet.edition_file import read as read_edition
from naysay.nyet.options import WORDS
from naysay.nyet.rules import make_terms, phase
from naysay.nyet.state import Hand, State, Terms
from naysay.nyet.tricks import followers, suit

READINGS = WORDS["supertrump"]  # the option of N13
KEYS = ("trump", "super", "supertrump", "points", "team", "double", "leader", "trick", "hands")
FORM = "expected 'EDITION; trump red; super none; points 2; team 0 2; leader 0; hands R1 R2 / B1 B2 / …'"


@dataclass(frozen=True, slots=True)
class Position:
    """Hands, the trick on the table, the terms, who plays with whom, and whose tricks and loot count double.

    A position that no play can lead to is refused.
    """

    edition: Edition
    terms: Terms
    sides: tuple[int, ...]
    double: Seat | None
    leader: Seat
    trick: Hand
    hands: tuple[Hand, ...]

    def __post_init__(self) -> None:
        check(self)

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
    """The position of a match in which cards are being played.

    >>> from naysay.nyet.rules import Nyet
    >>> from_state(Nyet().start(Nyet().setup(4, 0, "iello-2015", {})))
    Traceback (most recent call last):
    ValueError: the solver is for the tricks of a round; this is the phase 'deal'
    """
    round = state.round
    if round is None or phase(state) != "play" or round.terms is None or round.sides is None:
        raise ValueError(f"the solver is for the tricks of a round; this is the phase {quote(phase(state))}")
    double = round.bonus if state.setup.options.bonus == "own" else None
    return Position(state.setup.edition, round.terms, round.sides, double, round.leader, round.trick, round.hands)


def check(position: Position) -> None:
    """Refuse a position that no play can lead to."""
    players = position.players
    _check_players(position.edition, players)
    _check_terms(position)
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


def _check_players(edition: Edition, players: int) -> None:
    if players not in edition.players:
        known = ", ".join(map(str, edition.players))
        raise ValueError(f"{edition.id} is for {known} players, and here are {players} hands")


def _check_boxes(edition: Edition, boxes: Mapping[str, str]) -> None:
    for row, box in boxes.items():
        if box not in edition.boxes[row]:
            raise ValueError(f"{row}: {edition.id} has {', '.join(edition.boxes[row])}, not {quote(box)}")


def _check_terms(position: Position) -> None:
    edition, terms = position.edition, position.terms
    boxes = _boxes(terms)
    _check_boxes(edition, boxes)
    right = [make_terms(edition, reading, 0, (NONE, *boxes.values())) for reading in READINGS]
    if (terms.supertrump, terms.supertrump_suit) not in [(one.supertrump, one.supertrump_suit) for one in right]:
        suits = " or ".join(dict.fromkeys(str(one.supertrump_suit) for one in right))
        raise ValueError(
            f"super: in {edition.id} it is {right[0].supertrump} in suit {suits},"
            f" not {terms.supertrump} in suit {terms.supertrump_suit}"
        )


def _boxes(terms: Terms) -> Mapping[str, str]:
    """The remaining boxes of the rows that a position specifies."""
    return {
        "trump": COLOURS.get(terms.trump, terms.trump) if terms.trump else NONE,
        "super": COLOURS.get(terms.supertrump[0], terms.supertrump) if terms.supertrump else NONE,
        "points": str(terms.points),
    }


def _reading(position: Position) -> list[str]:
    """How supertrumps follow, if it differs from the edition's own rule."""
    edition, terms = position.edition, position.terms
    usual = make_terms(edition, edition.supertrump_suit, terms.first, (NONE, *_boxes(terms).values()))
    if usual.supertrump_suit == terms.supertrump_suit:
        return []
    return [f"supertrump {next(reading for reading in READINGS if reading != edition.supertrump_suit)}"]


def _check_cards(position: Position) -> None:
    players, trick = position.players, position.trick
    if len(trick) >= players:
        raise ValueError(f"trick: {len(trick)} cards of {players} players are a whole trick, which has been taken")
    spare = Counter(deck(position.edition, players))
    for card in chain(*position.hands, trick):
        if card not in spare:
            raise ValueError(f"{card} is not in the deck of {position.edition.id} with {players} players")
        spare[card] -= 1
        if spare[card] < 0:
            raise ValueError(f"{card} is there more often than in the deck of {position.edition.id}")
    size = len(position.hands[position.seat])
    if size == 0:
        raise ValueError(f"hands: seat {position.seat} is to play and has no card")
    dealt = position.edition.hand[players]
    if size > dealt:
        raise ValueError(
            f"hands: seat {position.seat} has {size} cards, and {position.edition.id} deals {dealt}"
            f" to each of {players} players"
        )
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


def read(text: str, find: Callable[[str], object] = str) -> Position:
    """Read a position. `find` turns the edition's name into its plain value: an id, or all values of a custom edition.

    >>> read("goldsieber-1997; trump red; points 2; team 0 2; leader 1; hands R1 / K9 / B2 / G3").seat
    1
    """
    name, *parts = (part.strip() for part in text.split(";"))
    if parts and not parts[-1]:
        parts.pop()
    given: dict[str, str] = {}
    for part in parts:
        key, _, words = part.partition(" ")
        if key not in KEYS or not words or key in given:
            raise ValueError(f"{FORM}: {quote(part)}")
        given[key] = words.strip()
    if "hands" not in given:
        raise ValueError(f"{FORM}: {quote(text)}")
    edition = read_edition(find(name))
    hands = tuple(in_order(_cards(hand, edition), edition) for hand in given["hands"].split("/"))
    _check_players(edition, len(hands))
    team = _seats("team", given.get("team", "0"), len(hands))
    double = _seat("double", given["double"], len(hands)) if "double" in given else None
    leader = _seat("leader", given.get("leader", "0"), len(hands))
    boxes = {"trump": given.get("trump", NONE), "super": given.get("super", NONE), "points": given.get("points", "1")}
    _check_boxes(edition, boxes)
    reading = given.get("supertrump", edition.supertrump_suit)
    if reading not in READINGS:
        raise ValueError(f"supertrump: must be one of {', '.join(READINGS)}: {quote(reading)}")
    terms = make_terms(edition, reading, leader, (NONE, *boxes.values()))
    sides = tuple(int(seat not in team) for seat in range(len(hands)))
    return Position(edition, terms, sides, double, leader, _cards(given.get("trick", ""), edition), hands)


def write(position: Position, edition: str | None = None) -> str:
    """The text that `read` takes; a custom edition needs the name by which `read` finds it.

    >>> text = "amigo-2007; trump red; super red; points -2; team 0; double 0; trick K9; hands R0 / K1 K0 / B3 B2"
    >>> write(read(text))
    'amigo-2007; trump red; super red; points -2; team 0; double 0; leader 0; trick K9; hands R0 / K0 K1 / B2 B3'
    """
    parts = [
        edition or position.edition.id,
        *(f"{row} {box}" for row, box in _boxes(position.terms).items()),
        *_reading(position),
        "team " + " ".join(str(seat) for seat, side in enumerate(position.sides) if side == 0),
        *([f"double {position.double}"] if position.double is not None else []),
        f"leader {position.leader}",
        *(["trick " + " ".join(position.trick)] if position.trick else []),
        "hands " + " / ".join(" ".join(hand) for hand in position.hands),
    ]
    return "; ".join(parts)


def _cards(text: str, edition: Edition) -> Hand:
    cards = tuple(read_card(word) for word in text.split())
    for card in cards:
        if card not in card_order(edition):
            raise ValueError(f"{card} is not in the deck of {edition.id}")
    return cards


def _seats(key: str, text: str, players: int) -> list[Seat]:
    seats: list[Seat] = []
    for word in text.split():
        if not word.isdecimal() or int(word) >= players:
            raise ValueError(f"{key}: there is no seat {quote(word)}; seats are 0 to {players - 1}")
        if int(word) in seats:
            raise ValueError(f"{key}: seat {int(word)} is named twice")
        seats.append(int(word))
    return seats


def _seat(key: str, text: str, players: int) -> Seat:
    seats = _seats(key, text, players)
    if len(seats) != 1:
        raise ValueError(f"{key}: expected one seat: {quote(text)}")
    return seats[0]
