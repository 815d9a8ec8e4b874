"""Which card the steady bot plays: what the trick brings now, less what the card would have been worth later."""

from dataclasses import dataclass
from typing import Final

from naysay.bots.nyet.counting import TRUMP, Count
from naysay.bots.nyet.steady.card_value import burden, worth
from naysay.bots.nyet.steady.trick_odds import Duckers, Odds, Takers, takers
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
