import { describe, expect, it } from "vitest";
import { frame, overlap, STRIP, STRIP_HIGH, strips, type Box, type Frame } from "../src/table/layout";
import type { Seen } from "../src/table/contract";
import type { Who } from "../src/table/people";
import { nope as de } from "../src/games/nope/words.de";
import { nope as en } from "../src/games/nope/words.en";
import { announce } from "../src/games/nope/announce";
import { layHand, stage } from "../src/games/nope/layout";
import { colourOf, completions, heldOrder, namingsIn, nopesSaid, optionsIn, setsIn } from "../src/games/nope/view";
import recorded from "../src/games/nope/samples.json";
import type { Event as Happening, NopeView } from "../src/games/nope/view_types";

const samples = recorded as unknown as Record<string, Seen[]>;
const four: Who[] = ["You", "Mira", "Otto", "Lena"].map((name) => ({ name, you: name === "You" }));
const SIZES = [
  [320, 594],
  [360, 594],
  [390, 798],
  [844, 346],
  [768, 978],
  [1280, 746],
  [1920, 1026],
] as const;

describe("the stage", () => {
  const cases = SIZES.flatMap(([w, h]) =>
    [2, 4, 5, 6].flatMap((players) => [0, 7, 12, 24].map((cards) => [w, h, players, cards] as const)),
  );

  it.each(cases)("at %i × %i with %i players and %i cards overlaps nowhere", (w, h, players, cards) => {
    const found = frame(w, h);
    for (const choice of [false, true]) checkStage(found, players, cards, choice);
  });

  function checkStage(found: Frame, players: number, cards: number, choice: boolean): void {
    const all = stage(found, players, 0, cards, false, choice);
    const plates = all.plates.filter((plate): plate is Box => plate !== null);
    const sets = choice ? [all.sets] : [];
    const apart = [...plates, all.pile, all.discards, all.demand, all.sentence, all.controls, all.hand, ...sets];
    for (const backs of all.backs) if (backs) apart.push({ x: backs.x - 54, y: backs.y - 25, w: 108, h: 50 });
    for (const [i, one] of apart.entries())
      for (const other of apart.slice(i + 1)) expect(overlap(one, other), JSON.stringify([one, other])).toBe(false);
    for (const box of apart) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.w).toBeLessThanOrEqual(found.w + 0.5);
      expect(box.y + box.h).toBeLessThanOrEqual(found.h + 0.5);
    }
  }

  it.each(SIZES)("at %i × %i lays 24 cards with strips wide enough", (w, h) => {
    const found = frame(w, h);
    const hand = heldOrder((samples.many?.[0]?.view as NopeView).hand);
    expect(hand).toHaveLength(24);
    const least = Math.min(1, found.zoom); // the narrowest phones show everything a little smaller
    for (const strip of strips(layHand(hand, found, stage(found, 4, 0, 24).hand, false))) {
      expect(strip.w * found.zoom).toBeGreaterThanOrEqual(STRIP * least - 0.01);
      expect(strip.h * found.zoom).toBeGreaterThanOrEqual(STRIP_HIGH * least - 0.01);
    }
  });
});

describe("sets", () => {
  const legal = ["discard R1 RG2", "discard RG2 R1", "discard see:R", "discard G1 RG2", "discard RG2 G1", "draw"];
  const sets = setsIn(legal);

  it("are read from the legal moves", () => {
    expect(sets).toHaveLength(5);
    expect(namingsIn(["name 3 2 R"])).toEqual([{ seat: 3, count: 2, colour: "R" }]);
  });

  it("are completed where there is only one way", () => {
    expect(completions(["R1"], sets)).toEqual([["RG2"]]);
    expect(completions(["RG2"], sets)).toEqual([["R1"], ["G1"]]);
    expect(completions(["see:R"], sets)).toEqual([[]]);
    expect(completions(["R1", "G1"], sets)).toEqual([]);
  });

  it("are offered by colour, a single action card besides", () => {
    const options = optionsIn(sets, { count: 2, colours: "RG" });
    expect(options.map((option) => option.id)).toEqual(["R", "G", "action"]);
    expect(optionsIn(sets, { count: 1, colours: "R" })).toEqual([]);
  });

  it("know the colour they were laid for", () => {
    expect(colourOf(["RG2", "G1"], { count: 2, colours: "RG" })).toBe("G");
    expect(colourOf(["R1", "G1"], { count: 2, colours: "RG" })).toBeNull();
  });
});

const event = (kind: Happening["kind"], seat: number, more: Partial<Happening> = {}): Happening => ({
  kind,
  seat,
  demand: null,
  cards: [],
  count: 0,
  named: null,
  ...more,
});

it("a Nope! is said until something new is laid", () => {
  const history = [event("laid", 0), event("nope", 1), event("nope", 2)];
  expect(nopesSaid(history)).toEqual([1, 2]);
  expect(nopesSaid([...history, event("laid", 3)])).toEqual([]);
});

describe("sentences", () => {
  const base = samples.turn?.[0]?.view as NopeView;

  it("tell what was laid and what is faced", () => {
    const before = { ...base, to_act: [3] };
    const now = {
      ...base,
      history: [...base.history, event("laid", 3, { cards: ["RG3"] })],
      demand: { count: 3, colours: "RG" },
    };
    expect(announce(before, now, four, en).slice(0, 2)).toEqual([
      "Lena lays red-green 3.",
      "You face 3 red or 3 green.",
    ]);
  });

  it("tell a Nope!, a naming and who is out", () => {
    const now = {
      ...base,
      to_act: [2],
      out: [...base.out, 1],
      history: [...base.history, event("nope", 1), event("named", 3, { named: { seat: 0, count: 2, colour: "B" } })],
    };
    const lines = announce(base, now, four, en);
    expect(lines).toContain("Mira says Nope!");
    expect(lines).toContain("Lena asks you for 2 blue.");
    expect(lines).toContain("Mira is out.");
  });

  it("name cards in both languages", () => {
    expect(en.layCard("see:R")).toBe("Lay the red see-through");
    expect(de.layCard("see:R")).toBe("Den roten Durchblick legen");
    expect(de.layCard("RG3")).toBe("Die rot-grüne 3 legen");
    expect(de.turnedOver("joker")).toBe("Die erste Ablage ist der Joker.");
    expect(de.demand(2, "RB")).toBe("2 rote oder 2 blaue");
    expect(en.demand(1, "RGBY")).toBe("1 of any colour");
  });
});
