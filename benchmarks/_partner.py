"""Does a bot waste its partner's tricks? Counts the tricks in which it beats its partner's sure winner for nothing.

For nothing: points are positive, no unseen card can beat the partner's card, another legal card loses to it, and the
own seat does not count double where the partner's does not. The loot is the same whoever of the side takes the trick.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from naysay.arena import deciders
from naysay.arena.match import Deal, decide
from naysay.bots.nyet.count import weights
from naysay.game import AnyGame, Card, Seat
from naysay.games import find
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


def watch(bot: str, players: int, edition: str, seed: str, number: int) -> Mapping[str, Any]:
    """One match with this bot's card play in every seat: rounds, tricks in which it was tempted, and gave in."""
    game = find("nyet")
    found: Counter[str] = Counter()
    wasted: list[str] = []
    chooses = deciders.find(bot, "nyet")

    def decider(game: AnyGame, state: Any, seat: Seat, legal: tuple[Any, ...], rng: Random) -> Any:
        move = chooses(game, state, seat, legal, rng)
        if isinstance(move, Play):
            view = game.view(state, seat)
            if sure_partner(view) and len({takes(view, other.card) for other in legal}) == 2:
                found["tempted"] += 1
                if takes(view, move.card):
                    wasted.append(f"{' '.join(view.trick)} + {move.card} of {' '.join(other.card for other in legal)}")
        return move

    setup = game.setup(players, number % players, edition, None)
    played = decide(game, setup, [decider] * players, [bot] * players, Deal.of("partner", seed, number))
    rounds = _positive(played.result["rounds"])
    return {"winners": played.result["winners"], "rounds": rounds, "tempted": found["tempted"], "wasted": wasted}


def _positive(rounds: list[list[int]]) -> int:
    return sum(max(scores) > 0 for scores in rounds)
