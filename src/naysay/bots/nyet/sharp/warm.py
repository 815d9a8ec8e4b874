"""Everything compiled, or loaded from disk, before the first move is thought about: a short search of each phase."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from naysay.bots.nyet import steady
from naysay.bots.nyet.sharp.tally import Budget
from naysay.bots.think import Think
from naysay.nyet.rules import Nyet


@cache
def ready(search: Callable[..., Any]) -> None:
    """Search once in every phase of a round in which cards are discarded, and where teams tell something."""
    game, rng, seen = Nyet(), Random(6), set()
    for players in (4, 3):
        state = game.start(game.setup(players, 0))
        while state.rounds == ():
            if cards := game.to_shuffle(state):
                state = game.shuffled(state, tuple(rng.sample(cards, len(cards))))
                continue
            seat = game.to_act(state)[0]
            view, legal = game.view(state, seat), game.legal(state, seat)
            told = players == 3 and view.sides is not None and view.terms is not None and view.terms.first != seat
            kind = type(legal[0]), len(view.hand) <= 3, bool(view.vetoes), told
            if kind not in seen and len(legal) > 1:
                seen.add(kind)
                search(view, legal, rng, Budget.start(Think(nodes=1), 0.0))
            state = game.apply(state, seat, steady.choose(view, legal, rng).move)
