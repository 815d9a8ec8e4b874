"""Bounds that need no search, each with its proof in words. All count for side 0, and name the cuts they rest on.

A *power* card is a trump or a supertrump. `MARK` collects the cards below which a bound needs a cut (see `table`): it
holds wherever each seat has as many cards above every cut.
"""

from typing import Final

from naysay.solver.bits import Words, compiled, count, high_place, low_place
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
def at_most(work: Words, side: int, tricks: int, sure: int, power: int, given: int) -> int:
    """What `side`, which has this `power`, gains over the other at most, if the other takes `sure` tricks.

    In these it takes `given` lowest cards at least.

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
    lost = 0
    for seat in range(work[PLAYERS]):
        cards = work[HAND + seat] & work[LOOT]
        if work[SIDE + seat] == side:
            lost += max(0, count(cards) - rest)
        else:
            won += min(count(cards & ~safe), rest)
    return work[MOST + side] * won - work[LEAST + 1 - side] * (sure + max(lost, given))


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
def lose_in(work: Words, suit: int, side: int, above: int) -> int:
    """Whether a side can lose a trick in a plain suit to an opponent's card that is `above` at least; adds to `MARK`.

    -1, or how many lowest cards it gives, and 8 more if no power is spent. All its seats play below that card; one
    without the suit throws away a card without power. Then the other side takes the trick, whoever of it does. If all
    opponents with power follow suit, then all power cards are still there after the trick. Lowest cards are below all
    others, so those are given away; for the rest one cut, below the opponent's card and its copies, is enough.
    """
    led = work[SUIT + suit]
    found = 8
    for seat in range(work[PLAYERS]):
        hand = work[HAND + seat]
        cards = hand & led
        if work[SIDE + seat] == side:
            cards = cards & (above - 1) if cards else hand & ~work[POWER]
            if cards == 0:
                return -1
            if cards & work[LOOT]:
                found += 1
        elif cards == 0 and hand & work[POWER]:
            found &= 7
    cards = work[LEFT] & led & -above
    work[MARK] |= cards & -cards
    return found


@compiled
def lose_lead(work: Words, leader: int, suit: int) -> int:
    """As `lose_in`, for the leader's side, which leads the suit: some opponent must follow, above them all."""
    led = work[SUIT + suit]
    if work[HAND + leader] & led == 0 or led & work[TRUMP] or work[LEFT] & led & work[SUPER]:
        return -1
    above = 0
    for seat in range(work[PLAYERS]):
        cards = work[HAND + seat] & led
        if work[SIDE + seat] != work[SIDE + leader] and cards and cards & work[LOOT] == 0:
            above = max(above, work[FLOOR + low_place(cards)])
    return lose_in(work, suit, work[SIDE + leader], above) if above else -1


@compiled
def lose_reply(work: Words, leader: int) -> int:
    """As `lose_in`, for the opponents of the leader, whichever plain suit it leads: they play below all its cards."""
    hand = work[HAND + leader]
    found = 15
    for suit in range(work[SUITS]):
        led = work[SUIT + suit]
        if hand & led:
            if led & work[TRUMP] or work[LEFT] & led & work[SUPER]:
                return -1
            lost = lose_in(work, suit, 1 - work[SIDE + leader], work[FLOOR + low_place(hand & led)])
            if lost < 0:
                return -1
            found = found & lost & 8 | min(found & 7, lost & 7)
    return found


@compiled
def at_most_after_loss(work: Words, side: int, leader: int, tricks: int, sure: int, power: int, wanted: int) -> int:
    """As `at_most`, or `NO_PLAN` if that is more than wanted, if the side can lose the next trick; adds cuts to `MARK`.

    The other side takes that trick, and the sure ones besides if they rest on power that is still there.
    """
    if at_most(work, side, tricks, min(sure + 1, tricks), power, work[PLAYERS]) > wanted:
        return NO_PLAN
    leads = work[SIDE + leader] == side
    mark = work[MARK]
    for suit in range(work[SUITS] if leads else 1):
        work[MARK] = mark
        found = lose_lead(work, leader, suit) if leads else lose_reply(work, leader)
        if found >= 0:
            value = at_most(work, side, tricks, min(sure + 1, tricks) if found & 8 else max(sure, 1), power, found & 7)
            if value <= wanted:
                return value
    return NO_PLAN


@compiled
def quick(work: Words, leader: int, tricks: int, gamma: int) -> int:
    """A bound that settles whether the value is at least `gamma`, with its cuts in `MARK`; or `NO_PLAN`."""
    eager = 0 if work[SIGN] > 0 else 1  # whose tricks make the value larger
    other = 1 - eager
    power = power_of(work, eager)
    against = work[LEFT] & work[POWER] & ~power
    work[MARK] = 0
    value = at_most(work, eager, tricks, 0, power, 0)
    if value < gamma:
        return value
    value = -at_most(work, other, tricks, 0, against, 0)
    if value >= gamma:
        return value
    sure = sure_tricks(work, other, power)
    mark = work[MARK]
    if sure:
        value = at_most(work, eager, tricks, sure, power, 0)
        if value < gamma:
            return value
    sure_eager = sure_tricks(work, eager, against)
    if sure_eager:
        value = -at_most(work, other, tricks, sure_eager, against, 0)
        if value >= gamma:
            return value
    if work[SIGN] < 0:
        value = -at_most_after_loss(work, other, leader, tricks, sure_eager, against, -gamma)
        if value >= gamma:
            return value
        work[MARK] = mark
        value = at_most_after_loss(work, eager, leader, tricks, sure, power, gamma - 1)
        return value if value < gamma else NO_PLAN
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
