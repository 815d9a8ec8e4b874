"""The page in a browser: bytes on the wire, time to a table, a card after its message, long tasks, memory.

    .venv/bin/python -m benchmarks.page [--quick] [--only start] [--json FILE]

Chromium with a processor slowed down four times; the files come from `naysay serve`, compressed as a browser asks. What
must hold is a limit. Beside it stands what the machine gives at that moment without the page, in the same browser, as
slow: an empty page, a frame without a change, both measured in turn. What is said of rare moments is the processor time
of the page's thread (its slow-down keeps the processor busy, too): by the clock they show when other programs of the
machine had the processor, which stands beside it.
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from benchmarks._table import Row, arguments, report
from naysay.server.workers.pool import AFTER
from tests.browser.browsing import Guest, chromium
from tests.browser.company import company
from tests.browser.player import NyetPlayer
from tests.browser.staging import keeping, show
from tests.support.servers import served

SLOW_DOWN = 4
KB = 1000
OBJECTS = {"object", "array", "closure", "string", "concatenated string", "sliced string", "number", "regexp"}
CALM = 10  # hundredths of a second that a server at rest may work in one
SETTLE = 1500  # milliseconds until a table has its letters and nothing moves
PACE = 0.25  # seconds between two moves: messages come one by one, as at a real table
LEAST_CARDS = 15  # the last tricks of a round are no others than the first
SWEPT = 1.3  # and after a trick, until its cards have left
NORMAL: dict[str, Any] = {"trickSeconds": 0.5, "speed": "normal"}
AT_ONCE: dict[str, Any] = {"trickSeconds": 0.05, "speed": "none"}


def slowed(guest: Guest) -> CDPSession:
    session = guest.context.new_cdp_session(guest.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_DOWN})
    return session


def at_rest() -> None:
    """Wait until the server's workers are ready, as far as /proc tells: until nothing was done for a second."""

    def used() -> int:
        """Hundredths of a second that this process and its children have worked."""
        stats = [
            path.read_text(encoding="utf-8").rpartition(")")[2].split() for path in Path("/proc").glob("[0-9]*/stat")
        ]
        return sum(int(stat[11]) + int(stat[12]) for stat in stats if stat[2] == str(os.getpgrp()))

    time.sleep(AFTER + 1)
    before, now = 0, used()
    while now - before >= CALM:
        time.sleep(1)
        before, now = now, used()


def first_load(browser: Browser, url: str) -> tuple[float, float]:
    """Kilobytes of script and kilobytes in all of the first page, with an empty cache."""
    guest = Guest(browser, url)
    session = slowed(guest)
    session.send("Network.enable")
    sizes: dict[str, float] = {}
    kinds: dict[str, str] = {}
    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    session.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Play now").wait_for()
    guest.page.wait_for_load_state("networkidle")
    guest.close()
    script = sum(size for id, size in sizes.items() if kinds.get(id) == "Script") / KB
    return script, sum(sizes.values()) / KB


# Tells when the page has painted something that answers a selector, in milliseconds since its navigation began.
SHOWN = """(selector) => {
  const look = () => document.querySelector(selector)
    ? requestAnimationFrame(() => setTimeout(() => console.log(`shown ${performance.now()}`)))
    : requestAnimationFrame(look);
  look();
}"""


def shown(guest: Guest, path: str, selector: str) -> float:
    """Seconds from the navigation until this is painted; all that measures it in the page is a look a frame."""
    guest.context.add_init_script(f"({SHOWN})({json.dumps(selector)})")
    with guest.page.expect_console_message(lambda message: message.text.startswith("shown ")) as told:
        guest.page.goto(path, wait_until="commit")
    return float(told.value.text.split()[1]) / 1000


def busy(session: CDPSession) -> float:
    """Seconds that the page's thread has kept the processor so far."""
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return float(found["TaskDuration"])


def first_table(browser: Browser, url: str) -> tuple[float, float]:
    """Seconds from the navigation to a painted hand, with an empty cache, and how many the processor was busy."""
    guest = Guest(browser, url)
    session = slowed(guest)
    guest.arrive("Ada")
    answer = guest.context.request.post(f"{url}/api/quick", data={"game": "nyet", "players": 5, "pace": 0})
    before = busy(session)
    seconds = shown(guest, f"/t/{answer.json()['id']}", "[data-hand] button")
    worked = busy(session) - before
    guest.close()
    return seconds, worked


def empty_page(browser: Browser, url: str) -> float:
    """The same for a page of the server that holds a line of text."""
    guest = Guest(browser, url)
    slowed(guest)
    seconds = shown(guest, "/healthz", "body")
    guest.close()
    return seconds


# Notes when a message of the server comes, and when the page has painted what it changed; and, in quiet moments, the
# same for a frame in which nothing changes.
WATCH = """() => {
  const painted = (what) => {
    performance.mark(`began ${what}`);
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => performance.mark(`painted ${what}`);
      channel.port2.postMessage(0);
    });
  };
  let [last, number] = [0, 0];
  setInterval(() => performance.now() - last > 120 && painted(`empty ${++number}`), 97);
  const Usual = window.WebSocket;
  window.WebSocket = class extends Usual {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (event) => {
        if (!event.data.startsWith('{"type":"change"')) return;
        last = performance.now();
        painted(`message ${++number}`);
      });
    }
  };
}"""


@dataclass(frozen=True)
class Span:
    """Milliseconds by the clock, and of the processor."""

    clock: float
    worked: float


@dataclass(frozen=True)
class Watched:
    messages: list[Span]
    empty: list[Span]
    tasks: list[Span]


def tricks(browser: Browser, url: str) -> Watched:
    """From a message to its paint, for a frame without a change, and of tasks, while cards move.

    Everybody plays without a browser, the guest's own seat too: the page has nothing to do but to show it.
    """
    guest = Guest(browser, url, motion="no-preference", **NORMAL)
    guest.context.add_init_script(f"({WATCH})()")
    guest.arrive("Ada")
    choose = keeping(Random("bench"))
    with company(guest, 5, game="nyet", edition="iello-2015") as table:
        while table.view["phase"] != "play":
            table.step(choose)
        show(table)
        slowed(guest)
        guest.page.wait_for_timeout(SETTLE)
        browser.start_tracing(page=guest.page, categories=TRACED)
        while sum(table.view["hand_sizes"]) > LEAST_CARDS:
            table.step(choose)
            time.sleep(PACE if table.view["trick"] else SWEPT)
        events = json.loads(browser.stop_tracing())["traceEvents"]
    guest.close()
    return watched(events)


TRACED = ["blink.user_timing", "disabled-by-default-devtools.timeline"]
TASK = "RunTask"


def watched(events: Sequence[dict[str, Any]]) -> Watched:
    """What a trace tells of the page's thread: the one that has the marks."""
    marks = {event["name"]: event for event in events if event.get("cat") == "blink.user_timing"}
    thread = next((mark["pid"], mark["tid"]) for name, mark in marks.items() if name.startswith("began "))

    def spans(what: str) -> list[Span]:
        names = [name.removeprefix("began ") for name in marks if name.startswith(f"began {what} ")]
        pairs = [(marks[f"began {name}"], marks[f"painted {name}"]) for name in names if f"painted {name}" in marks]
        return [Span((end["ts"] - start["ts"]) / 1000, (end["tts"] - start["tts"]) / 1000) for start, end in pairs]

    tasks = [
        Span(event["dur"] / 1000, event["tdur"] / 1000)
        for event in events
        if event["name"] == TASK and (event["pid"], event["tid"]) == thread and "tdur" in event  # and so has ended
    ]
    return Watched(spans("message"), spans("empty"), tasks)


def memory(browser: Browser, url: str, rounds: int) -> list[float]:
    """What the page keeps after every round, in megabytes, after the garbage was collected."""
    guest = Guest(browser, url, **AT_ONCE)
    guest.arrive("Ada")
    guest.quick(game="nyet", players=5)
    session = guest.context.new_cdp_session(guest.page)
    guest.page.get_by_role("group", name="Your hand").wait_for()
    heaps: list[float] = []

    def go_on(what: str | None) -> bool:
        if what == "Next round":
            session.send("HeapProfiler.collectGarbage")
            heaps.append(kept(session) / 1e6)
        return len(heaps) < rounds - 1

    play(guest.page, go_on)
    guest.close()
    return heaps


def kept(session: CDPSession) -> float:
    """Bytes of the page's own objects, by a snapshot. What the engine compiles meanwhile is not the page's."""
    chunks: list[str] = []

    def take(event: dict[str, str]) -> None:
        chunks.append(event["chunk"])

    session.on("HeapProfiler.addHeapSnapshotChunk", take)
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.remove_listener("HeapProfiler.addHeapSnapshotChunk", take)
    found: dict[str, Any] = json.loads("".join(chunks))
    fields, types = found["snapshot"]["meta"]["node_fields"], found["snapshot"]["meta"]["node_types"][0]
    nodes, kind, size = found["nodes"], fields.index("type"), fields.index("self_size")
    own = {number for number, name in enumerate(types) if name in OBJECTS}
    return float(sum(nodes[at + size] for at in range(0, len(nodes), len(fields)) if nodes[at + kind] in own))


def play(page: Page, go_on: Callable[[str | None], bool]) -> None:
    player = NyetPlayer(page, Random("bench"))
    what: str | None = None
    while what != "over" and go_on(what):
        what = player.step()


def most(values: list[float]) -> float:
    """What 95 of 100 do not exceed."""
    return quantiles(values, n=20)[-1]


def bytes_of(browser: Browser, url: str, _: bool) -> list[Row]:
    loads = [first_load(browser, url) for _ in range(2)]
    return [
        within("script on the first load, kB", max(script for script, _ in loads), 80),
        within("first load in all, kB", max(total for _, total in loads), 150),
    ]


def start_of(browser: Browser, url: str, quick: bool) -> list[Row]:
    starts = [(*first_table(browser, url), empty_page(browser, url)) for _ in range(5 if quick else 15)]
    tables, worked, empty = zip(*starts, strict=True)
    note = f"an empty page {median(empty):.2f} s; the processor worked {median(worked):.2f} s; {spread(tables)}"
    return [within("first usable table, seconds", median(tables), 2, note)]


def moves_of(browser: Browser, url: str, quick: bool) -> list[Row]:
    rounds = [tricks(browser, url) for _ in range(1 if quick else 3)]
    messages, empty, tasks = (
        [span for one in rounds for span in getattr(one, name)] for name in ("messages", "empty", "tasks")
    )
    clock, nothing = ([span.clock for span in spans] for spans in (messages, empty))
    worked = [span.worked for span in messages]
    note = (
        f"{len(messages)} messages, 95 of 100 within {most(clock):.0f} ms; processor {median(worked):.0f} ms,"
        f" 95 of 100 {most(worked):.0f} ms; a frame without a change {median(nothing):.0f} ms,"
        f" 95 of 100 within {most(nothing):.0f} ms"
    )
    return [
        within("message to painted card, milliseconds", median(clock), 50, note),
        within(
            "longest task while cards move, processor time",
            max(task.worked for task in tasks),
            100,
            f"{len(tasks)} tasks; by the clock {max(task.clock for task in tasks):.0f} ms,"
            f" {sum(task.clock > 100 for task in tasks)} above 100 ms",
        ),
    ]


def memory_of(browser: Browser, url: str, quick: bool) -> list[Row]:
    heaps = memory(browser, url, 4 if quick else 10)
    note = "megabytes after each round: " + ", ".join(f"{heap:.1f}" for heap in heaps)
    return [within("memory after the last round by the second", heaps[-1] / heaps[1], 1.1, note)]


PARTS = {"bytes": bytes_of, "start": start_of, "moves": moves_of, "memory": memory_of}


def measure(quick: bool, only: str | None) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "data") as server:
        at_rest()
        with chromium() as browser:
            parts = [PARTS[only]] if only else list(PARTS.values())
            rows = [row for part in parts for row in part(browser, server.url, quick)]
            return [*rows, Row("a fixed piece of work, milliseconds", yardstick(browser, server.url), None, None)]


# The same work everywhere: what the machine gives at this moment, to a page that is slowed down.
WORK = """() => {
  const began = performance.now();
  let sum = 0;
  for (let i = 0; i < 4e6; i += 1) sum = (sum * 31 + i) % 1000003;
  return performance.now() - began + sum * 0;
}"""


def yardstick(browser: Browser, url: str) -> float:
    """Milliseconds for a fixed piece of work, with the processor slowed down."""
    guest = Guest(browser, url)
    guest.page.goto("/healthz")
    slowed(guest)
    found = [float(guest.page.evaluate(WORK)) for _ in range(5)]
    guest.close()
    return median(found)


def within(name: str, ours: float, limit: float, note: str = "") -> Row:
    return Row(name, ours, limit, 1, note, less=True)


def spread(values: Sequence[float]) -> str:
    return f"from {min(values):.2f} to {max(values):.2f}"


if __name__ == "__main__":
    asked = arguments(__doc__.splitlines()[0], list(PARTS))
    sys.exit(report(measure(asked.quick, asked.only), asked.json))
