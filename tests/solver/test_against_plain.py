"""The search against plain alpha-beta on the rules: the value of every move, on random positions."""

from dataclasses import replace
from random import Random

import pytest

from naysay.nyet.edition_file import built_in
from naysay.nyet.edition_file import read as read_edition
from naysay.solver.api import Table, read, solve, write
from naysay.solver.position import Position
from tests.solver.positions import plain_values, random_position
from tests.support.effort import LONG
from tests.support.nyet_positions import OWN

EDITIONS = {id: edition.players for id, edition in built_in().items()}
NEGATIVE = {id for id, edition in built_in().items() if "-2" in edition.boxes["points"]}
TABLE = Table(16)
COPIES = OWN | {
    "removed": {},
    "hand": {"2": 12, "3": 8, "4": 6, "5": 4},
    "aside": {"5": 4},
    "discard": ["none"],
    "points": [-2, 1],
}
OWN_EDITIONS = {
    "five-colours": OWN,
    "three-colours": COPIES
    | {
        "colours": ["red", "green", "blue"],
        "values": [1, 1, 3, 3, 3, 6, 6, 9],
        "trump": ["none", "red", "blue"],
        "super": ["none", "red", "green"],
    },
    "two-colours": COPIES
    | {
        "colours": ["red", "green"],
        "values": [0, 2, 2, 2, 2, 5, 5, 5, 8, 8, 8, 8],
        "trump": ["none", "red"],
        "super": ["red", "green"],
        "supertrump_suit": "own",
    },
}
ONCE_WRONG = [
    # R8 was taken for a card like R7, which ties with another R7
    (
        "amigo-2007; trump red; super black; points -2; team 0 2; double 0; leader 1; "
        "hands R0 K7 Y2 / R7 Y6 Y9 / R4 B1 B3 / K8 B7 Y0 / R7 R8 B0"
    ),
    # K0, a trump, was put on a partner's winner as if it would not take the trick
    (
        "amigo-2007; trump black; super yellow; points 1; team 0 1 2; double 3; leader 4; trick K7; "
        "hands R7 K6 B7 / K1 K7 Y5 / K8 B4 B6 / Y0 Y7 Y8 / K0 B2"
    ),
]


def check(position: Position) -> None:
    found = solve(position, moves=True, table=TABLE)
    plain = plain_values(position)
    assert {move.card: move.value for move in found.moves} == plain, write(position)
    assert found.value == max(plain.values()), write(position)
    assert solve(position, table=TABLE).value == found.value, write(position)


@pytest.mark.parametrize("text", ONCE_WRONG)
def test_positions_that_were_once_wrong(text: str) -> None:
    check(read(text))


@pytest.mark.parametrize("edition", EDITIONS)
def test_positions_of_every_edition(edition: str) -> None:
    """Half of them at −2 points where the edition has it; mid-trick positions included."""
    rng = Random(f"plain {edition}")
    for number in range(5000 if LONG else 60):
        points = "-2" if edition in NEGATIVE and number % 2 else None
        check(random_position(rng, edition, rng.choice(EDITIONS[edition]), rng.choice((1, 2, 2, 3, 3)), points=points))


@pytest.mark.parametrize("reading", ["trump", "own"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_n13_either_way_in_which_supertrumps_follow(edition: str, reading: str) -> None:
    """In every edition, no trump included (N4, N10): both readings are the same then."""
    rng, own = Random(f"reading {edition} {reading}"), built_in()[edition].supertrump_suit
    apart = 0
    for number in range(4000 if LONG else 60):
        points = "-2" if edition in NEGATIVE and number % 2 else None
        players, cards = rng.choice(EDITIONS[edition]), rng.choice((2, 2, 3, 3))
        position = random_position(rng, edition, players, cards, points=points, reading=reading)
        check(position)
        assert read(write(position)) == replace(position, terms=replace(position.terms, first=position.leader))
        apart += f"supertrump {reading}" in write(position)
    assert (apart > 0) == (reading != own)


@pytest.mark.parametrize(("cards", "players", "number"), [(4, (2, 3, 4, 5), 300), (5, (2, 3, 4), 100)])
def test_longer_hands(cards: int, players: tuple[int, ...], number: int) -> None:
    rng = Random(f"longer {cards}")
    for _ in range(number if LONG else number // 20):
        edition = rng.choice(sorted(EDITIONS))
        count = rng.choice([count for count in EDITIONS[edition] if count in players])
        points = "-2" if edition in NEGATIVE and rng.random() < 0.5 else None
        check(random_position(rng, edition, count, cards, points=points))


@pytest.mark.parametrize("edition", OWN_EDITIONS)
def test_own_editions_with_several_kinds_of_copies(edition: str) -> None:
    """Copies that are no lowest cards tie, and patterns must tell them apart; many rounds have negative points."""
    rng, values = Random(f"own {edition}"), read_edition(OWN_EDITIONS[edition])
    for number in range(3000 if LONG else 100):
        players = rng.choice(values.players)
        cards = 4 if number % 10 == 9 and players < 4 else rng.choice((2, 2, 3, 3))
        check(random_position(rng, values, players, cards))


@pytest.mark.parametrize("edition", ["iello-2015", "amigo-2007"])
def test_five_players_with_the_bonus_card(edition: str) -> None:
    """A partner who holds only trumps must ruff, and the weight of the trick changes: where bounds go wrong."""
    rng = Random(f"five {edition}")
    for number in range(10_000 if LONG else 50):
        cards = 4 if number % 100 == 99 else rng.choice((2, 2, 3))
        check(random_position(rng, edition, 5, cards, points=rng.choice(("1", "-2")), double=True))


def test_rounds_at_minus_two() -> None:
    rng = Random("minus two")
    for _ in range(3000 if LONG else 60):
        edition = rng.choice(sorted(NEGATIVE))
        check(random_position(rng, edition, rng.choice((2, 3, 4)), rng.choice((2, 3, 3)), points="-2"))
