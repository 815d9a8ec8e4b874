"""Worlds of Nyet! against enumeration: every order of the cards, every hidden choice, replayed from the deal."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations
from random import Random
from typing import Any

import pytest

from naysay.bots import worlds
from naysay.bots.nyet import worlds as nyet_worlds
from naysay.bots.nyet.worlds import Filled, Hidden, walk_by_swaps
from naysay.game import Card
from naysay.games import find
from naysay.nyet.state import Discard, State
from tests.support.effort import times
from tests.worlds.shares import check_shares

TINY: dict[str, Any] = {
    "id": "tiny",
    "name": "Tiny",
    "source": "made for tests",
    "colours": ["red", "blue"],
    "values": [1, 1, 2, 3],
    "players": [2],
    "hand": {"2": 3},
    "aside": {"2": 2},
    "rounds": {"2": 1},
    "first": ["bear", "wolf", "eagle"],
    "discard": ["one"],
    "trump": ["red", "none"],
    "super": ["blue", "none"],
    "points": [1],
    "first_veto": "dealer",
    "supertrump_suit": "trump",
}
THREE: dict[str, Any] = {
    **TINY,
    "values": [1, 1, 2, 3, 4],
    "removed": {"3": [4, 3]},
    "players": [3],
    "hand": {"3": 2},
    "aside": {},
    "rounds": {"3": 1},
}
MORE = {**THREE, "values": [1, 1, 2, 3, 4, 5], "removed": {"3": [5, 4, 3]}, "colours": ["red", "blue", "green"]}

EDITIONS = {
    **{f"two players, {rule}": {**TINY, "discard": [rule]} for rule in ("one", "two", "one-not-low", "two-not-low")},
    **{f"two players, {rule}": {**TINY, "discard": [rule]} for rule in ("pass-left", "pass-right-two", "none")},
    **{f"three players, {rule}": {**THREE, "discard": [rule]} for rule in ("one", "one-not-low", "pass-left", "none")},
    "three players, own suit": {**MORE, "hand": {"3": 3}, "discard": ["none"], "supertrump_suit": "own"},
    "three players, voids": {**MORE, "hand": {"3": 3}, "discard": ["pass-right"]},
}

GAME = find("nyet")
History = list[tuple[int, Any]]


MANY: dict[str, Any] = {  # of every kind of card so many that hardly a drawn world would be kept
    **TINY,
    "id": "many",
    "colours": ["red", "blue", "yellow", "green"],
    "values": [0] * 12 + [1, 2, 3],
    "players": [2, 4],
    "hand": {"2": 15, "4": 15},
    "aside": {"2": 30},
    "rounds": {"2": 1, "4": 1},
    "first": ["ant", "bee", "cat", "dog"],
    "discard": ["two-not-low", "pass-left", "one"],
}


def placement(state: State) -> Any:
    """Where every card is, as far as the rules tell cards apart."""
    assert state.round is not None
    return state.round.hands, state.round.gave, tuple(sorted(state.round.aside))


def replays(state: State, history: History, me: int | None) -> Iterator[State]:
    """Every way in which this history can have gone: what others gave away is open, all else is known."""
    if not history:
        yield state
        return
    (seat, move), *rest = history
    legal = GAME.legal(state, seat)
    for other in legal if isinstance(move, Discard) and seat != me else [move]:
        if other in legal:
            yield from replays(GAME.apply(state, seat, other), rest, me)


def enumerate_worlds(setup: Any, deck: tuple[Card, ...], history: History, me: int | None, seen: Any) -> Counter[Any]:
    """How many orders of the deck (equal cards told apart) and hidden choices give each placement."""
    dealt_cards = setup.edition.hand[setup.players] * setup.players
    mine = range(0) if me is None else range((me - setup.dealer - 1) % setup.players, dealt_cards, setup.players)
    others = [place for place in range(len(deck)) if place not in mine]
    found: Counter[Any] = Counter()
    for order in permutations([deck[place] for place in others]):
        cards = list(deck)
        for place, card in zip(others, order, strict=True):
            cards[place] = card
        dealt = GAME.shuffled(GAME.start(setup), tuple(cards))
        found.update(placement(state) for state in replays(dealt, history, me) if GAME.view(state, me) == seen)
    return found


def some_position(setup: Any, rng: Random) -> tuple[tuple[Card, ...], State, History]:
    """A deal, where it led to, and by which moves."""
    deck = tuple(rng.sample(GAME.to_shuffle(GAME.start(setup)), len(GAME.to_shuffle(GAME.start(setup)))))
    state = GAME.shuffled(GAME.start(setup), deck)
    history: History = []
    until = rng.choice(("discard", "play"))
    while state.round is not None and (GAME.view(state, None).phase != until or rng.random() < 0.7):
        seat = rng.choice(GAME.to_act(state))
        move = rng.choice(GAME.legal(state, seat))
        after = GAME.apply(state, seat, move)
        if after.round is None:
            break
        state, history = after, [*history, (seat, move)]
    return deck, state, history


@pytest.mark.parametrize("name", EDITIONS)
def test_worlds_are_uniform(name: str) -> None:
    rng = Random(name)
    players = EDITIONS[name]["players"][0]
    for number in range(times(2, 5)):
        setup = GAME.setup(players, number % players, EDITIONS[name])
        deck, state, history = some_position(setup, rng)
        for me in range(players):
            seen = GAME.view(state, me)
            drawn = (placement(state) for state in worlds.deals(seen, rng))
            check_shares(enumerate_worlds(setup, deck, history, me, seen), drawn, times(1500))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["two players, one-not-low", "two players, pass-right-two", "three players, one-not-low"]
)
def test_worlds_by_swaps_are_uniform(name: str) -> None:
    rng = Random(f"swaps {name}")
    players = EDITIONS[name]["players"][0]
    for _ in range(times(1, 5)):
        setup = GAME.setup(players, 0, EDITIONS[name])
        deck, state, history = some_position(setup, rng)
        seen = GAME.view(state, 0)
        drawn = (placement(state) for state in walk_by_swaps(Hidden(seen), rng))
        check_shares(enumerate_worlds(setup, deck, history, 0, seen), drawn, times(300))


@pytest.mark.parametrize("players", MANY["players"])
def test_many_equal_cards_leave_worlds_to_be_found(players: int) -> None:
    """Every view has worlds after a bounded number of tries: to draw until one is kept would take for ever."""
    rng = Random(f"many {players}")
    filled = 0

    class Counted(Hidden):
        def fill(self, rng: Random) -> Filled:
            nonlocal filled
            filled += 1
            return super().fill(rng)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nyet_worlds, "Hidden", Counted)
        for _ in range(times(12)):
            _, state, _ = some_position(GAME.setup(players, 0, MANY), rng)
            for seat in range(players):
                seen, filled = GAME.view(state, seat), 0
                found = list(islice(worlds.deals(seen, rng), 2))
                assert [GAME.view(one, seat) for one in found] == [seen, seen]
                assert filled < 5000
