"""The page shows one moment: what can be seen and what can be played belong together."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import Guest
from tests.browser.company import Company, company
from tests.browser.conftest import Visit
from tests.browser.staging import keeping, last_card, show

pytestmark = pytest.mark.slow
UNTIL_TAPPED: dict[str, Any] = {"trickSeconds": 0, "speed": "normal"}
LIVE = re.compile("can(not)? be played")


def hand(page: Page) -> Any:
    return page.get_by_role("group", name="Your hand").get_by_role("button")


def full_trick(page: Page) -> None:
    expect(page.locator("#main .place.filled")).to_have_count(3)
    expect(page.get_by_text(re.compile("takes? it with")).last).to_be_visible()


@pytest.fixture
def held(visit: Visit) -> Iterator[tuple[Guest, Company]]:
    """A finished trick lies on the guest's page; the next is under way, and the guest is to follow in it."""
    guest = visit(motion="no-preference", **UNTIL_TAPPED)
    guest.arrive("Ada")
    choose = keeping(Random("held"), points="3")
    with company(guest, 3, game="nyet", names=("Ben", "Cleo")) as table:
        for _ in range(200):
            while not last_card(table) or len(table.view["hand"]) < 3:
                table.step(choose)
            show(table)
            table.step(choose)
            full_trick(guest.page)
            while 0 not in table.view["to_act"]:
                table.step(choose)
            if table.view["trick"]:
                yield guest, table
                return
        raise AssertionError("the guest took every trick")


def moves_of(guest: Guest, table: Company) -> int:
    history = guest.context.request.get(f"{guest.url}/api/tables/{table.id}/history").json()
    return sum(1 for entry in history["entries"] if entry["kind"] == "acted" and entry["seat"] == 0)


def test_while_a_trick_lies_there_nothing_of_the_next_is_shown(held: tuple[Guest, Company]) -> None:
    guest, table = held
    page = guest.page
    number = len(table.view["taken"])
    page.wait_for_timeout(100)
    full_trick(page)
    assert not [label for card in hand(page).all() if LIVE.search(label := card.get_attribute("aria-label") or "")]
    assert "Your turn" not in page.title()
    expect(page.locator("header.bar")).to_contain_text(f"Trick {number} of")
    page.keyboard.press("Escape")
    expect(page.get_by_text("Your turn.").last).to_be_visible()
    assert "Your turn" in page.title()
    expect(page.locator("header.bar")).to_contain_text(f"Trick {number + 1} of")
    assert all(LIVE.search(card.get_attribute("aria-label") or "") for card in hand(page).all())


@pytest.mark.parametrize("way", ["click", "double", "Enter"])
def test_a_tap_on_the_hand_shows_the_table_and_plays_nothing(held: tuple[Guest, Company], way: str) -> None:
    guest, table = held
    page = guest.page
    played = moves_of(guest, table)
    cards = hand(page).count()
    if way == "Enter":
        hand(page).first.focus()
        page.keyboard.down("Enter")
        page.keyboard.down("Enter")  # held
        page.keyboard.up("Enter")
    else:
        hand(page).first.click(position={"x": 10, "y": 16}, click_count=2 if way == "double" else 1)
    expect(page.get_by_text("Your turn.").last).to_be_visible()
    assert moves_of(guest, table) == played
    assert hand(page).count() == cards
    for card in hand(page).all():
        if "can be played" in (card.get_attribute("aria-label") or ""):
            card.click(position={"x": 10, "y": 16})
            break
    expect(hand(page)).to_have_count(cards - 1)


def test_a_sweep_that_has_begun_goes_on(held: tuple[Guest, Company]) -> None:
    """However often somebody presses: by the page's own time, which the test moves."""
    page = held[0].page
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    full_trick(page)
    go_on = page.get_by_role("button", name="Go on")
    go_on.click()
    for _ in range(4):
        page.clock.run_for(120)
        if go_on.is_visible():
            go_on.dispatch_event("click")
    assert not go_on.is_visible()
    page.clock.resume()
    expect(page.get_by_text("Your turn.").last).to_be_visible()


def test_what_is_pressed_is_what_was_there(visit: Visit) -> None:
    """The turn comes between pressing and letting go: that click was not meant for it."""
    guest = visit(**UNTIL_TAPPED)
    guest.arrive("Ada")
    page = guest.page
    choose = keeping(Random("pressed"), points="3")
    with company(guest, 3, game="nyet", names=("Ben", "Cleo")) as table:
        while table.view["phase"] != "play" or len(table.view["trick"]) != 1 or table.view["to_act"] != [2]:
            table.step(choose)
        show(table)
        box = hand(page).first.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 8, box["y"] + 12)
        page.mouse.down()
        table.step(choose)
        assert table.view["to_act"] == [0]
        page.wait_for_timeout(50)
        assert not LIVE.search(hand(page).first.get_attribute("aria-label") or "")
        played = moves_of(guest, table)
        page.mouse.up()
        expect(page.get_by_text("Your turn.").last).to_be_visible()
        assert moves_of(guest, table) == played


def test_a_refused_move_is_shown_once_and_sounds_once(visit: Visit) -> None:
    guest = visit(**UNTIL_TAPPED, sounds=True)
    guest.arrive("Ada")
    page = guest.page
    page.add_init_script("""
      window.notes = 0;
      window.said = 0;
      const create = BaseAudioContext.prototype.createOscillator;
      BaseAudioContext.prototype.createOscillator = function () { window.notes += 1; return create.call(this); };
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (text) {
        if (text.includes('"move"')) text = text.replace(/"seq":\\d+/, '"seq":0');  // as if nothing had been seen
        return send.call(this, text);
      };
    """)
    choose = keeping(Random("refused"), points="3")
    with company(guest, 3, game="nyet", names=("Ben", "Cleo")) as table:
        while table.view["phase"] != "play" or table.view["to_act"] != [0]:
            table.step(choose)
        show(table)
        page.evaluate("""new MutationObserver((all) => {
          for (const one of all) for (const node of one.addedNodes) if (node.nodeType === 1) window.said += 1;
        }).observe(document.querySelector("[role=alert]"), {childList: true})""")
        page.get_by_role("button", name=re.compile(", can be played")).first.click(position={"x": 10, "y": 16})
        expect(page.get_by_role("alert")).to_contain_text("The table has moved on")
        page.wait_for_timeout(100)
        assert page.evaluate("[window.said, window.notes]") == [1, 2]  # "no" has two notes
