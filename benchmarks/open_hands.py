"""What a card costs: the points that it loses against the best one with open hands, sharp's cards against steady's.

Decisions in games of steady bots in which legal cards differ; the solver values each with all hands known. The best
card with open hands need not be the best that could be known, so nobody loses nothing; the ratio is what tells.
"""

import sys
from collections.abc import Iterator
from itertools import islice
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

from benchmarks._progress import progress
from benchmarks._table import Row, arguments, report
from benchmarks.inference import positions
from naysay.bots.nyet.sharp import bot
from naysay.bots.nyet.steady import bot as steady
from naysay.bots.think import Think
from naysay.game import Card
from naysay.nyet.rules import Nyet
from naysay.nyet.state import Play, State
from naysay.nyet.view import View
from naysay.solver import api

EDITION: Final = "iello-2015"
# players, cards in hand, seconds
CASES: Final = (
    (4, 5, 0.2),
    (4, 6, 0.02),
    (4, 6, 0.2),
    (4, 7, 0.2),
    (4, 8, 0.2),
    (5, 6, 0.2),
    (3, 8, 0.2),
    (2, 11, 0.2),
)
MANY: Final = 10**9
PATIENCE: Final = 5.0  # seconds for the truth


def decisions(players: int, cards: int) -> Iterator[tuple[View, tuple[Play, ...], dict[Card, int]]]:
    """Decisions with so many cards in hand, and the points that each card loses against the best."""
    game, table = Nyet(), api.Table()
    for state, view in positions(EDITION, players, MANY):
        if len(view.hand) == cards and (lost := losses(state, view, table)):
            assert view.seat is not None
            yield view, tuple(move for move in game.legal(state, view.seat) if isinstance(move, Play)), lost


def losses(state: State, view: View, table: api.Table) -> dict[Card, int]:
    """By card: points lost with open hands; nothing where all cards are as good, or it takes too long to know."""
    assert view.terms is not None
    found = api.solve(api.from_state(state), moves=True, seconds=PATIENCE, table=table)
    if not found.exact or len({move.value for move in found.moves}) < 2:
        return {}
    best = max(move.value for move in found.moves)
    return {move.card: abs(view.terms.points) * (best - move.value) for move in found.moves if move.card is not None}


def row(players: int, cards: int, seconds: float, number: int) -> Row:
    """One kind of decision."""
    ours: list[int] = []
    peers: list[int] = []
    for view, legal, lost in islice(decisions(players, cards), number):
        progress(f"{players} players, {cards} cards: {len(ours) + 1} of {number}")
        ours.append(lost[bot.choose(view, legal, Random(1), Think(seconds=seconds)).move.card])
        peers.append(lost[steady.choose(view, legal, Random(1)).move.card])
    gains = [peer - mine for mine, peer in zip(ours, peers, strict=True)]
    note = f"{number} decisions, {fmean(gains):.2f} ± {1.96 * stdev(gains) / sqrt(number):.2f} points less"
    return Row(f"{players} players, {cards} cards, {seconds:g} s: points lost", fmean(ours), fmean(peers), None, note)


def main() -> int:
    options = arguments("points lost by a card, with open hands: sharp against steady")
    cases = CASES[2:4] if options.quick else CASES
    rows = [row(*case, 40 if options.quick else 200) for case in cases]
    progress()
    return report(rows, options.json)


if __name__ == "__main__":
    sys.exit(main())
