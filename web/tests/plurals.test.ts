import { expect, it } from "vitest";
import { counting, listing } from "../src/i18n/plurals";

const ITEMS = ["a", "b", "c", "d"];

it.each([
  ["en", "conjunction", listing(" and ", ", and ")],
  ["en", "disjunction", listing(" or ", ", or ")],
  ["de", "conjunction", listing(" und ")],
  ["de", "disjunction", listing(" oder ")],
  ["fr", "conjunction", listing(" et ")],
  ["it", "conjunction", listing(" e ")],
] as const)("lists as the language does: %s, %s", (language, type, list) => {
  const usual = new Intl.ListFormat(language, { type });
  for (let many = 0; many <= ITEMS.length; many++)
    expect(list(ITEMS.slice(0, many))).toBe(usual.format(ITEMS.slice(0, many)));
});

it("chooses the form by the number", () => {
  const cards = { one: "# Karte", other: "# Karten" };
  expect([0, 1, 2, -1].map((count) => counting("de")(count, cards))).toEqual([
    "0 Karten",
    "1 Karte",
    "2 Karten",
    "−1 Karte",
  ]);
  expect(counting("de")(12_345, cards)).toBe("12.345 Karten");
});
