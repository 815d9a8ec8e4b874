"""Any options that a game can be played by, at random: each one is there or not."""

from collections.abc import Mapping
from random import Random
from typing import Any

from naysay.games import find
from naysay.nyet.state import Setup


def nyet_options(rng: Random, edition: object, players: int, longest: int = 3) -> dict[str, Any]:
    """Options of Nyet! that an edition does not have itself; a match of at most `longest` rounds, or a few points."""
    own: Setup = find("nyet").setup(players, 0, edition)
    reading = "own" if own.options.supertrump == "trump" else "trump"
    usual, targets = own.edition.rounds[players], [{"target": rng.randint(1, 60)}] if can_gain(own) else []
    ends = [*targets, *({"rounds": n} for n in range(1, longest + 1) if n != usual)]
    boxes = own.edition.boxes["first"]
    options = {
        "end": rng.choice(ends),
        "scoring": "totals" if own.options.scoring == "difference" else "difference",
        "bonus": "own" if own.options.bonus == "player" else "player",
        "supertrump": reading,
        "tricks": "last",
        "characters": rng.sample(boxes, players),
    }
    if tuple(options["characters"]) == own.options.characters:
        del options["characters"]
    return {key: value for key, value in options.items() if key == "end" or rng.random() < 0.6}


def new_to(edition: object, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Those of some options that can be agreed on: not what the edition has itself, nor a target out of reach."""
    own: Setup = find("nyet").setup(players, 0, edition)
    ends = ({"target": own.options.target}, {"rounds": own.edition.rounds[players]})
    new = {
        key: value
        for key, value in options.items()
        if (value not in ends if key == "end" else value != getattr(own.options, key))
    }
    if "target" in new.get("end", ()) and not can_gain(own):
        del new["end"]
    return new


def can_gain(setup: Setup) -> bool:
    """Whether points can be won by the board: otherwise not every scoring reaches a target."""
    return not all(box.startswith("-") for box in setup.edition.boxes["points"])


def nope_options(rng: Random, players: int) -> dict[str, Any]:
    """Options of Nope!, with at most 60 turns."""
    options = {
        "action_cards": "no",
        "extra_card": sorted(rng.sample(range(players), rng.randint(1, players))),
        "max_turns": rng.randint(1, 60),
    }
    return {key: value for key, value in options.items() if rng.random() < 0.6}
