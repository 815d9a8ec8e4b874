import { describe, expect, it } from "vitest";
import { frame, layFan, overlap, split, STRIP, STRIP_HIGH, strips, TALL, type Fan } from "../src/table/layout";

const phone: Fan = { box: { x: 8, y: 600, w: 374, h: 200 }, most: 100, show: 0.62, rise: 0.15 };

describe("a fan", () => {
  it.each([1, 2, 5, 8, 9, 12, 15, 16, 20, 24])("of %i cards keeps its strips wide and high", (count) => {
    const laid = layFan(
      Array.from({ length: count }, (_, i) => Math.floor(i / 4)),
      { ...phone, show: 0.72, box: { ...phone.box, h: count > 16 ? 260 : 200 } },
    );
    expect(laid.spots).toHaveLength(count);
    for (const strip of strips(laid)) {
      expect(strip.w).toBeGreaterThanOrEqual(STRIP - 0.01);
      expect(strip.h).toBeGreaterThanOrEqual(STRIP_HIGH - 0.01);
    }
  });

  it("stays in its box, with room above for a lifted card", () => {
    const laid = layFan(Array(15).fill(0), phone);
    for (const spot of laid.spots) {
      expect(spot.x).toBeGreaterThanOrEqual(phone.box.x - 0.01);
      expect(spot.x + spot.w).toBeLessThanOrEqual(phone.box.x + phone.box.w + 0.01);
      expect(spot.y - phone.rise * spot.w * TALL).toBeGreaterThanOrEqual(phone.box.y - 0.01);
      expect(spot.y + spot.w * TALL).toBeLessThanOrEqual(phone.box.y + phone.box.h + 0.01);
    }
  });

  it("needs one row for nine cards on a phone, two for twelve", () => {
    expect(layFan(Array(9).fill(0), phone).rows).toEqual([9]);
    expect(layFan(Array(12).fill(0), phone).rows).toEqual([6, 6]);
  });

  it("lies by its order: a later card is on top", () => {
    const laid = layFan(Array(7).fill(0), phone);
    expect(laid.spots.map((spot) => spot.z)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("of no cards is empty", () => {
    expect(layFan([], phone)).toEqual({ spots: [], w: 100, rows: [] });
  });
});

describe("rows", () => {
  it("are cut where a suit ends, if that keeps them about equal", () => {
    expect(split([1, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4], 2)).toEqual([5, 6]);
    expect(split([1, 1, 1, 1, 1, 1, 1, 2], 2)).toEqual([4, 4]);
  });
});

describe("the frame", () => {
  it.each([
    [360, 594, "tall"],
    [390, 798, "tall"],
    [844, 346, "low"],
    [768, 978, "tall"],
    [1280, 746, "wide"],
    [1920, 1026, "wide"],
  ])("of %i × %i is %s and fills its box", (w, h, shape) => {
    const found = frame(w, h);
    expect(found.shape).toBe(shape);
    expect(found.w * found.zoom).toBeCloseTo(w, 3);
    expect(found.h * found.zoom).toBeCloseTo(h, 3);
  });

  it("grows with the text, and may then be larger than its box", () => {
    const found = frame(390, 798, 2);
    expect(found.zoom).toBeGreaterThanOrEqual(2);
    expect(found.h * found.zoom).toBeGreaterThan(798);
  });
});

it("boxes that only touch do not overlap", () => {
  expect(overlap({ x: 0, y: 0, w: 10, h: 10 }, { x: 10, y: 0, w: 5, h: 5 })).toBe(false);
  expect(overlap({ x: 0, y: 0, w: 10, h: 10 }, { x: 8, y: 8, w: 5, h: 5 })).toBe(true);
});
