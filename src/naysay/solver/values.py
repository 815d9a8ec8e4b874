"""From questions to values: ask the search again and again until a position's value is known.

The first question is about what greedy play would gain. Each answer is a bound; the next question is about that bound.
"""

from typing import Final

from naysay.native.bits import count, int64, raw
from naysay.native.jit import Words, compiled, inlined
from naysay.solver.order import best_first, list_moves, rate_moves
from naysay.solver.prepare import prepare, prepare_hands
from naysay.solver.row import HAND, PLAYERS, SIDE, SIGN, Row
from naysay.solver.search import descend, move_card
from naysay.solver.transpositions import keep_or_forget
from naysay.solver.trick import gain, new_trick, trick_so_far, with_card
from naysay.solver.work import BOTTOM, GUESS, IDEAS, LIMIT, LOW_CARDS, MOST, MOVES, NODES, ONLY, STOP, SURE, SURE_MARK

# The columns of results.
LOWER: Final = 0  # bound
UPPER: Final = 1
VISITED: Final = 2  # of a position: nodes
FOUND: Final = 3
HIGHEST: Final = 2  # of a move: the highest card that it stands for
LOWEST: Final = 3
MOVE: Final = 4
MOST_MOVES: Final = 32


@inlined
def start(work: Words, table: Words, gamma: int) -> int:
    """`descend` from the position in the work array."""
    trick = trick_so_far(work)
    tricks = count(work[HAND + trick.seat])
    for side in range(2):  # no bound is asked for the first trick
        work[SURE + 2 * tricks + side] = work[SURE_MARK + 2 * tricks + side] = 0
    return descend(work, table, int64(0), tricks, trick, gamma)


@compiled
def greedy_value(scratch: Words) -> int:
    """What side 0 gains if everybody plays greedily; the hands are empty afterwards."""
    trick = trick_so_far(scratch)
    value = 0
    while scratch[HAND + trick.seat]:
        hand = scratch[HAND + trick.seat]
        number = list_moves(scratch, 0, trick.seat, hand & trick.led or hand, trick.best)
        rate_moves(scratch, 0, number, trick)
        best_first(scratch, 0, number, 0)
        card = scratch[MOVES]
        move_card(scratch, trick.seat, card)
        trick = with_card(scratch, trick, card)
        if trick.played == scratch[PLAYERS]:
            value += gain(scratch, trick)
            trick = new_trick(trick.taker)
    return value


@inlined
def narrow(work: Words, table: Words, guess: int, lower: int, upper: int) -> tuple[int, int]:
    """Ask until the bounds meet, or a limit stops it; they are proven in any case."""
    while lower < upper:
        gamma = max(guess, lower + 1)
        gamma = min(gamma, upper)
        value = start(work, table, gamma)
        if work[STOP]:
            break
        if value >= gamma:
            lower = value
        else:
            upper = value
        guess = value
    return lower, upper


@compiled
def widest(work: Words) -> tuple[int, int]:
    """Bounds for the value to side 0 before any search.

    Proof: the seat to play has a card for each trick to come, this one included. A side takes at most all of them, and
    as loot at most the lowest cards that the other side still holds or has in this trick, each at the largest weight of
    its seats; and the other side takes no less than nothing. At negative points what a side takes is the other's gain.
    """
    trick = trick_so_far(work)
    tricks = count(work[HAND + trick.seat])
    most_0 = work[MOST] * (tricks + work[LOW_CARDS + 1] + trick.loot_1)
    most_1 = work[MOST + 1] * (tricks + work[LOW_CARDS] + trick.loot_0)
    if work[SIGN] > 0:
        return -most_1, most_0
    return -most_0, most_1


@inlined
def solve_row(row: Words, work: Words, table: Words, limit: int, ideas: int) -> tuple[int, int]:
    """Bounds for the value of a row to side 0. The caller clears `OVER`."""
    prepare(row, work)
    work[STOP] = 0
    guess = int64(0)
    if ideas & GUESS:
        guess = greedy_value(raw(work))
        prepare_hands(row, work)
    keep_or_forget(table, work)
    work[NODES] = 0
    work[LIMIT] = limit
    work[ONLY] = 0
    work[IDEAS] = ideas
    lower, upper = widest(raw(work))
    return narrow(raw(work), raw(table), guess, lower, upper)


@inlined
def solve_moves(work: Words, table: Words, lower: int, upper: int, moves: Row) -> None:
    """Bounds for every move of the position that `solve_row` left in the work array, which has these bounds.

    No move is worth more to the side to play than the position, so the search for each begins there.
    """
    trick = trick_so_far(raw(work))
    hand = work[HAND + trick.seat]
    least, most = widest(raw(work))
    number = list_moves(raw(work), int64(0), trick.seat, hand & trick.led or hand, trick.best)
    for move in range(number):
        moves[move, HIGHEST] = work[MOVES + move]
        moves[move, LOWEST] = work[BOTTOM + move]
    first = work[SIDE + trick.seat] == 0
    for move in range(number):
        work[ONLY] = moves[move, HIGHEST]
        guess = upper if first else lower
        low = least if first else lower
        high = upper if first else most
        moves[move, LOWER], moves[move, UPPER] = narrow(raw(work), raw(table), guess, low, high)


@compiled
def solve_rows(rows: Row, work: Words, table: Words, limit: int, ideas: int, out: Row, moves: Row) -> None:
    """Solve many rows: row i of `out` gets the bounds and nodes of row i, and `moves[i]` a row for each move.

    If `moves` has no room for any, only positions are solved. This is the one way into the search from Python: each
    would compile all of it again.
    """
    for at in range(rows.shape[0]):
        lower, upper = solve_row(rows[at], work, table, limit, ideas)
        out[at, LOWER], out[at, UPPER] = lower, upper
        if moves.shape[1]:
            solve_moves(work, table, lower, upper, moves[at])
        out[at, VISITED] = work[NODES]
