"""Chromium of the system, and pages in it that complain about nothing."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, sync_playwright

from tools.browser import find

AT_HOME = "naysay.home"  # as a phone would call this machine; still loopback, but no secure context
# Chromium draws its address bar by pages of its own, anew for every window, which takes longer than ours does. The
# others are those that Playwright turns off: this list replaces its own.
TURNED_OFF = [
    "PreloadTopChromeWebUI",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(TURNED_OFF)}",
    f"--host-resolver-rules=MAP {AT_HOME} 127.0.0.1",
]
SIZES = {
    "360x640": (360, 640),
    "390x844": (390, 844),
    "844x390": (844, 390),
    "768x1024": (768, 1024),
    "1280x800": (1280, 800),
    "1920x1080": (1920, 1080),
}
Theme = Literal["dark", "light"]
THEMES: Final[tuple[Theme, ...]] = ("dark", "light")
EXPECTED = (
    "status of 404",
    "Cross-Origin-Opener-Policy header has been ignored",  # on plain http; the server cannot know the way of a request
    "net::ERR_INTERNET_DISCONNECTED",
    "WebSocket connection to",
    "net::ERR_CONNECTION_REFUSED",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of this machine."""
    executable = find()
    assert executable is not None, "no Chromium: make test finds or installs one"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


class Guest:
    """Somebody's browser: its cookies, its pages, and what went wrong in them."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        size: str = "1280x800",
        language: str = "en-GB",
        theme: Theme = "dark",
        motion: Literal["reduce", "no-preference"] = "reduce",
        **settings: Any,
    ) -> None:
        width, height = SIZES[size]
        self.url = url
        self.complaints: list[str] = []
        self.context: BrowserContext = browser.new_context(
            viewport=ViewportSize(width=width, height=height),
            base_url=url,
            locale=language,
            color_scheme=theme,
            reduced_motion=motion,
            has_touch=width < 1000,
        )
        self.context.set_default_timeout(30_000)
        if settings:
            stored = json.dumps(json.dumps(settings))
            self.context.add_init_script(
                f"if (!localStorage.getItem('naysay.settings')) localStorage.setItem('naysay.settings', {stored})"
            )
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(text in message.text for text in EXPECTED):
            self.complaints.append(message.text)

    def arrive(self, name: str) -> None:
        """Say a name, as the first page would."""
        answer = self.context.request.post(f"{self.url}/api/me", data={"name": name})
        assert answer.ok, answer.text()

    def quick(self, **wanted: Any) -> str:
        """A running game against bots, without their pauses; opened."""
        answer = self.context.request.post(f"{self.url}/api/quick", data={"pace": 0, **wanted})
        assert answer.ok, answer.text()
        id = str(answer.json()["id"])
        self.page.goto(f"/t/{id}")
        return id

    def close(self) -> None:
        self.context.close()
        assert self.complaints == [], self.complaints
