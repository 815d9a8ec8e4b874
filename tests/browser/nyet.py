"""Somebody who plays Nyet! by what is on the page: its buttons and their names."""

import re
from contextlib import suppress
from random import Random

from playwright.sync_api import Locator, Page, TimeoutError

FINAL = re.compile(r"\bwins?\b|share the win", re.IGNORECASE)
GOES = re.compile(r"can be played|lifted")


class Gone(Exception):
    """What was there a moment ago is not there any more."""


class Player:
    """One step after the other, whatever the page asks for."""

    def __init__(self, page: Page, rng: Random) -> None:
        self.page = page
        self.rng = rng
        self.did: list[str] = []
        self.missed = 0

    def press(self, what: Locator) -> None:
        what.first.click(timeout=1500)

    def seen(self, what: Locator) -> bool:
        return what.first.is_visible()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, disabled=False)

    def some(self, found: Locator) -> Locator:
        count = found.count()
        if not count:
            raise Gone("nothing to choose from")
        return found.nth(self.rng.randrange(count))

    def play_to_the_end(self, most: int = 6000) -> None:
        for _ in range(most):
            what = self.step()
            if what == "over":
                return
            if what is None:
                self.page.wait_for_timeout(15)
        raise AssertionError(f"not over after {most} looks; the last steps: {self.did[-5:]}")

    def step(self) -> str | None:
        """One thing that the page asks for; None while others are to act."""
        before = self.read()
        try:
            what = self.answer(before)
        except (TimeoutError, Gone) as gone:  # the table moved on under the finger: look again
            self.missed += 1
            assert self.missed < 40, gone
            return None
        if what not in (None, "over"):
            self.did.append(str(what))
            self.wait_for_change(before)
        return what

    def read(self) -> str:
        """All that is written on the table."""
        return self.page.locator("#main").inner_text()

    def wait_for_change(self, before: str) -> None:
        changed = "before => document.getElementById('main')?.innerText !== before"
        with suppress(TimeoutError):
            self.page.wait_for_function(changed, arg=before, timeout=1000)

    def answer(self, text: str) -> str | None:
        """What the page asks for, by its words."""
        page = self.page
        if FINAL.search(text) and page.get_by_role("heading", level=1, name=FINAL).is_visible():
            return "over"
        for name in ("Next round", "Final standing"):
            if name in text:
                self.press(self.button(name))
                return name
        if "Your veto." in text:
            return self.veto()
        if "Choose sides." in text:
            return self.choose_sides()
        if "Your turn." in text:
            return self.give() if "All choose at once" in text else self.play()
        return None

    def veto(self) -> str:
        boxes = self.page.get_by_role("group", name="The veto board").get_by_role("button", disabled=False)
        open_boxes = boxes.and_(self.page.get_by_role("button", name=re.compile(", open$")))
        self.press(self.some(open_boxes))
        self.press(self.button(re.compile("^Nyet! to")))
        return "veto"

    def choose_sides(self) -> str:
        region = self.page.get_by_role("region", name="Choose sides.")
        for _ in range(4):
            ready = region.get_by_role("button", name=re.compile("^Play (with|alone)"), disabled=False)
            if self.seen(ready):
                self.press(ready)
                return "sides"
            self.press(self.some(region.get_by_role("button", name=re.compile("^Bring "))))
        raise Gone("no sides to choose")

    def give(self) -> str:
        ready = self.button(re.compile("^(Discard|Pass) (red|blue|yellow|green|black)"))
        for _ in range(3):
            if self.seen(ready):
                self.press(ready)
                return "gave"
            cards = self.hand().get_by_role("button", name=re.compile("can be played"))
            self.tap(self.some(cards))
        raise Gone("no cards to give")

    def play(self) -> str:
        cards = self.hand().get_by_role("button", name=GOES)
        left = self.hand().get_by_role("button").count()
        self.tap(self.some(cards))
        ready = self.button(re.compile("^Play "))
        if self.seen(ready) and self.hand().get_by_role("button").count() == left:
            self.press(ready)
        return "play"

    def hand(self) -> Locator:
        return self.page.get_by_role("group", name="Your hand")

    def tap(self, card: Locator) -> None:
        """Where the card can be seen: the left strip of it."""
        card.click(position={"x": 10, "y": 16}, timeout=1500)
