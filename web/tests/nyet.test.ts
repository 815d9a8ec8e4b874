import { describe, expect, it } from "vitest";
import { frame, overlap, STRIP, STRIP_HIGH, strips, type Box } from "../src/table/layout";
import type { Seen } from "../src/table/contract";
import { nyet as de } from "../src/games/nyet/words.de";
import { nyet as en } from "../src/games/nyet/words.en";
import { announce, yourTurn } from "../src/games/nyet/announce";
import { layHand, stage } from "../src/games/nyet/layout";
import {
  agreedOf,
  heldOrder,
  isFull,
  marksOf,
  readTeam,
  takenLine,
  titleOf,
  withFullTrick,
} from "../src/games/nyet/view";
import type { Who } from "../src/table/people";
import recorded from "../src/games/nyet/samples.json";
import type { NyetView, Terms, Trick } from "../src/games/nyet/view_types";

const samples = recorded as unknown as Record<string, Seen[]>;
const viewOf = (name: string, step = 0) => samples[name]?.[step]?.view as NyetView;
const people = (names: string[]): Who[] => names.map((name) => ({ name, you: name === "You" }));
const five = people(["You", "Mira", "Otto", "Lena", "Jo"]);

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
  const cases = SIZES.flatMap(([w, h]) => [2, 3, 4, 5].map((players) => [w, h, players] as const));

  it.each(cases)("at %i × %i with %i players overlaps nowhere", (w, h, players) => {
    const found = frame(w, h);
    const all = stage(found, players, 0);
    const plates = all.plates.filter((plate): plate is Box => plate !== null);
    const apart: Box[] = [all.terms, ...all.sides, ...plates, all.sentence, all.hand];
    for (const backs of all.backs) if (backs) apart.push({ x: backs.x - 54, y: backs.y - 25, w: 108, h: 50 });
    for (const [i, one] of apart.entries())
      for (const other of apart.slice(i + 1)) expect(overlap(one, other), JSON.stringify([one, other])).toBe(false);
    for (const place of all.places) {
      for (const other of apart) expect(overlap(place, other), JSON.stringify([place, other])).toBe(false);
    }
    for (const [i, one] of all.places.entries())
      for (const other of all.places.slice(i + 1)) expect(overlap(one, other)).toBe(false);
    for (const box of [...apart, ...all.places, all.controls, all.centre]) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.w).toBeLessThanOrEqual(found.w + 0.5);
      expect(box.y + box.h).toBeLessThanOrEqual(found.h + 0.5);
    }
  });

  it.each(SIZES)("at %i × %i lays sixteen cards with strips wide enough", (w, h) => {
    const found = frame(w, h);
    const hand = [..."RBYG"].flatMap((suit) => [1, 5, 9, 13].map((value) => `${suit}${value}`));
    for (const big of [false, true]) {
      const laid = layHand(hand, found, stage(found, 3, 0, big).hand, big);
      for (const strip of strips(laid)) {
        expect(strip.w * found.zoom).toBeGreaterThanOrEqual(STRIP - 0.01);
        expect(strip.h * found.zoom).toBeGreaterThanOrEqual(STRIP_HIGH - 0.01);
      }
    }
  });
});

const terms: Terms = {
  first: 0,
  discard: { count: 0, not_low: false, passed_to: 0 },
  trump: "G",
  supertrump: "R1",
  supertrump_suit: "G",
  points: 3,
};
const trick: Trick = {
  leader: 3,
  cards: ["Y10", "Y1", "Y12", "G4", "R1"],
  winner: 2,
  loot: ["Y1"],
  loot_places: [1],
  won_as: "supertrump",
};

describe("a trick", () => {
  it("is told with its loot", () => {
    expect(takenLine(trick, five, en)).toBe("Otto takes it with the supertrump. Loot from Jo: the yellow 1.");
    const german = people(["Du", "Mira", "Otto", "Lena", "Jo"]);
    expect(takenLine(trick, german, de)).toBe("Otto sticht mit dem Supertrumpf. Beute von Jo: die gelbe 1.");
  });

  it("counts equal cards of its loot", () => {
    expect(en.lootFrom(["Ben", "Dora", "You"], ["R1", "R1", "R1"])).toBe("Loot from Ben, Dora, and you: three red 1s.");
    expect(de.lootFrom(["Ben", "Dora", "Du"], ["R1", "R1", "R1"])).toBe(
      "Beute von Ben, Dora und dir: dreimal die rote 1.",
    );
    expect(en.lootFrom(["Ben", "Jo"], ["R1", "B1", "R1"])).toBe("Loot from Ben and Jo: two red 1s and the blue 1.");
    expect(de.lootFrom(["Ben", "Jo"], ["R1", "B1", "R1"])).toBe(
      "Beute von Ben und Jo: zweimal die rote 1 und die blaue 1.",
    );
    expect(en.discardCards(["R1", "R1"])).toBe("Discard two red 1s");
    expect(de.discardCards(["R1", "R1"])).toBe("Zweimal rote 1 ablegen");
  });
});

it("a hand is held by suits, the highest first", () => {
  expect(heldOrder(["R4", "R13", "B1", "B12"])).toEqual(["R13", "R4", "B12", "B1"]);
});

it("the terms of the round mark the cards", () => {
  expect(marksOf("R1", terms, 1)).toEqual({ low: true, trump: false, supertrump: true });
  expect(marksOf("G1", terms, 1)).toEqual({ low: true, trump: true, supertrump: false });
  expect(marksOf("G1", null, 1)).toEqual({ low: true, trump: false, supertrump: false });
});

it("a choice of sides is read", () => {
  expect(readTeam("team 1 3 bonus 2")).toEqual({ partners: [1, 3], bonus: 2, text: "team 1 3 bonus 2" });
  expect(readTeam("team")).toEqual({ partners: [], bonus: null, text: "team" });
});

it("what was agreed tells how the game ends and scores", () => {
  const open = { end: { rounds: 10 }, scoring: "totals", supertrump: "own", tricks: "open", characters: [] };
  expect(agreedOf({ agreed: open })).toEqual({
    rounds: 10,
    target: null,
    difference: false,
    bonusCard: false,
    bonusForPlayer: false,
    lastTrickOnly: false,
  });
  expect(agreedOf({ agreed: { ...open, bonus: "own" } })).toMatchObject({ bonusCard: true, bonusForPlayer: false });
  const agreed = { end: { target: 100 }, scoring: "difference", bonus: "player", tricks: "last" };
  expect(agreedOf({ agreed })).toEqual({
    rounds: null,
    target: 100,
    difference: true,
    bonusCard: true,
    bonusForPlayer: true,
    lastTrickOnly: true,
  });
});

describe("sentences", () => {
  it("tell a veto and what it settled", () => {
    const now = viewOf("veto");
    const before = { ...now, vetoes: now.vetoes.slice(0, -1), to_act: [4] };
    const [seat, row, box] = now.vetoes.at(-1) ?? [0, "", ""];
    const lines = announce(before, now, five, en);
    expect(lines[0]).toContain(`${five[seat]?.name} says Nyet! to`);
    expect(lines[0]).toContain(row === "points" ? box.replace("-", "−") : "");
    expect(lines.at(-1)).toBe("Your veto. Cover one box: what it says will not happen.");
  });

  it("say what must be followed", () => {
    const view: NyetView = { ...viewOf("play-5"), misleading: null };
    expect(yourTurn(view, en)).toBe(`Your turn. Follow ${view.led}.`);
    expect(yourTurn({ ...view, led: null }, en)).toBe("Your turn. Lead any card.");
    expect(yourTurn({ ...view, can_follow: false }, en)).toBe(`Your turn. You have no ${view.led}: play any card.`);
  });

  it("tell the end of a round", () => {
    const lines = announce(viewOf("round-end"), viewOf("round-end", 2), five, en);
    expect(lines.some((line) => line.startsWith("The round is over. Pebbles score"))).toBe(true);
    expect(lines.some((line) => /takes? it with/.test(line))).toBe(true);
  });

  it("say nothing when nothing changed", () => {
    const view = viewOf("play-4");
    expect(announce(view, view, five, en)).toEqual([]);
  });

  it("tell consequences of a veto in both languages", () => {
    expect(en.consequence("trump", "green", ["red", "yellow"])).toBe("Cover green and trump is red or yellow.");
    expect(de.consequence("trump", "green", ["red", "yellow"])).toBe("Ohne Grün bleibt Rot oder Gelb als Trumpf.");
    expect(en.consequence("first", "Otto", ["Mira", "You"])).toBe("Cover Otto and Mira or you play first.");
    const ways = ["two", "pass-left", "none"];
    expect(en.consequence("discard", "one", ways)).toBe("Cover discard 1 and 3 other ways stay open.");
    expect(de.consequence("discard", "one", ways)).toBe("Ohne „1 ablegen“ bleiben 3 andere Wege offen.");
    expect(en.nyetTo("points", "-2")).toBe("Nyet! to −2 points");
    expect(en.nyetTo("points", "1")).toBe("Nyet! to 1 point");
  });
});

it("what the turn asks for says where a supertrump has left its colour", () => {
  const asks = (misleading: NyetView["misleading"], can_follow: boolean, words = en) =>
    yourTurn(
      {
        phase: "play",
        led: "yellow",
        can_follow,
        misleading,
        terms: { trump: "Y", supertrump: "B1", supertrump_suit: "Y" },
      } as unknown as NyetView,
      words,
    );
  expect(asks(null, true)).toBe("Your turn. Follow yellow.");
  expect(asks("hand", true)).toBe("Your turn. Follow yellow: your blue 1 counts as yellow.");
  expect(asks("lead", true)).toBe("Your turn. Follow yellow: the blue 1 counts as yellow.");
  expect(asks("hand", false)).toBe("Your turn. You have no yellow: your blue 1 counts as yellow. Play any card.");
  expect(asks("hand", true, de)).toBe("Du bist dran. Gelb bedienen: Deine blaue 1 zählt als Gelb.");
});

it("the bar tells the round and the phase", () => {
  const seen = samples.veto?.[0];
  if (!seen) throw new Error("no sample");
  const title = titleOf(seen.view, agreedOf(seen.info), en);
  expect(title).toEqual({ title: "Round 1 of 10", below: "Veto 12 of 19" });
});

it("the bar tells what is still shown, not what comes next", () => {
  const seen = samples.veto?.[0];
  if (!seen) throw new Error("no sample");
  const next = { ...seen.view, rounds: [{}] } as typeof seen.view; // the second round has begun
  const tell = (ended: boolean) => titleOf(next, agreedOf(seen.info), en, ended);
  expect(tell(true)).toEqual({ title: "Round 1 of 10", below: "Round over" });
  expect(tell(false).title).toBe("Round 2 of 10");
});

describe("the moment after the last card of a trick", () => {
  const before = viewOf("round-end"); // the last trick of a round, before its last cards
  const after = viewOf("round-end", 2);
  const score = after.rounds.at(-1)!;
  const full = withFullTrick(before, score.last_trick, before);

  it("shows the trick, and nothing of what comes next", () => {
    expect(full.trick).toEqual(score.last_trick.cards);
    expect(isFull(full)).toBe(true);
    expect(full.to_act).toEqual([]);
    expect(full.blocked).toEqual([]);
    expect(full.hand).toEqual([]);
    expect(full.hand_sizes).toEqual(before.hand_sizes.map(() => 0));
    expect(full.rounds).toEqual(before.rounds);
    const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);
    expect([full.tricks, full.loot, full.sums]).toEqual([before.tricks, before.loot, before.sums]);
    const said = titleOf(full, agreedOf(samples["round-end"]![0]!.info), en).below;
    expect(said).toBe(`Trick ${total(score.tricks)} of ${total(score.tricks)}`);
  });

  it("is told once", () => {
    const told = announce(before, full, five, en);
    const then = announce(full, after, five, en);
    expect(told.filter((line) => / takes? it /.test(line))).toHaveLength(1);
    expect(then.filter((line) => / takes? it /.test(line))).toEqual([]);
    expect(then.some((line) => line.startsWith("The round is over."))).toBe(true);
  });
});
