// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import type { TableInfo } from "../src/net/messages";

const COMMIT = "ab".repeat(32);
const MINE = "0a".repeat(16);
const info = (id: string, stage: string, contributions: string[] = []) =>
  ({ id, stage, fair: { commit: COMMIT, cards: "R1 R2", contributions } }) as unknown as TableInfo;
let notes: typeof import("../src/fair/seal_notes");

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  vi.resetModules(); // as if the page were loaded anew
  notes = await import("../src/fair/seal_notes");
});

it("notes the seal and the cards while the table is open, and keeps the first time", () => {
  notes.noteTable(info("t", "open"), { seat: null }, 7);
  notes.noteTable(info("t", "open"), { seat: null }, 9);
  expect(notes.noteOf("t")).toEqual({
    commit: COMMIT,
    cards: "R1 R2",
    at: 7,
    stage: "open",
    seat: null,
    contribution: null,
    contributions: null,
  });
});

it("keeps the first seal, whatever is shown later", () => {
  notes.noteTable(info("t", "open"), { seat: 0 }, 7);
  const later = { ...info("t", "playing"), fair: { commit: "cd".repeat(32), cards: "R2 R1" } };
  notes.noteTable(later, { seat: 0 }, 8);
  expect(notes.noteOf("t")).toMatchObject({ commit: COMMIT, cards: "R1 R2" });
});

it("notes nothing of a table that it first sees when all is over", () => {
  for (const stage of ["over", "closed"]) notes.noteTable(info("t", stage), { seat: 0 }, 7);
  expect(notes.noteOf("t")).toBeNull();
});

it("keeps its own bytes with its seat, and everybody's since the start", () => {
  notes.noteTable(info("t", "open"), { seat: 1 }, 7);
  notes.noteContribution("t", 1, MINE);
  notes.noteTable(info("t", "playing", ["", MINE]), { seat: 1 }, 8);
  notes.noteTable(info("t", "playing", ["ff", "ff"]), { seat: null }, 9);
  expect(notes.noteOf("t")).toMatchObject({ stage: "open", seat: 1, contribution: MINE, contributions: ["", MINE] });
});

it("forgets its bytes with the seat, as long as the game has not begun", () => {
  notes.noteTable(info("t", "open"), { seat: 1 }, 7);
  notes.noteContribution("t", 1, MINE);
  notes.noteTable(info("t", "open"), { seat: null }, 8);
  expect(notes.noteOf("t")).toMatchObject({ seat: null, contribution: null });
});

it("takes no bytes after the start, unless they are in it", () => {
  notes.noteTable(info("t", "playing", ["", MINE]), { seat: null }, 7);
  notes.noteContribution("t", 0, MINE);
  expect(notes.noteOf("t")?.contribution).toBeNull();
  notes.noteContribution("t", 1, MINE);
  expect(notes.noteOf("t")).toMatchObject({ seat: 1, contribution: MINE });
});

it("notes a table that was made and begun at once", () => {
  notes.noteSeal("t", COMMIT, "playing", 7);
  notes.noteContribution("t", 0, MINE);
  notes.noteTable(info("t", "playing", [MINE, ""]), { seat: 0 }, 8);
  expect(notes.noteOf("t")).toEqual({
    commit: COMMIT,
    cards: "R1 R2",
    at: 7,
    stage: "playing",
    seat: 0,
    contribution: MINE,
    contributions: [MINE, ""],
  });
});

it("keeps the last fifty tables", () => {
  for (let number = 0; number < 60; number++) notes.noteTable(info(`t${number}`, "open"), { seat: null }, number);
  expect(notes.noteOf("t9")).toBeNull();
  expect(notes.noteOf("t10")).not.toBeNull();
  expect(notes.readNotes(localStorage.getItem(notes.KEY))).toHaveLength(notes.MOST);
});

it("is still there when the page is loaded anew", async () => {
  notes.noteTable(info("t", "open"), { seat: null }, 7);
  vi.resetModules();
  const again = await import("../src/fair/seal_notes");
  expect(again.noteOf("t")?.commit).toBe(COMMIT);
  localStorage.clear();
  vi.resetModules();
  expect((await import("../src/fair/seal_notes")).noteOf("t")).toBeNull();
});

it("holds as long as the page where the browser keeps nothing, and says so", () => {
  expect(notes.canKeep()).toBe(true);
  localStorage.clear();
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("denied");
  });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("denied");
  });
  notes.noteTable(info("t", "open"), { seat: null }, 7);
  expect(notes.noteOf("t")?.commit).toBe(COMMIT);
  expect(notes.canKeep()).toBe(false);
});

it("leaves out what is no note", () => {
  notes.noteTable(info("t", "open"), { seat: null }, 7);
  const [good] = notes.readNotes(localStorage.getItem(notes.KEY));
  const bad = [null, 5, [], ["x"], ["x", null], ["x", { ...good![1], at: "7" }], ["x", { ...good![1], seat: "0" }]];
  expect(notes.readNotes(JSON.stringify([...bad, good]))).toEqual([good]);
  for (const text of [null, "", "{", "7", "{}"]) expect(notes.readNotes(text)).toEqual([]);
});
