"""Every phase of both games at every size, in both languages and themes: no barriers, nothing overflows or scrolls."""

import pytest

from tests.browser.browsing import SIZES
from tests.browser.conftest import Visit
from tests.browser.looking import overflowing, scrolls, too_small, violations
from tests.browser.staging import NOPE_FOR_TWO, NOPE_SCENES, STILL, all_scenes

pytestmark = pytest.mark.slow
NYET = {
    "veto-own-early", "veto-other-early", "veto-own-late", "veto-other-late", "team-own", "team-other", "discard-own",
    "discard-other", "pass-own", "pass-other", "play-own-begin", "play-other-begin", "trick", "loot", "ended", "final",
}  # fmt: skip
SCROLLING = {"ended", "final"}  # they are read, not played


@pytest.mark.parametrize(("language", "theme"), [("en-GB", "light"), ("de-DE", "dark")])
def test_every_phase_is_accessible_and_fits(visit: Visit, language: str, theme: str) -> None:
    guest = visit(size="390x844", language=language, theme=theme, **STILL)
    guest.arrive("Ada")
    page = guest.page
    seen: set[tuple[str, str]] = set()
    for game, scene in all_scenes(guest, f"{language} {theme}"):
        seen.add((game, scene))
        assert violations(page) == [], scene
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(50)
            assert overflowing(page) == [], (game, scene, size)
            assert too_small(page) == [], (game, scene, size)
            assert scene in SCROLLING or not scrolls(page), (game, scene, size)
    assert seen >= {("nyet", scene) for scene in NYET} | {("nope", scene) for scene in NOPE_SCENES | NOPE_FOR_TWO}
