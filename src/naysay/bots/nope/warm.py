"""Compile what the first move of the sharp bot would wait for. Compiled code is kept on disk."""

from collections.abc import Callable, Iterator
from random import Random

from naysay.bots.nope.sharp import choose
from naysay.bots.think import Think
from naysay.nope.cards import DECK
from naysay.nope.rules import Nope


def steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile: a name, and a call that does it."""
    yield "Nope!: moves in worlds", try_a_move


def try_a_move() -> object:
    """A first move of a game of two that begins with a choice."""
    nope = Nope()
    state = nope.shuffled(nope.start(nope.setup(2, 0)), DECK[::-1])
    return choose(nope.view(state, state.turn), nope.legal(state, state.turn), Random(0), Think(nodes=1))
