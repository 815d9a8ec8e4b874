import { expect, it } from "vitest";
import {
  firstChoices,
  fitting,
  newTable,
  onlyBots,
  readChoices,
  withBots,
  withPeople,
} from "../src/settings/table_choices";
import { gameWords } from "../src/games";
import { seatNames } from "../src/table/seat_names";
import { fits, offered, readNumber, sayTitle, sayValue } from "../src/settings/table_options";
import { routeOf } from "../src/pages/routes";
import { DEFAULTS, readSettings } from "../src/settings/preferences";
import { standing } from "../src/table/standing";
import type { GameInfo, OptionInfo } from "../src/net/messages";
import { de } from "../src/i18n/de";
import { en } from "../src/i18n/en";
import { renderRules } from "../tools/plugins.ts";

const range = (least: number, most: number) => [least, most];
const word = (id: string, words: string[], players: number[]): OptionInfo => ({
  id,
  kind: "word",
  players,
  usual: words[0],
  words,
});
const end = (rounds: number, players: number[]): OptionInfo => ({
  id: "end",
  kind: "amount",
  players,
  usual: { rounds },
  words: ["rounds", "target"],
  ranges: { rounds: range(1, 30), target: range(1, 1e15) },
});

const GAMES: GameInfo[] = [
  {
    id: "nope",
    title: "Nope!",
    players: [2, 3, 4, 5, 6],
    bots: ["random", "steady"],
    preparing: [],
    editions: [],
    usual_edition: null,
    deals_anew: false,
    options: [
      word("action_cards", ["yes", "no"], [2, 3, 4, 5, 6]),
      { id: "max_turns", kind: "number", players: [2, 3, 4, 5, 6], ranges: { max_turns: range(1, 1e15) } },
      { id: "extra_card", kind: "seats", players: [3, 4, 5, 6], usual: [] },
    ],
  },
  {
    id: "nyet",
    title: "Nyet!",
    players: [2, 3, 4, 5],
    bots: ["random", "steady"],
    preparing: [],
    usual_edition: "iello-2015",
    deals_anew: true,
    editions: [
      { id: "goldsieber-1997", values: { players: [3, 4] }, options: [] },
      {
        id: "iello-2015",
        values: { players: [2, 3, 4, 5] },
        options: [
          end(8, [2, 4]),
          end(10, [3, 5]),
          word("scoring", ["totals", "difference"], [2, 3, 4, 5]),
          word("bonus", ["own", "player"], [3, 5]),
        ],
      },
    ],
    options: [],
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
  const plain = newTable(fitting(firstChoices(), GAMES), GAMES);
  expect(plain).toMatchObject({ game: "nyet", edition: "iello-2015", players: 5, options: {}, public: false });
  expect(plain.bots).toEqual({ 1: "steady", 2: "steady", 3: "steady", 4: "steady" });
  const nyet = { end: { target: 100 }, scoring: "difference", bonus: "player", unheard: "of" };
  const rich = fitting({ ...firstChoices(), options: { nyet } }, GAMES);
  expect(newTable(rich, GAMES).options).toEqual({ end: { target: 100 }, scoring: "difference", bonus: "player" });
  expect(newTable({ ...rich, players: 3 }, GAMES).options).toHaveProperty("bonus");
  expect(newTable({ ...rich, players: 4 }, GAMES).options).not.toHaveProperty("bonus");
  const nope = { action_cards: "no", max_turns: 60, extra_card: [1, 2] };
  const laid = fitting({ ...rich, game: "nope", players: 3, options: { nope, nyet } }, GAMES);
  expect(newTable(laid, GAMES)).toMatchObject({ edition: null, options: nope });
  expect(newTable({ ...laid, players: 2 }, GAMES).options).toEqual({ action_cards: "no", max_turns: 60 });
});

it("takes any number within the range, and no other", () => {
  const [ends] = offered(GAMES[1], "iello-2015", 4);
  const possible = (value: unknown) => fits(ends as OptionInfo, value, 4);
  for (const value of [{ rounds: 1 }, { rounds: 30 }, { target: 1 }, { target: 73 }])
    expect(possible(value)).toBe(true);
  for (const wrong of [0, 31, 2.5, "7", "", NaN, null]) expect(possible({ rounds: wrong })).toBe(false);
  for (const wrong of [0, -1, "x"]) expect(possible({ target: wrong })).toBe(false);
  expect(["12", " 7 ", "1.5", "-3", "1e3", "", "x"].map(readNumber)).toEqual([12, 7, "1.5", "-3", "1e3", "", "x"]);
});

it("says what was agreed in both languages, and an option that no dictionary knows by its id", () => {
  const name = (seat: number) => `#${seat}`;
  const say = (id: string, value: unknown, game = "nyet") =>
    [en, de].map((words) => sayValue(words, gameWords(words, game), id, value, name));
  expect(say("end", { rounds: 1 })).toEqual(["1 round", "1 Runde"]);
  expect(say("end", { target: 100 })).toEqual(["100 points", "100 Punkten"]);
  expect(say("max_turns", null, "nope")).toEqual(["none", "keine"]);
  expect(say("max_turns", 60, "nope")).toEqual(["60 turns", "60 Züge"]);
  expect(say("extra_card", [], "nope")).toEqual(["nobody", "niemand"]);
  expect(say("extra_card", [0, 2], "nope")).toEqual(["#0 and #2", "#0 und #2"]);
  expect(say("characters", ["wolf", "bear"])).toEqual(["wolf and bear", "Wolf und Bär"]);
  expect(say("last_word", "as_host", "nah")).toEqual(["as host", "as host"]);
  expect(say("end", { rounds: 3 }, "nah")).toEqual(["3 rounds", "3 rounds"]);
  expect(sayTitle(gameWords(en, "nah"), "last_word")).toBe("last word");
});

it("lists a table only where somebody could join", () => {
  expect(newTable({ ...firstChoices(), listed: true }, GAMES).public).toBe(false);
  expect(newTable({ ...withPeople(firstChoices()), listed: true }, GAMES).public).toBe(true);
  expect(onlyBots(withBots(withPeople(firstChoices())))).toBe(true);
});

it("reads settings, and only those that exist", () => {
  expect(readSettings('{"speed": "warp", "theme": "light", "trickSeconds": 99, "sounds": 1}')).toEqual({
    ...DEFAULTS,
    theme: "light",
  });
  expect(readSettings('{"bigCards": true, "language": "de", "toString": 1}')).toEqual({
    ...DEFAULTS,
    bigCards: true,
    language: "de",
  });
  for (const bad of ["[", "null", "3", '{"language": "xx"}']) expect(readSettings(bad)).toEqual(DEFAULTS);
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
    [1, 1, 0],
    [0, 2, 2],
    [2, 3, 1],
  ]);
  const plain = standing({ players: 3, result: { winners: [1] } });
  expect(plain.map(({ seat, place, out }) => [seat, place, out])).toEqual([
    [1, 1, null],
    [0, 2, null],
    [2, 2, null],
  ]);
});

it("knows its addresses", () => {
  expect(routeOf("/")).toEqual({ page: "home" });
  expect(routeOf("/t/aB_-9")).toEqual({ page: "table", id: "aB_-9" });
  expect(routeOf("/rules")).toEqual({ page: "rules", book: null, language: null });
  expect(routeOf("/rules/nope")).toEqual({ page: "rules", book: "nope", language: null });
  expect(routeOf("/rules/de/nope")).toEqual({ page: "rules", book: "nope", language: "de" });
  expect(routeOf("/rules/de")).toEqual({ page: "rules", book: null, language: "de" });
  expect(routeOf("/rules/de/nope/x")).toEqual({ page: "not-found", what: "rules" });
  expect(routeOf("/t/a b")).toEqual({ page: "not-found", what: "page" });
  expect(routeOf("/settings/x")).toEqual({ page: "not-found", what: "page" });
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
