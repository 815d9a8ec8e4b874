"""The page in a browser: bytes on the wire, time to a table, a card after its message, long tasks, memory.

    .venv/bin/python -m benchmarks.page [--quick] [--json FILE]

Chromium with a processor slowed down four times; the files come from `naysay serve`, compressed as a browser asks.
The peer of each figure is the limit that it must keep.
"""

import argparse
import json
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from tests.browser.browsing import Guest, chromium
from tests.browser.player import NyetPlayer
from tests.server.serving import served

SLOW_DOWN = 4
KB = 1000
PACE = 0.2  # seconds that a bot waits: messages come one by one, as at a real table


@dataclass(frozen=True)
class Row:
    name: str
    ours: float
    peer: float
    unit: str

    @property
    def ratio(self) -> float:
        return self.ours / self.peer

    @property
    def holds(self) -> bool:
        return self.ours <= self.peer


def slowed(guest: Guest) -> CDPSession:
    session = guest.context.new_cdp_session(guest.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_DOWN})
    return session


def first_load(browser: Browser, url: str) -> tuple[float, float, float]:
    """Kilobytes of script, kilobytes in all, and seconds until the first table can be used, with an empty cache."""
    guest = Guest(browser, url)
    session = slowed(guest)
    session.send("Network.enable")
    sizes: dict[str, float] = {}
    kinds: dict[str, str] = {}
    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    session.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    began = time.perf_counter()
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Play now").wait_for()
    guest.page.wait_for_load_state("networkidle")
    script = sum(size for id, size in sizes.items() if kinds.get(id) == "Script") / KB
    total = sum(sizes.values()) / KB
    guest.close()

    fresh = Guest(browser, url)
    slowed(fresh)
    fresh.arrive("Ada")
    answer = fresh.context.request.post(f"{url}/api/quick", data={"game": "nyet", "players": 5, "pace": 0})
    began = time.perf_counter()
    fresh.page.goto(f"/t/{answer.json()['id']}", wait_until="commit")
    fresh.page.get_by_role("group", name="Your hand").wait_for()
    seconds = time.perf_counter() - began
    fresh.close()
    return script, total, seconds


# Notes when a message of the server comes, and when the page has painted what it changed.
WATCH = """() => {
  window.painted = [];
  window.long = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.long.push(entry.duration);
  }).observe({ type: "longtask" });
  const Usual = window.WebSocket;
  window.WebSocket = class extends Usual {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (event) => {
        if (!event.data.startsWith('{"type":"change"')) return;
        const came = performance.now();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => window.painted.push(performance.now() - came);
          channel.port2.postMessage(0);
        });
      });
    }
  };
}"""


def a_game(browser: Browser, url: str, seconds: float) -> tuple[list[float], list[float], float]:
    """Milliseconds from a message to its paint, long tasks, and how much memory grew from the second round on."""
    guest = Guest(browser, url, motion="no-preference", trickSeconds=0.05, speed="fast")
    guest.context.add_init_script(f"({WATCH})()")
    guest.arrive("Ada")
    guest.quick(game="nyet", players=5, pace=PACE)
    session = slowed(guest)
    guest.page.get_by_role("group", name="Your hand").wait_for()
    guest.page.evaluate("() => { window.long.length = 0; window.painted.length = 0; }")
    player = NyetPlayer(guest.page, Random("bench"))
    began = time.perf_counter()
    heaps: list[float] = []
    rounds = 0
    while time.perf_counter() - began < seconds:
        what = player.step()
        if what == "over":
            break
        if what == "Next round":
            rounds += 1
            heaps.append(heap(session, guest.page))
    painted = [float(value) for value in guest.page.evaluate("window.painted")]
    long = [float(value) for value in guest.page.evaluate("window.long")]
    guest.close()
    growth = heaps[-1] / heaps[1] if len(heaps) > 2 else 1.0
    return painted, long, growth


def heap(session: CDPSession, page: Page) -> float:
    session.send("HeapProfiler.collectGarbage")
    used: Any = page.evaluate("performance.memory.usedJSHeapSize")
    return float(used)


def measure(quick: bool) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "data") as server, chromium() as browser:
        loads = [first_load(browser, server.url) for _ in range(2 if quick else 5)]
        painted, long, growth = a_game(browser, server.url, 25 if quick else 400)
    return [
        Row("script on the first load", max(load[0] for load in loads), 80, "kB"),
        Row("first load in all", max(load[1] for load in loads), 150, "kB"),
        Row("first usable table, median", median(load[2] for load in loads), 2, "s"),
        Row("message to painted card, 95 of 100", sorted(painted)[int(len(painted) * 0.95)], 50, "ms"),
        Row("longest task while cards move", max(long, default=0), 100, "ms"),
        Row("memory over a game, growth", growth, 1.1, "times"),
    ]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a smaller sample, within 60 s")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there, too")
    asked = parser.parse_args(arguments)
    rows = measure(asked.quick)
    print(f"{'what':38} {'ours':>8} {'limit':>8}  unit   ratio  holds")
    for row in rows:
        line = f"{row.ours:8.2f} {row.peer:8.1f}  {row.unit:5} {row.ratio:6.2f}  {'yes' if row.holds else 'NO'}"
        print(f"{row.name:38} {line}")
    if asked.json:
        told = [asdict(row) | {"ratio": row.ratio, "must": f"<= {row.peer}", "holds": row.holds} for row in rows]
        asked.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
