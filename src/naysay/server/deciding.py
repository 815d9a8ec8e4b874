"""What bots decide at a table, for a seat of the house, for somebody who is away or late, or as a hint.

A bot gets the view of its seat and its legal moves, and nothing else of the table.
"""

import asyncio
import hashlib
from dataclasses import dataclass, field
from typing import Any, Final

from naysay.bots.levels.names import adviser
from naysay.bots.registry import THINKING
from naysay.game import Seat
from naysay.server import wire
from naysay.server.commands import Command, bot_move
from naysay.server.life import STAND_IN, Due, Life
from naysay.server.refusal import Refused
from naysay.server.thinkers import Thinkers, Thought

TURN: Final = "0.4"  # seconds that a bot searches for its own move


def timed(level: str, think: str) -> str:
    """A level, and how long it thinks if it is one that searches."""
    return f"{level}:{think}" if level in THINKING else level


async def decide(life: Life, due: Due, thinkers: Thinkers) -> Command:
    """The move of the bot whose turn it is, or who moves for somebody whose time is up.

    The seed is the same if it must think again, and nobody can foresee it.
    """
    seat = due.seat
    level = life.chairs[seat].bot or STAND_IN
    seed = hashlib.sha256(life.key + f"{due.kind} {due.seq} {seat}".encode()).hexdigest()
    view, legal = life.game.view(life.state, seat), life.game.legal(life.state, seat)
    thought = await thinkers.choose(life.made.game, timed(level, TURN), view, legal, seed)
    text = life.game.write_move(thought.choice.move)
    return bot_move(seat, due.seq, text, "clock" if due.kind == "clock" else "bot", thought.level)


@dataclass(slots=True)
class Hints:
    """Hints at one table: one after the other, and the same question is thought out once."""

    thinkers: Thinkers
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    last: tuple[Any, Thought] | None = None

    async def think(self, life: Life, seat: Seat, seed: str) -> Thought:
        """What the strongest bot thinks of what a seat sees."""
        view, legal = life.game.view(life.state, seat), life.game.legal(life.state, seat)
        async with self.lock:
            if self.last is None or self.last[0] != view:
                level = adviser(life.made.game)
                self.last = view, await self.thinkers.choose(life.made.game, level, view, legal, seed)
            return self.last[1]

    async def give(self, life: Life, table: str, seat: Seat | None, ref: str) -> wire.Hinted:
        """What the strongest bot would do in this seat, the best first, and why."""
        if not life.made.hints:
            raise Refused("no_hints", "this table was made without hints")
        if seat is None:
            raise Refused("not_seated", "you do not sit at this table")
        if not life.running or life.turns[seat].asked is None:
            raise Refused("not_now", "hints are given when it is your turn")
        seed = hashlib.sha256(f"hint {table} {life.turns[seat].asked}".encode()).hexdigest()
        thought = await self.think(life, seat, seed)
        candidates = tuple(
            wire.CandidateInfo(
                life.game.write_move(candidate.move),
                candidate.score,
                tuple(wire.WhyInfo(why.code, dict(why.params)) for why in candidate.why),
                candidate.expected,
                candidate.error,
                candidate.takes,
            )
            for candidate in thought.choice.candidates
        )
        return wire.Hinted(ref, life.length, thought.level, candidates)
