"""The score of a round, and when a match is over."""

from naysay.game import Seat
from naysay.nyet.state import Round, RoundScore, State, Trick


def count(taken: tuple[Trick, ...], players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Tricks and loot of each seat so far."""
    tricks, loot = [0] * players, [0] * players
    for trick in taken:
        tricks[trick.winner] += 1
        loot[trick.winner] += len(trick.loot)
    return tuple(tricks), tuple(loot)


def score(round: Round, scoring: str, bonus: str) -> RoundScore:
    """The finished round with its arithmetic."""
    assert round.terms is not None
    assert round.sides is not None
    tricks, loot = count(round.taken, len(round.sides))
    weights = [2 if bonus == "own" and seat == round.bonus else 1 for seat in range(len(round.sides))]
    teams = [0, 0]
    for seat, side in enumerate(round.sides):
        teams[side] += round.terms.points * (tricks[seat] + loot[seat]) * weights[seat]
    if scoring == "difference":  # N9: the less negative team wins the difference
        teams = [max(0, teams[0] - teams[1]), max(0, teams[1] - teams[0])]
    doubled = [2 if bonus == "player" and seat == round.bonus else 1 for seat in range(len(round.sides))]
    scores = tuple(teams[side] * doubled[seat] for seat, side in enumerate(round.sides))
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
