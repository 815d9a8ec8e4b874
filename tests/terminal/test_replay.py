"""`naysay replay`: what it shows at each step, and where commands and addresses lead."""

import os
import pty
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from naysay import record
from naysay.game import AnyGame
from naysay.games import find, read_record
from naysay.steps import Replay, take_steps
from naysay.terminal.replay import COMMANDS, SIGNS, Looking, Session, find_seat, run
from naysay.terminal.screen import WIDTH, Screen
from tests.docs.pages import TERMINAL, text_of
from tests.support.combinations import PLAIN, Combination, with_any_options
from tests.support.commands import SCRIPT, naysay
from tests.support.playthroughs import play_at_random
from tests.third.outside.nah import Nah

DRAWN = Screen(plain=False, colour=False, draws=True)
SPOKEN = Screen(plain=True, colour=False, draws=False)
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")
BLOCK = re.compile(r"(?<=\$ naysay replay games.jsonl --at r1t5c2 --hands all\n).*?(?=```)", re.DOTALL)


def replay_of(game: AnyGame, setup: Any, seed: object = 0) -> Replay:
    match = play_at_random(game, setup, Random(f"replay {seed}"))
    return take_steps(match.record(NAMES[: setup.players]))


def short(players: int = 4, **options: Any) -> Replay:
    game = find("nyet")
    return replay_of(game, game.setup(players, 0, None, {"end": {"rounds": 2}, **options}))


def visit(replay: Replay, typed: list[str], capsys: pytest.CaptureFixture[str], at: str = "m0") -> str:
    """What is printed when these lines are typed."""

    def lines() -> Iterator[str]:
        yield from typed
        raise EOFError

    waiting = lines()
    run(replay, Looking(replay.find(at), 0), "g.jsonl", plain=True, ask=lambda prompt: next(waiting))
    return capsys.readouterr().out


def heads(said: str) -> list[str]:
    """The addresses that were shown, in order."""
    return re.findall(r"^(\w+), step \d+ of \d+, as \w+ sees it\.$", said, re.MULTILINE)


@pytest.mark.parametrize("combination", [with_any_options(plain, 1) for plain in PLAIN], ids=str)
@pytest.mark.parametrize("screen", [DRAWN, SPOKEN], ids=["drawn", "spoken"])
def test_every_step_can_be_shown_from_every_seat(combination: Combination, screen: Screen) -> None:
    replay = replay_of(find(combination.game), combination.setup(), "all")
    session, rng = Session(replay, screen), Random(1)
    seats = range(combination.players)
    for step in replay.steps:
        lines = session.describe(Looking(step, rng.choice(seats), all_hands=rng.random() < 0.3))
        assert step.at in lines[0]
        assert len(lines) > 1


@pytest.mark.parametrize("game", ["nyet", "nope"])
def test_a_seat_is_shown_what_its_view_holds_and_no_more(game: str) -> None:
    """A card that only another one holds is printed only with all hands open."""
    rules = find(game)
    replay = replay_of(rules, rules.setup(3, 0))
    session, shown = Session(replay, SPOKEN), 0
    for step in replay.steps[:40]:
        for card in set(rules.view(step.state, 1).hand) - set(rules.view(step.state, 0).hand):
            said = " ".join(session.describe(Looking(step, 0)))
            public = str(rules.public(step.state)) + str(rules.view(step.state, 0))
            assert re.search(rf"\b{card}\b", said) is None or f"'{card}'" in public
            shown += 1
            assert re.search(rf"\b{card}\b", " ".join(session.describe(Looking(step, 0, all_hands=True))))
    assert shown > 100


def test_a_secret_choice_is_told_only_with_all_hands_open() -> None:
    replay = next(replay for seed in range(9) if (replay := _with_giving(seed)))
    step = next(step for step in replay.steps if step.address[-1][0] == "g" and step.seat != 0)
    session = Session(replay, SPOKEN)
    name, chosen = NAMES[step.seat or 0], str(step.move)
    assert f"{name} chooses, unseen." in session.describe(Looking(step, 0))
    assert not any(chosen in line for line in session.describe(Looking(step, 0)))
    assert f"{name} chooses: {chosen}." in session.describe(Looking(step, 0, all_hands=True))
    own = Looking(step, step.seat or 0)
    assert any(line.startswith(("You discard", "You pass")) for line in session.describe(own))


def _with_giving(seed: int) -> Replay | None:
    game = find("nyet")
    replay = replay_of(game, game.setup(4, 0, None, {"end": {"rounds": 1}}), seed)
    return replay if any(step.address[-1] == "g1" for step in replay.steps) else None


def test_commands_go_by_card_trick_and_round(capsys: pytest.CaptureFixture[str]) -> None:
    replay = short()
    typed = ["", ">", "n", "next", "<", "back", "b", ">>", ">>", ">", "<<", "<<", "next trick", ">>>", "<<<", "end"]
    shown = heads(visit(replay, typed, capsys))
    end = replay.steps[-1].at
    assert shown == [
        *("r1d", "r1v1", "r1v2", "r1v3", "r1v4", "r1v3", "r1v2", "r1v1"),
        *("r1t1c1", "r1t2c1", "r1t2c2", "r1t2c1", "r1t1c1", "r1t2c1", "r2d", "r1d", end),
    ]
    assert heads(visit(replay, ["end", "start", "back", "next round", "BACK  Round"], capsys))[2:] == [
        *("r1d", "r1d", "r2d", "r1d")
    ]


def test_an_address_goes_there(capsys: pytest.CaptureFixture[str]) -> None:
    replay = short()
    typed = ["r2t3c2", "R1V5", "m17", "r2", "e", "r9", "r1t5x", "r01"]
    said = visit(replay, typed, capsys)
    assert heads(said) == ["r1d", "r2t3c2", "r1v5", "r1v17", "r2d", replay.steps[-1].at]
    assert "there is no r9 in this match; there is r1 to r2" in said
    assert "there is no x in r1t5; there is c1 to c4" in said
    assert "'r01' goes wrong at '1'; a number has up to six digits" in " ".join(said.split())


def test_seats_and_hands(capsys: pytest.CaptureFixture[str]) -> None:
    replay = short()
    said = visit(replay, ["seat 2", "seat ben", "hands all", "hands own", "seat 9", "hands", "seat"], capsys)
    assert said.count("as Cleo sees it") == 1
    assert said.count("as Ben sees it") == 3
    assert said.count("Dora's hand: ") == 1
    assert "'9' is nobody at this table" in said
    assert f"hands: {COMMANDS['hands']}." in " ".join(said.split())
    assert f"seat: {COMMANDS['seat']}." in " ".join(said.split())
    assert said.endswith("Back to this step:\nnaysay replay g.jsonl --at r1d --seat 1\n")


def test_help_lists_every_command_and_the_games_own(capsys: pytest.CaptureFixture[str]) -> None:
    said = visit(short(), ["help", "?", "board", "score", "hand", "frobnicate", "starrt", "quit", "next"], capsys)
    for name in (*COMMANDS, "board", "trick", "last"):
        assert len(re.findall(rf"^{name}: ", said, re.MULTILINE)) == 2
    assert "No round is scored yet." in said
    assert "'frobnicate' is neither a command nor an address" in said
    assert "Did you mean start?" in said
    assert heads(said) == ["r1d"]
    assert all(SIGNS[sign].split()[0] in COMMANDS for sign in SIGNS)


def test_ctrl_c_comes_back_by_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    def ask(prompt: str) -> str:
        assert prompt == "r2t1c1> "
        raise KeyboardInterrupt

    replay = short()
    run(replay, Looking(replay.find("r2t1"), 3, all_hands=True), "my games.jsonl", plain=False, ask=ask)
    assert capsys.readouterr().out.endswith("naysay replay 'my games.jsonl' --at r2t1c1 --seat 3 --hands all\n")


def test_an_unfinished_game_and_one_from_outside(capsys: pytest.CaptureFixture[str]) -> None:
    nah = Nah()
    said = visit(replay_of(nah, nah.setup(2, 0, None, {"deals": 2})), ["m1", ">", "hands all", "e"], capsys)
    assert "The cards are shuffled." in said
    assert "Ann chooses: " in said or "You choose: " in said
    assert "Ben chooses, unseen." in said
    assert "Ben's hand: " in said
    whole = short().record
    begun = record.Record(whole.game, whole.setup, whole.players, 0, whole.shuffles[:1], whole.actions[:5])
    said = visit(take_steps(begun), ["end", "r1e"], capsys)
    assert "To act: " in said
    assert "r1 has not ended; its last step is r1v5" in said


def test_your_own_seat_is_the_default() -> None:
    whole = short().record
    for meta, seat in ((None, 0), ({}, 0), ({"you": 2}, 2), ({"you": 9}, 0), ({"you": "2"}, 0), ({"you": True}, 0)):
        own = record.Record(whole.game, whole.setup, whole.players, 0, whole.shuffles, whole.actions, meta=meta)
        assert find_seat(own, None) == seat
        assert find_seat(own, 3) == 3
    for seat in (-1, 4):
        with pytest.raises(ValueError, match=f"seat {seat} is not one of 0 to 3"):
            find_seat(whole, seat)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    games = short().record, replay_of(find("nope"), find("nope").setup(3, 0)).record
    path.write_text("".join(record.write(game) + "\n" for game in games), encoding="utf-8")
    return path


def test_without_a_terminal_it_prints_one_position(file: Path) -> None:
    said = naysay("replay", str(file), "--at", "r2t3c2", "--seat", "1", "--hands", "all")
    assert (said.status, said.err) == (0, "")
    replay = take_steps(read_record(file.read_text(encoding="utf-8").splitlines()[0]))
    session = Session(replay, DRAWN)
    looking = Looking(replay.find("r2t3c2"), 1, all_hands=True)
    lines = [*session.introduce(looking), *session.describe(looking)]
    assert "".join(said.out.split()) == "".join("".join(lines).split())
    assert max(map(len, said.out.splitlines())) <= WIDTH
    assert naysay("replay", "-", "--at", "R2T3C2", stdin=file.read_bytes()).status == 0
    assert "r1d, step 1 of" in naysay("replay", str(file)).out
    assert "t2m1, step" in naysay("replay", str(file), "--game", "2", "--at", "t2", "--plain").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--at", "r9"], "there is no r9 in this match; there is r1 to r2"),
        (["--at", "nine"], "there is no n in this match"),
        (["--at", "7"], "an address is letters with numbers, as in r3t5c2, and '7' goes wrong at '7'"),
        (["--seat", "4"], "seat 4 is not one of 0 to 3"),
        (["--game", "3"], "there is no record 3"),
        (["--game", "2", "--at", "r1"], "there is no r1 in this match; there is d, t1 to"),
    ],
)
def test_mistakes_are_told_in_one_line(arguments: list[str], said: str, file: Path) -> None:
    refused = naysay("replay", str(file), *arguments)
    assert refused.status == 1
    assert said in refused.err
    assert len(refused.err.splitlines()) == 1


def test_a_broken_record_and_a_missing_file(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text(lines[0] + "\n" + lines[1].replace('"discard ', '"lay ', 1) + "\n", encoding="utf-8")
    assert naysay("replay", str(file)).status == 0
    assert "line 2: action " in naysay("replay", str(file), "--game", "2").err
    assert "No such file" in naysay("replay", str(file.with_name("none.jsonl"))).err


def test_at_a_terminal_it_asks(file: Path) -> None:
    parent, child = pty.openpty()
    asked = subprocess.Popen([SCRIPT, "replay", file, "--plain"], stdin=child, stdout=child, stderr=child)
    os.close(child)
    os.write(parent, b"r2t3c2\nquit\n")
    said = b""
    try:
        while part := os.read(parent, 4096):
            said += part
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(parent)
    assert asked.wait(30) == 0
    assert b"r2t3c2, step" in said
    assert b"Back to this step:" in said


def test_the_example_in_the_docs(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert naysay("simulate", "nyet", "--seed", "7", "--bots", "steady", "--records", str(path)).status == 0
    said = naysay("replay", str(path), "--at", "r1t5c2", "--hands", "all")
    assert BLOCK.findall(text_of(TERMINAL)) == [said.out]
