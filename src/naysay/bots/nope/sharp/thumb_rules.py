"""The rules of thumb of `steady`, compiled: the chance to win that a move leaves.

`bots/nope/steady/position_value` says what they mean; a test compares the two. `thumb_moves` lists the moves.
"""

from math import exp
from typing import Final, NamedTuple

import numpy as np

from naysay.bots.nope.engine.cards import ACTION_HIGH, MATCH_HIGH, MATCH_LOW
from naysay.bots.nope.engine.rules import DRAWS, HAND, PLAYERS, SEATS, size_of
from naysay.bots.nope.sharp.hand_odds import DEMANDS, EXACTLY, chance_to_complete, count_unseen, set_now
from naysay.bots.nope.steady.position_value import (
    ACTION_CARD,
    SINGLE_COLOUR,
    STILL_IN,
    TWO_OF_A_COLOUR,
    Counts,
    exposure,
)
from naysay.native.bits import count
from naysay.native.jit import Floats, Ints, compiled

MOST_MOVES: Final = 2048
MOST_HELD: Final = 104
MOVE: Final = 7
WHAT: Final = 0
LOW: Final = 1  # the cards that are laid
HIGH: Final = 2
TOP: Final = 3
FIRST: Final = 4  # who faces the demand first
WANTED: Final = 5
ASKED: Final = 6

DRAWING: Final = 0
LAYING: Final = 1
NAMING: Final = 2


def _counts(held: int) -> Counts:
    return (2 * (held & 1), held & 2, held >> 1 & 2, held >> 2 & 2)


EXPOSURE: Final[Floats] = np.array([exposure(_counts(held)) for held in range(16)])  # by colours that are held twice
ONE_LOW: Final = int(sum(EXACTLY[1 << colour, 0] for colour in range(4)))  # cards that show one colour
ONE_HIGH: Final = int(sum(EXACTLY[1 << colour, 1] for colour in range(4)))


class Workspace(NamedTuple):
    """Room for what a seat works out about one decision."""

    unseen: Ints
    others: Ints  # how many, then who, clockwise
    known: Floats  # for each seat and demand: the chance of a set now, and now or drawn; -1 where not worked out
    faced: Floats  # for each seat and demand: the strength of all others then, and the chance that it comes back
    moves: Ints
    scores: Floats
    tried: Ints  # which of the moves were judged, and what came of it
    values: Floats
    held: Ints


def workspace() -> Workspace:
    """A new one."""
    return Workspace(
        np.zeros(16, dtype=np.int64),
        np.zeros(SEATS + 1, dtype=np.int64),
        np.zeros((SEATS * DEMANDS, 2)),
        np.zeros((SEATS * DEMANDS, 2)),
        np.zeros((MOST_MOVES, MOVE), dtype=np.int64),
        np.zeros(MOST_MOVES),
        np.zeros(MOST_MOVES, dtype=np.int64),
        np.zeros(MOST_MOVES),
        np.zeros(2 * MOST_HELD, dtype=np.int64),
    )


class Decision(NamedTuple):
    """A state in which somebody decides, what everybody knows of the hands, and how many cards are unseen."""

    state: Ints
    limits: Ints
    work: Workspace
    unseen: int


class Demand(NamedTuple):
    """Who is to face a demand first, and what is demanded."""

    first: int
    wanted: int
    colours: int


@compiled
def begin_decision(state: Ints, viewer: int, work: Workspace) -> int:
    """Begin a decision: how many cards are unseen."""
    for at in range(SEATS * DEMANDS):
        work.known[at, 0] = -1.0
        work.faced[at, 1] = -1.0
    number = 0
    seat = viewer
    for _ in range(state[PLAYERS] - 1):
        seat += 1
        if seat == state[PLAYERS]:
            seat = 0
        if state[HAND + 2 * seat] | state[HAND + 2 * seat + 1]:
            number += 1
            work.others[number] = seat
    work.others[0] = number
    return count_unseen(state, viewer, work.unseen)


@compiled
def set_now_or_drawn(decision: Decision, seat: int, wanted: int, colours: int) -> tuple[float, float]:
    """The chance that a seat can make a set now, and the chance that it can now or after drawing."""
    state, limits, work = decision.state, decision.limits, decision.work
    key = seat * DEMANDS + 16 * wanted + colours
    if work.known[key, 0] < 0.0:
        size = size_of(state, seat)
        now = set_now(work.unseen, limits, seat, size, wanted, colours)
        nearly = 1.0 if wanted == 1 else set_now(work.unseen, limits, seat, size, wanted - 1, colours)
        drawn = 0.0
        if nearly > now:
            drawn = (nearly - now) * chance_to_complete(work.unseen, decision.unseen, state[DRAWS], wanted, colours)
        work.known[key, 0] = now
        work.known[key, 1] = now + drawn
    return work.known[key, 0], work.known[key, 1]


@compiled
def strength(cards: int) -> float:
    """How strong a hand of so many cards is."""
    return cards + STILL_IN if cards > 0 else 0.0


@compiled
def after(decision: Decision, demand: Demand) -> tuple[float, float]:
    """The strength of all others after they faced a demand, and the chance that it comes back."""
    state, work = decision.state, decision.work
    wanted, colours = demand.wanted, demand.colours
    key = demand.first * DEMANDS + 16 * wanted + colours
    if work.faced[key, 1] < 0.0:
        sum_of = 0.0
        reach = 0.0
        draws = state[DRAWS]
        for at in range(1, work.others[0] + 1):
            other = work.others[at]
            size = size_of(state, other)
            if other == demand.first:
                reach = 1.0
            sum_of += (1.0 - reach) * strength(size)
            if reach > 0.0:
                now, later = set_now_or_drawn(decision, other, wanted, colours)
                left = size - wanted
                sum_of += reach * now * strength(left)
                sum_of += reach * (later - now) * strength(left + draws)
                sum_of += reach * (1.0 - later) * strength(size + draws)
                reach *= 1.0 - later
        work.faced[key, 0] = sum_of
        work.faced[key, 1] = reach
    return work.faced[key, 0], work.faced[key, 1]


@compiled
def win_chance(decision: Decision, low: int, high: int, drawn: int, demand: Demand) -> float:
    """The chance to win with this hand, and so many unknown cards, when this demand is to be faced."""
    wanted, colours = demand.wanted, demand.colours
    size = count(low) + count(high) + drawn
    if size == 0:
        return 0.0
    others, back = after(decision, demand)
    mine = strength(size)
    actions = count(high & ACTION_HIGH)
    most = 0
    twice = 0
    for colour in range(4):
        held = count(low & MATCH_LOW[1 << colour]) + count(high & MATCH_HIGH[1 << colour])
        if held >= 2:
            twice |= 1 << colour
        if colours >> colour & 1:
            most = max(most, held)
    if back != 0.0:
        left = size - (1 if actions else wanted) if most >= wanted else size + decision.state[DRAWS]
        met = strength(left)
        mine += back * (met - mine)
    single = count(low & ONE_LOW) + count(high & ONE_HIGH)
    mine *= exp(ACTION_CARD * actions + SINGLE_COLOUR * single + TWO_OF_A_COLOUR * EXPOSURE[twice])
    return mine / (mine + others) if mine > 0.0 else 0.0
