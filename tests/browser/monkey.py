"""A monkey at the table: presses anything at any moment; what reaches the game is held against what was shown.

The page tells of every move that it sends: what it showed when the finger or the key went down, and when the move went
out. The log tells what the table was at that time. A run is the same again with the same seed, as far as timing allows.
"""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from playwright.sync_api import Error, Page, ViewportSize, expect
from websockets.sync.client import connect

from tests.browser.browsing import SIZES, Guest
from tests.browser.player import NopePlayer, NyetPlayer

# Runs before the page: what is shown at every press, and at every move that goes out.
WITNESS = """(() => {
  const shows = () => {
    const main = document.getElementById("main");
    if (main === null) return { text: "", cards: [], trick: [], boxes: [], draw: false };
    const copy = main.cloneNode(true);
    for (const voice of copy.querySelectorAll("[role=status]")) voice.remove();
    const all = (what) => [...main.querySelectorAll(what)];
    return {
      text: copy.textContent.replace(/\\s+/g, " "),
      cards: all("[data-hand] [data-card]").map((one) => [one.dataset.card, one.getAttribute("aria-label")]),
      trick: all("ol[aria-label='The trick'] li").map((one) => one.textContent),
      boxes: all("[data-box].open:not(.holds)").map((one) => one.dataset.box),
      draw: all("[data-draw][aria-disabled=false]").length > 0,
    };
  };
  let pressed = null;
  const press = (event) => {
    if (!event.repeat) pressed = { ...shows(), by: event.type, key: event.key ?? null };
  };
  // These end the game, or the monkey's part in it: whoever presses them means it, and the run would be over.
  const ends = (event) => {
    if (!/^(Leave|Ask to end)/.test(event.target.closest?.("button")?.textContent.trim() ?? "")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("click", ends, true);
  addEventListener("pointerdown", press, true);
  addEventListener("keydown", press, true);
  window.sockets = [];
  window.unanswered = {};
  const Socket = WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...how) {
      super(...how);
      window.sockets.push(this);
      this.addEventListener("message", (event) => delete window.unanswered[JSON.parse(event.data).id]);
    }
    send(text) {
      const message = JSON.parse(text);
      if (message.type !== "ping") window.unanswered[message.id] = message.type;
      if (message.type === "move")
        window.witness(JSON.stringify({ ...message, url: this.url, pressed, sent: shows() }));
      super.send(text);
    }
  };
})()"""
COLOURS = {"R": "red", "B": "blue", "Y": "yellow", "G": "green", "K": "black"}
KEYS = ("Enter", "Enter", " ", "Tab", "Shift+Tab", "Escape", "h", "c", "m", "?", "Home", "End")
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
PARTS = ("#main", "dialog[open]", "header.bar", "aside")
CONTROLS = ", ".join(f"{part} button, {part} a[href]" for part in PARTS)
# The way on where something was opened, paused or put aside.
ONWARDS = ("Go on", "Go on playing", "Back to your selection", "Finish quickly")
PATIENCE = 60_000  # milliseconds: how long a slow machine may take


class Monkey:
    """A guest in seat 0 of a game against bots."""

    def __init__(self, guest: Guest, rng: Random, game: str) -> None:
        self.guest = guest
        self.rng = rng
        self.game = game
        self.sent: dict[str, dict[str, Any]] = {}
        self.did: list[str] = []
        self.id = ""
        guest.context.expose_binding("witness", lambda _, text: self.hear(json.loads(text)))
        guest.context.add_init_script(WITNESS)
        self.actions: list[tuple[int, Callable[[], object]]] = [
            (30, self.tap_a_card),
            (22, self.tap_a_control),
            (8, self.tap_anywhere),
            (6, self.click_twice),
            (6, self.press_slowly),
            (10, self.press_a_key),
            (4, self.hold_a_key),
            (3, self.rotate),
            (2, self.cut),
            (1, self.go_offline),
            (1, self.reload),
            (1, self.go_back),
        ]

    def hear(self, message: dict[str, Any]) -> None:
        self.sent.setdefault(message["id"], message)  # the first time: a line that was cut sends it again

    @property
    def page(self) -> Page:
        return self.guest.page

    def sit_down(self, **wanted: Any) -> None:
        self.page.goto("/")  # somewhere to go back to
        self.id = self.guest.quick(game=self.game, **wanted)
        self.page.locator("#main [data-phase]").wait_for()

    def rage(self, steps: int) -> None:
        """So many things, one after the other, without waiting for anything."""
        weights = [weight for weight, _ in self.actions]
        for _ in range(steps):
            _, act = self.rng.choices(self.actions, weights)[0]
            self.did.append(act.__name__)
            with suppress(Error):  # what it wanted to press was gone
                act()
            self.stay()

    def stay(self) -> None:
        """Other pages are closed, and from another address it comes back."""
        for other in self.guest.context.pages:
            if other is not self.page:
                other.close()
        if not self.page.url.endswith(f"/t/{self.id}"):
            with suppress(Error):
                self.page.goto(f"/t/{self.id}")

    # what it does

    def spot(self, what: str) -> tuple[float, float] | None:
        """Where one of these is: the left strip of it, where a card can be seen."""
        found = self.page.evaluate(
            """what => [...document.querySelectorAll(what)].flatMap((one) => {
              const box = one.getBoundingClientRect();
              return box.width > 0 && !one.disabled ? [[box.x, box.y, box.width, box.height]] : [];
            })""",
            what,
        )
        if not found:
            return None
        x, y, width, height = self.rng.choice(found)
        return x + min(10, width / 2), y + min(14, height / 2)

    def point(self, spot: tuple[float, float] | None, clicks: int = 1) -> None:
        if spot is None:
            return
        if self.rng.random() < 0.4 and self.touching:
            for _ in range(clicks):
                self.page.touchscreen.tap(*spot)
        else:
            self.page.mouse.click(*spot, click_count=clicks)

    @property
    def touching(self) -> bool:
        return bool(self.page.evaluate("navigator.maxTouchPoints > 0"))

    def tap_a_card(self) -> None:
        self.point(self.spot("[data-hand] button"))

    def tap_a_control(self) -> None:
        self.point(self.spot(CONTROLS))

    def tap_anywhere(self) -> None:
        size = self.page.viewport_size
        assert size is not None
        self.point((self.rng.uniform(0, size["width"] - 1), self.rng.uniform(0, size["height"] - 1)))

    def click_twice(self) -> None:
        self.point(self.spot(self.rng.choice([CONTROLS, "[data-hand] button"])), clicks=self.rng.choice([2, 2, 3]))

    def press_slowly(self) -> None:
        """A finger that stays for a while, during which the game goes on."""
        spot = self.spot(self.rng.choice([CONTROLS, "[data-hand] button"]))
        if spot is None:
            return
        self.page.mouse.move(*spot)
        self.page.mouse.down()
        self.page.wait_for_timeout(self.rng.choice([0, 30, 120, 400]))
        self.page.mouse.up()

    def press_a_key(self) -> None:
        self.page.keyboard.press(self.rng.choice(KEYS + ARROWS))

    def hold_a_key(self) -> None:
        key = self.rng.choice(("Enter", " ", *ARROWS))
        for _ in range(self.rng.choice([2, 5, 12])):
            self.page.keyboard.down(key)
            self.page.wait_for_timeout(self.rng.choice([0, 5, 30]))
        self.page.keyboard.up(key)

    def rotate(self) -> None:
        width, height = self.rng.choice([*SIZES.values(), (320, 640)])
        if self.rng.random() < 0.5:
            width, height = height, width
        self.page.set_viewport_size(ViewportSize(width=width, height=height))

    def cut(self) -> None:
        """The line is gone, without a word."""
        self.page.evaluate("window.sockets.forEach((one) => one.close())")

    def go_offline(self) -> None:
        self.guest.context.set_offline(True)
        self.page.wait_for_timeout(self.rng.choice([0, 50, 300]))
        self.guest.context.set_offline(False)

    def reload(self) -> None:
        self.page.reload(wait_until="commit")

    def go_back(self) -> None:
        self.page.go_back(wait_until="commit")
        self.page.go_forward(wait_until="commit")

    # what must hold

    def settle(self) -> None:
        """Nothing is open or held any more, and the line is there."""
        self.page.mouse.up()
        self.page.locator("#main [data-phase]").or_(self.page.locator("main h1")).first.wait_for(timeout=PATIENCE)
        for _ in range(3):
            if self.page.locator("dialog[open]").count():
                self.page.keyboard.press("Escape")
                self.page.wait_for_timeout(20)
        expect(self.page.get_by_text("Reconnecting …")).to_be_hidden(timeout=PATIENCE)
        self.wait_for_answers()

    def wait_for_answers(self) -> None:
        """The server has answered everything, a hint that nobody waits for any more as well: a move comes after it."""
        for _ in range(PATIENCE // 10):
            if not self.page.evaluate("window.unanswered"):
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(f"never answered: {self.page.evaluate('window.unanswered')}")

    def play_on(self, moves: int) -> None:
        """The game can still be played, by somebody who knows what the page says."""
        self.settle()
        player = (NyetPlayer if self.game == "nyet" else NopePlayer)(self.page, self.rng)
        for _ in range(2000):
            for name in ONWARDS:
                if (button := self.page.get_by_role("button", name=name, exact=True)).is_visible():
                    with suppress(Error):
                        button.click(timeout=1000)
            self.wait_for_answers()
            if player.step() == "over" or len(player.did) >= moves:
                return
            self.page.wait_for_timeout(10)
        told = self.page.locator(".notices").inner_text(timeout=1000)
        raise AssertionError(f"no way on: {player.read()!r}, {told!r}; by the server: {self.server_view()}")

    def history(self) -> list[dict[str, Any]]:
        answer = self.guest.context.request.get(f"{self.guest.url}/api/tables/{self.id}/history")
        assert answer.ok, answer.text()
        entries: list[dict[str, Any]] = answer.json()["entries"]
        return [entry for entry in entries if entry["kind"] == "acted"]

    def check_moves(self) -> int:
        """Everything in the log was sent by the page, and was shown as playable when it was pressed; how many moves."""
        acted = self.history()
        own = [place for place, entry in enumerate(acted) if entry["seat"] == 0 and entry["by"] == "person"]
        sent = [message for message in self.sent.values() if f"/{self.id}/" in message["url"]]
        for place in own:
            while sent and sent[0]["move"] != acted[place]["move"]:
                sent.pop(0)  # refused, or too late
            assert sent, f"nobody pressed anything for {acted[place]}"
            message = sent.pop(0)
            before, now = message["pressed"], message["sent"]
            assert before is not None, message
            assert before["text"] == now["text"], f"the table changed under the finger: {message}"
            assert before["cards"] == now["cards"], f"the hand changed under the finger: {message}"
            assert offered(self.game, message["move"], before), f"it was not shown as playable: {message}"
            if self.game == "nyet" and message["move"].startswith("play "):
                self.check_trick(acted[:place], message)
        return len(own)

    def check_trick(self, past: list[dict[str, Any]], message: dict[str, Any]) -> None:
        """The cards on the table were those of the log."""
        moves = [entry.get("move", "") for entry in past]  # what others put aside is secret
        played = [move.split()[1] for move in moves if move.startswith("play ")]
        players = len({entry["seat"] for entry in past})
        open_trick = played[len(played) - len(played) % players :]
        shown = message["pressed"]["trick"]
        assert len(shown) == len(open_trick), f"played into {open_trick}: {message}"
        for text, card in zip(shown, open_trick, strict=True):
            assert f"{COLOURS[card[0]]} {card[1:]}" in text, f"played into {open_trick}: {message}"

    def check_view(self) -> None:
        """The page shows what the server's view says, and what a page shows that was never maltreated."""
        self.settle()
        with suppress(Error):
            self.page.keyboard.press("Escape")  # a trick that is held
        view = self.server_view()
        deadline = 400
        while (shown := self.page_view()) != (wanted := expected(self.game, view)):
            deadline -= 1
            assert deadline, f"the page shows {shown}, the server says {wanted}"
            for name in ("Next round", "Final standing"):
                if (button := self.page.get_by_role("button", name=name)).is_visible():
                    with suppress(Error):
                        button.click(timeout=1000)
            self.page.keyboard.press("Escape")
            self.page.wait_for_timeout(25)
            view = self.server_view()

    def server_view(self) -> dict[str, Any]:
        cookie = next(one["value"] for one in self.guest.context.cookies() if one["name"] == "naysay")
        address = self.guest.url.replace("http", "ws", 1) + f"/api/tables/{self.id}/socket"
        with connect(address, additional_headers={"cookie": f"naysay={cookie}"}, compression=None) as socket:
            view: dict[str, Any] = json.loads(socket.recv(10))["view"]
        return view

    def describe(self) -> str:
        """What is on the page, for whoever looks for the cause of a failure."""
        shown = self.page.evaluate(
            """() => ({
              text: document.body.innerText,
              buttons: [...document.querySelectorAll("button")].map(
                (one) => `${one.getAttribute("aria-label") ?? one.innerText}${one.disabled ? " (disabled)" : ""}`),
            })"""
        )
        return f"{shown}\n{self.server_view()}\n{self.guest.complaints}"

    def page_view(self) -> dict[str, Any]:
        """What can be read off the table."""
        found: dict[str, Any] = self.page.evaluate(
            """() => {
              const all = (what) => [...document.querySelectorAll(`#main ${what}`)];
              const final = document.querySelector("main.whole") !== null;
              return {
                phase: final ? "over" : document.querySelector("#main [data-phase]")?.dataset.phase ?? null,
                hand: all("[data-hand] [data-card]").map((one) => one.dataset.card.replace(/^[0-9]+:/, "")),
                trick: all("ol[aria-label='The trick'] li").length,
                turn: all(".plate.gold, li.turn").map((one) => Number(one.dataset.seat)).toSorted(),
              };
            }"""
        )
        found["hand"] = sorted(re.sub(r"\.\d+$", "", card) for card in found["hand"])
        if found["phase"] != "veto":
            found["turn"] = [seat for seat in found["turn"] if seat != 0]  # only large screens have an own plate
        return found


def offered(game: str, move: str, shown: dict[str, Any]) -> bool:
    """Whether what was shown says that this can be done."""
    verb, *rest = move.split()
    labels = [(re.sub(r"^\d+:|\.\d+$", "", id), label) for id, label in shown["cards"]]
    if verb == "play":
        return any(card == rest[0] and re.search("can be played|lifted", label) for card, label in labels)
    if verb == "veto":
        return " ".join(rest) in shown["boxes"] and "Your veto." in shown["text"]
    if verb == "team":
        return "Choose sides." in shown["text"]
    if verb == "discard" and game == "nyet":
        return "Your turn." in shown["text"] and all(card in [one for one, _ in labels] for card in rest)
    if verb == "discard":
        return all(any(card == one and re.search("fits|of the set", label) for one, label in labels) for card in rest)
    if verb == "draw":
        return bool(shown["draw"])
    return verb == "name" and "Whom do you ask?" in shown["text"]


def expected(game: str, view: dict[str, Any]) -> dict[str, Any]:
    """What must be read off the table by the server's view."""
    phase = view["phase"]
    over = phase == "over"
    trick = len(view["trick"]) if game == "nyet" and phase == "play" else 0
    own_team = phase == "team" and 0 in view["to_act"]  # then there are no plates
    turn = [] if over or own_team else [seat for seat in view["to_act"] if seat != 0 or phase == "veto"]
    return {"phase": phase, "hand": [] if over else sorted(view["hand"]), "trick": trick, "turn": turn}
