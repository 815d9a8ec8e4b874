"""What bots decide at a table, for a seat of the house, for somebody who is away or late, or as a hint.

A bot gets the view of its seat and its legal moves, and nothing else of the table.
"""

import asyncio
import hashlib
from dataclasses import dataclass, field
from typing import Any, Final

from naysay.bots.registry import THINKING, adviser
from naysay.game import Seat
from naysay.server.errors import Refused
from naysay.server.table.commands import Command, bot_move
from naysay.server.table.state import STAND_IN, Due, TableState
from naysay.server.web import messages
from naysay.server.workers.pool import Thought, WorkerPool

TURN: Final = "0.4"  # seconds that a bot searches for its own move
HURRIED_TURN: Final = "0.05"  # where nobody wants to wait for it


def timed(level: str, think: str) -> str:
    """A level, and how long it thinks if it is one that searches."""
    return f"{level}:{think}" if level in THINKING else level


async def decide(state: TableState, due: Due, pool: WorkerPool) -> Command:
    """The move of the bot whose turn it is, or who moves for somebody whose time is up.

    The seed is the same if it must think again, and nobody can foresee it.
    """
    seat = due.seat
    level = state.chairs[seat].bot or STAND_IN
    seed = hashlib.sha256(state.key + f"{due.kind} {due.seq} {seat}".encode()).hexdigest()
    view, legal = state.game.view(state.game_state, seat), state.game.legal(state.game_state, seat)
    bot = timed(level, HURRIED_TURN if state.hurrying else TURN)
    thought = await pool.choose(state.made.game, bot, view, legal, seed, state.host)
    text = state.game.write_move(thought.choice.move)
    return bot_move(seat, due.seq, text, "clock" if due.kind == "clock" else "bot", thought.level)


@dataclass(slots=True)
class Hints:
    """Hints at one table: one after the other, and the same question is thought out once."""

    pool: WorkerPool
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    last: tuple[Any, Thought] | None = None

    async def think(self, state: TableState, seat: Seat, seed: str) -> Thought:
        """What the strongest bot thinks of what a seat sees."""
        view, legal = state.game.view(state.game_state, seat), state.game.legal(state.game_state, seat)
        async with self.lock:
            if self.last is None or self.last[0] != view:
                level = adviser(state.made.game)
                person = state.chairs[seat].person or state.host
                self.last = view, await self.pool.choose(state.made.game, level, view, legal, seed, person)
            return self.last[1]

    async def give(self, state: TableState, table: str, seat: Seat | None, ref: str) -> messages.Hinted:
        """What the strongest bot would do in this seat, the best first, and why."""
        if not state.made.hints:
            raise Refused("no_hints", "this table was made without hints")
        if seat is None:
            raise Refused("not_seated", "you do not sit at this table")
        if not state.running or state.turns[seat].asked is None:
            raise Refused("not_now", "hints are given when it is your turn")
        seed = hashlib.sha256(f"hint {table} {state.turns[seat].asked}".encode()).hexdigest()
        thought = await self.think(state, seat, seed)
        candidates = tuple(
            messages.CandidateInfo(
                state.game.write_move(candidate.move),
                candidate.score,
                tuple(messages.WhyInfo(why.code, dict(why.params)) for why in candidate.why),
                candidate.expected,
                candidate.error,
                candidate.takes,
                candidate.lead,
            )
            for candidate in thought.choice.candidates
        )
        return messages.Hinted(ref, state.length, thought.level, candidates)
