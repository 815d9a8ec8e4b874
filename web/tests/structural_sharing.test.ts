import { expect, it } from "vitest";
import { shareStructure, stable } from "../src/net/structural_sharing";

const view = () => ({ hand: ["R1", "B2"], terms: { trump: "R", rows: [{ name: "first" }] }, trick: [] as string[] });

it("gives back what it had where nothing changed", () => {
  const before = view();
  expect(shareStructure(before, view())).toBe(before);
});

it("changes only the parts that changed", () => {
  const before = view();
  const now = shareStructure(before, { ...view(), trick: ["G4"] });
  expect(now).toEqual({ ...view(), trick: ["G4"] });
  expect(now).not.toBe(before);
  expect(now.hand).toBe(before.hand);
  expect(now.terms).toBe(before.terms);
  expect(before.trick).toEqual([]);
});

it("knows a longer list, another kind, and what is missing", () => {
  expect(shareStructure([1, 2], [1, 2, 3])).toEqual([1, 2, 3]);
  expect(shareStructure([1, 2, 3], [1, 2])).toEqual([1, 2]);
  expect(shareStructure({ a: 1 }, [1])).toEqual([1]);
  expect(shareStructure([1], { a: 1 })).toEqual({ a: 1 });
  expect(shareStructure({ a: undefined }, { b: undefined })).toHaveProperty("b");
  expect(shareStructure({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  expect(shareStructure(null, { a: 1 })).toEqual({ a: 1 });
  expect(shareStructure({ a: 1 }, null)).toBeNull();
});

it("makes the same of the same", () => {
  let cards = ["R1"];
  const held = stable(() => cards.map((card) => ({ card })));
  const first = held();
  expect(held()).toBe(first);
  cards = ["R1", "B2"];
  expect(held()[0]).toBe(first[0]);
  expect(held()).toHaveLength(2);
});
