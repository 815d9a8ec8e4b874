"""Playouts: the same mean as random play by the rules, and first moves that are equally likely."""

from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from random import Random
from time import sleep

import pytest

from naysay.native.jit import COMPILED
from naysay.nyet.edition import low_cards
from naysay.nyet.edition_file import built_in
from naysay.nyet.tricks import finish, followers
from naysay.solver.api import Playouts, pack_many, playouts, playouts_many, read
from naysay.solver.position import Position
from tests.solver.positions import random_position, without
from tests.support.effort import times

TABLES = [(id, players) for id, edition in built_in().items() for players in edition.players]


def play_by_the_rules(position: Position, rng: Random) -> tuple[int, int]:
    """Units of both sides in one random playout: every distinct legal card is equally likely."""
    hands, leader, trick, units = [*position.hands], position.leader, position.trick, [0, 0]
    players, low = position.players, low_cards(position.edition)
    while hands[seat := (leader + len(trick)) % players]:
        card = rng.choice(tuple(dict.fromkeys(followers(hands[seat], trick, position.terms))))
        hands[seat] = without(hands[seat], card)
        trick = (*trick, card)
        if len(trick) == players:
            done = finish(leader, trick, position.terms, position.sides, low)
            units[position.sides[done.winner]] += position.weights[done.winner] * (1 + len(done.loot))
            leader, trick = done.winner, ()
    return units[0], units[1]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_mean_is_that_of_the_rules(edition: str, players: int) -> None:
    rng = Random(f"mean {edition} {players}")
    position = random_position(rng, edition, players, 6)
    number = times(1500)
    (found,) = playouts(position, 100 * number, seed=1)
    samples = [play_by_the_rules(position, rng) for _ in range(number)]
    for side in (0, 1):
        values = [sample[side] for sample in samples]
        mean = sum(values) / number
        spread = sum((value - mean) ** 2 for value in values) / number
        ours = found.sums[side] / found.number
        assert abs(found.squares[side] / found.number - ours**2 - spread) <= 0.2 * spread + 0.1
        assert abs(ours - mean) <= 5 * sqrt(spread * (1 / number + 1 / found.number)) + 1e-9


def test_first_moves_are_equally_likely() -> None:
    """Chi-square over the legal moves, equal cards counted once; 5 standard deviations above its mean is no chance."""
    rng = Random("chi-square")
    for _ in range(times(20)):
        edition, players = rng.choice(TABLES)
        position = random_position(rng, edition, players, built_in()[edition].hand[players])
        found = playouts(position, 20_000, seed=rng.randrange(1 << 40), by_move=True)
        assert [each.card for each in found] == list(position.legal)
        assert sum(each.number for each in found) == 20_000
        expected = 20_000 / len(found)
        square = sum((each.number - expected) ** 2 / expected for each in found)
        freedom = len(found) - 1
        assert square <= freedom + 5 * sqrt(2 * freedom) + 5


def test_greedy_play_is_better_than_random_play() -> None:
    """Both sides greedy against both random: more loot is kept from the other side, so fewer units are made."""
    rng = Random("greedy")
    positions = [random_position(rng, "iello-2015", 4, 12, points="2", played=0) for _ in range(40)]
    rows = pack_many(positions)
    random, greedy = (playouts_many(rows, 200, seed=3, policy=policy) for policy in ("random", "greedy"))
    assert (random[:, 0] == 200).all()
    assert greedy[:, [1, 3]].sum() < 0.95 * random[:, [1, 3]].sum()


def test_greedy_playouts_by_move() -> None:
    """The first move is at random, and the moves together are what is found without asking for them."""
    rng = Random("greedy by move")
    for _ in range(times(20)):
        edition, players = rng.choice(TABLES)
        position = random_position(rng, edition, players, 6)
        (every,) = playouts(position, 3000, 7, "greedy")
        found = playouts(position, 3000, 7, "greedy", by_move=True)
        assert [each.card for each in found] == list(position.legal)
        assert sum(each.number for each in found) == every.number == 3000
        assert all(abs(each.number - 3000 / len(found)) < 300 for each in found)
        for side in (0, 1):
            assert sum(each.sums[side] for each in found) == every.sums[side]
            assert sum(each.squares[side] for each in found) == every.squares[side]


def test_units_have_no_sign() -> None:
    """At negative points, too, the results say what a side took."""
    position = read("iello-2015; trump red; points -2; team 1; hands R9 / B1")
    assert playouts(position, 5, seed=1) == (Playouts(5, (0, 10), (0, 20)),)


@pytest.mark.skipif(not COMPILED, reason="plain Python holds its lock")
def test_other_threads_run_meanwhile() -> None:
    position = random_position(Random("lock"), "iello-2015", 4, 15, played=0)
    playouts(position, 1, seed=1)
    turns = 0
    with ThreadPoolExecutor(1) as other:
        playing = other.submit(playouts, position, 1_000_000, 1)
        while not playing.done():
            sleep(0.001)
            turns += 1
    assert playing.result()[0].number == 1_000_000
    assert turns > 20


def test_neighbouring_seeds_share_no_rows() -> None:
    position = random_position(Random(6), "iello-2015", 4, 10, played=0)
    rows = pack_many([position] * 40)
    found = {tuple(row) for seed in range(5) for row in playouts_many(rows, 300, seed=seed).tolist()}
    assert len(found) == 200


def test_seeds() -> None:
    position = random_position(Random(5), "goldsieber-1997", 4, 10, played=2)
    assert playouts(position, 500, seed=1) == playouts(position, 500, seed=1) != playouts(position, 500, seed=2)
    rows = pack_many([position] * 70)
    assert (playouts_many(rows, 50, seed=1, threads=1) == playouts_many(rows, 50, seed=1, threads=2)).all()
