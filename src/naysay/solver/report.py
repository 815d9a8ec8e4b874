"""What a search proved, as a table for people and as plain values for programs."""

from typing import Any

from naysay.solver.api import Bounds, Solution
from naysay.solver.position import Position, write


def text(position: Position, found: Solution) -> str:
    """A table: every move, its value, and what that is in points; best first.

    >>> from naysay.solver.api import read, solve
    >>> position = read("iello-2015; trump red; points 2; team 0; hands R9 B13 G1 / R10 B2 Y4")
    >>> print(text(position, solve(position, moves=True)))
    Seat 0 plays, alone against 1. Value +0, in points +0.
    move  value  in points
    B13      +0         +0
    G1       +0         +0
    R9       -2         -4
    """
    side = position.sides[found.seat]
    friends = [str(seat) for seat, own in enumerate(position.sides) if own == side and seat != found.seat]
    foes = " and ".join(str(seat) for seat, own in enumerate(position.sides) if own != side)
    company = "with " + " and ".join(friends) if friends else "alone"
    points = abs(position.terms.points)
    value, worth = _range(found.bounds, 1), _range(found.bounds, points)
    lines = [f"Seat {found.seat} plays, {company} against {foes}. Value {value}, in points {worth}."]
    rows = [("move", "value", "in points")]
    ranked = sorted(found.moves, key=lambda move: (-move.lower, -move.upper))
    rows += [(str(move.card), _range(move, 1), _range(move, points)) for move in ranked]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines += [f"{a:{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}" for a, b, c in rows]
    if not found.exact:
        lines.append(f"A limit stopped the search after {found.nodes} nodes: ranges are proven, values are not known.")
    return "\n".join(lines)


def plain(position: Position, found: Solution, edition: str | None = None) -> dict[str, Any]:
    """The same as plain values; a custom edition is named as in `write`."""
    return {
        "position": write(position, edition),
        "seat": found.seat,
        "exact": found.exact,
        "lower": found.bounds.lower,
        "upper": found.bounds.upper,
        "moves": [{"card": move.card, "lower": move.lower, "upper": move.upper} for move in found.moves],
        "nodes": found.nodes,
    }


def _range(bounds: Bounds, points: int) -> str:
    lower, upper = bounds.lower * points, bounds.upper * points
    return f"{lower:+}" if lower == upper else f"{lower:+} to {upper:+}"
