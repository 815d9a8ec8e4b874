"""Shuffles checked in the browser: with notes and without, by a spectator, and in a record that was tampered with."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.browsing import THEMES, Guest, Theme
from tests.browser.company import company
from tests.browser.conftest import Visit
from tests.browser.looking import overflowing, too_small, violations
from tests.browser.player import NopePlayer
from tests.browser.staging import nope_choice

pytestmark = pytest.mark.slow
FAST: dict[str, Any] = {"trickSeconds": 0.05, "speed": "none"}
Change = Callable[[dict[str, Any]], None]


def against_bots(guest: Guest) -> None:
    """A short game of Nope! as somebody begins it who opens the page; over when this is done."""
    page = guest.page
    choices = {"game": "nope", "players": 2, "others": ["steady"], "options": {"nope": {"max_turns": 4}}}
    stored = json.dumps(json.dumps(choices))
    page.add_init_script(f"localStorage.setItem('naysay.table', {stored})")
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    NopePlayer(page, Random("shuffles")).play_to_the_end()


def opened(page: Page) -> Locator:
    """The panel, one tap from the final standing, with its verdict."""
    page.get_by_role("button", name="Shuffles").click()
    panel = page.get_by_role("dialog", name="Shuffles")
    expect(panel.locator("[data-verdict]")).to_be_visible()
    return panel


def states(panel: Locator) -> dict[str, list[str]]:
    """What is said of the seal, the bytes and each deck."""
    found: dict[str, list[str]] = {}
    for row in panel.locator("[data-check]").all():
        name, state = (str(row.get_attribute(f"data-{what}")) for what in ("check", "state"))
        found.setdefault(name, []).append(state)
    return found


def tampered(page: Page, change: Change) -> None:
    """Give the page another record from now on than the server's."""

    def answer(route: Route) -> None:
        record = json.loads(route.fetch().text())
        change(record)
        route.fulfill(json=record)

    page.route("**/api/tables/*/record", answer)


def swap_two(record: dict[str, Any]) -> None:
    deck = record["shuffles"][0].split(" ")
    other = next(place for place, card in enumerate(deck) if card != deck[0])
    deck[0], deck[other] = deck[other], deck[0]
    record["shuffles"][0] = " ".join(deck)


def other_seed(record: dict[str, Any]) -> None:
    record["fair"]["seed"] = "00" * 32


def other_bytes(record: dict[str, Any]) -> None:
    record["fair"]["contributions"][0] = "00" * 16


def without_fair(record: dict[str, Any]) -> None:
    del record["fair"]


def test_a_game_against_bots_is_checked_with_what_this_browser_noted(visit: Visit) -> None:
    guest = visit(size="360x640", **FAST)
    guest.arrive("Ada")
    against_bots(guest)
    page = guest.page
    panel = opened(page)
    found = states(panel)
    assert (found["seal"], found["own"], found["others"]) == (["holds"], ["holds"], ["holds"])
    assert found["deck"][0] == "holds"
    expect(panel.locator("[data-verdict=fine]")).to_contain_text("This page has computed it itself.")
    expect(panel.get_by_text("Seal noted at")).to_be_visible()
    expect(panel.get_by_text("when the cards had been dealt already")).to_be_visible()
    expect(panel.get_by_text("Your bytes are in it")).to_be_visible()

    show = panel.get_by_role("button", name="Deck 1")
    show.click()
    expect(show).to_have_attribute("aria-expanded", "true")
    expect(panel.get_by_role("list", name="The cards of deck 1").get_by_role("listitem")).to_have_count(104)
    assert violations(page) == []
    assert overflowing(page) == []
    assert too_small(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Shuffles")).to_be_focused()

    page.evaluate("localStorage.removeItem('naysay.seals')")
    page.reload()
    panel = opened(page)
    assert states(panel) == {**found, "seal": ["open"], "own": ["open"], "others": ["open"]}
    expect(panel.locator("[data-verdict=fine]")).to_be_visible()
    expect(panel.get_by_text("Checked, but this browser did not note the seal at the time.")).to_be_visible()


@pytest.mark.parametrize(
    ("change", "failing", "says"),
    [
        (swap_two, ["deck"], "does not follow from the seal and the bytes"),
        (other_seed, ["seal", "deck"], "is not the one that was sealed"),
        (other_bytes, ["own", "deck"], "Your bytes are not in it"),
    ],
)
def test_a_record_that_was_tampered_with(visit: Visit, change: Change, failing: list[str], says: str) -> None:
    guest = visit(**FAST)
    guest.arrive("Ada")
    against_bots(guest)
    tampered(guest.page, change)
    panel = opened(guest.page)
    found = states(panel)
    assert [name for name in found if "fails" in found[name]] == failing
    expect(panel.locator("[data-verdict=wrong]")).to_contain_text("Something is wrong here.")
    expect(panel.locator("[data-state=fails]").get_by_text(says).first).to_be_visible()
    assert violations(guest.page) == []


def test_a_record_that_says_nothing_or_does_not_come(visit: Visit) -> None:
    guest = visit(**FAST)
    guest.arrive("Ada")
    against_bots(guest)
    page = guest.page
    tampered(page, without_fair)
    page.get_by_role("button", name="Shuffles").click()
    expect(page.get_by_text("The record tells nothing about its shuffles")).to_be_visible()
    page.keyboard.press("Escape")
    page.unroute("**/api/tables/*/record")
    page.route("**/api/tables/*/record", lambda route: route.fulfill(status=502, body="no"))
    page.get_by_role("button", name="Shuffles").click()
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    page.unroute("**/api/tables/*/record")
    guest.complaints.clear()  # the browser has told of the 502
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-verdict=fine]")).to_be_visible()


@pytest.mark.parametrize("theme", THEMES)
def test_a_spectator_in_german(visit: Visit, theme: Theme) -> None:
    """People play; whoever watches sees the seal, and that no bytes of theirs are in it."""
    rng = Random(3)
    playing = visit()
    playing.arrive("Ada")
    watching = visit(language="de-DE", size="844x390", theme=theme)
    watching.arrive("Wim")
    with company(playing, 3, lambda id: "0b" * 16, game="nope", options={"max_turns": 6}) as table:
        watching.page.goto(f"/t/{table.id}")
        watching.page.locator("#main [data-phase]").wait_for()
        while table.view["phase"] != "over":
            table.step(nope_choice(rng))
    page = watching.page
    page.reload()
    page.get_by_role("button", name="Mischungen").click()
    panel = page.get_by_role("dialog", name="Mischungen")
    expect(panel.get_by_text("1 von 1 Stapel folgt aus dem Siegel.")).to_be_visible()
    assert states(panel) == {"seal": ["holds"], "own": ["open"], "others": ["holds"], "deck": ["holds"]}
    expect(panel.get_by_text("Wer zuschaut, gibt keine dazu.")).to_be_visible()
    expect(panel.get_by_text("Bytes von Cleo sind dabei")).to_be_visible()
    assert violations(page) == []
    assert overflowing(page) == []


def test_a_whole_table_of_people_and_its_rematch(visit: Visit) -> None:
    """Who sits down in the lobby sees the seal before the first card; in the rematch bytes are added, too."""
    guest = visit(**FAST)
    guest.arrive("Ada")
    page = guest.page
    made = guest.context.request.post(
        f"{guest.url}/api/tables",
        data={"game": "nope", "players": 2, "bots": {"1": "random"}, "pace": 0, "options": {"max_turns": 6}},
    )
    page.goto(f"/t/{made.json()['id']}")
    page.get_by_role("button", name="Sit in seat 1").click()
    for _ in range(2):
        page.get_by_role("button", name="Start the game").click()
        NopePlayer(page, Random("rematch")).play_to_the_end()
        panel = opened(page)
        assert set(states(panel)) == {"seal", "own", "others", "deck"}
        assert {state for row in states(panel).values() for state in row} == {"holds"}
        expect(panel.get_by_text("before the first card")).to_be_visible()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Rematch").click()
        expect(page.get_by_role("button", name="Start the game")).to_be_visible()
