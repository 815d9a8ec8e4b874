"""At negative points: what a side gains if it can lose the next trick, or this one, whatever the others play."""

from naysay.native.bits import low_place
from naysay.native.jit import Words, compiled
from naysay.solver.row import HAND, LOOT, PLAYERS, SIDE, SUIT, SUITS, SUPER
from naysay.solver.sure import at_most, power_of
from naysay.solver.trick import Trick
from naysay.solver.work import (
    CLASSED,
    FLOOR,
    FOUND_NOTHING,
    LEAST,
    LEFT,
    LOW_CARDS,
    MARK,
    MIDS,
    MOST,
    POWER,
    SUIT_AT,
    SURE,
    SURE_MARK,
)


@compiled
def lose_in(work: Words, suit: int, side: int, above: int) -> int:
    """Whether a side can lose a trick in a suit to an opponent's card that is `above` at least; adds to `MARK`.

    -1, or how many lowest cards it gives, and 8 more if no power is spent. All its seats play below that card; one
    without the suit throws away a card without power. Then the other side takes the trick, whoever of it does. If the
    suit has no power cards and all opponents with power follow, then all of these are still there after the trick.
    Lowest cards are below all others, so those are given away; for the rest one cut, below the opponent's card and its
    copies, is enough. Supertrumps are above all others of their suit, which the shape knows.
    """
    led = work[SUIT + suit]
    found = 0 if work[LEFT] & led & work[POWER] else 8
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
    work[MARK] |= cards & -cards & ~work[SUPER]
    return found


@compiled
def lose_lead(work: Words, leader: int, suit: int) -> int:
    """As `lose_in`, for the leader's side, which leads the suit: some opponent must follow, above them all."""
    led = work[SUIT + suit]
    if work[HAND + leader] & led == 0:
        return -1
    above = 0
    for seat in range(work[PLAYERS]):
        cards = work[HAND + seat] & led
        if work[SIDE + seat] != work[SIDE + leader] and cards and cards & work[LOOT] & ~work[SUPER] == 0:
            above = max(above, work[FLOOR + low_place(cards)])
    return lose_in(work, suit, work[SIDE + leader], above) if above else -1


@compiled
def lose_reply(work: Words, leader: int) -> int:
    """As `lose_in`, for the opponents of the leader, whichever suit it leads: they play below all its cards."""
    hand = work[HAND + leader]
    found = 15
    for suit in range(work[SUITS]):
        led = work[SUIT + suit]
        if hand & led:
            lost = lose_in(work, suit, 1 - work[SIDE + leader], work[FLOOR + low_place(hand & led)])
            if lost < 0:
                return -1
            found = found & lost & 8 | min(found & 7, lost & 7)
    return found


@compiled
def at_most_after_loss(work: Words, side: int, leader: int, tricks: int, sure: int, power: int, wanted: int) -> int:
    """As `at_most`, or `FOUND_NOTHING` if more than wanted, if the side can lose the next trick; adds cuts to `MARK`.

    The other side takes that trick, and the sure ones besides if they rest on power that is still there.
    """
    if at_most(work, side, tricks, min(sure + 1, tricks), power, work[PLAYERS]) > wanted:
        return FOUND_NOTHING
    leads = work[SIDE + leader] == side
    mark = work[MARK]
    for suit in range(work[SUITS] if leads else 1):
        work[MARK] = mark
        found = lose_lead(work, leader, suit) if leads else lose_reply(work, leader)
        if found >= 0:
            value = at_most(work, side, tricks, min(sure + 1, tricks) if found & 8 else max(sure, 1), power, found & 7)
            if value <= wanted:
                return value
    return FOUND_NOTHING


@compiled
def at_most_if_ducked(work: Words, tricks: int, trick: Trick, loot: int, wanted: int) -> int:
    """As `at_most`, or `FOUND_NOTHING` if more than wanted, for the side that does not have the trick's best card.

    It has played so much `loot` to it. If each of its seats that are still to play can play a card
    that does not beat the best one so far, then the other side takes the trick, whoever of it does, with the loot that
    is there, and with a lowest card of each seat that can play one without beating. It takes at least the tricks that
    were sure before this one; and these besides, if no power was or is spent: none is on the table or in the suit led,
    and the other side's seats that are still to play follow suit or have none.

    `at_most` holds in the middle of a trick, too: who has played has one card less, so it has no more to lose than it
    says, and the side's seats with more lowest cards than the tricks that it may take lose the others, now or later.
    A cut below the best card says which cards do not beat it, and is needed only by a seat that has no others than
    ranked cards of that suit. Where cards have copies, more cuts would be needed: there it is left out.
    """
    if work[CLASSED]:
        return FOUND_NOTHING
    players = work[PLAYERS]
    side = 1 - work[SIDE + trick.taker]
    led, best, seat = trick.led, trick.best, trick.seat
    before = work[SURE + 2 * tricks + 1 - side]
    loss = work[LEAST + 1 - side] * loot
    rest = tricks - min(before + 1, tricks)
    likely = work[MOST + side] * (rest + min(work[LOW_CARDS + 1 - side], rest)) - loss
    if likely - work[LEAST + 1 - side] * (tricks - rest + players - trick.played) > wanted:
        return FOUND_NOTHING  # `at_most` would mostly say so too, and this is faster
    beating = (led | work[POWER]) & -work[FLOOR + low_place(best)]
    ranked = work[MIDS + work[SUIT_AT + low_place(best)]]
    spent = trick.cards & work[POWER] or work[LEFT] & led & work[POWER]
    mark = work[SURE_MARK + 2 * tricks + 1 - side]
    given = 0
    for _ in range(players - trick.played):
        hand = work[HAND + seat]
        if work[SIDE + seat] == side:
            cards = (hand & led or hand) & ~beating
            if cards == 0:
                return FOUND_NOTHING
            if cards & work[LOOT]:
                given += 1
            elif cards & ~ranked == 0:
                mark |= best & ~work[LOOT]
        elif hand & led == 0:
            spent |= hand & work[POWER]
        seat = seat + 1 if seat + 1 < players else 0
    sure = max(before, 1) if spent else min(before + 1, tricks)
    value = at_most(work, side, tricks, sure, power_of(work, side), given) - loss
    work[MARK] = mark
    return value if value <= wanted else FOUND_NOTHING
