"""The table of the editions, cell by cell, against what the engine deals, opens, asks for and counts.

The columns of the three printed editions are written from their books. Any other edition is its own source: its column
is read from its file.
"""

import json
import tomllib
from collections import Counter
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest

from naysay.nyet.edition_file import built_in
from tests.naive import nyet as naive
from tests.support.nyet_positions import (
    GAME,
    TABLES,
    after,
    deal,
    hold,
    now,
    playing,
    random_match,
    start,
    texts,
    veto_down,
)

EDITIONS = Path(str(resources.files("naysay.nyet") / "editions"))


@dataclass(frozen=True)
class Column:
    """One edition as the table has it."""

    players: tuple[int, ...]
    colours: str
    values: dict[int, int]
    cards: int
    removed: dict[int, dict[int, int]]
    hand: dict[int, int]
    aside: dict[int, int]
    rows: dict[str, str]
    first_veto: int
    supertrump_suit: str
    rounds: dict[int, int]
    markers: int | None


PRINTED = {
    "iello-2015": Column(
        players=(2, 3, 4, 5),
        colours="RBYG",
        values={1: 3} | dict.fromkeys(range(2, 14), 1),
        cards=60,
        removed={3: {11: 1, 12: 1, 13: 1}},
        hand={2: 15, 3: 16, 4: 15, 5: 12},
        aside={2: 30},
        rows={
            "first": "bear wolf eagle tiger crane",
            "discard": "one two one-not-low pass-left none",
            "trump": "red blue yellow green",
            "super": "red blue yellow green none",
            "points": "1 2 3 4 -2",
        },
        first_veto=0,
        supertrump_suit="trump",
        rounds={2: 8, 3: 9, 4: 8, 5: 10},
        markers=32,
    ),
    "amigo-2007": Column(
        players=(2, 3, 4, 5),
        colours="RKBY",
        values={0: 3, 7: 4} | dict.fromkeys((1, 2, 3, 4, 5, 6, 8, 9), 1),
        cards=60,
        removed={3: {7: 3}},
        hand={2: 15, 3: 16, 4: 15, 5: 12},
        aside={2: 30},
        rows={
            "first": "turquoise lilac green orange white",
            "discard": "one two two-not-low pass-right-two none",
            "trump": "red black blue yellow none",
            "super": "red black blue yellow none",
            "points": "1 2 3 4 -2",
        },
        first_veto=0,
        supertrump_suit="own",
        rounds={2: 8, 3: 9, 4: 8, 5: 10},
        markers=20,
    ),
    "goldsieber-1997": Column(
        players=(3, 4),
        colours="RKBG",
        values={1: 2} | dict.fromkeys(range(2, 10), 1),
        cards=40,
        removed={3: {2: 1}},
        hand={3: 12, 4: 10},
        aside={},
        rows={
            "first": "bear wolf hawk dove",
            "discard": "one two none",
            "trump": "red black blue green",
            "super": "red black blue green none",
            "points": "1 2 3 4",
        },
        first_veto=1,
        supertrump_suit="trump",
        rounds={3: 9, 4: 8},
        markers=15,
    ),
}


def from_file(plain: dict[str, Any]) -> Column:
    """The column that an edition's file makes."""

    def by_players(key: str) -> dict[int, Any]:
        return {int(players): value for players, value in plain.get(key, {}).items()}

    return Column(
        players=tuple(plain["players"]),
        colours="".join({"black": "K"}.get(colour, colour[0].upper()) for colour in plain["colours"]),
        values=dict(Counter(plain["values"])),
        cards=len(plain["colours"]) * len(plain["values"]),
        removed={players: dict(Counter(values)) for players, values in by_players("removed").items()},
        hand=by_players("hand"),
        aside=by_players("aside"),
        rows={row: " ".join(map(str, plain[row])) for row in ("first", "discard", "trump", "super", "points")},
        first_veto=("dealer", "left").index(plain["first_veto"]),
        supertrump_suit=plain["supertrump_suit"],
        rounds=by_players("rounds"),
        markers=plain.get("markers"),
    )


FILES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in EDITIONS.glob("*.toml")}
COLUMNS = {id: PRINTED.get(id) or from_file(plain) for id, plain in FILES.items()}


def test_the_table_has_every_edition() -> None:
    assert set(PRINTED) <= set(COLUMNS) == set(built_in())
    assert {id: from_file(FILES[id]) for id in PRINTED} == PRINTED


@pytest.mark.parametrize("id", COLUMNS)
def test_players(id: str) -> None:
    for players in range(8):
        if players in COLUMNS[id].players:
            assert start(id, players).setup.players == players
        else:
            with pytest.raises(ValueError, match=f"{id} is for .* players, not {players}"):
                start(id, players)


@pytest.mark.parametrize("id", COLUMNS)
def test_markers(id: str) -> None:
    assert json.loads(built_in()[id].text).get("markers") == COLUMNS[id].markers


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_deck_hands_and_cards_set_aside(id: str, players: int) -> None:
    column = COLUMNS[id]
    values = Counter(column.values) - Counter(column.removed.get(players, {}))
    deck = GAME.to_shuffle(start(id, players))
    assert Counter(deck) == {f"{colour}{value}": count for colour in column.colours for value, count in values.items()}
    assert list(dict.fromkeys(card[0] for card in deck)) == list(column.colours)
    if players not in column.removed:
        assert len(deck) == column.cards
    view = GAME.view(deal(start(id, players), {}), None)
    assert view.hand_sizes == (column.hand[players],) * players
    assert view.aside == column.aside.get(players, 0)


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left_neighbour(id: str, players: int) -> None:
    for dealer in range(players):
        state = start(id, players, dealer)
        deck = tuple(Random(5).sample(GAME.to_shuffle(state), len(GAME.to_shuffle(state))))
        hands = now(GAME.shuffled(state, deck)).hands
        for place in range(COLUMNS[id].hand[players] * players):
            assert deck[place] in hands[(dealer + 1 + place) % players]
        for seat, hand in enumerate(hands):
            assert Counter(hand) == Counter(
                deck[(seat - dealer - 1) % players : COLUMNS[id].hand[players] * players : players]
            )


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_rows_and_boxes(id: str, players: int) -> None:
    state = deal(start(id, players), {})
    board = GAME.view(state, None).board
    assert {row.name: " ".join(box.name for box in row.boxes) for row in board} == COLUMNS[id].rows
    assert [row.name for row in board] == ["first", "discard", "trump", "super", "points"]
    covered = [box.name for row in board for box in row.boxes if not box.open]
    assert covered == COLUMNS[id].rows["first"].split()[players:]  # characters that nobody plays
    assert all(box.by is None for row in board for box in row.boxes)
    (seat,) = GAME.to_act(state)
    open = [[f"veto {row.name} {box.name}" for box in row.boxes if box.open] for row in board]
    assert texts(state, seat) == [text for row in open if len(row) > 1 for text in row]


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_first_to_veto_then_clockwise(id: str, players: int) -> None:
    for dealer in range(players):
        state = deal(start(id, players, dealer), {})
        begins = dealer + COLUMNS[id].first_veto
        vetoes = sum(sum(box.open for box in row.boxes) - 1 for row in GAME.view(state, None).board)
        for turn in range(min(vetoes, 2 * players)):
            assert GAME.to_act(state) == ((begins + turn) % players,)
            state = GAME.apply(state, GAME.to_act(state)[0], GAME.legal(state, GAME.to_act(state)[0])[0])


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_rounds_and_who_deals_them(id: str, players: int) -> None:
    dealt: dict[int, int] = {}
    first_vetoes: dict[int, int] = {}
    last = start(id, players, 1, **({} if built_in()[id].target is None else {"end": "rounds"}))
    for state in random_match(last, Random(1)):
        view = GAME.view(state, None)
        if view.phase == "veto" and not view.vetoes:
            dealt[len(view.rounds)] = view.dealer
            first_vetoes[len(view.rounds)] = view.to_act[0]
        last = state
    rounds = COLUMNS[id].rounds[players]
    assert dealt == {number: (1 + number) % players for number in range(rounds)}
    assert first_vetoes == {number: (1 + number + COLUMNS[id].first_veto) % players for number in range(rounds)}
    result = GAME.result(last)
    assert result is not None
    assert len(result["rounds"]) == rounds


@pytest.mark.parametrize("id", PRINTED)
def test_supertrumps_suit(id: str) -> None:
    low = min(COLUMNS[id].values)
    hands = ["B9 R9", f"B{low} R5", "B8 R8", "B6 R6"]
    first = COLUMNS[id].rows["first"].split()[0]
    state = playing(id, hands, "team 1", first=first, trump="red", super="blue")
    after_blue, after_red = after(state, (0, "play B9")), after(state, (0, "play R9"))
    only = hold(after_red, "B9", f"B{low} Y4" if "Y" in COLUMNS[id].colours else f"B{low} G4", "B8", "B6")
    if COLUMNS[id].supertrump_suit == "trump":  # it left its colour
        assert set(texts(after_blue, 1)) == {f"play B{low}", "play R5"}
        assert set(texts(after_red, 1)) == {f"play B{low}", "play R5"}
        assert texts(only, 1) == [f"play B{low}"]
    else:
        assert texts(after_blue, 1) == [f"play B{low}"]
        assert texts(after_red, 1) == ["play R5"]
        assert len(texts(only, 1)) == 2
    led = after(hold(state, f"B{low} R9", "B7 R5", "B8", "B6"), (0, f"play B{low}"))
    assert texts(led, 1) == (["play R5"] if COLUMNS[id].supertrump_suit == "trump" else ["play B7"])


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_who_chooses_what(id: str, players: int) -> None:
    keep = {"discard": "none"} if "none" in COLUMNS[id].rows["discard"].split() else {}
    for first, character in enumerate(COLUMNS[id].rows["first"].split()[:players]):
        state = veto_down(deal(start(id, players), {}), first=character, **keep)
        view = GAME.view(state, None)
        assert view.terms is not None
        assert view.terms.first == first
        assert GAME.to_act(state) == ((first,) if keep or players > 2 else (0, 1))
        if players == 2:  # nothing to choose
            assert view.phase == ("play" if keep else "discard")
            assert view.sides == ((0, 1) if first == 0 else (1, 0))
            assert view.bonus is None
            continue
        assert view.phase == "team"
        assert sorted(texts(state, first)) == sorted(naive.team_texts(first, players))
        for text in texts(state, first):
            check_team(players, first, text, GAME.view(after(state, (first, text)), None).bonus)


def check_team(players: int, first: int, text: str, bonus: int | None) -> None:
    """The bonus card lies with one of the smaller side, or nowhere if the sides are equal."""
    partners = {int(word) for word in text.removeprefix("team").split(" bonus")[0].split()}
    side = {first, *partners}
    smaller = min(side, set(range(players)) - side, key=len)
    assert {len(side), players - len(side)} == {3: {1, 2}, 4: {2}, 5: {2, 3}}[players]
    if players == 4:
        assert bonus is None
    else:
        assert bonus in smaller
    if players == 5:
        assert text.endswith(f"bonus {bonus}")


def test_every_team_of_five_by_hand() -> None:
    state = veto_down(deal(start("iello-2015", 5), {}), first="eagle", discard="none")
    pairs = "0 bonus 0, 0 bonus 2, 1 bonus 1, 1 bonus 2, 3 bonus 2, 3 bonus 3, 4 bonus 2, 4 bonus 4"
    trios = (
        "0 1 bonus 3, 0 1 bonus 4, 0 3 bonus 1, 0 3 bonus 4, 0 4 bonus 1, 0 4 bonus 3, "
        "1 3 bonus 0, 1 3 bonus 4, 1 4 bonus 0, 1 4 bonus 3, 3 4 bonus 0, 3 4 bonus 1"
    )
    assert texts(state, 2) == [f"team {team}" for team in f"{pairs}, {trios}".split(", ")]
