import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sayReasons, sayWhy, showTime } from "../src/i18n/say";
import { de } from "../src/i18n/de";
import { en } from "../src/i18n/en";
import { LANGUAGES, languageFor, loadWords, nameOf, type Words } from "../src/i18n";
import { counting } from "../src/i18n/plurals";

const DICTIONARIES: [string, Words][] = await Promise.all(
  LANGUAGES.map(async (language): Promise<[string, Words]> => [language, await loadWords(language)]),
);
const names = (seat: number) => ["Ann", "Ben", "Cy", "Di", "Ed"][seat] ?? "";
const players = (character: string) => (character === "bear" ? "Ann" : character);
const codes = (file: string, section: string) => {
  const text = readFileSync(join(import.meta.dirname, "../../docs", file), "utf8");
  const part = (text.split(section)[1] ?? "").split("\n## ")[0];
  return [...(part ?? "").matchAll(/^\| `([a-z_]+)` /gm)].map((found) => found[1] as string);
};

/** Every text of a dictionary with its path; functions are asked with something of each kind. */
function* texts(part: unknown, path: string): Generator<[string, string]> {
  if (typeof part === "string") yield [path, part];
  else if (part !== null && typeof part === "object") {
    for (const [key, value] of Object.entries(part)) yield* texts(value, `${path}.${key}`);
  }
}

const keysOf = (part: unknown, path = ""): string[] =>
  part !== null && typeof part === "object"
    ? Object.entries(part).flatMap(([key, value]) => keysOf(value, `${path}.${key}`))
    : [path];

describe.each(DICTIONARIES)("%s", (language, words) => {
  it("has the same keys as English, also where the type allows any", () => {
    expect(keysOf(words).sort()).toEqual(keysOf(en).sort());
  });

  it("has no empty text", () => {
    const allowed = new Set([".rules.english"]);
    const empty = [...texts(words, "")].filter(([path, text]) => text.trim() === "" && !allowed.has(path));
    expect(empty).toEqual([]);
  });

  it("has words for every refusal of the rules", () => {
    const refused = codes("notation.md", "## Why a move is refused").filter(
      (code) => !["no_shuffle_due", "wrong_deck"].includes(code), // only the server shuffles
    );
    expect(refused.length).toBeGreaterThan(15);
    expect(refused.filter((code) => !(code in words.codes.refusals))).toEqual([]);
  });

  it("has words for every option of every game", () => {
    const text = readFileSync(join(import.meta.dirname, "../../docs/notation.md"), "utf8");
    const part = (text.split("## Options")[1] ?? "").split("\n## ")[0] ?? "";
    const ids = [...part.matchAll(/^\|[^|]*\| `([a-z_]+)` \|/gm)].map((found) => found[1] as string);
    expect(ids.length).toBeGreaterThanOrEqual(9);
    const worded = Object.values(words.games).map((game) => game.options);
    expect(worded.flatMap((options) => Object.keys(options.title)).sort()).toEqual(ids.sort());
    for (const { word = {}, wordHelp = {} } of worded) {
      for (const [id, said] of Object.entries(word)) {
        expect(Object.keys(wordHelp[id] ?? {})).toEqual(Object.keys(said));
      }
    }
  });

  it("leaves no parameter out of its sentences", () => {
    const params = {
      card: "Y12", cards: ["R1", "G2"], colour: "red", colours: ["red", "blue"], led: "yellow", row: "trump",
      box: "red", points: 3, count: 2, players: 2, boxes: 2, trumps: 4, moves: 7, percent: 80, saves: 2, seat: 1, name: "Ada",
    }; // prettier-ignore
    const said = [
      ...Object.keys(words.codes.refusals).map((code) => sayWhy(words, { code, detail: "?", params }, names)),
      ...Object.keys(words.codes.reasons).flatMap((code) => sayReasons(words, [{ code, params }], names, players)),
    ];
    for (const sentence of said) {
      expect(sentence).not.toMatch(/undefined|NaN|\[object|#| {2}/);
      expect(sentence).toMatch(/^[\p{Lu}\d„“]/u);
      expect(sentence).toMatch(/[.!?]$/);
    }
  });

  it("speaks its own language", () => {
    expect(words.language).toBe(language);
  });
});

const SUPERTRUMP_LED: Record<string, string[]> = {
  en: [
    "Yellow was led, and you have yellow. The red 5 has to wait.",
    "Yellow was led; your blue 1 is a supertrump and counts as yellow. The red 5 has to wait.",
    "The blue 1 was led: it is a supertrump and counts as yellow, and you have yellow. The blue 7 has to wait.",
    "The blue 1 was led: it is a supertrump and counts as yellow, and so does yours. The blue 7 has to wait.",
    "Blue was led, and you have blue. The blue 1 is a supertrump and counts as yellow.",
  ],
  de: [
    "Gelb ist angespielt, und du hast Gelb. Die rote 5 muss warten.",
    "Gelb ist angespielt; deine blaue 1 ist ein Supertrumpf und zählt als Gelb. Die rote 5 muss warten.",
    "Die blaue 1 ist angespielt: Sie ist ein Supertrumpf und zählt als Gelb, und du hast Gelb. Die blaue 7 muss warten.",
    "Die blaue 1 ist angespielt: Sie ist ein Supertrumpf und zählt als Gelb, und deine auch. Die blaue 7 muss warten.",
    "Blau ist angespielt, und du hast Blau. Die blaue 1 ist ein Supertrumpf und zählt als Gelb.",
  ],
};

it.each(Object.entries(SUPERTRUMP_LED))(
  "explains a supertrump that has left its colour in %s",
  async (language, right) => {
    const words = await loadWords(language);
    const gone = { supertrump: "B1", counts_as: "yellow" };
    const say = (params: object) => sayWhy(words, { code: "must_follow", detail: "", params: { ...params } });
    const said = [
      say({ card: "R5", led: "yellow", held: ["Y3"] }),
      say({ card: "R5", led: "yellow", held: ["B1"], lead: "Y4", ...gone }),
      say({ card: "B7", led: "yellow", held: ["Y3"], lead: "B1", ...gone }),
      say({ card: "B7", led: "yellow", held: ["B1", "B1"], lead: "B1", ...gone }),
      say({ card: "B1", led: "blue", held: ["B7"], lead: "B9", ...gone }),
    ];
    expect(said).toEqual(right);
  },
);

it("says why in the reader's language", () => {
  const why = { code: "must_follow", detail: "…", rule: "6.3", params: { card: "G8", led: "yellow", held: ["Y3"] } };
  expect(sayWhy(en, why)).toBe("Yellow was led, and you have yellow. The green 8 has to wait.");
  expect(sayWhy(de, why)).toBe("Gelb ist angespielt, und du hast Gelb. Die grüne 8 muss warten.");
  expect(sayWhy(de, { code: "brand_new", detail: "as the server said it" })).toBe("as the server said it");
});

it("says a bot's reasons in the reader's language", () => {
  const whys = [
    { code: "denies_discard", params: { box: "two" } }, // only repeats the move
    { code: "may_knock_out", params: { seat: 1, cards: 1, percent: 40 } },
    { code: "leaves_open", params: { row: "points", box: "3" } },
    { code: "leaves_open", params: { row: "first", box: "bear" } },
    { code: "partner_told", params: { seat: 2, row: "super", boxes: 2 } },
    { code: "brand_new", params: {} },
  ];
  expect(sayReasons(en, whys, names, players)).toEqual([
    "Ben is next with 1 card, and may have to lay all (40 %).",
    "It leaves open: 3 points.",
    "It leaves open: Ann.",
    "Cy covered 2 boxes in row supertrump, nobody on the other side more.",
    "brand new.",
  ]);
  expect(sayReasons(de, whys, names, players)).toEqual([
    "Ben ist dran, hat 1 Karte und muss vielleicht alle legen (40 %).",
    "Offen bleibt: 3 Punkte.",
    "Offen bleibt: Ann.",
    "Cy hat in der Reihe „Supertrumpf“ 2 Felder verdeckt, auf der anderen Seite niemand mehr.",
    "brand new.",
  ]);
  expect(sayReasons(en, whys.slice(0, 1), names, players)).toEqual(["It rules out: discard two."]);
});

it("puts moves into words", () => {
  const say = (words: Words, game: string, move: string) => words.games[game]?.move(move, names, players);
  expect(say(en, "nyet", "play Y12")).toBe("Play the yellow 12");
  expect(say(de, "nyet", "play Y12")).toBe("Die gelbe 12 spielen");
  expect(say(en, "nyet", "team 1 3 bonus 1")).toBe("Play with Ben and Di, bonus card to Ben");
  expect(say(en, "nyet", "discard R1 B2")).toBe("Give away the red 1 and the blue 2");
  expect(say(de, "nope", "discard joker see:R")).toBe("Den Joker und den roten Durchblick legen");
  expect(say(en, "nope", "name 2 3 G")).toBe("Cy, lay 3 green");
  expect(say(de, "nyet", "veto trump green")).toBe("Nyet! zu Trumpf Grün");
  expect(say(de, "nyet", "veto trump none")).toBe("Nyet! zu „kein Trumpf“");
  expect(say(de, "nyet", "veto points 3")).toBe("Nyet! zu 3 Punkten");
  expect(say(en, "nyet", "veto first bear")).toBe("Nyet! to Ann as first player");
  expect(say(en, "other", "lay N7")).toBe("lay N7");
});

it("speaks to the reader in the middle of a sentence", () => {
  const own = (words: Words) => (seat: number) => (seat === 0 ? words.you : names(seat));
  const say = (words: Words, move: string) => words.games.nyet?.move(move, own(words), () => words.you);
  expect(say(en, "team 1 bonus 0")).toBe("Play with Ben, bonus card to you");
  expect(say(de, "team 1 bonus 0")).toBe("Mit Ben spielen, Bonuskarte an dich");
  expect(say(en, "veto first bear")).toBe("Nyet! to you as first player");
});

it("counts by the rules of the language", () => {
  const n = counting("en");
  expect(n(1, { one: "# card", other: "# cards" })).toBe("1 card");
  expect(n(0, { one: "# card", other: "# cards" })).toBe("0 cards");
  expect(n(-2, { one: "# point", other: "# points" })).toBe("−2 points");
  expect(counting("de")(1200, { other: "# Punkte" })).toBe("1.200 Punkte");
});

it("chooses the reader's language", () => {
  expect(languageFor("auto", ["fr-CH", "de-CH", "en"])).toBe("de");
  expect(languageFor("auto", ["pl"])).toBe("en");
  expect(languageFor("en", ["de"])).toBe("en");
  expect(languageFor("xx", ["de"])).toBe("en");
});

it("finds every dictionary, and calls languages what they call themselves", () => {
  expect(LANGUAGES).toEqual(expect.arrayContaining(["en", "de"]));
  expect(LANGUAGES[0]).toBe("en");
  expect(["en", "de", "fr"].map(nameOf)).toEqual(["English", "Deutsch", "Français"]);
});

it("shows time as a clock does", () => {
  expect(showTime(65_000)).toBe("1:05");
  expect(showTime(-3)).toBe("0:00");
  expect(showTime(3 * 3_600_000)).toBe("3 h");
  expect(showTime(3 * 86_400_000)).toBe("3 d");
});
