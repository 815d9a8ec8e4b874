"""Which moves a search tries, and in which order: by a greedy forecast of the rest of the trick."""

from typing import Final

from naysay.native.bits import count, high_place, low_place
from naysay.native.jit import Words, compiled
from naysay.solver.row import HAND, LOOT, PLAYERS, SIDE, SIGN, SUIT, SUITS, SUPER
from naysay.solver.trick import Trick, gain, with_card
from naysay.solver.work import (
    BOTTOM,
    CLASSED,
    COST,
    FLOOR,
    IDEAS,
    LEFT,
    LOWS,
    MIDS,
    MOVES,
    POWER,
    SCORE,
    SUIT_AT,
    TOUCHING,
)

UNKNOWN: Final = 10_000


@compiled
def choose(legal: int, beat: int, loot: int, mine: bool, last: bool, sign: int) -> int:
    """A sensible card: cheap winners, lowest cards only to one's own side; the other way round if points are negative.

    `beat` are the legal cards that would win so far; `mine` says whether the player's own side is winning.
    """
    rest = legal & ~beat
    if sign > 0:
        if not mine and beat:
            return beat & -beat
        if mine and last and rest & loot:
            rest &= loot
        elif rest & ~loot:
            rest &= ~loot
        return rest & -rest if rest else beat & -beat
    if rest == 0:
        cards = beat & ~loot or beat
        return 1 << high_place(cards) if last or mine else cards & -cards
    if not mine and rest & loot:
        rest &= loot
    elif rest & ~loot:
        rest &= ~loot
    return 1 << high_place(rest)


@compiled
def forecast(work: Words, trick: Trick) -> int:
    """What the trick will probably be worth to side 0, if all who are still to play `choose`."""
    played, seat, led, best, taker, cards, loot_0, loot_1 = trick
    players = work[PLAYERS]
    live = led | work[POWER]
    loot = work[LOOT]
    sign = work[SIGN]
    winning = work[SIDE + taker]
    while played < players:
        hand = work[HAND + seat]
        legal = hand & led
        if legal == 0:
            legal = hand
        beat = legal & live & -work[FLOOR + low_place(best)]
        side = work[SIDE + seat]
        played += 1
        card = choose(legal, beat, loot, winning == side, played == players, sign)
        if card & beat:
            best = card
            taker = seat
            winning = side
        if card & loot:
            loot_1 += side
            loot_0 += 1 - side
        seat += 1
        if seat == players:
            seat = 0
    return gain(work, Trick(played, seat, led, best, taker, cards, loot_0, loot_1))


@compiled
def shared_copies(work: Words, others: int) -> int:
    """The cards with copies, lowest cards aside, of which some copy is among `others`."""
    found = 0
    cards = others & work[CLASSED]
    while cards:
        floor = work[FLOOR + low_place(cards)]
        cards &= cards - 1
        copies = work[CLASSED] & -floor
        while copies and work[FLOOR + low_place(copies)] == floor:
            found |= copies & -copies
            copies &= copies - 1
    return found


@compiled
def list_moves(work: Words, base: int, seat: int, legal: int, best: int) -> int:
    """List the moves that differ, and the lowest card that each stands for; returns how many.

    Cards of one hand that only dead cards separate are one move, and the highest stands for them: whatever is played
    later beats all of them or none. Dead are cards that were played before, and in this trick all but the best.
    A lowest card is never one with another card, since it may become loot. Where copies of a card are elsewhere, the
    later copy wins: such a card is one move only with its own copies.
    """
    others = work[LEFT] & ~work[HAND + seat] | best
    shared = shared_copies(work, others) if work[CLASSED] else 0
    number = 0
    cards = legal & work[SUPER]
    if cards:
        work[MOVES + base] = work[BOTTOM + base] = cards & -cards
        number = 1
    for suit in range(work[SUITS]):
        cards = legal & work[LOWS + suit]
        if cards:
            work[MOVES + base + number] = work[BOTTOM + base + number] = cards & -cards
            number += 1
        cards = legal & work[MIDS + suit]
        between = others & work[MIDS + suit]
        while cards:
            top = 1 << high_place(cards)
            lower = between & (top - 1)
            run = cards & -(2 << high_place(lower)) if lower else cards
            if work[IDEAS] & TOUCHING == 0:
                run = top
            elif run & shared:
                run = split(work, run, run & shared, top)
            work[MOVES + base + number] = top
            work[BOTTOM + base + number] = run & -run
            number += 1
            cards &= ~run
    return number


@compiled
def split(work: Words, run: int, shared: int, top: int) -> int:
    """The upper part of a run that is one move in spite of shared copies."""
    if top & shared:
        return run & -work[FLOOR + high_place(top)]
    return run & -(2 << high_place(shared))


@compiled
def rate_moves(work: Words, base: int, number: int, trick: Trick) -> None:
    """Score the moves for the seat's side: the forecast of the trick first, then which card one would rather lose.

    Cards that neither win nor are loot all have the same forecast.
    """
    if trick.played == 0:
        rate_leads(work, base, number, trick)
        return
    beating = (trick.led | work[POWER]) & -work[FLOOR + low_place(trick.best)]
    apart = beating | work[LOOT]
    idle = UNKNOWN
    for move in range(base, base + number):
        card = work[MOVES + move]
        if card & apart:
            found = forecast(work, with_card(work, trick, card))
        else:
            if idle == UNKNOWN:
                idle = forecast(work, with_card(work, trick, card))
            found = idle
        got = found if work[SIDE + trick.seat] == 0 else -found
        work[SCORE + move] = rate_reply(work, trick, card, got, card & beating != 0)


@compiled
def rate_leads(work: Words, base: int, number: int, trick: Trick) -> None:
    """Score leads, as `rate_moves`; at negative points without a forecast."""
    seat = trick.seat
    for move in range(base, base + number):
        card = work[MOVES + move]
        place = low_place(card)
        suit = work[SUIT + work[SUIT_AT + place]]
        if work[SIGN] < 0:
            work[SCORE + move] = rate_exit(work, seat, card, suit)
            continue
        found = forecast(work, with_card(work, trick, card))
        got = found if work[SIDE + seat] == 0 else -found
        weight = 64 if work[PLAYERS] == 2 else 16
        work[SCORE + move] = got * 32 - replies(work, seat, suit) * weight + (work[COST + place] if got < 0 else 0)


@compiled
def rate_reply(work: Words, trick: Trick, card: int, got: int, wins: bool) -> int:
    """Score a card that follows a lead, by what its trick will probably gain the side."""
    place = low_place(card)
    sign = work[SIGN]
    follows = card & trick.led != 0
    score = got * 64 + weight_of_cost(sign, follows, got * sign > 0) * work[COST + place]
    if sign < 0 and not follows:
        score += rate_discard(work, trick.seat, card, work[SUIT + work[SUIT_AT + place]], wins)
    return score


@compiled
def rate_exit(work: Words, seat: int, card: int, suit: int) -> int:
    """Score a lead at negative points: short suits and few replies; then cards that others can beat."""
    hand = work[HAND + seat]
    higher = count(work[LEFT] & ~hand & suit & -card)
    return 3 * higher - 16 * count(hand & suit) - 36 * replies(work, seat, suit)


@compiled
def rate_discard(work: Words, seat: int, card: int, suit: int, wins: bool) -> int:
    """Score a card of another suit than the one led at negative points: short suits, cards that beat others, ruffs."""
    hand = work[HAND + seat]
    lower = count(work[LEFT] & ~hand & suit & (card - 1))
    return lower - 4 * count(hand & suit) + (10 if wins else 0)


@compiled
def weight_of_cost(sign: int, follows: bool, takes: bool) -> int:
    """How much a strong card is preferred in a reply, found by trying: by following or not, by taking or not."""
    if sign > 0:
        return -1 if follows or takes else -8
    return 1 if follows or takes else 4


@compiled
def replies(work: Words, seat: int, led: int) -> int:
    """How many cards the opponents could answer a lead with."""
    found = 0
    for other in range(work[PLAYERS]):
        if work[SIDE + other] != work[SIDE + seat]:
            hand = work[HAND + other]
            found += count(hand & led) if hand & led else count(hand)
    return found


@compiled
def best_first(work: Words, base: int, number: int, at: int) -> None:
    """Bring the best of the moves from `at` on to `at`."""
    best = at
    for move in range(at + 1, number):
        if work[SCORE + base + move] > work[SCORE + base + best]:
            best = move
    if best != at:
        for part in (MOVES, BOTTOM, SCORE):
            kept = work[part + base + at]
            work[part + base + at] = work[part + base + best]
            work[part + base + best] = kept
