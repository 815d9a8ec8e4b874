"""The walk through the worlds of a view, compiled: swaps of two cards of one deck. What it means: `bots/nope/worlds`.

The life of a hand is a row of steps of `STEP` numbers each: what happens, and up to four numbers about it. Cards are
kinds here, since equal cards are equal wherever they come from.
"""

from math import log
from typing import Final, NamedTuple

from naysay.bots.nope.fast.cards import KIND_COLOURS, KIND_SORT, KINDS
from naysay.bots.nope.fast.machine import INCREMENT, MULTIPLIER, Floats, Ints, below, compiled, fraction
from naysay.nope.cards import JOKER, ORDER

NUMBER_OF_KINDS: Final = len(KINDS)
SHOWN: Final = NUMBER_OF_KINDS  # in `held`, behind the kinds: how many cards show each colour
SINGLE: Final = SHOWN + 4  # of them, how many show no other
ACTING: Final = SINGLE + 4  # how many are action cards
HELD: Final = ACTING + 4
JOKER_KIND: Final = ORDER[JOKER]
ALONE: Final = 1  # in `weights`, with 2 and 3 added: the chance to play an action card alone
STEP: Final = 3
GETS: Final = 0  # the card of a slot
LAYS: Final = 1  # a card of this kind
HAS_SET: Final = 2  # for a demand: count, colours
HAS_NONE: Final = 3
CHOOSES: Final = (
    4  # lays a set, or an action card alone: what it was, and the colours of the demand that all of it shows
)

LOG_PENALTY: Final = log(0.002)
TINY: Final = 1e-12
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
    weights: Floats  # how likely choices are: see `likely`; nothing if all worlds count the same
    lives: Ints  # the steps of all seats
    life: Ints  # where each seat's life begins among them, and the end


@compiled
def likely(weights: Floats, held: Ints, what: int, colours: int) -> float:
    """The logarithm of the chance that a hand makes a choice, of all the sets of the same colour that it has.

    `what` tells the demanded number of cards, then how many were laid, of one colour, jokers and action cards, two bits
    each. An action card alone is a choice of its own, for hands that have one and a set.
    """
    wanted = what & 3
    laid = what >> 2 & 3
    most = -1
    colour = 0
    for one in range(4):
        if colours >> one & 1 and held[SHOWN + one] > most:
            most = held[SHOWN + one]
            colour = one
    actions = held[ACTING + colour]
    chance_alone = weights[ALONE + wanted]
    if laid < wanted:
        return log(chance_alone) if most >= wanted else 0.0
    jokers = held[JOKER_KIND]
    singles = held[SINGLE + colour]
    pairs = most - jokers - singles - actions
    single = weights[0]
    joker = weights[1]
    action = weights[2]
    one = singles * single + pairs + jokers * joker + actions * action
    ways = one
    if wanted > 1:
        two = singles * single**2 + pairs + jokers * joker**2 + actions * action**2
        ways = (one * one - two) / 2
        if wanted > 2:
            three = singles * single**3 + pairs + jokers * joker**3 + actions * action**3
            ways = (one**3 - 3 * one * two + 2 * three) / 6
    taken = single ** (what >> 4 & 3) * joker ** (what >> 6 & 3) * action ** (what >> 8 & 3)
    found = log(taken / max(ways, taken))
    if wanted > 1 and actions > 0:
        found += log(1.0 - chance_alone)
    return found


@compiled
def change(held: Ints, kind: int, sign: int) -> None:
    """A card comes into a hand, or goes."""
    held[kind] += sign
    shows = KIND_COLOURS[kind]
    sort = KIND_SORT[kind]
    for colour in range(4):
        if shows >> colour & 1:
            held[SHOWN + colour] += sign
            if sort == 1:
                held[SINGLE + colour] += sign
            elif sort == 2:
                held[ACTING + colour] += sign


@compiled
def breaks(story: Story, seat: int, cards: Ints, held: Ints) -> tuple[int, float]:
    """By how many cards the life of this hand falls short of what was seen, if the slots hold these cards.

    And the logarithm of the chance of its choices. In the end `held` is the hand.
    """
    for at in range(held.size):
        held[at] = 0
    broken = 0
    chance = 0.0
    lives = story.lives
    for at in range(story.life[seat], story.life[seat + 1], STEP):
        what = lives[at]
        if what == GETS:
            kind = cards[lives[at + 1]]
            if kind >= 0:
                change(held, kind, 1)
        elif what == LAYS:
            kind = lives[at + 1]
            if held[kind] > 0:
                change(held, kind, -1)
            else:
                broken += 1
        elif what == CHOOSES:
            if story.weights.size:
                chance += likely(story.weights, held, lives[at + 1], lives[at + 2])
        else:
            broken += falls_short(held, lives[at + 1], lives[at + 2], what == HAS_SET)
    return broken, chance


@compiled
def falls_short(held: Ints, wanted: int, colours: int, able: bool) -> int:
    """By how many cards a hand has no set but should have one, or has one but should not."""
    most = 0
    over = 0
    for colour in range(4):
        if colours >> colour & 1:
            most = max(most, held[SHOWN + colour])
            over += max(0, held[SHOWN + colour] - wanted + 1)
    return max(0, wanted - most) if able else over


@compiled
def give(story: Story, cards: Ints, work: Ints, number: int, kind: int, source: int) -> tuple[int, int]:
    """Give a laid card to one of the `number` slots listed in `work`, mostly the latest: how many are left then."""
    got = story.pools.size
    fits = 0
    for place in range(number):
        if work[story.deck[work[got + place]] * NUMBER_OF_KINDS + kind] > 0:
            fits += 1
    if fits == 0:
        return number, source
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
                for later in range(place, number - 1):
                    work[got + later] = work[got + later + 1]
                break
            chosen -= 1
    return number - 1, source


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
                number, source = give(story, cards, work, number, story.lives[at + 1], source)
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
        before, _ = breaks(story, seat, cards, held)
        least = 1000
        found = -1
        for _ in range(TRIES):
            source = source * MULTIPLIER + INCREMENT
            kind = any_kind(pools, deck, source)
            cards[slot] = kind
            now, _ = breaks(story, seat, cards, held)
            worse = now - before
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
def try_swap(
    story: Story, cards: Ints, broken: Ints, chances: Floats, held: Ints, one: int, other: int, source: int
) -> int:
    """Swap the cards of two slots, unless the world would break more or be less likely, and chance forbids it."""
    kind = cards[one]
    if kind == cards[other]:
        return source
    first = story.owner[one]
    second = story.owner[other]
    cards[one] = cards[other]
    cards[other] = kind
    now_first, chance_first = breaks(story, first, cards, held)
    worse = now_first - broken[first]
    change = chance_first - chances[first]
    now_second = 0
    chance_second = 0.0
    if second != PILE and second != first:
        now_second, chance_second = breaks(story, second, cards, held)
        worse += now_second - broken[second]
        change += chance_second - chances[second]
    change += worse * LOG_PENALTY
    if change < 0:
        source = source * MULTIPLIER + INCREMENT
        if log(fraction(source) + TINY) >= change:
            cards[other] = cards[one]
            cards[one] = kind
            return source
    broken[first] = now_first
    chances[first] = chance_first
    if second != PILE and second != first:
        broken[second] = now_second
        chances[second] = chance_second
    return source


@compiled
def swap_some(story: Story, at: int, cards: Ints, broken: Ints, chances: Floats, held: Ints, source: int) -> int:
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
    return try_swap(story, cards, broken, chances, held, one, other, source)


@compiled
def sweep(story: Story, cards: Ints, broken: Ints, chances: Floats, held: Ints, source: int) -> int:
    """Try as many swaps as there are hidden places."""
    number = story.hidden.size
    for _ in range(number):
        source = source * MULTIPLIER + INCREMENT
        source = swap_some(story, below(source, number), cards, broken, chances, held, source)
    return source


@compiled
def is_whole(broken: Ints) -> bool:
    """Whether a world breaks nothing."""
    total = 0
    for seat in range(broken.size):
        total += broken[seat]
    return total == 0


@compiled
def mend(story: Story, cards: Ints, broken: Ints, chances: Floats, held: Ints, patience: int, source: int) -> int:
    """Swap cards of hands that do not fit until all do, or patience ends."""
    number = story.hidden.size
    for _ in range(patience):
        if is_whole(broken):
            break
        for _ in range(number):
            source = source * MULTIPLIER + INCREMENT
            at = below(source, number)
            if broken[story.owner[story.hidden[at]]]:
                source = swap_some(story, at, cards, broken, chances, held, source)
    return source


@compiled
def begin_walk(
    story: Story, viewer: int, cards: Ints, broken: Ints, chances: Floats, held: Ints, work: Ints, source: int
) -> int:
    """A world to begin with, which may break some conditions."""
    source = begin(story, cards, work, source)
    source = fill(story, cards, work, held, source)
    for seat in range(broken.size):
        broken[seat] = 0
        chances[seat] = 0.0
        if seat != viewer:
            broken[seat], chances[seat] = breaks(story, seat, cards, held)
    return source


@compiled
def run(story: Story, cards: Ints, broken: Ints, chances: Floats, held: Ints, sweeps: int, source: int) -> int:
    """Walk on for so many sweeps."""
    for _ in range(sweeps):
        source = sweep(story, cards, broken, chances, held, source)
    return source
