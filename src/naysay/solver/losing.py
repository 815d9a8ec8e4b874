"""At negative points: what a side gains from the next trick if it can lose it, whatever the others play."""

from naysay.solver.bits import Words, compiled, low_place
from naysay.solver.layout import HAND, LOOT, PLAYERS, SIDE, SUIT, SUITS, SUPER, TRUMP
from naysay.solver.sure import NO_PLAN, at_most
from naysay.solver.work import FLOOR, LEFT, MARK, POWER


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
