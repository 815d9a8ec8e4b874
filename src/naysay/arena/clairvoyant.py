"""The clairvoyant, for measuring only: it sees all hands, so it is not a bot, and cannot be seated anywhere else.

It plays cards exactly: the move of the best value by the solver, if all of them are proved within `NODES` nodes. Early
in a round of many cards they are not; then tree search on the true hands decides, among the moves that may still be
best by the bounds that were proved. It assumes that everybody sees all hands: its result is a benchmark, not a limit.
"""

from random import Random
from typing import Any, Final

from naysay.bots.nyet.ismcts.bot import Search
from naysay.bots.nyet.steady import bot as steady
from naysay.bots.think import Think
from naysay.game import Seat
from naysay.match import Decider, Match
from naysay.nyet.state import Play
from naysay.solver.api import Table, from_state, solve

NODES: Final = 200_000
SIMULATIONS: Final = Think(nodes=20_000)


def clairvoyant() -> Decider:
    """A decider that knows all hands: it plays cards as above, and does everything else as `steady`."""
    table = Table()

    def decide(match: Match, seat: Seat, rng: Random) -> Any:
        legal = match.legal(seat)
        if not isinstance(legal[0], Play):
            return steady.choose(match.view(seat), legal, rng).move
        if len(legal) == 1:
            return legal[0]
        position = from_state(match.state)
        found = solve(position, moves=True, nodes=NODES, table=table)
        least = max(move.lower for move in found.moves)
        best = [card for card, move in zip(position.legal, found.moves, strict=True) if move.upper >= least]
        if len(best) == 1 or found.exact:
            return Play(best[0])
        search = Search(position, rng)
        search.run(SIMULATIONS, 0.0, SIMULATIONS.nodes or 0)
        return Play(next(one.card for one in search.ranked() if one.card in best))

    return decide
