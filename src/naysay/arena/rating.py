"""Bradley-Terry ratings: one number for each bot, from which its chance to finish before another follows.

Of two seats of a match the one that finishes before the other has beaten it; a tie is half a win for both. One more tie
is added for every pair that met, so that a bot that never lost has a finite rating. Matches of a deal depend on each
other: the intervals are over deals (a sandwich estimate).
"""

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import Final

from naysay.arena.stats import Estimate, around

ELO: Final = 400 / log(10)
MOST_STEPS: Final = 100
LONGEST_STEP: Final = 1.0
TOLERANCE: Final = 1e-10
SAME_ELO: Final = 1e-6

Wins = Mapping[tuple[str, str], float]


def rate(bots: Sequence[str], deals: Sequence[Wins]) -> dict[str, Estimate]:
    """The rating of every bot in Elo points, their mean 0, from who beat whom how often in each deal.

    >>> found = rate(["a", "b"], [{("a", "b"): 3.0, ("b", "a"): 1.0}] * 10)
    >>> round(found["a"].value - found["b"].value)
    185
    """
    size = len(bots)
    if size < 2:
        return {}
    each = [[[deal.get((a, b), 0.0) for b in bots] for a in bots] for deal in deals]
    total = [[sum(won[i][j] for won in each) for j in range(size)] for i in range(size)]
    met = [[total[i][j] + total[j][i] > 0 for j in range(size)] for i in range(size)]
    total = [[total[i][j] + 0.5 * met[i][j] for j in range(size)] for i in range(size)]
    strengths = [0.0] * size
    for _ in range(MOST_STEPS):
        step = _solve(_curvature(total, strengths), _slope(total, strengths))
        longest = max(map(abs, step))
        strengths = [
            a + b * min(1.0, LONGEST_STEP / max(longest, TOLERANCE)) for a, b in zip(strengths, step, strict=True)
        ]
        if longest < TOLERANCE:
            break
    curvature = _curvature(total, strengths)
    influences = [_solve(curvature, _slope(won, strengths)) for won in each]
    found = {}
    for place, bot in enumerate(bots):
        mean = sum(influence[place] for influence in influences) / len(influences)
        moves = [ELO * len(influences) * (influence[place] - mean) for influence in influences]
        found[bot] = around(ELO * strengths[place], moves)
        if max(map(abs, moves)) < SAME_ELO:  # every deal says the same: nothing tells how sure that is
            found[bot] = Estimate(ELO * strengths[place], None, None)
    return found


def _chance(one: float, other: float) -> float:
    return 1 / (1 + exp(other - one))


def _slope(won: list[list[float]], strengths: list[float]) -> list[float]:
    """The gradient of the log-likelihood."""
    size = range(len(strengths))
    return [
        sum(won[i][j] - (won[i][j] + won[j][i]) * _chance(strengths[i], strengths[j]) for j in size if j != i)
        for i in size
    ]


def _curvature(won: list[list[float]], strengths: list[float]) -> list[list[float]]:
    """Its negative Hessian, plus a constant in the direction that changes nothing: this keeps the mean at 0."""
    size = len(strengths)
    bends = [[1.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(size):
            if i != j:
                chance = _chance(strengths[i], strengths[j])
                bend = (won[i][j] + won[j][i]) * chance * (1 - chance)
                bends[i][i] += bend
                bends[i][j] -= bend
    return bends


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a small system of linear equations (Gaussian elimination with pivoting)."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [rows[place][-1] / rows[place][place] for place in range(size)]
