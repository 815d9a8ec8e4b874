"""What people at a table ask of each other: a seat, a pause, the end; and what is offered when one no longer plays."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from naysay.server.settings import DATABASE
from naysay.server.storage.database import open_engine, url_of
from naysay.server.storage.writer import Append, Member, write_appends
from naysay.server.table.entries import decode, encode
from naysay.server.table.live import about_of
from naysay.server.table.state import fold
from tests.browser.browsing import Guest
from tests.browser.company import Company, company
from tests.browser.conftest import Visit
from tests.browser.looking import violations
from tests.browser.staging import STILL, show
from tests.support.servers import Served
from tests.support.story import ANN, bots_left

pytestmark = pytest.mark.slow


def notice(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.get_by_role("complementary", name="Notices").get_by_text(text)).to_be_visible()


def gone(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.get_by_role("complementary", name="Notices").get_by_text(text)).to_have_count(0)


def press(page: Page, name: str) -> None:
    page.get_by_role("complementary", name="Notices").get_by_role("button", name=name, exact=True).click()


def menu(page: Page, name: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog", name="Menu").get_by_role("button", name=name).click()


def quick(host: Guest, visitor: Guest, **wanted: object) -> str:
    """A game of the host against bots, and somebody who looks at it."""
    host.arrive("Ada")
    visitor.arrive("Zoe")
    id = host.quick(level="random", **wanted)
    visitor.page.goto(f"/t/{id}")
    return id


def test_a_seat_is_asked_for_and_given(visit: Visit) -> None:
    host, visitor = visit(size="390x844"), visit(language="en-GB", theme="light")
    quick(host, visitor, game="nyet", players=3, pace=10)
    menu(visitor.page, "Ask to play instead of Mira")
    notice(visitor.page, "You asked to play instead of Mira. Waiting for Ada.")
    notice(host.page, "Zoe would like to play instead of Mira.")
    assert violations(host.page) == []
    assert violations(visitor.page) == []
    press(host.page, "Not now")
    expect(visitor.page.get_by_role("alert").get_by_text("They say: not now.")).to_be_visible()
    menu(visitor.page, "Ask to play instead of Mira")
    button = host.page.get_by_role("button", name="Accept")
    button.focus()
    host.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("group", name="Your hand")).to_be_visible()
    gone(visitor.page, "You asked to play")


def test_a_request_is_taken_back(visit: Visit) -> None:
    host, visitor = visit(), visit(size="360x640")
    quick(host, visitor, game="nope", players=3, pace=10)
    menu(visitor.page, "Ask to play instead of Otto")
    notice(host.page, "Zoe would like to play instead of Otto.")
    press(visitor.page, "Take that back")
    gone(host.page, "Zoe would like")


def test_a_seat_that_was_left_is_taken_back_and_keeps_its_name(visit: Visit) -> None:
    host, visitor = visit(), visit()
    quick(host, visitor, game="nyet", players=3, pace=10)
    menu(host.page, re.compile("^Leave to a bot"))
    notice(host.page, "A bot plays for you.")
    visitor.page.get_by_role("button", name="Menu").click()
    sheet = visitor.page.get_by_role("dialog", name="Menu")
    expect(sheet.get_by_text("bot for Ada")).to_be_visible()
    expect(sheet.get_by_role("button", name=re.compile("^Ask to play"))).to_have_count(0)  # nobody could agree
    press(host.page, "Take your seat back")
    expect(host.page.get_by_role("group", name="Your hand")).to_be_visible()
    expect(sheet.get_by_role("button", name=re.compile("^Ask to play"))).to_have_count(2)


def test_what_is_refused_is_said_in_the_sheet_that_is_open(visit: Visit) -> None:
    ada = visit(size="844x390")
    ada.arrive("Ada")
    ada.quick(game="nyet", players=3, level="random", pace=10)
    ada.page.get_by_role("button", name="Chat").click()
    sheet = ada.page.get_by_role("dialog", name="Chat")
    for number in range(8):  # more than anybody may write at once
        sheet.get_by_role("textbox").fill(f"line {number}")
        sheet.get_by_role("textbox").press("Enter")
    said = sheet.get_by_role("alert").get_by_text(re.compile("fast"))
    expect(said).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("alert").get_by_text(re.compile("fast"))).to_be_visible()


@contextmanager
def three(guest: Guest) -> Iterator[Company]:
    with company(guest, 3, game="nyet", edition="iello-2015") as table:
        show(table)
        yield table


def test_a_pause_is_asked_for_and_every_tap_says_that_it_is_one(visit: Visit) -> None:
    ada = visit(size="360x640", **STILL)
    ada.arrive("Ada")
    with three(ada) as table:
        page = ada.page
        menu(page, re.compile("^Ask for a pause"))
        notice(page, "You asked for a pause. Waiting for Ben and Cleo.")
        table.chairs[1].ask("pause", on=False)
        expect(page.get_by_role("alert").get_by_text("no pause now")).to_be_visible()
        table.chairs[1].ask("pause", on=True)
        notice(page, "Ben would like a pause.")
        assert violations(page) == []
        press(page, "Not now")
        gone(page, "Ben would like a pause.")
        for chair in table.chairs[1:]:
            chair.ask("pause", on=True)
        press(page, "Agree")
        notice(page, re.compile("^Paused"))
        for box in page.locator("[data-box]").all()[-3:]:
            box.click(force=True)
            expect(page.get_by_role("alert").get_by_text("The game is paused.")).to_be_visible()
            page.get_by_role("button", name="Close the message").click()
        press(page, "Go on playing")
        gone(page, re.compile("^Paused"))


def put_bots_alone(server: Served, guest: Guest) -> str:
    """A game of Nope! in which the guest is out and bots are still in, as it is stored."""
    story = bots_left(pace=10_000)
    cookie = next(one["value"] for one in guest.context.cookies() if one["name"].endswith("naysay"))
    person = cookie.rsplit(".", 1)[0]
    log = [replace(one, entry=decode(encode(one.entry).replace(f'"{ANN}"', f'"{person}"'))) for one in story.log]
    state, members = fold(log), [Member(person, "Ada")]
    about = about_of("bots-alone", state, {person: members[0]}, log[-1].at, log[0].at)
    append = Append("bots-alone", log, (), state.dues(), members, about)
    with open_engine(url_of(server.data / DATABASE), writes=True).begin() as connection:
        write_appends(connection, [append])
    return append.table


def test_when_only_bots_are_still_in_they_finish_quickly(visit: Visit, server: Served) -> None:
    ada = visit(**STILL)
    ada.arrive("Ada")
    ada.page.goto(f"/t/{put_bots_alone(server, ada)}")
    notice(ada.page, "Only bots are still in.")
    assert violations(ada.page) == []
    press(ada.page, "Finish quickly")
    expect(ada.page.get_by_text(re.compile("share the win|wins")).last).to_be_visible(timeout=60_000)
