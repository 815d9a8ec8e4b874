"""Once the bots that search are prepared, no move waits for a compiler."""

import subprocess
import sys

import pytest

PLAYS = """
import gc
from itertools import islice
from random import Random
from numba.core.dispatcher import Dispatcher
from naysay.bots import compile_ahead, registry
from naysay.games import find, usual_players
from naysay.match import Match

def compiled():
    return sum(len(one.signatures) for one in gc.get_objects() if isinstance(one, Dispatcher))

for _, step in (step for game in registry.FOR_GAME for step in compile_ahead.steps(game)):
    step()
before, rng = compiled(), Random("prepared")
for id in ("nyet", "nope"):
    game, choose = find(id), registry.find("sharp:1000n", id)
    match = Match(game, game.setup(usual_players(game, None), 0), rng)
    for seat in islice(match.turns(), 60):
        match.act(seat, choose(match.view(seat), match.legal(seat), rng).move)
print(before, compiled())
"""


@pytest.mark.slow
def test_nothing_is_left_to_compile() -> None:
    told = subprocess.run([sys.executable, "-c", PLAYS], capture_output=True, text=True, check=True)
    before, after = map(int, told.stdout.split())
    assert before > 0
    assert after == before
