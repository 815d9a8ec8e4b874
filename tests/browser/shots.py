"""Pictures of every page and phase at six sizes in both themes, into shots/ (not committed).

.venv/bin/python -m tests.browser.shots [--only WORD] [--size 390x844] [--language de-DE] [--theme light]
"""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from playwright.sync_api import Page

from tests.browser.browsing import SIZES, THEMES, Guest, chromium
from tests.browser.player import NopePlayer, NyetPlayer, Player
from tests.server.serving import served

ROOT = Path(__file__).resolve().parents[2] / "shots"
PAGES = {"home": "/", "new": "/new", "settings": "/settings", "rules": "/rules/nyet#r6-3", "games": "/games"}


def around(guest: Guest, size: str, folder: Path) -> None:
    """Every page, and every phase of both games as it is reached first."""
    page = guest.page
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    for name, path in PAGES.items():
        page.goto(path)
        page.get_by_role("heading", level=1).first.wait_for()
        take(page, folder, name)
    page.goto("/")
    page.locator("section.start button.button:not(.main)").first.click()
    page.wait_for_url("**/t/*")
    page.locator("ol li").first.wait_for()
    take(page, folder, "lobby")
    page.keyboard.press("m")
    take(page, folder, "menu")


def game(guest: Guest, player: Player, folder: Path, name: str) -> None:
    """The phases of a game, each when it is seen first, and the end."""
    page = guest.page
    seen: dict[str, int] = {}
    for _ in range(1500):
        for phase in phases(page):
            seen[phase] = seen.get(phase, 0) + 1
            if seen[phase] in (1, 6):
                take(page, folder, f"{name}-{phase}-{seen[phase]}")
        if player.step() == "over":
            take(page, folder, f"{name}-final")
            return


def phases(page: Page) -> Iterator[str]:
    table = page.locator("#main [data-phase]")
    if table.count():
        phase = table.get_attribute("data-phase") or "?"
        own = "your" in page.locator("#main").inner_text().lower()
        yield f"{phase}{'-own' if own else ''}"


def take(page: Page, folder: Path, name: str) -> None:
    page.wait_for_timeout(350)
    page.screenshot(path=folder / f"{name}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="pages, nyet or nope")
    parser.add_argument("--size", choices=list(SIZES))
    parser.add_argument("--language", default="en-GB")
    parser.add_argument("--theme", choices=["dark", "light"])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, served(Path(data) / "data") as server, chromium() as browser:
        for size in [asked.size] if asked.size else SIZES:
            for theme in THEMES if asked.theme is None else [asked.theme]:
                folder = ROOT / f"{size}-{theme}-{asked.language[:2]}"
                folder.mkdir(parents=True, exist_ok=True)
                guest = Guest(browser, server.url, size, asked.language, theme, trickSeconds=0.4, speed="none")
                guest.arrive("Ada")
                if asked.only in ("", "pages"):
                    around(guest, size, folder)
                if asked.only in ("", "nyet"):
                    guest.quick(game="nyet", players=5, options={"end": {"target": 10}})
                    game(guest, NyetPlayer(guest.page, Random(size)), folder, "nyet")
                if asked.only in ("", "nope"):
                    guest.quick(game="nope", players=4)
                    game(guest, NopePlayer(guest.page, Random(size)), folder, "nope")
                guest.close()
                print(f"shots/{folder.name}")


if __name__ == "__main__":
    main()
