"""Let the bots that search compile, or load what was compiled: what their first move would wait for."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Final

from naysay.bots import registry
from naysay.games import find, usual_players

SHORTEST: Final = "100n"  # with fewer, Nope! ends before it has looked ahead
ROUNDS: Final = 2  # in the second all kinds of decisions have been made, mostly
MOST: Final = 200


def steps(game: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """Every bot of a game that searches: its name, and a call that prepares it."""
    if registry.can_search():
        for name in registry.FOR_GAME[game]:
            if name in registry.THINKING:
                yield f"{name} for {game}", partial(_play, name, game)


def _play(name: str, id: str) -> None:
    """A few decisions with hardly a thought each."""
    game, rng, choose = find(id), Random(0), registry.find(f"{name}:{SHORTEST}", id)
    state = game.start(game.setup(usual_players(game, None), 0))
    for _ in range(MOST):
        if game.result(state) is not None or len(getattr(state, "rounds", ())) >= ROUNDS:
            return
        if cards := game.to_shuffle(state):
            state = game.shuffled(state, tuple(rng.sample(cards, len(cards))))
            continue
        seat = game.to_act(state)[0]
        state = game.apply(state, seat, choose(game.view(state, seat), game.legal(state, seat), rng).move)
