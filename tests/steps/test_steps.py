"""The steps of a record are those of `naysay inspect`, and each has an address of its own."""

import json
import re
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from naysay import record
from naysay.game import AnyGame
from naysay.games import find
from naysay.record import Record, RecordError
from naysay.steps import LONGEST, Replay, parse, round_of, take_steps, trick_of
from tests.golden.playthrough import files, rng_of, setup_of
from tests.support.combinations import PLAIN, WITH_OPTIONS, Combination, with_any_options
from tests.support.commands import naysay
from tests.support.playthroughs import play_at_random
from tests.third.outside.nah import Nah

RANDOM = [with_any_options(plain, seed) for plain in PLAIN for seed in range(2)]


def random_record(game: AnyGame, setup: Any, seed: object = 0) -> Record:
    match = play_at_random(game, setup, Random(f"steps {seed}"))
    return match.record([f"player {seat}" for seat in range(setup.players)])


def cut(whole: Record, moves: int) -> Record:
    """The beginning of a record: so many moves, and the shuffles up to them."""
    steps = take_steps(whole).steps
    shuffles = sum(step.seat is None for step in steps if step.moves <= moves)
    return replace(whole, actions=whole.actions[:moves], shuffles=whole.shuffles[:shuffles], result=None)


def nyet_replay(players: int = 4) -> Replay:
    game = find("nyet")
    return take_steps(random_record(game, game.setup(players, 0, None, {"end": {"rounds": 2}})))


@pytest.mark.parametrize("combination", [*PLAIN, *RANDOM], ids=str)
def test_the_steps_are_those_of_inspect(combination: Combination) -> None:
    whole = random_record(find(combination.game), combination.setup())
    replay, game = take_steps(whole), whole.game
    inspected = json.loads(naysay("inspect", "--json", "-", stdin=record.write(whole).encode()).out)["steps"]
    ready = [step for step in replay.steps if not game.to_shuffle(step.state)]
    assert [step.state for step in ready] == list(record.replay(whole))
    for step, shown in zip(ready, inspected, strict=True):
        legal = {
            str(seat): sorted(map(game.write_move, game.legal(step.state, seat))) for seat in game.to_act(step.state)
        }
        assert shown == {"to_act": list(game.to_act(step.state)), "legal": legal}
    assert [(step.seat, step.move) for step in replay.steps if step.seat is not None] == list(whole.actions)
    assert sum(step.seat is None for step in replay.steps) == len(whole.shuffles)
    assert [step.n for step in replay.steps] == list(range(len(replay.steps)))


@pytest.mark.parametrize(("path", "combination"), files().items(), ids=str)
def test_the_steps_are_those_of_the_golden_playthroughs(path: Path, combination: Combination) -> None:
    setup = setup_of(combination)
    match = play_at_random(find(combination.game), setup, rng_of(combination))
    replay = take_steps(match.record([f"player {seat}" for seat in range(setup.players)]))
    golden = re.findall(r"^ *(\d+) seat (\d): (.*?)   of", path.read_text(encoding="utf-8"), re.MULTILINE)
    moves = [step for step in replay.steps if step.seat is not None]
    assert [(str(step.moves), str(step.seat), step.move) for step in moves] == golden


@pytest.mark.parametrize("combination", WITH_OPTIONS[::5], ids=str)
def test_every_address_leads_to_its_step(combination: Combination) -> None:
    replay = take_steps(random_record(find(combination.game), combination.setup(), "addresses"))
    assert [replay.find(step.at) for step in replay.steps] == list(replay.steps)
    assert [replay.find(step.at.upper()) for step in replay.steps] == list(replay.steps)
    for step in replay.steps:
        if step.seat is not None:
            assert replay.find(f"m{step.moves}") is step
        if len(step.address) > 1:
            first = next(other for other in replay.steps if other.address[:1] == step.address[:1])
            last = next(other for other in reversed(replay.steps) if other.address[:1] == step.address[:1])
            assert replay.find(step.address[0]) is first
            assert replay.find(f"{step.address[0]}e") is last
    assert replay.find("e") is replay.steps[-1]
    assert replay.following is None


def test_a_game_from_outside_counts_moves_and_shuffles() -> None:
    game = Nah()
    replay = take_steps(random_record(game, game.setup(2, 0, None, {"deals": 2})))
    assert " ".join(step.at for step in replay.steps) == "d1 m1 m2 m3 m4 m5 m6 d2 m7 m8 m9 m10 m11 m12"
    assert [replay.find(step.at) for step in replay.steps] == list(replay.steps)
    assert replay.find("m0").at == "d1"
    assert replay.next_group(replay.steps[3], round_of) is replay.steps[-1]
    assert replay.previous_group(replay.steps[3], trick_of) is replay.steps[0]


def test_a_game_that_begins_without_a_shuffle_has_a_step_for_the_start() -> None:
    class Dealt(Nah):
        """All cards lie open from the start."""

        def start(self, setup: Any) -> Any:
            return Nah().shuffled(Nah().start(setup), Nah().to_shuffle(Nah().start(setup)))

    replay = take_steps(random_record(Dealt(), Nah().setup(2, 0)))
    assert [step.at for step in replay.steps[:3]] == ["m0", "m1", "m2"]
    assert replay.steps[0].state == Dealt().start(Nah().setup(2, 0))
    assert replay.find("m0") is replay.steps[0]


def test_an_unfinished_game_has_no_end() -> None:
    whole = nyet_replay().record
    in_trick = take_steps(whole).find("r2t3c2")
    replay = take_steps(cut(whole, in_trick.moves))
    assert replay.following == ("r2", "t3", "c3")
    assert replay.find("r1e").moves == take_steps(whole).find("r1e").moves
    for open_end in ("e", "r2e", "r2t3e"):
        with pytest.raises(ValueError, match="has not ended; its last step is r2t3c2"):
            replay.find(open_end)
    full = take_steps(cut(whole, take_steps(whole).find("r2t3e").moves))
    assert full.find("r2t3e").at == "r2t3c4"


def test_groups_are_tricks_turns_and_rounds() -> None:
    replay = nyet_replay()

    def at(address: str) -> Any:
        return replay.find(address)

    assert replay.next_group(at("r1v3"), trick_of) is at("r1t1c1")
    assert replay.next_group(at("r1t5c2"), trick_of) is at("r1t6c1")
    assert replay.previous_group(at("r1t5c2"), trick_of) is at("r1t5c1")
    assert replay.previous_group(at("r1t5c1"), trick_of) is at("r1t4c1")
    assert replay.previous_group(at("r1t1c1"), trick_of) is at("r1d")
    assert replay.previous_group(at("r1d"), trick_of) is at("r1d")
    assert replay.next_group(at("r1t5c2"), round_of) is at("r2d")
    assert replay.next_group(at("r2t5c2"), round_of) is at("e")
    assert replay.previous_group(at("r2d"), round_of) is at("r1d")
    assert replay.move_by(at("e"), 1) is at("e")
    assert replay.move_by(at("r1d"), -1) is at("r1d")
    assert replay.move_by(at("r1d"), 1) is at("r1v1")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "as in r3t5c2, of 1 to 40 characters, not ''"),
        ("r" * (LONGEST + 1), "of 1 to 40 characters"),
        ("3t5", "goes wrong at '3t5'"),
        ("r1 t5", "goes wrong at ' t5'"),
        ("r1t5/c2", "goes wrong at '/c2'"),
        ("r01", "goes wrong at '1'; a number has up to six digits, and no zero before them"),
        ("r1234567", "goes wrong at '7'; a number has up to six digits"),
        ("r\u0661", "goes wrong at"),
        ("\u212a1", "goes wrong at"),
        ("r3", "there is no r3 in this match; there is r1 to r2"),
        ("t5", "there is no t5 in this match"),
        ("r1t99", "there is no t99 in r1; there is d, v1 to v18, p, "),
        ("r1tc2", "there is no t in r1"),
        ("r1t5c5", "there is no c5 in r1t5; there is c1 to c4"),
        ("r1t5c2x1", "there is no x1 in r1t5c2; nothing smaller is there"),
        ("r1ed", "there is no e in r1"),
        ("m9999", "there is no m9999; this match has moves m1 to m"),
    ],
)
def test_a_wrong_address_is_told_what_is_right(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"address|there is no") as refused:
        nyet_replay().find(text)
    assert said in str(refused.value)
    assert len(str(refused.value)) < 250


def test_a_long_text_is_refused_at_once() -> None:
    begin = time.perf_counter()
    for text in ("r1" * 10**6, "r" + "1" * 10**6, "\0" * 10**6):
        with pytest.raises(ValueError, match="of 1 to 40 characters"):
            parse(text)
    assert time.perf_counter() - begin < 0.5


def test_a_record_that_does_not_hold_has_no_steps() -> None:
    whole = nyet_replay().record
    with pytest.raises(RecordError, match="action 5"):
        take_steps(replace(whole, actions=(*whole.actions[:4], (0, "play R1"), *whole.actions[5:])))
