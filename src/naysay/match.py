"""One playthrough of a game: what was agreed and shuffled, who did what, and where that has led.

>>> from naysay.games import find
>>> game, rng = find("nope"), Random(7)
>>> match = Match(game, game.setup(players=3, dealer=0), rng)
>>> for seat in match.turns():
...     match.act(seat, rng.choice(match.legal(seat)))
>>> match.result
{'out': [2, 0], 'winners': [1]}
>>> match.record(["Ann", "Ben", "Cy"]).actions[0]
(1, 'discard RB3')
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from naysay.fair import Fair
from naysay.game import AnyGame, Card, Seat
from naysay.record import Record, replay


class Chosen(Protocol):
    """What a bot answers, as far as a match asks."""

    @property
    def move(self) -> Any:
        """The move that was chosen."""


Bot = Callable[[Any, tuple[Any, ...], Random], Chosen]


@dataclass(frozen=True, slots=True)
class Deal:
    """Where the chance of a match comes from: one seed, for every shuffle and for every bot's random source."""

    seed: bytes

    @classmethod
    def of(cls, *parts: object) -> "Deal":
        """The deal that follows from these parts, the same in every process and on every version of Python."""
        return cls(hashlib.sha256("/".join(map(str, parts)).encode()).digest())

    def rng(self, *parts: object) -> Random:
        """A random source of its own for each purpose."""
        return Random(int.from_bytes(Deal.of(self.seed.hex(), *parts).seed, "big"))

    def fair(self, players: int) -> Fair:
        """The promise of its shuffles; no player adds bytes of their own."""
        return Fair.of(self.seed, (b"",) * players)


class Match:
    """A match changes with each act and shuffle; its state is a value and never does.

    `chance` decides the shuffles: a promise that anyone can check afterwards, or a plain random source.
    """

    __slots__ = ("actions", "chance", "game", "setup", "shuffles", "state")

    def __init__(self, game: AnyGame, setup: Any, chance: Fair | Random) -> None:
        self.game = game
        self.setup = setup
        self.chance = chance
        self.state: Any = game.start(setup)
        self.shuffles: list[tuple[Card, ...]] = []
        self.actions: list[tuple[Seat, Any]] = []

    @classmethod
    def resume(cls, record: Record, chance: Fair | Random) -> "Match":
        """The match of a record, checked step by step and by the promise, if `chance` is one; it can go on."""
        match = cls(record.game, record.setup, chance)
        *_, match.state = replay(record, None if isinstance(chance, Random) else chance.check)
        match.shuffles += [tuple(map(Card, deck.split(" "))) for deck in record.shuffles]
        match.actions += [(seat, record.game.read_move(text)) for seat, text in record.actions]
        return match

    def copy(self) -> "Match":
        """The same match, to be played on in a way of its own."""
        match = Match(self.game, self.setup, self.chance)
        match.state, match.shuffles, match.actions = self.state, [*self.shuffles], [*self.actions]
        return match

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now."""
        return self.game.to_act(self.state)

    @property
    def result(self) -> dict[str, Any] | None:
        """How it ended; None while it goes on."""
        return self.game.result(self.state)

    def view(self, seat: Seat | None) -> Any:
        """All that a seat may know now, or a spectator."""
        return self.game.view(self.state, seat)

    def legal(self, seat: Seat) -> tuple[Any, ...]:
        """Every move that a seat may make now."""
        return self.game.legal(self.state, seat)

    def turns(self) -> Iterator[Seat]:
        """The first seat that may act, again and again until the match is over; every shuffle is made when it is due.

        Whoever iterates lets that seat act, or another one that may.
        """
        game = self.game
        while True:
            if seats := game.to_act(self.state):
                yield seats[0]
            elif game.to_shuffle(self.state):
                self.shuffle()
            else:
                assert self.result is not None, f"{game.id}: nobody may act, nothing is shuffled, there is no result"
                return

    def act(self, seat: Seat, move: Any) -> None:
        """Make a move; one that the rules forbid raises `IllegalMove` and changes nothing."""
        self.state = self.game.apply(self.state, seat, move)
        self.actions.append((seat, move))

    def shuffle(self) -> None:
        """Make every shuffle that is due."""
        while cards := self.game.to_shuffle(self.state):
            chance, number = self.chance, len(self.shuffles)
            shuffled = chance.sample(cards, len(cards)) if isinstance(chance, Random) else chance.deck(number, cards)
            deck = tuple(shuffled)
            self.state = self.game.shuffled(self.state, deck)
            self.shuffles.append(deck)

    def record(self, names: Sequence[str], meta: Mapping[str, Any] | None = None) -> Record:
        """The match as it is written, finished or not."""
        return Record(
            game=self.game,
            setup=self.setup,
            players=tuple(names),
            dealer=self.setup.dealer,
            shuffles=tuple(map(" ".join, self.shuffles)),
            actions=tuple((seat, self.game.write_move(move)) for seat, move in self.actions),
            result=self.result,
            fair=None if isinstance(self.chance, Random) else self.chance,
            meta=meta,
        )


Decider = Callable[[Match, Seat, Random], Any]


def blind(bot: Bot) -> Decider:
    """A bot as one who decides: it gets its seat's view, whatever else is known."""
    return lambda match, seat, rng: bot(match.view(seat), match.legal(seat), rng).move


def play(game: AnyGame, setup: Any, bots: Sequence[Bot], names: Sequence[str], deal: Deal) -> Record:
    """Play a match to its end: its record. A bot gets its seat's view, its legal moves and a random source."""
    return decide(game, setup, [blind(bot) for bot in bots], names, deal)


def decide(game: AnyGame, setup: Any, deciders: Sequence[Decider], names: Sequence[str], deal: Deal) -> Record:
    """Play a match to its end between deciders, who are given the whole match: all but the clairvoyant look away.

    Every shuffle gives the seats new random sources: what one bot plays in a round does not change how another, that
    thinks as before, bids in the next. So matches of one deal differ by the bots, less by chance.
    """
    match, rngs, dealt = Match(game, setup, deal.fair(setup.players)), list[Random](), 0
    for seat in match.turns():
        if dealt < len(match.shuffles):
            dealt = len(match.shuffles)
            rngs = [deal.rng("bot", each, dealt - 1) for each in range(setup.players)]
        match.act(seat, deciders[seat](match, seat, rngs[seat]))
    return match.record(names)
