"""The search: is the value at least `gamma`?

`descend` answers for one window and says which cuts in the order of cards its answer rests on, so that the
transposition table can store it as a pattern (see `transpositions`).
All values count for side 0. A result at least `gamma` is a lower bound, a smaller one an upper bound.
"""

from typing import Final

from naysay.native.bits import high_place, int64, low_place
from naysay.native.jit import Words, compiled
from naysay.solver.bounds import after_loss, in_trick, quick
from naysay.solver.order import best_first, list_moves, rate_moves
from naysay.solver.row import HAND, LOOT, PLAYERS, SIDE, SIGN
from naysay.solver.transpositions import probe, store, whole_copies
from naysay.solver.trick import Trick, gain, new_trick, with_card
from naysay.solver.work import (
    BOTTOM,
    BOUNDS,
    CLASSED,
    COUNT_A,
    COUNT_B,
    FLOOR,
    FOUND_NOTHING,
    IDEAS,
    LEFT,
    LIMIT,
    LOW_CARDS,
    MARK,
    MIDS,
    MOVES,
    NODES,
    ONLY,
    ORDER,
    OVER,
    PATTERNS,
    SCORE,
    SHAPE_A,
    SHAPE_B,
    SKIP,
    STOP,
    SUIT_AT,
    TABLE,
    USED,
)

INFINITE: Final = 999
SLOT: Final = 32


@compiled
def cut_for(work: Words, trick: int, best: int, cuts: int) -> int:
    """Cuts that tell that a trick's best card beats its rivals, added to those that there are.

    Rivals are cards of its suit; lowest cards are known by the shape to be lower, and of each other, the last wins. Any
    cut between the best card and the next will do. If there is none yet, it is put just below the best card: one lower
    down is of less use to other proofs. Where cards have copies, all from the best card and its copies up are cut off
    singly.
    """
    if best & work[LOOT]:
        return cuts
    suit = work[MIDS + work[SUIT_AT + low_place(best)]]
    rivals = trick & suit & ~best
    if rivals == 0:
        return cuts
    if work[CLASSED]:
        return cuts | (work[LEFT] | trick) & suit & -work[FLOOR + low_place(best)]
    above = -(2 << high_place(rivals))
    if cuts & suit & above & (2 * best - 1):
        return cuts
    return cuts | best


@compiled
def last_trick(work: Words, leader: int) -> int:
    """The value when everybody has one card; puts the cuts into `MARK`."""
    trick = new_trick(leader)
    for _ in range(work[PLAYERS]):
        trick = with_card(work, trick, work[HAND + trick.seat])
    work[MARK] = cut_for(work, trick.cards, trick.best, 0)
    return gain(work, trick)


@compiled
def bound_before_trick(work: Words, table: Words, depth: int, leader: int, tricks: int, gamma: int) -> int:
    """A bound before a trick without trying moves, with its cuts in `USED`; or `FOUND_NOTHING`.

    Here the search checks whether it has to stop: then the result means nothing.
    """
    if work[NODES] > work[LIMIT] or work[OVER]:
        work[STOP] = 1
    if work[STOP]:
        return int64(0)
    value = int64(FOUND_NOTHING)
    if tricks == 1:
        value = last_trick(work, leader)
    elif work[IDEAS] & BOUNDS:
        value = quick(work, leader, tricks, gamma)
    if value == FOUND_NOTHING and work[IDEAS] & TABLE:
        value = probe(table, work, leader, gamma)
    if value == FOUND_NOTHING and work[SIGN] < 0 and work[IDEAS] & BOUNDS:
        value = after_loss(work, leader, tricks, gamma)
    work[USED + depth] = work[MARK]
    return value


@compiled
def bound_in_trick(work: Words, depth: int, tricks: int, trick: Trick, gamma: int) -> int:
    """The same in the middle of a trick."""
    value = in_trick(work, tricks, trick, gamma)
    if value != FOUND_NOTHING:
        work[USED + depth] = cut_for(work, trick.cards, trick.best, work[MARK])
    return value


@compiled
def move_card(work: Words, seat: int, card: int) -> None:
    """Take a card out of a hand, or put it back."""
    place = seat * 64 + low_place(card)
    step = -1 if work[HAND + seat] & card else 1
    work[SHAPE_A] += step * work[COUNT_A + place]
    work[SHAPE_B] += step * work[COUNT_B + place]
    if card & work[LOOT]:
        work[LOW_CARDS + work[SIDE + seat]] += step
    work[HAND + seat] ^= card
    work[LEFT] ^= card


@compiled
def after_failure(work: Words, base: int, at: int, number: int, best: int, cuts: int) -> int:
    """What a failed move says of the moves after it; returns how many moves are left, and puts more cuts into `MARK`.

    The proof holds for every card alike, of this hand and suit and with no cut between: such moves fail, too, and need
    not be tried. If a cut is between the card and others that it stands for, since they touch, then these must go on to
    touch: with cuts below the lowest of them and below the next card above, there is nothing else between.
    """
    card = work[MOVES + base + at]
    bottom = work[BOTTOM + base + at]
    work[MARK] = 0
    if card & work[LOOT]:
        return number
    cuts = whole_copies(work, cuts, work[LEFT] | best)
    suit = work[MIDS + work[SUIT_AT + low_place(card)]]
    lower = cuts & suit & (2 * card - 1)
    upper = cuts & suit & -(2 * card)
    lowest = int64(1) << high_place(lower) if lower else int64(0)
    highest = upper & -upper if upper else int64(1) << 62
    if bottom < lowest:
        over = (work[LEFT] | best) & suit & -(2 * card)
        work[MARK] = bottom | (over & -over)
    if work[IDEAS] & SKIP and work[CLASSED] == 0:  # copies tie with some cards and not with others: no two are alike
        move = at + 1
        while move < number:
            other = work[MOVES + base + move]
            if other & suit and other < highest and work[BOTTOM + base + move] >= lowest:
                number -= 1
                for part in (MOVES, BOTTOM, SCORE):
                    work[part + base + move] = work[part + base + number]
            else:
                move += 1
    return number


@compiled
def moves_of(work: Words, depth: int, trick: Trick) -> int:
    """List and rate the moves of a node; returns how many."""
    base = depth * SLOT
    if depth == 0 and work[ONLY]:
        work[MOVES + base] = work[BOTTOM + base] = work[ONLY]
        return int64(1)
    hand = work[HAND + trick.seat]
    number = list_moves(work, base, trick.seat, hand & trick.led or hand, trick.best)
    if work[IDEAS] & ORDER == 0:
        for move in range(base, base + number):
            work[SCORE + move] = 0
    elif number > 1:
        rate_moves(work, base, number, trick)
    return number


@compiled
def descend(work: Words, table: Words, depth: int, tricks: int, trick: Trick, gamma: int) -> int:
    """A bound that settles whether the value is at least `gamma`; the cuts it rests on are in `USED` at `depth`."""
    work[NODES] += 1
    value = int64(FOUND_NOTHING)
    if depth > 0:
        if trick.played == 0:
            value = bound_before_trick(work, table, depth, trick.seat, tricks, gamma)
        elif trick.played + 1 < work[PLAYERS] and work[SIGN] < 0 and work[IDEAS] & BOUNDS:
            value = bound_in_trick(work, depth, tricks, trick, gamma)
    if value != FOUND_NOTHING:
        return value
    base = depth * SLOT
    number = moves_of(work, depth, trick)
    seat = trick.seat
    side = work[SIDE + seat]
    found = int64(-INFINITE if side == 0 else INFINITE)
    used = int64(0)
    at = int64(0)
    while at < number:
        best_first(work, base, number, at)
        card = work[MOVES + base + at]
        after = with_card(work, trick, card)
        move_card(work, seat, card)
        if after.played < work[PLAYERS]:
            value = descend(work, table, depth + 1, tricks, after, gamma)
            cuts = work[USED + depth + 1]
        else:
            value = gain(work, after)
            cuts = int64(0)
            if tricks > 1:
                value += descend(work, table, depth + 1, tricks - 1, new_trick(after.taker), gamma - value)
                cuts = work[USED + depth + 1]
            cuts = cut_for(work, after.cards, after.best, cuts)
        move_card(work, seat, card)
        if work[STOP]:
            return int64(0)
        found = max(found, value) if side == 0 else min(found, value)
        if (found >= gamma) == (side == 0):
            used = cuts
            break
        number = after_failure(work, base, at, number, trick.best, cuts)
        used |= cuts | work[MARK]
        at += 1
    work[USED + depth] = used
    if trick.played == 0 and depth > 0 and work[IDEAS] & TABLE:
        kept = used if work[IDEAS] & PATTERNS else work[LEFT]
        store(table, work, seat, tricks, kept, found, found >= gamma)
    return found
