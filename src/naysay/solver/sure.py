"""What holds however everybody plays: tricks that a side is sure to take, and what that leaves to the other.

A *power* card is a trump or a supertrump. `MARK` collects the cards below which a bound needs a cut (see
`transpositions`): the bound holds wherever each seat has as many cards above every cut.
"""

from naysay.native.bits import count, high_place
from naysay.native.jit import Words, compiled
from naysay.solver.row import HAND, LOOT, PLAYERS, SIDE, SUPER
from naysay.solver.work import FLOOR, LEAST, LEFT, MARK, MOST, POWER


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
