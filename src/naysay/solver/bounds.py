"""Bounds that need no search, each with its proof in words. All count for side 0, and name the cuts they rest on.

A *power* card is a trump or a supertrump. `MARK` collects the cards below which a bound needs a cut (see `table`): it
holds wherever each seat has as many cards above every cut.
"""

from typing import Final

from naysay.solver.bits import Words, compiled, count, high_place
from naysay.solver.layout import HAND, LINK, LOOT, PLAYERS, SIDE, SIGN, SUIT, SUITS, SUPER, TRUMP, WEIGHT
from naysay.solver.work import FLOOR, LEAST, LEFT, LOW_CARDS, MARK, MIDS, MOST, POWER

NO_PLAN: Final = 10_000  # as `table.FOUND_NOTHING`: no bound


@compiled
def power_of(work: Words, side: int) -> int:
    """All power cards of a side."""
    found = 0
    for seat in range(work[PLAYERS]):
        if work[SIDE + seat] == side:
            found |= work[HAND + seat]
    return found & work[POWER]


@compiled
def sure_tricks(work: Words, side: int, against: int) -> int:
    """Tricks that a side takes however everybody plays, `against` these power cards; marks cuts in `MARK`.

    Proof: a seat plays each of its power cards to a trick of its own. Such a trick goes to its side unless an opponent
    plays a power card to it that is as strong or stronger, and each of those goes to one trick only. So the side takes
    at least as many as the seat's power cards that cannot all be paired, each with a different stronger or equal card
    of the opponents. Going down from the highest card, pairing it with any such card that is left is best for the
    opponents, since what beats a card beats all lower ones. After any card the count so far stands, whatever is below.
    One cut is enough, below the last card that was counted and its copies: of the cards above it the seat loses at most
    as many as the opponents have there.
    """
    work[MARK] = 0
    most = 0
    for seat in range(work[PLAYERS]):
        cards = work[HAND + seat] & work[POWER]
        if work[SIDE + seat] != side or count(cards) <= most:
            continue
        if against == 0:
            most = count(cards)
            work[MARK] = 0
            continue
        found = 0
        paired = 0
        mark = 0
        cards &= ~work[LOOT] | work[SUPER]
        while cards:
            place = high_place(cards)
            cards ^= 1 << place
            if count(against & -work[FLOOR + place]) > paired:
                paired += 1
            else:
                found += 1
                copies = work[LEFT] & -work[FLOOR + place]
                mark = copies & -copies
        if found > most:
            most = found
            work[MARK] = mark & ~work[SUPER]
    return most


@compiled
def at_most(work: Words, side: int, tricks: int, sure: int, power: int) -> int:
    """What `side`, which has this `power`, gains over the other at most, if the other takes `sure` tricks.

    Proof: it takes at most the rest, each at its largest weight, and in so many tricks each opponent loses at most one
    lowest card a trick, but never one that only a stronger card could beat which the side lacks: without power it takes
    no trick with a power card in it, without supertrumps none with a supertrump. The other side's sure tricks count at
    least its smallest weight each, and to so many tricks a seat of `side` must play lowest cards as soon as its others
    are not enough. If the other side takes more tricks, then all of this only shrinks.
    """
    rest = tricks - sure
    safe = work[SUPER] if power else work[POWER]
    if power & work[SUPER]:
        safe = 0
    won = rest
    lost = sure
    for seat in range(work[PLAYERS]):
        cards = work[HAND + seat] & work[LOOT]
        if work[SIDE + seat] == side:
            lost += max(0, count(cards) - rest)
        else:
            won += min(count(cards & ~safe), rest)
    return work[MOST + side] * won - work[LEAST + 1 - side] * lost


@compiled
def top_run(work: Words, hand: int, others: int, suit: int) -> int:
    """The cards of a hand in a plain suit that beat all cards of this suit elsewhere, copies and lowest aside."""
    mine = hand & work[MIDS + suit]
    rivals = others & work[MIDS + suit]
    if rivals == 0:
        return mine
    highest = 1 << high_place(rivals)
    while highest << 1 & work[LINK]:
        highest <<= 1
    return mine & -(highest << 1)


@compiled
def cash(work: Words, leader: int, tricks: int, sure: int) -> int:
    """What the leader's side gains over the other at least by cashing plain winners; marks cuts in `MARK`.

    The plan: the leader leads winners of plain suits, suit after suit, as many rounds of each as `rounds_of` says.
    Each trick counts the leader's weight. A partner with power must not be forced to ruff: it spends one card a trick,
    so it is not while the rounds are at most its cards without power. After the plan all power cards are still there,
    since opponents with power followed suit, and so are the `sure` tricks of the side; the other side takes at most the
    rest, with one lowest card of each seat a trick, of those that `kept_low` finds.

    An opponent loses a lowest card in every round that it follows beyond its other cards of the suit. If it throws
    some of these cards away before, on another suit, then lowest ones are lost at that time and others only make it
    run out of others sooner.
    """
    players = work[PLAYERS]
    side = work[SIDE + leader]
    plan = 0
    plain = 0
    loot = 0
    work[MARK] = 0
    for suit in range(work[SUITS]):
        rounds = rounds_of(work, leader, suit)
        if rounds:
            plain += rounds
            plan |= rounds << 6 * suit
            for seat in range(players):
                if work[SIDE + seat] != side:
                    cards = work[HAND + seat] & work[SUIT + suit]
                    loot += max(0, min(rounds, count(cards)) - count(cards & work[MIDS + suit]))
    if plain == 0:
        return NO_PLAN
    rest = tricks - plain - sure
    lost = 0
    for seat in range(players):
        if work[SIDE + seat] == side:
            hand = work[HAND + seat]
            if seat != leader and hand & work[POWER] and count(hand & ~work[POWER]) < plain:
                return NO_PLAN
            lost += min(kept_low(work, hand, plan, seat == leader), rest)
    return work[WEIGHT + leader] * (plain + loot) + work[LEAST + side] * sure - work[MOST + 1 - side] * (rest + lost)


@compiled
def rounds_of(work: Words, leader: int, suit: int) -> int:
    """How many rounds of a plain suit the leader can cash; marks cuts in `MARK`.

    Its `run` beats all cards of the suit elsewhere; if everybody else is out of the suit after those, all its cards of
    the suit win. A lead wins if every opponent with power follows suit, so there are at most as many rounds as the
    shortest of these has cards. Such an opponent never discards, so the suits do not disturb each other. A suit of
    which somebody else holds supertrumps is left out. One cut below the last card of the run that is cashed is enough:
    above it only the leader has cards.
    """
    led = work[SUIT + suit]
    hand = work[HAND + leader]
    mine = hand & led & ~work[SUPER]
    others = work[LEFT] & ~hand & led
    if led & work[TRUMP] or others & work[SUPER] or mine == 0:
        return 0
    run = top_run(work, mine, others, suit)
    if run == 0 and others:
        return 0
    wins = count(run)
    longest = 0
    rounds = 62
    for seat in range(work[PLAYERS]):
        if seat != leader:
            held = count(work[HAND + seat] & led)
            longest = max(longest, held)
            if work[SIDE + seat] != work[SIDE + leader] and work[HAND + seat] & work[POWER]:
                rounds = min(rounds, held)
    rounds = min(rounds, count(mine) if wins >= longest else wins)
    if rounds and others & work[MIDS + suit]:
        for _ in range(wins - rounds):
            run &= run - 1
        work[MARK] |= run & -run
    return rounds


@compiled
def kept_low(work: Words, hand: int, plan: int, leads: bool) -> int:
    """How many lowest cards a seat of the leader's side still holds after the plan.

    The leader has played those of a suit that it cashed beyond its other cards. A partner puts its own on these tricks:
    of each suit as many as there are rounds, and in rounds after its last card of the suit any others, but none with
    power, since that would take the trick.
    """
    gone = 0
    for suit in range(work[SUITS]):
        rounds = plan >> 6 * suit & 63
        if rounds:
            cards = hand & work[SUIT + suit]
            if leads:
                gone += max(0, rounds - count(cards & work[MIDS + suit]))
            else:
                gone += min(rounds, count(cards & work[LOOT])) + max(0, rounds - count(cards))
    return count(hand & work[LOOT]) - min(gone, count(hand & work[LOOT] & ~work[POWER]))


@compiled
def most_rounds(work: Words, leader: int) -> int:
    """At least as many rounds as `cash` can find, and found faster."""
    hand = work[HAND + leader]
    others = work[LEFT] & ~hand
    found = 0
    for suit in range(work[SUITS]):
        led = work[SUIT + suit]
        mine = hand & led
        if mine and led & work[TRUMP] == 0 and (others & led == 0 or top_run(work, mine, others, suit)):
            found += count(mine)
    return found


@compiled
def may_cash(work: Words, leader: int, tricks: int, sure: int, wanted: int) -> bool:
    """Whether `cash` could find as much as `wanted`: all rounds, every lowest card of the opponents, no loss."""
    side = work[SIDE + leader]
    plain = most_rounds(work, leader)
    if plain == 0:
        return False
    plain = min(plain, tricks - sure)
    won = work[WEIGHT + leader] * (plain + work[LOW_CARDS + 1 - side]) + work[LEAST + side] * sure
    return won - work[MOST + 1 - side] * (tricks - plain - sure) >= wanted


@compiled
def quick(work: Words, leader: int, tricks: int, gamma: int) -> int:
    """A bound that settles whether the value is at least `gamma`, with its cuts in `MARK`; or `NO_PLAN`."""
    eager = 0 if work[SIGN] > 0 else 1  # whose tricks make the value larger
    other = 1 - eager
    power = power_of(work, eager)
    against = work[LEFT] & work[POWER] & ~power
    work[MARK] = 0
    value = at_most(work, eager, tricks, 0, power)
    if value < gamma:
        return value
    value = -at_most(work, other, tricks, 0, against)
    if value >= gamma:
        return value
    sure = sure_tricks(work, other, power)
    mark = work[MARK]
    if sure:
        value = at_most(work, eager, tricks, sure, power)
        if value < gamma:
            return value
    sure_eager = sure_tricks(work, eager, against)
    if sure_eager:
        value = -at_most(work, other, tricks, sure_eager, against)
        if value >= gamma:
            return value
    if work[SIGN] < 0:
        return NO_PLAN
    first = work[SIDE + leader] == 0
    if first:
        sure = sure_eager
        mark = work[MARK]
    wanted = gamma if first else 1 - gamma
    if not may_cash(work, leader, tricks, sure, wanted):
        return NO_PLAN
    value = cash(work, leader, tricks, sure)
    if value == NO_PLAN or value < wanted:
        return NO_PLAN
    work[MARK] |= mark
    return value if first else -value
