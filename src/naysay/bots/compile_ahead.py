"""Let the bots that search compile, or load what was compiled: what their first move would wait for."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Final

from naysay.bots import registry
from naysay.games import find, usual_players
from naysay.match import Match

SHORTEST: Final = "100n"  # with fewer, Nope! ends before it has looked ahead
ROUNDS: Final = 2  # in the second all kinds of decisions have been made, mostly
MOST: Final = 200


def steps(game: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """Every bot of a game that searches: its name, and a call that prepares it."""
    if registry.can_search():
        for name in registry.FOR_GAME[game]:
            if registry.entry(name, game).searches:
                yield f"{name} for {game}", partial(_play, name, game)


def _play(name: str, id: str) -> None:
    """A few decisions with hardly a thought each."""
    game, rng, choose = find(id), Random(0), registry.find(f"{name}:{SHORTEST}", id)
    match = Match(game, game.setup(usual_players(game, None), 0), rng)
    for seat in match.turns():
        match.act(seat, choose(match.view(seat), match.legal(seat), rng).move)
        if len(getattr(match.state, "rounds", ())) >= ROUNDS or len(match.actions) == MOST:
            return
