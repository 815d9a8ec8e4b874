"""Who is served next: one person after the other, whoever wants how much."""

import asyncio
from random import Random

import pytest

from naysay.server.errors import Refused
from naysay.server.workers import pool
from naysay.server.workers.pool import RoundRobin
from tests.support.asynchronous import asynchronous, until
from tests.support.effort import times


class Queue:
    """Turns that last until the test ends them, and the order in which they began."""

    def __init__(self, limit: int) -> None:
        self.robin = RoundRobin(limit)
        self.begun: list[str] = []
        self.open: list[tuple[str, asyncio.Event]] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def want(self, person: str, count: int = 1) -> None:
        self.tasks += [asyncio.ensure_future(self._turn(person)) for _ in range(count)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def _turn(self, person: str) -> None:
        async with self.robin.place(person):
            self.begun.append(person)
            end = asyncio.Event()
            self.open.append((person, end))
            await end.wait()

    async def finish(self, number: int = 0) -> None:
        """One of the turns that last is over."""
        before = len(self.begun)
        waits = len(self.robin)
        self.open.pop(number)[1].set()
        for _ in range(4):
            await asyncio.sleep(0)
        assert len(self.begun) <= before + max(1, waits)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        assert (len(self.robin), self.robin.held) == (0, {})


@asynchronous
async def test_one_person_after_the_other() -> None:
    queue = Queue(1)
    await queue.want("ann", 5)
    await queue.want("ben", 2)
    await queue.want("cat")
    while queue.open:
        await queue.finish()
    assert queue.begun == ["ann", *("ann", "ben", "cat"), *("ann", "ben"), "ann", "ann"]
    await queue.close()


@asynchronous
async def test_with_nineteen_tables_of_one_person_nobody_else_waits() -> None:
    queue = Queue(2)
    await queue.want("ben")
    await queue.finish()
    await queue.want("ann", 19)
    for _ in range(10):
        assert [person for person, _ in queue.open] == ["ann"], "one place is free for others"
        await queue.want("ben")
        assert [person for person, _ in queue.open] == ["ann", "ben"], "at once"
        await queue.finish(1)
        await queue.finish(0)
    await queue.close()


@asynchronous
async def test_who_is_alone_has_all_places(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = Queue(3)
    await queue.want("ann", 5)
    assert len(queue.open) == 3
    await queue.want("ben")
    assert len(queue.open) == 3
    await queue.finish()
    assert sorted(person for person, _ in queue.open) == ["ann", "ann", "ben"], "ben is the next"
    await queue.finish(2)
    assert [person for person, _ in queue.open] == ["ann", "ann"], "others are here: one place stays free"
    monkeypatch.setattr(pool, "RECENT", -1.0)  # they left long ago
    await queue.want("ann")
    assert len(queue.open) == 3
    await queue.close()


@asynchronous
async def test_who_goes_away_gives_the_place_back_and_leaves_the_queue() -> None:
    queue = Queue(1)
    await queue.want("ann", 3)
    await queue.want("ben")
    queue.tasks[1].cancel()
    queue.tasks[0].cancel()
    await until(lambda: len(queue.begun) == 2)
    await queue.finish(1)
    await until(lambda: len(queue.begun) == 3)
    assert sorted(queue.begun) == ["ann", "ann", "ben"]
    await queue.close()


@asynchronous
async def test_the_queue_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MOST_KNOWN", 3)
    queue = Queue(1)
    queue.robin.most_waiting = 2
    await queue.want("ann", 3)
    with pytest.raises(Refused, match="overloaded"):
        async with queue.robin.place("ben"):
            pass
    await queue.close()
    for number in range(9):
        async with queue.robin.place(f"person {number}"):
            pass
    assert len(queue.robin.asked) == 3


@pytest.mark.attack
@asynchronous
async def test_nobody_waits_for_more_than_one_turn_of_each_other_person() -> None:
    for seed in range(times(20)):
        rng = Random(seed)
        queue = Queue(rng.choice((1, 2, 3)))
        await queue.want("greedy", 50)
        people = [f"person {number}" for number in range(rng.randint(1, 5))]
        for _ in range(30):
            person = rng.choice(people)
            if person not in queue.robin.waiting and not queue.robin.held[person]:
                before = len(queue.begun)
                await queue.want(person)
                while person in queue.robin.waiting:
                    await queue.finish(rng.randrange(len(queue.open)))
                served = queue.begun[before:]
                assert served.count("greedy") <= 1
                assert max(map(served.count, served)) <= 2
            elif queue.open:
                await queue.finish(rng.randrange(len(queue.open)))
            assert len(queue.open) <= queue.robin.limit
        await queue.close()
