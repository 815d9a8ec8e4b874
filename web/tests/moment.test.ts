// @vitest-environment jsdom
/** What is shown and what can be played belong together, whatever comes in meanwhile. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Seen } from "../src/table/contract";
import { Moment } from "../src/table/moment.svelte";
import { Hold } from "../src/games/nyet/finished_trick.svelte";
import recorded from "../src/games/nyet/samples.json";
import { settings } from "../src/settings/settings.svelte";

const samples = recorded as unknown as Record<string, Seen[]>;
const seen = (seq: number, legal: string[], seat = 0) =>
  ({ seq, legal, view: { seq }, you: { seat }, clocks: { now: seq } }) as unknown as Seen;
let moment: Moment;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  settings.speed = "normal";
  moment = new Moment();
  stop = moment.watch(window);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const does = (name: string, init: MouseEventInit = {}) =>
  document.body.dispatchEvent(new MouseEvent(name, { bubbles: true, cancelable: true, ...init }));
const presses = () => document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, isPrimary: true }));

it("stays from pressing to clicking", () => {
  moment.take(seen(1, []));
  presses();
  moment.take(seen(2, ["play R1"]));
  expect(moment.shown).toMatchObject({ seq: 1, legal: [], view: { seq: 1 }, clocks: { now: 2 } });
  does("pointerup");
  expect(does("click", { detail: 1 })).toBe(true);
  vi.advanceTimersByTime(1);
  expect(moment.shown).toMatchObject({ seq: 2, legal: ["play R1"] });
});

it("lets a resting finger not stop the game, and lifting it do nothing", () => {
  moment.take(seen(1, []));
  presses();
  moment.take(seen(2, ["play R1"]));
  vi.advanceTimersByTime(5000);
  expect(moment.shown?.seq).toBe(2);
  does("pointerup");
  expect(does("click", { detail: 1 })).toBe(false);
  vi.advanceTimersByTime(100);
  presses();
  expect(does("click", { detail: 1 })).toBe(true);
});

it("swallows the rest of a double click after a move, and only that", () => {
  moment.take(seen(1, ["play R1"]));
  expect(does("click", { detail: 1 })).toBe(true);
  expect(does("click", { detail: 2 })).toBe(true);
  moment.spend();
  expect(does("click", { detail: 3 })).toBe(false);
  expect(does("click", { detail: 1 })).toBe(true);
});

it("lets a held key act once", () => {
  const key = (repeat: boolean) =>
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", repeat, bubbles: true, cancelable: true }),
    );
  expect(key(false)).toBe(true);
  expect(key(true)).toBe(false);
});

it("moves on at once where somebody changes seats", () => {
  moment.linger = () => ({ seq: 1, view: {}, legal: [] });
  moment.take(seen(1, []));
  moment.take(seen(2, []));
  moment.take(seen(3, ["play R1"], 1));
  expect(moment.shown).toMatchObject({ seq: 3, legal: ["play R1"] });
});

it("shows a finished trick without a word of the next, and sweeps it once", () => {
  const [before, ...later] = samples["round-end"]!;
  const after = later.at(-1)!;
  moment.take(before!);
  const hold = new Hold(before!.view, () => 0, moment);
  moment.take(after);
  expect(moment.shown?.legal).toEqual([]);
  expect(moment.shown?.view.trick).toEqual(after.view.rounds.at(-1).last_trick.cards);
  expect(moment.shown?.view.rounds).toEqual(before!.view.rounds);
  expect(moment.shown?.view.sums).toEqual(before!.view.sums);
  expect(hold.trick?.after.sums).toEqual(after.view.last_sums);
  vi.advanceTimersByTime(60_000);
  expect(hold.trick).not.toBeNull();
  hold.release();
  for (let pressed = 0; pressed < 3; pressed++) {
    vi.advanceTimersByTime(150);
    hold.release();
  }
  expect(hold.trick).toBeNull();
  expect(hold.ended || after.view.phase === "over").toBe(true);
  hold.dismiss();
  expect(moment.shown).toBe(after);
});
