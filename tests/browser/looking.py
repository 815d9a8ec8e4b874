"""What can be measured on a page: accessibility, texts that do not fit, scrolling where there should be none."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

OVERFLOWING = """() => {
  const seen = [];
  const words = (node) => [...node.childNodes].filter((child) => child.nodeType === 3 && child.textContent.trim());
  for (const node of document.querySelectorAll("body *")) {
    const own = words(node);
    if (own.length === 0 || node.closest(".unseen, [aria-hidden=true], svg, option, article, .skip")) continue;
    const style = getComputedStyle(node);
    if (style.visibility === "hidden" || style.display === "none" || style.clipPath !== "none") continue;
    if (style.textOverflow === "ellipsis" && style.overflowX === "hidden") continue; // a long name
    const range = document.createRange();
    range.setStartBefore(own[0]);
    range.setEndAfter(own.at(-1));
    const text = range.getBoundingClientRect();
    if (text.width === 0) continue;
    const says = `${node.tagName.toLowerCase()} "${node.textContent.trim().slice(0, 50)}"`;
    if (text.left < -1 || text.right > innerWidth + 1) seen.push(`${says} leaves the page`);
    for (let box = node; box && box !== document.body; box = box.parentElement) {
      const around = getComputedStyle(box);
      const rect = box.getBoundingClientRect();
      const button = box.matches("button, a.button, select");
      if (box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(around.overflowX)) break;
      const cut = (button || /hidden|clip/.test(around.overflowX)) && around.textOverflow !== "ellipsis";
      if (cut && (text.left < rect.left - 1.5 || text.right > rect.right + 1.5)) {
        seen.push(`${says} does not fit into its ${box.tagName.toLowerCase()}`);
        break;
      }
    }
  }
  return [...new Set(seen)];
}"""

SMALL = """() => [...document.querySelectorAll("button, a, select, input, [role=button]")].flatMap((node) => {
  const box = node.getBoundingClientRect();
  const style = getComputedStyle(node);
  const inline = style.display === "inline" || node.closest("article, details li");
  if (box.width === 0 || inline || style.clipPath !== "none" || node.closest(".unseen, .skip, [data-hand]")) return [];
  const wide = node.closest("label")?.getBoundingClientRect() ?? box;
  const small = Math.max(wide.width, box.width) < 43.5 || Math.max(wide.height, box.height) < 43.5;
  const name = node.getAttribute("aria-label") ?? node.textContent.trim();
  return small ? [`${node.tagName} ${name}: ${Math.round(box.width)}x${Math.round(box.height)}`] : [];
})"""


ELIDED = """() => [...document.querySelectorAll("[data-seat] .name")]
  .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent)"""

HIDDEN = """() => {
  const over = document.querySelector("[role=alert] > *").getBoundingClientRect();
  return [...document.querySelectorAll(".pictures > *, .terms, [data-demand]")].flatMap((node) => {
    const box = node.getBoundingClientRect();
    const apart = box.right <= over.left + 1 || over.right <= box.left + 1
      || box.bottom <= over.top + 1 || over.bottom <= box.top + 1;
    return apart ? [] : [`${node.className} ${Math.round(box.left)},${Math.round(box.top)}`];
  });
}"""

COLLIDING = """(selector) => {
  const all = [...document.querySelectorAll(selector)].map((node) => [node, node.getBoundingClientRect()]);
  return all.flatMap(([one, a], i) => all.slice(i + 1).flatMap(([other, b]) =>
    a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1
      ? [`${one.textContent.trim().slice(0, 30)} on ${other.textContent.trim().slice(0, 30)}`] : []));
}"""


def violations(page: Page) -> list[str]:
    """What axe-core finds. It is run by the debugger, so that the page's own policy stays as it is."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: Any = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [
        f"{one['id']}: {node['html'][:160]} ({node['failureSummary'][:200]})" for one in found for node in one["nodes"]
    ]


def overflowing(page: Page) -> list[str]:
    """Texts that leave the page or their box."""
    return [str(one) for one in page.evaluate(OVERFLOWING)]


def elided(page: Page) -> list[str]:
    """Names at the table that are not whole."""
    return [str(one) for one in page.evaluate(ELIDED)]


def hidden(page: Page) -> list[str]:
    """Cards and terms of the round that an answer to "why not" lies on."""
    return [str(one) for one in page.evaluate(HIDDEN)]


def colliding(page: Page, selector: str) -> list[str]:
    """Which of these elements lie on one another."""
    return [str(one) for one in page.evaluate(COLLIDING, selector)]


def too_small(page: Page) -> list[str]:
    """Controls that a finger would miss."""
    return [str(one) for one in page.evaluate(SMALL)]


def resize(page: Page, size: tuple[int, int]) -> None:
    """Another size of the window, and what follows from it: measured in one frame, laid out in the next."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
    )


def scrolls(page: Page) -> bool:
    """The document is larger than the window."""
    return bool(
        page.evaluate(
            "() => document.documentElement.scrollHeight > innerHeight + 1"
            " || document.documentElement.scrollWidth > innerWidth + 1"
        )
    )
