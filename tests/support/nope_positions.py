"""Positions of Nope!: a table with the wanted hands and discards, a deal with the wanted hands, random matches."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from naysay.game import Card, Reason, Seat
from naysay.nope.rules import Nope, in_order
from naysay.nope.state import Demand, Hand, Phase, State
from tests.support.playthroughs import random_states
from tests.support.refusals import reason_for

GAME = Nope()


def cards(text: str) -> Hand:
    """Cards from text: "RG3 joker"."""
    return tuple(Card(word) for word in text.split())


def start(players: int = 3, dealer: Seat = 0, **options: object) -> State:
    """Before the deal."""
    return GAME.start(GAME.setup(players, dealer, None, options))


def table(
    *hands: str,
    discards: str = "R1",
    pile: str = "",
    turn: Seat = 0,
    named: Demand | None = None,
    phase: Phase = "turn",
    **options: object,
) -> State:
    """A game with these hands by seat (an empty one is out); the last of the discards lies on top."""
    return State(
        setup=GAME.setup(len(hands), (turn - 1) % len(hands), None, options),
        phase=phase,
        turn=turn,
        hands=tuple(in_order(cards(hand)) for hand in hands),
        pile=cards(pile),
        discards=cards(discards),
        named=named,
        out=tuple(seat for seat, hand in enumerate(hands) if not hand),
    )


def deal(state: State, first: str, *hands: str) -> State:
    """Shuffle so that `first` is turned over and the seats get these cards, filled up with what is left."""
    setup, players = state.setup, state.setup.players
    extra = setup.options.extra_card if players > 2 else ()
    sizes = [8 if players == 2 or seat in extra else 7 for seat in range(players)]
    wanted = [list(cards(hand)) for hand in hands] + [[] for _ in range(players - len(hands))]
    left = Counter(GAME.to_shuffle(state)) - Counter([Card(first), *(card for hand in wanted for card in hand)])
    rest = list(left.elements())
    Random(7).shuffle(rest)
    for size, hand in zip(sizes, wanted, strict=True):
        while len(hand) < size:
            hand.append(rest.pop())
    order = [(setup.dealer + 1 + step) % players for step in range(players)]
    dealt = [wanted[seat][lap] for lap in range(8) for seat in order if lap < sizes[seat]]
    return GAME.shuffled(state, (*dealt, Card(first), *rest))


def after(state: State, *actions: tuple[Seat, str]) -> State:
    """The state after these actions, written as in a record."""
    for seat, text in actions:
        state = GAME.apply(state, seat, GAME.read_move(text))
    return state


def refused(state: State, seat: Seat, text: str) -> Reason:
    """The reason for which this action is refused."""
    return reason_for(GAME, state, seat, text)


def texts(state: State, seat: Seat | None = None) -> set[str]:
    """The legal moves of a seat (of who is on turn, if not told) as records write them."""
    return {GAME.write_move(move) for move in GAME.legal(state, state.turn if seat is None else seat)}


def faces(state: State) -> tuple[Seat, int, str]:
    """Who is on turn, and the demand: count and colours."""
    view = GAME.view(state, None)
    assert view.to_act == (view.turn,)
    assert view.demand is not None
    return view.turn, view.demand.count, view.demand.colours


def random_match(state: State, rng: Random) -> Iterator[State]:
    """The state before each move of a random match, and its last one."""
    return random_states(GAME, state, rng)
