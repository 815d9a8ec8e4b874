"""Does a bot waste its partner's tricks? Counts the tricks in which it beats its partner's sure winner for nothing.

For nothing: points are positive, no unseen card can beat the partner's card, another legal card loses to it, and the
own seat does not count double where the partner's does not. The loot is the same whoever of the side takes the trick.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from naysay.arena import deciders
from naysay.arena.contest import Contest, decide_match
from naysay.arena.results import Fixture
from naysay.bots.nyet.counting import weights
from naysay.game import Card, Seat
from naysay.match import Decider, Match
from naysay.nyet.edition import deck
from naysay.nyet.state import Play
from naysay.nyet.tricks import winning
from naysay.nyet.view import View


def sure_partner(view: View) -> bool:
    """Whether a partner has the trick, with a card that no unseen card beats, and taking it over brings nothing."""
    terms, sides, me, leader = view.terms, view.sides, view.seat, view.leader
    if not view.trick or terms is None or sides is None or me is None or leader is None or terms.points < 0:
        return False
    holder = (leader + winning(view.trick, terms)) % len(sides)
    if sides[holder] != sides[me] or weights(view)[me] > weights(view)[holder]:
        return False
    return not any(winning((*view.trick, card), terms) == len(view.trick) for card in unseen(view))


def unseen(view: View) -> Counter[Card]:
    """The cards that a seat cannot place."""
    assert view.terms is not None
    left = Counter(deck(view.edition, view.setup.players)) - Counter(view.hand) - Counter(view.trick)
    for trick in view.taken:
        left -= Counter(trick.cards)
    return left if view.terms.discard.passed_to else left - Counter(view.gave)


def takes(view: View, card: Card) -> bool:
    """Whether a card takes the trick as it lies."""
    assert view.terms is not None
    return winning((*view.trick, card), view.terms) == len(view.trick)


def watch(contest: Contest, fixture: Fixture) -> Mapping[str, Any]:
    """One match: its positive rounds, the tricks in which the contest's first bot was tempted, and where it gave in."""
    number, names = fixture
    found: Counter[str] = Counter()
    wasted: list[str] = []

    def watched(chooses: Decider) -> Decider:
        def decider(match: Match, seat: Seat, rng: Random) -> Any:
            move = chooses(match, seat, rng)
            if isinstance(move, Play):
                view, legal = match.view(seat), match.legal(seat)
                if sure_partner(view) and len({takes(view, other.card) for other in legal}) == 2:
                    found["tempted"] += 1
                    if takes(view, move.card):
                        cards = " ".join(other.card for other in legal)
                        wasted.append(f"{' '.join(view.trick)} + {move.card} of {cards}")
            return move

        return decider

    seated = [deciders.find(name, contest.game) for name in names]
    seated = [watched(one) if name == contest.bots[0] else one for name, one in zip(names, seated, strict=True)]
    result = decide_match(contest, number, names, seated)
    positive = sum(max(scores) > 0 for scores in result["rounds"])
    return {"winners": result["winners"], "rounds": positive, "tempted": found["tempted"], "wasted": wasted}
