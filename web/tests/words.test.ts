import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sayReasons, sayWhy, showTime } from "../src/lib/said";
import { de } from "../src/lib/words/de";
import { en } from "../src/lib/words/en";
import { languageFor, type Words } from "../src/lib/words";
import { counting } from "../src/lib/words/counted";

const LANGUAGES: [string, Words][] = [
  ["en", en],
  ["de", de],
];
const names = (seat: number) => ["Ann", "Ben", "Cy", "Di", "Ed"][seat] ?? "";
const codes = (file: string, section?: string) => {
  const text = readFileSync(join(import.meta.dirname, "../../docs", file), "utf8");
  const part = section ? (text.split(section)[1] ?? "").split("\n## ")[0] : text;
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

describe.each(LANGUAGES)("%s", (language, words) => {
  it("has the same keys as English, also where the type allows any", () => {
    expect(keysOf(words).sort()).toEqual(keysOf(en).sort());
  });

  it("has no empty text", () => {
    const allowed = new Set([".rules.english"]);
    const empty = [...texts(words, "")].filter(([path, text]) => text.trim() === "" && !allowed.has(path));
    expect(empty).toEqual([]);
  });

  it("has words for every refusal of the rules and every reason of the bots", () => {
    const refused = codes("notation.md", "## Why a move is refused").filter(
      (code) => !["no_shuffle_due", "wrong_deck"].includes(code), // only the server shuffles
    );
    expect(refused.length).toBeGreaterThan(15);
    expect(refused.filter((code) => !(code in words.talk.refusals))).toEqual([]);
    const reasons = codes("reasons.md");
    expect(reasons.length).toBeGreaterThan(45);
    expect(reasons.filter((code) => !(code in words.talk.reasons))).toEqual([]);
  });

  it("leaves no parameter out of its sentences", () => {
    const params = {
      card: "Y12", cards: ["R1", "G2"], colour: "red", colours: ["red", "blue"], led: "yellow", row: "trump",
      box: "red", points: 3, count: 2, players: 2, boxes: 2, trumps: 4, moves: 7, percent: 80, saves: 2, seat: 1, name: "Ada",
    }; // prettier-ignore
    const said = [
      ...Object.keys(words.talk.refusals).map((code) => sayWhy(words, { code, detail: "?", params }, names)),
      ...Object.keys(words.talk.reasons).flatMap((code) => sayReasons(words, [{ code, params }], names)),
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

it("says why in the reader's language", () => {
  const why = { code: "must_follow", detail: "…", rule: "6.3", params: { card: "G8", led: "yellow", held: ["Y3"] } };
  expect(sayWhy(en, why)).toBe("Yellow was led, and you have yellow. The green 8 has to wait.");
  expect(sayWhy(de, why)).toBe("Gelb ist angespielt, und du hast Gelb. Die grüne 8 muss warten.");
  expect(sayWhy(de, { code: "brand_new", detail: "as the server said it" })).toBe("as the server said it");
});

it("puts moves into words", () => {
  expect(en.talk.move("play Y12", names)).toBe("Play the yellow 12");
  expect(de.talk.move("play Y12", names)).toBe("Die gelbe 12 spielen");
  expect(en.talk.move("team 1 3 bonus 1", names)).toBe("Play with Ben and Di, bonus card to Ben");
  expect(de.talk.move("discard joker see:R", names)).toBe("Den Joker und den roten Durchblick legen");
  expect(en.talk.move("name 2 3 G", names)).toBe("Cy, lay 3 green");
  expect(de.talk.move("veto trump green", names)).toBe("Nyet! zu Trumpf Grün");
  expect(de.talk.move("veto trump none", names)).toBe("Nyet! zu „kein Trumpf“");
  expect(de.talk.move("veto points 3", names)).toBe("Nyet! zu 3 Punkten");
});

it("speaks to the reader in the middle of a sentence", () => {
  const own = (words: Words) => (seat: number) => (seat === 0 ? words.you : names(seat));
  expect(en.talk.move("team 1 bonus 0", own(en))).toBe("Play with Ben, bonus card to you");
  expect(de.talk.move("team 1 bonus 0", own(de))).toBe("Mit Ben spielen, Bonuskarte an dich");
  expect(en.talk.move("veto first 0", own(en))).toBe("Nyet! to you as first player");
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
});

it("shows time as a clock does", () => {
  expect(showTime(65_000)).toBe("1:05");
  expect(showTime(-3)).toBe("0:00");
  expect(showTime(3 * 3_600_000)).toBe("3 h");
  expect(showTime(3 * 86_400_000)).toBe("3 d");
});
