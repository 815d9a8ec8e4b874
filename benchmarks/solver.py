"""How fast the solver is, on one thread: playouts against OpenSpiel's, exact values against DDS's.

Times are CPU times of the thread, geometric means over deals from committed seeds. A search stops at a cap of nodes,
which no load of the machine moves, and counts with its time until then. DDS solves bridge deals of as many cards with a
trump suit: best card and its score.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from random import Random
from time import thread_time
from typing import Any

from benchmarks._table import Row, arguments, measure, report
from naysay.solver.api import Position, Table, playouts, solve
from naysay.solver.table import HEAD
from tests.solver.positions import random_position

PEER = "oh_hell(players=4,num_suits=4,num_cards_per_suit=13,num_tricks_fixed=12)"
EDITION = "iello-2015"
MEGABYTES = 512
CAP = 500_000_000


@dataclass(frozen=True, slots=True)
class Sample:
    """Times of some solves in milliseconds, and their nodes if they are told."""

    times: tuple[float, ...]
    nodes: tuple[int, ...] = ()
    capped: int = 0

    @property
    def middle(self) -> float:
        """The geometric mean of the times."""
        return exp(sum(log(time) for time in self.times) / len(self.times))

    def __str__(self) -> str:
        late = sorted(self.times)[int(0.95 * (len(self.times) - 1))]
        said = f"{len(self.times)} deals, ms: {self.middle:.3g}, p95 {late:.3g}"
        if self.nodes:
            mean = exp(sum(log(nodes) for nodes in self.nodes) / len(self.nodes))
            said += f"; nodes: {mean:,.0f}, p95 {sorted(self.nodes)[int(0.95 * (len(self.nodes) - 1))]:,}"
        return said + (f"; {self.capped} stopped at {CAP:,} nodes" if self.capped else "")


def deals(players: int, cards: int, number: int, points: str | None = None) -> list[Position]:
    """Deals from committed seeds, before the first trick; at random points other than −2 if none are given."""
    found = []
    for seed in range(number):
        rng = Random(f"solver {players} {cards} {seed}")
        worth = points or rng.choice("1234")
        found.append(random_position(rng, EDITION, players, cards, points=worth, played=0, double=True))
    return found


def at_minus_two(position: Position) -> Position:
    """The same cards at −2 points."""
    return replace(position, terms=replace(position.terms, points=-2))


def ours(positions: Sequence[Position], *, moves: bool = False) -> Iterator[tuple[float, int, bool]]:
    """Milliseconds, nodes and whether it was stopped, deal by deal; the table is empty at each."""
    table = Table(MEGABYTES)
    table.words[HEAD:] = 0  # so that the system need not find memory while the clock runs
    for position in positions:
        table.forget()
        begin = thread_time()
        found = solve(position, moves=moves, nodes=CAP, table=table)
        yield 1000 * (thread_time() - begin), found.nodes, not found.exact


def gather(found: Iterator[tuple[float, int, bool]], name: str) -> Sample:
    """All solves of a sample, with a progress line."""
    times, nodes, capped = [], [], 0
    for time, visited, stopped in found:
        times.append(time)
        nodes.append(visited)
        capped += stopped
        print(f"\r{name}: {len(times):<40}", end="", file=sys.stderr, flush=True)
    print("\r" + " " * 80 + "\r", end="", file=sys.stderr)
    return Sample(tuple(times), tuple(nodes), capped)


def dds(cards: int, number: int) -> Sample | None:
    """The peer: bridge deals of so many cards, spades are trumps, North leads."""
    try:
        from endplay.dds import solve_board
        from endplay.dds.solve import SolveMode
        from endplay.types import Deal, Denom, Player
    except ImportError:
        return None
    times = []
    for seed in range(number):
        pack = Random(f"dds {cards} {seed}").sample([s + r for s in "SHDC" for r in "AKQJT98765432"], 4 * cards)
        hands = [pack[seat * cards : (seat + 1) * cards] for seat in range(4)]
        texts = [".".join("".join(r for r in "AKQJT98765432" if s + r in hand) for s in "SHDC") for hand in hands]
        deal = Deal("N:" + " ".join(texts))
        deal.trump, deal.first = Denom.spades, Player.north
        begin = thread_time()
        solve_board(deal, SolveMode.OptimalOne)
        times.append(1000 * (thread_time() - begin))
    return Sample(tuple(times))


def our_playouts(number: int) -> Callable[[], float]:
    """Moves a second of random playouts of whole 4-player deals."""
    positions = deals(4, 15, 10)

    def run() -> float:
        begin = thread_time()
        for position in positions:
            playouts(position, number, seed=1)
        return 60 * number * len(positions) / (thread_time() - begin)

    return run


def their_playouts(pyspiel: Any, simulations: int) -> Callable[[], float]:
    """Moves a second in OpenSpiel's C++ rollouts: the slope from 1 to 21 a simulation, so that the rest costs nothing.

    They begin where all have bid and 48 cards are to be played, or a few moves later.
    """
    game, rng = pyspiel.load_game(PEER), Random(1)
    state = game.new_initial_state()
    bids = 0
    while bids < 4:
        bids += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))

    def time_of(rollouts: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 100, False, 1, False)
        begin = thread_time()
        bot.mcts_search(state)
        return thread_time() - begin

    return lambda: 48 * 20 * simulations / (time_of(21) - time_of(1))


def driven_from_python(pyspiel: Any, games: int) -> Callable[[], float]:
    """Moves a second of the same game, driven from Python move by move."""
    game, rng = pyspiel.load_game(PEER), Random(1)

    def run() -> float:
        moves, begin = 0, thread_time()
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                moves += not state.is_chance_node()
                state.apply_action(legal[int(rng.random() * len(legal))])
        return moves / (thread_time() - begin)

    return run


def playout_rows(quick: bool) -> list[Row]:
    """Playouts against OpenSpiel's."""
    measures = {"ours": our_playouts(5_000 if quick else 30_000)}
    try:
        import pyspiel
    except ImportError:
        pass
    else:
        measures["rollouts"] = their_playouts(pyspiel, 40 if quick else 200)
        measures["driven"] = driven_from_python(pyspiel, 20 if quick else 100)
    found = measure(measures, repeats=5)
    rate = found["ours"].middle
    rows = []
    for name, key, must in (
        ("4-player random playouts, moves/s: OpenSpiel's C++ rollouts", "rollouts", 15.0),
        ("the same: OpenSpiel driven from Python", "driven", None),
    ):
        peer = found.get(key)
        note = f"{found['ours']} against {peer}" if peer else "the peer is missing: `make bench` installs open_spiel"
        rows.append(Row(name, rate, peer.middle if peer else None, must, note))
    return rows


def solve_rows(quick: bool) -> list[Row]:
    """Exact values against DDS, −2 against other points, all moves against the best."""
    share = 4 if quick else 1
    wanted = [(4, 8, 8, 8.0, 100), (4, 10, 10, 30.0, 100)]
    if not quick:
        wanted += [(5, 12, 13, 150.0, 30), (3, 16, 13, 80.0, 30), (2, 15, 13, 0.6, 30), (4, 15, 13, 1500.0, 30)]
    peers = {cards: dds(cards, 200 // share) for cards in sorted({row[2] for row in wanted})}
    rows = []
    for players, cards, peer_cards, must, number in wanted:
        name = f"{players} players, {cards} cards, ms: DDS at {peer_cards}"
        sample = gather(ours(deals(players, cards, number // share)), name)
        peer = peers[peer_cards]
        note = f"{sample}; DDS {peer}" if peer else "the peer is missing: `make bench` installs endplay"
        rows.append(Row(name, sample.middle, peer.middle if peer else None, must, note, less=True))
    for cards in (8, 10):
        positions = deals(4, cards, 60 // share)
        usual = gather(ours(positions), f"{cards} cards")
        minus = gather(ours([at_minus_two(each) for each in positions]), f"{cards} cards at -2")
        name = f"4 players, {cards} cards at −2 points, ms: other points"
        rows.append(Row(name, minus.middle, usual.middle, 5.0, f"{minus}; {usual}", less=True))
        every = gather(ours(positions, moves=True), f"{cards} cards, all moves")
        name = f"4 players, {cards} cards, all moves, ms: best value only"
        rows.append(Row(name, every.middle, usual.middle, 3.0, str(every), less=True))
    return rows


def main() -> int:
    """Measure and report."""
    options = arguments(__doc__ or "")
    solve(deals(2, 2, 1)[0], moves=True)
    return report([*playout_rows(options.quick), *solve_rows(options.quick)], options.json)


if __name__ == "__main__":
    sys.exit(main())
