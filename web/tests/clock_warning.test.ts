import { expect, it } from "vitest";
import { warningDue } from "../src/table/clock_warning";

it("warns once at each mark, and at once when a turn begins late", () => {
  expect(warningDue(null, 120_000)).toBeNull();
  expect(warningDue(null, 30_000)).toBeNull(); // a short clock need not begin with a warning
  expect(warningDue(60_200, 59_950)).toBe(60_000);
  expect(warningDue(59_950, 59_700)).toBeNull();
  expect(warningDue(10_100, 9_900)).toBe(10_000);
  expect(warningDue(5_100, 4_900)).toBe(5_000);
  expect(warningDue(30_000, 4_000)).toBe(5_000); // the page slept
  expect(warningDue(null, 8_000)).toBe(10_000);
});
