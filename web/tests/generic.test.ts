// @vitest-environment jsdom
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import { fieldsOf, labelOf, seatsIn } from "../src/games/generic/fields";
import FieldValue from "../src/games/generic/FieldValue.svelte";
import { isWhole, joined, sentence } from "../src/games/generic/log";
import Moves from "../src/games/generic/Moves.svelte";
import { generic as de } from "../src/games/generic/words.de";
import { generic as en } from "../src/games/generic/words.en";
import type { Happened } from "../src/net/messages";

const entry = (seq: number, kind = "acted", more: Partial<Happened> = {}): Happened => ({ seq, at: 0, kind, ...more });
const people = [
  { name: "You", you: true },
  { name: "Mira", you: false },
];

describe("the log", () => {
  it("joins what was fetched with what came since", () => {
    const log = [0, 1, 2, 3].map((seq) => entry(seq));
    expect(joined(log, [entry(2), entry(3), entry(4)]).map((one) => one.seq)).toEqual([0, 1, 2, 3, 4]);
    expect(joined([], [])).toEqual([]);
  });

  it("is whole if nothing is missing", () => {
    const log = [0, 1, 2].map((seq) => entry(seq));
    expect(isWhole(log, 3)).toBe(true);
    expect(isWhole(log, 4)).toBe(false);
    expect(isWhole(log.slice(1), 2)).toBe(false);
    expect(isWhole([...log, entry(4)], 5)).toBe(false);
  });

  it("says what was done, and no more than that of a secret", () => {
    expect(sentence(entry(3, "acted", { seat: 1, move: "lay N7" }), people, en)).toBe("Mira: lay N7");
    expect(sentence(entry(3, "acted", { seat: 1 }), people, en)).toBe("Mira has moved.");
    expect(sentence(entry(3, "acted", { seat: 0 }), people, de)).toBe("Du hast gezogen.");
    expect(sentence(entry(3, "shuffled", { cards: 12 }), people, en)).toBe("12 cards are shuffled.");
    expect(sentence(entry(3, "sat", { seat: 1 }), people, en)).toBeNull();
  });
});

let shown: ReturnType<typeof mount> | null = null;
function show<Props extends Record<string, any>>(component: Component<Props>, props: Props): void {
  shown = mount(component, { target: document.body, props });
  flushSync();
}
afterEach(() => {
  if (shown) void unmount(shown);
  document.body.replaceChildren();
});
/** All that is written, as it would be read out. */
function read(): string {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let said = "";
  while (texts.nextNode()) said += ` ${texts.currentNode.textContent}`;
  return said.replaceAll(/\s+/g, " ").trim();
}

describe("a view", () => {
  it("is told without what the seats show", () => {
    const view = { game: "nah", seat: 0, hand: ["N1"], to_act: [1], out: [], points: [0, 1] };
    expect(fieldsOf(view).map(([name]) => name)).toEqual(["hand", "points"]);
    expect(seatsIn(view, "to_act")).toEqual([1]);
    expect(seatsIn({}, "out")).toEqual([]);
    expect(labelOf("hand_sizes")).toBe("Hand sizes");
  });

  it.each([
    [null, "– nothing"],
    [[], "– nothing"],
    [true, "yes"],
    [-3, "−3"],
    [["N1", null, 4], "N1 – nothing 4"],
    [{ count: 2, not_low: false }, "Count 2 Not low no"],
    [[{ name: "first" }, { name: "trump" }], "Name first Name trump"],
  ])("shows %j", (value, text) => {
    show(FieldValue, { value, words: en });
    expect(read()).toBe(text);
  });

  it("folds a long list", () => {
    const value = Array.from({ length: 9 }, (_, number) => ({ number }));
    show(FieldValue, { value, words: en });
    expect(document.querySelector("summary")?.textContent).toBe("9");
    expect(document.querySelectorAll("li")).toHaveLength(9);
  });
});

describe("the moves", () => {
  const props = (legal: string[]) => {
    const made: string[] = [];
    return { made, given: { legal, hinted: null, busy: false, onmove: (move: string) => made.push(move), words: en } };
  };
  const buttons = () => [...document.querySelectorAll<HTMLButtonElement>("[data-moves] button")];

  it("are buttons, one of which the keyboard gets to, and arrows the others", () => {
    const { made, given } = props(["lay N1", "lay N7", "nah"]);
    show(Moves, given);
    expect(document.querySelector("input")).toBeNull();
    expect(buttons().map((one) => one.tabIndex)).toEqual([0, -1, -1]);
    buttons()[0]?.focus();
    buttons()[0]?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    flushSync();
    expect(document.activeElement?.textContent).toBe("lay N7");
    (document.activeElement as HTMLElement).click();
    expect(made).toEqual(["lay N7"]);
  });

  it("are found by some of their letters where there are many", () => {
    const { given } = props(Array.from({ length: 300 }, (_, number) => `lay N${number}`));
    show(Moves, given);
    expect(buttons()).toHaveLength(200);
    expect(read()).toContain("200 of 300 moves");
    const field = document.querySelector("input") as HTMLInputElement;
    field.value = " N29";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    expect(buttons().map((one) => one.textContent)).toEqual([
      "lay N29",
      ...Array.from({ length: 10 }, (_, number) => `lay N29${number}`),
    ]);
  });
});
