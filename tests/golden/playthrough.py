"""A random game as a readable text: every shuffle, every action among how many, and what became of it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from textwrap import fill
from typing import Any

from naysay.game import AnyGame
from naysay.games import find
from naysay.match import Match
from naysay.nope.sets import spell
from naysay.nope.view import View as NopeView
from naysay.nyet.state import Trick
from naysay.nyet.view import View as NyetView
from tests.support.combinations import PLAIN, Combination
from tests.support.random_options import new_to

HERE = Path(__file__).parent
SHOWN = 8


def files() -> dict[Path, Combination]:
    """Where the playthrough of each combination is kept."""
    return {HERE / f"{combination}.txt".replace(" ", "-"): combination for combination in PLAIN}


def render(combination: Combination) -> str:
    """The playthrough."""
    game, setup = find(combination.game), setup_of(combination)
    return "\n".join((f"{combination}, dealer {setup.dealer}", *_lines(game, setup, rng_of(combination)))) + "\n"


def setup_of(combination: Combination) -> Any:
    """What is agreed; a match of Nyet! ends at 40 points to keep it short."""
    short = {"end": {"target": 40}}
    options = new_to(combination.edition, combination.players, short) if combination.game == "nyet" else {}
    game = find(combination.game)
    return game.setup(combination.players, combination.players - 1, combination.edition, options)


def rng_of(combination: Combination) -> Random:
    """What the shuffles and moves are drawn from."""
    return Random(f"golden {combination}")


def _lines(game: AnyGame, setup: Any, rng: Random) -> Iterator[str]:
    match, told = Match(game, setup, rng), 0
    for number, _ in enumerate(match.turns(), 1):
        for deck in match.shuffles[told:]:
            yield fill("shuffle " + " ".join(deck), 120, subsequent_indent="        ")
            yield from (f"  seat {seat} holds {' '.join(match.view(seat).hand)}" for seat in range(setup.players))
        told = len(match.shuffles)
        seat = rng.choice(match.to_act)
        legal = match.legal(seat)
        move = rng.choice(legal)
        texts = sorted(map(game.write_move, legal))
        rest = f", and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
        yield fill(
            f"{number:4} seat {seat}: {game.write_move(move)}   of {', '.join(texts[:SHOWN])}{rest}",
            120,
            subsequent_indent=" " * 13,
        )
        before = match.view(None)
        match.act(seat, move)
        yield from _became(before, match.view(None))
    yield f"result {match.result}"


def _trick(done: Trick) -> str:
    """What a trick is; how its loot lies in it follows from this."""
    return f"Trick(leader={done.leader}, cards={done.cards}, winner={done.winner}, loot={done.loot})"


def _became(before: Any, after: Any) -> Iterator[str]:
    if isinstance(after, NyetView):
        if after.terms and not before.terms:
            yield f"     terms {after.terms}"
        if after.sides and not before.sides:
            yield f"     sides {after.sides}, bonus {after.bonus}"
        if len(after.rounds) > len(before.rounds):
            last = after.rounds[-1]
            yield f"     {_trick(last.last_trick)}"
            yield f"     round: tricks {last.tricks}, loot {last.loot}, scores {last.scores}; totals {after.totals}"
        elif len(after.taken) > len(before.taken):
            yield f"     {_trick(after.taken[-1])}"
    elif isinstance(after, NopeView):
        said = [event.kind for event in after.history[len(before.history) :] if event.kind in ("nope", "reshuffled")]
        demand = spell(after.demand) if after.demand else after.phase
        news = " ".join((*said, "demand"))
        yield f"     {news}: {demand}; cards {after.hand_sizes}, pile {after.pile}, to act {after.to_act}"
