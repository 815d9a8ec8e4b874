"""What the sharp bot takes units for: points by every option, and who takes the trick."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from naysay.bots.nyet.sharp.objective import is_last, outcome
from naysay.bots.nyet.sharp.veto_board import board, edge, score
from naysay.bots.nyet.sharp.veto_model import list_teams, role_of
from naysay.games import find
from naysay.nyet.edition_file import built_in
from naysay.nyet.state import RoundScore
from naysay.nyet.view import View
from tests.bots.test_sharp_nyet import SHARP
from tests.bots.test_steady_nyet import OPTIONS, TABLES, decisions
from tests.support.effort import times

GAME = find("nyet")


def finished(seed: int, players: int, edition: Any, options: Any) -> tuple[list[View], RoundScore]:
    """All views from which a card was played in a round, and the score of that round."""
    steps = list(decisions(seed, players, edition, options, rounds=1))
    state, view, _, choice = steps[-1]
    assert view.seat is not None
    end: RoundScore = GAME.apply(state, view.seat, choice.move).rounds[0]
    return [view for _, view, _, _ in steps if view.phase == "play"], end


def units(view: View, seats: list[int], tricks: tuple[int, ...], loot: tuple[int, ...]) -> int:
    """The units of some seats."""
    double = view.bonus if view.options.bonus == "own" else None
    return sum((tricks[seat] + loot[seat]) * (2 if seat == double else 1) for seat in seats)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "+".join(options) or "plain")
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_units_come_to_the_points_that_the_rules_give(edition: Any, players: int, options: dict[str, Any]) -> None:
    views, end = finished(players, players, edition, options)
    for view in views:
        assert view.sides is not None
        assert view.seat is not None
        own = [seat for seat, side in enumerate(view.sides) if side == view.sides[view.seat]]
        other = [seat for seat in range(players) if seat not in own]
        to_come = [
            np.array([units(view, seats, end.tricks, end.loot) - units(view, seats, view.tricks, view.loot)], float)
            for seats in (own, other)
        ]
        _, points = outcome(view, *to_come)
        assert points.tolist() == [end.scores[view.seat]]


def teams(players: int) -> Iterator[tuple[int, int]]:
    """Every way in which seat 0 can make the teams."""
    mates, bonus = np.zeros((2, 32), np.int64)
    for at in range(list_teams(players, 0, mates, bonus)):
        yield int(mates[at]), int(bonus[at])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("difference", [False, True])
@pytest.mark.parametrize("player", [False, True])
@pytest.mark.parametrize("points", [3.0, -2.0])
def test_an_edge_is_the_points_over_the_mean_of_the_others(
    players: int, difference: bool, player: bool, points: float
) -> None:
    made = board(built_in()["iello-2015"], players, "trump", difference, player)
    rng, sign = Random(players), 0 if points > 0 else 1
    for mates, bonus in teams(players):
        lead = rng.uniform(-12.0, 12.0)
        leads = [lead if mates >> seat & 1 else -lead for seat in range(players)]
        scores = [score(made, points, seat == bonus, leads[seat]) for seat in range(players)]
        for seat in range(players):
            others = [one for other, one in enumerate(scores) if other != seat]
            ahead = abs(points) * edge(made, sign, role_of(players, mates, bonus, seat), leads[seat])
            assert ahead == pytest.approx(scores[seat] - sum(others) / len(others))


def test_who_scores_double_with_the_bonus_card_keeps_it() -> None:
    """If the card doubles the holder's own score, it is worth more than any partner's tricks."""
    kept = 0
    for seed in range(10):
        for _, view, legal, _ in decisions(seed, 5, options={"bonus": "player"}, rounds=1):
            if view.phase == "team":
                kept += SHARP(view, legal, Random(1)).move.bonus == view.seat
    assert kept >= 9


def test_a_sure_winner_takes_the_trick_also_where_worlds_are_solved() -> None:
    """Unless the partner takes it, whose cards the reason does not speak of."""
    chances = []
    for seed in range(times(10)):
        for _, view, legal, _ in decisions(seed, rounds=1):
            if view.phase == "play" and not view.trick and 1 < len(view.hand) <= 5:
                for candidate in SHARP(view, legal, Random(1)).candidates:
                    if any(why.code == "cashes_winner" for why in candidate.why):
                        assert candidate.takes
                        chances.append(candidate.takes)
    assert chances.count(1.0) > 0.8 * len(chances) > 3


def test_in_the_last_round_it_counts_who_is_passed() -> None:
    even = np.array([[4.0, 4.0, 4.0]])
    for _, view, _, _ in decisions(2, 4, "goldsieber-1997", rounds=8):
        if view.sides is not None and view.terms is not None:
            lead = np.array([[-3.0, 0.0, 3.0]])
            good, _ = outcome(view, even + lead, even - lead)
            besides = good - np.sign(view.terms.points) * 2 * lead
            if is_last(view):
                assert besides[0, 0] <= besides[0, 1] <= besides[0, 2]
            else:
                assert not besides.any()
