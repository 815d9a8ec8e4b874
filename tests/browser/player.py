"""Somebody who plays by what is on the page: its words, its buttons and their names."""

import re
from abc import ABC, abstractmethod
from contextlib import suppress
from random import Random

from playwright.sync_api import Locator, Page, TimeoutError

FINAL = re.compile(r"\bwins?\b|share the win", re.IGNORECASE)
READ = """() => {
  const main = document.getElementById("main");
  let text = main?.innerText ?? "";
  for (const unseen of main?.querySelectorAll(".unseen") ?? []) text = text.replace(unseen.innerText, "");
  return text;
}"""
# Which key brings the focus nearer: arrows inside the hand and on the board, Tab between the parts.
NEARER = """wanted => {
  const now = document.activeElement;
  if (now === wanted) return null;
  const hand = wanted.closest("[data-hand]");
  if (hand?.contains(now)) {
    return wanted.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_PRECEDING ? "ArrowRight" : "ArrowLeft";
  }
  if (wanted.dataset.box && now.dataset.box) {
    const [to, from] = [wanted.getBoundingClientRect(), now.getBoundingClientRect()];
    if (Math.abs(to.top - from.top) > 5) return to.top > from.top ? "ArrowDown" : "ArrowUp";
    return to.left > from.left ? "ArrowRight" : "ArrowLeft";
  }
  return "Tab";
}"""
GOES = re.compile(r"can be played|lifted")


class Gone(Exception):
    """What was there a moment ago is not there any more."""


class Player(ABC):
    """One step after the other, whatever the page asks for; with a mouse or a finger."""

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
            if self.missed > 40:
                raise AssertionError("too often something was gone before it was reached") from gone
            return None
        if what not in (None, "over"):
            self.did.append(str(what))
            self.wait_for_change(before)
        return what

    def read(self) -> str:
        """All that is written on the table."""
        return str(self.page.evaluate(READ))

    def wait_for_change(self, before: str) -> None:
        changed = f"before => ({READ})() !== before"
        with suppress(TimeoutError):
            self.page.wait_for_function(changed, arg=before, timeout=1000)

    def answer(self, text: str) -> str | None:
        """What the page asks for, by its words."""
        if FINAL.search(text) and self.page.get_by_role("heading", level=1, name=FINAL).is_visible():
            return "over"
        for name in ("Next round", "Final standing"):
            if name in text:
                self.press(self.button(name))
                return name
        return self.take_turn(text)

    @abstractmethod
    def take_turn(self, text: str) -> str | None:
        """What a game's page asks for, by its words; None while others are to act."""

    def hand(self) -> Locator:
        return self.page.get_by_role("group", name="Your hand")

    def tap(self, card: Locator) -> None:
        """Where the card can be seen: the left strip of it."""
        card.click(position={"x": 10, "y": 16}, timeout=1500)


class NyetPlayer(Player):
    """Plays Nyet!"""

    def take_turn(self, text: str) -> str | None:
        if "Go on" in text:  # a finished trick lies on the table
            self.press(self.button("Go on"))
            return "go on"
        if "Your veto." in text:
            return self.veto()
        if "Choose sides." in text:
            return self.choose_sides()
        if "Your turn." in text:
            return self.give() if re.search(r"Your turn\.\s*(Discard|Pass) ", text) else self.play()
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


class NopePlayer(Player):
    """Plays Nope!"""

    def take_turn(self, text: str) -> str | None:
        if "Whom do you ask?" in text:
            return self.name()
        if not re.search(r"Your turn\.|now you can lay", text):
            return None
        draw = self.button(re.compile("^Draw (a card|[0-9]+ cards)$"))
        if self.seen(draw) and (self.rng.random() < 0.5 or "no set: draw." in text):
            self.press(draw)
            return "draw"
        return self.lay()

    def lay(self) -> str:
        ready = self.button(re.compile("^Lay "))
        sets = self.page.get_by_role("radiogroup", name="Sets you can lay").get_by_role("radio")
        if sets.count() and self.rng.random() < 0.5:
            self.press(self.some(sets))
        for _ in range(4):
            if self.seen(ready):
                self.press(ready)
                return "lay"
            self.tap(self.some(self.hand().get_by_role("button", name=re.compile(", fits"))))
        raise Gone("no set to lay")

    def name(self) -> str:
        said = self.button(re.compile(", lay [1-3] (red|blue|yellow|green)$"))
        sheet = self.page.get_by_role("dialog", name="Whom do you ask?")
        for step in ("Who", "How many", "Colour"):
            choices = sheet.get_by_role("group", name=step).get_by_role("button", disabled=False)
            if not choices.and_(sheet.get_by_role("button", pressed=True)).count():
                self.press(self.some(choices))
        self.press(said)
        return "name"


class ByKeyboard(Player):
    """The same without mouse and finger: Tab, arrows and Enter, and what has the focus."""

    def press(self, what: Locator) -> None:
        self.focus(what.first)
        self.page.keyboard.press("Enter")

    def tap(self, card: Locator) -> None:
        self.press(card)

    def focus(self, wanted: Locator) -> None:
        """To the wanted thing, as somebody would who sees only the focus ring."""
        if wanted.count() == 0:
            raise Gone("it is not there")
        for _ in range(70):
            key = wanted.evaluate(NEARER)
            if key is None:
                return
            self.page.keyboard.press(key)
        raise Gone("the keyboard does not get there")


class NyetByKeyboard(ByKeyboard, NyetPlayer):
    """Plays Nyet! by keyboard alone."""


class NopeByKeyboard(ByKeyboard, NopePlayer):
    """Plays Nope! by keyboard alone."""
