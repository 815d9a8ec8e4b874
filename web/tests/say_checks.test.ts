import { describe, expect, it } from "vitest";
import type { Checked } from "../src/fair/check";
import { sayChecks, sayMoment } from "../src/fair/say_checks";
import type { SealNote } from "../src/fair/seal_notes";
import { de } from "../src/i18n/de";
import { en } from "../src/i18n/en";

const NOW = new Date(2026, 10, 18, 22, 30).getTime();
const AT = new Date(2026, 10, 18, 19, 2).getTime();
const note: SealNote = {
  commit: "5f3c9a1e".repeat(8),
  cards: "R1",
  at: AT,
  stage: "open",
  seat: 0,
  contribution: "a10744c9".repeat(4),
  contributions: [],
};
const names = ["Ada", "Ben", "Cleo", "Otto"];
const seats = [{ player: "person" }, { player: "person" }, { player: "person" }, { player: "house" }] as const;
type Around = Parameters<typeof sayChecks>[2];
const around: Around = { note, names, seats, canKeep: true, now: NOW };
const fine: Checked = {
  seal: { state: "holds", why: "noted", commit: note.commit },
  own: { state: "holds", why: "in", bytes: note.contribution! },
  others: { state: "holds", why: "in", seats: [1, 2] },
  decks: [{ state: "holds", why: "follows", cards: ["R1"] }],
};
const rows = (found: Checked, more: Partial<Around> = {}, words = en) =>
  sayChecks(words, found, { ...around, ...more }).promises.map(({ title, help }) => [title, help]);

describe("the check of the shuffles in words", () => {
  it("tells what holds", () => {
    expect(rows(fine)).toEqual([
      ["Seal noted at 19:02", "before the first card"],
      ["Your bytes are in it", "a107 44c9 …, kept by this browser"],
      ["Bytes of Ben and Cleo are in it", "As they were shown at the start. Bots add none."],
    ]);
    expect(rows(fine, {}, de)).toEqual([
      ["Siegel notiert: 19:02", "vor der ersten Karte"],
      ["Deine Bytes sind dabei", "a107 44c9 …, aufgehoben in diesem Browser"],
      ["Bytes von Ben und Cleo sind dabei", "Wie sie zu Beginn gezeigt wurden. Bots geben keine dazu."],
    ]);
  });

  it("tells when the seal was noted only during the game, and on which day", () => {
    const late = { ...note, stage: "playing" as const };
    expect(rows(fine, { note: late })[0]?.[1]).toBe("when the cards had been dealt already");
    expect(sayMoment("de", AT, NOW)).toBe("19:02");
    expect(sayMoment("de", AT, NOW + 86_400_000)).toBe("18.11.2026, 19:02");
  });

  it("tells what this browser did not note, and why", () => {
    const unnoted: Checked = {
      ...fine,
      seal: { ...fine.seal, state: "open", why: "unnoted" },
      own: { state: "open", why: "watched", bytes: "" },
      others: { state: "open", why: "unnoted", seats: [] },
    };
    expect(rows(unnoted, { note: null })).toEqual([
      ["Seal not noted", "Checked, but this browser did not note the seal at the time."],
      ["No bytes of yours are in it", "Whoever watches adds none."],
      ["Nobody else added bytes", "This browser did not note what was shown at the start. Bots add none."],
    ]);
    expect(rows(unnoted, { note: null, canKeep: false })[0]?.[1]).toContain("it keeps nothing for this page");
  });

  it.each([en, de])("says which check failed, each in other words", (words) => {
    const failed: Checked[] = [
      { ...fine, seal: { ...fine.seal, state: "fails", why: "seed" } },
      { ...fine, seal: { ...fine.seal, state: "fails", why: "changed" } },
      { ...fine, own: { state: "fails", why: "changed", bytes: "00" } },
      { ...fine, others: { state: "fails", why: "changed", seats: [2] } },
    ];
    const said = failed.map((found) => rows(found, {}, words).flat().join("\n"));
    expect(new Set(said).size).toBe(failed.length);
    expect(said[3]).toContain("Cleo");
    expect(said[3]).not.toContain("Ben");
    const decks = (["differs", "cards", "some", "unsealed", "unknown"] as const).map((why) => {
      const deck = { state: "fails" as const, why, cards: ["R1", "R2"] };
      return sayChecks(words, { ...fine, decks: [deck] }, around).decks[0];
    });
    expect(new Set(decks).size).toBe(5);
    expect(sayChecks(words, fine, around).decks).toEqual([""]);
  });

  it("counts the decks", () => {
    expect(en.shuffles.follow(8, 8)).toBe("8 of 8 decks follow from the seal.");
    expect(en.shuffles.follow(0, 1)).toBe("0 of 1 deck follows from the seal.");
    expect(de.shuffles.follow(7, 8)).toBe("7 von 8 Stapeln folgen aus dem Siegel.");
  });
});
