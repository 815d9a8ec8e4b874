"""Random positions of the trick phase, and their values by plain alpha-beta on the rules: no masks, table or bounds."""

from collections.abc import Sequence
from random import Random

import numpy as np

from naysay.game import Card, Seat
from naysay.nyet.discards import in_order
from naysay.nyet.edition import NONE, Edition, deck, low_cards
from naysay.nyet.edition_file import built_in
from naysay.nyet.rules import make_terms
from naysay.nyet.state import Hand
from naysay.nyet.tricks import finish, followers
from naysay.solver.api import Table
from naysay.solver.layout import pack
from naysay.solver.position import Position
from naysay.solver.values import FOUND, MOVE, solve_rows

FAR = 10_000


def random_position(
    rng: Random,
    edition: str | Edition,
    players: int,
    cards: int,
    *,
    points: str | None = None,
    played: int | None = None,
    double: bool | None = None,
    reading: str | None = None,
) -> Position:
    """Hands of so many cards, terms and sides at random, and so many legal cards of the first trick played.

    `reading` is the option `supertrump`; without it, the edition's own.
    """
    values = built_in()[edition] if isinstance(edition, str) else edition
    boxes = {row: rng.choice(values.boxes[row]) for row in ("trump", "super", "points")}
    leader = rng.randrange(players)
    left = (NONE, boxes["trump"], boxes["super"], points or boxes["points"])
    terms = make_terms(values, reading or values.supertrump_suit, leader, left)
    pack = rng.sample(deck(values, players), players * cards)
    hands = [in_order(tuple(pack[seat::players]), values) for seat in range(players)]
    small = rng.sample(range(players), players // 2)
    side = rng.randrange(2)
    sides = tuple(side if seat in small else 1 - side for seat in range(players))
    doubled = rng.choice(small) if players in (3, 5) and (rng.random() < 0.8 if double is None else double) else None
    trick: Hand = ()
    for _ in range(rng.choice((0, 0, rng.randrange(players))) if played is None else played):
        seat = (leader + len(trick)) % players
        card = rng.choice(followers(hands[seat], trick, terms))
        hands[seat] = without(hands[seat], card)
        trick = (*trick, card)
    return Position(values, terms, sides, doubled, leader, trick, tuple(hands))


def without(hand: Hand, card: Card) -> Hand:
    """The hand without one such card."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def search(position: Position, table: Table, limit: int, ideas: int) -> tuple[int, int, int]:
    """Bounds for the value to side 0 and the nodes visited, with some ideas of the search only."""
    out = np.zeros((1, FOUND), dtype=np.int64)
    no_moves = np.zeros((1, 0, MOVE), dtype=np.int64)
    with np.errstate(over="ignore"):
        solve_rows(pack(position)[None], table.work, table.words, limit, ideas, out, no_moves)
    lower, upper, nodes = map(int, out[0])
    return lower, upper, nodes


def plain_value(position: Position) -> int:
    """What the side to play gains over the other, by alpha-beta."""
    return max(plain_values(position).values())


def plain_values(position: Position) -> dict[Card, int]:
    """The value of every move for the side to play, by alpha-beta without a window at the first move."""
    side = position.sides[position.seat]
    found = {}
    for card in position.legal:
        value = _play(position, position.hands, position.leader, position.trick, card, -FAR, FAR)
        found[card] = value if side == 0 else -value
    return found


def _search(position: Position, hands: Sequence[Hand], leader: Seat, trick: Hand, low: int, high: int) -> int:
    seat = (leader + len(trick)) % len(hands)
    if not hands[seat]:
        return 0
    side = position.sides[seat]
    found = -FAR if side == 0 else FAR
    for card in dict.fromkeys(followers(hands[seat], trick, position.terms)):
        value = _play(position, hands, leader, trick, card, low, high)
        if side == 0:
            found = max(found, value)
            low = max(low, found)
        else:
            found = min(found, value)
            high = min(high, found)
        if low >= high:
            break
    return found


def _play(position: Position, hands: Sequence[Hand], leader: Seat, trick: Hand, card: Card, low: int, high: int) -> int:
    players = len(hands)
    seat = (leader + len(trick)) % players
    left = [*hands]
    left[seat] = without(left[seat], card)
    cards = (*trick, card)
    if len(cards) < players:
        return _search(position, left, leader, cards, low, high)
    done = finish(leader, cards, position.terms, position.sides, low_cards(position.edition))
    winner, taken = done.winner, 1 + len(done.loot)
    sign = 1 if position.terms.points > 0 else -1
    worth = sign * taken * position.weights[winner] * (1 if position.sides[winner] == 0 else -1)
    return worth + _search(position, left, winner, (), low - worth, high - worth)
