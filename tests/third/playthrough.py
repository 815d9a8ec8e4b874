"""Check and play the game from outside; run in a process that finds it by its entry point."""

import sys
from random import Random

from naysay.bots.registry import bots_for, find
from naysay.games import find as find_game
from naysay.games import ids
from naysay.match import Deal, play
from naysay.testing import check_game, check_match


def main() -> None:
    assert set(ids()) == {"nyet", "nope", "nah"}
    assert list(bots_for("nah")) == ["random"]
    game, bot = find_game("nah"), find("random", "nah")
    check_game(game, matches=10)
    for seed in range(30):
        rng = Random(seed)
        players = 2 + seed % 2
        setup = game.setup(players, rng.randrange(players), None, {"deals": 2 + seed % 4} if seed % 3 else {})
        match = check_match(game, setup, rng)
        assert len(match.actions) == 3 * players * len(match.shuffles)
        played = play(game, setup, [bot] * players, [f"player {seat}" for seat in range(players)], Deal.of(seed))
        assert played.result["winners"]
    sys.stdout.write("30 games\n")


if __name__ == "__main__":
    main()
