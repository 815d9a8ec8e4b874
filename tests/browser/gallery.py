"""What the phases alone do not show: sheets, other companies and editions, lifted cards, a question why not."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.browser.browsing import Guest
from tests.browser.company import Choice, Company, company
from tests.browser.staging import Scenes, keeping, nope_choice, show

LONG_NAMES = ("Maximilian", "Anne-Sophie", "Bo", "Konstantin", "Giovanna")
NYET_TABLES = (("iello-2015", 2), ("iello-2015", 3), ("iello-2015", 4), ("amigo-2007", 5), ("goldsieber-1997", 4))
NOPE_TABLES = (2, 3, 5, 6)
SHEETS = {"m": "menu", "c": "chat", "?": "keys", "h": "hints"}
Wanted = Callable[[dict[str, Any]], bool]


def sheets(guest: Guest) -> Scenes:
    """Everything that opens over a table, and a cut line."""
    page = guest.page
    guest.quick(game="nyet", players=4)
    page.locator("[data-box][aria-disabled=false]").first.wait_for()
    for key, name in SHEETS.items():
        page.keyboard.press(key)
        page.locator("dialog[open]").wait_for()
        if key == "h":
            page.locator("dialog[open] ol li").first.wait_for()
        yield f"sheet-{name}"
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")
    guest.context.set_offline(True)
    page.locator(".notice.cut").wait_for()
    yield "sheet-cut"
    guest.context.set_offline(False)


def companies(guest: Guest, rng: Random) -> Scenes:
    """Fewer or more people with longer names, every edition: a veto picked, a card lifted, the last trick."""
    for edition, players in NYET_TABLES:
        wanted: dict[str, Any] = {"game": "nyet", "edition": edition}
        with company(guest, players, names=LONG_NAMES, **wanted) as table:
            yield from (f"nyet-{edition[:5]}-{players}-{name}" for name in nyet_moments(table, keeping(rng)))
    for players in NOPE_TABLES:
        with company(guest, players, names=LONG_NAMES, game="nope") as table:
            yield from (f"nope-{players}-{name}" for name in nope_moments(table, nope_choice(rng)))


def nyet_moments(table: Company, choose: Choice) -> Scenes:
    page = table.guest.page
    advance(table, choose, lambda view: len(view["vetoes"]) > 6 and 0 in view["to_act"])
    show(table)
    page.locator("[data-box][aria-disabled=false]").first.click()
    yield "veto"
    advance(table, choose, lambda view: bool(view.get("taken") and view["trick"] and table.own.legal))
    show(table)
    touch(table, "[aria-disabled=false]")
    yield "lifted"
    yield from why_not(table)
    page.locator("#main .controls button, #main button.last").first.click()
    page.locator("dialog[open]").wait_for()
    yield "last"


def nope_moments(table: Company, choose: Choice) -> Scenes:
    advance(table, choose, lambda view: any(move.startswith("discard") for move in table.own.legal))
    show(table)
    touch(table, "[aria-disabled=false]")
    yield "lifted"
    yield from why_not(table)


def why_not(table: Company) -> Scenes:
    """A card that may not be played, if there is one, and the answer."""
    page = table.guest.page
    if page.locator("[data-hand] [aria-disabled=true]").count():
        touch(table, "[aria-disabled=true]")
        page.get_by_role("alert").locator("p").wait_for()
        yield "why"
        page.get_by_role("alert").get_by_role("button").click()


def advance(table: Company, choose: Choice, there: Wanted) -> None:
    while not there(table.view):
        table.step(choose)


def touch(table: Company, which: str) -> None:
    """A finger on the first such card of the hand."""
    card = table.guest.page.locator(f"[data-hand] {which}").first
    card.dispatch_event("pointerdown", {"pointerType": "touch"})
    card.dispatch_event("click")
