"""The worlds of a view, sampled by a Markov chain that swaps two cards of one deck. What it means: `bots/nope/worlds`.

What happened to a hand is a row of steps of `STEP` numbers each: what happened, and two numbers about it. Cards are
kinds here, since equal cards are equal wherever they come from.
"""

from math import log
from typing import Final, NamedTuple

from naysay.bots.nope.engine.cards import COPIES_OF_KIND, FIRST_OF_KIND, KIND_COLOURS, KIND_SORT, NUMBER_OF_KINDS
from naysay.bots.nope.engine.rules import PILE as PILE_WORDS
from naysay.bots.nope.engine.rules import PLAYERS, TURN, size_of, take
from naysay.native.bits import count, nth
from naysay.native.jit import Floats, Ints, compiled
from naysay.native.random import below, fraction, step
from naysay.nope.cards import JOKER, ORDER

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
# Lays a set, or an action card alone: what it was, and the colours of the demand that all of it shows.
CHOOSES: Final = 4

LOG_PENALTY: Final = log(0.002)
TINY: Final = 1e-12
LATEST: Final = 0.9
TRIES: Final = 12
PILE: Final = -1


class Evidence(NamedTuple):
    """Everything that a seat has seen, as arrays."""

    owner: Ints  # of each slot
    deck: Ints  # of each slot
    hidden: Ints  # the slots in hands whose cards are not known, those of one hand and deck together
    first: Ints  # for each of them: where its hand begins among them
    last: Ints  # and where it ends
    members: Ints  # all slots whose cards are not known, deck by deck
    begins: Ints  # where each deck begins among them, and the end
    pools: Ints  # of each deck: how many cards of each kind fill those slots
    weights: Floats  # how likely choices are: see `log_likelihood`; nothing if all worlds count the same
    steps: Ints  # of all seats
    begins_of: Ints  # where each seat's steps begin among them, and the end


class World(NamedTuple):
    """What the slots hold, and by seat how badly that fits the evidence."""

    cards: Ints  # by slot: the kind of its card, or -1
    violations: Ints  # by seat: how many cards fall short of what was seen
    log_chances: Floats  # by seat: how likely its choices were
    held: Ints  # room to replay a hand


class Template(NamedTuple):
    """What every row of a view has in common."""

    viewer: int
    sizes: Ints  # of all hands
    row: Ints  # the state without the hands of the others
    used: Ints  # by kind: how many cards are in sight


@compiled
def log_likelihood(weights: Floats, held: Ints, what: int, colours: int) -> float:
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
def replay_hand(evidence: Evidence, seat: int, world: World) -> tuple[int, float]:
    """By how many cards a hand falls short of what was seen of it in this world.

    And the logarithm of the chance of its choices. In the end `held` is the hand.
    """
    cards, held = world.cards, world.held
    for at in range(held.size):
        held[at] = 0
    violations = 0
    chance = 0.0
    steps = evidence.steps
    for at in range(evidence.begins_of[seat], evidence.begins_of[seat + 1], STEP):
        what = steps[at]
        if what == GETS:
            kind = cards[steps[at + 1]]
            if kind >= 0:
                change(held, kind, 1)
        elif what == LAYS:
            kind = steps[at + 1]
            if held[kind] > 0:
                change(held, kind, -1)
            else:
                violations += 1
        elif what == CHOOSES:
            if evidence.weights.size:
                chance += log_likelihood(evidence.weights, held, steps[at + 1], steps[at + 2])
        else:
            violations += falls_short(held, steps[at + 1], steps[at + 2], what == HAS_SET)
    return violations, chance


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
def give_laid(evidence: Evidence, cards: Ints, work: Ints, number: int, kind: int, source: int) -> tuple[int, int]:
    """Give a laid card to one of the `number` slots listed in `work`, mostly the latest: how many are left then."""
    got = evidence.pools.size
    fits = 0
    for place in range(number):
        if work[evidence.deck[work[got + place]] * NUMBER_OF_KINDS + kind] > 0:
            fits += 1
    if fits == 0:
        return number, source
    source = step(source)
    chosen = fits - 1
    if fraction(source) >= LATEST:
        source = step(source)
        chosen = below(source, fits)
    for place in range(number):
        slot = work[got + place]
        if work[evidence.deck[slot] * NUMBER_OF_KINDS + kind] > 0:
            if chosen == 0:
                cards[slot] = kind
                work[evidence.deck[slot] * NUMBER_OF_KINDS + kind] -= 1
                for later in range(place, number - 1):
                    work[got + later] = work[got + later + 1]
                break
            chosen -= 1
    return number - 1, source


@compiled
def give_all_laid(evidence: Evidence, cards: Ints, work: Ints, source: int) -> int:
    """Give every laid card to a slot from which it can have come, mostly the latest, and the rest to any.

    `work` has room for the pools, then for the slots that a seat has got.
    """
    pools = evidence.pools
    got = pools.size
    for at in range(pools.size):
        work[at] = pools[at]
    for at in range(evidence.members.size):
        cards[evidence.members[at]] = -1
    for seat in range(evidence.begins_of.size - 1):
        number = 0
        for at in range(evidence.begins_of[seat], evidence.begins_of[seat + 1], STEP):
            if evidence.steps[at] == GETS:
                if cards[evidence.steps[at + 1]] < 0:
                    work[got + number] = evidence.steps[at + 1]
                    number += 1
            elif evidence.steps[at] == LAYS:
                number, source = give_laid(evidence, cards, work, number, evidence.steps[at + 1], source)
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
def fill_slots(evidence: Evidence, world: World, pools: Ints, source: int) -> int:
    """Give what is left in the pools to the slots that have no card yet: to hands cards that break little, then any."""
    cards = world.cards
    for at in range(evidence.hidden.size):
        slot = evidence.hidden[at]
        if cards[slot] >= 0:
            continue
        seat = evidence.owner[slot]
        deck = evidence.deck[slot]
        before, _ = replay_hand(evidence, seat, world)
        least = 1000
        found = -1
        for _ in range(TRIES):
            source = step(source)
            kind = any_kind(pools, deck, source)
            cards[slot] = kind
            now, _ = replay_hand(evidence, seat, world)
            worse = now - before
            if worse < least:
                least = worse
                found = kind
            if worse <= 0:
                break
        cards[slot] = found
        pools[deck * NUMBER_OF_KINDS + found] -= 1
    for at in range(evidence.members.size):
        slot = evidence.members[at]
        if cards[slot] < 0:
            source = step(source)
            cards[slot] = any_kind(pools, evidence.deck[slot], source)
            pools[evidence.deck[slot] * NUMBER_OF_KINDS + cards[slot]] -= 1
    return source


@compiled
def try_swap(evidence: Evidence, world: World, one: int, other: int, source: int) -> int:
    """Swap the cards of two slots, unless the world would fit less or be less likely, and chance forbids it."""
    cards, violations, log_chances = world.cards, world.violations, world.log_chances
    kind = cards[one]
    if kind == cards[other]:
        return source
    first = evidence.owner[one]
    second = evidence.owner[other]
    cards[one] = cards[other]
    cards[other] = kind
    now_first, chance_first = replay_hand(evidence, first, world)
    worse = now_first - violations[first]
    change = chance_first - log_chances[first]
    now_second = 0
    chance_second = 0.0
    if second != PILE and second != first:
        now_second, chance_second = replay_hand(evidence, second, world)
        worse += now_second - violations[second]
        change += chance_second - log_chances[second]
    change += worse * LOG_PENALTY
    if change < 0:
        source = step(source)
        if log(fraction(source) + TINY) >= change:
            cards[other] = cards[one]
            cards[one] = kind
            return source
    violations[first] = now_first
    log_chances[first] = chance_first
    if second != PILE and second != first:
        violations[second] = now_second
        log_chances[second] = chance_second
    return source


@compiled
def swap_some(evidence: Evidence, world: World, at: int, source: int) -> int:
    """Try to swap the card of a hidden place: half the time within its hand, else with any slot of its deck."""
    one = evidence.hidden[at]
    source = step(source)
    if source >> 62 & 1:
        start = evidence.first[at]
        other = evidence.hidden[start + below(source << 2, evidence.last[at] - start)]
    else:
        deck = evidence.deck[one]
        start = evidence.begins[deck]
        other = evidence.members[start + below(source << 2, evidence.begins[deck + 1] - start)]
    return try_swap(evidence, world, one, other, source)


@compiled
def run_sweeps(evidence: Evidence, world: World, sweeps: int, source: int) -> int:
    """So many sweeps: in each, as many swaps are tried as there are hidden places."""
    number = evidence.hidden.size
    for _ in range(sweeps):
        for _ in range(number):
            source = step(source)
            source = swap_some(evidence, world, below(source, number), source)
    return source


@compiled
def is_consistent(violations: Ints) -> bool:
    """Whether a world agrees with everything that was seen."""
    total = 0
    for seat in range(violations.size):
        total += violations[seat]
    return total == 0


@compiled
def repair(evidence: Evidence, world: World, patience: int, source: int) -> int:
    """Swap cards of hands that do not fit until all do, or for so many sweeps."""
    number = evidence.hidden.size
    for _ in range(patience):
        if is_consistent(world.violations):
            break
        for _ in range(number):
            source = step(source)
            at = below(source, number)
            if world.violations[evidence.owner[evidence.hidden[at]]]:
                source = swap_some(evidence, world, at, source)
    return source


@compiled
def start_world(evidence: Evidence, viewer: int, world: World, work: Ints, source: int) -> int:
    """A world to begin with, which may not fit everything that was seen."""
    source = give_all_laid(evidence, world.cards, work, source)
    source = fill_slots(evidence, world, work, source)
    for seat in range(world.violations.size):
        world.violations[seat] = 0
        world.log_chances[seat] = 0.0
        if seat != viewer:
            world.violations[seat], world.log_chances[seat] = replay_hand(evidence, seat, world)
    return source


@compiled
def deal_world(evidence: Evidence, template: Template, world: World, work: Ints, row: Ints, source: int) -> int:
    """The state of a world, with the hands of the others; should a hand not fit, it gets cards from the pile."""
    sizes, held = template.sizes, world.held
    for at in range(template.row.size):
        row[at] = template.row[at]
    for kind in range(NUMBER_OF_KINDS):
        work[kind] = template.used[kind]
    turn = row[TURN]
    for seat in range(row[PLAYERS]):
        if seat == template.viewer or sizes[seat] == 0:
            continue
        replay_hand(evidence, seat, world)
        row[TURN] = seat
        left = sizes[seat]
        for kind in range(NUMBER_OF_KINDS):
            for _ in range(held[kind]):
                if left and work[kind] < COPIES_OF_KIND[kind]:
                    take(row, FIRST_OF_KIND[kind] + work[kind])
                    work[kind] += 1
                    left -= 1
    for seat in range(row[PLAYERS]):
        row[TURN] = seat
        while size_of(row, seat) < sizes[seat]:
            source = step(source)
            low, high = row[PILE_WORDS], row[PILE_WORDS + 1]
            take(row, nth(low, high, below(source, count(low) + count(high))))
    row[TURN] = turn
    return source
