"""The sharp bot for Nyet!: legal everywhere, its search really runs, and it says only what the view bears out."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import partial
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from naysay.bots import worlds as plain_worlds
from naysay.bots.nyet.reasons import REASONS
from naysay.bots.nyet.sharp import bot, cards
from naysay.bots.nyet.sharp.objective import is_last, standing
from naysay.bots.nyet.sharp.sampler import Worlds
from naysay.bots.nyet.sharp.sampler_kernel import START
from naysay.bots.nyet.sharp.search import Tally, new_source
from naysay.bots.nyet.sharp.veto_board import fits
from naysay.bots.nyet.sharp.weights import FILE
from naysay.bots.think import Think
from naysay.games import find
from naysay.match import Match
from naysay.nyet.state import Discard, Play
from naysay.nyet.tricks import winning
from tests.bots.test_choice import check_apart
from tests.bots.test_steady_nyet import OPTIONS, STEADY, TABLES, decisions, trumps_partners_sure_winner
from tests.support.effort import times
from tests.worlds.test_nyet_worlds import EDITIONS

GAME = find("nyet")
SHARP = partial(bot.choose, think=Think(nodes=8))


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_legal_searched_and_true(edition: Any, players: int) -> None:
    """Every choice is legal, comes from a search wherever there is something to choose, and gives true reasons."""
    for number in range(times(1, 12)):
        options = OPTIONS[(players + number) % len(OPTIONS)]
        for _, view, legal, choice in decisions(number, players, edition, options, bots=lambda seat: SHARP, rounds=1):
            assert choice.move in legal
            assert choice.move == choice.candidates[0].move
            scores = [candidate.score for candidate in choice.candidates]
            assert scores == sorted(scores, reverse=True)
            searched = len(legal) > 1 and fits(view.edition, players)
            leads = [candidate.lead for candidate in choice.candidates]
            assert leads == sorted(leads, key=lambda lead: -(lead or 0)), "in the order of the number that is told"
            check_apart(choice)
            for candidate in choice.candidates:
                assert candidate.move in legal
                assert candidate.why
                for why in candidate.why:
                    assert REASONS[why.code].holds(view, candidate.move, why.params), (why, candidate.move, view)
                assert (candidate.expected is not None) == (candidate.error is not None) == searched
                assert (candidate.lead is not None) == searched
                assert (candidate.takes is not None) == (searched and isinstance(candidate.move, Play))
                if searched:
                    assert len(candidate.why) <= 2
                    assert candidate.takes is None or 0.0 <= candidate.takes <= 1.0


PROGRAM = """
from random import Random
from tests.bots.test_sharp_nyet import SHARP
from tests.bots.test_steady_nyet import decisions
for _, view, legal, _ in decisions(3, rounds=1):
    print(SHARP(view, legal, Random(7)))
"""


@pytest.mark.slow
def test_same_seed_and_nodes_give_the_same_choice_in_every_process() -> None:
    here = [str(SHARP(view, legal, Random(7))) for _, view, legal, _ in decisions(3, rounds=1)]
    there = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert there.stdout.splitlines() == here


def test_spares_a_partners_sure_winner() -> None:
    """Also where the search itself would not mind: such cards are not even looked at."""
    tempted = 0
    for seed in range(times(20)):
        edition = ("iello-2015", "amigo-2007")[seed % 2]
        for state, view, legal, _ in decisions(seed, 4, edition):
            if isinstance(legal[0], Play) and view.trick and view.terms is not None and view.terms.points > 0:
                kept = cards.sensible(view, legal)
                for at, move in enumerate(legal):
                    if view.bonus is None and trumps_partners_sure_winner(state, view, legal, move.card):
                        tempted += 1
                        assert at not in kept
                assert kept == list(range(len(legal))) or all(
                    winning((*view.trick, legal[at].card), view.terms) < len(view.trick) for at in kept
                )
    assert tempted > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITIONS)
def test_worlds_have_the_distribution_of_the_plain_ones(name: str) -> None:
    """A chi-square test of two samples, at some position of every kind."""
    rng = Random(name)
    match = Match(GAME, GAME.setup(EDITIONS[name]["players"][0], 0, EDITIONS[name]), rng)
    steps = 0
    for seat in match.turns():
        view, legal = match.view(seat), match.legal(seat)
        if isinstance(legal[0], Play | Discard):
            steps += 1
            _compare(view, rng, times(1500, 10))
        match.act(seat, rng.choice(legal))
        if match.state.round is None or steps == 3:
            break


def _compare(view: Any, rng: Random, number: int) -> None:
    worlds = Worlds(view)
    name_of = {place: card for card, places in worlds.places.items() for place in places}
    sample, weights = worlds.draw(new_source(rng), number * 4)
    players = view.setup.players
    fast: Counter[Any] = Counter()
    for row, weight in zip(sample.extras, weights, strict=True):
        if rng.random() < weight:
            hands = tuple(
                tuple(sorted(name_of[place] for place in range(62) if int(row[START + seat]) >> place & 1))
                for seat in range(players)
            )
            fast[hands] += 1
    slow: Counter[Any] = Counter()
    source = plain_worlds.deals(view, rng)
    for _ in range(number):
        state = next(source)
        taken = [
            [card for trick in state.round.taken for card in (trick.cards[(seat - trick.leader) % players],)]
            for seat in range(players)
        ]
        for step, card in enumerate(state.round.trick):
            taken[(state.round.leader + step) % players].append(card)
        slow[tuple(tuple(sorted((*hand, *taken[seat]))) for seat, hand in enumerate(state.round.hands))] += 1
    _alike(fast, slow)


def _alike(first: Counter[Any], second: Counter[Any]) -> None:
    one, two = sum(first.values()), sum(second.values())
    kinds = [kind for kind in first.keys() | second.keys() if first[kind] + second[kind] >= 10]
    found = sum(
        (first[kind] * sqrt(two / one) - second[kind] * sqrt(one / two)) ** 2 / (first[kind] + second[kind])
        for kind in kinds
    )
    assert found < len(kinds) + 5 * sqrt(2 * len(kinds)) + 5


def test_clearly_worse_moves_are_given_up() -> None:
    tally, rng = Tally(3), np.random.default_rng(1)
    for _ in range(8):
        results = rng.normal(size=(8, len(tally.active), 3)) + np.array([0.0, 0.1, -5.0])[tally.active][None, :, None]
        tally.add(results, np.ones(8))
        tally.narrow()
    assert 2 not in tally.active
    assert tally.scores.argmin() == 2
    assert tally.worlds == 64


def test_only_the_last_round_counts_who_is_passed() -> None:
    for _, view, _, _ in decisions(2, 4, "goldsieber-1997", rounds=8):
        assert is_last(view) == (len(view.rounds) == 7) == (standing(view).win > 0.0)


def test_a_target_tells_nobody_when_the_match_ends() -> None:
    for _, view, _, _ in decisions(2, 4, options={"end": {"target": 30}}, rounds=1):
        assert not is_last(view)


def test_who_is_just_ahead_is_no_partner_in_the_last_round() -> None:
    """Partners score alike: who takes them cannot pass them any more."""
    changed = 0
    for seed in range(6):
        for _, view, legal, _ in decisions(seed, rounds=8):
            if view.phase == "team" and is_last(view) and view.seat is not None:
                level = SHARP(replace(view, totals=(100,) * 4), legal, Random(1)).move
                mate = level.partners[0]
                totals = tuple(100 if seat == view.seat else 104 if seat == mate else 0 for seat in range(4))
                changed += SHARP(replace(view, totals=totals), legal, Random(1)).move.partners != (mate,)
                totals = tuple(100 if seat in (view.seat, mate) else 104 for seat in range(4))
                assert SHARP(replace(view, totals=totals), legal, Random(1)).move == level
    assert changed > 2


def test_what_is_learned_is_small() -> None:
    assert FILE.stat().st_size < 2_000_000


def test_steady_is_the_model_and_stays() -> None:
    """The yardstick is not the sharp bot in disguise: they differ."""
    differ = sum(
        SHARP(view, legal, Random(1)).move != STEADY(view, legal, Random(1)).move
        for _, view, legal, _ in decisions(4, rounds=1)
    )
    assert differ > 5
