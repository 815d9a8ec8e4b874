import { expect, it } from "vitest";
import { firstChoices, fitting, newTable, onlyBots, readChoices, withBots, withPeople } from "../src/lib/choices";
import { seatNames } from "../src/lib/people";
import { placeOf } from "../src/lib/places";
import { DEFAULTS, readSettings } from "../src/lib/kept";
import { standing } from "../src/lib/table/standing";
import { renderRules } from "../tools/plugins.ts";

const GAMES = [
  { id: "nope", title: "Nope!", players: [2, 3, 4, 5, 6], bots: ["random", "steady"], editions: [] },
  {
    id: "nyet",
    title: "Nyet!",
    players: [2, 3, 4, 5],
    bots: ["random", "steady"],
    editions: [
      { id: "goldsieber-1997", values: { players: [3, 4] } },
      { id: "iello-2015", values: { players: [2, 3, 4, 5] } },
    ],
  },
];

it("keeps the last choices, and takes nothing that does not fit", () => {
  expect(readChoices(null)).toEqual(firstChoices());
  expect(readChoices("nonsense{")).toEqual(firstChoices());
  expect(readChoices('{"players": 3, "others": 7, "clock": null}')).toEqual({ ...firstChoices(), players: 3 });
});

it("fits the players to the edition, and the bots to the game", () => {
  const short = fitting({ ...firstChoices(), edition: "goldsieber-1997" }, GAMES);
  expect(short.players).toBe(4);
  expect(short.others).toEqual(["steady", "steady", "steady"]);
  const odd = fitting({ ...firstChoices(), game: "nope", players: 9, others: ["genius", "open"] }, GAMES);
  expect(odd.players).toBe(6);
  expect(odd.others).toEqual(["steady", "open", "steady", "steady", "steady"]);
});

it("asks the server only for what differs from the edition", () => {
  const plain = newTable(fitting(firstChoices(), GAMES));
  expect(plain).toMatchObject({ game: "nyet", edition: "iello-2015", players: 5, options: {}, public: false });
  expect(plain.bots).toEqual({ 1: "steady", 2: "steady", 3: "steady", 4: "steady" });
  const rich = { ...firstChoices(), target: 100, scoring: "difference" as const, bonus: "player" as const };
  expect(newTable(rich).options).toEqual({ end: { target: 100 }, scoring: "difference", bonus: "player" });
  expect(newTable({ ...rich, players: 4 }).options).not.toHaveProperty("bonus");
  const nope = { ...firstChoices(), game: "nope", actions: false, limit: 60 };
  expect(newTable(nope)).toMatchObject({ edition: null, options: { action_cards: "no", max_turns: 60 } });
});

it("lists a table only where somebody could join", () => {
  expect(newTable({ ...firstChoices(), listed: true }).public).toBe(false);
  expect(newTable({ ...withPeople(firstChoices()), listed: true }).public).toBe(true);
  expect(onlyBots(withBots(withPeople(firstChoices())))).toBe(true);
});

it("reads settings, and only those that exist", () => {
  expect(readSettings('{"speed": "warp", "theme": "light", "trickSeconds": 99, "sounds": 1}')).toEqual({
    ...DEFAULTS,
    theme: "light",
  });
  expect(readSettings("[")).toEqual(DEFAULTS);
});

it("gives house bots names of their own, never a person's", () => {
  const house = (level: string) => ({ player: "house" as const, name: `${level} 2`, level });
  expect(seatNames([{ player: "person", name: "Ada" }, house("steady"), { player: "free" }], "open")).toEqual([
    "Ada",
    "Mira",
    "open",
  ]);
  expect(seatNames([{ player: "person", name: "mira" }, house("steady")])).toEqual(["mira", "steady 2"]);
});

it("orders the players at the end by points, or by how long they stayed in", () => {
  const points = standing({ players: 3, result: { scores: [10, 30, 10], winners: [1] } });
  expect(points.map(({ seat, place, score }) => [seat, place, score])).toEqual([
    [1, 1, 30],
    [0, 2, 10],
    [2, 2, 10],
  ]);
  const left = standing({ players: 3, result: { out: [2, 0], winners: [1] } });
  expect(left.map(({ seat, place, out }) => [seat, place, out])).toEqual([
    [1, 1, null],
    [0, 2, 2],
    [2, 3, 1],
  ]);
});

it("knows its addresses", () => {
  expect(placeOf("/")).toEqual({ page: "home" });
  expect(placeOf("/t/aB_-9")).toEqual({ page: "table", id: "aB_-9" });
  expect(placeOf("/rules")).toEqual({ page: "rules", book: "nyet", language: null });
  expect(placeOf("/rules/nope")).toEqual({ page: "rules", book: "nope", language: null });
  expect(placeOf("/rules/de/nope")).toEqual({ page: "rules", book: "nope", language: "de" });
  expect(placeOf("/rules/de/nope/x")).toEqual({ page: "lost" });
  expect(placeOf("/t/a b")).toEqual({ page: "lost" });
  expect(placeOf("/settings/x")).toEqual({ page: "lost" });
});

it("renders the rules with their anchors, and keeps links on the page", () => {
  const page = renderRules(
    '# Title\n\n## 6 Tricks\n\n<a id="r6-3"></a>**6.3** See [4.1](nope.md#r4-1), [N3](#n3), [auf Deutsch](de/nope.md), [there](../x.md).',
    "en",
  );
  expect(page.headings).toEqual([{ id: "6-tricks", text: "6 Tricks" }]);
  expect(page.html).toContain('<a id="r6-3"></a>');
  expect(page.html).toContain('<a href="/rules/en/nope#r4-1">4.1</a>');
  expect(page.html).toContain('<a href="#n3">N3</a>');
  expect(page.html).toContain('<a href="/rules/de/nope">auf Deutsch</a>');
  expect(page.html).not.toContain("../x.md");
  expect(page.html).not.toContain("Title");
  const german = renderRules("[4.1](nyet.md#r4-1) [In English](../nyet.md)", "de").html;
  expect(german).toContain('<a href="/rules/de/nyet#r4-1">4.1</a> <a href="/rules/en/nyet">In English</a>');
});
