"""Fit the weights of Nope!'s `judge` to games of its own against the rules of thumb of `steady`.

    .venv/bin/python -m tools.train_nope judge [ROUNDS]

First it learns from games among the rules of thumb alone. Then one seat, and now and then another, plays by what was
learned so far; each round learns from its games: what a move led to is the chance to win by the best next move, mixed
with what came of that. Games, order and first weights follow from seeds.
"""

from time import perf_counter
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from naysay.bots.nope.engine.rules import HAND, OVER, PHASE, SIZE, TURN, deal, size_of
from naysay.bots.nope.sharp import judge
from naysay.bots.nope.sharp.hand_odds import LIMITS, know_nothing
from naysay.bots.nope.sharp.judge import FEATURES, HIDDEN, SCORE, Network, features, judge_moves, leaves_cards
from naysay.bots.nope.sharp.lookahead import Position, carry_out
from naysay.bots.nope.sharp.thumb_moves import best_of, list_moves
from naysay.bots.nope.sharp.thumb_rules import Workspace, workspace
from naysay.native.jit import Floats, Ints, compiled
from naysay.native.random import below, fraction, seeded, step

Rows = NDArray[np.float32]

ROUNDS: Final = 12
POSITIONS: Final = 1_000_000  # in each round
MOST_STEPS: Final = 2000  # of one game
MOST_MOVES: Final = 1500
TABLES: Final = np.array([4, 2, 4, 3, 4, 5, 6])  # players, game by game
TRIED: Final = 12
EXPLORED: Final = 6  # a move that is not the best is one of so many
CHANCE_TO_EXPLORE: Final = 0.1
COMPANY: Final = 0.25  # how often another seat, too, plays by what was learned
OUTCOME_WEIGHT: Final = 0.8  # how much what came of the next move counts, against what was thought of it
SLOPE: Final = np.float32(judge.SLOPE)


class Steps(NamedTuple):
    """Of each position of a game: who left it, the best that could be left, whether it is another."""

    seats: Ints
    thought: Floats
    strayed: Ints


class Scratch(NamedTuple):
    """Room to play a game in."""

    position: Position
    work: Workspace
    steps: Steps
    learned: Ints  # by seat: whether it plays by what was learned


@compiled
def play_game(
    players: int, dealer: int, everybody: bool, network: Network, scratch: Scratch, rows: Rows, source: int
) -> tuple[int, int]:
    """One game: how many positions it gave, and the state of the source."""
    state, limits, work = scratch.position.state, scratch.position.limits, scratch.work
    learned, row = scratch.learned, network.inputs
    source = deal(state, players, dealer, source)
    know_nothing(limits)
    number = 0
    for _ in range(MOST_MOVES):
        if state[PHASE] == OVER:
            break
        seat = state[TURN]
        moves = list_moves(state, limits, work)
        chosen = best_of(work.scores, moves)
        best = work.scores[chosen]
        stray = 0
        if learned[seat]:
            tried = judge_moves(state, limits, work, moves, TRIED, network)
            at = best_of(work.values, tried)
            best = work.values[at]
            source = step(source)
            if moves > 1 and fraction(source) < CHANCE_TO_EXPLORE:
                source = step(source)
                other = below(source, min(tried, EXPLORED))
                stray = 1 if other != at else 0
                at = other
            chosen = work.tried[at]
        move = work.moves[chosen]
        if (learned[seat] or everybody) and number < MOST_STEPS and leaves_cards(state, move):
            features(state, limits, work, move, work.scores[chosen], row)
            for place in range(FEATURES):
                rows[number, place] = row[place]
            scratch.steps.seats[number] = seat
            scratch.steps.thought[number] = best
            scratch.steps.strayed[number] = stray
            number += 1
        source = carry_out(state, limits, move, source)
    return number, source


@compiled
def play_games(first: int, everybody: bool, network: Network, scratch: Scratch, rows: Rows, aims: Rows) -> int:
    """Games until there is no room for more positions: how many positions."""
    state, learned = scratch.position.state, scratch.learned
    seats, thought, strayed = scratch.steps.seats, scratch.steps.thought, scratch.steps.strayed
    filled = 0
    game = first
    while filled + MOST_STEPS <= aims.size:
        game += 1
        source = seeded(game)
        players = TABLES[game % TABLES.size]
        for seat in range(players):
            source = step(source)
            learned[seat] = 0 if everybody or fraction(source) >= COMPANY else 1
        if not everybody:
            source = step(source)
            learned[below(source, players)] = 1
        room = rows[filled : filled + MOST_STEPS]
        number, source = play_game(players, game % players, everybody, network, scratch, room, source)
        if state[PHASE] != OVER:
            continue
        for seat in range(players):
            aim = 1.0 if size_of(state, seat) else 0.0
            for at in range(number - 1, -1, -1):
                if seats[at] == seat:
                    aims[filled + at] = aim
                    aim = thought[at] if strayed[at] else (1.0 - OUTCOME_WEIGHT) * thought[at] + OUTCOME_WEIGHT * aim
        filled += number
    return filled


@compiled
def win(games: int, first: int, network: Network, position: Position, work: Workspace) -> int:
    """How many of these games of four one who plays by what was learned wins against the rules of thumb."""
    state, limits = position.state, position.limits
    won = 0
    for game in range(first, first + games):
        source = deal(state, 4, game // 4 % 4, seeded(game))
        know_nothing(limits)
        while state[PHASE] != OVER:
            moves = list_moves(state, limits, work)
            chosen = best_of(work.scores, moves)
            if state[TURN] == game % 4:
                tried = judge_moves(state, limits, work, moves, TRIED, network)
                chosen = work.tried[best_of(work.values, tried)]
            source = carry_out(state, limits, work.moves[chosen], source)
        won += 1 if state[HAND + 2 * (game % 4)] | state[HAND + 2 * (game % 4) + 1] else 0
    return won


class Learner:
    """The weights while they are learned, by Adam."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(1)
        self.first: Rows = self.rng.normal(0, 0.15, (FEATURES, HIDDEN)).astype(np.float32)
        self.second: Rows = self.rng.normal(0, 0.05, HIDDEN).astype(np.float32)
        self.last: Rows = np.zeros(1, dtype=np.float32)
        self.parts = (self.first, self.second, self.last)
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def flat(self) -> Floats:
        """All weights in a row, as `judge.evaluate` reads them."""
        return np.concatenate([part.ravel() for part in self.parts]).astype(np.float64)

    def fit(self, rows: Rows, aims: Rows, rate: float, batch: int = 1024) -> float:
        """Learn from each position once, in any order: the mean loss on the way."""
        order = self.rng.permutation(len(rows))
        loss = 0.0
        batches = len(rows) // batch
        for number in range(batches):
            some = order[number * batch : (number + 1) * batch]
            given, aim = rows[some], aims[some]
            inner = given @ self.first
            slope = np.where(inner > 0, np.float32(1), SLOPE)
            said = (inner * slope) @ self.second + self.last[0] + given[:, SCORE]
            chance = 1 / (1 + np.exp(-np.clip(said, -15, 15)))
            loss -= float(np.mean(aim * np.log(chance) + (1 - aim) * np.log(1 - chance)))
            wrong = (chance - aim) / np.float32(batch)
            down = given.T @ (wrong[:, None] * self.second * slope)
            self._step((down, (inner * slope).T @ wrong, wrong.sum(keepdims=True)), rate)
        return loss / batches

    def _step(self, slopes: tuple[Rows, Rows, Rows], rate: float) -> None:
        self.steps += 1
        for at, slope in enumerate(slopes):
            self.means[at] += np.float32(0.1) * (slope - self.means[at])
            self.squares[at] += np.float32(0.001) * (slope * slope - self.squares[at])
            usual = np.sqrt(self.squares[at] / (1 - 0.999**self.steps)) + 1e-8
            change = rate * (self.means[at] / (1 - 0.9**self.steps)) / usual
            np.subtract(self.parts[at], change.astype(np.float32), out=self.parts[at])


def main(rounds: int = ROUNDS) -> None:
    """Train and write the weights."""
    learner = Learner()
    rows: Rows = np.zeros((POSITIONS, FEATURES), dtype=np.float32)
    aims: Rows = np.zeros(POSITIONS, dtype=np.float32)
    position = Position(np.zeros(SIZE, dtype=np.int64), np.zeros(LIMITS, dtype=np.int64))
    steps = Steps(np.zeros(MOST_STEPS, dtype=np.int64), np.zeros(MOST_STEPS), np.zeros(MOST_STEPS, dtype=np.int64))
    scratch = Scratch(position, workspace(), steps, np.zeros(6, dtype=np.int64))
    for number in range(-2, rounds):
        begin = perf_counter()
        seed, everybody = 1_000_000 * (number + 3), number < 0
        found = play_games(seed, everybody, judge.network(learner.flat()), scratch, rows, aims)
        rate = 0.002 if everybody else 0.001 * 0.85**number
        loss = learner.fit(rows[:found], aims[:found], rate)
        np.save(judge.FILE, learner.flat().astype(np.float32))
        said = f"{found} positions, loss {loss:.5f}"
        if number % 3 == 2:
            games = 10_000
            won = win(games, 500_000_000, judge.network(learner.flat()), position, scratch.work)
            said += f", wins {100 * won / games:.2f} % of {games} games"
        print(f"{number + 1} of {rounds}: {said}, {perf_counter() - begin:.0f} s", flush=True)
