"""The random bot: any legal move, and a reason that is true."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from naysay.bots.choice import Choice
from naysay.bots.random_bot import choose
from naysay.games import find
from naysay.match import Match
from tests.support.combinations import PLAIN, Combination

DECISIONS = 10_000


def decisions(combinations: list[Combination]) -> Iterator[tuple[tuple[Any, ...], Choice]]:
    """What the bot could do and what it did, in games without end of each combination in turn."""
    rng = Random(1)
    while True:
        for combination in combinations:
            match = Match(find(combination.game), combination.setup(rng.randrange(combination.players)), rng)
            for _ in match.turns():
                seat = rng.choice(match.to_act)
                legal = match.legal(seat)
                choice = choose(match.view(seat), legal, rng)
                yield legal, choice
                match.act(seat, choice.move)


@pytest.mark.parametrize("game", ["nyet", "nope"])
def test_the_reason_is_true(game: str) -> None:
    counts = set()
    for legal, choice in islice(decisions([plain for plain in PLAIN if plain.game == game]), DECISIONS):
        (candidate,) = choice.candidates
        assert candidate.move == choice.move
        assert choice.move in legal
        (why,) = choice.why
        assert why.code == "at_random"
        assert why.params == {"moves": len(legal)}
        counts.add(len(legal))
    assert len(counts) > 5


def test_each_move_has_the_same_chance() -> None:
    rng, legal = Random(1), tuple(range(4))
    picked = [choose(None, legal, rng).move for _ in range(DECISIONS)]
    assert all(abs(picked.count(move) - DECISIONS / 4) < 200 for move in legal)
