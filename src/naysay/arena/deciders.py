"""Who decides in a seat of the arena, by name: a bot, a bot with a better one for one phase, or the clairvoyant."""

from random import Random
from typing import Any, Final

from naysay.bots import registry
from naysay.game import Seat, quote
from naysay.match import Decider, Match, blind

PHASES: Final = {"nyet": ("veto", "team", "discard", "play"), "nope": ("turn", "name")}
CLAIRVOYANT: Final = "clairvoyant"


def find(text: str, game: str) -> Decider:
    """The decider of this name: `steady`, `sharp:0.2`, `clairvoyant`; `steady+play=sharp:0.2` for one phase only."""
    base, plus, rest = text.partition("+")
    usual = _one(base, game)
    if not plus:
        return usual
    phase, equals, name = rest.partition("=")
    if not equals or phase not in PHASES.get(game, ()):
        known = ", ".join(PHASES.get(game, ())) or "none"
        raise ValueError(f"expected BOT+PHASE=BOT as in 'steady+play=sharp', not {quote(text)}; phases: {known}")
    better = _one(name, game)

    def decide(match: Match, seat: Seat, rng: Random) -> Any:
        return (better if match.view(seat).phase == phase else usual)(match, seat, rng)

    return decide


def parts(text: str) -> tuple[str, ...]:
    """Who decides in a seat of this name, without their times.

    >>> parts("steady+play=sharp:0.2")
    ('steady', 'sharp')
    """
    base, _, rest = text.partition("+")
    names = (base, rest.partition("=")[2])
    return tuple(name.partition(":")[0] for name in names if name)


def phased(base: str, better: str, game: str) -> dict[str, str]:
    """By phase, the base bot with the better one for this phase alone."""
    if game not in PHASES:
        raise ValueError(f"the phases of {game} are not known to the arena; those of {', '.join(PHASES)} are")
    return {phase: f"{base}+{phase}={better}" for phase in PHASES[game]}


def _one(name: str, game: str) -> Decider:
    if name != CLAIRVOYANT:
        return blind(registry.find(name, game))
    if game != "nyet":
        raise ValueError(f"the clairvoyant plays nyet, not {game}")
    from naysay.arena.clairvoyant import clairvoyant

    return clairvoyant()
