"""What the leader gains at least by cashing plain winners, one after the other."""

from naysay.native.bits import count, high_place
from naysay.native.jit import Words, compiled
from naysay.solver.row import HAND, LINK, LOOT, PLAYERS, SIDE, SUIT, SUITS, SUPER, TRUMP, WEIGHT
from naysay.solver.work import FOUND_NOTHING, LEAST, LEFT, LOW_CARDS, MARK, MIDS, MOST, POWER


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
        return FOUND_NOTHING
    rest = tricks - plain - sure
    lost = 0
    for seat in range(players):
        if work[SIDE + seat] == side:
            hand = work[HAND + seat]
            if seat != leader and hand & work[POWER] and count(hand & ~work[POWER]) < plain:
                return FOUND_NOTHING
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
