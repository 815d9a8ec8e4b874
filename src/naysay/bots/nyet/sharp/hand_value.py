"""What a hand is, in numbers, under some trump and supertrump: for the evaluator of hands."""

from typing import Final

from naysay.bots.nyet.sharp.policy import SIDE_STEPS, TRUMP_STEPS, CardOrder
from naysay.native.bits import count, low_place
from naysay.native.jit import Floats, Ints, compiled
from naysay.solver.row import LOOT, SUIT, SUITS, SUPER, TRUMP

TRAITS: Final = 14


@compiled
def read_hand(row: Ints, order: CardOrder, hand: int, traits: Floats) -> None:
    """The traits of a hand, in the layout of the row's terms."""
    traits[:] = 0.0
    trumps = count(hand & row[TRUMP])
    supers = count(hand & row[SUPER])
    strong = trumps + supers
    traits[2] = supers
    traits[4] = trumps
    traits[9] = strong * strong / 10.0
    for suit in range(row[SUITS]):
        whole = row[SUIT + suit]
        mine = hand & whole
        length = count(mine)
        out = count(whole) - length
        plain = not whole & row[TRUMP]
        if plain:
            if length == 0:
                traits[7] += min(strong, 3)
            elif length == 1:
                traits[8] += min(strong, 3)
            traits[11] = max(traits[11], length)
            traits[12] += length * length / 10.0
        while mine:
            card = mine & -mine
            mine ^= card
            if card & row[SUPER]:
                continue
            above = count(whole & ~hand & -order.floor[low_place(card)])
            risk = (out - above + 0.5) / (out + 1.0)
            risk *= risk
            if card & row[LOOT]:
                traits[10 if card & row[TRUMP] else 3] += 1.0
            if card & row[TRUMP]:
                traits[1] += TRUMP_STEPS[above]
                traits[6] += risk
            else:
                traits[0] += SIDE_STEPS[above]
                traits[5] += risk
                if above <= 1:
                    traits[13] += 1.0 / length
