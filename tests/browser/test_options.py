"""Every option of every game is on the form and in what was agreed, in both languages, for everybody with the link."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.browsing import SIZES, Guest
from tests.browser.conftest import Visit
from tests.browser.looking import overflowing, too_small, violations
from tests.browser.player import NyetPlayer

pytestmark = pytest.mark.slow
LANGUAGES = pytest.mark.parametrize(("language", "theme"), [("en-GB", "dark"), ("de-DE", "light")])
FAST = {"speed": "none"}
OTHER: dict[str, Any] = {"scoring": "difference", "bonus": "player", "supertrump": "own", "tricks": "last"}
CHANGED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "nyet": ({"edition": "iello-2015", "players": 3}, {**OTHER, "end": {"rounds": 7}}),
    "nope": ({"players": 3}, {"action_cards": "no", "extra_card": [0, 2], "max_turns": 60}),
}


def offered(guest: Guest) -> dict[tuple[str, str | None, int], set[str]]:
    """The options by game, edition and number of players, as the server describes them."""
    found: dict[tuple[str, str | None, int], set[str]] = {}
    for game in guest.context.request.get(f"{guest.url}/api/games").json():
        for edition in game["editions"] or [{"id": None, "options": game["options"]}]:
            for option in edition["options"]:
                for players in option["players"]:
                    found.setdefault((game["id"], edition["id"], players), set()).add(option["id"])
    return found


def shown(place: Page | Locator) -> dict[str, str]:
    """The options that can be seen, with their words."""
    lines = place.locator("[data-option]")
    return {str(line.get_attribute("data-option")): line.inner_text() for line in lines.all() if line.is_visible()}


def worded(text: str) -> bool:
    """Said by a dictionary: what none knows begins with its id, which is in small letters."""
    return text[:1].isupper() and "_" not in text


def choose(page: Page, game: str, edition: str | None, players: int) -> None:
    """The form of a new table for this game."""
    page.goto("/new")
    page.get_by_role("radio", name=re.compile("Nyet" if game == "nyet" else "Nope")).check(force=True)
    if edition:
        page.get_by_role("radio", name=edition[-4:]).check(force=True)
    count = page.locator(".count")
    while int(count.inner_text()) != players:
        count.get_by_role("button").nth(int(int(count.inner_text()) < players)).click()
    page.locator("#main details summary").click()


def make(guest: Guest, **wanted: Any) -> str:
    answer = guest.context.request.post(f"{guest.url}/api/tables", data=wanted)
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def agreed_at(guest: Guest, id: str) -> dict[str, Any]:
    found: dict[str, Any] = guest.context.request.get(f"{guest.url}/api/tables/{id}/invitation").json()["agreed"]
    return found


@LANGUAGES
def test_every_option_is_on_the_form(visit: Visit, language: str, theme: str) -> None:
    guest = visit(language=language, theme=theme)
    page = guest.page
    for (game, edition, players), options in offered(guest).items():
        choose(page, game, edition, players)
        lines = shown(page)
        assert set(lines) == options, (game, edition, players)
        assert [id for id, text in lines.items() if not worded(text)] == []
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert overflowing(page) == [], width
        assert too_small(page) == [], width
    assert violations(page) == []


@LANGUAGES
@pytest.mark.parametrize("game", CHANGED)
def test_whoever_has_the_link_reads_all_of_it_before_saying_a_name(
    visit: Visit, language: str, theme: str, game: str
) -> None:
    host, stranger = visit(), visit(language=language, theme=theme, size="360x640")
    host.arrive("Ada")
    wanted, options = CHANGED[game]
    id = make(host, game=game, options=options, **wanted)
    agreed = agreed_at(host, id)
    assert {key: agreed[key] for key in options} == options

    page = stranger.page
    page.goto(f"/t/{id}")
    page.locator("#main [data-option]").first.wait_for()
    before = shown(page.locator("#main"))
    assert set(before) == set(agreed)
    assert violations(page) == []
    assert overflowing(page) == []
    assert stranger.context.cookies() == [], "nobody became a guest by reading"

    page.locator("#main form button").click()
    page.locator("ol li").first.wait_for()
    if page.locator("details[open]").count() == 0:
        page.locator("details summary").click()
    inside = shown(page.locator("details"))
    assert inside == before
    tag = "changed" if language == "en-GB" else "geändert"
    assert {id for id, text in inside.items() if tag in text} == set(options)
    assert [id for id, text in inside.items() if not worded(text)] == []
    if game == "nope":
        note = "starts with 8 cards" if language == "en-GB" else "fängt mit 8 Karten an"
        assert [note in seat.inner_text() for seat in page.locator("ol li").all()] == [True, False, True]


def test_a_dead_link_says_so_before_asking_for_a_name(visit: Visit) -> None:
    stranger = visit()
    stranger.page.goto("/t/nowhere-at-all")
    expect(stranger.page.get_by_text("There is no table at this link.")).to_be_visible()
    expect(stranger.page.get_by_role("textbox")).to_have_count(0)
    assert stranger.context.cookies() == []


def test_a_number_that_cannot_be_is_told_at_its_field(visit: Visit) -> None:
    guest = visit(size="360x640")
    page = guest.page
    choose(page, "nyet", "iello-2015", 4)
    field = page.get_by_label("Ends after: how many")
    expect(field).to_have_value("8")
    for wrong in ("0", "31", "-1", "2.5", "three", ""):
        field.fill(wrong)
        expect(field).to_have_attribute("aria-invalid", "true")
        line = page.locator("[data-option=end]")
        expect(line.get_by_role("alert")).to_have_text("Please write a whole number from 1 to 30.")
    page.get_by_label("Scoring").focus()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(field).to_be_focused()
    expect(page.locator(".end").get_by_role("alert")).to_have_text("One of the numbers is not possible yet.")
    assert page.url.endswith("/new")
    field.fill("3")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_text("Round 1 of 3").first).to_be_visible()


def test_options_reach_the_table_and_are_remembered(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    choose(page, "nope", None, 3)
    page.get_by_label("Action cards").select_option("left out")
    page.get_by_role("checkbox", name="Seat 3").check(force=True)
    page.get_by_label("Turn limit", exact=True).select_option("turns")
    page.get_by_label("Turn limit: how many").fill("73")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")
    expected = {"action_cards": "no", "extra_card": [2], "max_turns": 73}
    assert agreed_at(guest, page.url.rsplit("/", 1)[-1]) == expected
    page.goto("/new")
    summary = page.locator("#main details summary")
    expect(summary).to_contain_text("Action cards: left out · Turn limit: 73 turns · Start with 8 cards: Seat 3")
    page.get_by_role("button", name="One player fewer").click()
    expect(summary).not_to_contain_text("Seat 3")
    page.get_by_role("radio", name=re.compile("Nyet")).check(force=True)
    expect(summary).to_contain_text("as in the box")
    page.get_by_label("Ends after", exact=True).select_option("points")
    expect(page.get_by_label("Ends after: how many")).to_have_value("100")
    page.get_by_label("Ends after: how many").fill("0")
    message = page.locator("[data-option=end]").get_by_role("alert")
    expect(message).to_have_text("Please write a whole number, 1 or more.")


def test_only_the_last_trick_is_shown_where_that_was_agreed(visit: Visit) -> None:
    guest = visit(**FAST)
    guest.arrive("Ada")
    options = {"end": {"target": 1}, "tricks": "last"}
    guest.quick(game="nyet", players=2, edition="amigo-2007", options=options)
    NyetPlayer(guest.page, Random("last")).play_to_the_end()
    guest.page.reload()
    guest.page.get_by_role("button", name="Look at the table").click()
    guest.page.get_by_role("button", name="Last trick").click()
    sheet = guest.page.get_by_role("dialog", name="Last trick")
    expect(sheet.get_by_role("listitem")).to_have_count(2)
    last = re.search(r"Trick (\d+) of (\d+)", sheet.inner_text())
    assert last
    assert last[1] == last[2]
    expect(sheet.get_by_role("button", name=re.compile("Earlier|Later"))).to_have_count(0)
    expect(sheet.get_by_text("The others stay face down: so it was agreed.")).to_be_visible()


def test_a_character_is_chosen_with_the_seat(visit: Visit) -> None:
    """Against bots on the form, among people at the table; the board knows whose box is whose."""
    guest = visit()
    page = guest.page
    choose(page, "nyet", "iello-2015", 4)
    page.get_by_label("Characters").select_option("Crane")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")
    assert agreed_at(guest, page.url.rsplit("/", 1)[-1])["characters"] == ["crane", "wolf", "eagle", "tiger"]
    board = page.get_by_role("group", name="The veto board")
    expect(board.get_by_role("button", name=re.compile("^You play first"))).to_have_count(1)
    boxes = [str(box.get_attribute("aria-label") or box.inner_text()) for box in board.get_by_role("button").all()]
    assert boxes[4].startswith("You play first"), boxes[:5]
    assert "nobody plays it" in boxes[0]


def test_nobody_takes_a_character_that_another_has_chosen(visit: Visit) -> None:
    ada, ben = visit(), visit(size="390x844", language="de-DE")
    ada.arrive("Ada")
    id = make(ada, game="nyet", edition="iello-2015", players=3)
    for guest, seat in ((ada, 0), (ben, 1)):
        guest.page.goto(f"/t/{id}")
        if guest is ben:
            guest.page.locator("#main form button").click()
        guest.page.locator("ol li").nth(seat).get_by_role("button").first.click()
    mine, yours = ada.page.get_by_label("Your character"), ben.page.get_by_label("Deine Figur")
    expect(mine).to_have_value("Bear")
    expect(yours).to_have_value("Wolf")
    mine.select_option("Eagle")
    expect(yours.get_by_role("option")).to_have_text(["Bär", "Wolf", "Tiger", "Kranich"])
    yours.select_option("Bär")
    expect(mine.get_by_role("option")).to_have_text(["Wolf", "Eagle", "Tiger", "Crane"])
    expect(ada.page.locator("[data-option=characters]")).to_contain_text("Characters: eagle, bear, and wolf")
