"""Pictures of every page and phase at six sizes in both themes, into shots/ (not committed).

.venv/bin/python -m tests.browser.shots [--only nyet] [--size 390x844] [--language de-DE] [--theme light] [--big]
"""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from playwright.sync_api import Page

from tests.browser.browsing import SIZES, THEMES, Guest, Theme, chromium
from tests.browser.gallery import companies, sheets
from tests.browser.looking import resize
from tests.browser.staging import STILL, many_cards, nope_scenes, nyet_scenes
from tests.support.servers import served

ROOT = Path(__file__).resolve().parents[2] / "shots"
PATIENCE = 120_000  # milliseconds: on a busy machine a picture may take its time
PAGES = {"home": "/", "new": "/new", "settings": "/settings", "rules": "/rules/nyet#r6-3", "games": "/games"}


def pages(guest: Guest) -> Iterator[str]:
    """The pages around the tables, and a table that waits for people."""
    page = guest.page
    for name, path in PAGES.items():
        page.goto(path)
        page.get_by_role("heading", level=1).first.wait_for()
        yield name
    page.goto("/")
    page.locator("section.start button.button:not(.main)").first.click()
    page.wait_for_url("**/t/*")
    page.locator("ol li").first.wait_for()
    yield "lobby"
    page.keyboard.press("m")
    yield "menu"


def scenes(guest: Guest, only: str, data: Path) -> Iterator[str]:
    """Every page and every phase of both games by name, while the page shows it."""
    rng = Random(only)
    if only in ("", "pages"):
        yield from pages(guest)
    if only in ("", "nyet"):
        for first, discard in (("bear", "one-not-low"), ("wolf", "pass-left")):
            yield from (f"nyet-{name}" for name in nyet_scenes(guest, rng, first, discard))
    if only in ("", "nope"):
        yield from (f"nope-{name}" for name in nope_scenes(guest, rng))
        yield from (f"nope-{name}" for name in many_cards(guest, data))
    if only in ("", "gallery"):
        yield from sheets(guest)
        yield from companies(guest, rng)


def take(page: Page, name: str, language: str, sizes: list[str], themes: list[Theme]) -> None:
    """The same at every size, in every theme."""
    for size in sizes:
        resize(page, SIZES[size])
        for theme in themes:
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(120)
            folder = ROOT / f"{size}-{theme}-{language[:2]}"
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=folder / f"{name}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", choices=["pages", "nyet", "nope", "gallery"])
    parser.add_argument("--size", choices=list(SIZES))
    parser.add_argument("--language", default="en-GB")
    parser.add_argument("--theme", choices=list(THEMES))
    parser.add_argument("--big", action="store_true", help="with big cards")
    asked = parser.parse_args()
    sizes = [asked.size] if asked.size else list(SIZES)
    themes: list[Theme] = [asked.theme] if asked.theme else list(THEMES)
    with tempfile.TemporaryDirectory() as data, served(Path(data) / "data") as server, chromium() as browser:
        guest = Guest(browser, server.url, "390x844", asked.language, bigCards=asked.big, **STILL)
        guest.context.set_default_timeout(PATIENCE)
        guest.arrive("Ada")
        for name in scenes(guest, asked.only, server.data):
            take(guest.page, name, asked.language, sizes, themes)
            print(name)
        guest.close()


if __name__ == "__main__":
    main()
