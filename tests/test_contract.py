from random import Random

import pytest

from naysay.game import IllegalMove
from naysay.games import find
from tests.contract import PLAIN, WITH_OPTIONS, Combination, cards_of, check_contract, playthrough
from tests.effort import times


@pytest.mark.parametrize("combination", PLAIN, ids=str)
def test_random_playthroughs_keep_the_contract(combination: Combination) -> None:
    for number in range(times(2)):
        rng = Random(f"{combination}/{number}")
        check_contract(find(combination.game), combination.setup(number % combination.players), rng, cards_of)


@pytest.mark.parametrize("combination", WITH_OPTIONS, ids=str)
def test_every_option_keeps_the_contract(combination: Combination) -> None:
    check_contract(find(combination.game), combination.setup(1), Random(str(combination)), cards_of)


@pytest.mark.parametrize("combination", PLAIN, ids=str)
def test_nothing_happens_after_the_end(combination: Combination) -> None:
    game = find(combination.game)
    *_, last = playthrough(game, combination.setup(), Random(1))
    move = game.read_move("play R1" if combination.game == "nyet" else "draw")
    for seat in range(combination.players):
        assert game.legal(last, seat) == ()
        with pytest.raises(IllegalMove) as refused:
            game.apply(last, seat, move)
        assert refused.value.code == "game_over"
    with pytest.raises(IllegalMove):
        game.shuffled(last, game.to_shuffle(game.start(combination.setup())))
