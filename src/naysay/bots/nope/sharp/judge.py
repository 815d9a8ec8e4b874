"""The chance to win after a move, by a small learned network, from what the seat that made it can know.

Its features are those of the hand that is kept, of the demand that is left, and of the others as far as they are
known: sizes, what is unseen, limits (see `hand_odds`). `tools/train_nope.py` fits it.
"""

from math import exp, log
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from naysay.bots.nope.engine.cards import (
    ACTION_HIGH,
    CLASS_OF,
    CLASSES,
    COLOURS_OF,
    COUNT_OF,
    MATCH_HIGH,
    MATCH_LOW,
    TYPE,
)
from naysay.bots.nope.engine.rules import DRAWS, HAND, PILE, PLAYERS, TURN, size_of
from naysay.bots.nope.sharp.hand_odds import EXACTLY, chance_to_complete
from naysay.bots.nope.sharp.thumb_rules import (
    ASKED,
    DRAWING,
    FIRST,
    HIGH,
    LOW,
    WANTED,
    WHAT,
    Decision,
    Demand,
    Workspace,
    after,
    set_now_or_drawn,
)
from naysay.native.bits import HALF, count, low_place
from naysay.native.jit import Floats, Ints, compiled

LARGEST: Final = 9
SIZE: Final = 0  # of the hand: one for each size
CARDS: Final = SIZE + LARGEST + 1  # how many cards of each class
TIMES: Final = CARDS + CLASSES  # how many colours are held once, twice, three times, four times
EXPOSED: Final = TIMES + 4  # of the unseen cards that demand 1, 2 or 3, the share whose demand must be met; of all
COVER: Final = EXPOSED + 4  # how many colours the action cards show; how many of the hand's sets they can save
BACK: Final = COVER + 1  # the demand comes back; is met; by which share of the hand; with an action card; one lacking
LEFT: Final = BACK + 6  # how many players are left: 2 to 6; two who draw two
SCORE: Final = LEFT + 6  # what the rules of thumb say
UNSEEN: Final = SCORE + 2  # the pile; action cards unseen; see above
DRAWN: Final = UNSEEN + 2  # about to draw; the chance that this makes a set
FACES: Final = DRAWN + 2  # the first two who face the demand: reached, sets now, drawn, out by it, size
FACE: Final = 7  # numbers for each
OTHERS: Final = FACES + 2 * FACE  # how many others have 1, 2, 3, 4, 5–6 cards, more
RIVALS: Final = OTHERS + 6  # strength of the largest, of all; of the next seat, of the one before; how much is known
ONE: Final = RIVALS + 6
FEATURES: Final = ONE + 1
HIDDEN: Final = 48
SLOPE: Final = 0.05  # of what an inner unit says below 0

FILE: Final = Path(__file__).with_name("judge.npy")
WEIGHTS: Final[Floats] = np.load(FILE).astype(np.float64) if FILE.exists() else np.zeros(FEATURES * HIDDEN + HIDDEN + 1)


class Network(NamedTuple):
    """The weights, and room for what goes in and for what the inner units say."""

    weights: Floats
    inputs: Floats
    inner: Floats


def network(weights: Floats = WEIGHTS) -> Network:
    """The network with these weights."""
    return Network(weights, np.zeros(FEATURES), np.zeros(HIDDEN))


def _demanding(number: int, colours: int, word: int) -> int:
    places = range(word * HALF, (word + 1) * HALF)
    return sum(
        1 << (place - word * HALF)
        for place in places
        if COLOURS_OF[place] == colours and COUNT_OF[place] == number and TYPE[place] == 0
    )


DEMANDS_LOW: Final[Ints] = np.array([[_demanding(n, colours, 0) for colours in range(16)] for n in (1, 2, 3)])
DEMANDS_HIGH: Final[Ints] = np.array([[_demanding(n, colours, 1) for colours in range(16)] for n in (1, 2, 3)])
PAIRED: Final[Ints] = np.array([colours for colours in range(1, 16) if EXACTLY[colours].any()])


@compiled
def hand_features(state: Ints, viewer: int, low: int, high: int, drawn: int, out: Floats) -> None:
    """What your own hand says."""
    size = count(low) + count(high) + drawn
    out[SIZE + min(size, LARGEST)] = 1.0
    rest = low
    while rest:
        out[CARDS + CLASS_OF[low_place(rest)]] += 0.5
        rest &= rest - 1
    rest = high
    while rest:
        out[CARDS + CLASS_OF[HALF + low_place(rest)]] += 0.5
        rest &= rest - 1
    colours_of_times = 0
    for colour in range(4):
        held = count(low & MATCH_LOW[1 << colour]) + count(high & MATCH_HIGH[1 << colour])
        for times in range(min(held, 4)):
            out[TIMES + times] += 0.25
            if times < 3:
                colours_of_times |= 1 << (4 * times + colour)
    unseen_low = state[PILE]
    unseen_high = state[PILE + 1]
    for seat in range(state[PLAYERS]):
        if seat != viewer:
            unseen_low |= state[HAND + 2 * seat]
            unseen_high |= state[HAND + 2 * seat + 1]
    met_in_all = 0
    all_in_all = 0
    for number in range(3):
        able = colours_of_times >> (4 * number) & 15
        met = 0
        every = 0
        for at in range(PAIRED.size):
            colours = PAIRED[at]
            cards = count(unseen_low & DEMANDS_LOW[number, colours]) + count(
                unseen_high & DEMANDS_HIGH[number, colours]
            )
            every += cards
            if colours & able:
                met += cards
        out[EXPOSED + number] = met / every if every else 0.0
        met_in_all += met * (number + 1)
        all_in_all += every
    out[EXPOSED + 3] = met_in_all / all_in_all if all_in_all else 0.0
    covered = 0
    rest = high & ACTION_HIGH
    while rest:
        covered |= COLOURS_OF[HALF + low_place(rest)]
        rest &= rest - 1
    out[COVER] = (
        0.25 * (covered & 1) + 0.25 * (covered >> 1 & 1) + 0.25 * (covered >> 2 & 1) + 0.25 * (covered >> 3 & 1)
    )


@compiled
def back_features(back: float, wanted: int, colours: int, size: int, low: int, high: int, out: Floats) -> int:
    """What it means that the demand may come back; how many cards of one of its colours the hand holds."""
    most = 0
    for colour in range(4):
        if colours >> colour & 1:
            most = max(most, count(low & MATCH_LOW[1 << colour]) + count(high & MATCH_HIGH[1 << colour]))
    out[BACK] = back
    if most >= wanted:
        out[BACK + 1] = back
        out[BACK + 2] = back * wanted / size
        if high & ACTION_HIGH & MATCH_HIGH[colours]:
            out[BACK + 3] = back
        elif wanted >= size:
            out[BACK + 5] = back
    elif most == wanted - 1:
        out[BACK + 4] = back
    return most


@compiled
def face_features(decision: Decision, move: Ints, out: Floats) -> None:
    """What the demand means to the first two who face it."""
    state, work = decision.state, decision.work
    wanted = move[WANTED]
    reach = 0.0
    facing = 0
    for at in range(1, work.others[0] + 1):
        other = work.others[at]
        if other == move[FIRST]:
            reach = 1.0
        if reach > 0.0 and facing < 2:
            held = size_of(state, other)
            now, later = set_now_or_drawn(decision, other, wanted, move[ASKED])
            place = FACES + FACE * facing
            out[place] = reach
            out[place + 1] = reach * now
            out[place + 2] = reach * (later - now)
            out[place + 3] = reach * now * wanted / held
            out[place + 4] = reach * now if held <= wanted else 0.0
            out[place + 5] = reach * log(held + 0.5)
            out[place + 6] = reach * now * held * 0.2
            facing += 1
            reach *= 1.0 - later


@compiled
def rival_features(state: Ints, limits: Ints, work: Workspace, out: Floats) -> None:
    """How strong the others are, and how much is known of their hands."""
    number = work.others[0]
    largest = 0.0
    every = 0.0
    loose = 0.0
    for at in range(1, number + 1):
        other = work.others[at]
        held = size_of(state, other)
        out[OTHERS + (5 if held > 6 else 4 if held > 4 else held - 1)] += 0.5
        largest = max(largest, log(held + 0.5))
        every += held + 0.5
        for colour in range(4):
            loose += min(limits[4 * other + colour], held) / (4.0 * held)
    out[RIVALS] = largest
    out[RIVALS + 1] = log(every)
    out[RIVALS + 2] = log(size_of(state, work.others[1]) + 0.5)
    out[RIVALS + 3] = log(size_of(state, work.others[number]) + 0.5)
    out[RIVALS + 4] = loose / number


@compiled
def features(state: Ints, limits: Ints, work: Workspace, move: Ints, score: float, out: Floats) -> None:
    """Fill in the features of what a move of the seat on turn leaves; the move is listed, and not made yet."""
    viewer = state[TURN]
    total = 0
    for colours in range(16):
        total += work.unseen[colours]
    decision = Decision(state, limits, work, total)
    for at in range(FEATURES):
        out[at] = 0.0
    low = state[HAND + 2 * viewer] ^ move[LOW]
    high = state[HAND + 2 * viewer + 1] ^ move[HIGH]
    wanted = move[WANTED]
    asked = move[ASKED]
    drawn = state[DRAWS] if move[WHAT] == DRAWING else 0
    hand_features(state, viewer, low, high, drawn, out)
    rivals, back = after(decision, Demand(move[FIRST], wanted, asked))
    most = back_features(back, wanted, asked, count(low) + count(high) + drawn, low, high, out)
    out[LEFT + work.others[0] - 1] = 1.0
    if state[DRAWS] == 2:
        out[LEFT + 5] = 1.0
    chance = min(max(score, 1e-4), 1.0 - 1e-4)
    out[SCORE] = log(chance / (1.0 - chance))
    out[SCORE + 1] = chance
    out[UNSEEN] = (count(state[PILE]) + count(state[PILE + 1])) / 64.0
    actions = count(state[PILE + 1] & ACTION_HIGH)
    for at in range(1, work.others[0] + 1):
        actions += count(state[HAND + 2 * work.others[at] + 1] & ACTION_HIGH)
    out[UNSEEN + 1] = 4.0 * actions / max(total, 1)
    if drawn:
        out[DRAWN] = 1.0
        if most == wanted - 1:
            out[DRAWN + 1] = chance_to_complete(work.unseen, total, state[DRAWS], wanted, asked)
    face_features(decision, move, out)
    rival_features(state, limits, work, out)
    out[RIVALS + 5] = log(max(rivals, 0.1))
    out[ONE] = 1.0


@compiled
def evaluate(network: Network) -> float:
    """The network's answer to its inputs."""
    weights, row, inner = network.weights, network.inputs, network.inner
    for unit in range(HIDDEN):
        inner[unit] = 0.0
    for at in range(FEATURES):
        given = row[at]
        if given != 0.0:
            start = at * HIDDEN
            for unit in range(HIDDEN):
                inner[unit] += given * weights[start + unit]
    start = FEATURES * HIDDEN
    found = weights[start + HIDDEN] + row[SCORE]
    for unit in range(HIDDEN):
        if inner[unit] < 0.0:
            inner[unit] *= SLOPE
        found += inner[unit] * weights[start + unit]
    return 1.0 / (1.0 + exp(-min(max(found, -20.0), 20.0)))


@compiled
def leaves_cards(state: Ints, move: Ints) -> bool:
    """Whether the seat on turn has cards after a move."""
    at = HAND + 2 * state[TURN]
    return bool(move[WHAT] == DRAWING or (state[at] ^ move[LOW]) | (state[at + 1] ^ move[HIGH]))


@compiled
def judge_moves(state: Ints, limits: Ints, work: Workspace, moves: int, most: int, network: Network) -> int:
    """Judge the listed moves of the seat on turn, at most so many, those that score best: how many."""
    tried = min(moves, most)
    for at in range(tried):
        best = -1
        for move in range(moves):
            if work.scores[move] >= 0.0 and (best < 0 or work.scores[move] > work.scores[best]):
                best = move
        score = work.scores[best]
        work.tried[at] = best
        work.values[at] = 0.0
        if leaves_cards(state, work.moves[best]):
            features(state, limits, work, work.moves[best], score, network.inputs)
            work.values[at] = evaluate(network)
        work.scores[best] = -1.0 - score
    for at in range(tried):
        work.scores[work.tried[at]] = -1.0 - work.scores[work.tried[at]]
    return tried
