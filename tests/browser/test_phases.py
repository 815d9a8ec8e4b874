"""Every phase of both games at every size, in both languages and themes: no barriers, nothing overflows or scrolls."""

from random import Random

import pytest

from tests.browser.browsing import SIZES
from tests.browser.conftest import Visit
from tests.browser.gallery import companies
from tests.browser.looking import elided, hidden, overflowing, resize, scrolls, too_small, violations
from tests.browser.staging import MANY, NOPE_SCENES, STILL, all_scenes
from tests.support.servers import Served

pytestmark = pytest.mark.slow
NYET = {
    "veto-own-early", "veto-other-early", "veto-own-late", "veto-other-late", "team-own", "team-other", "discard-own",
    "discard-other", "pass-own", "pass-other", "play-own-begin", "play-other-begin", "trick", "loot", "ended", "final",
}  # fmt: skip
SCROLLING = {"ended", "final"}  # they are read, not played


@pytest.mark.parametrize(("language", "theme"), [("en-GB", "light"), ("de-DE", "dark")])
def test_every_phase_is_accessible_and_fits(visit: Visit, server: Served, language: str, theme: str) -> None:
    guest = visit(size="390x844", language=language, theme=theme, **STILL)
    guest.arrive("Ada")
    page = guest.page
    seen: set[tuple[str, str]] = set()
    for game, scene in all_scenes(guest, f"{language} {theme}", server.data):
        seen.add((game, scene))
        assert violations(page) == [], scene
        for size, pixels in SIZES.items():
            resize(page, pixels)
            assert overflowing(page) == [], (game, scene, size)
            assert too_small(page) == [], (game, scene, size)
            assert scene in SCROLLING or not scrolls(page), (game, scene, size)
            assert scene != "ended" or size != "768x1024" or page.get_by_role("radio").count() == 0, "all at once"
    assert seen >= {("nyet", scene) for scene in NYET} | {("nope", scene) for scene in NOPE_SCENES | {MANY}}


@pytest.mark.parametrize(("language", "theme"), [("en-GB", "dark"), ("de-DE", "light")])
def test_every_sheet_is_accessible_and_fits(visit: Visit, language: str, theme: str) -> None:
    guest = visit(size="390x844", language=language, theme=theme, **STILL)
    guest.arrive("Ada")
    guest.quick(game="nyet", players=4)
    page = guest.page
    page.locator("[data-box][aria-disabled=false]").first.wait_for()
    sheet = page.locator("dialog[open]")
    for key in ("m", "c", "?", "h"):
        page.keyboard.press(key)
        sheet.wait_for()
        if key == "h":
            sheet.locator("ol li").first.wait_for()
        assert violations(page) == [], key
        for size, pixels in SIZES.items():
            resize(page, pixels)
            assert overflowing(page) == [], (key, size)
            assert too_small(page) == [], (key, size)
        page.keyboard.press("Escape")
        sheet.wait_for(state="detached")


def test_every_company_fits(visit: Visit) -> None:
    guest = visit(size="390x844", language="de-DE", **STILL)
    guest.arrive("Ada")
    for scene in companies(guest, Random("companies")):
        for size, pixels in SIZES.items():
            resize(guest.page, pixels)
            assert overflowing(guest.page) == [], (scene, size)
            assert too_small(guest.page) == [], (scene, size)
            assert not scrolls(guest.page), (scene, size)
            assert elided(guest.page) == [], (scene, size)
            assert not scene.endswith("-why") or hidden(guest.page) == [], (scene, size)
