"""Nah: a game of twelve cards for two or three, as anyone may write it outside the package.

Everyone gets three cards. Three times round, the dealer's left neighbour first, each lays a card or, once in a deal,
says nah. The highest card of a lap wins a point; a lap of nothing but nah wins nothing.
"""

from dataclasses import dataclass, replace
from typing import Any

from naysay.game import Card, Game, IllegalMove, Reason, Seat, check_deck, check_seat, quote

DECK = tuple(Card(f"N{number}") for number in range(1, 13))
LAPS = 3


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays, and how many deals."""

    players: int
    dealer: Seat
    deals: int = 1


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Nay:
    """Say nah."""


Move = Lay | Nay


@dataclass(frozen=True, slots=True)
class State:
    """A deal under way; without hands a shuffle is due, or the game is over."""

    setup: Setup
    points: tuple[int, ...]
    done: int = 0
    hands: tuple[tuple[Card, ...], ...] = ()
    acts: tuple[Card | None, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a seat sees: its own hand, all acts, all points."""

    setup: Setup
    seat: Seat | None
    hand: tuple[Card, ...]
    acts: tuple[Card | None, ...]
    points: tuple[int, ...]
    to_act: tuple[Seat, ...]


class Nah(Game[Setup, State, Move, View]):
    """Lay a high card, or say nah."""

    id = "nah"
    title = "Nah"
    players = (2, 3)

    def setup(self, players: int, dealer: Seat, edition: object = None, options: object = None) -> Setup:
        """Check the plain values of a record; the one option is `deals`."""
        if edition is not None:
            raise ValueError(f"Nah has no editions: {quote(edition)}")
        if type(players) is not int or players not in self.players:
            raise ValueError(f"Nah is for 2 or 3 players, not {quote(players)}")
        if type(dealer) is not int or not 0 <= dealer < players:
            raise ValueError(f"dealer must be a seat from 0 to {players - 1}, not {quote(dealer)}")
        if options in (None, {}):
            return Setup(players, dealer)
        if not isinstance(options, dict) or set(options) != {"deals"}:
            raise ValueError(f"Nah has the option deals, not {quote(options)}")
        if type(options["deals"]) is not int or options["deals"] < 2:
            raise ValueError(f"option 'deals' = {quote(options['deals'])}: must be a whole number, at least 2")
        return Setup(players, dealer, options["deals"])

    def describe(self, setup: Setup) -> dict[str, Any]:
        """The options as plain values."""
        return {"options": {"deals": setup.deals} if setup.deals > 1 else {}}

    def start(self, setup: Setup) -> State:
        """Before the first deal."""
        return State(setup, (0,) * setup.players)

    def to_shuffle(self, state: State) -> tuple[Card, ...]:
        """All twelve, before each deal."""
        return () if state.hands or state.done == state.setup.deals else DECK

    def shuffled(self, state: State, deck: tuple[Card, ...]) -> State:
        """Three cards each; the rest stays hidden."""
        check_deck(self.to_shuffle(state), deck)
        hands = tuple(tuple(sorted(deck[seat * LAPS :][:LAPS], key=DECK.index)) for seat in range(state.setup.players))
        return replace(state, hands=hands, acts=())

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The one whose turn it is."""
        setup = state.setup
        return ((setup.dealer + 1 + len(state.acts)) % setup.players,) if state.hands else ()

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every card in hand, and nah unless it was said in this deal."""
        if seat not in self.to_act(state):
            return ()
        said = None in state.acts[len(state.acts) % state.setup.players :: state.setup.players]
        return (*(Lay(card) for card in state.hands[seat]), *(() if said else (Nay(),)))

    def apply(self, state: State, seat: Seat, move: Move) -> State:
        """The state after a card or a nah."""
        if move not in self.legal(state, seat):
            raise IllegalMove(Reason("not_now", f"seat {seat} may not {self.write_move(move)}", "1", {"seat": seat}))
        card = move.card if isinstance(move, Lay) else None
        hand = tuple(other for other in state.hands[seat] if other != card)
        state = replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]), acts=(*state.acts, card))
        if len(state.acts) % state.setup.players == 0:
            state = replace(state, points=_points(state))
        if len(state.acts) == LAPS * state.setup.players:
            return State(state.setup, state.points, state.done + 1)
        return state

    def result(self, state: State) -> dict[str, Any] | None:
        """Points by seat, and who has most."""
        if state.done < state.setup.deals:
            return None
        best = max(state.points)
        return {"points": list(state.points), "winners": [s for s, points in enumerate(state.points) if points == best]}

    def view(self, state: State, seat: Seat | None) -> View:
        """All that a seat may know."""
        check_seat(seat, state.setup.players)
        hand = () if seat is None or not state.hands else state.hands[seat]
        return View(state.setup, seat, hand, state.acts, state.points, self.to_act(state))

    def read_move(self, text: str) -> Move:
        """`lay N7`, or `nah`."""
        if text == "nah":
            return Nay()
        if text.startswith("lay ") and text[4:] in DECK:
            return Lay(Card(text[4:]))
        raise ValueError(f"expected 'lay' and a card from N1 to N12, or 'nah': {quote(text)}")

    def write_move(self, move: Move) -> str:
        """As a record writes it."""
        return f"lay {move.card}" if isinstance(move, Lay) else "nah"


def _points(state: State) -> tuple[int, ...]:
    players = state.setup.players
    lap = state.acts[-players:]
    best = max((DECK.index(card) for card in lap if card is not None), default=None)
    if best is None:
        return state.points
    winner = (state.setup.dealer + 1 + lap.index(DECK[best])) % players
    return tuple(points + (seat == winner) for seat, points in enumerate(state.points))
