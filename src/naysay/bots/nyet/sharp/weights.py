"""What the sharp bot has learned (`tools/train_nyet.py`), kept beside this file."""

from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from naysay.native.jit import Floats
from naysay.nyet.edition import Edition

FILE: Final = Path(__file__).with_name("weights.npz")


@cache
def learned() -> dict[str, Any]:
    """All arrays of the file."""
    with np.load(FILE) as found:
        return dict(found)


def play_weights() -> Floats:
    """The policy of playouts, by context and feature."""
    found: Floats = learned()["play"]
    return found


def hand_weights(edition: Edition, players: int, single: bool) -> tuple[Floats, Floats]:
    """The evaluator of hands, by sign and role, and all units of a round by sign; unknown editions count as Iello's.

    `single`: nobody's tricks and loot count double.
    """
    kind = f"{players}/single" if single else f"{players}"
    name = f"{edition.id}/{kind}"
    known = learned()
    if f"hand/{name}" not in known:
        name = f"iello-2015/{kind}"
    return known[f"hand/{name}"], known[f"total/{name}"]
