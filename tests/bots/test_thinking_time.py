"""Thinking time by a clock of our own: who searches stops when it is over, and no test depends on a real clock."""

from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any

import pytest

from naysay.bots.nope.sharp import bot as nope_sharp
from naysay.bots.nope.sharp import search as nope_search
from naysay.bots.nyet.ismcts import bot as ismcts
from naysay.bots.nyet.sharp import bot as nyet_sharp
from naysay.bots.nyet.sharp import search as nyet_search
from naysay.bots.think import Think
from naysay.nyet.state import Discard, Play, Team, Veto
from tests.bots.test_levels import decisions as of_steady
from tests.bots.test_steady_nyet import decisions

SECONDS = 0.02


class Clock:
    """A clock on which every look takes a step: so long is whatever is done between two looks."""

    def __init__(self, step: float) -> None:
        self.now = 100.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def on(clock: Clock, monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> Clock:
    for module in modules:
        monkeypatch.setattr(module, "perf_counter", clock)
    return clock


def nyet_views() -> Iterator[tuple[Any, Any]]:
    """One decision of each kind, with much to think about."""
    kinds = [Veto, Team, Discard, Play]
    for seed in range(4):
        for _, view, legal, _ in decisions(seed, 4, "iello-2015", rounds=1):
            if len(legal) > 4 and type(legal[0]) in kinds:
                kinds.remove(type(legal[0]))
                yield view, legal
    assert kinds in ([], [Team])


@pytest.mark.slow
def test_sharp_at_nyet_stops_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for view, legal in nyet_views():
        nyet_sharp.choose(view, legal, Random(0), Think(nodes=1))  # compiled, and what is learned is loaded
        clock = on(Clock(0.0005), monkeypatch, nyet_sharp, nyet_search)
        begun = clock.now
        nyet_sharp.choose(view, legal, Random(0), Think(seconds=SECONDS))
        assert clock.now - begun <= SECONDS, legal[0]


@pytest.mark.slow
@pytest.mark.parametrize("step", [0.0001, 0.0005])
def test_sharp_at_nope_stops_in_time(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    views = [(view, legal) for view, legal, _ in of_steady("nope", "steady", 1, 4) if len(legal) > 3][:5]
    used = []
    for view, legal in views:
        clock = on(Clock(step), monkeypatch, nope_sharp, nope_search)
        begun = clock.now
        nope_sharp.choose(view, legal, Random(0), Think(seconds=SECONDS))
        used.append(clock.now - begun)
    assert max(used) <= SECONDS
    assert max(used) > SECONDS / 2  # it does use it


@pytest.mark.slow
def test_ismcts_stops_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    view, legal = next((view, legal) for view, legal in nyet_views() if isinstance(legal[0], Play))
    clock = on(Clock(0.0005), monkeypatch, ismcts)
    begun = clock.now
    ismcts.choose(view, legal, Random(0), Think(seconds=SECONDS))
    assert SECONDS / 2 < clock.now - begun <= SECONDS


def test_a_search_at_nyet_never_begins_a_batch_that_would_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of any length: if there is another, one as long as the longest so far ends in time."""
    rng = Random(1)
    for _ in range(200):
        clock = on(Clock(0.0), monkeypatch, nyet_search)
        began = clock.now
        budget = nyet_search.Budget.start(Think(seconds=1.0), began)
        longest = 0.0
        goes_on = True
        while goes_on:
            took = rng.uniform(0.001, 0.2)
            clock.now += took
            longest = max(longest, took)
            goes_on = budget.spend(1)
            assert goes_on == (clock.now + longest + nyet_search.RESERVE < began + 1.0)
        assert clock.now < began + 1.0 + 0.2  # the first batches of all cannot know


def test_nothing_is_left_of_a_budget_at_nope_when_its_moment_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = on(Clock(0.0), monkeypatch, nope_search)
    budget = nope_search.Budget(clock.now + 2.0, None)
    assert budget.used() == 0.0
    clock.now += 1.0
    assert budget.used() == pytest.approx(0.5)
    clock.now += 1.0
    assert budget.used() == pytest.approx(1.0)
    assert nope_search.Budget(clock.now - 1.0, None).used() == 1.0


def test_with_nodes_no_clock_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> float:
        raise AssertionError("a clock was read")

    monkeypatch.setattr(nope_search, "perf_counter", fail)
    budget = nope_search.Budget(None, 10)
    budget.spent += 10
    assert budget.used() == 1.0
