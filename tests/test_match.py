"""One playthrough: its shuffles are the promised ones, a refused move changes nothing, and a record goes on."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from naysay.bots.random_bot import choose
from naysay.game import IllegalMove
from naysay.games import find
from naysay.match import Deal, Match, play
from naysay.nope.rules import Nope
from naysay.record import RecordError, read, replay, write
from tests.support.playthroughs import at_random, play_at_random

NYET = find("nyet")
NAMES = ("Ann", "Ben", "Cy")
DEAL = Deal.of("match", 1)


def played(moves: int) -> Match:
    """So many moves of a match with promised shuffles."""
    match, pick = Match(NYET, NYET.setup(3, 0), DEAL.fair(3)), at_random(Random(1))
    for _ in match.turns():
        if len(match.actions) == moves:
            break
        match.act(*pick(match))
    return match


def test_the_shuffles_are_the_promised_ones() -> None:
    match = played(200)
    assert len(match.shuffles) > 1
    record = match.record(NAMES)
    assert record.fair == DEAL.fair(3)
    assert record.fair is not None
    *_, last = replay(record, record.fair.check)
    assert last == match.state


def test_a_plain_random_source_promises_nothing() -> None:
    record = play_at_random(NYET, NYET.setup(3, 0), Random(1)).record(NAMES)
    assert record.fair is None
    assert record.result is not None


def test_a_refused_move_changes_nothing() -> None:
    match = played(30)
    state, actions = match.state, [*match.actions]
    with pytest.raises(IllegalMove, match="wrong_phase"):
        match.act(match.to_act[0], NYET.read_move("veto trump red"))
    assert match.state is state
    assert match.actions == actions


def test_a_copy_goes_its_own_way() -> None:
    match = played(30)
    before, other = match.record(NAMES), match.copy()
    other.act(other.to_act[0], other.legal(other.to_act[0])[0])
    assert match.record(NAMES) == before
    assert other.record(NAMES) != before
    assert other.record(NAMES).actions[:-1] == before.actions


@pytest.mark.parametrize("moves", [0, 1, 77, 200])
def test_a_record_goes_on_as_if_it_had_never_stopped(moves: int) -> None:
    record = read(write(played(moves).record(NAMES)).encode(), find)
    assert record.fair is not None
    again = Match.resume(record, record.fair)
    assert again.record(NAMES) == record
    whole = played(250).record(NAMES)
    for (seat, text), _ in zip(whole.actions[moves:], again.turns(), strict=False):
        again.act(seat, NYET.read_move(text))
    assert again.record(NAMES) == whole


def test_a_record_whose_shuffles_are_not_the_promised_ones_does_not_go_on() -> None:
    record = played(30).record(NAMES)
    other = Deal.of("match", 2).fair(3)
    with pytest.raises(RecordError, match="shuffle 1 does not follow from seed and contributions"):
        Match.resume(replace(record, fair=other), other)
    assert Match.resume(record, Random(1)).record(NAMES) == replace(record, fair=None)


def test_a_game_that_gets_stuck_is_told() -> None:
    class Stuck(Nope):
        def to_act(self, state: Any) -> tuple[int, ...]:
            return ()

    with pytest.raises(AssertionError, match="nope: nobody may act, nothing is shuffled, there is no result"):
        play_at_random(Stuck(), Stuck().setup(3, 0), Random(1))


def test_every_bot_gets_its_own_view_and_its_own_legal_moves() -> None:
    seen = set()

    def watch(view: Any, legal: tuple[Any, ...], rng: Random) -> Any:
        assert view.seat in view.to_act
        assert {card for move in legal for card in getattr(move, "cards", ())} <= set(view.hand)
        seen.add(view.seat)
        return choose(view, legal, rng)

    game = find("nope")
    record = play(game, game.setup(3, 0), [watch] * 3, NAMES, DEAL)
    assert seen == {0, 1, 2}
    assert play(game, game.setup(3, 0), [choose] * 3, NAMES, DEAL) == record
