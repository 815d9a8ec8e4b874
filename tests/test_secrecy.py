"""Deal the unseen cards anew: what a seat sees and may do does not change by a byte."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from naysay.bots import worlds
from naysay.game import AnyGame, IllegalMove
from naysay.games import find
from naysay.nope.cards import NUMBERS
from tests.contract import PLAIN, Combination
from tests.effort import times

PHASES = {
    "nyet": {"deal", "veto", "team", "discard", "play", "over"},
    "nope": {"name", "turn", "drawn", "reshuffle", "over"},
}

MOST_IN_A_GAME = 30


def playthrough(game: AnyGame, setup: Any, rng: Random, long: bool) -> Iterator[Any]:
    """Every state of a random game. A long one begins with few cards laid and many demanded, until a pile runs out."""
    state, shuffles = game.start(setup), 0
    while game.result(state) is None:
        yield state
        if cards := game.to_shuffle(state):
            state, shuffles = game.shuffled(state, tuple(rng.sample(cards, len(cards)))), shuffles + 1
        else:
            seat = rng.choice(game.to_act(state))
            moves = rng.sample(game.legal(state, seat), len(game.legal(state, seat)))
            if long and shuffles == 1:
                moves.sort(key=_length_of_game, reverse=True)
            state = game.apply(state, seat, moves[0])
    yield state


def _length_of_game(move: Any) -> tuple[int, int]:
    cards = getattr(move, "cards", ())
    return -len(cards), NUMBERS.get(cards[-1], 0) if cards else 0


def refusals(game: AnyGame, state: Any, seat: int) -> list[str]:
    """What this seat is told of moves that it may or may not make."""
    said = []
    for text in ("play R1", "veto trump red", "team 1", "discard R1", "discard R1 RG1", "draw", "name 1 1 R"):
        with suppress(ValueError):
            move = game.read_move(text)
            try:
                game.apply(state, seat, move)
            except IllegalMove as illegal:
                said.append(str(illegal))
    return said


def check_secret(
    game: AnyGame, state: Any, seat: int | None, rng: Random, view: Callable[[Any, int | None], Any]
) -> Any:
    """The state with its hidden cards dealt anew; all that leaves the rules for this seat must be the same."""
    other = worlds.deal(game.view(state, seat), rng)
    assert repr(view(other, seat)) == repr(view(state, seat))
    assert game.to_act(other) == game.to_act(state)
    assert game.to_shuffle(other) == game.to_shuffle(state)
    if seat is not None:
        assert repr(game.legal(other, seat)) == repr(game.legal(state, seat))
        assert refusals(game, other, seat) == refusals(game, state, seat)
    return other


@pytest.mark.slow
@pytest.mark.parametrize("combination", PLAIN, ids=str)
def test_views_and_legal_moves_keep_what_is_hidden(combination: Combination) -> None:
    game, rng = find(combination.game), Random(str(combination))
    phases: set[str] = set()
    differ = same = games = 0
    while games < times(2) or phases < _phases(combination):
        games += 1
        assert games < 300, f"never seen: {_phases(combination) - phases}"
        last, checked = "", 0
        long = combination.game == "nope" and "reshuffle" not in phases
        for state in playthrough(game, combination.setup(games % combination.players), rng, long):
            phase = game.view(state, None).phase
            if phase == "deal" and combination.game == "nope":
                continue
            usual = games <= times(2) and checked < MOST_IN_A_GAME and (phase != last or rng.random() < 0.02)
            if usual or phase not in phases:
                checked += 1
                phases.add(phase)
                for seat in (None, *range(combination.players)):
                    other = check_secret(game, state, seat, rng, game.view)
                    differ, same = differ + (other != state), same + (other == state)
            last = phase
    assert differ > same, "the hidden cards are really dealt anew"


def _phases(combination: Combination) -> set[str]:
    phases = PHASES[combination.game]
    return phases - {"team"} if combination.players == 2 else phases


def test_a_view_that_leaks_is_caught() -> None:
    """The check itself can fail: a view with a neighbour's hand in it changes."""
    game, rng = find("nyet"), Random(1)
    state = game.start(game.setup(4, 0))
    state = game.shuffled(state, tuple(rng.sample(game.to_shuffle(state), 60)))

    def leaky(state: Any, seat: int | None) -> Any:
        return game.view(state, seat), sorted(state.round.hands[1])[0:8]

    with pytest.raises(AssertionError):
        check_secret(game, state, 0, rng, leaky)
