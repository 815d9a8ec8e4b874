"""How a player probably plays: a small learned policy, fast enough for playouts.

Each legal card is described by `FEATURES` numbers, from what the player sees: its hand, the trick, the cards that are
unseen, and who did not follow what. The score is linear; the weights (`weights.py`) depend on whether units are good
and whether the card is led.
"""

from typing import Final, NamedTuple

import numpy as np

from naysay.bots.nyet.sharp.machine import Floats, Ints, compiled, inner
from naysay.bots.nyet.worth import SIDE_STEP, TRUMP_STEP
from naysay.solver.bits import count, int64, low_place
from naysay.solver.layout import (
    LEADER,
    LINK,
    LOOT,
    PLAYED,
    PLAYERS,
    SIDE,
    SIGN,
    SUIT,
    SUITS,
    SUPER,
    TRICK,
    TRUMP,
    WEIGHT,
)

FEATURES: Final = 22
# lead, or follow: in suit or not, own side ahead or not, last or not; then all of it for bad units
CONTEXTS: Final = 18

POWERS: Final = np.power(1.0 - np.arange(65)[:, None] / 64.0, np.arange(64)[None, :])
SIDE_STEPS: Final = np.power(SIDE_STEP, np.arange(64))
TRUMP_STEPS: Final = np.power(TRUMP_STEP, np.arange(64))


class Lay(NamedTuple):
    """What follows from the terms: by place the suit and the lowest equal card; trumps and supertrumps."""

    suit_at: Ints
    floor: Ints
    power: int


class Trick(NamedTuple):
    """The trick on the table: the suit led, the best card, who played it, lowest cards by side, cards played."""

    led: int
    best: int
    taker: int
    loot_0: int
    loot_1: int
    played: int


@compiled
def lay_out(row: Ints) -> Lay:
    """What follows from the terms in a row."""
    suit_at, floor = np.zeros((2, 64), np.int64)
    for place in range(62):
        card = int64(1) << place
        for suit in range(row[SUITS]):
            if row[SUIT + suit] & card:
                suit_at[place] = suit
        floor[place] = floor[place - 1] if place and row[LINK] & card else card
    return Lay(suit_at, floor, row[TRUMP] | row[SUPER])


@inner
def add_card(row: Ints, lay: Lay, trick: Trick, seat: int, card: int) -> Trick:
    """The trick after a seat has played a card."""
    led, best, taker = trick.led, trick.best, trick.taker
    place = low_place(card)
    if trick.played == 0:
        led, best, taker = row[SUIT + lay.suit_at[place]], card, seat
    elif card & (led | lay.power) & -lay.floor[low_place(best)]:
        best, taker = card, seat
    loot_0, loot_1 = trick.loot_0, trick.loot_1
    if card & row[LOOT]:
        if row[SIDE + seat]:
            loot_1 += 1
        else:
            loot_0 += 1
    return Trick(led, best, taker, loot_0, loot_1, trick.played + 1)


@inner
def trick_of(row: Ints, lay: Lay) -> Trick:
    """The trick on the table of a row."""
    leader = row[LEADER]
    trick = Trick(int64(0), int64(0), leader, 0, 0, 0)
    for place in range(row[PLAYED]):
        trick = add_card(row, lay, trick, (leader + place) % row[PLAYERS], row[TRICK + place])
    return trick


@inner
def shares(row: Ints, hands: Ints, dead: int, voids: Ints, seat: int, found: Floats) -> None:
    """By suit: the chance that an unseen card of it is in a given other hand that may hold it."""
    out = float(count(dead))
    size = 1.0
    for suit in range(row[SUITS]):
        places = out
        for other in range(row[PLAYERS]):
            if other != seat and not voids[other] >> suit & 1:
                size = float(count(hands[other]))
                places += size
        found[suit] = size / places if places > 0.0 else 0.0


@inner
def power_of(base: float, times: int) -> float:
    """The chance that none of so many cards is somewhere, each there with chance `base`."""
    return float(POWERS[int(base * 64.0 + 0.5), times])


@inner
def outlook(
    row: Ints, lay: Lay, hands: Ints, voids: Ints, share: Floats, unseen: int, seat: int, trick: Trick, best: int
) -> tuple[float, float, float, float]:
    """The chances that no partner and no opponent who plays later beats the best card; that none has to."""
    led = trick.led
    strong = -lay.floor[low_place(best)]
    rivals, ruffs = unseen & led & strong, unseen & lay.power & ~led & strong
    number = count(unseen & led)
    higher, lower = count(rivals), number - count(rivals)
    suit = lay.suit_at[low_place(led)]
    trump = lay.suit_at[low_place(ruffs)] if ruffs else 0
    others = count(ruffs)
    safe_0 = safe_1 = free_0 = free_1 = 1.0
    for step in range(1, row[PLAYERS] - trick.played):
        other = (seat + step) % row[PLAYERS]
        has = 0.0 if voids[other] >> suit & 1 else share[suit]
        void = power_of(has, number)
        ruff = 0.0 if others == 0 or voids[other] >> trump & 1 else void * (1.0 - power_of(share[trump], others))
        safe = max(0.0, power_of(has, higher) - ruff)
        forced = max(0.0, power_of(has, lower) - void)
        if row[SIDE + other] == row[SIDE + seat]:
            safe_0 *= safe
            free_0 *= 1.0 - forced
        else:
            safe_1 *= safe
            free_1 *= 1.0 - forced
    return safe_0, safe_1, free_0, free_1


@inner
def keep_value(row: Ints, lay: Lay, unseen: int, card: int, good: bool) -> float:
    """What a card is worth for later when units are good, or threatens to take when they are bad."""
    place = low_place(card)
    suit = unseen & row[SUIT + lay.suit_at[place]]
    above = count(suit & -lay.floor[place])
    if good:
        if card & row[SUPER]:
            return 0.95 - 0.05 * above
        if card & row[TRUMP]:
            return float(max(0.35, TRUMP_STEPS[above])) - (0.22 if card & row[LOOT] else 0.0)
        return -0.45 if card & row[LOOT] else float(SIDE_STEPS[above])
    number = count(suit)
    risk = (number - above + 0.5) / (number + 1.0)
    risk *= float(np.sqrt(risk))
    if card & lay.power:
        return risk + 0.3 * (1.0 - risk)
    return risk - 0.5 if card & row[LOOT] else risk


@inner
def context_of(row: Ints, hands: Ints, seat: int, trick: Trick) -> int:
    """Which weights apply."""
    context = 0 if row[SIGN] > 0 else 9
    if trick.played:
        context += 1 if hands[seat] & trick.led else 5
        context += 2 if row[SIDE + trick.taker] == row[SIDE + seat] else 0
        context += 1 if trick.played + 1 == row[PLAYERS] else 0
    return context


@inner
def describe(
    row: Ints,
    lay: Lay,
    hands: Ints,
    dead: int,
    voids: Ints,
    seat: int,
    trick: Trick,
    cards: Ints,
    found: Floats,
    share: Floats,
) -> int:
    """List the legal cards of a seat, equal ones once, and the features of each; how many there are."""
    hand = hands[seat]
    legal = hand & trick.led
    if legal == 0:
        legal = hand
    legal &= ~(legal << 1 & row[LINK])
    unseen = dead
    for other in range(row[PLAYERS]):
        if other != seat:
            unseen |= hands[other]
    shares(row, hands, dead, voids, seat, share)
    good = row[SIGN] > 0
    side = row[SIDE + seat]
    mine = trick.played > 0 and row[SIDE + trick.taker] == side
    ours, theirs = (trick.loot_1, trick.loot_0) if side else (trick.loot_0, trick.loot_1)
    last = trick.played + 1 == row[PLAYERS]
    trumps = count(hand & lay.power)
    stay_0 = stay_1 = open_0 = open_1 = 1.0
    if trick.played:
        stay_0, stay_1, open_0, open_1 = outlook(row, lay, hands, voids, share, unseen, seat, trick, trick.best)
    number = 0
    while legal:
        card = legal & -legal
        legal ^= card
        place = low_place(card)
        after = add_card(row, lay, trick, seat, card)
        takes = after.taker == seat
        safe_0, safe_1, free_0, free_1 = stay_0, stay_1, open_0, open_1
        if takes:
            safe_0, safe_1, free_0, free_1 = outlook(row, lay, hands, voids, share, unseen, seat, after, card)
        low = 1.0 if card & row[LOOT] else 0.0
        holder = after.taker
        lead = row[SIDE + holder] == side
        if good:
            chance = safe_1 if lead else (1.0 - safe_0)
        elif lead:
            chance = free_1
        else:
            chance = 1.0 - free_0
        won, lost = 1.0 + theirs, 1.0 + ours + low
        weight = float(row[WEIGHT + holder]) if lead else 1.0
        weight_other = 1.0 if lead else float(row[WEIGHT + holder])
        brings = chance * weight * won - (1.0 - chance) * weight_other * lost
        suit = row[SUIT + lay.suit_at[place]]
        length = count(hand & suit)
        out = count(unseen & suit)
        plain = not card & lay.power
        to = found[number]
        to[0] = brings
        to[1] = keep_value(row, lay, unseen, card, good)
        to[2] = low
        to[3] = 1.0 if card & row[TRUMP] else 0.0
        to[4] = 1.0 if card & row[SUPER] else 0.0
        to[5] = 1.0 if takes and trick.played else 0.0
        to[6] = 1.0 if takes and mine else 0.0
        to[7] = (1.0 - chance) * low
        to[8] = (out - count(unseen & suit & -lay.floor[place])) / (out + 1.0)
        to[9] = 1.0 / (length * length)
        to[10] = stay_1 if takes and mine else 0.0
        to[11] = 0.0
        to[12] = 0.0
        to[13] = count(unseen & row[TRUMP]) / 10.0 if trick.played == 0 and not plain else 0.0
        to[14] = length / 10.0
        to[15] = chance
        to[16] = 1.0 if last and takes else 0.0
        to[17] = to[8] if plain and not takes else 0.0
        to[18] = chance if plain else 0.0
        to[19] = (trumps - count(unseen & row[TRUMP])) / 10.0 if trick.played == 0 and not plain else 0.0
        to[20] = 1.0 if length == 1 and trumps and plain else 0.0
        to[21] = to[1] * (1.0 - chance)
        if trick.played == 0 and plain:
            for other in range(row[PLAYERS]):
                if voids[other] >> lay.suit_at[place] & 1 and other != seat:
                    to[11 if row[SIDE + other] == side else 12] = 1.0
        cards[number] = card
        number += 1
    return number


@inner
def prefer(found: Floats, number: int, weights: Floats, scores: Floats) -> int:
    """The score of each card, and the place of the best."""
    best = 0
    for at in range(number):
        score = 0.0
        for feature in range(FEATURES):
            score += weights[feature] * found[at, feature]
        scores[at] = score
        if score > scores[best]:
            best = at
    return best
