"""What is printed: the words, the table, colour and its absence."""

import os
import re
import select
import subprocess
import sys
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random
from typing import Any

import pytest

from naysay import games
from naysay.game import Card
from naysay.match import Match
from naysay.nope.rules import Nope
from naysay.nope.state import Event
from naysay.nope.view import View as NopeView
from naysay.nyet.edition import DiscardRule
from naysay.nyet.edition_file import built_in
from naysay.nyet.state import RoundScore, Terms, Trick
from naysay.nyet.view import Box, Row
from naysay.terminal import display as displays
from naysay.terminal.display import People
from naysay.terminal.nope.display import NopeDisplay
from naysay.terminal.nyet import words
from naysay.terminal.nyet.display import NyetDisplay
from naysay.terminal.play import Options, _name_bots, run
from naysay.terminal.screen import Screen, choose_screen
from tests.support.nyet_positions import after, playing
from tests.terminal.typist import Typist, spy_on

DRAWN = Screen(plain=False, colour=False, draws=True)
PLAIN = Screen(plain=True, colour=False, draws=False)
FIVE = People(("Ann", "Wolf", "Eagle", "Tiger", "Crane"), 0)
FOUR = People(("Ann", "Wolf", "Eagle", "Tiger"), 0)
TERMS = Terms(0, DiscardRule(0), trump="Y", supertrump=Card("B1"), supertrump_suit="Y", points=2)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(card) for card in text.split())


@pytest.mark.parametrize(
    ("trick", "terms", "why"),
    [
        ("B1 Y13 B1", TERMS, "B1 is the last supertrump"),
        ("G5 B1 Y13", TERMS, "B1 is a supertrump"),
        ("G9 Y2 Y7", TERMS, "Y7 is the highest trump"),
        ("G9 Y2 R7", TERMS, "Y2 is the only trump"),
        ("Y1 Y1 G13", TERMS, "Y1 is the highest trump, the later of two"),
        ("G9 G2 R13", TERMS, "G9 is the highest of the suit led"),
        ("G9 B2 R13", TERMS, "G9 is the only card of the suit led"),
        ("G7 G7 G7", TERMS, "G7 is the highest of the suit led, the last of 3"),
        ("B7 B9 B0", replace(TERMS, trump=None, supertrump=Card("B0"), supertrump_suit="B"), "B0 is a supertrump"),
        (
            "K7 K7 R9",
            replace(TERMS, trump=None, supertrump=None),
            "K7 is the highest of the suit led, the later of two",
        ),
    ],
)
def test_why_a_trick_is_taken(trick: str, terms: Terms, why: str) -> None:
    assert words.why_taken(cards(trick), terms) == why


def test_loot_is_told_with_who_lost_it() -> None:
    trick = Trick(
        leader=2, cards=cards("G9 G1 Y1 B1"), winner=1, loot=cards("G1 Y1"), loot_places=(1, 2), won_as="supertrump"
    )
    told = words.tell_trick(trick, TERMS, FOUR)
    assert told == "Wolf takes it: B1 is a supertrump. Loot: G1 from Tiger and Y1 from you."


def test_a_partners_equal_card_is_not_blamed() -> None:
    trick = Trick(leader=2, cards=cards("G1 G1 G9 G13"), winner=1, loot=cards("G1"), loot_places=(1,), won_as="suit")
    told = words.tell_trick(trick, TERMS, FOUR)
    assert told.endswith("Loot: G1 from Tiger.")


def test_loot_is_told_by_sides_in_whole_rounds() -> None:
    """Whatever is called loot, in the log or by `last`, was played by the other side."""
    rules, rng, found = games.find("nyet"), Random(4), 0
    match = Match(rules, rules.setup(5, 0, None, {"end": {"rounds": 3}}), rng)
    display = NyetDisplay(FIVE, PLAIN)
    for seat in match.turns():
        before = match.view(0)
        sides = before.sides
        match.act(seat, rng.choice(match.legal(seat)))
        after = match.view(0)
        for text in (*(told.text for told in display.tell(before, after)), *display.show("last", after)):
            takes = re.search(r"(\w+) takes? it", text)
            for who in re.findall(r" from (\w+)", text.partition("Loot: ")[2]):
                assert takes
                names = [name.replace("You", "you").replace("you", "Ann") for name in (takes[1], who)]
                winner, loser = (FIVE.names.index(name) for name in names)
                old = after.rounds[-1].sides if not after.taken and after.rounds else sides
                assert old[winner] != old[loser]
                found += 1
    assert found > 10


def test_an_empty_draw_is_told_only_if_nothing_follows() -> None:
    display = NopeDisplay(People(("Ann", "Wolf", "Eagle"), 0), PLAIN)
    before = nope_view()
    empty, shuffle = Event("drew", 1, before.demand, count=0), Event("reshuffled", 1, before.demand, count=9)
    drew = Event("drew", 1, before.demand, count=1)
    after = replace(before, history=(*before.history, empty, shuffle, drew))
    told = " ".join(each.text for each in display.tell(before, after))
    assert told == "The pile is empty: 9 discards shuffled into a new one. Wolf draws 1 card."
    assert "0 cards" not in display.show("last", after)[0]
    after = replace(before, history=(*before.history, empty))
    assert display.tell(before, after)[0].text == "The pile is empty: Wolf draws nothing."


@pytest.mark.parametrize(("edition", "players"), [("iello-2015", 4), ("amigo-2007", 3), ("goldsieber-1997", 3)])
def test_the_example_of_a_veto_is_never_the_own_character(edition: str, players: int) -> None:
    rules, rng = games.find("nyet"), Random(edition)
    for seat in range(players):
        display = NyetDisplay(People(FIVE.names[:players], seat), PLAIN)
        match = Match(rules, rules.setup(players, 0, edition), rng)
        for acts in match.turns():
            view, legal = match.view(seat), match.legal(acts)
            if view.phase != "veto":
                break
            shown = display.expects(view, legal)[0].partition("as in: ")[2]
            assert shown != f"first {view.edition.boxes['first'][seat]}"
            assert shown in [display.type(move) for move in legal]
            if any(move.row == "points" for move in legal):
                assert shown.startswith("points ")
            match.act(acts, rng.choice(legal))


def test_the_score_of_the_rulebooks_example_is_worked_out() -> None:
    done = RoundScore(
        terms=TERMS,
        sides=(0, 0, 0, 1, 1),
        bonus=4,
        tricks=(4, 2, 1, 3, 2),
        loot=(1, 2, 0, 0, 1),
        scores=(20, 20, 20, 18, 18),
        last_trick=Trick(0, cards("G9 G8 G7 G6 G5"), 0, (), (), "suit"),
    )
    trio, pair = words.tell_score(done, "totals", "own", FIVE, DRAWN)
    assert trio == " Pebbles (you, Wolf and Eagle): 7 tricks + 3 loot = 10; 10 × 2 = 20 each."
    assert pair == (
        " Bricks (Tiger and Crane): Tiger 3 tricks + 0 loot = 3; Crane 2 tricks + 1 loot = 3, "
        "with the bonus card 3 × 2 = 6; 3 + 6 = 9; 9 × 2 = 18 each."
    )
    plain = words.tell_score(replace(done, scores=(8, 8, 8, 0, 0)), "difference", "player", FIVE, PLAIN)
    assert plain == [
        " Pebbles (you, Wolf and Eagle): 7 tricks plus 3 loot is 10; 10 times 2 is 20 each.",
        " Bricks (Tiger and Crane): 5 tricks plus 1 loot is 6; 6 times 2 is 12 each.",
        " Only the difference counts: Pebbles 8, Bricks 0.",
        " The bonus card doubles that for Crane: 0.",
    ]


FIRST = ("bear", "wolf")
BOARD = [
    Row("first", (Box("bear", True, None), Box("wolf", False, 2), Box("crane", False, None)), False),
    Row("trump", (Box("red", True, None), Box("blue", False, 1), Box("green", False, 0)), True),
]


def test_the_board_is_a_table_or_sentences() -> None:
    two = People(("Ann", "Wolf"), 0)
    board = [replace(BOARD[0], boxes=(BOARD[0].boxes[0], Box("wolf", False, 0), BOARD[0].boxes[2])), BOARD[1]]
    assert words.board(board, FIRST, two, DRAWN) == [
        " first   │   bear (you) │ × wolf │ × crane",
        "         │              │   you  │   unused",
        " trump   │ = red        │ × blue │ × green",
        "         │              │   Wolf │   you",
    ]
    assert words.board(board, FIRST, two, PLAIN) == [
        "Row first: open bear (you); covered wolf by you; not in play crane.",
        "Row trump: settled red; covered blue by Wolf, green by you.",
    ]


def test_n16_the_board_shows_whose_character_is_whose() -> None:
    two, chosen = People(("Ann", "Wolf"), 0), ("crane", "bear")
    board = [Row("first", (Box("bear", True, None), Box("wolf", False, None), Box("crane", False, 1)), True)]
    assert words.board(board, chosen, two, PLAIN) == [
        "Row first: settled bear (Wolf); covered crane (you) by Wolf; not in play wolf."
    ]
    assert words.board(board, chosen, two, DRAWN)[0] == " first   │ = bear (Wolf) │ × wolf   │ × crane (you)"


def test_a_board_that_is_too_wide_is_told() -> None:
    wide = [Row("first", tuple(Box(f"character-{n}", n % 2 == 0, n % 2 or None) for n in range(12)), False)]
    (line,) = words.board(wide, [f"character-{n}" for n in range(4)], FOUR, DRAWN)
    assert line.startswith("Row first: open character-0 (you), ")


def test_the_score_sheet_has_a_column_for_each_player() -> None:
    done = RoundScore(
        TERMS, (0, 1, 0, 1), None, (1, 2, 3, 4), (0, 0, 0, 0), (8, 12, 8, 12), Trick(0, cards("G9"), 0, (), (), "suit")
    )
    assert words.sheet([done, done], (16, 24, 16, 24), People(("Ann", "Wolf", "Eagle", "Tiger"), 1), DRAWN) == [
        "             you  Eagle  Tiger   Ann",
        " Round 1      12      8     12     8",
        " Round 2      12      8     12     8",
        " Total        24     16     24    16",
    ]
    assert words.sheet([done], (8, 12, 8, 12), FOUR, PLAIN)[-1] == "Total: you 8, Wolf 12, Eagle 8, Tiger 12."


def nope_view(**more: Any) -> NopeView:
    game = games.find("nope")
    match = Match(game, game.setup(3, 2), Random(1))
    match.shuffle()
    return replace(match.view(0), **more)  # type: ignore[no-any-return]


def test_see_throughs_show_the_card_that_counts() -> None:
    display = NopeDisplay(People(("Ann", "Wolf", "Eagle"), 0), PLAIN)
    seen = nope_view(discards=cards("R1 RB2 see:R see:B"))
    assert display.show("board", seen)[0] == "Top: see:B, and through the 2 see-throughs RB2 counts."
    first = nope_view(discards=cards("see:R"))
    assert "its own colour counts" in display.show("board", first)[0]


def test_nope_is_said_and_who_is_out_is_told() -> None:
    display = NopeDisplay(People(("Ann", "Wolf", "Eagle"), 0), PLAIN)
    before = nope_view()
    demand = before.demand
    events = (
        Event("drew", 1, demand, count=1),
        Event("nope", 1, demand),
        Event("laid", 2, demand, cards("R1 RG2")),
        Event("drew", 0, demand, cards("B3")),
    )
    after = replace(before, history=before.history + events, out=(2,), turn=1)
    told = " ".join(each.text for each in display.tell(before, after))
    assert told.startswith('Wolf draws 1 card. Wolf says "Nope!" to ')
    assert told.endswith("Eagle lays R1 RG2. Eagle is out. You draw B3.")


class Snap(Nope):
    """A game from elsewhere, without a display of its own."""

    id = "snap"
    title = "Snap"


def test_a_game_without_display_can_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    rng, typist = Random(5), Typist(Random(5))
    spied = spy_on(Snap(), typist.seen)
    lines = ["help", "board", "hint", "rules", "moves", "frob", "0", "99"]

    def ask(prompt: str) -> str:
        if lines:
            return lines.pop(0)
        return rng.choice(["1", spied.write_move(rng.choice(typist.seen[0]))])

    assert run(Options(spied, spied.setup(3, 2), seed="5", record=Path("snap.jsonl")), ask) == 0
    out, err = capsys.readouterr()
    assert not err
    assert "Wolf and Eagle (both random)" in out
    assert " hand: (" in out
    assert "No bot knows Snap" in out
    assert "There is no page of rules for Snap here." in out
    assert re.search(r"(win|wins)\.\n", out)
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("game", ["nyet", "nope"])
def test_the_pages_of_rules_fit_and_know_every_rule(game: str) -> None:
    page = displays.rules_page(game)
    assert max(map(len, page)) <= 80
    text = (Path(__file__).parents[2] / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    numbers = re.findall(r"\*\*(\d+\.\d+)\*\*", text)
    assert numbers
    assert [number for number in numbers if not displays.look_up_rule(game, number)] == []


@pytest.mark.parametrize(
    ("edition", "players", "seat", "name", "names"),
    [
        ("iello-2015", 4, 0, "You", ("You", "Wolf", "Eagle", "Tiger")),
        ("iello-2015", 3, 2, "bear", ("Dove", "Wolf", "bear")),
        ("amigo-2007", 3, 1, "You", ("Turquoise", "You", "Green")),
        ("goldsieber-1997", 4, 3, "Ann", ("Bear", "Wolf", "Hawk", "Ann")),
        (None, 6, 0, "You", ("You", "Wolf", "Eagle", "Tiger", "Crane", "Hawk")),
    ],
)
def test_bots_are_called_after_their_characters(
    edition: str | None, players: int, seat: int, name: str, names: tuple[str, ...]
) -> None:
    game = games.find("nyet" if edition else "nope")
    assert _name_bots(Options(game, game.setup(players, 0, edition), seat, name), players) == names


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"bots": ("random", "random")}, "2 bots for 3 seats"),
        ({"bots": ("nobody",)}, "no bot 'nobody' plays nyet"),
        ({"seat": 4}, "seat 4 is not one of 0 to 3"),
        ({"name": " "}, "a player's name must be"),
        ({"name": "a\x1bb"}, "a player's name must be"),
    ],
)
def test_wrong_options_are_told_in_one_line(
    more: dict[str, Any], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = games.find("nyet")
    assert run(Options(game, game.setup(4, 0), record=tmp_path / "game.jsonl", **more), lambda prompt: "quit") == 1
    out, err = capsys.readouterr()
    assert not out
    assert says in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_long_names_leave_room(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = games.find("nyet")
    options = Options(game, game.setup(5, 0), name="Long " * 30 + "Name", bots=("random",), record=Path("game.jsonl"))
    run(options, lambda prompt: "quit")
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_a_terminal_that_cannot_draw_gets_a_typewriters_table() -> None:
    screen = choose_screen(False, TextIOWrapper(BytesIO(), encoding="ascii"))
    assert not screen.draws
    assert screen.heading("Round 1").startswith("-- Round 1 ---")
    assert "x wolf" in words.board(BOARD, FIRST, FOUR, screen)[0]
    assert all(line.isascii() for line in words.board(BOARD, FIRST, FOUR, screen))
    assert screen.sums("3 × 2 = 6") == "3 x 2 = 6"


def test_colour_goes_with_letters(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen(plain=False, colour=True, draws=True)
    painted = screen._paint("Hand R7 K10 RG3 see:R pick:RGBY trump red, Green leads")
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == "Hand R7 K10 RG3 see:R pick:RGBY trump red, Green leads"
    assert "\x1b[31m\x1b[1mR\x1b[0m\x1b[31m\x1b[1m7" in painted
    assert "Green leads" in painted
    assert "\x1b[2m× red" in screen._paint(" trump │ × red │ = blue")


def test_every_edition_has_its_board_within_the_width() -> None:
    for edition in built_in().values():
        for players in edition.players:
            for seat in range(players):
                game = games.find("nyet")
                setup = game.setup(players, 0, edition.id)
                people = People(_name_bots(Options(game, setup, seat), players), seat)
                rows = [
                    Row(
                        name, tuple(Box(box, False, (seat + place) % players) for place, box in enumerate(boxes)), False
                    )
                    for name, boxes in edition.boxes.items()
                ]
                lines = words.board(rows, setup.options.characters, people, DRAWN)
                assert max(map(len, lines)) <= 80
                assert "│" in lines[0], (edition.id, players, seat)


SCRIPT = """
import fcntl, sys, termios
from pathlib import Path
from naysay.games import find
from naysay.terminal.play import Options, run

fcntl.ioctl(0, termios.TIOCSCTTY, 0)
game, plain = find("nyet"), sys.argv[1] == "plain"
setup = game.setup(4, 0)
sys.exit(run(Options(game, setup, bots=("random",), seed="tty", plain=plain, record=Path("game.jsonl"))))
"""


@pytest.mark.parametrize(("way", "coloured"), [("tty", True), ("no_color", False), ("plain", False)])
def test_colour_on_a_terminal_and_ctrl_c(way: str, coloured: bool, tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1"}
    environment |= {"NO_COLOR": "1"} if way == "no_color" else {}
    command = [sys.executable, "-c", SCRIPT, way]
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path, env=environment, start_new_session=True
    )
    os.close(theirs)
    try:
        seen = read_until(ours, rb"as in: points 1\r\n.*> ", b"")
        seen = type_until(ours, b"trump red\r", rb"You say no to.*Your veto.*> ", seen)
        seen = type_until(ours, b"\x03", rb"--resume game.jsonl", seen)
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert (b"\x1b[1m" in seen) == coloured
    assert ("│".encode() in seen) == (way != "plain")
    assert b"veto trump red" in (tmp_path / "game.jsonl").read_bytes()


def read_until(file: int, wanted: bytes, seen: bytes, seconds: float = 30) -> bytes:
    """All that was seen, once it ends in what is wanted."""
    while not re.search(wanted, seen, re.DOTALL):
        ready, _, _ = select.select([file], [], [], seconds)
        assert ready, seen[-500:]
        seen += os.read(file, 65536)
    return seen


def type_until(file: int, keys: bytes, wanted: bytes, seen: bytes) -> bytes:
    """Type keys until there is an answer: what is typed while the terminal changes its mode can be lost."""
    for _ in range(5):
        os.write(file, keys)
        if select.select([file], [], [], 6)[0]:
            break
    return read_until(file, wanted, seen)


@pytest.mark.parametrize(
    ("led", "hand", "said"),
    [
        ("Y4", "B1 R3", "Follow yellow (B1 is a supertrump and counts as yellow): B1."),
        ("Y4", "B1 Y2", "Follow yellow: B1 Y2."),
        ("B1", "B7 Y2", "Follow yellow (B1 is a supertrump and counts as yellow): Y2."),
        ("B9", "B1 R3", "You have no blue (B1 is a supertrump and counts as yellow): play any card, as in: R3"),
        ("R9", "B1 G3", "You have no red: play any card, as in: B1"),
    ],
)
def test_what_is_asked_for_says_where_a_supertrump_has_left_its_colour(led: str, hand: str, said: str) -> None:
    hands = [led, hand, "G2", "G3"]
    state = after(
        playing("iello-2015", hands, "team 1", first="bear", trump="yellow", super="blue"), (0, f"play {led}")
    )
    display = NyetDisplay(People(("Ann", "Ben", "Cleo", "Dora"), 1), PLAIN)
    assert display.expects(games.find("nyet").view(state, 1), games.find("nyet").legal(state, 1)) == [said]
