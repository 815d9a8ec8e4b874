"""The score of a round, and when a match is over."""

from naysay.game import Seat
from naysay.nyet.edition import Options
from naysay.nyet.state import Round, RoundScore, SideSum, State, Sums, Terms, Trick

Took = tuple[tuple[int, ...], tuple[int, ...]]


def count(taken: tuple[Trick, ...], players: int) -> Took:
    """Tricks and loot of each seat so far."""
    tricks, loot = [0] * players, [0] * players
    for trick in taken:
        tricks[trick.winner] += 1
        loot[trick.winner] += len(trick.loot)
    return tuple(tricks), tuple(loot)


def add_up(terms: Terms, sides: tuple[int, ...], bonus: Seat | None, took: Took, options: Options) -> Sums:
    """The arithmetic of a round in which each seat took so much, so far or at its end."""
    tricks, loot = took
    doubled = bonus if options.bonus == "own" else None
    units = tuple([(tricks[seat] + loot[seat]) * (2 if seat == doubled else 1) for seat in range(len(sides))])
    by_side = [_by_side(counts, sides) for counts in (tricks, loot, units)]
    points = [terms.points * of_side for of_side in by_side[2]]
    scores = points
    if options.scoring == "difference":  # N9: the less negative team wins the difference
        scores = [max(0, points[0] - points[1]), max(0, points[1] - points[0])]
    first, second = map(SideSum, *by_side, points, scores)
    better = None if scores[0] == scores[1] else int(scores[1] > scores[0])
    return Sums(units, (first, second), better)


def _by_side(counts: tuple[int, ...], sides: tuple[int, ...]) -> tuple[int, int]:
    of_second = sum([count for count, side in zip(counts, sides, strict=True) if side])
    return sum(counts) - of_second, of_second


def score(round: Round, options: Options) -> RoundScore:
    """The finished round with its arithmetic."""
    assert round.terms is not None
    assert round.sides is not None
    took = tricks, loot = count(round.taken, len(round.sides))
    sums = add_up(round.terms, round.sides, round.bonus, took, options)
    doubled = round.bonus if options.bonus == "player" else None
    scores = tuple(sums.sides[side].score * (2 if seat == doubled else 1) for seat, side in enumerate(round.sides))
    return RoundScore(round.terms, round.sides, round.bonus, tricks, loot, scores, round.taken[-1])


def is_over(state: State) -> bool:
    """Whether the last round is scored."""
    if not state.rounds or state.round is not None:
        return False
    options = state.setup.options
    if options.target is None:
        return len(state.rounds) == options.rounds
    return max(state.totals) >= options.target


def winners(scores: tuple[int, ...]) -> list[Seat]:
    """The seats with the highest total: ties share the win."""
    return [seat for seat, points in enumerate(scores) if points == max(scores)]
