"""Play the game from outside by the contract alone; run in a process that finds it by its entry point."""

import sys
from pathlib import Path
from random import Random

from naysay.bots.registry import bots_for, find
from naysay.games import find as find_game
from naysay.games import ids


def check_by_the_contract() -> None:
    """The check that the built-in games are put to, too."""
    sys.path.append(str(Path(__file__).parents[2]))
    from tests.contract import check_contract

    game = find_game("nah")
    for seed in range(30):
        rng = Random(seed)
        players = 2 + seed % 2
        setup = game.setup(players, rng.randrange(players), None, {"deals": 2 + seed % 4} if seed % 3 else {})
        played = check_contract(game, setup, rng)
        assert len(played.actions) == 3 * players * len(played.shuffles)


def main() -> None:
    check_by_the_contract()
    assert set(ids()) == {"nyet", "nope", "nah"}
    assert list(bots_for("nah")) == ["random"]
    game, bot = find_game("nah"), find("random", "nah")
    for seed in range(30):
        rng = Random(seed)
        players = 2 + seed % 2
        state = game.start(game.setup(players, rng.randrange(players), None, {"deals": 2} if seed % 3 else {}))
        while (result := game.result(state)) is None:
            if cards := game.to_shuffle(state):
                assert game.to_act(state) == ()
                state = game.shuffled(state, tuple(rng.sample(cards, len(cards))))
                continue
            (seat,) = game.to_act(state)
            assert all(game.legal(state, other) == () for other in range(players) if other != seat)
            legal = game.legal(state, seat)
            assert len(set(legal)) == len(legal) > 0
            assert all(game.read_move(game.write_move(move)) == move for move in legal)
            before = repr(state)
            after = game.apply(state, seat, bot(game.view(state, seat), legal, rng).move)
            assert repr(state) == before
            state = after
        assert game.to_act(state) == ()
        assert result["winners"]
    sys.stdout.write("30 games\n")


if __name__ == "__main__":
    main()
