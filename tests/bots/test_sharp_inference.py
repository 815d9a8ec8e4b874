"""What the sharp bot for Nyet! concludes from what others did: worlds that are weighed know more than uniform ones."""

from random import Random
from statistics import fmean

import numpy as np
import pytest

from naysay.bots.nyet.sharp.inference import TEAM_CHOICE, WeightedWorlds, weigh_teams
from naysay.bots.nyet.sharp.sampler import Worlds
from naysay.bots.nyet.sharp.sampler_kernel import DEALT, GAVE, Sample
from naysay.bots.nyet.sharp.search import new_source
from naysay.bots.nyet.sharp.veto_board import card_mask
from naysay.game import Card
from naysay.native.jit import Floats
from naysay.nyet.view import View
from naysay.solver.row import HAND
from tests.bots.test_steady_nyet import decisions
from tests.support.effort import times


def weighed(view: View, seed: int, number: int = 600) -> tuple[WeightedWorlds, Sample, Floats]:
    """What weighs the worlds of a view, and worlds drawn uniformly with their weights."""
    rng = Random(seed)
    worlds, source = Worlds(view), new_source(rng)
    return WeightedWorlds(view, worlds, source, rng), *worlds.draw(source, number)


@pytest.mark.slow
def test_weighed_worlds_know_more_than_uniform_ones() -> None:
    """How many of its true cards another hand has in the worlds, on average, after the first trick."""
    plain = heavy = 0.0
    for seed in range(times(30)):
        for state, view, _, _ in decisions(seed, rounds=1):
            if view.phase == "play" and len(view.taken) == 1 and not view.trick and state.round:
                guesses, sample, weights = weighed(view, seed)
                logs = guesses.log_weights(sample, weights)
                true = [_mask(guesses.worlds, hand) for hand in state.round.hands]
                seats = [seat for seat in range(4) if seat != view.seat]
                right = np.array(
                    [sum((int(row[HAND + at]) & true[at]).bit_count() for at in seats) for row in sample.rows]
                )
                plain += float(right @ weights / weights.sum())
                heavy += float(right @ _shares(logs))
    assert heavy > plain * 1.02


def _mask(worlds: Worlds, hand: tuple[Card, ...]) -> int:
    """The cards of which there is one only."""
    return sum(1 << worlds.places[card][0] for card in hand if len(worlds.places[card]) == 1)


def _shares(logs: Floats) -> Floats:
    """Weights that add up to 1, from their logarithms."""
    likely = np.exp(logs - logs.max())
    found: Floats = likely / likely.sum()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 5])
def test_a_choice_of_teams_tells_about_the_hand_behind_it(players: int) -> None:
    """Who chose is likelier to do so with its true hand than with others that it could have by its vetoes."""
    gains = []
    for seed in range(times(60)):
        dealt: tuple[tuple[Card, ...], ...] = ()
        for state, view, _, _ in decisions(seed, players, rounds=1):
            assert state.round is not None
            dealt = dealt or state.round.hands
            if view.sides is None or view.terms is None or view.seat == view.terms.first:
                continue
            guesses, sample, weights = weighed(view, seed)
            told = guesses.log_likelihoods(sample)
            true = np.zeros((1, 5), np.int64)
            true[0, view.terms.first] = card_mask(dealt[view.terms.first], view.edition, players)
            found = np.zeros(1)
            weigh_teams(guesses.bids, true, guesses.round_terms, guesses.sides, TEAM_CHOICE, found)
            shares = _shares(np.log(weights) + told["vetoes"])
            gains.append(float(found[0] - np.log(shares @ np.exp(told["teams"]))))
            break
    assert fmean(gains) > 0.02


@pytest.mark.slow
def test_what_lies_aside_is_what_one_would_discard() -> None:
    """More of the cards that others truly discarded lie there in worlds weighed by that alone."""
    plain = heavy = 0.0
    for seed in range(times(40)):
        for state, view, _, _ in decisions(seed, rounds=1):
            assert state.round is not None
            rule = view.terms.discard if view.terms and view.phase == "play" else None
            if rule and rule.count and not rule.passed_to:
                guesses, sample, weights = weighed(view, seed)
                right = np.zeros(len(weights))
                for seat in range(4):
                    if seat != view.seat:
                        true = _mask(guesses.worlds, state.round.gave[seat] or ())
                        right += [(int(row[GAVE + seat]) & true).bit_count() for row in sample.extras]
                plain += float(right @ weights / weights.sum())
                heavy += float(right @ _shares(np.log(weights) + guesses.log_likelihoods(sample)["discards"]))
                break
    assert heavy > plain * 1.1


def test_of_passed_cards_only_those_count_that_one_got() -> None:
    """What others passed to each other is open: weights do not move with what a world happens to say of it."""
    looked = 0
    for seed in range(times(40)):
        for _, view, _, _ in decisions(seed, edition="amigo-2007", rounds=1):
            if view.phase == "play" and view.terms and view.terms.discard.passed_to:
                guesses, sample, _ = weighed(view, seed, 20)
                before = guesses.log_likelihoods(sample)["discards"]
                for seat in range(4):
                    if (seat + view.terms.discard.passed_to) % 4 != view.seat:
                        dealt = sample.extras[:, DEALT + seat]
                        sample.extras[:, GAVE + seat] = dealt & -dealt
                assert (guesses.log_likelihoods(sample)["discards"] == before).all()
                assert before.any()
                looked += 1
                break
    assert looked
