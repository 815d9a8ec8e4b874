"""What is added to the project needs nothing from the page: an edition in the package, and a game from outside."""

import re
import shutil
import tomllib
from collections.abc import Iterator
from os import pathsep
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.browsing import Guest
from tests.browser.player import NyetPlayer, Player
from tests.docs.pages import ROOT
from tests.support.servers import Served

pytestmark = pytest.mark.slow
FAST: dict[str, Any] = {"speed": "none"}
GARDEN = ROOT / "tests" / "docs" / "garden-2026.toml"
OUTSIDE = ROOT / "tests" / "third" / "outside"
CHARACTERS: list[str] = tomllib.loads(GARDEN.read_text(encoding="utf-8"))["first"]
PLAYERS = 3
VETOES = 2 + 2 + 2 + 2  # the boxes of each row but one; of the characters only three are played
HAND = 11
NUMBER = re.compile("[−-]?[0-9]+")


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose package has one more edition, and beside which a game is installed.

    It has no solver, as without the extra of that name: copied sources would be compiled anew.
    """
    place = tmp_path_factory.mktemp("added")
    shutil.copytree(ROOT / "src", place / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(GARDEN, place / "src" / "naysay" / "nyet" / "editions")
    (place / "src" / "sitecustomize.py").write_text('import sys\n\nsys.modules["numba"] = None\n', encoding="utf-8")
    server = Served(place / "data")
    server.environment = {"PYTHONPATH": pathsep.join([str(place / "src"), str(OUTSIDE)])}
    server.start()
    try:
        yield server
        assert server.complaints() == []
    finally:
        server.stop()


@pytest.fixture
def guest(browser: Browser, added: Served) -> Iterator[Guest]:
    found = Guest(browser, added.url, **FAST)
    found.arrive("Ada")
    yield found
    found.close()


def numbers(text: str) -> list[int]:
    return [int(number.replace("−", "-")) for number in NUMBER.findall(text)]


class GardenPlayer(NyetPlayer):
    """Plays to the end, and adds up every round as the file of the edition says: by the difference, doubled for one."""

    def __init__(self, page: Page, rng: Random) -> None:
        super().__init__(page, rng)
        self.rounds: list[list[int]] = []
        self.tricks: set[int] = set()

    def answer(self, text: str) -> str | None:
        if found := re.search(r"Trick [0-9]+ of ([0-9]+)", self.bar()):
            self.tricks.add(int(found[1]))
        if self.round_end().is_visible() and len(self.sheet()) > len(self.rounds):
            self.add_up()
        return super().answer(text)

    def bar(self) -> str:
        return " ".join(self.page.get_by_role("banner").all_inner_texts())  # the final standing has none

    def round_end(self) -> Locator:
        return self.page.locator("section.end")

    def sheet(self) -> list[list[int]]:
        """The rounds of the score sheet, by seat."""
        rows = self.round_end().get_by_role("table").locator("tbody tr")
        return [numbers(" ".join(row.locator("td .mark").all_inner_texts())) for row in rows.all()]

    def add_up(self) -> None:
        sides = [self.add_up_side(name) for name in ("Pebbles", "Bricks")]
        doubled = 0
        for (points, score, holder), (other, _, _) in (sides, sides[::-1]):
            assert score == max(0, points - other)
            if holder is not None:
                assert holder == 2 * score
                doubled += 1
        assert doubled == 1  # with three players somebody always has the bonus card
        more, less = sorted((points for points, _, _ in sides), reverse=True)
        note = self.round_end().get_by_text("for the side that has more")
        assert numbers(note.inner_text().replace(" − ", " ")) == [more, less]
        row = self.sheet()[-1]
        expected = {score * factor for _, score, _ in sides for factor in (1, 2)}
        assert set(row) <= expected
        self.rounds.append(row)

    def add_up_side(self, name: str) -> tuple[int, int, int | None]:
        """Points and score of a side, and what the holder of the bonus card gets if that is one of its players."""
        panel = self.round_end().get_by_role("region", name=name)
        units = 0
        for line in panel.get_by_role("listitem").all():
            tricks, loot = numbers(line.locator("[data-sum]").inner_text())
            assert numbers(line.locator(".result").inner_text()) == [tricks + loot]  # no unit counts double
            units += tricks + loot
        told, worth, points, score = numbers(panel.locator(".total").inner_text())
        assert told == units
        assert worth in (-9, 7, 11)
        assert points == units * worth
        note = panel.locator(".note")
        return points, score, numbers(note.inner_text().partition(": ")[2])[0] if note.count() else None


def test_an_edition_in_the_package(guest: Guest) -> None:
    page = guest.page
    guest.quick(game="nyet", edition="garden-2026", players=PLAYERS)
    bar = page.get_by_role("banner")
    expect(bar).to_contain_text("Round 1, to 40 points")
    expect(bar).to_contain_text(re.compile(f"Veto [1-3] of {VETOES}"))
    hand = page.get_by_role("group", name="Your hand").get_by_role("button")
    expect(hand).to_have_count(HAND)
    for card in [str(card.get_attribute("aria-label")) for card in hand.all()]:
        value = numbers(card)[0]
        assert value in (2, 5, 7, 9, 40, 99)
        assert ("loot" in card) == (value == 2), card
    player = GardenPlayer(page, Random("garden"))
    player.play_to_the_end()
    assert player.rounds
    assert player.tricks <= {HAND, HAND - 2}  # two-not-low discards two, and what is passed stays in play
    standing = page.get_by_role("list", name="Final standing").inner_text()
    totals = [sum(seat) for seat in zip(*player.rounds, strict=True)]
    assert max(totals) >= 40
    assert set(totals) <= set(numbers(standing))


def test_its_rounds_and_its_first_veto(guest: Guest) -> None:
    """Agreed by rounds it has those of its file, and the dealer's left neighbour lays the first veto."""
    page = guest.page
    guest.quick(game="nyet", edition="garden-2026", players=PLAYERS, options={"end": "rounds"})
    expect(page.get_by_role("banner")).to_contain_text("Round 1 of 3")
    player = NyetPlayer(page, Random("rounds"))
    while not page.get_by_role("button", name="Next round").is_visible():
        player.step()
    expect(page.locator(".deals")).to_contain_text(
        re.compile(r"(The dealer’s left neighbour lays the first veto|The table waits for your veto)\.")
    )
    expect(page.locator("section.end")).to_contain_text("Round 1 of 3")


def test_its_characters(guest: Guest) -> None:
    made = guest.context.request.post(
        f"{guest.url}/api/tables", data={"game": "nyet", "edition": "garden-2026", "players": PLAYERS}
    )
    assert made.ok, made.text()
    page = guest.page
    page.goto(f"/t/{made.json()['id']}")
    page.get_by_role("button", name="Sit in seat 1").click()
    choice = page.get_by_role("combobox", name="Character")
    expect(choice.locator("option")).to_have_text([re.compile(f"^{name}$", re.IGNORECASE) for name in CHARACTERS])
    choice.select_option(label="Dog")
    page.get_by_role("button", name="Fill with bots and start").click()
    board = page.get_by_role("group", name="The veto board")
    boxes = board.locator('[data-box^="first "]')
    expect(boxes).to_have_count(len(CHARACTERS))
    assert [str(box.get_attribute("data-box")).split()[1] for box in boxes.all()] == CHARACTERS
    expect(board.locator('[data-box="first dog"]')).to_have_attribute("aria-label", re.compile("^You "))


class NahPlayer(Player):
    """Takes the first move that the page offers."""

    def take_turn(self, text: str) -> str | None:
        if "Choose a move." not in text:
            return None
        moves = self.page.locator("[data-moves]").get_by_role("button")
        self.press(self.some(moves))
        return "move"


def test_a_game_from_outside(guest: Guest) -> None:
    page = guest.page
    guest.quick(game="nah", players=3, options={"deals": 2}, level="random")
    expect(page.get_by_role("group", name="What you see")).to_contain_text("Points")
    player = NahPlayer(page, Random("nah"))
    player.play_to_the_end()
    assert player.did.count("move") == 2 * 3
    rows = page.get_by_role("list", name="Final standing").get_by_role("listitem")
    expect(rows).to_have_count(3)
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator('[data-field="points"]').first).to_contain_text(re.compile("[0-9]"))
