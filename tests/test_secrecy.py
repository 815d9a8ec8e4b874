"""Deal the unseen cards anew: what a seat sees and may do does not change by a byte."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from naysay.bots import worlds
from naysay.game import AnyGame, IllegalMove, Seat
from naysay.games import find
from naysay.match import Match
from naysay.nope.cards import NUMBERS
from tests.support.combinations import PLAIN, Combination, with_any_options
from tests.support.effort import times
from tests.support.playthroughs import every_state

PHASES = {
    "nyet": {"deal", "veto", "team", "discard", "play", "over"},
    "nope": {"name", "turn", "drawn", "reshuffle", "over"},
}

MOST_IN_A_GAME = 30


def playthrough(game: AnyGame, setup: Any, rng: Random, long: bool) -> Iterator[Any]:
    """Every state of a random game. A long one begins with few cards laid and many demanded, until a pile runs out."""

    def choose(match: Match) -> tuple[Seat, Any]:
        seat = rng.choice(match.to_act)
        moves = rng.sample(match.legal(seat), len(match.legal(seat)))
        if long and len(match.shuffles) == 1:
            moves.sort(key=_length_of_game, reverse=True)
        return seat, moves[0]

    return every_state(Match(game, setup, rng), choose)


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


@pytest.mark.slow
@pytest.mark.parametrize("plain", PLAIN, ids=str)
def test_no_option_tells_what_is_hidden(plain: Combination) -> None:
    game, rng = find(plain.game), Random(str(plain))
    for number in range(times(1)):
        setup = with_any_options(plain, number).setup(number % plain.players)
        for state in playthrough(game, setup, rng, long=False):
            if game.view(state, None).phase != "deal" and rng.random() < 0.03:
                for seat in (None, *range(plain.players)):
                    check_secret(game, state, seat, rng, game.view)


def _phases(combination: Combination) -> set[str]:
    phases = PHASES[combination.game]
    return phases - {"team"} if combination.players == 2 else phases


def test_a_view_that_leaks_is_caught() -> None:
    """The check itself can fail: a view with a neighbour's hand in it changes."""
    game, rng = find("nyet"), Random(1)
    match = Match(game, game.setup(4, 0), rng)
    match.shuffle()

    def leaky(state: Any, seat: int | None) -> Any:
        return game.view(state, seat), sorted(state.round.hands[1])[0:8]

    with pytest.raises(AssertionError):
        check_secret(game, match.state, 0, rng, leaky)
