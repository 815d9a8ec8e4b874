import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from naysay import match
from naysay.arena import contest as contests
from naysay.arena import report, text
from naysay.arena.contest import Contest
from naysay.arena.report import Block, Outcome, sum_up
from naysay.bots import registry
from tests.support.contests import compete

LINE_UP = ("steady", "random", "random", "random")


def contest(bots: tuple[str, ...] = LINE_UP, game: str = "nope", **more: Any) -> Contest:
    return Contest(game, len(bots), more.get("edition"), more.get("options"), bots, "7")


def gathered(played: Contest, deals: int) -> list[Block]:
    return contests.gather(played, deals, 1, lambda done, total: None, None)


def test_every_bot_plays_every_seat_of_a_deal() -> None:
    for block in gathered(contest(), 2):
        assert [outcome.bots.index("steady") for outcome in block] == [0, 1, 2, 3]


def test_the_dealer_goes_round_and_the_deals_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def watch(game: Any, setup: Any, bots: Any, names: Any, deal: Any) -> Any:
        record = match.decide(game, setup, bots, names, deal)
        played.append((record.dealer, record.shuffles[0]))
        return record

    monkeypatch.setattr(contests, "decide", watch)
    gathered(contest(("random", "steady", "random")), 5)
    dealers = [dealer for dealer, _ in played]
    assert dealers == [0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 0, 1, 1, 1]
    assert len({deck for _, deck in played}) == 5
    assert all(a == b for (_, a), (_, b) in list(pairwise(played))[0:2])


@pytest.mark.parametrize("game", ["nyet", "nope"])
def test_identical_bots_do_equally_well(game: str) -> None:
    edition = "goldsieber-1997" if game == "nyet" else None
    found = compete(game, ["random"] * 3, deals=4, seed=1, edition=edition)
    (one,) = found.standings
    assert one.wins.value == pytest.approx(1 / 3)
    if game == "nyet":
        assert one.difference is not None
        assert one.difference.holds(0)
        assert one.percent is not None
        assert one.percent.holds(0)
    else:
        assert one.points is None


def test_identical_bots_under_two_names_cannot_be_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    twin = replace(registry.entry("random", "nyet"), name="twin")
    monkeypatch.setattr(registry, "BUILT_IN", (*registry.BUILT_IN, twin))
    found = compete("nyet", ["random", "twin", "twin"], deals=6, seed=2, edition="iello-2015")
    a, b = found.standings
    assert a.difference is not None
    assert b.difference is not None
    assert a.difference.value == b.difference.value == 0  # the same matches in every rotation: exactly symmetric
    assert a.difference.holds(0)
    assert b.difference.holds(0)
    assert a.wins.value == pytest.approx(1 / 3)


@pytest.mark.parametrize("bots", [LINE_UP, ("steady", "random", "steady"), ("random", "steady")])
def test_the_win_shares_of_all_seats_add_up_to_one(bots: tuple[str, ...]) -> None:
    found = compete("nope", bots, deals=10, seed=3)
    assert sum(one.seats * one.wins.value for one in found.standings) == pytest.approx(1)


def test_the_number_of_processes_changes_nothing() -> None:
    seen: list[tuple[int, int]] = []
    one = compete("nope", ["steady", "random", "random"], deals=9, seed="s")
    two = compete(
        "nope",
        ["steady", "random", "random"],
        deals=9,
        seed="s",
        processes=2,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert one == two
    assert seen[-1] == (27, 27)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    other = compete("nope", ["steady", "random", "random"], deals=9, seed="t")
    assert other.standings != one.standings


def test_steady_beats_random_at_nope() -> None:
    found = compete("nope", LINE_UP, deals=60, seed=4)
    steady = found.standings[0]
    assert steady.wins.low is not None
    assert steady.wins.low > 0.40


@pytest.mark.slow
def test_steady_beats_random_at_nyet() -> None:
    found = compete("nyet", LINE_UP, deals=4, seed=5, edition="goldsieber-1997")
    steady = found.standings[0]
    assert steady.difference is not None
    assert steady.difference.low is not None
    assert steady.difference.low > 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bots": ["steady"]}, "4 players need 4 bots, not 1"),
        ({"bots": ["steady", "random", "random", "nobody"]}, "no bot 'nobody' plays nope"),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"edition": "iello-2015"}, "Nope! has no editions"),
        ({"options": {"action_cards": "yes"}}, "only repeats the default"),
        ({"deals": 0}, "at least 1, not 0"),
        ({"processes": 0}, "at least 1, not 0"),
    ],
)
def test_wrong_arguments_are_refused(change: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"game": "nope", "players": 4, "bots": LINE_UP, "deals": 1, "seed": 1}
    with pytest.raises(ValueError, match=message):
        compete(**(arguments | change))


def test_points_by_hand() -> None:
    blocks = [
        (
            Outcome(("a", "b"), {"rounds": [[4, 2], [2, 0]], "scores": [6, 2], "winners": [0]}),
            Outcome(("b", "a"), {"rounds": [[1, 3], [1, 1]], "scores": [2, 4], "winners": [1]}),
        ),
        (
            Outcome(("a", "b"), {"rounds": [[0, 2], [2, 4]], "scores": [2, 6], "winners": [1]}),
            Outcome(("b", "a"), {"rounds": [[1, 1], [1, 1]], "scores": [2, 2], "winners": [0, 1]}),
        ),
    ]
    found = sum_up("any", None, {}, ("a", "b"), "1", blocks)
    a, b = found.standings
    assert a.points is not None
    assert b.points is not None
    assert a.difference is not None
    assert a.percent is not None or b.points.low is not None
    assert (a.points.value, b.points.value, a.difference.value) == (14 / 8, 12 / 8, 2 / 8)
    assert (a.wins.value, b.wins.value) == ((2 + 0.5) / 4, 1.5 / 4)


def test_the_table_is_80_columns_wide_at_most_and_the_plain_report_is_json() -> None:
    for game, edition in (("nope", None), ("nyet", "iello-2015")):
        found = compete(game, ["random", "steady", "random"], 3, 1, edition=edition)
        table = text.text(found)
        assert max(map(len, table.splitlines())) <= 80
        assert "steady" in table
        again = json.loads(json.dumps(report.plain(found)))
        assert again["standings"][1]["wins"]["value"] == found.standings[1].wins.value


INTERRUPTED = """
from naysay.arena.contest import Contest, run
if __name__ == "__main__":
    try:
        contest = Contest("nope", 4, None, None, ("steady", "random", "random", "random"), "1")
        run(contest, 100_000, processes=2, progress=lambda done, total: print(done, flush=True))
    except KeyboardInterrupt:
        print("stopped")
"""


def test_an_interrupt_stops_all_processes_without_a_traceback(tmp_path: Any) -> None:
    script = tmp_path / "arena.py"
    script.write_text(INTERRUPTED, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        began = time.monotonic()
        out, err = process.communicate(timeout=30)
    assert time.monotonic() - began < 10
    assert out.endswith("stopped\n")
    assert err == ""
    while time.monotonic() - began < 20 and _lives(process.pid):
        time.sleep(0.05)
    assert not _lives(process.pid)


def _lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
