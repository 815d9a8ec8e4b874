"""The table of patterns: what was proven of positions that differ only in ranks which the proof never used.

A position before a trick is split into its *shape* (who leads, how many cards of each suit and how many lowest cards
each seat holds), its *owners* (who holds the highest card of each suit that is left, who the next, lowest cards left
out) and its *ties* (which of those equal the next lower one). An entry holds a shape, a mask of the ranks that count
(in each suit from the highest down to some rank), owners and ties, and bounds for the value. It speaks of every
position of the same shape that has the same owners and ties where the mask is set.

An entry is `ENTRY` numbers: shape A, shape B with the leader, three bits of owners as masks, mask, ties, bounds. A
bucket is `WAYS` tags, one word each, and as many entries. `HEAD` numbers before the buckets: how many buckets less one,
the generation, and the numbers of the row that entries depend on. Another generation's entries are nothing.
"""

from typing import Final

import numpy as np

from naysay.solver.bits import Words, compiled, low_place, spread, squeeze
from naysay.solver.layout import HAND, LEADER, LOOT, PLAYED, ROW, SIDE, SUIT, SUITS, TRICK, Row
from naysay.solver.work import CLASSED, FLOOR, LEFT, MARK, MIDS, SHAPE_A, SHAPE_B

HEAD: Final = 64
LAST_GENERATION: Final = 0x7FF
WAYS: Final = 16
ENTRY: Final = 8
BUCKET: Final = WAYS * (ENTRY + 1)
LEADER_AT: Final = 59
WORST: Final = -1000
FOUND_NOTHING: Final = 10_000

MASK: Final = 0
GENERATION: Final = 1
TURN: Final = 2  # where the next search for room begins
RULES: Final = 8
_FIRST: Final = -7046029254386353131
_SECOND: Final = -4658895280553007687


def make_table(megabytes: int) -> Row:
    """A new table of at most so many MiB, at the start of a cache line."""
    buckets = 1
    while (HEAD + 2 * buckets * BUCKET) * 8 <= megabytes << 20:
        buckets *= 2
    space = np.zeros(HEAD + buckets * BUCKET + 8, dtype=np.int64)
    start = -space.ctypes.data // 8 % 8
    table = space[start : start + HEAD + buckets * BUCKET]
    table[MASK], table[GENERATION] = buckets - 1, 1
    return table


@compiled
def keep_or_forget(table: Words, work: Words) -> None:
    """Forget all entries if they are about other terms, sides or weights than the position's."""
    same = True
    for place in range(ROW):
        if HAND <= place < SIDE or TRICK <= place < SUIT or place in (LEADER, PLAYED):
            continue
        if table[RULES + place] != work[place]:
            same = False
            table[RULES + place] = work[place]
    if not same:
        table[GENERATION] += 1
        if table[GENERATION] > LAST_GENERATION:  # its number has no more room in a tag
            for place in range(HEAD, table.size):
                table[place] = 0
            table[GENERATION] = 1


@compiled
def mix(first: int, second: int, generation: int, tricks: int) -> int:
    """The tag of a shape: 48 bits of hash, 11 of the generation, 5 for the number of tricks left."""
    found = first * _FIRST ^ second * _SECOND
    found ^= found >> 29 & 0x7FFFFFFFF
    found *= _FIRST
    found ^= found >> 32 & 0xFFFFFFFF
    return found & ~0xFFFF | generation << 5 | tricks


@compiled
def ranks(work: Words) -> int:
    """The cards left that have a rank: all but the lowest."""
    return work[LEFT] & ~work[LOOT]


@compiled
def ties(work: Words) -> int:
    """The cards left that equal the next lower card left."""
    found = 0
    last = 0
    cards = work[LEFT] & work[CLASSED]
    while cards:
        floor = work[FLOOR + low_place(cards)]
        if floor == last:
            found |= cards & -cards
        last = floor
        cards &= cards - 1
    return found


@compiled
def owner_bits(work: Words) -> tuple[int, int, int]:
    """Who holds what, as three masks: seat 3 is in the first and the second, seat 4 in the third."""
    return (
        work[HAND + 1] | work[HAND + 3],
        work[HAND + 2] | work[HAND + 3],
        work[HAND + 4],
    )


@compiled
def probe(table: Words, work: Words, leader: int, tricks: int, gamma: int) -> int:
    """A bound that settles whether the value is at least `gamma`, with its ranks in `MARK`; or `FOUND_NOTHING`."""
    first = work[SHAPE_A]
    second = work[SHAPE_B] | leader << LEADER_AT
    tag = mix(first, second, table[GENERATION], tricks)
    base = HEAD + (tag >> 16 & table[MASK]) * BUCKET
    left = 0
    own_0 = own_1 = own_2 = tie = 0
    for way in range(WAYS):
        if table[base + way] != tag:
            continue
        entry = base + WAYS + way * ENTRY
        if table[entry] != first or table[entry + 1] != second:
            continue
        if left == 0:
            left = ranks(work) | 1 << 62
            own_0, own_1, own_2 = owner_bits(work)
            own_0, own_1, own_2 = squeeze(own_0, left), squeeze(own_1, left), squeeze(own_2, left)
            if work[CLASSED]:
                tie = squeeze(ties(work), left)
        differ = (
            (own_0 ^ table[entry + 2])
            | (own_1 ^ table[entry + 3])
            | (own_2 ^ table[entry + 4])
            | (tie ^ table[entry + 6])
        )
        if differ & table[entry + 5]:
            continue
        bounds = table[entry + 7]
        lower = (bounds & 0xFFF) + WORST
        upper = (bounds >> 12 & 0xFFF) + WORST
        if lower >= gamma or upper < gamma:
            work[MARK] = spread(table[entry + 5], left)
            return lower if lower >= gamma else upper
    return FOUND_NOTHING


@compiled
def rank_mask(work: Words, used: int) -> int:
    """In each suit the ranked cards left from the highest down to the lowest used, its copies included."""
    found = 0
    for suit in range(work[SUITS]):
        cards = used & work[MIDS + suit]
        if cards:
            found |= work[MIDS + suit] & -work[FLOOR + low_place(cards)]
    return found & work[LEFT]


@compiled
def store(table: Words, work: Words, leader: int, tricks: int, used: int, value: int, is_lower: bool) -> None:
    """Keep a bound that rests on the ranks of `used`."""
    first = work[SHAPE_A]
    second = work[SHAPE_B] | leader << LEADER_AT
    tag = mix(first, second, table[GENERATION], tricks)
    base = HEAD + (tag >> 16 & table[MASK]) * BUCKET
    left = ranks(work) | 1 << 62
    mask = squeeze(rank_mask(work, used), left)
    own_0, own_1, own_2 = owner_bits(work)
    own_0, own_1, own_2 = squeeze(own_0, left) & mask, squeeze(own_1, left) & mask, squeeze(own_2, left) & mask
    tie = squeeze(ties(work), left) & mask if work[CLASSED] else 0
    lower = value if is_lower else WORST
    upper = -WORST if is_lower else value
    victim = replaced(table, base, tag)
    for way in range(WAYS):
        entry = base + WAYS + way * ENTRY
        if (
            table[base + way] == tag
            and table[entry] == first
            and table[entry + 1] == second
            and table[entry + 5] == mask
            and table[entry + 2] == own_0
            and table[entry + 3] == own_1
            and table[entry + 4] == own_2
            and table[entry + 6] == tie
        ):
            bounds = table[entry + 7]
            lower = max(lower, (bounds & 0xFFF) + WORST)
            upper = min(upper, (bounds >> 12 & 0xFFF) + WORST)
            victim = way
            break
    entry = base + WAYS + victim * ENTRY
    table[base + victim] = tag
    table[entry] = first
    table[entry + 1] = second
    table[entry + 2] = own_0
    table[entry + 3] = own_1
    table[entry + 4] = own_2
    table[entry + 5] = mask
    table[entry + 6] = tie
    table[entry + 7] = (lower - WORST) | (upper - WORST) << 12


@compiled
def replaced(table: Words, base: int, tag: int) -> int:
    """Which entry of a bucket gives way: one of an old generation, or one of the shortest positions."""
    found = 0
    least = 1 << 30
    turn = table[TURN] + 1
    table[TURN] = turn
    for step in range(WAYS):
        way = (step + turn) & (WAYS - 1)
        other = table[base + way]
        if (other ^ tag) >> 5 & LAST_GENERATION:
            return way
        if other & 31 < least:
            least = other & 31
            found = way
    return found
