"""The veto, played on in a world by players who choose for themselves; and what it says about their hands."""

from typing import Final

import numpy as np

from naysay.bots.nyet.sharp.board import (
    DISCARD,
    FIRST,
    MOST_BOXES,
    POINTS,
    ROLES,
    SUPER,
    TRUMP,
    Board,
    contribute,
    contribute_in,
    edge,
    foresee,
    score,
)
from naysay.bots.nyet.sharp.hand import TRAITS
from naysay.bots.nyet.sharp.machine import Floats, Ints, below, compiled, inner
from naysay.bots.nyet.sharp.stake import Match, promise
from naysay.solver.bits import count, int64, low_place

CHOOSES: Final = 1.2  # what the choice of a partner is worth to who makes it
# What vetoes tell about a hand, in units: see `bots/nyet/team.py`.
COLOUR: Final = 0.56
LAST_COLOUR: Final = 0.5
POINTS_HINT: Final = 1.4
CLOSE: Final = 1e-9
MOST_TEAMS: Final = 32
BY_TRUMP, BY_SUPER, ALL = range(3)


@inner
def sum_up(board: Board, open: Ints, picked: Floats, taken: Floats, sums: Floats) -> None:
    """Add up what the open combos are worth: by trump box, by super box, all; and the open points by sign."""
    sums[:] = 0.0
    for trump in range(board.boxes[TRUMP]):
        for supertrump in range(board.boxes[SUPER]):
            if open[TRUMP] >> trump & 1 and open[SUPER] >> supertrump & 1:
                combo = trump * board.boxes[SUPER] + supertrump
                for sign in range(2):
                    for kind in range(2):
                        value = taken[combo, sign] if kind else picked[combo, sign]
                        sums[BY_TRUMP, trump, sign, kind] += value
                        sums[BY_SUPER, supertrump, sign, kind] += value
                        sums[ALL, 0, sign, kind] += value
    for box in range(board.boxes[POINTS]):
        if open[POINTS] >> box & 1:
            sums[ALL, 1, 0, 0 if board.points[box] > 0 else 1] += abs(board.points[box])


@inner
def mean_worth(sums: Floats, by: int, box: int, pairs: int, chance: float, points: int) -> float:
    """The mean worth of a round without the combos of a box (`by` says of which row; ALL: with all of them)."""
    worth = 0.0
    for sign in range(2):
        picked, taken = sums[ALL, 0, sign, 0], sums[ALL, 0, sign, 1]
        if by != ALL:
            picked -= sums[by, box, sign, 0]
            taken -= sums[by, box, sign, 1]
        worth += sums[ALL, 1, 0, sign] * (chance * picked + (1.0 - chance) * taken)
    return worth / (pairs * points)


@inner
def rate(board: Board, open: Ints, seat: int, picked: Floats, taken: Floats, sums: Floats, scores: Floats) -> None:
    """How good each veto looks to a seat: the mean worth of the rounds that it leaves possible; by row and box."""
    sum_up(board, open, picked, taken, sums)
    trumps, supers = count(open[TRUMP]), count(open[SUPER])
    firsts, points = count(open[FIRST]), count(open[POINTS])
    mine = open[FIRST] >> seat & 1
    chance = mine / firsts
    base = mean_worth(sums, ALL, 0, trumps * supers, chance, points)
    scores[DISCARD] = base
    if firsts > 1:
        scores[FIRST] = mean_worth(sums, ALL, 0, trumps * supers, mine / (firsts - 1), points)
        scores[FIRST, seat] = mean_worth(sums, ALL, 0, trumps * supers, 0.0, points)
    if trumps > 1:
        for box in range(board.boxes[TRUMP]):
            scores[TRUMP, box] = mean_worth(sums, BY_TRUMP, box, (trumps - 1) * supers, chance, points)
    if supers > 1:
        for box in range(board.boxes[SUPER]):
            scores[SUPER, box] = mean_worth(sums, BY_SUPER, box, trumps * (supers - 1), chance, points)
    if points > 1:
        for box in range(board.boxes[POINTS]):
            kind = 0 if board.points[box] > 0 else 1
            worth = chance * sums[ALL, 0, kind, 0] + (1.0 - chance) * sums[ALL, 0, kind, 1]
            worth *= abs(board.points[box]) / (trumps * supers)
            scores[POINTS, box] = (base * points - worth) / (points - 1)


@inner
def best_veto(board: Board, open: Ints, scores: Floats, source: Ints) -> int:
    """The veto that looks best, as row × 16 + box; of equal ones any."""
    best, ties, top = -1, 0, -1e9
    for row in range(5):
        if count(open[row]) > 1:
            for box in range(board.boxes[row]):
                if open[row] >> box & 1:
                    if scores[row, box] > top + CLOSE:
                        best, ties, top = row * MOST_BOXES + box, 1, scores[row, box]
                    elif scores[row, box] > top - CLOSE:
                        ties += 1
                        if below(source, ties) == 0:
                            best = row * MOST_BOXES + box
    return best


@inner
def cover(open: Ints, told: Floats, last: Ints, seat: int, veto: int) -> None:
    """Cover a box, and note what it tells: by seat colours, by seat and points box."""
    row, box = veto // MOST_BOXES, veto % MOST_BOXES
    open[row] &= ~(int64(1) << box)
    if row in (TRUMP, SUPER):
        told[seat, MOST_BOXES] += COLOUR
        last[row] = seat
    elif row == POINTS:
        told[seat, box] = 1.0


@inner
def hints(board: Board, told: Floats, last: Ints, points: float, found: Floats) -> None:
    """By how much the vetoes make each seat look stronger than the average."""
    for seat in range(board.players):
        found[seat] = told[seat, MOST_BOXES]
        for row in (TRUMP, SUPER):
            if last[row] == seat:
                found[seat] += LAST_COLOUR
        for box in range(board.boxes[POINTS]):
            if told[seat, box] > 0.0:
                found[seat] += POINTS_HINT if board.points[box] < points else -POINTS_HINT


@inner
def role_of(players: int, mates: int, bonus: int, seat: int) -> int:
    """The role of a seat if `mates` is one side and `bonus` gets the bonus card."""
    if players == 3:
        side = mates if mates >> seat & 1 else 7 & ~mates
        return 0 if count(side) == 1 else 1
    if players == 5:
        side = mates if mates >> seat & 1 else 31 & ~mates
        return 2 if count(side) == 3 else 0 if seat == bonus else 1
    return 0


@inner
def lead_of(board: Board, combo: int, sign: int, mates: int, bonus: int, leader: int, hands: Floats) -> float:
    """The lead of a side that the hands promise; `hands` is what each contributes by combo, sign and role."""
    lead = 0.0
    for seat in range(board.players):
        role = role_of(board.players, mates, bonus, seat)
        value = hands[seat, combo, sign, role]
        if seat == leader:
            value += board.weights[sign, role, board.weights.shape[2] - 1]
        lead += value if mates >> seat & 1 else -value
    return lead


@inner
def list_teams(players: int, first: int, mates: Ints, bonus: Ints) -> int:
    """Every way to make the teams: the first player's side, and who gets the bonus card."""
    number = 0
    whole = (1 << players) - 1
    for side in range(1 << players):
        size = count(side)
        if not side >> first & 1 or size not in (players // 2, players - players // 2):
            continue
        small = side if size == players // 2 else whole & ~side
        for seat in range(players):
            if players in (2, 4):
                mates[number], bonus[number] = side, -1
                number += 1
                break
            if small >> seat & 1:
                mates[number], bonus[number] = side, seat
                number += 1
    return number


@inner
def rate_team(
    board: Board, combo: int, sign: int, first: int, mates: int, bonus: int, hint: Floats, mine: Floats, guess: Floats
) -> float:
    """How good teams look to a first player who knows the own hand, and of the others what their vetoes told.

    `mine` is what that hand contributes.
    """
    for seat in range(board.players):
        role = role_of(board.players, mates, bonus, seat)
        mean = board.mean[combo, sign, role]
        guess[seat, combo, sign, role] = mine[combo, sign, role] if seat == first else mean + hint[seat]
    return ahead(board, combo, sign, mates, bonus, first, first, guess)


@inner
def make_team(
    board: Board, combo: int, sign: int, first: int, hint: Floats, mine: Floats, guess: Floats, teams: Ints
) -> tuple[int, int]:
    """The teams that a first player makes."""
    mates, bonus = teams[0], teams[1]
    number = list_teams(board.players, first, mates, bonus)
    best, top = 0, -1e9
    for at in range(number):
        worth = rate_team(board, combo, sign, first, mates[at], bonus[at], hint, mine, guess)
        if worth > top:
            best, top = at, worth
    return mates[best], bonus[best]


@inner
def ahead(board: Board, combo: int, sign: int, mates: int, bonus: int, first: int, seat: int, hands: Floats) -> float:
    """How far each point brings a seat ahead of the mean of the others."""
    lead = lead_of(board, combo, sign, mates, bonus, first, hands)
    return edge(board, sign, role_of(board.players, mates, bonus, seat), lead if mates >> seat & 1 else -lead)


@inner
def play_veto(
    board: Board,
    open: Ints,
    told: Floats,
    last: Ints,
    seat: int,
    me: int,
    hands: Floats,
    picked: Floats,
    taken: Floats,
    guess: Floats,
    teams: Ints,
    sums: Floats,
    scores: Floats,
    source: Ints,
    match: Match,
) -> tuple[float, float]:
    """Veto on from here until all rows are settled, make the teams: the worth to `me` (ahead of others), own points."""
    while True:
        settled = True
        for row in range(5):
            if count(open[row]) > 1:
                settled = False
        if settled:
            break
        rate(board, open, seat, picked[seat], taken[seat], sums, scores)
        cover(open, told, last, seat, best_veto(board, open, scores, source))
        seat = (seat + 1) % board.players
    first, box = low_place(open[FIRST]), low_place(open[POINTS])
    combo = low_place(open[TRUMP]) * board.boxes[SUPER] + low_place(open[SUPER])
    points = board.points[box]
    sign = 0 if points > 0 else 1
    mates, bonus = 1 << first, -1
    if board.players > 2:
        hint = scores[0]
        hints(board, told, last, points, hint)
        mates, bonus = make_team(board, combo, sign, first, hint, hands[first], guess, teams)
    worth = ahead(board, combo, sign, mates, bonus, first, me, hands)
    lead = lead_of(board, combo, sign, mates, bonus, first, hands)
    lead = lead if mates >> me & 1 else -lead
    worth = abs(points) * worth + promise(match, board, points, me, mates, bonus, lead)
    return worth, score(board, points, me == bonus, lead)


@inner
def read_hands(board: Board, row: Ints, traits: Floats, hands: Floats, picked: Floats, taken: Floats) -> None:
    """What every hand of a world (places of the deck) contributes, and what a round is worth to it."""
    for seat in range(board.players):
        contribute_to(board, row[seat], traits, hands[seat], picked[seat], taken[seat])


@inner
def contribute_to(board: Board, hand: int, traits: Floats, mine: Floats, picked: Floats, taken: Floats) -> None:
    """The same of one hand."""
    contribute(board, hand, traits, mine)
    foresee(board, mine, CHOOSES if board.players > 2 else 0.0, picked, taken)


@inner
def likelihood(
    board: Board,
    seats: Ints,
    boxes: Ints,
    open: Ints,
    me: int,
    picked: Floats,
    taken: Floats,
    sums: Floats,
    scores: Floats,
    heat: float,
    doubt: float,
) -> float:
    """The logarithm of the chance that others with these hands veto as they did; softened by heat and doubt."""
    found = 0.0
    for at in range(len(seats)):
        if seats[at] != me:
            rate(board, open, seats[at], picked[seats[at]], taken[seats[at]], sums, scores)
            top = -1e9
            for row in range(5):
                if count(open[row]) > 1:
                    for box in range(board.boxes[row]):
                        if open[row] >> box & 1:
                            top = max(top, scores[row, box])
            whole, number = 0.0, 0
            for row in range(5):
                if count(open[row]) > 1:
                    for box in range(board.boxes[row]):
                        if open[row] >> box & 1:
                            whole += np.exp((scores[row, box] - top) / heat)
                            number += 1
            chance = np.exp((scores[boxes[at] // MOST_BOXES, boxes[at] % MOST_BOXES] - top) / heat) / whole
            found += np.log((1.0 - doubt) * chance + doubt / number)
        open[boxes[at] // MOST_BOXES] &= ~(int64(1) << boxes[at] % MOST_BOXES)
    return found


@compiled
def try_vetoes(
    board: Board,
    worlds: Ints,
    open: Ints,
    told: Floats,
    last: Ints,
    me: int,
    vetoes: Ints,
    source: Ints,
    match: Match,
    results: Floats,
) -> None:
    """Each veto in each world (hands in places of the deck): how far ahead it brings, and the points of the seat."""
    combos = len(board.power)
    hands, guess = np.zeros((5, combos, 2, ROLES)), np.zeros((5, combos, 2, ROLES))
    picked, taken = np.zeros((5, combos, 2)), np.zeros((5, combos, 2))
    sums, scores, traits = np.zeros((3, MOST_BOXES, 2, 2)), np.zeros((5, MOST_BOXES)), np.zeros(TRAITS)
    teams = np.zeros((2, MOST_TEAMS), np.int64)
    for at in range(len(worlds)):
        read_hands(board, worlds[at], traits, hands, picked, taken)
        for number in range(len(vetoes)):
            now, said, latest = open.copy(), told.copy(), last.copy()
            cover(now, said, latest, me, vetoes[number])
            worth, points = play_veto(
                board,
                now,
                said,
                latest,
                (me + 1) % board.players,
                me,
                hands,
                picked,
                taken,
                guess,
                teams,
                sums,
                scores,
                source,
                match,
            )
            results[at, number, 0] = worth
            results[at, number, 1] = points


@compiled
def weigh_vetoes(
    board: Board, worlds: Ints, seats: Ints, boxes: Ints, start: Ints, me: int, heat: float, doubt: float, logs: Floats
) -> None:
    """How likely the vetoes so far were in each world, as logarithms."""
    combos = len(board.power)
    mine = np.zeros((combos, 2, ROLES))
    picked, taken = np.zeros((5, combos, 2)), np.zeros((5, combos, 2))
    sums, scores, traits = np.zeros((3, MOST_BOXES, 2, 2)), np.zeros((5, MOST_BOXES)), np.zeros(TRAITS)
    for at in range(len(worlds)):
        for seat in range(board.players):
            if seat != me:
                contribute_to(board, worlds[at, seat], traits, mine, picked[seat], taken[seat])
        logs[at] = likelihood(board, seats, boxes, start.copy(), me, picked, taken, sums, scores, heat, doubt)


@compiled
def weigh_team(
    board: Board,
    worlds: Ints,
    combo: int,
    points: float,
    told: Floats,
    last: Ints,
    first: int,
    side: int,
    holder: int,
    heat: float,
    doubt: float,
    logs: Floats,
) -> None:
    """Add how likely the first player's choice of teams was in each world, as logarithms."""
    combos, sign = len(board.power), 0 if points > 0 else 1
    mine, guess = np.zeros((combos, 2, ROLES)), np.zeros((5, combos, 2, ROLES))
    hint, traits, teams = np.zeros(5), np.zeros(TRAITS), np.zeros((2, MOST_TEAMS), np.int64)
    hints(board, told, last, points, hint)
    number = list_teams(board.players, first, teams[0], teams[1])
    for at in range(len(worlds)):
        contribute_in(board, combo, worlds[at, first], traits, mine[combo])
        made = rate_team(board, combo, sign, first, side, holder, hint, mine, guess)
        others = 0.0
        for team in range(number):
            worth = rate_team(board, combo, sign, first, teams[0, team], teams[1, team], hint, mine, guess)
            others += np.exp((worth - made) / heat)
        logs[at] += np.log((1.0 - doubt) / others + doubt / number)


@compiled
def first_look(board: Board, hand: int, open: Ints, seat: int, vetoes: Ints, scores: Floats) -> None:
    """How good each veto looks without search, by the own hand alone."""
    combos = len(board.power)
    mine = np.zeros((combos, 2, ROLES))
    picked, taken = np.zeros((combos, 2)), np.zeros((combos, 2))
    by_box = np.zeros((5, MOST_BOXES))
    contribute_to(board, hand, np.zeros(TRAITS), mine, picked, taken)
    rate(board, open, seat, picked, taken, np.zeros((3, MOST_BOXES, 2, 2)), by_box)
    for number in range(len(vetoes)):
        scores[number] = by_box[vetoes[number] // MOST_BOXES, vetoes[number] % MOST_BOXES]
