"""The weights of the playouts' policy."""

from math import log
from typing import Final

import numpy as np

from naysay.bots.nope.fast import policy
from naysay.bots.nope.fast.machine import Floats

LOSES: Final = (
    (0.74, 0.87, 0.926, 0.968, 0.984, 0.989, 0.995, 0.998, 0.999, 0.999, 1.0, 1.0),
    (0.221, 0.463, 0.655, 0.781, 0.881, 0.931, 0.964, 0.978, 0.991, 0.994, 0.998, 0.999),
    (0.0, 0.101, 0.259, 0.456, 0.62, 0.748, 0.846, 0.893, 0.936, 0.963, 0.979, 0.989),
    (0.948, 0.987, 0.997, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    (0.424, 0.738, 0.901, 0.961, 0.991, 0.998, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    (0.0, 0.213, 0.49, 0.724, 0.878, 0.951, 0.979, 0.993, 0.998, 1.0, 1.0, 1.0),
    (1.0,) * 12,
    (0.711, 0.975, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    (0.0, 0.385, 0.801, 0.965, 0.997, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
)


def start() -> Floats:
    """Weights to begin with, by the rules of thumb of `steady`."""
    weights = np.zeros(policy.WEIGHTS)
    weights[policy.KEEP : policy.KEEP + 11] = [0.12, 0.12, 0.12, 0, 0, 0, 0, 0.5, 0.55, 0.55, 0.5]
    weights[policy.PAIRS : policy.PAIRS + 6] = [0, 0, 0.1, 0.05, 0.02, 0]
    weights[policy.HIT] = 1.0
    weights[policy.BACK] = 0.15
    weights[policy.DRAWING] = 0
    weights[policy.PICKING] = 0.15
    weights[policy.NAMING] = 1.0
    weights[policy.INSIGHT] = 0.5
    for size in range(policy.SIZES + 2):
        weights[policy.STRENGTH + size] = log(size + 0.5) if size else -4.0
    for kind, row in enumerate(LOSES):
        for size in range(1, policy.SIZES):
            weights[policy.LOSES + kind * policy.SIZES + size] = row[size - 1]
    return weights


WEIGHTS: Final = start()
PLAIN: Final = start()
PLAIN[policy.INSIGHT] = 0.0
