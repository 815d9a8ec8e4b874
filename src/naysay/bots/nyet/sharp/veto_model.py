"""A model of the veto: played on in a world by players who choose for themselves."""

from typing import Final, NamedTuple

import numpy as np

from naysay.bots.nyet.sharp.hand_value import TRAITS
from naysay.bots.nyet.sharp.objective import Match, promise
from naysay.bots.nyet.sharp.veto_board import (
    DISCARD,
    FIRST,
    MOST_BOXES,
    POINTS,
    ROLES,
    SUPER,
    TRUMP,
    Board,
    board,
    contribute,
    edge,
    foresee,
    score,
)
from naysay.native.bits import count, int64, low_place
from naysay.native.jit import Floats, Ints, allocating, compiled
from naysay.native.random import draw_below
from naysay.nyet.cards import COLOURS
from naysay.nyet.edition import NONE, ROWS
from naysay.nyet.view import View

CHOOSES: Final = 1.2  # what the choice of a partner is worth to who makes it
# What vetoes tell about a hand, in units: see `bots/nyet/steady/teams.py`.
COLOUR: Final = 0.56
LAST_COLOUR: Final = 0.5
POINTS_HINT: Final = 1.4
CLOSE: Final = 1e-9
MOST_TEAMS: Final = 32
BY_TRUMP, BY_SUPER, ALL = range(3)


class VetoState(NamedTuple):
    """The vetoes so far: by row the open boxes, what each seat told by them, who covered the last box of each row."""

    open: Ints
    told: Floats
    last: Ints


class Bids(NamedTuple):
    """The vetoes of a view, as arrays: who covered what, what was open before, and how things stand now."""

    board: Board
    seats: Ints
    boxes: Ints
    start: Ints
    now: VetoState


class RoundTerms(NamedTuple):
    """What the veto left: trump and supertrump as one number, the points, who makes the teams and leads."""

    combo: int
    points: float
    first: int


class Sides(NamedTuple):
    """The teams: the seats of one side, as bits, and who has the bonus card."""

    mates: int
    bonus: int


class HandValues(NamedTuple):
    """By seat: what its hand contributes by combo, sign and role, and what a round is worth to it.

    That is `picked` if it makes the teams, and `taken` if somebody else does.
    """

    hands: Floats
    picked: Floats
    taken: Floats


class Scratch(NamedTuple):
    """Room to play a veto on, and the source of random numbers."""

    guess: Floats
    teams: Ints
    sums: Floats
    scores: Floats
    source: Ints


@compiled
def sign_of(points: float) -> int:
    """0 if units are good, 1 if they are bad."""
    return 0 if points > 0 else 1


@compiled
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


@compiled
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


@compiled
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


@compiled
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
                        if draw_below(source, ties) == 0:
                            best = row * MOST_BOXES + box
    return best


@compiled
def cover(vetoes: VetoState, seat: int, veto: int) -> None:
    """Cover a box, and note what it tells: by seat colours, by seat and points box."""
    row, box = veto // MOST_BOXES, veto % MOST_BOXES
    vetoes.open[row] &= ~(int64(1) << box)
    if row in (TRUMP, SUPER):
        vetoes.told[seat, MOST_BOXES] += COLOUR
        vetoes.last[row] = seat
    elif row == POINTS:
        vetoes.told[seat, box] = 1.0


@compiled
def hints(board: Board, vetoes: VetoState, points: float, found: Floats) -> None:
    """By how much the vetoes make each seat look stronger than the average."""
    told, last = vetoes.told, vetoes.last
    for seat in range(board.players):
        found[seat] = told[seat, MOST_BOXES]
        for row in (TRUMP, SUPER):
            if last[row] == seat:
                found[seat] += LAST_COLOUR
        for box in range(board.boxes[POINTS]):
            if told[seat, box] > 0.0:
                found[seat] += POINTS_HINT if board.points[box] < points else -POINTS_HINT


@compiled
def role_of(players: int, mates: int, bonus: int, seat: int) -> int:
    """The role of a seat if `mates` is one side and `bonus` gets the bonus card."""
    if players == 3:
        side = mates if mates >> seat & 1 else 7 & ~mates
        return 0 if count(side) == 1 else 1
    if players == 5:
        side = mates if mates >> seat & 1 else 31 & ~mates
        return 2 if count(side) == 3 else 0 if seat == bonus else 1
    return 0


@compiled
def lead_of(board: Board, terms: RoundTerms, sides: Sides, hands: Floats) -> float:
    """The lead of a side that the hands promise; `hands` is what each contributes by combo, sign and role."""
    lead, sign = 0.0, sign_of(terms.points)
    for seat in range(board.players):
        role = role_of(board.players, sides.mates, sides.bonus, seat)
        value = hands[seat, terms.combo, sign, role]
        if seat == terms.first:
            value += board.weights[sign, role, board.weights.shape[2] - 1]
        lead += value if sides.mates >> seat & 1 else -value
    return lead


@compiled
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


@compiled
def rate_team(board: Board, terms: RoundTerms, sides: Sides, hint: Floats, mine: Floats, guess: Floats) -> float:
    """How good teams look to a first player who knows its hand, and of the others what their vetoes told.

    `mine` is what that hand contributes.
    """
    combo, sign = terms.combo, sign_of(terms.points)
    for seat in range(board.players):
        role = role_of(board.players, sides.mates, sides.bonus, seat)
        mean = board.mean[combo, sign, role]
        guess[seat, combo, sign, role] = mine[combo, sign, role] if seat == terms.first else mean + hint[seat]
    return ahead(board, terms, sides, terms.first, guess)


@compiled
def make_team(board: Board, terms: RoundTerms, hint: Floats, mine: Floats, guess: Floats, teams: Ints) -> Sides:
    """The teams that a first player makes."""
    mates, bonus = teams[0], teams[1]
    number = list_teams(board.players, terms.first, mates, bonus)
    best, top = 0, -1e9
    for at in range(number):
        worth = rate_team(board, terms, Sides(mates[at], bonus[at]), hint, mine, guess)
        if worth > top:
            best, top = at, worth
    return Sides(mates[best], bonus[best])


@compiled
def ahead(board: Board, terms: RoundTerms, sides: Sides, seat: int, hands: Floats) -> float:
    """How far each point brings a seat ahead of the mean of the others."""
    lead = lead_of(board, terms, sides, hands)
    role = role_of(board.players, sides.mates, sides.bonus, seat)
    return edge(board, sign_of(terms.points), role, lead if sides.mates >> seat & 1 else -lead)


@compiled
def is_settled(open: Ints) -> bool:
    """Whether one box of each row is left."""
    settled = True
    for row in range(5):
        settled = settled and count(open[row]) == 1
    return settled


@compiled
def play_veto(
    board: Board, vetoes: VetoState, seat: int, me: int, values: HandValues, room: Scratch, match: Match
) -> tuple[float, float]:
    """Veto on from here until all rows are settled, make the teams: the worth to `me` (ahead of others), own points."""
    open = vetoes.open
    while not is_settled(open):
        rate(board, open, seat, values.picked[seat], values.taken[seat], room.sums, room.scores)
        cover(vetoes, seat, best_veto(board, open, room.scores, room.source))
        seat = (seat + 1) % board.players
    combo = low_place(open[TRUMP]) * board.boxes[SUPER] + low_place(open[SUPER])
    points = board.points[low_place(open[POINTS])]
    terms = RoundTerms(combo, points, low_place(open[FIRST]))
    sides = Sides(1 << terms.first, -1)
    if board.players > 2:
        hint = room.scores[0]
        hints(board, vetoes, points, hint)
        sides = make_team(board, terms, hint, values.hands[terms.first], room.guess, room.teams)
    worth = ahead(board, terms, sides, me, values.hands)
    lead = lead_of(board, terms, sides, values.hands)
    lead = lead if sides.mates >> me & 1 else -lead
    worth = abs(points) * worth + promise(match, board, points, me, sides.mates, sides.bonus, lead)
    return worth, score(board, points, me == sides.bonus, lead)


@compiled
def contribute_to(board: Board, hand: int, traits: Floats, mine: Floats, picked: Floats, taken: Floats) -> None:
    """What a hand (places of the deck) contributes, and what a round is worth to it."""
    contribute(board, hand, traits, mine)
    foresee(board, mine, CHOOSES if board.players > 2 else 0.0, picked, taken)


@allocating
def try_vetoes(bids: Bids, worlds: Ints, me: int, vetoes: Ints, source: Ints, match: Match, results: Floats) -> None:
    """Each veto in each world (hands in places of the deck): how far ahead it brings, and the points of the seat."""
    board, now = bids.board, bids.now
    combos = len(board.power)
    hands, guess = np.zeros((5, combos, 2, ROLES)), np.zeros((5, combos, 2, ROLES))
    values = HandValues(hands, np.zeros((5, combos, 2)), np.zeros((5, combos, 2)))
    traits, teams = np.zeros(TRAITS), np.zeros((2, MOST_TEAMS), np.int64)
    room = Scratch(guess, teams, np.zeros((3, MOST_BOXES, 2, 2)), np.zeros((5, MOST_BOXES)), source)
    for at in range(len(worlds)):
        for seat in range(board.players):
            contribute_to(board, worlds[at, seat], traits, hands[seat], values.picked[seat], values.taken[seat])
        for number in range(len(vetoes)):
            state = VetoState(now.open.copy(), now.told.copy(), now.last.copy())
            cover(state, me, vetoes[number])
            worth, points = play_veto(board, state, (me + 1) % board.players, me, values, room, match)
            results[at, number, 0] = worth
            results[at, number, 1] = points


@allocating
def first_look(board: Board, hand: int, open: Ints, seat: int, vetoes: Ints, scores: Floats) -> None:
    """How good each veto looks without search, by your own hand alone."""
    combos = len(board.power)
    mine = np.zeros((combos, 2, ROLES))
    picked, taken = np.zeros((combos, 2)), np.zeros((combos, 2))
    by_box = np.zeros((5, MOST_BOXES))
    contribute_to(board, hand, np.zeros(TRAITS), mine, picked, taken)
    rate(board, open, seat, picked, taken, np.zeros((3, MOST_BOXES, 2, 2)), by_box)
    for number in range(len(vetoes)):
        scores[number] = by_box[vetoes[number] // MOST_BOXES, vetoes[number] % MOST_BOXES]


def read_bids(view: View) -> Bids:
    """The vetoes of a view."""
    players, options = view.setup.players, view.options
    difference, player = options.scoring == "difference", options.bonus == "player"
    found = board(view.edition, players, options.supertrump, difference, player)
    start = np.array([(1 << int(many)) - 1 for many in found.boxes], np.int64)
    start[0] = (1 << players) - 1
    seats = np.array([seat for seat, _, _ in view.vetoes], np.int64)
    boxes = np.array([box_number(view, row, box) for _, row, box in view.vetoes], np.int64)
    now = VetoState(start.copy(), np.zeros((5, MOST_BOXES + 1)), np.full(5, -1, np.int64))
    for seat, box in zip(seats, boxes, strict=True):
        cover(now, seat, box)
    return Bids(found, seats, boxes, start, now)


def box_number(view: View, row: str, box: str) -> int:
    """A box as a number; a character by its player's seat."""
    boxes = view.options.characters if row == "first" else view.edition.boxes[row]
    return ROWS.index(row) * MOST_BOXES + boxes.index(box)


def combo_of(view: View) -> int:
    """The trump and supertrump of a terms, as a number."""
    assert view.terms is not None
    boxes, terms = view.edition.boxes, view.terms
    trump = COLOURS[terms.trump] if terms.trump else NONE
    supertrump = COLOURS[terms.supertrump[0]] if terms.supertrump else NONE
    return boxes["trump"].index(trump) * len(boxes["super"]) + boxes["super"].index(supertrump)
