/** What both tables need from the browser: their size, a voice, and a place for the keyboard. */

import { tick } from "svelte";
import { motion } from "../settings/settings.svelte";

/** The size of the table's box, and how much larger than usual the reader wants text. */
export class Fit {
  w = $state(390);
  h = $state(844);
  text = $state(1);

  /** The size of a table that fills the window, known before anything is drawn: what is drawn need not be drawn again. */
  constructor() {
    const style = getComputedStyle(document.documentElement);
    const bar = parseFloat(style.getPropertyValue("--bar")) || 0;
    this.w = window.innerWidth || this.w;
    this.h = window.innerHeight - bar || this.h;
    this.text = magnified(style);
  }

  attach = (element: HTMLElement) => {
    const measure = () => {
      this.text = magnified(getComputedStyle(document.documentElement));
      if (element.clientWidth > 0 && element.clientHeight > 0) {
        this.w = element.clientWidth;
        this.h = element.clientHeight;
      }
    };
    const letter = document.createElement("span"); // as wide as the reader's text is high
    letter.style.cssText = "position:absolute;width:1rem;height:0;visibility:hidden";
    element.append(letter);
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    watch.observe(letter);
    return () => {
      watch.disconnect();
      letter.remove();
    };
  };
}

function magnified(style: CSSStyleDeclaration): number {
  const afar = parseFloat(style.getPropertyValue("--afar")) || 1;
  return Math.max(1, parseFloat(style.fontSize) / 16 / afar || 1);
}

const KEPT = 6;

/** Sentences for a screen reader: the newest replace the older ones. */
export class Announcer {
  text = $state("");

  say(lines: readonly string[]): void {
    if (lines.length > 0) this.text = lines.slice(-KEPT).join(" ");
  }
}

/** Once the next frame is on the screen; at once where nothing moves, or nobody looks. */
export function afterPaint(job: () => void): void {
  if (document.hidden || motion(1) === 0) job();
  else requestAnimationFrame(() => setTimeout(job));
}

const STOPS = [
  "[data-next]",
  "[data-board] [tabindex='0']",
  "[data-hand] [tabindex='0']",
  "[data-moves] [tabindex='0']",
  ".button.main",
  "button",
];

/** Keeps the keyboard at the table when what it was on has gone: call with something that changes with every view. */
export function keepFocus(table: () => HTMLElement | undefined, seq: () => unknown): void {
  let inside = false;
  $effect(() => {
    // a button that is disabled or goes away loses the focus without a word: what counts is where it came in last
    const note = (event: FocusEvent) => (inside = !!table()?.contains(event.target as Node));
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  });
  $effect(() => {
    seq();
    if (!inside) return;
    void tick().then(() => {
      const root = table();
      if (!root || document.activeElement !== document.body) return;
      const found = STOPS.map((stop) => root.querySelector<HTMLElement>(stop)).find((stop) => stop !== null);
      found?.focus({ preventScroll: true });
    });
  });
}
