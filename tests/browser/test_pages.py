"""The pages around the tables: what a newcomer sees and can do, in both languages and at every size."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import SIZES, Guest
from tests.browser.conftest import Visit
from tests.browser.looking import colliding, overflowing, resize, scrolls, too_small, violations

pytestmark = pytest.mark.slow
PAGES = ("/", "/new", "/settings", "/rules/nyet", "/rules/editions", "/games", "/continue", "/nowhere")


def ready(page: Page) -> None:
    page.get_by_role("heading", level=1).first.wait_for()
    page.evaluate("document.fonts.ready")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_every_page_is_accessible_and_fits(visit: Visit, language: str, theme: str) -> None:
    guest = visit(language=language, theme=theme)
    page = guest.page
    for path in PAGES:
        page.goto(path)
        ready(page)
        assert page.locator("html").get_attribute("lang") == language[:2]
        assert violations(page) == [], path
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert overflowing(page) == [], (path, width)
            assert too_small(page) == [], (path, width)


@pytest.mark.parametrize(("language", "theme"), [("en-GB", "dark"), ("de-DE", "light")])
@pytest.mark.parametrize(("game", "players"), [("nyet", 5), ("nope", 6)])
def test_a_table_that_waits_is_accessible_and_fits(
    visit: Visit, language: str, theme: str, game: str, players: int
) -> None:
    guest = visit(language=language, theme=theme)
    guest.arrive("Ada")
    answer = guest.context.request.post(f"{guest.url}/api/tables", data={"game": game, "players": players})
    page = guest.page
    page.goto(f"/t/{answer.json()['id']}")
    seats = page.locator("ol li")
    seats.first.get_by_role("button").first.click()
    seats.nth(1).get_by_role("button").last.click()
    seats.nth(1).get_by_role("combobox").wait_for()
    assert violations(page) == []
    for size, pixels in SIZES.items():
        resize(page, pixels)
        assert overflowing(page) == [], size
        assert too_small(page) == [], size
        if pixels[0] >= 1280:
            assert colliding(page, "ol li, h1, .start, .panel.invite, details") == [], size
            assert not scrolls(page)


def test_text_at_twice_its_size_stays_readable(visit: Visit) -> None:
    guest = visit(size="1280x800", language="de-DE")
    page = guest.page
    for path in ("/", "/new", "/settings"):
        page.goto(path)
        ready(page)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert overflowing(page) == [], path


def test_two_clicks_to_a_game(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    page.goto("/")
    expect(page).to_have_title(re.compile("Everybody at this table says no"))
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("group", name="The veto board")).to_be_visible()
    expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(12)


def test_the_last_choices_are_remembered(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    page.goto("/new")
    page.get_by_role("radio", name="1997").check(force=True)
    page.get_by_role("button", name="One player fewer").click()
    expect(page.get_by_role("button", name="One player fewer")).to_be_disabled()
    page.get_by_label("Hints").select_option("for nobody")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("region", name="At the table").get_by_role("listitem")).to_have_count(3)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.goto("/")
    expect(page.get_by_text("Nyet!, you and 2 bots.")).to_be_visible()


def test_settings_hold_at_once_and_after_a_reload(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    page.goto("/settings")
    page.get_by_role("radio", name="light").check(force=True)
    assert page.locator("html").get_attribute("data-theme") == "light"
    page.get_by_role("switch", name="Sounds").click()
    page.get_by_label("Language").select_option("Deutsch")
    expect(page.get_by_role("heading", level=1)).to_have_text("Einstellungen")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Einstellungen")
    expect(page.get_by_role("switch", name="Töne")).to_be_checked()
    assert page.locator("html").get_attribute("data-theme") == "light"


def test_a_rule_has_an_address(visit: Visit) -> None:
    guest = visit()
    guest.page.goto("/rules/nyet#r6-3")
    expect(guest.page.locator(".meant")).to_contain_text("6.3")
    expect(guest.page.locator(".meant")).to_be_in_viewport()


def private_link(guest: Guest) -> str:
    guest.page.goto("/settings")
    guest.page.get_by_role("button", name="Make the link").click()
    return guest.page.get_by_label("Continue on another device").input_value()


def test_continue_on_another_device(visit: Visit) -> None:
    here, there = visit(), visit(size="390x844")
    here.arrive("Ada")
    link = private_link(here)
    there.page.goto(link)
    expect(there.page.get_by_role("heading", name="Continue as Ada?")).to_be_visible()
    assert "#" not in there.page.url
    assert there.context.request.get(f"{there.url}/api/me").status == 204, "nobody is anybody before they said so"
    there.page.get_by_role("button", name="Continue as Ada").click()
    expect(there.page.get_by_text("You are Ada, here as well.")).to_be_visible()
    there.page.goto(link)
    there.page.reload()
    expect(there.page.get_by_text("This link was used already")).to_be_visible()
    assert all("status of 401" in one for one in there.complaints), "the browser notes what the server refused"
    there.complaints.clear()


@pytest.mark.attack
def test_a_link_of_somebody_else_is_asked_about_and_can_be_taken_back(visit: Visit) -> None:
    eve, ada = visit(), visit(size="360x640", language="de-DE", theme="light")
    eve.arrive("Eve")
    ada.arrive("Ada")
    link = private_link(eve)
    page = ada.page
    page.goto(link)
    expect(page.get_by_role("heading", name="Als Eve weiterspielen?")).to_be_visible()
    expect(page.get_by_text("Jetzt bist du Ada.")).to_be_visible()
    assert violations(page) == []
    assert overflowing(page) == []
    page.get_by_role("button", name="Ada bleiben").click()
    expect(page.get_by_text("Es hat sich nichts geändert.")).to_be_visible()
    assert ada.context.request.get(f"{ada.url}/api/me").json()["name"] == "Ada"
    page.goto("/")
    page.goto(link)
    page.get_by_role("button", name="Als Eve weiterspielen").click()
    expect(page.get_by_text("Du bist Eve, jetzt auch hier.")).to_be_visible()
    page.goto("/settings")
    page.get_by_role("button", name="Wieder Ada sein").click()
    expect(page.get_by_role("button", name="Wieder Ada sein")).to_have_count(0)
    assert ada.context.request.get(f"{ada.url}/api/me").json() == {"name": "Ada", "bot": False}


def test_nothing_is_fetched_from_elsewhere(visit: Visit) -> None:
    guest = visit()
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/new", "/rules/nope"):
        guest.page.goto(path)
        ready(guest.page)
    assert asked
    assert [url for url in asked if not url.startswith((guest.url, "data:"))] == []
