"""The rules are for players: printed names and the board's own labels, no ids, no numbered seats, no ruling numbers."""

import re
from pathlib import Path

import pytest

from naysay.nyet.edition import DISCARD_RULES, ROWS
from naysay.nyet.edition_file import built_in
from tests.docs.pages import ROOT, name_of, text_of
from tools.editions_table import ENGLISH, GERMAN, Language, printed

RULES = ROOT / "docs" / "rules"
PAGES = sorted(RULES.rglob("*.md"))
ALL = pytest.mark.parametrize("page", PAGES, ids=name_of)
IDS = {*built_in(), *(id for id in DISCARD_RULES if "-" in id), "action_cards", "extra_card", "max_turns"}


def running_text(page: Path) -> str:
    """What a player reads: without comments, the targets of links, and the numbers that rules begin with."""
    text = re.sub(r"<!--.*?-->", "", text_of(page), flags=re.DOTALL)
    text = re.sub(r'^<a id="[^"]+"></a>\*\*[NP\d.]+\*\*', "", text, flags=re.MULTILINE)
    return re.sub(r"\]\([^)]*\)", "]", text)


@ALL
def test_no_ids_no_seat_numbers_no_ruling_numbers(page: Path) -> None:
    text = running_text(page)
    assert [id for id in IDS if id in text] == []
    assert "`" not in text
    assert re.findall(r"\b[NP]\d+\b", text) == []
    assert re.findall(r"\b(?:[Ss]eats?|Pl[aä]tze?) \d", text) == []
    assert re.findall(r"\b(?:see|in|of|siehe|zu) \d+\.\d\b", text) == []


@pytest.mark.parametrize("language", ["", "de"])
def test_who_deals_first_age_and_minutes(language: str) -> None:
    nyet, nope = (text_of(RULES / language / f"{game}.md") for game in ("nyet", "nope"))
    rule = {game: re.search(r"\*\*2\.1\*\*.*?\n\n", text, re.DOTALL) for game, text in (("nyet", nyet), ("nope", nope))}
    drawn = "ausgelost" if language else "drawn at random"
    assert all(found and drawn in found[0] for found in rule.values())
    assert "ab 10 Jahren, 30 Minuten" in nyet or "from 10 years on, and 30 minutes" in " ".join(nyet.split())
    assert re.search(r"7 (?:Jahren|years).*15 (?:Minuten|minutes)", nope)


@pytest.mark.parametrize("language", ["", "de"])
def test_where_a_ruling_departs_from_the_letter_of_a_book(language: str) -> None:
    said = r"printed books?|gedruckten Heft"
    for game, rulings in (("nyet", ("n14",)), ("nope", ("p13", "p15"))):
        text = text_of(RULES / language / f"{game}.md")
        for ruling in rulings:
            found = re.search(rf'<a id="{ruling}">.*?\n\n', text, re.DOTALL)
            assert found
            assert re.search(said, found[0]), ruling


@pytest.mark.parametrize(("said", "language"), [(ENGLISH, "en"), (GERMAN, "de")])
def test_boxes_are_called_as_on_the_board(said: Language, language: str) -> None:
    words = (ROOT / "web" / "src" / "games" / "nyet" / f"words.{language}.ts").read_text(encoding="utf-8")
    row = re.search(r"row: \{(.*?)\}", words, re.DOTALL)
    assert row
    assert dict(re.findall(r'(\w+): "([^"]+)"', row[1])) == said.rows
    assert list(said.rows) == list(ROWS)
    board = dict(re.findall(r'^  "?([\w-]+)"?: \["([^"]+)", "', words, re.MULTILINE))
    table = text_of(RULES / ("" if language == "en" else language) / "nyet.md")
    for box in DISCARD_RULES:
        assert f"| {board[box]} " in table, box
        assert said.words.get(box, box) == board[box]
    assert all(printed({"id": id}) in said.page.read_text(encoding="utf-8") for id in built_in())
