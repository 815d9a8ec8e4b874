"""How fast the solver is, on one thread: playouts against OpenSpiel's, exact values against DDS's.

Times are CPU times of the thread, geometric means over deals from committed seeds. All sides of a row take turns, a few
deals each, so that a slow moment of the machine hits all alike. A search stops at a cap of time, and counts as the cap.
DDS solves bridge deals of as many cards with a trump suit: best card and its score.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import exp, log
from random import Random
from threading import Event, Thread, get_ident
from time import clock_gettime, pthread_getcpuclockid, thread_time
from typing import Any

from benchmarks._progress import progress
from benchmarks._table import Row, measure, options, report
from naysay.solver.api import Position, Table, playouts, solve
from naysay.solver.transpositions import HEAD
from tests.solver.positions import random_position

PEER = "oh_hell(players=4,num_suits=4,num_cards_per_suit=13,num_tricks_fixed=12)"
EDITION = "iello-2015"
MEGABYTES = 512
CAP = 60.0
TURNS = 10
OWN = {"own-8": 8, "own-10": 10}  # cards: −2 and all moves
AGAINST_DDS = {  # players, cards, deals, must, aim
    "4x8": (4, 8, 200, 8.0, 3.0),
    "4x10": (4, 10, 200, 30.0, 8.0),
    "5x12": (5, 12, 30, 150.0, 20.0),
    "3x16": (3, 16, 30, 80.0, 10.0),
    "2x15": (2, 15, 30, 0.6, 0.2),
    "4x15": (4, 15, 30, 1500.0, 100.0),
}
LONG = {name for name, (_, cards, *_) in AGAINST_DDS.items() if cards >= 12}


@dataclass(frozen=True, slots=True)
class Sample:
    """Times of some solves in milliseconds, and their nodes if they are told."""

    times: list[float] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    capped: list[float] = field(default_factory=list)

    @property
    def middle(self) -> float:
        """The geometric mean of the times."""
        return mean(self.times)

    def __str__(self) -> str:
        said = f"{len(self.times)} deals, ms: {self.middle:.3g}, p95 {late(self.times):.3g}"
        if self.nodes:
            said += f"; nodes: {mean(self.nodes):,.0f}, p95 {late(self.nodes):,.0f}"
        return said + (f"; {len(self.capped)} stopped after {self.capped[0]:g} s" if self.capped else "")


def mean(values: Sequence[float]) -> float:
    """The geometric mean."""
    return exp(sum(log(value) for value in values) / len(values))


def late(values: Sequence[float]) -> float:
    """The 95th percentile."""
    return sorted(values)[int(0.95 * (len(values) - 1))]


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


@contextmanager
def stopped_after(cap: float, table: Table) -> Iterator[None]:
    """Stop a search when this thread has used so many seconds, however busy the machine is."""
    clock, over = pthread_getcpuclockid(get_ident()), Event()
    end = clock_gettime(clock) + cap

    def watch() -> None:
        while not over.wait(0.1):
            if clock_gettime(clock) > end:
                table.stop()

    watcher = Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


class Ours:
    """Our searches, deal by deal; the table is empty at each."""

    def __init__(self, cap: float) -> None:
        self.cap = cap
        self.table = Table(MEGABYTES)
        self.table.words[HEAD:] = 0  # so that the system need not find memory while the clock runs

    def __call__(self, positions: Sequence[Position], sample: Sample, *, moves: bool = False) -> None:
        """Solve some deals, and add their times to the sample."""
        for position in positions:
            self.table.forget()
            with stopped_after(self.cap, self.table):
                begin = thread_time()
                found = solve(position, moves=moves, table=self.table)
                time = thread_time() - begin
            sample.times.append(1000 * (time if found.exact else self.cap))
            sample.nodes.append(found.nodes)
            if not found.exact:
                sample.capped.append(self.cap)


def dds(cards: int, seeds: Sequence[int], sample: Sample) -> None:
    """The peer: bridge deals of so many cards, spades are trumps, North leads."""
    try:
        from endplay.dds import solve_board
        from endplay.dds.solve import SolveMode
        from endplay.types import Deal, Denom, Player
    except ImportError:
        return
    for seed in seeds:
        pack = Random(f"dds {cards} {seed}").sample([s + r for s in "SHDC" for r in "AKQJT98765432"], 4 * cards)
        hands = [pack[seat * cards : (seat + 1) * cards] for seat in range(4)]
        texts = [".".join("".join(r for r in "AKQJT98765432" if s + r in hand) for s in "SHDC") for hand in hands]
        deal = Deal("N:" + " ".join(texts))
        deal.trump, deal.first = Denom.spades, Player.north
        begin = thread_time()
        solve_board(deal, SolveMode.OptimalOne)
        sample.times.append(1000 * (thread_time() - begin))


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
    for name, key, must, aim in (
        ("4-player random playouts, moves/s: OpenSpiel's C++ rollouts", "rollouts", 15.0, 30.0),
        ("the same: OpenSpiel driven from Python", "driven", None, None),
    ):
        peer = found.get(key)
        note = f"{found['ours']} against {peer}" if peer else "the peer is missing: `make bench` installs open_spiel"
        rows.append(Row(name, rate, peer.middle if peer else None, must, note, aim=aim))
    return rows


def against_dds(search: Ours, players: int, cards: int, number: int, quick: bool) -> tuple[Sample, Sample]:
    """Deals of ours and of bridge, in turns; a full deal is measured against all 13 cards."""
    peer_cards = cards if cards < 12 else 13
    positions, seeds = deals(players, cards, number), range(50 if quick else 200)
    mine, theirs = Sample(), Sample()
    for turn in range(TURNS):
        progress(f"{players} players, {cards} cards: {turn + 1} of {TURNS}")
        search(positions[turn::TURNS], mine)
        dds(peer_cards, seeds[turn::TURNS], theirs)
    return mine, theirs


def solve_row(search: Ours, players: int, cards: int, number: int, must: float, aim: float, quick: bool) -> Row:
    """Exact values against DDS."""
    mine, theirs = against_dds(search, players, cards, 30 if quick else number, quick)
    name = f"{players} players, {cards} cards, ms: DDS at {cards if cards < 12 else 13}"
    note = f"{mine}; DDS {theirs}" if theirs.times else "the peer is missing: `make bench` installs endplay"
    return Row(name, mine.middle, theirs.middle if theirs.times else None, must, note, less=True, aim=aim)


def own_rows(search: Ours, cards: int, quick: bool) -> list[Row]:
    """−2 against other points and all moves against the best, on the same cards."""
    positions = deals(4, cards, 100 if quick else 200)
    usual, minus, every = Sample(), Sample(), Sample()
    for number, position in enumerate(positions):
        progress(f"{cards} cards: {number + 1} of {len(positions)}")
        search([position], usual)
        search([at_minus_two(position)], minus)
        search([position], every, moves=True)
    name = f"4 players, {cards} cards at −2 points, ms: other points"
    against = Row(name, minus.middle, usual.middle, 5.0, f"{minus}; {usual}", less=True, aim=2.0)
    name = f"4 players, {cards} cards, all moves, ms: best value only"
    return [against, Row(name, every.middle, usual.middle, 3.0, str(every), less=True, aim=1.5)]


def main() -> int:
    """Measure and report."""
    parser = options(__doc__ or "")
    names = ["playouts", *OWN, *AGAINST_DDS]
    parser.add_argument("--rows", help=f"only these, as in 4x8,5x12; there are {', '.join(names)}")
    parser.add_argument("--cap", type=float, default=CAP, help=f"seconds after which a search stops; default: {CAP:g}")
    given = parser.parse_args()
    quick = given.quick
    wanted = given.rows.split(",") if given.rows else [name for name in names if not (quick and name in LONG)]
    if unknown := set(wanted) - set(names):
        parser.error(f"no such rows: {', '.join(sorted(unknown))}")
    solve(deals(2, 2, 1)[0], moves=True)
    search = Ours(given.cap)
    rows = playout_rows(quick) if "playouts" in wanted else []
    for name in wanted:
        if name in OWN:
            rows += own_rows(search, OWN[name], quick)
        elif name in AGAINST_DDS:
            rows.append(solve_row(search, *AGAINST_DDS[name], quick))
    return report(rows, given.json)


if __name__ == "__main__":
    sys.exit(main())
