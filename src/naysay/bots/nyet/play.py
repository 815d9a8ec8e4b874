"""Which card the steady bot plays: what the trick brings now, less what the card would have been worth later."""

from dataclasses import dataclass
from typing import Final

from naysay.bots.nyet.count import TRUMP, Count
from naysay.bots.nyet.race import Dodge, Odds, Race, race
from naysay.bots.nyet.worth import burden, worth
from naysay.game import Seat
from naysay.nyet.state import Play
from naysay.nyet.tricks import winning
from naysay.nyet.view import View

FORCED: Final = 0.7  # how far to trust the estimate of lowest cards that others must still give
NEVER: Final = 100.0
TIE: Final = 0.0005  # of equally good cards the lower one, in rounds to lose the higher one
# In rounds to lose: the harm of the lead, and the good of getting rid of a colour.
LEAD: Final = 0.2
SHORT: Final = 0.8


@dataclass(frozen=True, slots=True)
class Lie:
    """How the trick lies: the suit led, power and seat of the best card, how many lowest cards of each side."""

    led: str | None
    top: int
    holder: Seat
    lows: tuple[int, int]


def read_trick(view: View, count: Count) -> Lie:
    """How the trick lies."""
    trick, scale = view.trick, count.scale
    if not trick or view.leader is None:
        return Lie(None, -1, count.me, (0, 0))
    best = winning(trick, count.terms)
    ours = [count.ours((view.leader + place) % count.players) for place, card in enumerate(trick) if card in scale.low]
    return Lie(
        led=scale.suit_of[trick[0]],
        top=scale.power[trick[best]],
        holder=(view.leader + best) % count.players,
        lows=(ours.count(True), ours.count(False)),
    )


def judge(view: View, count: Count, legal: tuple[Play, ...]) -> list[float]:
    """How good each card looks, in units for the own side against the other."""
    if len(legal) == 1:
        return [0.0]
    scale, good = count.scale, count.terms.points > 0
    lie = read_trick(view, count)
    settled = lie.led is not None and count.ours(lie.holder) and count.sure(lie.led, lie.top)
    held = [scale.suit_of[card] for card in count.hand]
    races: dict[str, Race | Dodge] = {}
    extras: dict[str, tuple[float, float]] = {}
    scores = []
    for move in legal:
        card = move.card
        suit, power = scale.suit_of[card], scale.power[card]
        led = lie.led or suit
        if led not in races:
            races[led] = race(count, led) if good else Dodge(count, led)
            extras[led] = _forced(count, led)
        takes = power >= lie.top and (suit == led or power >= TRUMP)
        odds = races[led].odds(count.me, power) if takes else races[led].odds(lie.holder, lie.top)
        ours, theirs = lie.lows[0] + (card in scale.low), lie.lows[1]
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
    """What the trick brings on average: units won by the own side less units lost, the bonus card counted."""
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
