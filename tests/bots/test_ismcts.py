"""The peer by information-set MCTS: legal everywhere, the same for the same nodes, true to the worlds, and sensible."""

from collections import Counter
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from naysay.bots.nyet.counting import count
from naysay.bots.nyet.ismcts import bot as ismcts
from naysay.bots.nyet.ismcts import tree
from naysay.bots.nyet.ismcts.bot import Search
from naysay.bots.nyet.reasons import REASONS
from naysay.bots.nyet.worlds import deals
from naysay.bots.think import Think
from naysay.nyet.state import Play
from naysay.solver.api import from_state, read, solve
from naysay.solver.row import HAND
from tests.bots.test_steady_nyet import TABLES, decisions
from tests.worlds.test_nyet_worlds import MANY


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_legal_everywhere_with_true_reasons(edition: Any, players: int) -> None:
    def bot(view: Any, legal: Any, rng: Random) -> Any:
        return ismcts.choose(view, legal, rng, Think(nodes=20))

    for _, view, legal, choice in decisions(1, players, edition, bots=lambda seat: bot, rounds=2):
        assert choice.move in legal
        for one in choice.candidates:
            for why in one.why:
                assert REASONS[why.code].holds(view, one.move, why.params)


@pytest.mark.slow
@pytest.mark.parametrize("players", MANY["players"])
def test_an_edition_with_many_equal_cards_is_played_to_its_end(players: int) -> None:
    def bot(view: Any, legal: Any, rng: Random) -> Any:
        return ismcts.choose(view, legal, rng, Think(nodes=20))

    found = list(decisions(1, players, MANY, bots=lambda seat: bot, rounds=1))
    assert all(choice.move in legal for _, _, legal, choice in found)
    assert sum(len(choice.candidates) > 1 for _, view, _, choice in found if view.phase == "play") > 5


def card_decisions(seed: int, players: int = 4, edition: str | None = None) -> list[Any]:
    found = decisions(seed, players, edition, rounds=2)
    return [(state, view, legal) for state, view, legal, choice in found if isinstance(choice.move, Play)]


def test_the_same_seed_and_nodes_give_the_same_choice() -> None:
    for _, view, legal in card_decisions(2)[::9]:
        first, second = (ismcts.choose(view, legal, Random(3), Think(nodes=300)) for _ in range(2))
        assert first == second


def test_it_keeps_to_its_time() -> None:
    _, view, legal = card_decisions(3)[0]
    ismcts.choose(view, legal, Random(0), Think(nodes=1))
    begin = perf_counter()
    ismcts.choose(view, legal, Random(0), Think(seconds=0.2))
    assert perf_counter() - begin > 0.1  # that it stops at all is what the test shows by ending


@pytest.mark.parametrize("edition", ["iello-2015", "amigo-2007", "goldsieber-1997"])
def test_it_expects_the_points_of_its_seat(edition: str) -> None:
    """Before the last card but one all is nearly settled: what it expects is what the seat gets, with those so far."""
    near = looked = 0
    for seed in range(6):
        found = list(decisions(seed, 4, edition, rounds=2))
        for at, (state, view, legal, _) in enumerate(found):
            if len(view.hand) != 2 or len(legal) != 2 or not isinstance(legal[0], Play):
                continue
            after = next((later for later, *_ in found[at:] if len(later.rounds) > len(state.rounds)), None)
            if after is None:
                continue
            best = ismcts.choose(view, legal, Random(1), Think(nodes=500)).candidates[0]
            assert best.expected is not None
            assert view.terms is not None
            assert view.seat is not None
            beside = abs(best.expected - after.rounds[len(state.rounds)].scores[view.seat]) / abs(view.terms.points)
            assert beside <= (2 + 2 * 4) * 2  # two tricks, every card loot, the bonus card
            near += beside <= 2
            looked += 1
    assert looked > 10
    assert near > 0.7 * looked


@pytest.mark.parametrize("edition", ["iello-2015", "amigo-2007", "goldsieber-1997"])
def test_the_worlds_of_its_swaps_agree_with_the_view(edition: str) -> None:
    """Every hand of every world: the right size, no suit that the seat does not have, no card that was seen."""
    for state, view, _ in card_decisions(4, 4, edition)[::5]:
        search, known = Search(from_state(state), Random(1)), count(view)
        first = next(deals(view, Random(2)))
        search.place(first, view, known)
        whole = Counter(card for hand in first.round.hands for card in hand)  # type: ignore[union-attr]
        for _ in range(20):
            with np.errstate(over="ignore"):
                search.state = tree.swap_cards(search.world, search.state)
                tree.deal_world(search.work, search.world)
            for seat, size in enumerate(view.hand_sizes):
                cards = search.cards(int(search.work[HAND + seat]))
                assert len(cards) == size
                if seat == view.seat:
                    assert Counter(cards) == Counter(view.hand)
                else:
                    assert not any(seat in known.barred[known.scale.suit_of[card]] for card in cards)
                    assert not Counter(cards) - (whole + Counter(known.scale.copies) - Counter(view.hand))


def test_swaps_are_uniform() -> None:
    """Three hidden cards in three hands, one of which cannot hold the first: each of four worlds as often."""
    world = np.zeros(tree.WORLD, dtype=np.int64)
    for pile in range(3):
        world[tree.HELD + pile] = world[tree.CARD_AT + pile] = 1 << pile
        world[tree.PILE_OF + pile] = pile
    world[tree.BARRED + 2] = 1
    world[tree.LOOSE], world[tree.SWAPS] = 3, 9
    seen: Counter[tuple[int, ...]] = Counter()
    state = 7
    with np.errstate(over="ignore"):
        for _ in range(8000):
            state = tree.swap_cards(world, state)
            seen[tuple(int(world[tree.HELD + pile]) for pile in range(3))] += 1
    assert len(seen) == 4
    assert min(seen.values()) > 1800


def test_with_all_hands_known_it_finds_the_best_card() -> None:
    position = read(
        "iello-2015; trump red; points 2; team 0 2; hands R9 B13 G1 Y2 / R10 B2 Y4 G7 / R2 G13 Y9 B4 / R3 G2 Y13 B9"
    )
    search = Search(position, Random(1))
    search.run(Think(nodes=20_000), 0.0, 1000)
    best = search.ranked()[0]
    values = {move.card: move.value for move in solve(position, moves=True).moves}
    assert values[best.card] == max(values.values())
    assert search.simulations == 20_000


@pytest.mark.parametrize(("sides", "units", "own"), [("0 2", -2, 2), ("0 1", 2, 0)])
def test_it_tells_what_its_side_gains_apart_from_the_lead(sides: str, units: int, own: int) -> None:
    """The last trick, in a round to lose: seat 2 takes it, with the lowest card of an opponent, seat 1, in it."""
    search = Search(read(f"iello-2015; trump red; points -2; team {sides}; hands R9 / B1 / R13 / R2"), Random(1))
    search.run(Think(nodes=10), 0.0, 1)
    (found,) = search.ranked()
    assert (found.units, found.own, found.error) == (units, own, 0.0)
