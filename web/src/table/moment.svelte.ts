/** The moment that the page shows: what can be seen and what can be played are always of the same one. */

import type { Seen } from "./contract";

/** The part of a moment that waits while an older one is shown; seats, presence and clocks never wait. */
export type Game = Pick<Seen, "seq" | "view" | "legal">;

/** A touch becomes a click a little after the finger has left. */
const CLICK_AFTER = 80;
/** A finger that rests on the page for so long lets the game go on; then lifting it does nothing. */
const LONGEST_PRESS = 3000;

const ACTS = new Set(["Enter", " "]);

export class Moment {
  shown = $state.raw<Seen | null>(null);
  /** What a game wants shown before it shows what comes next: that stays until `go`. Null shows the next at once. */
  linger: ((before: Seen, next: Seen) => Game | null) | null = null;

  private latest: Seen | null = null;
  private kept: Game | null = null;
  private pressed = false;
  /** What was shown when it was pressed. */
  private under: Seen | null = null;
  private ending: ReturnType<typeof setTimeout> | undefined;
  /** A move went out with the first of several quick clicks. */
  private spent = false;

  /** The server has told something. */
  take(seen: Seen | null): void {
    this.latest = seen;
    this.show();
  }

  /** What lingers was seen: on to the next. */
  go(): void {
    this.kept = null;
    this.show();
  }

  /** A move went out: the rest of a double click was meant for what was there before. */
  spend(): void {
    this.spent = true;
  }

  private show(): void {
    const { latest, shown } = this;
    if (latest === null || shown === null || latest.you.seat !== shown.you.seat) {
      this.kept = null;
      this.shown = latest;
      return;
    }
    if (!this.pressed) this.kept ??= this.linger?.(shown, latest) ?? null;
    const still = this.kept ?? (this.pressed ? shown : null);
    this.shown = still ? { ...latest, seq: still.seq, view: still.view, legal: still.legal } : latest;
  }

  /** From pressing to clicking nothing changes under the finger. Call once; returns how to stop. */
  watch(page: Window): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const on = (names: string[], listener: (event: Event) => void, capture = false) =>
      names.forEach((name) => page.addEventListener(name, listener, { capture, signal }));
    on(["pointerdown"], (event) => this.pointer(event as PointerEvent), true);
    on(["pointerup"], () => this.release(CLICK_AFTER), true);
    on(["click"], (event) => this.click(event as MouseEvent), true);
    on(["click"], () => this.release(0));
    on(["pointercancel", "blur", "pagehide"], () => this.release(0));
    on(["keydown"], (event) => this.key(event as KeyboardEvent), true);
    on(["keyup"], () => this.release(0));
    return () => stop.abort();
  }

  private pointer(event: PointerEvent): void {
    if (event.isPrimary && event.button === 0) this.press();
  }

  private press(): void {
    this.pressed = true;
    this.under = this.shown;
    this.release(LONGEST_PRESS, this.under);
  }

  private release(after: number, under: Seen | null = null): void {
    clearTimeout(this.ending);
    this.ending = setTimeout(() => {
      this.pressed = false;
      this.under = under;
      this.show();
    }, after);
  }

  private click(event: MouseEvent): void {
    const moved = this.under !== null && this.under.view !== this.shown?.view;
    if (event.detail <= 1) this.spent = false;
    if (!moved && !this.spent) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.release(0);
  }

  /** A key that is held down acts once. */
  private key(event: KeyboardEvent): void {
    const writing = (event.target as Element | null)?.closest?.("input, textarea");
    if (!ACTS.has(event.key) || writing) return;
    if (event.repeat) event.preventDefault();
    else if (event.key === " ") this.press();
  }
}
