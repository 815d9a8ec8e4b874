"""What may be typed, and what typing errors lead to: an explanation, never a traceback, never a lost turn."""

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from naysay import games
from naysay.game import IllegalMove
from naysay.match import Match
from naysay.terminal.display import People, Unclear, Unfinished, suggest
from naysay.terminal.generic import GenericDisplay
from naysay.terminal.play import Options, _explain, choose_display, run
from naysay.terminal.screen import Screen
from tests.terminal.typist import TABLES, Typist, spy_on

NAMES = ("Bear", "Wolf", "Eagle", "Tiger", "Crane", "Hawk")
PLAIN = Screen(plain=True, colour=False, draws=False)
NONSENSE = [
    "",
    " ",
    "frobnicate",
    "R99",
    "R7 R7 R7 R7 R7",
    "play",
    "play R7 B2",
    "play X9",
    "veto",
    "veto trump",
    "veto trump mauve",
    "veto frob red",
    "team",
    "team 0",
    "team 9 9",
    "team 1 bonus",
    "bonus bonus bonus",
    "discard",
    "discard joker",
    "discard R7 R7 R7 R7",
    "draw",
    "nope",
    "name",
    "name 0 2 R",
    "name 9 9 R",
    "name 1 7 R",
    "1",
    "99999999999999999999999999",
    "-2",
    "²",
    "hand board",
    "rules 99.9",
    "rules rules",
    "%s %d {} {0} \\ ' \"",
    "\x1b[31mred\x1b[0m",
    "\x00\x07\x7f",
    "é" * 500,
    "🃏",
    "see",
    "pick",
    "see:",
    ":",
    "pick:RR",
    "see:K",
    "none",
    "with",
    "and and",
]


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_nonsense_costs_nothing(
    game: str,
    edition: str | None,
    players: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same game with nonsense typed before every move is the same game."""
    monkeypatch.chdir(tmp_path)
    words = Random(f"{game} {edition} {players}")
    harmless = [text for text in NONSENSE if text != "draw"]
    files: list[bytes] = []
    for between in (lambda number: [], lambda number: ["¿", *words.sample(harmless, 2)]):
        typist = Typist(Random(3), in_one_line=True)
        spied = spy_on(games.find(game), typist.seen)
        safe = Safe(spied, typist.seen, between, players)
        typist.between = safe
        file = Path(f"{len(files)}.jsonl")
        agreed = {"max_turns": 40} if game == "nope" else {"end": {"target": 30}}
        setup = spied.setup(players, 0, edition, agreed)
        assert run(Options(spied, setup, bots=("random",), seed="nonsense", record=file), typist) == 0
        files.append(file.read_bytes())
    assert files[0] == files[1]
    out, err = capsys.readouterr()
    assert not err
    assert "I cannot read" in out
    assert "Traceback" not in out
    assert max(map(len, out.splitlines())) <= 80
    assert "\x1b" not in out


class Safe:
    """Nonsense that is by chance a move, or the beginning of one, is left out: it would be played, and rightly so."""

    def __init__(self, game: Any, seen: dict[int, tuple[Any, ...]], between: Any, players: int) -> None:
        self.display = choose_display(game, People(("You", *NAMES[1:players]), 0), PLAIN)
        self.game, self.seen, self.between, self.states = game, seen, between, [None]
        original = game.view

        def view(state: Any, seat: Any) -> Any:
            self.states[0] = state if seat == 0 else self.states[0]
            return original(state, seat)

        game.view = view

    def __call__(self, number: int) -> list[str]:
        return [text for text in self.between(number) if self.is_harmless(text)]

    def is_harmless(self, text: str) -> bool:
        state = self.states[0]
        try:
            move = self.display.read(text, type(self.game).view(self.game, state, 0), self.seen[0])
            self.game.apply(state, 0, move)
        except Unfinished:
            return False
        except (Unclear, IllegalMove):
            return True
        return False


def position(game: str, players: int, actions: list[str], edition: str | None = None, seed: int = 1) -> tuple[Any, Any]:
    """A state after these actions, each by the first seat that may act; the rules with it."""
    rules = games.find(game)
    match = Match(rules, rules.setup(players, 0, edition), Random(seed))
    for seat, text in zip(match.turns(), actions, strict=False):
        match.act(seat, rules.read_move(text))
    assert len(match.actions) == len(actions)
    return rules, match.state


def read(rules: Any, state: Any, text: str, seat: int | None = None) -> str:
    """The typed text as a record would write it."""
    seat = rules.to_act(state)[0] if seat is None else seat
    names = NAMES[: state.setup.players]
    people = People((*names[:seat], "Anna Lena", *names[seat + 1 :]), seat)
    move = choose_display(rules, people, PLAIN).read(text, rules.view(state, seat), rules.legal(state, seat))
    return str(rules.write_move(move))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("trump red", "veto trump red"),
        ("veto trump red", "veto trump red"),
        ("T R", "veto trump red"),
        ("supertrump green", "veto super green"),
        ("super none", "veto super none"),
        ("points -2", "veto points -2"),
        ("points −2", "veto points -2"),
        ("-2", "veto points -2"),
        ("wolf", "veto first wolf"),
        ("pass", "veto discard pass-left"),
        ("discard one", "veto discard one"),
        ("discard pass", "veto discard pass-left"),
        ("first me", "veto first bear"),
        ("first anna", "veto first bear"),
        ("first eagle", "veto first eagle"),
        ("no to trump blue", "veto trump blue"),
        ("NYET trump blue", "veto trump blue"),
        ("play R7", "play R7"),
        ("discard R7 B2", "discard R7 B2"),
    ],
)
def test_vetoes_can_be_typed_short(text: str, move: str) -> None:
    rules, state = position("nyet", 4, [])
    assert read(rules, state, text) == move


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("red", "Which one: trump red or super red?"),
        ("none", "discard none or super none"),
        ("trump mauve", "Its open boxes are red, blue, yellow and green"),
        ("points 4 3", "One box at a time"),
        ("first bear wolf", "One box at a time"),
        ("TRUMP RED please", "One box at a time"),
        ("veto trump red blue", "One box at a time"),
        ("team 1", "It is not the time to choose sides: it comes after the veto."),
        ("team Wolf", "It is not the time to choose sides"),
        ("frob red", "The rows are first, discard, trump, super and points"),
        ("frob", "a row (first, discard, trump, super, points) and a box"),
        ("trump", "Which box of row trump: red, blue, yellow or green?"),
        ("trumb red", "There is no row 'trumb'"),
        ("discard o", "Row discard has no single box 'o'"),
    ],
)
def test_an_unclear_veto_says_what_is_missing(text: str, says: str) -> None:
    rules, state = position("nyet", 4, [])
    with pytest.raises((Unclear, Unfinished)) as error:
        read(rules, state, text)
    assert says in str(error.value)


BOARD = [
    *(
        "veto first bear",
        "veto first wolf",
        "veto first tiger",
        "veto discard one",
        "veto discard two",
        "veto discard pass-left",
    ),
    *(
        "veto discard none",
        "veto trump red",
        "veto trump blue",
        "veto trump green",
        "veto super red",
        "veto super blue",
    ),
    *("veto super yellow", "veto super none", "veto points 1", "veto points 2", "veto points 3", "veto points 4"),
]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1", "team 1"),
        ("team 1", "team 1"),
        ("wolf", "team 1"),
        ("team Wolf", "team 1"),
        ("with w", "team 1"),
        ("you", "team 2"),
    ],
)
def test_a_partner_by_name_or_seat(text: str, move: str) -> None:
    rules, state = position("nyet", 4, BOARD)
    assert rules.to_act(state) == (2,)
    assert read(rules, state, text) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("wolf bonus me", "team 1 bonus 2"),
        ("wolf bonus wolf", "team 1 bonus 1"),
        ("tiger wolf bonus 0", "team 1 3 bonus 0"),
        ("team 1 3 bonus 4", "team 1 3 bonus 4"),
    ],
)
def test_sides_of_five(text: str, move: str) -> None:
    rules, state = position("nyet", 5, ["veto first crane", *BOARD])
    assert read(rules, state, text) == move


def test_sides_of_five_ask_for_the_bonus_card() -> None:
    rules, state = position("nyet", 5, ["veto first crane", *BOARD])
    with pytest.raises(Unfinished, match="you or Wolf") as pair:
        read(rules, state, "wolf")
    assert read(rules, state, f"{pair.value.begun} me") == "team 1 bonus 2"
    with pytest.raises(Unfinished, match="Crane or Bear") as trio:
        read(rules, state, "wolf tiger")
    assert read(rules, state, f"{trio.value.begun} crane") == "team 1 3 bonus 4"


def test_cards_can_be_typed_in_many_ways() -> None:
    rules, state = position("nyet", 4, [*BOARD, "team 1"])
    card, other = [card for card in state.round.hands[0] if not card.endswith("1")][:2]
    colour = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}[card[0]]
    for text in (
        card,
        card.lower(),
        f"{card[1:]}{card[0]}",
        f"{colour} {card[1:]}",
        f"{colour}{card[1:]}",
        f"discard {card}",
    ):
        assert read(rules, state, text, seat=0) == f"discard {card}"
    assert read(rules, state, f"{other}, {card}", seat=0).split()[1:] == [card, other]
    with pytest.raises(Unclear, match="a letter"):
        read(rules, state, "seven", seat=0)


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_what_is_shown_as_a_move_can_be_typed(game: str, edition: str | None, players: int) -> None:
    rules, rng = games.find(game), Random(f"{game} {edition} {players}")
    match = Match(rules, rules.setup(players, 0, edition), rng)
    for _ in islice(match.turns(), 120):
        seat = rng.choice(match.to_act)
        legal = match.legal(seat)
        display = choose_display(rules, People(NAMES[:players], seat), PLAIN)
        for move in rng.sample(legal, min(10, len(legal))):
            assert display.read(display.type(move), match.view(seat), legal) == move
        match.act(seat, rng.choice(legal))


def test_nope_cards_by_their_beginnings() -> None:
    rules, state = position("nope", 3, [])
    hand = state.hands[state.turn]
    assert read(rules, state, f"lay {hand[0].lower()}") == f"discard {hand[0]}"
    assert read(rules, state, "gr3 yb1") == "discard RG3 BY1"
    assert read(rules, state, "see red") == "discard see:R"
    assert read(rules, state, "selection all") == "discard pick:RGBY"
    assert read(rules, state, "pick:ygbr") == "discard pick:RGBY"
    assert read(rules, state, "jok") == "discard joker"
    assert read(rules, state, "d") == "draw"
    with pytest.raises(Unclear, match="Cards are as"):
        read(rules, state, "R7")
    with pytest.raises(Unclear, match="comes by itself"):
        read(rules, state, "Nope!")


@pytest.mark.parametrize(
    "text", ["joker1", "rk2", "tiger2", "see:xr", "xr 1", "rr 2", "rrg2", "see rr", "pick rx", "2r"]
)
def test_a_nope_card_is_never_made_of_other_letters(text: str) -> None:
    rules, state = position("nope", 3, [])
    with pytest.raises(Unclear, match="Cards are as"):
        read(rules, state, text)


@pytest.mark.parametrize("text", ["trump", "trump mauve", "t x"])
def test_a_settled_row_is_told(text: str) -> None:
    rules, state = position("nyet", 4, [veto for veto in BOARD if "trump" in veto])
    with pytest.raises(Unclear, match=r"Row trump is settled: yellow\."):
        read(rules, state, text)


def test_a_wrong_box_is_answered_with_the_open_ones() -> None:
    rules, state = position("nyet", 4, ["veto trump red"])
    with pytest.raises(Unclear, match=r"Its open boxes are blue, yellow and green\."):
        read(rules, state, "trump mauve")


def test_two_cards_are_not_taken_for_a_discard() -> None:
    rules, state = position("nyet", 4, [*BOARD, "team 1"])
    while rules.view(state, 0).phase == "discard":
        seat = rules.to_act(state)[0]
        state = rules.apply(state, seat, rules.legal(state, seat)[0])
    with pytest.raises(Unclear, match="One card goes to the trick"):
        read(rules, state, "play R1 R2")
    with pytest.raises(Unclear, match="that was done after the veto"):
        read(rules, state, "team 1")
    assert read(rules, state, "discard R1 R2") == "discard R1 R2"


def garbage(rng: Random) -> str:
    """Digits with and without leading zeros, letters, signs, and words of the games among them."""
    words = ["first", "points", "team", "bonus", "discard", "play", "name", "see", "pick", "see:", "joker", "r", "draw"]
    makers = (
        lambda: "0" * rng.choice([0, 1, 2, 9, 5000]) + str(rng.randrange(10 ** rng.randrange(1, 14))),
        lambda: "".join(rng.choices("0123456789rgbyk:-−+, ²٣é", k=rng.randrange(1, 9))),
        lambda: rng.choice(words),
    )
    return " ".join(rng.choice(makers)() for _ in range(rng.randrange(1, 4)))


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_any_typing_is_a_move_or_an_explanation(game: str, edition: str | None, players: int) -> None:
    rules, rng = games.find(game), Random(f"garbage {game} {edition} {players}")
    match = Match(rules, rules.setup(players, 0, edition), rng)
    explained = 0
    for _ in islice(match.turns(), 100):
        seat = rng.choice(match.to_act)
        legal, view, people = match.legal(seat), match.view(seat), People(NAMES[:players], seat)
        for display in (choose_display(rules, people, PLAIN), GenericDisplay(rules, people, PLAIN)):
            for text in ("0019", "first 0000000009", "0000000001234", *(garbage(rng) for _ in range(12))):
                try:
                    rules.apply(match.state, seat, display.read(text, view, legal))
                except (Unclear, Unfinished, IllegalMove) as error:
                    explained += bool(str(error))
        match.act(seat, rng.choice(legal))
    assert explained


def test_leading_zeros_do_not_change_a_number() -> None:
    assert People(NAMES, 0).find("0000000003") == 3
    assert People(NAMES, 0).find("0000000001234") is None
    rules, state = position("nope", 3, [])
    display = GenericDisplay(rules, People(NAMES[:3], 1), PLAIN)
    view, legal = rules.view(state, 1), tuple(rules.legal(state, 1)) * 12
    assert display.read("0000012", view, legal) == legal[11]


def play_lines(
    game: str, players: int, lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], **more: Any
) -> str:
    rules, left = games.find(game), list(lines)

    def ask(prompt: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    setup = rules.setup(players, more.pop("dealer", 0))
    options = Options(rules, setup, bots=("random",), seed="lines", record=tmp_path / "game.jsonl", **more)
    assert run(options, ask) == 0
    return " ".join(capsys.readouterr().out.split())


def test_a_forbidden_move_names_the_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = play_lines("nyet", 4, ["first crane", "play R7", "rules 3.2", "rules 77"], tmp_path, capsys)
    assert "Not possible: first crane is covered (rule 3.2)." in out
    assert "Not possible: this is the time to veto, not " in out
    assert "3.2: In turn, cover one open box of a row with two or more open." in out
    assert "There is no rule '77'" in out


def test_help_tells_all_commands_and_what_may_be_typed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = play_lines("nyet", 4, ["help"], tmp_path, capsys)
    for command in ("hand", "board", "trick", "last", "score", "rules", "moves", "hint", "quit"):
        assert f" {command} " in out
    assert out.count("as in: points 1") == 2


def test_a_misspelt_command_is_guessed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = play_lines("nyet", 4, ["scroe", "hnt", "trumb red", "boa"], tmp_path, capsys)
    assert "Did you mean score" in out
    assert "Did you mean hint" in out
    assert "Did you mean trump red" in out
    assert out.count("bear (you)") == 2


def test_only_close_words_are_guessed() -> None:
    assert suggest("frob", ["board", "score", "trump red"]) == ""
    assert suggest("r12", ["R13", "R2"]) == ""
    assert suggest("trump mauve", ["trump blue"]) == ""
    assert suggest("scroe", ["score", "board"]) == " Did you mean score?"


def test_an_ambiguous_command_is_asked_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = play_lines("nyet", 4, ["h", "quit now", "trump red"], tmp_path, capsys)
    assert "Which one: hand, help or hint?" in out
    assert "You say no" not in out
    assert "Nothing is lost." in out


def test_extra_words_veto_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = play_lines("nyet", 4, ["points 4 3", "TRUMP RED please", "first bear wolf"], tmp_path, capsys)
    assert out.count("One box at a time") == 3
    assert "You say no" not in out


def test_a_card_that_is_not_there_is_told_to_its_player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules, state = position("nope", 3, [])
    hand = state.hands[state.turn]
    missing = next(card for card in ("R3", "G3", "B3", "Y3") if card not in hand)
    for cards, says in (((missing,), f"you do not have {missing}"), ((hand[0],) * 9, f"you have only one {hand[0]}")):
        with pytest.raises(IllegalMove) as error:
            rules.apply(state, state.turn, rules.read_move(f"discard {' '.join(cards)}"))
        assert _explain(error.value.reason, rules.view(state, state.turn)) == says


def test_what_was_begun_can_be_begun_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = play_lines("nyet", 4, ["trump", "points 3"], tmp_path, capsys)
    assert "You say no to points 3." in out
    out = play_lines("nyet", 4, ["trump", "", "-2"], tmp_path / "..", capsys)
    assert "You say no to points -2." in out


def test_moves_are_shown_up_to_thirty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = play_lines("nyet", 4, ["moves"], tmp_path, capsys)
    assert "23 legal: first bear, first wolf" in out


def test_the_hint_gives_a_move_and_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Hint: " in play_lines("nope", 3, ["hint"], tmp_path, capsys, dealer=2)


def test_n16_a_person_may_be_named_for_their_character() -> None:
    game = games.find("nyet")
    state = game.start(game.setup(3, 0, "iello-2015", {"characters": ["crane", "bear", "eagle"]}))
    state = game.shuffled(state, game.to_shuffle(state))
    view, legal = game.view(state, 0), game.legal(state, 0)
    display = choose_display(game, People(("Ann", "Ben", "Cy"), 0), PLAIN)
    for typed, box in {"first me": "crane", "first ben": "bear", "first 2": "eagle", "first bear": "bear"}.items():
        assert game.write_move(display.read(typed, view, legal)) == f"veto first {box}"
    assert display.show("board", view)[0] == (
        "Row first: open bear (Ben), eagle (Cy), crane (you); not in play wolf, tiger."
    )


def test_what_was_agreed_is_told_at_the_beginning() -> None:
    game = games.find("nyet")
    agreed = {"end": {"rounds": 3}, "supertrump": "own", "tricks": "last"}
    state = game.start(game.setup(4, 0, "iello-2015", agreed))
    display = choose_display(game, People(("Ann", "Ben", "Cy", "Dot"), 0), PLAIN)
    assert display.opening(game.view(state, 0)) == [
        "Nyet! (Iello, 2015): 4 players, 3 rounds. Everybody at this table says no.",
        "Agreed: supertrumps stay in their own colour; only the last trick is shown.",
    ]
