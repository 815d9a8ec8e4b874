"""One match between bots, from the first shuffle to the result."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from naysay import fair
from naysay.bots.choice import Bot
from naysay.game import AnyGame, Seat
from naysay.record import Record

Decider = Callable[[AnyGame, Any, Seat, tuple[Any, ...], Random], Any]


@dataclass(frozen=True, slots=True)
class Deal:
    """Where the chance of a match comes from: a seed, for every shuffle (`fair.md`) and every bot's random source."""

    seed: bytes

    @classmethod
    def of(cls, *parts: object) -> "Deal":
        """A deal that follows from these parts, the same in every process and on every version of Python."""
        return cls(hashlib.sha256("/".join(map(str, parts)).encode()).digest())

    def rng(self, *parts: object) -> Random:
        """A random source of its own for each purpose."""
        return Random(int.from_bytes(Deal.of(self.seed.hex(), *parts).seed, "big"))


def blind(bot: Bot) -> Decider:
    """A bot as one who decides: it gets its seat's view, whatever else is known."""
    return lambda game, state, seat, legal, rng: bot(game.view(state, seat), legal, rng).move


def play(game: AnyGame, setup: Any, bots: Sequence[Bot], names: Sequence[str], deal: Deal) -> Record:
    """Play a match to its end: its record. A bot gets its seat's view, its legal moves and a random source."""
    return decide(game, setup, [blind(bot) for bot in bots], names, deal)


def decide(game: AnyGame, setup: Any, deciders: Sequence[Decider], names: Sequence[str], deal: Deal) -> Record:
    """Play a match to its end between deciders, who are given the whole state: all but the clairvoyant look away.

    Every shuffle gives the seats new random sources: what one bot plays in a round does not change how another, that
    thinks as before, bids in the next. So matches of one deal differ by the bots, less by chance.
    """
    promise = fair.Fair(fair.commit(deal.seed), deal.seed, (b"",) * setup.players)
    key = fair.key(deal.seed, promise.contributions)
    rngs: list[Random] = []
    shuffles: list[str] = []
    actions: list[tuple[int, str]] = []
    state = game.start(setup)
    while (result := game.result(state)) is None:
        if cards := game.to_shuffle(state):
            deck = fair.deck(key, len(shuffles), cards)
            rngs = [deal.rng("bot", seat, len(shuffles)) for seat in range(setup.players)]
            shuffles.append(" ".join(deck))
            state = game.shuffled(state, deck)
            continue
        seat = game.to_act(state)[0]
        move = deciders[seat](game, state, seat, game.legal(state, seat), rngs[seat])
        actions.append((seat, game.write_move(move)))
        state = game.apply(state, seat, move)
    return Record(game, setup, tuple(names), setup.dealer, tuple(shuffles), tuple(actions), result, promise)
