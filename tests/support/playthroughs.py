"""Matches at random, and every state of one."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from naysay.game import AnyGame, Seat
from naysay.match import Match

Choose = Callable[[Match], tuple[Seat, Any]]


def at_random(rng: Random) -> Choose:
    """Any seat that may act, and any of its moves."""

    def choose(match: Match) -> tuple[Seat, Any]:
        seat = rng.choice(match.to_act)
        return seat, rng.choice(match.legal(seat))

    return choose


def every_state(match: Match, choose: Choose) -> Iterator[Any]:
    """All states to the end of a match, also those in which a shuffle is due."""
    last = match.state
    yield last
    for _ in match.turns():
        if match.state is not last:
            yield match.state
        match.act(*choose(match))
        last = match.state
        yield last


def random_states(game: AnyGame, state: Any, rng: Random) -> Iterator[Any]:
    """The state before each move of a random match, and its last one."""
    match = Match(game, state.setup, rng)
    match.state = state
    choose = at_random(rng)
    for _ in match.turns():
        yield match.state
        match.act(*choose(match))
    yield match.state


def play_at_random(game: AnyGame, setup: Any, rng: Random) -> Match:
    """A random match, played to its end."""
    match, choose = Match(game, setup, rng), at_random(rng)
    for _ in match.turns():
        match.act(*choose(match))
    return match
