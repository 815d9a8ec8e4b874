"""The search: is the value at least this much?

`descend` answers for one window and says which cuts in the order of cards its answer rests on (see `table`), so
that the table can keep it as a pattern.
All values count for side 0. A result at least `gamma` is a lower bound, a smaller one an upper bound.
"""

from typing import Final

from naysay.solver.bits import Words, compiled, high_place, int64, low_place
from naysay.solver.bounds import after_loss, in_trick, quick
from naysay.solver.layout import HAND, LOOT, PLAYERS, SIDE, SIGN, SUIT
from naysay.solver.order import best_first, list_moves, rate_moves
from naysay.solver.table import probe, store, whole_copies
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
    POWER,
    SCORE,
    SHAPE_A,
    SHAPE_B,
    SKIP,
    STOP,
    SUIT_AT,
    TABLE,
    USED,
    gain,
    with_card,
)

INFINITE: Final = 999
SLOT: Final = 32


@compiled
def cut_for(work: Words, trick: int, best: int, cuts: int) -> int:
    """Cuts that tell that a trick's best card beats its rivals, added to those that there are.

    Rivals are cards of its suit; lowest cards are known by the shape to be lower, and of each other, the last wins. Any
    cut between the best card and the next serves. If there is none yet, it is put just below the best card: one further
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
    """The value when everybody has one card; marks the cut in `MARK`."""
    players = work[PLAYERS]
    best = work[HAND + leader]
    led = work[SUIT + work[SUIT_AT + low_place(best)]]
    live = led | work[POWER]
    taker = leader
    loot_0 = 0
    loot_1 = 0
    seat = leader
    for _ in range(players):
        card = work[HAND + seat]
        if card & live & -work[FLOOR + low_place(best)]:
            best = card
            taker = seat
        if card & work[LOOT]:
            if work[SIDE + seat] == 0:
                loot_0 += 1
            else:
                loot_1 += 1
        seat = seat + 1 if seat + 1 < players else 0
    work[MARK] = cut_for(work, work[LEFT], best, 0)
    return gain(work, taker, loot_0, loot_1)


@compiled
def settle(work: Words, table: Words, depth: int, leader: int, tricks: int, gamma: int) -> int:
    """A bound before a trick without looking at moves, with its cuts in `USED`; or `FOUND_NOTHING`.

    Here the search looks whether it is to stop: then the result means nothing.
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
def moves_of(
    work: Words, depth: int, played: int, seat: int, led: int, best: int, taker: int, loot_0: int, loot_1: int
) -> int:
    """List and rate the moves of a node; returns how many."""
    base = depth * SLOT
    if depth == 0 and work[ONLY]:
        work[MOVES + base] = work[BOTTOM + base] = work[ONLY]
        return int64(1)
    hand = work[HAND + seat]
    number = list_moves(work, base, seat, hand & led or hand, best)
    if work[IDEAS] & ORDER == 0:
        for move in range(base, base + number):
            work[SCORE + move] = 0
    elif number > 1:
        rate_moves(work, base, number, played, seat, led, best, taker, loot_0, loot_1)
    return number


@compiled
def descend(
    work: Words,
    table: Words,
    depth: int,
    tricks: int,
    played: int,
    seat: int,
    led: int,
    best: int,
    taker: int,
    trick: int,
    loot_0: int,
    loot_1: int,
    gamma: int,
) -> int:
    """A bound that settles whether the value is at least `gamma`; the cuts it rests on are in `USED` at `depth`."""
    work[NODES] += 1
    if played == 0 and depth > 0:
        value = settle(work, table, depth, seat, tricks, gamma)
        if value != FOUND_NOTHING:
            return value
    elif depth > 0 and played + 1 < work[PLAYERS] and work[SIGN] < 0 and work[IDEAS] & BOUNDS:
        value = in_trick(work, tricks, played, seat, led, best, taker, trick, loot_0, loot_1, gamma)
        if value != FOUND_NOTHING:
            work[USED + depth] = cut_for(work, trick, best, work[MARK])
            return value
    base = depth * SLOT
    number = moves_of(work, depth, played, seat, led, best, taker, loot_0, loot_1)
    side = work[SIDE + seat]
    after = seat + 1 if seat + 1 < work[PLAYERS] else int64(0)
    found = int64(-INFINITE if side == 0 else INFINITE)
    used = int64(0)
    at = int64(0)
    while at < number:
        best_first(work, base, number, at)
        card = work[MOVES + base + at]
        new_led, new_best, new_taker = with_card(work, seat, card, played, led, best, taker)
        low = int64(1) if card & work[LOOT] else int64(0)
        low_0 = loot_0 + low * (1 - side)
        low_1 = loot_1 + low * side
        move_card(work, seat, card)
        if played + 1 < work[PLAYERS]:
            value = descend(
                work,
                table,
                depth + 1,
                tricks,
                played + 1,
                after,
                new_led,
                new_best,
                new_taker,
                trick | card,
                low_0,
                low_1,
                gamma,
            )
            cuts = work[USED + depth + 1]
        else:
            value = gain(work, new_taker, low_0, low_1)
            cuts = int64(0)
            if tricks > 1:
                none = int64(0)
                value += descend(
                    work,
                    table,
                    depth + 1,
                    tricks - 1,
                    none,
                    new_taker,
                    none,
                    none,
                    new_taker,
                    none,
                    none,
                    none,
                    gamma - value,
                )
                cuts = work[USED + depth + 1]
            cuts = cut_for(work, trick | card, new_best, cuts)
        move_card(work, seat, card)
        if work[STOP]:
            return int64(0)
        found = max(found, value) if side == 0 else min(found, value)
        if (found >= gamma) == (side == 0):
            used = cuts
            break
        number = after_failure(work, base, at, number, best, cuts)
        used |= cuts | work[MARK]
        at += 1
    work[USED + depth] = used
    if played == 0 and depth > 0 and work[IDEAS] & TABLE:
        kept = used if work[IDEAS] & PATTERNS else work[LEFT]
        store(table, work, seat, tricks, kept, found, found >= gamma)
    return found
