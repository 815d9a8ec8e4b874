"""Which card the steady bot plays: what the trick brings now, less what the card would have been worth later.

What a card in hand is worth for the tricks to come is counted in units of tricks and loot. Its numbers were tuned one
at a time: rounds of Iello's edition with random terms and teams, four players, old against new in the same deals on
either side, 400 deals each (95 % within 0.15 units). Around them the play is flat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from naysay.bots.nyet.counting import TRUMP, Count
from naysay.game import Card, Seat
from naysay.nyet.state import Play
from naysay.nyet.tricks import winning
from naysay.nyet.view import View

SIDE_STEP: Final = 0.62  # what is left of a high card for each card above it
TRUMP_STEP: Final = 0.75
RUFF: Final = 0.35  # the least that a trump is worth
LOW_LOST: Final = 0.45  # how often an opponent gets a lowest card in the end
SUPERTRUMP_STEP: Final = 0.95

# In rounds to lose.
RISK: Final = 1.4
LEAST_TRUMP_RISK: Final = 0.3
LOW_DUMPED: Final = 0.5


def worth(count: Count, card: Card) -> float:
    """What a card in hand is worth when units are good."""
    scale = count.scale
    power, suit = scale.power[card], scale.suit_of[card]
    above = count.above(suit, power)
    if card == count.terms.supertrump:
        return SUPERTRUMP_STEP ** (1 + above)
    if power >= TRUMP:
        return max(RUFF, TRUMP_STEP**above) - (LOW_LOST / 2 if card in scale.low else 0.0)
    if card in scale.low:
        return -LOW_LOST
    return SIDE_STEP**above * _safety(count, suit)


def burden(count: Count, card: Card) -> float:
    """What a card in hand threatens to take when units are bad."""
    scale = count.scale
    power, suit = scale.power[card], scale.suit_of[card]
    number = count.number[suit]
    lower = number - count.above(suit, power)
    risk: float = ((lower + 0.5) / (number + 1.0)) ** RISK
    if power >= TRUMP:
        return risk + LEAST_TRUMP_RISK * (1.0 - risk)
    return risk - LOW_DUMPED if card in scale.low else risk


def _safety(count: Count, suit: str) -> float:
    """The chance that no opponent can ruff this suit now."""
    trump = count.terms.trump
    if trump is None or suit == trump or not count.number[trump]:
        return 1.0
    safe = 1.0
    for seat in range(count.players):
        if not count.ours(seat):
            safe *= 1.0 - count.void(seat, suit) * (1.0 - count.void(seat, trump))
    return safe


Odds = Sequence[tuple[Seat, float]]


@dataclass(frozen=True, slots=True)
class Takers:
    """Who comes out on top if everyone who plays later plays the strongest card that they may.

    `wins[i]` are the chances of the later seats to take the trick with a card of power `levels[i]` or more.
    """

    later: tuple[Seat, ...]
    levels: list[int]
    wins: list[list[float]]

    def odds(self, holder: Seat, power: int) -> Odds:
        """The chance of each seat to take the trick that `holder` wins so far with a card of this power."""
        place = 0
        while place < len(self.levels) and self.levels[place] < power:
            place += 1
        beaten = self.wins[place]
        return [(holder, max(0.0, 1.0 - sum(beaten))), *zip(self.later, beaten, strict=True)]


def takers(count: Count, led: str) -> Takers:
    """Who takes a trick with this suit led."""
    later = count.later
    steps = _strongest_first(count, led)
    lacks = {suit: [1.0 - count.share[suit][seat] for seat in later] for suit in {led, *(step[1] for step in steps)}}
    void = [one ** count.number[led] for one in lacks[led]]
    no_led = no_ruff = below = [1.0] * len(later)
    levels: list[int] = []
    wins = [[0.0] * len(later)]
    for power, suit, many in steps:
        at_most = below
        if suit == led:
            no_led = [chance * one**many for chance, one in zip(no_led, lacks[suit], strict=True)]
        else:
            no_ruff = [chance * one**many for chance, one in zip(no_ruff, lacks[suit], strict=True)]
        below = [max(0.0, a - v * (1.0 - b)) for a, v, b in zip(no_led, void, no_ruff, strict=True)]
        levels.append(power)
        wins.append(_add_wins(wins[-1], at_most, below))
    levels.reverse()
    wins.reverse()
    return Takers(later, levels, wins)


def _strongest_first(count: Count, led: str) -> list[tuple[int, str, int]]:
    """The unseen cards that may take a trick with this suit led: power, suit and copies."""
    steps = [(power, led, many) for power, many in count.out[led]]
    for suit, out in count.out.items():
        if suit != led and out and out[-1][0] >= TRUMP:
            steps += [(power, suit, many) for power, many in out if power >= TRUMP]
    return sorted(steps, reverse=True)


def _add_wins(wins: list[float], at_most: list[float], below: list[float]) -> list[float]:
    """Add for each later seat the chance that its best card is of this level, and that it wins.

    `at_most` and `below` are the chances that its best card is at most of this level, and below it.
    """
    won = wins[:]
    for place in range(len(won)):
        chance = at_most[place] - below[place]
        for other in range(len(won)):  # of equal cards the last one wins
            if other != place:
                chance *= at_most[other] if other < place else below[other]
        won[place] += chance
    return won


@dataclass(frozen=True, slots=True)
class Duckers:
    """Who has to take the trick if everyone who plays later stays below the best card when they can."""

    count: Count
    led: str

    def odds(self, holder: Seat, power: int) -> Odds:
        """The chance of each seat to take the trick that `holder` wins so far with a card of this power."""
        count, led = self.count, self.led
        lower = sum([many for level, many in count.out[led] if level < power])
        odds = [(holder, 1.0)]
        for seat in count.later:
            lacks = 1.0 - count.share[led][seat]
            forced = max(0.0, lacks**lower - lacks ** count.number[led])
            odds = [(other, chance * (1.0 - forced)) for other, chance in odds]
            odds.append((seat, forced))
        return odds


FORCED: Final = 0.7  # how far to trust the estimate of lowest cards that others must still give
NEVER: Final = 100.0
TIE: Final = 0.0005  # of equally good cards the lower one, in rounds to lose the higher one
# In rounds to lose: the harm of the lead, and the good of getting rid of a colour.
LEAD: Final = 0.2
SHORT: Final = 0.8


@dataclass(frozen=True, slots=True)
class TrickState:
    """The trick so far: the suit led, power and seat of the best card, how many lowest cards of each side."""

    led: str | None
    top: int
    holder: Seat
    lows: tuple[int, int]


def read_trick(view: View, count: Count) -> TrickState:
    """The trick so far."""
    trick, scale = view.trick, count.scale
    if not trick or view.leader is None:
        return TrickState(None, -1, count.me, (0, 0))
    best = winning(trick, count.terms)
    ours = [count.ours((view.leader + place) % count.players) for place, card in enumerate(trick) if card in scale.low]
    return TrickState(
        led=scale.suit_of[trick[0]],
        top=scale.power[trick[best]],
        holder=(view.leader + best) % count.players,
        lows=(ours.count(True), ours.count(False)),
    )


def judge(view: View, count: Count, legal: tuple[Play, ...]) -> list[float]:
    """How good each card looks, in units for your own side against the other."""
    if len(legal) == 1:
        return [0.0]
    scale, good = count.scale, count.terms.points > 0
    so_far = read_trick(view, count)
    settled = so_far.led is not None and count.ours(so_far.holder) and count.sure(so_far.led, so_far.top)
    held = [scale.suit_of[card] for card in count.hand]
    models: dict[str, Takers | Duckers] = {}
    extras: dict[str, tuple[float, float]] = {}
    scores = []
    for move in legal:
        card = move.card
        suit, power = scale.suit_of[card], scale.power[card]
        led = so_far.led or suit
        if led not in models:
            models[led] = takers(count, led) if good else Duckers(count, led)
            extras[led] = _forced(count, led)
        takes = power >= so_far.top and (suit == led or power >= TRUMP)
        odds = models[led].odds(count.me, power) if takes else models[led].odds(so_far.holder, so_far.top)
        ours, theirs = so_far.lows[0] + (card in scale.low), so_far.lows[1]
        value = _brings(count, odds, 1 + theirs + FORCED * extras[led][1], 1 + ours + FORCED * extras[led][0])
        if good:
            value -= worth(count, card) + TIE * (power % TRUMP)
        else:
            value = burden(count, card) + TIE * (power % TRUMP) - value
            value += SHORT / held.count(suit) ** 2 - (LEAD * odds[0][1] if takes else 0.0)
        if settled and takes and suit != led:
            value -= NEVER
        scores.append(value)
    return scores


def _brings(count: Count, odds: Odds, won: float, lost: float) -> float:
    """What the trick brings on average: units won by your own side less units lost, the bonus card counted."""
    return sum([chance * count.weights[seat] * (won if count.ours(seat) else -lost) for seat, chance in odds])


def _forced(count: Count, led: str) -> tuple[float, float]:
    """How many lowest cards the later seats, own side and other side, must give for want of others in the suit led."""
    out = count.out[led]
    lows = out[0][1] if out and out[0][0] == count.scale.floor else 0
    extra = [0.0, 0.0]
    if lows:
        rest = count.number[led] - lows
        for seat in count.later:
            lacks = 1.0 - count.share[led][seat]
            extra[not count.ours(seat)] += lacks**rest - lacks ** (rest + lows)
    return extra[0], extra[1]
