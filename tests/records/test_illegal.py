"""An illegal action of each phase, and an unreadable one, is refused where it stands."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.naive import nope, nyet
from tests.support.commands import Plain, encode, naive_game, naysay, simulate

Spoil = Callable[[Any, int], tuple[int, str] | None]


def spoil(record: Plain, number: int, seat: Any, text: Any) -> Plain:
    """A copy of the record with another action in this place."""
    actions = record["actions"]
    return record | {"actions": [*actions[: number - 1], [seat, text], *actions[number:]]}


def find(wanted: Spoil, game: str, edition: str | None, players: int, **options: Any) -> tuple[Plain, int]:
    """A record that is spoiled at the first place where that is possible, and the number of the action."""
    for seed in range(60):
        record = simulate(game, edition, players, str(seed), **options)
        state = naive_game(record)
        for number, (seat, text) in enumerate(record["actions"], 1):
            if spoiled := wanted(state, seat):
                return spoil(record, number, *spoiled), number
            state.apply(seat, text)
    raise AssertionError("no such place")


def when(phase: str, make: Callable[[Any, int], str | None]) -> Spoil:
    """Spoil an action of this phase by the same seat."""

    def spoil_one(game: Any, seat: int) -> tuple[int, str] | None:
        text = make(game, seat) if game.phase == phase else None
        return None if text is None else (seat, text)

    return spoil_one


def by(phase: str, choose: Callable[[Any, int], int]) -> Spoil:
    """What is legal, by another seat."""

    def spoil_one(game: Any, seat: int) -> tuple[int, str] | None:
        return (choose(game, seat), game.legal()[seat][0]) if game.phase == phase else None

    return spoil_one


def next_seat(game: Any, seat: int) -> int:
    return (seat + 1) % int(game.players)


def covered(game: nyet.Game, seat: int) -> str | None:
    for row, boxes in game.open.items():
        for box in map(str, game.edition[row]):
            if box not in boxes and len(boxes) > 1 and row != "first":
                return f"veto {row} {box}"
    return None


def settled(game: nyet.Game, seat: int) -> str | None:
    return next((f"veto {row} {boxes[0]}" for row, boxes in game.open.items() if len(boxes) == 1), None)


def foreign(game: nyet.Game, seat: int) -> str:
    return next(card for card in nyet.deck(game.edition, game.players) if card not in game.hands[seat])


def revoke(game: nyet.Game, seat: int) -> str | None:
    legal = game.legal()[seat]
    return next((text for card in game.hands[seat] if (text := f"play {card}") not in legal), None)


def twisted(game: nyet.Game, seat: int) -> str | None:
    if game.open["discard"] != ["two"]:
        return None
    words = game.legal()[seat][0].split(" ")
    return f"discard {words[2]} {words[1]}" if words[1] != words[2] else None


def low(game: nyet.Game, seat: int) -> str | None:
    if game.open["discard"] != ["one-not-low"]:
        return None
    return next((f"discard {card}" for card in game.hands[seat] if nyet.value(card) == 1), None)


def chosen(game: nyet.Game, seat: int) -> int:
    return next(iter(game.chosen))


def twice(game: nyet.Game, seat: int) -> tuple[int, str] | None:
    if game.phase != "discard" or not game.chosen:
        return None
    first = chosen(game, seat)
    return first, " ".join(["discard", *game.chosen[first]])


IELLO = ("nyet", "iello-2015", 4)
NYET: dict[str, tuple[Spoil, tuple[str, str, int], str]] = {
    "veto: no such box": (when("veto", lambda game, seat: "veto first hawk"), IELLO, "no_such_box"),
    "veto: nobody's character": (when("veto", lambda game, seat: "veto first crane"), IELLO, "box_covered"),
    "veto: covered": (when("veto", covered), IELLO, "box_covered"),
    "veto: settled": (when("veto", settled), IELLO, "row_settled"),
    "veto: other points": (when("veto", lambda game, seat: "veto points 2.0"), IELLO, "expected"),
    "veto: plus": (when("veto", lambda game, seat: "veto points +1"), IELLO, "expected"),
    "veto: other seat": (by("veto", next_seat), IELLO, "not_your_turn"),
    "veto: play": (when("veto", lambda game, seat: f"play {game.hands[seat][0]}"), IELLO, "wrong_phase"),
    "veto: discard": (when("veto", lambda game, seat: f"discard {game.hands[seat][0]}"), IELLO, "wrong_phase"),
    "veto: team": (when("veto", lambda game, seat: "team 1"), IELLO, "wrong_phase"),
    "team: oneself": (when("team", lambda game, seat: f"team {seat}"), IELLO, "no_such_team"),
    "team: alone with four": (when("team", lambda game, seat: "team"), IELLO, "no_such_team"),
    "team: not there": (when("team", lambda game, seat: "team 4"), IELLO, "no_such_team"),
    "team: no bonus with four": (when("team", lambda g, s: f"{g.legal()[s][0]} bonus {s}"), IELLO, "no_such_team"),
    "team: with three, two": (
        when("team", lambda g, s: "team " + " ".join(str(seat) for seat in range(3) if seat != s)),
        ("nyet", "amigo-2007", 3),
        "no_such_team",
    ),
    "team: with five, no bonus": (
        when("team", lambda game, seat: f"team {next_seat(game, seat)}"),
        ("nyet", "amigo-2007", 5),
        "no_such_team",
    ),
    "team: with five, descending": (
        when("team", lambda g, s: "team 4 3 bonus 0" if s not in (0, 3, 4) else None),
        ("nyet", "amigo-2007", 5),
        "no_such_team",
    ),
    "team: with five, bonus for the trio": (
        when("team", lambda g, s: f"team 3 4 bonus {s}" if s not in (3, 4) else None),
        ("nyet", "amigo-2007", 5),
        "no_such_team",
    ),
    "team: other seat": (by("team", next_seat), IELLO, "not_your_turn"),
    "team: play": (when("team", lambda game, seat: f"play {game.hands[seat][0]}"), IELLO, "wrong_phase"),
    "team: veto": (when("team", lambda game, seat: "veto trump red"), IELLO, "wrong_phase"),
    "discard: too many": (when("discard", lambda g, s: f"discard {' '.join(g.hands[s][:3])}"), IELLO, "wrong_count"),
    "discard: not in hand": (
        when("discard", lambda g, s: f"discard {foreign(g, s)}" if "two" not in g.open["discard"][0] else None),
        IELLO,
        "not_in_hand",
    ),
    "discard: order": (when("discard", twisted), IELLO, "card_order"),
    "discard: low": (when("discard", low), IELLO, "not_low"),
    "discard: twice": (twice, IELLO, "not_your_turn"),
    "discard: play": (when("discard", lambda game, seat: f"play {game.hands[seat][0]}"), IELLO, "wrong_phase"),
    "discard: a passed card": (
        when(
            "discard",
            lambda g, s: (
                f"discard {card}"
                if g.open["discard"] == ["pass-left"]
                and g.chosen
                and (card := next(iter(g.chosen.values()))[0]) not in g.hands[s]
                else None
            ),
        ),
        IELLO,
        "not_in_hand",
    ),
    "play: not in hand": (when("play", lambda g, s: f"play {foreign(g, s)}"), IELLO, "not_in_hand"),
    "play: revoke": (when("play", revoke), IELLO, "must_follow"),
    "play: revoke, Amigo": (when("play", revoke), ("nyet", "amigo-2007", 3), "must_follow"),
    "play: other seat": (by("play", next_seat), IELLO, "not_your_turn"),
    "play: discard": (when("play", lambda game, seat: f"discard {game.hands[seat][0]}"), IELLO, "wrong_phase"),
    "play: two cards": (
        when("play", lambda g, s: f"play {' '.join(g.hands[s][:2])}"),
        IELLO,
        "expected 'play' and one",
    ),
    "play: no card of any edition": (when("play", lambda g, s: "play R100"), IELLO, "expected colour letter"),
}


def mismatched(game: nope.Game, seat: int) -> str | None:
    count, colours = nope.demand(game.pile, game.named)
    found = (card for card in game.hands[seat] if not set(colours) & set(nope.colours_of(card)))
    return next((f"discard {card}" for card in found), None) if count == 1 else None


def missing(game: nope.Game, seat: int) -> str:
    return "discard " + next(card for card in nope.deck() if card not in game.hands[seat])


def mixed(game: nope.Game, seat: int) -> str | None:
    """Two cards of a two-colour demand, one of the one and one of the other."""
    count, colours = nope.demand(game.pile, game.named)
    if count != 2 or len(colours) != 2:
        return None
    ones, others = ([card for card in game.hands[seat] if card[:-1] == colour] for colour in colours)
    return f"discard {ones[0]} {others[0]}" if ones and others else None


def short(game: nope.Game, seat: int) -> str | None:
    legal = [text.split(" ")[1:] for text in game.legal()[seat]]
    return next((f"discard {cards[0]}" for cards in legal if len(cards) == 2 and not nope.is_action(cards[0])), None)


def could_lay(game: nope.Game, seat: int) -> str | None:
    return None if "draw" in game.legal()[seat] else "draw"


def name_as(make: Callable[[list[str], nope.Game], list[str] | None]) -> Spoil:
    def change(game: nope.Game, seat: int) -> str | None:
        words = make(game.legal()[seat][0].split(" ")[1:], game)
        return None if words is None else " ".join(["name", *words])

    return when("name", change)


def drawn_twice(game: nope.Game, seat: int) -> str | None:
    """The same seat acts again after drawing only if it can make a set."""
    drew = getattr(game, "drew", None) == (seat, game.turns)
    game.drew = (seat, game.turns) if "draw" in game.legal()[seat] else None  # type: ignore[attr-defined]
    return "draw" if drew else None


NOPE: dict[str, tuple[Spoil, int, str]] = {
    "turn: other colour": (when("turn", mismatched), 3, "wrong_colour"),
    "turn: not in hand": (when("turn", missing), 3, "not_in_hand"),
    "turn: mixed colours": (when("turn", mixed), 3, "no_set"),
    "turn: too few": (when("turn", short), 3, "no_set"),
    "turn: twice the same card": (
        when("turn", lambda g, s: f"discard {c} {c}" if g.hands[s].count(c := g.hands[s][0]) == 1 else None),
        3,
        "not_in_hand",
    ),
    "turn: draw with a set": (when("turn", could_lay), 3, "must_discard"),
    "turn: draw again with a set": (when("turn", drawn_twice), 3, "must_discard"),
    "turn: name": (when("turn", lambda g, s: f"name {next_seat(g, s)} 1 R"), 3, "wrong_phase"),
    "turn: other seat": (by("turn", next_seat), 3, "not_your_turn"),
    "turn: who is out": (
        lambda game, seat: (game.out[0], "draw") if game.phase == "turn" and game.out else None,
        4,
        "not_your_turn",
    ),
    "name: oneself": (name_as(lambda words, game: [str(game.turn), *words[1:]]), 3, "cannot_be_named"),
    "name: not there": (name_as(lambda words, game: ["5", *words[1:]]), 3, "cannot_be_named"),
    "name: not even a seat": (name_as(lambda words, game: ["6", *words[1:]]), 3, "expected"),
    "name: who is out": (
        name_as(lambda words, game: [str(game.out[0]), *words[1:]] if game.out and game.out[0] != game.turn else None),
        4,
        "cannot_be_named",
    ),
    "name: other colour": (
        name_as(
            lambda words, game: (
                [*words[:2], "R" if card[-1] != "R" else "G"] if len(card := game.pile[-1]) == len("pick:R") else None
            )
        ),
        3,
        "cannot_name_colour",
    ),
    "name: four": (name_as(lambda words, game: [words[0], "4", words[2]]), 3, "expected"),
    "name: none": (name_as(lambda words, game: [words[0], "0", words[2]]), 3, "expected"),
    "name: no colour": (name_as(lambda words, game: words[:2]), 3, "expected"),
    "name: discard": (when("name", lambda g, s: f"discard {g.hands[s][0]}" if g.hands[s] else None), 3, "wrong_phase"),
    "name: draw": (when("name", lambda game, seat: "draw"), 3, "wrong_phase"),
    "name: other seat": (by("name", next_seat), 3, "not_your_turn"),
}


def refused(record: Plain, number: int, says: str) -> None:
    said = naysay("verify", "-", stdin=encode(record))
    assert said.status == 1
    assert said.out == ""
    assert said.err.startswith(f"line 1: action {number}: ")
    assert says in said.err
    assert len(said.err.splitlines()) == 1
    assert len(said.err) < 600


@pytest.mark.parametrize("name", NYET)
def test_nyet(name: str) -> None:
    wanted, setup, says = NYET[name]
    refused(*find(wanted, *setup, end={"target": 25}), says)


@pytest.mark.parametrize("name", NOPE)
def test_nope(name: str) -> None:
    wanted, players, says = NOPE[name]
    refused(*find(wanted, "nope", None, players), says)


def test_after_the_end() -> None:
    for record in (simulate(*IELLO, end={"target": 25}), simulate("nope", None, 3)):
        number = len(record["actions"]) + 1
        for seat, text in ((0, "play R1"), (0, "draw"), record["actions"][-1], (99, "veto trump red")):
            more = record | {"actions": [*record["actions"], [seat, text]]}
            readable = text.startswith("draw") is (record["game"] == "nope") or text == record["actions"][-1][1]
            refused(more, number, "game_over: the game is over" if readable else "expected")


@pytest.mark.parametrize("seat", [4, 5, 99, -1, -4, 10**17])
def test_no_such_seat(seat: int) -> None:
    record = simulate(*IELLO, end={"target": 25})
    for number in (1, 20, len(record["actions"])):
        refused(spoil(record, number, seat, record["actions"][number - 1][1]), number, "not_your_turn")
    record = simulate("nope", None, 3)
    for number in (1, 2, len(record["actions"])):
        refused(spoil(record, number, seat, record["actions"][number - 1][1]), number, "not_your_turn")


@pytest.mark.parametrize("seat", [True, False, 0.0, 1.0, "0", None, [], [0]], ids=repr)
def test_a_seat_is_a_whole_number(seat: object) -> None:
    for record in (simulate(*IELLO, end={"target": 25}), simulate("nope", None, 3)):
        for number in (1, 9):
            changed = spoil(record, number, seat, record["actions"][number - 1][1])
            refused(changed, number, "an action must be [seat, text]")


@pytest.mark.parametrize(
    "action",
    [[], [0], ["draw"], [0, "draw", 1], ["draw", 0], {"seat": 0, "text": "draw"}, "draw", 0, None, [[0, "draw"]]],
    ids=repr,
)
def test_an_action_is_a_pair(action: object) -> None:
    record = simulate("nope", None, 3)
    actions = record["actions"]
    refused(record | {"actions": [*actions[:4], action, *actions[5:]]}, 5, "an action must be [seat, text]")


UNREADABLE = {
    "nyet": (
        *("", " ", "x", "pass", "VETO trump red", "Veto trump red", "veto", "veto trump", "veto trump red blue"),
        *(
            "veto  trump red",
            " veto trump red",
            "veto trump red ",
            "veto\ttrump red",
            "veto trump red\n",
            "veto colour red",
        ),
        *("veto trump Red", "veto points −2", "veto points 100", "veto trump " + "x" * 100_000, "veto trump \x00"),
        *(
            "play",
            "play ",
            "play 7R",
            "play r1",
            "play R01",
            "play R1 ",
            "play  R1",
            "play R1,B1",
            "play R１",
            "playR1",
        ),
        *(
            "team x",
            "team 5",
            "team -1",
            "team 01",
            "team 1 bonus",
            "team bonus",
            "team 1 bonus x",
            "team  1",
            "team 1  bonus 2",
        ),
        *(
            "team 1.0",
            "team 1 bonus 2 3",
            "team １",
            "discard",
            "discard ",
            "discard  R1",
            "discard R1  R2",
            "discard joker",
        ),
        *("draw", "name 1 1 R", "discard R1 ", "discard " + "R1 " * 100_000),
    ),
    "nope": (
        *(
            "",
            " ",
            "x",
            "Draw",
            "draw ",
            " draw",
            "draw 1",
            "draw\n",
            "discard",
            "discard ",
            "discard  R1",
            "discard R1 ",
        ),
        *("discard GR1", "discard R4", "discard R0", "discard Joker", "discard see", "discard see:", "discard see:RG"),
        *(
            "discard pick:GR",
            "discard pick:r",
            "discard K1",
            "discard R1,R2",
            "discard R１",
            "discard " + "R1 " * 100_000,
        ),
        *("name", "name 1", "name 1 1", "name 1 1 r", "name 1 1 red", "name 1 1 RG", "name 1 0 R", "name 1 4 R"),
        *("name 01 1 R", "name -1 1 R", "name 1 1 R ", "name  1 1 R", "name 1 1 K", "name １ 1 R", "name 1 1 R\n"),
        *("play R1", "veto trump red", "team", "name " + "1" * 100_000),
    ),
}


@pytest.mark.parametrize("game", UNREADABLE)
def test_unreadable(game: str) -> None:
    record = simulate(*IELLO, end={"target": 25}) if game == "nyet" else simulate("nope", None, 3)
    seat = record["actions"][0][0]
    lines = [encode(spoil(record, 1, seat, text)) for text in UNREADABLE[game]]
    said = naysay("verify", "--each", "-", stdin=b"\n".join(lines))
    assert said.status == 1
    *each, counts = said.out.split("\n")[:-1]
    assert counts == f"0 hold, {len(lines)} do not"
    for number, (text, line) in enumerate(zip(UNREADABLE[game], each, strict=True), 1):
        assert line.startswith(f"line {number}: action 1: expected "), (text, line)
        assert len(line) < 600
        assert line.isprintable()
