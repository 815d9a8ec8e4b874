from random import Random

import pytest

from naysay.game import IllegalMove
from naysay.games import BUILT_IN, find
from naysay.testing import check_game, check_match
from tests.support.combinations import PLAIN, WITH_OPTIONS, Combination, cards_of, with_any_options
from tests.support.effort import times
from tests.support.playthroughs import play_at_random


@pytest.mark.parametrize("id", BUILT_IN)
def test_the_built_in_games_pass_the_check_for_any_game(id: str) -> None:
    check_game(BUILT_IN[id], matches=1, cards_of=cards_of)


@pytest.mark.parametrize("combination", PLAIN, ids=str)
def test_random_playthroughs_keep_the_contract(combination: Combination) -> None:
    for number in range(times(2)):
        rng = Random(f"{combination}/{number}")
        check_match(find(combination.game), combination.setup(number % combination.players), rng, cards_of)


@pytest.mark.parametrize("combination", WITH_OPTIONS, ids=str)
def test_every_option_keeps_the_contract(combination: Combination) -> None:
    check_match(find(combination.game), combination.setup(1), Random(str(combination)), cards_of)


@pytest.mark.parametrize("plain", PLAIN, ids=str)
def test_any_options_together_keep_the_contract(plain: Combination) -> None:
    for seed in range(times(2)):
        combination = with_any_options(plain, seed)
        check_match(find(plain.game), combination.setup(seed % plain.players), Random(str(combination)), cards_of)


@pytest.mark.parametrize("combination", PLAIN, ids=str)
def test_nothing_happens_after_the_end(combination: Combination) -> None:
    game = find(combination.game)
    last = play_at_random(game, combination.setup(), Random(1)).state
    move = game.read_move("play R1" if combination.game == "nyet" else "draw")
    for seat in range(combination.players):
        assert game.legal(last, seat) == ()
        with pytest.raises(IllegalMove) as refused:
            game.apply(last, seat, move)
        assert refused.value.code == "game_over"
    with pytest.raises(IllegalMove):
        game.shuffled(last, game.to_shuffle(game.start(combination.setup())))
