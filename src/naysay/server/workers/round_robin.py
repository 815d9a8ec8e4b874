"""Places that many people want: one person after the other gets one, however many things each of them wants."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from naysay.server.errors import Refused

RECENT: Final = 60.0  # seconds for which somebody counts as being there
MOST_WAITING: Final = 10_000
MOST_KNOWN: Final = 10_000


@dataclass(slots=True)
class RoundRobin:
    """At most `limit` places. While others are there, one person leaves a place free for them."""

    limit: int
    most_waiting: int = MOST_WAITING
    held: Counter[str] = field(default_factory=Counter)
    waiting: OrderedDict[str, deque[asyncio.Future[None]]] = field(default_factory=OrderedDict)  # whose turn is next
    asked: OrderedDict[str, float] = field(default_factory=OrderedDict)  # who asked last, and when

    def __len__(self) -> int:
        return sum(map(len, self.waiting.values()))

    @asynccontextmanager
    async def place(self, person: str) -> AsyncIterator[None]:
        """Wait for a place, and give it back in the end."""
        if len(self) >= self.most_waiting:
            raise Refused("overloaded", f"{self.most_waiting} turns of bots wait already; try again in a moment")
        self._note(person)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(person, deque()).append(turn)
        self._hand_out()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back(person)
            elif turn in self.waiting.get(person, ()):
                self._take_out(person, turn)
            raise
        try:
            yield
        finally:
            self._give_back(person)

    def _give_back(self, person: str) -> None:
        self.held[person] -= 1
        if not self.held[person]:
            del self.held[person]
        self._hand_out()

    def _hand_out(self) -> None:
        while self.held.total() < self.limit:
            person = next((one for one in self.waiting if self.held[one] < self._share(one)), None)
            if person is None:
                return
            turn = self.waiting[person][0]
            self._take_out(person, turn)
            if person in self.waiting:
                self.waiting.move_to_end(person)
            if not turn.done():
                self.held[person] += 1
                turn.set_result(None)

    def _take_out(self, person: str, turn: asyncio.Future[None]) -> None:
        self.waiting[person].remove(turn)
        if not self.waiting[person]:
            del self.waiting[person]

    def _share(self, person: str) -> int:
        """How many places one person may have: all, unless somebody else was there a moment ago."""
        since = monotonic() - RECENT
        last_two = zip(reversed(self.asked.items()), range(2), strict=False)
        others = any(one != person and at > since for (one, at), _ in last_two)
        return max(1, self.limit - 1) if others else self.limit

    def _note(self, person: str) -> None:
        self.asked[person] = monotonic()
        self.asked.move_to_end(person)
        if len(self.asked) > MOST_KNOWN:
            self.asked.popitem(last=False)
