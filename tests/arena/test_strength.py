"""The benchmark of strength: what its verdicts mean, what it plays again, and what counts as a wasted trick."""

import argparse
import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest

from benchmarks import _partner, strength
from benchmarks.strength import Row, Watch, begin, measure, quick_row, rows
from naysay.arena.contest import Enough, check, seatings
from naysay.arena.fingerprints import fingerprints
from naysay.arena.stats import Estimate, around
from naysay.nyet.state import Play
from tests.bots.test_steady_nyet import decisions
from tools import strength_table

ROW = rows()[0]
LESS = replace(ROW, must=0.5, aim=None, less=True)
VALUE = replace(LESS, value=True)


@pytest.mark.parametrize(
    ("row", "low", "value", "high", "full", "quick"),
    [
        (ROW, 26, 30, 34, "aim reached", "aim reached"),
        (ROW, 11, 15, 19, "holds", "holds"),
        (ROW, 8, 15, 22, "fails", "open"),
        (ROW, -4, 2, 9, "fails", "fails"),
        (ROW, None, 2, None, "not measured", "not measured"),
        (LESS, 0.2, 0.3, 0.4, "holds", "holds"),
        (LESS, 0.4, 0.5, 0.6, "fails", "open"),
        (LESS, 0.6, 0.7, 0.8, "fails", "fails"),
        (VALUE, 0.2, 0.4, 0.6, "holds", "open"),
        (VALUE, 0.4, 0.6, 0.8, "fails", "open"),
        (VALUE, 0.6, 0.7, 0.8, "fails", "fails"),
    ],
)
def test_verdicts(row: Row, low: Any, value: float, high: Any, full: str, quick: str) -> None:
    found = Estimate(value, low, high)
    assert strength._verdict(row, found, missing=0, quick=False) == full
    assert strength._verdict(row, found, missing=0, quick=True) == quick
    if low is not None:
        assert strength._verdict(row, found, missing=7, quick=False) == "open, 7 deals missing"


def test_who_looks_after_every_deal_is_not_right_more_often_than_planned() -> None:
    """Of rows that just reach what they must, few hold: however often a run was stopped to look at it."""
    rng, held = Random(1), 0
    for _ in range(400):
        drawn = [rng.gauss(ROW.must, 10) for _ in range(ROW.deals)]
        seen = set()
        for number in range(2, ROW.deals + 1):
            mean = fmean(drawn[:number])
            found = around(mean, [one - mean for one in drawn[:number]])
            seen.add(strength._verdict(ROW, found, ROW.deals - number, quick=False))
        held += any(verdict in ("holds", "aim reached") for verdict in seen)
    assert held / 400 < 0.05


def test_every_row_can_be_played() -> None:
    names = [row.name for row in rows()]
    assert len(names) == len(set(names)) == 17
    assert strength.names() == [*names, "partner"]
    for row in rows():
        check(row.contest)
        quick = quick_row(row)
        check(quick.contest)
        times = {bot.partition(":")[2] for names in seatings(quick.contest) for bot in names} - {""}
        assert times <= {strength.QUICK}


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., argparse.Namespace]:
    monkeypatch.setattr(strength, "HERE", tmp_path)
    usual = {"quick": False, "again": False, "minutes": None, "deals": 2, "processes": 1}
    return lambda **change: argparse.Namespace(**(usual | change))


@pytest.mark.parametrize("old", [{"fingerprints": {"casual": "a", "fresh": "b"}}, {"sources": "old"}, {}])
def test_what_was_played_otherwise_is_judged_and_not_mixed(tmp_path: Path, options: Any, old: Any) -> None:
    contest = strength.among("nope", "casual", "fresh")
    file, now = tmp_path / "strength" / "some.jsonl", {"fingerprints": fingerprints(["casual", "fresh"], "nope")}
    assert begin("some", contest, options()) == (file, now, None)
    file.write_text(json.dumps({"settings": {"game": "nope"} | now}) + "\nmatches", encoding="utf-8")
    assert begin("some", contest, options()) == (file, now, None)
    file.write_text(json.dumps({"settings": {"game": "nope"} | old}) + "\nmatches", encoding="utf-8")
    assert begin("some", contest, options()) == (file, old, 0.0)
    assert begin("some", contest, options(quick=True))[0] is None
    with pytest.raises(Enough):
        Watch(0.0)(1, 2)
    assert begin("some", contest, options(again=True)) == (file, now, None)
    assert not file.exists()


def test_a_row_is_played_once(tmp_path: Path, options: Any) -> None:
    row = next(row for row in rows() if row.name == "nope-casual")
    first = measure(row, options())
    assert (first.deals, first.matches) == (2, 8)
    assert first.fingerprints == fingerprints(["casual", "fresh"], "nope")
    assert first.verdict == f"open, {row.deals - 2} deals missing"
    written = (tmp_path / "strength" / "nope-casual.jsonl").read_bytes()
    assert measure(row, options()) == first
    assert (tmp_path / "strength" / "nope-casual.jsonl").read_bytes() == written


def test_more_deals_than_planned_decide_nothing(options: Any) -> None:
    row = replace(next(row for row in rows() if row.name == "nope-casual"), deals=3)
    assert measure(row, options(deals=5)) == measure(row, options(deals=None))
    assert measure(row, options(deals=5)).deals == 3


@pytest.mark.parametrize("kept", [{"fingerprints": {"casual": "a", "fresh": "b"}}, {"sources": "before"}, {}])
def test_figures_of_older_bots_are_told_as_such(tmp_path: Path, options: Any, kept: dict[str, Any]) -> None:
    """Also those of files from before there were fingerprints: they are judged, not mixed, and marked."""
    row = replace(next(row for row in rows() if row.name == "nope-casual"), deals=2)
    fresh = measure(row, options())
    assert strength_table.line(asdict(fresh))[-1] == fresh.verdict
    file = tmp_path / "strength" / "nope-casual.jsonl"
    head, *matches = file.read_text(encoding="utf-8").splitlines()
    old = json.loads(head)
    del old["settings"]["fingerprints"]
    old["settings"] |= kept
    file.write_text("\n".join([json.dumps(old), *matches]) + "\n", encoding="utf-8")
    found = measure(row, options())
    assert found == replace(fresh, fingerprints=kept.get("fingerprints"))
    assert strength_table.line(asdict(found))[-1] == f"{fresh.verdict}; older bots"


def test_a_partners_sure_winner() -> None:
    """In whole games: it is a partner's, all cards that beat it are in sight, and steady hardly ever wastes it."""
    found = wasted = 0
    for seed in range(15):
        for state, view, legal, choice in decisions(seed, 4):
            if not isinstance(choice.move, Play) or not _partner.sure_partner(view):
                continue
            hands = [card for seat, hand in enumerate(state.round.hands) if seat != view.seat for card in hand]  # type: ignore[union-attr]
            assert not any(_partner.takes(view, card) for card in hands)
            assert view.terms is not None
            assert view.terms.points > 0
            tempting = {_partner.takes(view, move.card) for move in legal}
            found += len(tempting) == 2
            wasted += len(tempting) == 2 and _partner.takes(view, choice.move.card)
    assert found > 3
    assert wasted < found


def test_who_ignores_partners_is_seen_to_waste_their_tricks() -> None:
    contest = strength.among("nyet", "fresh", "casual")
    found = [_partner.watch(contest, (number, contest.bots)) for number in range(20)]
    assert all(0 < one["rounds"] <= 8 for one in found)
    assert sum(one["tempted"] for one in found) >= sum(len(one["wasted"]) for one in found) > 3
