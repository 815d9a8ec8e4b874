"""Positions of Nyet!: a deal with the wanted hands, a board that is vetoed down to the wanted terms, random matches."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from naysay.game import Card, Reason, Seat
from naysay.nyet.edition import ROWS, card_order
from naysay.nyet.edition_file import built_in
from naysay.nyet.rules import Nyet
from naysay.nyet.state import Hand, Round, State, Trick
from tests.support.playthroughs import random_states
from tests.support.refusals import reason_for

GAME = Nyet()
TABLES = [(id, players) for id, edition in built_in().items() for players in edition.players]

OWN: dict[str, Any] = {  # an edition with everything that the built-in ones lack
    "id": "own-2026",
    "name": "Our own",
    "source": "made up for the tests",
    "colours": ["black", "yellow", "red", "green", "blue"],
    "values": [2, 2, 5, 5, 7, 9, 40, 99],
    "removed": {"3": [5]},
    "aside": {"2": 20, "3": 2},
    "players": [2, 3, 4, 5],
    "hand": {"2": 10, "3": 11, "4": 10, "5": 8},
    "rounds": {"2": 2, "3": 3, "4": 2, "5": 2},
    "first": ["ant", "bee", "cat", "dog", "elk", "fox"],
    "discard": ["pass-left-two", "pass-right", "two-not-low", "none"],
    "trump": ["none", "black", "blue"],
    "super": ["red", "black", "none"],
    "points": [-99, 7, 99],
    "first_veto": "left",
    "supertrump_suit": "trump",
}


def cards(text: str) -> Hand:
    """Cards from text: "R13 B2"."""
    return tuple(Card(word) for word in text.split())


def card(text: str) -> Card:
    """One card."""
    return Card(text)


def start(edition: object = "iello-2015", players: int = 4, dealer: Seat = 0, **options: object) -> State:
    """Before the first deal."""
    return GAME.start(GAME.setup(players, dealer, edition, options))


def deal(state: State, hands: Mapping[Seat, str], rng: Random | None = None) -> State:
    """Shuffle so that these seats are dealt these cards, and everyone else what is left over."""
    players, setup = state.setup.players, state.setup
    size = setup.edition.hand[players]
    wanted = {seat: list(cards(hands.get(seat, ""))) for seat in range(players)}
    left = Counter(GAME.to_shuffle(state)) - Counter(card for hand in wanted.values() for card in hand)
    assert left.total() + sum(map(len, wanted.values())) == len(GAME.to_shuffle(state)), "the deck lacks a wanted card"
    rest = list(left.elements())
    (rng or Random(7)).shuffle(rest)
    for hand in wanted.values():
        while len(hand) < size:
            hand.append(rest.pop())
    left_neighbour = (setup.dealer + len(state.rounds) + 1) % players
    order = [(left_neighbour + step) % players for step in range(players)]
    dealt = [wanted[seat][lap] for lap in range(size) for seat in order]
    return GAME.shuffled(state, tuple(dealt + rest))


def veto_down(state: State, **wanted: str) -> State:
    """Veto until the wanted boxes are open (`first="wolf", trump="none"`); of the other rows the last box stays."""
    while state.round is not None and state.round.terms is None:
        (seat,) = GAME.to_act(state)
        move = next(
            veto
            for row, boxes in zip(ROWS, state.round.open, strict=True)
            if len(boxes) > 1
            for veto in boxes
            if veto.box != wanted.get(row, boxes[-1].box)
        )
        state = GAME.apply(state, seat, move)
    assert all(now(state).open[ROWS.index(row)][0].box == box for row, box in wanted.items()), "no such box"
    return state


def now(state: State) -> Round:
    """The round in play."""
    assert state.round is not None
    return state.round


def hold(state: State, *hands: str) -> State:
    """The same state with other hands, by seat: short ones make short positions."""
    order = card_order(state.setup.edition)
    dealt = tuple(tuple(sorted(cards(hand), key=order.__getitem__)) for hand in hands)
    return replace(state, round=replace(now(state), hands=dealt))


def after(state: State, *actions: tuple[Seat, str]) -> State:
    """The state after these actions, written as in a record."""
    for seat, text in actions:
        state = GAME.apply(state, seat, GAME.read_move(text))
    return state


def refused(state: State, seat: Seat, text: str) -> Reason:
    """The reason for which this action is refused."""
    return reason_for(GAME, state, seat, text)


def texts(state: State, seat: Seat) -> list[str]:
    """The legal moves of a seat as records write them."""
    return [GAME.write_move(move) for move in GAME.legal(state, seat)]


def playing(
    edition: object,
    hands: list[str],
    team: str | None = None,
    dealer: Seat = 0,
    options: Mapping[str, object] | None = None,
    **boxes: str,
) -> State:
    """A round at its first trick: vetoed down to `boxes`, teams made as `team` says, these cards in hand."""
    state = veto_down(deal(start(edition, len(hands), dealer, **(options or {})), {}), discard="none", **boxes)
    if team is not None:
        state = after(state, (GAME.to_act(state)[0], team))
    return hold(state, *hands)


def took(winner: Seat, loot: int = 0, players: int = 5) -> Trick:
    """A finished trick, as far as scoring asks."""
    return Trick(winner, cards("R2 " * players), winner, cards("G1 " * loot), tuple(range(loot)), "suit")


def random_match(state: State, rng: Random) -> Iterator[State]:
    """The state before each move of a random match, and its last one."""
    return random_states(GAME, state, rng)
