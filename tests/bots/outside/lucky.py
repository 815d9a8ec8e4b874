"""A bot from outside the package: it throws a few coins for each move, as many as it is given nodes."""

from collections.abc import Callable
from random import Random
from typing import Any

from naysay.bots.choice import Candidate, Choice, Why
from naysay.bots.registry import Entry
from naysay.bots.think import Think


def choose(view: Any, legal: tuple[Any, ...], rng: Random, think: Think = Think(nodes=3)) -> Choice:  # noqa: B008
    """The move that was lucky most often."""
    throws = think.nodes or 3
    luck = [sum(rng.random() < 0.5 for _ in range(throws)) for _ in legal]
    best = max(range(len(legal)), key=luck.__getitem__)
    why = Why("at_random", {"moves": len(legal)})
    return Choice(legal[best], (Candidate(legal[best], float(luck[best]), (why,)),))


def load() -> Callable[..., Choice]:
    """A bot that needs large libraries imports them here."""
    return choose


LUCKY = Entry("lucky", "nope", load, searches=True)
