"""On plain http in a home network, which is no secure context: the game works, and what cannot is left out, and why."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from naysay.server import lan
from tests.browser.browsing import AT_HOME, Guest
from tests.browser.looking import violations
from tests.browser.player import NopePlayer
from tests.support.servers import served

pytestmark = pytest.mark.slow
FAST: dict[str, Any] = {"speed": "none"}
QUICK = """async (wanted) => {
  const post = (path, body) => fetch(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  await post("/api/me", { name: "Ada" });
  return (await (await post("/api/quick", wanted)).json()).id;
}"""


def test_everything_works_that_can(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "data", "--allow-host", AT_HOME) as server:
        without_a_secure_context(Guest(browser, f"http://{AT_HOME}:{server.port}", "390x844", **FAST))
        assert server.complaints() == []


def test_the_address_that_lan_prints(browser: Browser, tmp_path: Path) -> None:
    """As a phone would open it: `naysay serve --lan`, then what it says. Without a network there is no such address."""
    with served(tmp_path / "data", "--lan") as server:
        said = server.log.read_text(encoding="utf-8")
        if (address := lan.lan_address()) is None:
            assert "No network was found" in said
            return
        printed = re.search(r"http://(?!localhost|127\.)\S+", said)
        assert printed, said
        assert printed[0].rstrip("/") == f"http://{address}:{server.port}"
        without_a_secure_context(Guest(browser, printed[0].rstrip("/"), "390x844", **FAST))
        assert server.complaints() == []


def without_a_secure_context(guest: Guest) -> None:
    """A whole game; what cannot be is left out, with a word why."""
    page = guest.page
    page.goto("/")
    assert page.evaluate("[isSecureContext, 'wakeLock' in navigator, 'clipboard' in navigator]") == [False] * 3

    page.get_by_role("button", name="Invite friends").click()
    expect(page.get_by_text("Copying needs https.")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the link")).to_have_count(0)
    expect(page.get_by_role("img", name="Code with the link to this table")).to_be_visible()
    assert page.get_by_label("Pass this link on").input_value().startswith(guest.url)
    page.keyboard.press("m")
    expect(page.get_by_text("This address is plain http")).to_be_visible()
    assert violations(page) == []
    page.goto("/settings")
    expect(page.get_by_text("This address is plain http")).to_be_visible()

    wanted = {"game": "nope", "players": 2, "pace": 0, "options": {"max_turns": 30}}
    page.goto(f"/t/{page.evaluate(QUICK, wanted)}")
    player = NopePlayer(page, Random("home"))
    player.play_to_the_end()
    assert page.get_by_role("list", name="Final standing").get_by_role("listitem").count() == 2

    page.get_by_role("button", name="Shuffles").click()  # without crypto.subtle
    expect(page.locator("[data-verdict=fine]")).to_be_visible()
    expect(page.locator("code")).to_have_text(re.compile(r"^[0-9a-f]{64}$"))
    expect(page.get_by_role("button", name="Copy the seal")).to_have_count(0)
    guest.close()


def test_a_secure_context_has_them(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "data") as server:
        guest = Guest(browser, server.url)  # browsers trust loopback like https
        page = guest.page
        page.goto("/")
        page.get_by_role("button", name="Invite friends").click()
        expect(page.get_by_role("button", name="Copy the link")).to_be_visible()
        page.keyboard.press("m")
        expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
        expect(page.get_by_text("This address is plain http")).to_have_count(0)
        guest.close()
