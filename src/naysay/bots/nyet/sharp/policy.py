"""How a player probably plays: a small learned policy, fast enough for playouts.

Each legal card is described by `FEATURES` numbers, from what the player sees: its hand, the trick, the cards that are
unseen, and who did not follow what. The score is linear; the weights (`weights.py`) depend on whether units are good
and whether the card is led.
"""

from typing import Final, NamedTuple

import numpy as np

from naysay.bots.nyet.steady.cards import SIDE_STEP, TRUMP_STEP
from naysay.native.bits import count, int64, low_place
from naysay.native.jit import Floats, Ints, allocating, compiled
from naysay.solver.row import LEADER, LINK, LOOT, PLAYED, PLAYERS, SIDE, SIGN, SUIT, SUITS, SUPER, TRICK, TRUMP, WEIGHT

# The features of a card.
(
    BRINGS,  # what the trick brings now, in units
    KEEP,  # what the card is worth for later
    LOW,  # it is a lowest card
    TRUMPS,  # it is a trump
    SUPERTRUMPS,  # it is a supertrump
    TAKES,  # it takes the trick from somebody
    OVERTAKES,  # that is somebody of your own side
    LOW_LOST,  # it is a lowest card and may be lost
    ABOVE,  # the share of the unseen cards of its suit that it beats
    SHORTENS,  # how short its suit gets
    NEEDLESS,  # it overtakes a partner who would hardly be beaten
    PARTNER_VOID,  # it leads a suit that a partner did not follow
    OPPONENT_VOID,  # the same with an opponent
    DRAWS_TRUMPS,  # it leads a trump: how many are out
    LENGTH,  # of its suit in the hand
    CHANCE,  # that your own side takes the trick
    ENDS,  # it takes the trick as the last card of it
    DUCKS_HIGH,  # how high a plain card is that does not take the trick
    PLAIN_CHANCE,  # the chance with a plain card
    MORE_TRUMPS,  # it leads a trump: how many more are in the hand than out
    SINGLETON,  # it is the last of a plain suit, with trumps in the hand
    KEEP_LOST,  # what it is worth for later, if the trick is lost
) = range(22)
FEATURES: Final = KEEP_LOST + 1
# lead, or follow: in suit or not, own side ahead or not, last or not; then all of it for bad units
CONTEXTS: Final = 18

POWERS: Final = np.power(1.0 - np.arange(65)[:, None] / 64.0, np.arange(64)[None, :])
SIDE_STEPS: Final = np.power(SIDE_STEP, np.arange(64))
TRUMP_STEPS: Final = np.power(TRUMP_STEP, np.arange(64))


class CardOrder(NamedTuple):
    """What follows from the terms: by place the suit and the lowest equal card; trumps and supertrumps."""

    suit_at: Ints
    floor: Ints
    power: int


class Table(NamedTuple):
    """A round while it is played: a row of the solver and what follows from it, the hands, what is out of the game.

    `voids` are the suits that each seat did not follow, as bits.
    """

    row: Ints
    order: CardOrder
    hands: Ints
    dead: int
    voids: Ints


class Trick(NamedTuple):
    """The trick on the table: the suit led, the best card, who played it, lowest cards by side, cards played."""

    led: int
    best: int
    taker: int
    loot_0: int
    loot_1: int
    played: int


class Outlook(NamedTuple):
    """The chances that nobody who plays later beats the best card, and that nobody has to: partners, then opponents."""

    safe_own: float
    safe_other: float
    free_own: float
    free_other: float


class Turn(NamedTuple):
    """What is the same for all cards of a seat that is to play one."""

    seat: int
    trick: Trick
    unseen: int
    trumps: int  # how many it holds
    ahead: Outlook  # if the best card stays the best


@allocating
def card_order(row: Ints) -> CardOrder:
    """What follows from the terms in a row."""
    suit_at, floor = np.zeros((2, 64), np.int64)
    for place in range(62):
        card = int64(1) << place
        for suit in range(row[SUITS]):
            if row[SUIT + suit] & card:
                suit_at[place] = suit
        floor[place] = floor[place - 1] if place and row[LINK] & card else card
    return CardOrder(suit_at, floor, row[TRUMP] | row[SUPER])


@compiled
def new_trick(leader: int) -> Trick:
    """A trick before its first card."""
    return Trick(int64(0), int64(0), leader, 0, 0, 0)


@compiled
def add_card(row: Ints, order: CardOrder, trick: Trick, seat: int, card: int) -> Trick:
    """The trick after a seat has played a card."""
    led, best, taker = trick.led, trick.best, trick.taker
    place = low_place(card)
    if trick.played == 0:
        led, best, taker = row[SUIT + order.suit_at[place]], card, seat
    elif card & (led | order.power) & -order.floor[low_place(best)]:
        best, taker = card, seat
    loot_0, loot_1 = trick.loot_0, trick.loot_1
    if card & row[LOOT]:
        if row[SIDE + seat]:
            loot_1 += 1
        else:
            loot_0 += 1
    return Trick(led, best, taker, loot_0, loot_1, trick.played + 1)


@compiled
def trick_of(row: Ints, order: CardOrder) -> Trick:
    """The trick on the table of a row."""
    leader = row[LEADER]
    trick = new_trick(leader)
    for place in range(row[PLAYED]):
        trick = add_card(row, order, trick, (leader + place) % row[PLAYERS], row[TRICK + place])
    return trick


@compiled
def shares(table: Table, seat: int, found: Floats) -> None:
    """By suit: the chance that an unseen card of it is in a given other hand that may hold it."""
    row, hands, voids = table.row, table.hands, table.voids
    out = float(count(table.dead))
    size = 1.0
    for suit in range(row[SUITS]):
        places = out
        for other in range(row[PLAYERS]):
            if other != seat and not voids[other] >> suit & 1:
                size = float(count(hands[other]))
                places += size
        found[suit] = size / places if places > 0.0 else 0.0


@compiled
def power_of(base: float, times: int) -> float:
    """The chance that none of so many cards is somewhere, each there with chance `base`."""
    return float(POWERS[int(base * 64.0 + 0.5), times])


@compiled
def outlook(table: Table, share: Floats, unseen: int, seat: int, trick: Trick) -> Outlook:
    """What may still happen to the trick after the card of a seat."""
    row, order, voids = table.row, table.order, table.voids
    led = trick.led
    strong = -order.floor[low_place(trick.best)]
    rivals, ruffs = unseen & led & strong, unseen & order.power & ~led & strong
    number = count(unseen & led)
    higher, lower = count(rivals), number - count(rivals)
    suit = order.suit_at[low_place(led)]
    trump = order.suit_at[low_place(ruffs)] if ruffs else 0
    others = count(ruffs)
    safe_own = safe_other = free_own = free_other = 1.0
    for step in range(1, row[PLAYERS] - trick.played):
        other = (seat + step) % row[PLAYERS]
        has = 0.0 if voids[other] >> suit & 1 else share[suit]
        void = power_of(has, number)
        ruff = 0.0 if others == 0 or voids[other] >> trump & 1 else void * (1.0 - power_of(share[trump], others))
        safe = max(0.0, power_of(has, higher) - ruff)
        forced = max(0.0, power_of(has, lower) - void)
        if row[SIDE + other] == row[SIDE + seat]:
            safe_own *= safe
            free_own *= 1.0 - forced
        else:
            safe_other *= safe
            free_other *= 1.0 - forced
    return Outlook(safe_own, safe_other, free_own, free_other)


@compiled
def keep_value(row: Ints, order: CardOrder, unseen: int, card: int, good: bool) -> float:
    """What a card is worth for later when units are good, or threatens to take when they are bad."""
    place = low_place(card)
    suit = unseen & row[SUIT + order.suit_at[place]]
    above = count(suit & -order.floor[place])
    if good:
        if card & row[SUPER]:
            return 0.95 - 0.05 * above
        if card & row[TRUMP]:
            return float(max(0.35, TRUMP_STEPS[above])) - (0.22 if card & row[LOOT] else 0.0)
        return -0.45 if card & row[LOOT] else float(SIDE_STEPS[above])
    number = count(suit)
    risk = (number - above + 0.5) / (number + 1.0)
    risk *= float(np.sqrt(risk))
    if card & order.power:
        return risk + 0.3 * (1.0 - risk)
    return risk - 0.5 if card & row[LOOT] else risk


@compiled
def context_of(row: Ints, hand: int, seat: int, trick: Trick) -> int:
    """Which weights apply."""
    context = 0 if row[SIGN] > 0 else 9
    if trick.played:
        context += 1 if hand & trick.led else 5
        context += 2 if row[SIDE + trick.taker] == row[SIDE + seat] else 0
        context += 1 if trick.played + 1 == row[PLAYERS] else 0
    return context


@compiled
def legal_cards(row: Ints, hand: int, led: int) -> int:
    """The cards of a hand that may be played, equal ones once."""
    legal = hand & led
    if legal == 0:
        legal = hand
    return legal & ~(legal << 1 & int(row[LINK]))


@compiled
def chance_to_take(good: bool, ours: bool, ahead: Outlook) -> float:
    """The chance that your own side takes a trick that it wins so far, or not; if units are bad, that it has to."""
    if good:
        return ahead.safe_other if ours else (1.0 - ahead.safe_own)
    return ahead.free_other if ours else 1.0 - ahead.free_own


@compiled
def trick_value(row: Ints, side: int, after: Trick, chance: float) -> float:
    """What a trick brings a side that takes it with this chance, in units."""
    ours = row[SIDE + after.taker] == side
    loot_own, loot_other = (after.loot_1, after.loot_0) if side else (after.loot_0, after.loot_1)
    won, lost = 1.0 + loot_other, 1.0 + loot_own
    weight = float(row[WEIGHT + after.taker]) if ours else 1.0
    weight_other = 1.0 if ours else float(row[WEIGHT + after.taker])
    return chance * weight * won - (1.0 - chance) * weight_other * lost


@compiled
def describe_lead(table: Table, turn: Turn, card: int, out: Floats) -> None:
    """The features of a card that is led."""
    row, order, seat = table.row, table.order, turn.seat
    if card & order.power:
        trumps_out = count(turn.unseen & row[TRUMP])
        out[DRAWS_TRUMPS] = trumps_out / 10.0
        out[MORE_TRUMPS] = (turn.trumps - trumps_out) / 10.0
        return
    suit = order.suit_at[low_place(card)]
    for other in range(row[PLAYERS]):
        if table.voids[other] >> suit & 1 and other != seat:
            out[PARTNER_VOID if row[SIDE + other] == row[SIDE + seat] else OPPONENT_VOID] = 1.0


@compiled
def describe_card(table: Table, turn: Turn, share: Floats, card: int, out: Floats) -> None:
    """The features of a card that a seat may play."""
    row, order, trick, seat = table.row, table.order, turn.trick, turn.seat
    side, place = row[SIDE + seat], low_place(card)
    after = add_card(row, order, trick, seat, card)
    takes = after.taker == seat
    overtakes = takes and trick.played > 0 and row[SIDE + trick.taker] == side
    ahead = outlook(table, share, turn.unseen, seat, after) if takes else turn.ahead
    chance = chance_to_take(row[SIGN] > 0, row[SIDE + after.taker] == side, ahead)
    low = 1.0 if card & row[LOOT] else 0.0
    suit = row[SUIT + order.suit_at[place]]
    length, unseen = count(table.hands[seat] & suit), turn.unseen & suit
    number = count(unseen)
    plain = not card & order.power
    out[PARTNER_VOID] = out[OPPONENT_VOID] = out[DRAWS_TRUMPS] = out[MORE_TRUMPS] = 0.0
    out[BRINGS] = trick_value(row, side, after, chance)
    out[KEEP] = keep_value(row, order, turn.unseen, card, row[SIGN] > 0)
    out[LOW] = low
    out[TRUMPS] = 1.0 if card & row[TRUMP] else 0.0
    out[SUPERTRUMPS] = 1.0 if card & row[SUPER] else 0.0
    out[TAKES] = 1.0 if takes and trick.played else 0.0
    out[OVERTAKES] = 1.0 if overtakes else 0.0
    out[LOW_LOST] = (1.0 - chance) * low
    out[ABOVE] = (number - count(unseen & -order.floor[place])) / (number + 1.0)
    out[SHORTENS] = 1.0 / (length * length)
    out[NEEDLESS] = turn.ahead.safe_other if overtakes else 0.0
    out[LENGTH] = length / 10.0
    out[CHANCE] = chance
    out[ENDS] = 1.0 if takes and trick.played + 1 == row[PLAYERS] else 0.0
    out[DUCKS_HIGH] = out[ABOVE] if plain and not takes else 0.0
    out[PLAIN_CHANCE] = chance if plain else 0.0
    out[SINGLETON] = 1.0 if length == 1 and turn.trumps and plain else 0.0
    out[KEEP_LOST] = out[KEEP] * (1.0 - chance)
    if trick.played == 0:
        describe_lead(table, turn, card, out)


@compiled
def describe(table: Table, seat: int, trick: Trick, cards: Ints, found: Floats, share: Floats) -> int:
    """List the legal cards of a seat and the features of each; how many there are."""
    unseen = table.dead
    for other in range(table.row[PLAYERS]):
        if other != seat:
            unseen |= table.hands[other]
    shares(table, seat, share)
    ahead = outlook(table, share, unseen, seat, trick) if trick.played else Outlook(1.0, 1.0, 1.0, 1.0)
    turn = Turn(seat, trick, unseen, count(table.hands[seat] & table.order.power), ahead)
    number = 0
    legal = legal_cards(table.row, table.hands[seat], trick.led)
    while legal:
        card = legal & -legal
        legal ^= card
        describe_card(table, turn, share, card, found[number])
        cards[number] = card
        number += 1
    return number


@compiled
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
