"""From questions to values: ask the search again and again until a position's value is known.

The first question is about what greedy play would gain; each answer is a bound, and the next question is about that.
"""

from naysay.solver.bits import Words, compiled, count, int64, raw
from naysay.solver.layout import HAND, LEADER, LOOT, PLAYED, PLAYERS, SIDE, SIGN, Row
from naysay.solver.order import best_first, list_moves, rate_moves
from naysay.solver.search import descend, move_card
from naysay.solver.table import keep_or_forget
from naysay.solver.work import (
    BOTTOM,
    GUESS,
    IDEAS,
    LIMIT,
    LOW_CARDS,
    MOST,
    MOVES,
    NODES,
    ONLY,
    STOP,
    SURE,
    SURE_MARK,
    gain,
    prepare,
    trick_so_far,
    with_card,
)


@compiled
def start(work: Words, table: Words, gamma: int) -> int:
    """`descend` from the position in the work array."""
    led, best, taker, trick, loot_0, loot_1 = trick_so_far(work)
    seat = (work[LEADER] + work[PLAYED]) % work[PLAYERS]
    tricks = count(work[HAND + seat])
    for side in range(2):  # of the first trick no bound is asked
        work[SURE + 2 * tricks + side] = work[SURE_MARK + 2 * tricks + side] = 0
    return descend(
        work,
        table,
        int64(0),
        tricks,
        work[PLAYED],
        seat,
        led,
        best,
        taker,
        trick,
        loot_0,
        loot_1,
        gamma,
    )


@compiled
def greedy_value(scratch: Words) -> int:
    """What side 0 gains if everybody plays greedily; the hands are empty afterwards."""
    led, best, taker, trick, loot_0, loot_1 = trick_so_far(scratch)
    players = scratch[PLAYERS]
    played = scratch[PLAYED]
    seat = (scratch[LEADER] + played) % players
    value = 0
    while scratch[HAND + seat]:
        hand = scratch[HAND + seat]
        number = list_moves(scratch, 0, seat, hand & led or hand, best)
        rate_moves(scratch, 0, number, played, seat, led, best, taker, loot_0, loot_1)
        best_first(scratch, 0, number, 0)
        card = scratch[MOVES]
        led, best, taker = with_card(scratch, seat, card, played, led, best, taker)
        if card & scratch[LOOT]:
            loot_0 += 1 - scratch[SIDE + seat]
            loot_1 += scratch[SIDE + seat]
        move_card(scratch, seat, card)
        played += 1
        seat = (seat + 1) % players
        if played == players:
            value += gain(scratch, taker, loot_0, loot_1)
            seat = taker
            led = best = trick & 0
            played = loot_0 = loot_1 = int64(0)
    return value


@compiled
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
    _, _, _, _, loot_0, loot_1 = trick_so_far(work)
    tricks = count(work[HAND + (work[LEADER] + work[PLAYED]) % work[PLAYERS]])
    most_0 = work[MOST] * (tricks + work[LOW_CARDS + 1] + loot_1)
    most_1 = work[MOST + 1] * (tricks + work[LOW_CARDS] + loot_0)
    if work[SIGN] > 0:
        return -most_1, most_0
    return -most_0, most_1


@compiled
def solve_row(row: Words, work: Words, table: Words, limit: int, ideas: int) -> tuple[int, int, int]:
    """Bounds for the value of a row to side 0, and the nodes visited. `OVER` is for the caller to clear."""
    prepare(row, work)
    work[STOP] = 0
    guess = int64(0)
    if ideas & GUESS:
        guess = greedy_value(raw(work))
        prepare(row, work)
    keep_or_forget(table, work)
    work[NODES] = 0
    work[LIMIT] = limit
    work[ONLY] = 0
    work[IDEAS] = ideas
    lower, upper = widest(raw(work))
    lower, upper = narrow(raw(work), raw(table), guess, lower, upper)
    return lower, upper, work[NODES]


@compiled
def solve_moves(row: Words, work: Words, table: Words, limit: int, ideas: int, moves: Row) -> tuple[int, int, int, int]:
    """As `solve_row`, and bounds for every move: a row (highest card, lowest card, lower, upper) each; their number.

    No move is worth more to the side to play than the position, so the search for each begins there.
    """
    lower, upper, _ = solve_row(row, work, table, limit, ideas)
    led, best, _, _, _, _ = trick_so_far(raw(work))
    seat = (work[LEADER] + work[PLAYED]) % work[PLAYERS]
    hand = work[HAND + seat]
    least, most = widest(raw(work))
    number = list_moves(raw(work), 0, seat, hand & led or hand, best)
    for move in range(number):
        moves[move, 0] = work[MOVES + move]
        moves[move, 1] = work[BOTTOM + move]
    first = work[SIDE + seat] == 0
    for move in range(number):
        work[ONLY] = moves[move, 0]
        if first:
            moves[move, 2], moves[move, 3] = narrow(raw(work), raw(table), upper, least, upper)
        else:
            moves[move, 2], moves[move, 3] = narrow(raw(work), raw(table), lower, lower, most)
    return lower, upper, work[NODES], number


@compiled
def solve_rows(rows: Row, work: Words, table: Words, limit: int, ideas: int, out: Row) -> None:
    """Solve many rows: lower bound, upper bound and nodes of row i go to row i of `out`."""
    for at in range(rows.shape[0]):
        out[at, 0], out[at, 1], out[at, 2] = solve_row(rows[at], work, table, limit, ideas)
