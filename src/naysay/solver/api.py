"""The solver for Python: positions in, values out.

>>> found = solve(read("iello-2015; trump red; points 2; team 0; hands R9 B13 G1 / R10 B2 Y4"), moves=True)
>>> found.value
0
>>> [(move.card, move.value) for move in found.moves]
[('R9', -2), ('B13', 0), ('G1', 0)]

A value is what the side to play will gain over the other from here on, in units: a trick is 1, a card of loot is 1, and
both are 2 for the seat that counts double. If the points are negative, so are the units: more is always better. The
value times the points without their sign is the difference that the rest of the round makes to the scores.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from os import cpu_count
from queue import SimpleQueue
from threading import Timer
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from naysay.game import Card, Seat, quote
from naysay.solver.checks import NO_LIMIT, check_count, check_rows, check_seconds, check_seed, check_whole
from naysay.solver.layout import pack, place_of
from naysay.solver.playout import GREEDY, RANDOM, RESULTS, Order, play_many, play_rows
from naysay.solver.position import Position, from_state, read, write
from naysay.solver.row import LEADER, PLAYED, PLAYERS, ROW, SIDE, Row
from naysay.solver.transpositions import RULES, make_table
from naysay.solver.values import FOUND, HIGHEST, LOWER, LOWEST, MOST_MOVES, MOVE, UPPER, VISITED, solve_rows
from naysay.solver.work import ALL_IDEAS, OVER, WORK

__all__ = [
    "Bounds",
    "Playouts",
    "Position",
    "Solution",
    "Table",
    "from_state",
    "pack",
    "pack_many",
    "playouts",
    "playouts_many",
    "read",
    "solve",
    "solve_many",
    "write",
]

MEGABYTES: Final = 64
CHUNK: Final = 32
POLICIES: Final = {"random": RANDOM, "greedy": GREEDY}
Policy = Literal["random", "greedy"]


class Table:
    """The memory of a search: the next search uses what it found, if terms and sides are the same.

    Takes at most `megabytes` MiB. For one thread at a time.
    """

    def __init__(self, megabytes: int = MEGABYTES) -> None:
        self.words = make_table(check_whole("megabytes", megabytes, 1))
        self.work: Row = np.zeros(WORK, dtype=np.int64)

    def forget(self) -> None:
        """Forget everything, as a search does by itself if terms or sides differ."""
        self.words[RULES] = -1

    def stop(self) -> None:
        """End the search that uses this table, as if its time were over; called from another thread."""
        self.work[OVER] = 1


@dataclass(frozen=True, slots=True)
class Bounds:
    """A proven range of a value, either of a position or of the move `card`."""

    lower: int
    upper: int
    card: Card | None = None

    @property
    def value(self) -> int:
        """The value, if it is known."""
        if self.lower != self.upper:
            raise ValueError(f"a limit stopped the search: the value is from {self.lower} to {self.upper}")
        return self.lower


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search proved for the side of `seat`, which is to play, and for each move, in the order of the rules."""

    seat: Seat
    bounds: Bounds
    moves: tuple[Bounds, ...]
    nodes: int

    @property
    def exact(self) -> bool:
        """Whether everything asked for is known."""
        return all(bounds.lower == bounds.upper for bounds in (self.bounds, *self.moves))

    @property
    def value(self) -> int:
        """The value for the side to play; an error if a limit stopped the search first."""
        return self.bounds.value


@dataclass(frozen=True, slots=True)
class Playouts:
    """Results of all playouts, or of those that began with `card`: sums and sums of squares of what each side took.

    Side 0 is the `team` of a position. Units have no sign here, even at negative points.
    """

    number: int
    sums: tuple[int, int]
    squares: tuple[int, int]
    card: Card | None = None


def solve(
    position: Position,
    *,
    moves: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
    table: Table | None = None,
) -> Solution:
    """The exact value of a position for the side to play, and of every legal move if `moves`.

    A limit of nodes or seconds gives proven bounds instead of a value.

    >>> position = read("amigo-2007; trump red; super red; points -2; team 0; hands R0 K9 B4 / R5 K8 B6")
    >>> solve(position).value
    -1
    >>> stopped = solve(position, nodes=1)
    >>> stopped.exact, stopped.bounds.lower <= -1 <= stopped.bounds.upper
    (False, True)
    """
    limit = NO_LIMIT if nodes is None else check_count("nodes", nodes)
    table = table or Table()
    row = pack(position)
    out: Row = np.zeros((1, FOUND), dtype=np.int64)
    found: Row = np.zeros((1, MOST_MOVES if moves else 0, MOVE), dtype=np.int64)
    with _limited([table], seconds), np.errstate(over="ignore"):
        solve_rows(row[None], table.work, table.words, limit, ALL_IDEAS, out, found)
    first = position.sides[position.seat] == 0
    values = []
    for card in position.legal if moves else ():
        place = 1 << place_of(position, row, card)
        at = next(at for at in found[0] if at[LOWEST] <= place <= at[HIGHEST])
        values.append(_bounds(at[LOWER], at[UPPER], first, card))
    bounds = _bounds(out[0, LOWER], out[0, UPPER], first)
    return Solution(position.seat, bounds, tuple(values), int(out[0, VISITED]))


def solve_many(
    rows: Row,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    megabytes: int = MEGABYTES,
    table: Table | None = None,
) -> NDArray[np.int64]:
    """Solve many positions on all processors: for each row of `pack` its lower bound, upper bound and nodes.

    Bounds are for the side to play. `nodes` limits each position, `seconds` the call; each thread has its own table.
    With a `table` given, everything runs in this thread, one position after the other.

    >>> texts = [f"iello-2015; points 1; trump blue; team 0; hands R{n} B2 / R7 Y3" for n in (6, 8)]
    >>> solve_many(np.stack([pack(read(text)) for text in texts]))[:, :2].tolist()
    [[0, 0], [2, 2]]
    """
    rows = check_rows(rows)
    out: Row = np.zeros((len(rows), FOUND), dtype=np.int64)
    no_moves: Row = np.zeros((len(rows), 0, MOVE), dtype=np.int64)
    limit = NO_LIMIT if nodes is None else check_count("nodes", nodes)
    workers = 1 if table else _workers(len(rows), threads)
    tables = [table] if table else [Table(megabytes) for _ in range(workers)]
    free: SimpleQueue[Table] = SimpleQueue()
    for one in tables:
        free.put(one)

    def run(begin: int) -> None:
        mine, part = free.get(), slice(begin, begin + CHUNK)
        try:
            with np.errstate(over="ignore"):
                solve_rows(rows[part], mine.work, mine.words, limit, ALL_IDEAS, out[part], no_moves[part])
        finally:
            free.put(mine)

    with _limited(tables, seconds):
        begins = range(0, len(rows), CHUNK)
        if workers == 1:
            for begin in begins:
                run(begin)
        else:
            with ThreadPoolExecutor(workers) as executor:
                try:
                    list(executor.map(run, begins))
                except BaseException:  # on Ctrl-C, too, do not wait for the threads that still search
                    _stop(tables)
                    raise
    seats = (rows[:, LEADER] + rows[:, PLAYED]) % rows[:, PLAYERS]
    second = rows[np.arange(len(rows)), SIDE + seats] == 1
    out[second, LOWER], out[second, UPPER] = -out[second, UPPER], -out[second, LOWER]
    return out


def playouts(
    position: Position, number: int, seed: int, policy: Policy = "random", *, by_move: bool = False
) -> tuple[Playouts, ...]:
    """Play a position out many times: one result, or one for each legal first move, in the order of the rules.

    The policies are `random` and `greedy`. The same seed gives the same playouts.

    >>> position = read("iello-2015; trump red; points 2; team 0; hands R9 B13 G1 / R10 B2 Y4")
    >>> (every,) = playouts(position, 1000, seed=1)
    >>> every.number
    1000
    >>> [found.card for found in playouts(position, 1000, seed=1, by_move=True)]
    ['R9', 'B13', 'G1']
    """
    order = Order(check_count("number", number), check_seed(seed), _policy(policy))
    row = pack(position)
    results: Row = np.zeros(64 * RESULTS, dtype=np.int64)
    work: Row = np.zeros(WORK, dtype=np.int64)
    with np.errstate(over="ignore"):
        play_many(row, work, order, results)
    table = results.reshape(64, RESULTS)
    if not by_move:
        return (_playouts(table.sum(axis=0), None),)
    return tuple(_playouts(table[place_of(position, row, card)], card) for card in position.legal)


def playouts_many(
    rows: Row, number: int, seed: int, policy: Policy = "random", *, threads: int | None = None
) -> NDArray[np.int64]:
    """`playouts` of many rows on all processors: for each row the number, sum and squares of side 0, then of side 1.

    Each row has its own random numbers.

    >>> row = pack(read("iello-2015; trump red; points 2; team 0; hands R9 B13 G1 / R10 B2 Y4"))
    >>> playouts_many(np.stack([row, row]), 500, seed=1)[:, 0].tolist()
    [500, 500]
    """
    rows = check_rows(rows)
    order = Order(check_count("number", number), check_seed(seed), _policy(policy))
    out: Row = np.zeros((len(rows), RESULTS), dtype=np.int64)

    def run(begin: int) -> None:
        part = slice(begin, begin + CHUNK)
        with np.errstate(over="ignore"):
            work, results = np.zeros(WORK, dtype=np.int64), np.zeros(64 * RESULTS, dtype=np.int64)
            play_rows(rows[part], begin, work, order, results, out[part])

    with ThreadPoolExecutor(_workers(len(rows), threads)) as executor:
        list(executor.map(run, range(0, len(rows), CHUNK)))
    return out


def pack_many(positions: Sequence[Position]) -> Row:
    """The rows of many positions.

    >>> pack_many([read(f"iello-2015; trump red; team 0; hands R{n} / B2") for n in (5, 6)]).shape == (2, ROW)
    True
    """
    return np.stack([pack(position) for position in positions]) if positions else np.zeros((0, ROW), dtype=np.int64)


def _bounds(lower: int, upper: int, first: bool, card: Card | None = None) -> Bounds:
    """Bounds for the side to play, from bounds for side 0."""
    return Bounds(int(lower), int(upper), card) if first else Bounds(-int(upper), -int(lower), card)


def _playouts(result: Row, card: Card | None) -> Playouts:
    number, sum_0, squares_0, sum_1, squares_1 = (int(part) for part in result)
    return Playouts(number, (sum_0, sum_1), (squares_0, squares_1), card)


def _policy(name: str) -> int:
    if name not in POLICIES:
        raise ValueError(f"unknown policy {quote(name)}; known: {', '.join(POLICIES)}")
    return POLICIES[name]


def _workers(rows: int, threads: int | None) -> int:
    """How many threads share the rows."""
    most = cpu_count() or 1 if threads is None else check_whole("threads", threads, 1)
    return max(1, min(most, -(-rows // CHUNK)))


def _stop(tables: Sequence[Table]) -> None:
    for table in tables:
        table.stop()


@contextmanager
def _limited(tables: Sequence[Table], seconds: float | None) -> Iterator[None]:
    """Stop searches after some seconds: another thread sets a flag that they check before each trick."""
    timer = None if seconds is None else Timer(check_seconds(seconds), _stop, (tables,))
    for table in tables:
        table.work[OVER] = 0
    if timer is None:
        yield
        return
    if seconds == 0:
        _stop(tables)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()  # otherwise it might stop the next search


def value_table(position: Position, found: Solution) -> str:
    """What a search proved, as a table: every move, its value, and what that is in points; best first.

    >>> position = read("iello-2015; trump red; points 2; team 0; hands R9 B13 G1 / R10 B2 Y4")
    >>> print(value_table(position, solve(position, moves=True)))
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


def plain_values(position: Position, found: Solution, edition: str | None = None) -> dict[str, Any]:
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


SMALL: Final = "iello-2015; trump red; points 2; team 0; hands R9 B13 / R10 B2"


def compile_steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """What the first use would wait for: the parts to compile, a name each, and a call that compiles it."""
    position = read(SMALL)
    rows = np.stack([pack(position)])
    yield "search", lambda: solve(position)
    yield "checks", lambda: solve_many(rows, threads=1, megabytes=1)
    yield "playouts", lambda: (playouts(position, 1, seed=1), playouts_many(rows, 1, seed=1, threads=1))
