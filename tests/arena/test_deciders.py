"""Who decides in the arena: bots, a better one for a phase, and the clairvoyant, who sits nowhere else."""

from collections.abc import Iterator
from itertools import chain
from random import Random
from statistics import fmean
from typing import Any

import pytest
from click.testing import CliRunner

from naysay import cli
from naysay.arena import deciders
from naysay.arena.clairvoyant import clairvoyant
from naysay.arena.contest import Contest, gather
from naysay.bots import registry
from naysay.bots.nyet.steady import bot as steady
from naysay.bots.registry import levels_for
from naysay.game import Seat
from naysay.games import find
from naysay.match import Deal, Match, decide
from naysay.nyet.state import Play
from naysay.server.errors import Refused
from naysay.server.table.commands import check_level
from naysay.solver.api import from_state, solve

GAME = find("nyet")


def decisions(seed: int, players: int = 4, rounds: int = 1) -> Iterator[tuple[Match, Seat]]:
    """The decisions of steady bots."""
    rng = Random(seed)
    match = Match(GAME, GAME.setup(players, 0, "goldsieber-1997"), rng)
    for seat in match.turns():
        yield match, seat
        match.act(seat, steady.choose(match.view(seat), match.legal(seat), rng).move)
        if len(match.state.rounds) == rounds:
            return


@pytest.mark.parametrize("phase", deciders.PHASES["nyet"])
def test_a_better_one_decides_in_its_phase_alone(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = set()
    usual = registry.find

    def listen(name: str, game: str) -> Any:
        bot = usual("random", game)

        def choose(view: Any, legal: Any, rng: Any) -> Any:
            seen.add((name, view.phase))
            return bot(view, legal, rng)

        return choose

    monkeypatch.setattr(registry, "find", listen)
    decide = deciders.find(f"steady+{phase}=ismcts:5n", "nyet")
    for match, seat in decisions(3, rounds=3):
        decide(match, seat, Random(1))
    assert seen == {("ismcts:5n" if at == phase else "steady", at) for at in deciders.PHASES["nyet"]}


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        ("nobody", "nyet", "no bot 'nobody' plays nyet"),
        ("steady+tea=random", "nyet", "phases: veto, team, discard, play"),
        ("steady+play", "nyet", "expected BOT\\+PHASE=BOT"),
        ("steady+play=", "nyet", "no bot '' plays nyet"),
        ("clairvoyant", "nope", "the clairvoyant plays nyet, not nope"),
        ("clairvoyant:1", "nyet", "no bot 'clairvoyant' plays nyet"),
        ("steady:1", "nyet", "does not search"),
        ("ismcts:0", "nyet", "not a time to think"),
    ],
)
def test_nonsense_is_refused(text: str, game: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        deciders.find(text, game)


def test_the_clairvoyant_plays_exactly() -> None:
    decide, looked = clairvoyant(), 0
    for match, seat in decisions(4):
        move, legal = decide(match, seat, Random(1)), match.legal(seat)
        assert move in legal
        if isinstance(move, Play) and len(match.state.round.hands[seat]) <= 7 and len(legal) > 1:
            found = solve(from_state(match.state), moves=True)
            values = dict(zip((one.card for one in legal), (each.value for each in found.moves), strict=True))
            assert values[move.card] == found.value
            looked += 1
    assert looked > 5


def test_the_clairvoyant_cannot_be_seated() -> None:
    for game in ("nyet", "nope"):
        assert "clairvoyant" not in registry.bots_for(game)
        assert "clairvoyant" not in levels_for(game)
        with pytest.raises(ValueError, match="no bot 'clairvoyant'"):
            registry.find("clairvoyant", game)
        with pytest.raises(Refused, match="no bot 'clairvoyant'"):
            check_level(game, "clairvoyant")
    for command in (["play", "nyet"], ["simulate", "nyet"]):
        said = CliRunner().invoke(cli.main, [*command, "--bots", "clairvoyant"])
        assert said.exit_code == 1
        assert "no bot 'clairvoyant'" in said.output


def test_seeing_all_hands_helps() -> None:
    """A weak statement on few deals: the clairvoyant's card play gains over steady's in the same seats."""
    seeing, blind = "steady+play=clairvoyant", "steady"
    tables = ((seeing, blind, blind), (blind,) * 3)
    contest = Contest("nyet", 3, "goldsieber-1997", {"end": {"target": 20}}, tables[0], "eyes", tables)
    points: dict[str, list[int]] = {seeing: [], blind: []}
    for match in chain.from_iterable(gather(contest, 10, 1, lambda done, total: None, None)):
        for seat, name in enumerate(match.bots):
            if name == seeing or seeing not in match.bots:
                points[name] += [scores[seat] for scores in match.result["rounds"]]
    assert fmean(points[seeing]) > fmean(points[blind])


def test_a_round_begins_alike_whatever_was_played_before() -> None:
    """Two who only play their cards differently veto, choose teams and discard alike, in every round."""
    seen = []
    for name in ("steady", "steady+play=fresh"):
        names = (name, "steady", "steady", "steady")
        seated = [deciders.find(each, "nyet") for each in names]
        record = decide(GAME, GAME.setup(4, 0, "iello-2015", None), seated, names, Deal.of("alike"))
        seen.append([move for move in record.actions if not move[1].startswith("play")])
    assert seen[0] == seen[1]
