"""Which box the steady bot covers: what the rounds that are still possible are worth to its hand."""

from typing import Final

from naysay.bots.nyet.steady.hand_value import surplus
from naysay.nyet.state import Veto
from naysay.nyet.view import View

# The side's lead in units by number of players and role: start, and per unit of strength above the average; when units
# are good, then when they are bad, from the same rounds as the weights of a hand. Last, which part of the others
# is against.
EDGE: Final[dict[int, dict[str, tuple[float, float, float, float, float]]]] = {
    2: {"even": (0.0, 1.4, 0.0, 1.45, 1.0)},
    3: {"solo": (-1.6, 2.4, 7.8, 2.5, 1.0), "duo": (1.6, 1.2, -7.8, 1.3, 1 / 2)},
    4: {"even": (0.0, 1.0, 0.0, 0.95, 2 / 3)},
    5: {
        "holder": (-0.8, 1.6, 2.2, 1.6, 3 / 4),
        "mate": (-0.8, 1.2, 2.2, 0.95, 3 / 4),
        "trio": (0.8, 0.9, -2.2, 0.8, 1 / 2),
    },
}
# How often a role falls to a seat when another one makes the teams in any way.
FALLS: Final[dict[str, float]] = {
    "even": 1.0,
    "solo": 1 / 3,
    "duo": 2 / 3,
    "holder": 1 / 5,
    "mate": 1 / 5,
    "trio": 3 / 5,
}
CHOOSES: Final = 1.2  # what the choice of a partner is worth: vetoes tell much about a hand


def edge(players: int, role: str, good: bool, above: float) -> float:
    """How far each point of the board brings a seat ahead of the mean of the others."""
    start, slope, bad_start, bad_slope, against = EDGE[players][role]
    return against * (start + slope * above if good else -bad_start - bad_slope * above)


def prospects(players: int, above: tuple[float, float], points: int) -> tuple[float, float]:
    """What a round is worth to a hand if it makes the teams, and if someone else does."""
    good = points > 0
    edges = {role: edge(players, role, good, above[0] if good else above[1]) for role in EDGE[players]}
    taken = sum([FALLS[role] * value for role, value in edges.items()])
    chosen = max(edges.values()) + (CHOOSES if players > 2 else 0.0)
    return abs(points) * chosen, abs(points) * taken


def judge(view: View, legal: tuple[Veto, ...]) -> list[float]:
    """How good each veto looks: the mean worth of all rounds that it leaves possible."""
    assert view.seat is not None
    players = view.setup.players
    left = {row.name: [box.name for box in row.boxes if box.open] for row in view.board}
    me = view.options.characters[view.seat]
    above = {
        (trump, supertrump): surplus(view, trump, supertrump) for trump in left["trump"] for supertrump in left["super"]
    }

    def worth(row: str, box: str) -> float:
        boxes = left | {row: [other for other in left[row] if other != box]}
        first = (me in boxes["first"]) / len(boxes["first"])
        pairs = [above[trump, supertrump] for trump in boxes["trump"] for supertrump in boxes["super"]]
        mean = (sum([good for good, _ in pairs]) / len(pairs), sum([bad for _, bad in pairs]) / len(pairs))
        total = 0.0
        for points in boxes["points"]:
            chosen, taken = prospects(players, mean, int(points))
            total += first * chosen + (1.0 - first) * taken
        return total / len(boxes["points"])

    return [worth(move.row, move.box) for move in legal]
