"""Who takes a trick of Nyet!, from what is still out: the chance of every seat that plays after a card."""

from collections.abc import Sequence
from dataclasses import dataclass

from naysay.bots.nyet.counting import TRUMP, Count
from naysay.game import Seat

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
