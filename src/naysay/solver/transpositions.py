"""The transposition table: what was proven about all positions that differ only in ranks that the proof never used.

A position before a trick is split into its *shape* (who leads, how many cards of each suit and how many lowest cards
each seat holds) and the order of the other cards in each suit. A proof compares two cards only where one takes a trick
over the other by rank; a *cut* just below some card between them tells which is higher. An entry holds a shape, its
cuts, who held what, and bounds for the value. It applies to every position of the same shape in which each seat holds
as many cards above every cut.

Why that is enough: call cards of a seat and suit alike if no cut is between them. In such a position play, for each
card of the proof, any card alike. Every trick has the same winner, since a cut is between the winning card and its
rivals; after it each seat again has as many cards above each cut; and a seat has no move without one alike that was
proven to fail, where all fail (see `search.after_failure`). Where cards have copies, a cut also says whether the card
above it equals the one below (*ties*), and all cards from the winner up are cut off singly.

An entry is shape A, shape B with the leader, cuts, bounds with the number of tricks, ties, and who held what (seats 1
to 4), all by the order of the cards left. A bucket has room for 64 of them, or 56 with five players: a number that says
how many it holds and of which generation, 16 bits of hash for each, and the entries. `HEAD` numbers come before the
buckets: how many buckets there are, the generation, and the columns of the row that entries depend on. A bucket of
another generation counts as empty.
"""

from typing import Final

import numpy as np

from naysay.native.bits import count, low_place, spread, squeeze
from naysay.native.jit import Words, compiled
from naysay.solver.row import HAND, LEADER, LINK, LOOT, PLAYED, PLAYERS, ROW, SIDE, SUIT, SUITS, TRICK, Row
from naysay.solver.work import CLASSED, FLOOR, FOUND_NOTHING, LEFT, MARK, MIDS, SHAPE_A, SHAPE_B, SUIT_AT

HEAD: Final = 64
LINE: Final = 8  # of the processor's cache, in words
TAGS: Final = 1  # of a bucket, four in a word
ENTRIES: Final = 24
BUCKET: Final = ENTRIES + 512
CUTS: Final = 2
KNOWN: Final = 3
TIES: Final = 4
HELD: Final = 5
CANDIDATES: Final = 4
LEADER_AT: Final = 59
WORST: Final = -1000

BUCKETS: Final = 0
GENERATION: Final = 1
TURN: Final = 2  # where the next search for a place begins
RULES: Final = 8
_FIRST: Final = -7046029254386353131
_SECOND: Final = -4658895280553007687
_ONES: Final = 0x0001000100010001
_TOPS: Final = -0x7FFF7FFF7FFF8000


def make_table(megabytes: int) -> Row:
    """A new table of at most so many MiB, aligned to a cache line."""
    buckets = ((megabytes << 20) // 8 - HEAD - LINE) // BUCKET
    space = np.zeros(HEAD + buckets * BUCKET + LINE, dtype=np.int64)
    start = -space.ctypes.data // 8 % LINE
    table = space[start : start + HEAD + buckets * BUCKET]
    table[BUCKETS], table[GENERATION] = buckets, 1
    return table


@compiled
def keep_or_forget(table: Words, work: Words) -> None:
    """Forget all entries if they are for other terms, sides or weights than the position's."""
    same = True
    for place in range(ROW):
        if HAND <= place < SIDE or TRICK <= place < SUIT or place in (LEADER, PLAYED):
            continue
        if table[RULES + place] != work[place]:
            same = False
            table[RULES + place] = work[place]
    if not same:
        table[GENERATION] += 1


@compiled
def mix(first: int, second: int) -> int:
    """The hash of a shape."""
    found = first * _FIRST ^ second * _SECOND
    found ^= found >> 29 & 0x7FFFFFFFF
    found *= _FIRST
    return found ^ found >> 32 & 0xFFFFFFFF


@compiled
def bucket_of(table: Words, mixed: int) -> int:
    """Where the bucket of a hash begins."""
    return HEAD + ((mixed >> 32 & 0xFFFFFFFF) * table[BUCKETS] >> 32) * BUCKET


@compiled
def size_of(table: Words, base: int) -> int:
    """How many entries a bucket holds."""
    return table[base] & 0xFF if table[base] >> 8 == table[GENERATION] else 0


@compiled
def tagged(table: Words, base: int, word: int, mixed: int) -> int:
    """A bit at the top of each of four tags that equals the hash's; the bit of a tag above such a tag may be wrong."""
    other = table[base + TAGS + word] ^ (mixed & 0xFFFF) * _ONES
    return (other - _ONES) & ~other & _TOPS


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
def matches(table: Words, entry: int, work: Words, left: int, tie: int, cuts: int) -> bool:
    """Whether the position has the ties of an entry of its shape, and as many cards of each seat above every cut."""
    if (tie ^ table[entry + TIES]) & cuts:
        return False
    for seat in range(1, work[PLAYERS]):
        held = squeeze(work[HAND + seat], left)
        other = table[entry + HELD - 1 + seat]
        if held == other:
            continue
        rest = cuts
        while rest:
            above = -(rest & -rest)
            if count(held & above) != count(other & above):
                return False
            rest &= rest - 1
    return True


@compiled
def probe(table: Words, work: Words, leader: int, gamma: int) -> int:
    """A bound that settles whether the value is at least `gamma`, with its cuts in `MARK`; or `FOUND_NOTHING`."""
    first = work[SHAPE_A]
    second = work[SHAPE_B] | leader << LEADER_AT
    mixed = mix(first, second)
    base = bucket_of(table, mixed)
    size = size_of(table, base)
    stride = 9 if work[PLAYERS] == 5 else 8
    left = ranks(work)
    tie = -1
    for word in range((size + 3) >> 2):
        same = tagged(table, base, word, mixed)
        while same:
            way = 4 * word + (low_place(same) >> 4)
            same &= same - 1
            entry = base + ENTRIES + way * stride
            if way >= size or table[entry] != first or table[entry + 1] != second:
                continue
            lower = (table[entry + KNOWN] & 0xFFF) + WORST
            upper = (table[entry + KNOWN] >> 12 & 0xFFF) + WORST
            if lower < gamma <= upper:
                continue
            if tie < 0:
                tie = squeeze(ties(work), left) if work[CLASSED] else 0
            if matches(table, entry, work, left, tie, table[entry + CUTS]):
                work[MARK] = spread(table[entry + CUTS], left)
                return lower if lower >= gamma else upper
    return FOUND_NOTHING


@compiled
def whole_copies(work: Words, cuts: int, cards: int) -> int:
    """The cuts, and wherever one is below a card with copies, those that set all its copies among `cards` apart.

    Otherwise a copy could be in another hand and outlast the one that it was dealt as, or a card above all copies could
    be taken for one that ties.
    """
    rest = cuts & work[CLASSED]
    while rest:
        top = rest & -rest
        rest ^= top
        lowest = work[FLOOR + low_place(top)]
        while top << 1 & work[LINK]:
            top <<= 1
        over = cards & work[MIDS + work[SUIT_AT + low_place(top)]] & -(2 * top)
        cuts |= cards & -lowest & (2 * top - 1) | (over & -over)
    return cuts


@compiled
def needed_cuts(work: Words, used: int) -> int:
    """The cuts that say something: not those below all cards of a suit."""
    used = whole_copies(work, used, work[LEFT])
    for suit in range(work[SUITS]):
        cards = work[LEFT] & work[MIDS + suit]
        used &= ~(cards & -cards)
    return used


@compiled
def store(table: Words, work: Words, leader: int, tricks: int, used: int, value: int, is_lower: bool) -> None:
    """Keep a bound that rests on the cuts below the cards of `used`.

    It replaces an entry that has become useless: one with more cuts, and so for fewer positions, and no better bounds.
    """
    first = work[SHAPE_A]
    second = work[SHAPE_B] | leader << LEADER_AT
    mixed = mix(first, second)
    base = bucket_of(table, mixed)
    size = size_of(table, base)
    stride = 9 if work[PLAYERS] == 5 else 8
    left = ranks(work)
    cuts = squeeze(needed_cuts(work, used), left)
    tie = squeeze(ties(work), left) if work[CLASSED] else 0
    lower = value if is_lower else WORST
    upper = -WORST if is_lower else value
    victim = -1
    for word in range((size + 3) >> 2):
        same = tagged(table, base, word, mixed)
        while same:
            way = 4 * word + (low_place(same) >> 4)
            same &= same - 1
            entry = base + ENTRIES + way * stride
            if way >= size or table[entry] != first or table[entry + 1] != second or cuts & ~table[entry + CUTS]:
                continue
            if matches(table, entry, work, left, tie, cuts):
                low = (table[entry + KNOWN] & 0xFFF) + WORST
                high = (table[entry + KNOWN] >> 12 & 0xFFF) + WORST
                if table[entry + CUTS] == cuts:
                    lower = max(lower, low)
                    upper = min(upper, high)
                    victim = way
                elif victim < 0 and low <= lower and upper <= high:
                    victim = way
    if victim < 0:
        victim = room(table, base, size, stride)
        at = base + TAGS + (victim >> 2)
        shift = 16 * (victim & 3)
        table[at] = table[at] & ~(0xFFFF << shift) | (mixed & 0xFFFF) << shift
    entry = base + ENTRIES + victim * stride
    table[entry] = first
    table[entry + 1] = second
    table[entry + CUTS] = cuts
    table[entry + KNOWN] = (lower - WORST) | (upper - WORST) << 12 | tricks << 24
    table[entry + TIES] = tie
    for seat in range(1, work[PLAYERS]):
        table[entry + HELD - 1 + seat] = squeeze(work[HAND + seat], left)


@compiled
def room(table: Words, base: int, size: int, stride: int) -> int:
    """Where a bucket puts a new entry: at its end, or in place of the one with the fewest tricks of some candidates."""
    ways = 512 // stride
    if size < ways:
        table[base] = table[GENERATION] << 8 | size + 1
        return size
    table[TURN] += 1
    found = 0
    least = 64
    for step in range(CANDIDATES):
        way = (table[TURN] * CANDIDATES + step) % ways
        tricks = table[base + ENTRIES + way * stride + KNOWN] >> 24
        if tricks < least:
            least = tricks
            found = way
    return found
