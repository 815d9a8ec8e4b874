"""Train what the sharp bot for Nyet! has learned, from its own play: the policy of playouts, the evaluator of hands.

    .venv/bin/python -m tools.train_nyet [--seed 1] [--out FILE]

The policy plays random deals under random terms; each card it could have played is played out, and the next policy is
the least-squares fit of what came of it. Then the evaluator is fitted to what hands led to. The same seed gives the
same file. It takes a few minutes.
"""

import argparse
import sys
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from naysay.bots.nyet.sharp.hand_value import TRAITS, read_hand
from naysay.bots.nyet.sharp.playout import play_out, scratch
from naysay.bots.nyet.sharp.policy import BRINGS, CONTEXTS, FEATURES, KEEP, Table, card_order, new_trick
from naysay.bots.nyet.sharp.sampler_kernel import DEAD, EXTRA, Sample
from naysay.bots.nyet.sharp.search import new_source
from naysay.bots.nyet.sharp.veto_board import ROLES
from naysay.bots.nyet.sharp.weights import FILE
from naysay.native.jit import Floats, Ints
from naysay.nyet.edition import ROWS, deck
from naysay.nyet.edition_file import built_in
from naysay.nyet.rules import make_terms
from naysay.solver.layout import layout
from naysay.solver.row import HAND, LEADER, PLAYERS, ROW, SIDE, SIGN, WEIGHT
from tools._train_playouts import teach

ROUNDS: Final = (800, 1500, 2500, 2500)  # of the policy, iteration by iteration
DEALS: Final = 6000  # of the evaluator, for each edition and number of players
EXPLORE: Final = 0.1
RIDGE: Final = 5.0
TABLES: Final = [(edition, players) for edition in built_in() for players in built_in()[edition].players]


def random_round(rng: Random, name: str, players: int) -> tuple[Ints, Ints]:
    """A row with random hands, terms and teams, and what is out of the game."""
    edition = built_in()[name]
    boxes = {row: rng.choice(edition.boxes[row]) for row in ROWS}
    first = rng.randrange(players)
    if "-2" in edition.boxes["points"] and rng.random() < 0.2:
        boxes["points"] = "-2"
    terms = make_terms(edition, edition.supertrump_suit, first, tuple(boxes[row] for row in ROWS[1:]))
    found = layout(edition, players, terms)
    row, extra = np.zeros(ROW, np.int64), np.zeros(EXTRA, np.int64)
    for place, number in found.fixed.items():
        row[place] = number
    row[PLAYERS], row[LEADER], row[SIGN] = players, terms.first, 1 if terms.points > 0 else -1
    others = rng.sample([seat for seat in range(players) if seat != terms.first], players - 1)
    side = [terms.first, *others[: rng.randint(players // 2, players - players // 2) - 1]]
    small = side if len(side) == players // 2 else [seat for seat in range(players) if seat not in side]
    double = rng.choice(small) if players in (3, 5) else None
    cards = rng.sample(deck(edition, players), len(deck(edition, players)))
    size = edition.hand[players]
    kept = size - (0 if terms.discard.passed_to else terms.discard.count)
    free = {card: list(places) for card, places in found.places.items()}
    for seat in range(players):
        row[SIDE + seat], row[WEIGHT + seat] = int(seat not in side), 2 if seat == double else 1
        row[HAND + seat] = sum(1 << free[card].pop(0) for card in cards[seat * size : seat * size + kept])
    extra[DEAD] = sum(1 << place for places in free.values() for place in places)
    return row, extra


def train_policy(rng: Random) -> Floats:
    """The policy, after as many iterations as `ROUNDS` has numbers; the first one plays what brings most now."""
    source, weights = new_source(rng), np.zeros((CONTEXTS, FEATURES))
    weights[:, BRINGS], weights[:, KEEP] = 1.0, np.where(np.arange(CONTEXTS) < CONTEXTS // 2, -1.0, 1.0)
    weights[CONTEXTS // 2 :, BRINGS] = -1.0
    for rounds in ROUNDS:
        squares, products = np.zeros((CONTEXTS, FEATURES, FEATURES)), np.zeros((CONTEXTS, FEATURES))
        lost = 0.0
        for _ in range(rounds):
            name, players = rng.choice(TABLES) if rng.random() < 0.8 else ("iello-2015", 4)
            row, extra = random_round(rng, name, players)
            sample = Sample(row[None], extra[None])
            lost += teach(sample, card_order(row), weights, source, EXPLORE, squares, products)
        weights[:] = np.linalg.solve(squares + RIDGE * np.eye(FEATURES), products[:, :, None])[:, :, 0]
        print(f"policy: {rounds} rounds, {lost / rounds:.1f} units lost in each by single cards", flush=True)
    return weights


def role(row: Ints, seat: int) -> int:
    """The role of a seat: see `veto_board.py`. Where nothing counts double both of a pair are alike."""
    players = int(row[PLAYERS])
    size = int((row[SIDE : SIDE + players] == row[SIDE + seat]).sum())
    if players == 3:
        return int(size == 2)
    if players == 5:
        return 2 if size == 3 else 0 if row[WEIGHT + seat] == 2 else 1
    return 0


def train_hands(rng: Random, name: str, players: int, policy: Floats, single: bool = False) -> tuple[Floats, Floats]:
    """The evaluator of hands by sign and role, and all units of a round by sign; `single`: none counts double."""
    width = TRAITS + 2
    inputs: tuple[list[Floats], list[Floats]] = ([], [])
    leads: tuple[list[float], list[float]] = ([], [])
    totals: tuple[list[float], list[float]] = ([], [])
    traits, room = np.zeros(TRAITS), scratch()
    for _ in range(DEALS):
        row, extra = random_round(rng, name, players)
        if single:
            row[WEIGHT : WEIGHT + players] = 1
        order, hands, units, leader = card_order(row), row[HAND : HAND + 5].copy(), np.zeros(2), int(row[LEADER])
        given = np.zeros((ROLES, width))
        for seat in range(players):
            read_hand(row, order, int(hands[seat]), traits)
            given[role(row, seat)] += (1 - 2 * row[SIDE + seat]) * np.array([*traits, 1.0, float(seat == leader)])
        table = Table(row, order, hands, int(extra[DEAD]), np.zeros(5, np.int64))
        play_out(table, new_trick(leader), leader, policy, units, room)
        sign = 0 if row[SIGN] > 0 else 1
        inputs[sign].append(given.ravel())
        leads[sign].append(float(row[SIGN] * (units[0] - units[1])))
        totals[sign].append(float(units.sum()))
    weights, total = np.zeros((2, ROLES, width)), np.zeros(2)
    for sign in range(2):
        known = sign if leads[sign] else 0  # an edition without negative points
        x, y = np.array(inputs[known]), np.array(leads[known])
        fit = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y)
        weights[sign], total[sign] = fit.reshape(ROLES, width), np.mean(totals[known])
        if single and players == 5:
            weights[sign, 0] = weights[sign, 1]
        off = y - x @ fit
        explained = f"R² {1 - off.var() / y.var():.2f}, off by {off.std():.1f} units"
        print(f"hands of {name}, {players} players: {explained}", flush=True)
    return weights, total


def main() -> int:
    """Train and write."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out", type=Path, default=FILE)
    given = options.parse_args()
    rng = Random(given.seed)
    found: dict[str, Any] = {"play": train_policy(rng)}
    for name, players in TABLES:
        found[f"hand/{name}/{players}"], found[f"total/{name}/{players}"] = train_hands(
            rng, name, players, found["play"]
        )
    rng = Random(f"single {given.seed}")
    for name, players in TABLES:
        if players in (3, 5):
            kind = f"{name}/{players}/single"
            found[f"hand/{kind}"], found[f"total/{kind}"] = train_hands(rng, name, players, found["play"], single=True)
    np.savez(given.out, **found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
