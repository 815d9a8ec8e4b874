"""The walk through the worlds of a view, compiled: swaps of two cards of one deck. What it means: `bots/nope/worlds`.

The life of a hand is a row of steps of `STEP` numbers each: what happens, and up to four numbers about it. Cards are
kinds here, since equal cards are equal wherever they come from.
"""

from typing import Final, NamedTuple

from naysay.bots.nope.fast.cards import KIND_COLOURS, KINDS
from naysay.bots.nope.fast.machine import INCREMENT, MULTIPLIER, Ints, below, compiled, fraction

NUMBER_OF_KINDS: Final = len(KINDS)
STEP: Final = 3
GETS: Final = 0  # the card of a slot
LAYS: Final = 1  # a card of this kind
HAS_SET: Final = 2  # for a demand: count, colours
HAS_NONE: Final = 3

PENALTY: Final = 0.002
LATEST: Final = 0.9
TRIES: Final = 12
PILE: Final = -1


class Story(NamedTuple):
    """Everything that was seen, as arrays."""

    owner: Ints  # of each slot
    deck: Ints  # of each slot
    hidden: Ints  # the slots in hands whose cards are not known, those of one hand and deck together
    first: Ints  # for each of them: where its hand begins among them
    last: Ints  # and where it ends
    members: Ints  # all slots whose cards are not known, deck by deck
    begins: Ints  # where each deck begins among them, and the end
    pools: Ints  # of each deck: how many cards of each kind fill those slots
    lives: Ints  # the steps of all seats
    life: Ints  # where each seat's life begins among them, and the end


@compiled
def breaks(story: Story, seat: int, cards: Ints, held: Ints) -> int:
    """By how many cards the life of this hand falls short of what was seen, if the slots hold these cards."""
    for kind in range(NUMBER_OF_KINDS):
        held[kind] = 0
    red = 0
    green = 0
    blue = 0
    yellow = 0
    broken = 0
    lives = story.lives
    for at in range(story.life[seat], story.life[seat + 1], STEP):
        what = lives[at]
        if what <= LAYS:
            if what == GETS:
                kind = cards[lives[at + 1]]
                if kind < 0:
                    continue
                sign = 1
            else:
                kind = lives[at + 1]
                sign = -1
                if held[kind] == 0:
                    broken += 1
                    continue
            held[kind] += sign
            shows = KIND_COLOURS[kind]
            red += sign * (shows & 1)
            green += sign * (shows >> 1 & 1)
            blue += sign * (shows >> 2 & 1)
            yellow += sign * (shows >> 3 & 1)
        else:
            wanted = lives[at + 1]
            colours = lives[at + 2]
            if what == HAS_NONE:
                if colours & 1 and red >= wanted:
                    broken += red - wanted + 1
                if colours & 2 and green >= wanted:
                    broken += green - wanted + 1
                if colours & 4 and blue >= wanted:
                    broken += blue - wanted + 1
                if colours & 8 and yellow >= wanted:
                    broken += yellow - wanted + 1
            else:
                most = max(
                    red if colours & 1 else 0,
                    green if colours & 2 else 0,
                    blue if colours & 4 else 0,
                    yellow if colours & 8 else 0,
                )
                broken += max(0, wanted - most)
    return broken


@compiled
def begin(story: Story, cards: Ints, work: Ints, source: int) -> int:
    """Give every laid card to a slot from which it can have come, mostly the latest, and the rest to any.

    `work` has room for the pools, then for the slots that a seat has got.
    """
    pools = story.pools
    got = pools.size
    for at in range(pools.size):
        work[at] = pools[at]
    for at in range(story.members.size):
        cards[story.members[at]] = -1
    for seat in range(story.life.size - 1):
        number = 0
        for at in range(story.life[seat], story.life[seat + 1], STEP):
            if story.lives[at] == GETS:
                if cards[story.lives[at + 1]] < 0:
                    work[got + number] = story.lives[at + 1]
                    number += 1
            elif story.lives[at] == LAYS:
                kind = story.lives[at + 1]
                fits = 0
                for place in range(number):
                    if work[story.deck[work[got + place]] * NUMBER_OF_KINDS + kind] > 0:
                        fits += 1
                if fits == 0:
                    continue
                source = source * MULTIPLIER + INCREMENT
                chosen = fits - 1
                if fraction(source) >= LATEST:
                    source = source * MULTIPLIER + INCREMENT
                    chosen = below(source, fits)
                for place in range(number):
                    slot = work[got + place]
                    if work[story.deck[slot] * NUMBER_OF_KINDS + kind] > 0:
                        if chosen == 0:
                            cards[slot] = kind
                            work[story.deck[slot] * NUMBER_OF_KINDS + kind] -= 1
                            number -= 1
                            for later in range(place, number):
                                work[got + later] = work[got + later + 1]
                            break
                        chosen -= 1
    return source


@compiled
def any_kind(pools: Ints, deck: int, source: int) -> int:
    """A card of those that are left for this deck, each equally likely."""
    start = deck * NUMBER_OF_KINDS
    left = 0
    for kind in range(NUMBER_OF_KINDS):
        left += pools[start + kind]
    chosen = below(source, left)
    for kind in range(NUMBER_OF_KINDS):
        chosen -= pools[start + kind]
        if chosen < 0:
            return kind
    return -1


@compiled
def fill(story: Story, cards: Ints, pools: Ints, held: Ints, source: int) -> int:
    """Give what is left in the pools to the slots that have no card yet: to hands cards that break little, then any."""
    for at in range(story.hidden.size):
        slot = story.hidden[at]
        if cards[slot] >= 0:
            continue
        seat = story.owner[slot]
        deck = story.deck[slot]
        before = breaks(story, seat, cards, held)
        least = 1000
        found = -1
        for _ in range(TRIES):
            source = source * MULTIPLIER + INCREMENT
            kind = any_kind(pools, deck, source)
            cards[slot] = kind
            worse = breaks(story, seat, cards, held) - before
            if worse < least:
                least = worse
                found = kind
            if worse <= 0:
                break
        cards[slot] = found
        pools[deck * NUMBER_OF_KINDS + found] -= 1
    for at in range(story.members.size):
        slot = story.members[at]
        if cards[slot] < 0:
            source = source * MULTIPLIER + INCREMENT
            cards[slot] = any_kind(pools, story.deck[slot], source)
            pools[story.deck[slot] * NUMBER_OF_KINDS + cards[slot]] -= 1
    return source


@compiled
def try_swap(story: Story, cards: Ints, broken: Ints, held: Ints, one: int, other: int, source: int) -> int:
    """Swap the cards of two slots, unless the world would break more, and chance does not allow it."""
    kind = cards[one]
    if kind == cards[other]:
        return source
    first = story.owner[one]
    second = story.owner[other]
    cards[one] = cards[other]
    cards[other] = kind
    now_first = breaks(story, first, cards, held)
    worse = now_first - broken[first]
    now_second = 0
    if second != PILE and second != first:
        now_second = breaks(story, second, cards, held)
        worse += now_second - broken[second]
    if worse > 0:
        source = source * MULTIPLIER + INCREMENT
        if fraction(source) >= PENALTY**worse:
            cards[other] = cards[one]
            cards[one] = kind
            return source
    broken[first] = now_first
    if second != PILE and second != first:
        broken[second] = now_second
    return source


@compiled
def swap_some(story: Story, at: int, cards: Ints, broken: Ints, held: Ints, source: int) -> int:
    """Try to swap the card of a hidden place: half the time within its hand, else with any slot of its deck."""
    one = story.hidden[at]
    source = source * MULTIPLIER + INCREMENT
    if source >> 62 & 1:
        start = story.first[at]
        other = story.hidden[start + below(source << 2, story.last[at] - start)]
    else:
        deck = story.deck[one]
        start = story.begins[deck]
        other = story.members[start + below(source << 2, story.begins[deck + 1] - start)]
    return try_swap(story, cards, broken, held, one, other, source)


@compiled
def sweep(story: Story, cards: Ints, broken: Ints, held: Ints, source: int) -> int:
    """Try as many swaps as there are hidden places."""
    number = story.hidden.size
    for _ in range(number):
        source = source * MULTIPLIER + INCREMENT
        source = swap_some(story, below(source, number), cards, broken, held, source)
    return source


@compiled
def is_whole(broken: Ints) -> bool:
    """Whether a world breaks nothing."""
    for seat in range(broken.size):
        if broken[seat]:
            return False
    return True


@compiled
def mend(story: Story, cards: Ints, broken: Ints, held: Ints, patience: int, source: int) -> int:
    """Swap cards of hands that do not fit until all do, or patience ends."""
    number = story.hidden.size
    for _ in range(patience):
        if is_whole(broken):
            break
        for _ in range(number):
            source = source * MULTIPLIER + INCREMENT
            at = below(source, number)
            if broken[story.owner[story.hidden[at]]]:
                source = swap_some(story, at, cards, broken, held, source)
    return source


@compiled
def begin_walk(story: Story, viewer: int, cards: Ints, broken: Ints, held: Ints, work: Ints, source: int) -> int:
    """A world to begin with, which may break some conditions."""
    source = begin(story, cards, work, source)
    source = fill(story, cards, work, held, source)
    for seat in range(broken.size):
        broken[seat] = 0 if seat == viewer else breaks(story, seat, cards, held)
    return source


@compiled
def run(story: Story, cards: Ints, broken: Ints, held: Ints, sweeps: int, source: int) -> int:
    """Walk on for so many sweeps."""
    for _ in range(sweeps):
        source = sweep(story, cards, broken, held, source)
    return source
