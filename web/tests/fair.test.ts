import { createHash, createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkShuffles, nothingWrong, type Checked, type Known } from "../src/fair/check";
import { bytesOf, commitOf, hexOf, isHex, keyOf, shuffled } from "../src/fair/fair";
import { hmac, sha256 } from "../src/fair/sha256";
import type { SealNote } from "../src/fair/seal_notes";

interface Vector {
  game: string;
  edition: string | null;
  seed: string;
  commit: string;
  contributions: string[];
  key: string;
  deck0: string;
  deck1_starts: string;
}

const VECTORS = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../tests/records/fair-vectors.json"), "utf8"),
) as Vector[];
const times = (card: string, count: number) => Array<string>(count).fill(card);
const nyet = (colours: string, low: number, high: number) =>
  [...colours].flatMap((colour) =>
    Array.from({ length: high - low + 1 }, (_, i) => times(`${colour}${low + i}`, i === 0 ? 3 : 1)).flat(),
  );
/** Step 5 of the specification, for the decks of the vectors. */
const ORDER: Record<string, string[]> = {
  "iello-2015": nyet("RBYG", 1, 13),
  "amigo-2007": nyet("RKBY", 0, 9),
  nope: [
    ...["R", "G", "B", "Y"].flatMap((one) => [...times(`${one}1`, 2), ...times(`${one}2`, 2), `${one}3`]),
    ...["RG", "RB", "RY", "GB", "GY", "BY"].flatMap((two) =>
      [4, 4, 3].flatMap((count, i) => times(`${two}${i + 1}`, count)),
    ),
    ...times("joker", 4),
    ...times("restart", 4),
    ...["R", "G", "B", "Y"].map((one) => `see:${one}`),
    ...["R", "G", "B", "Y", "RGBY", "RGBY"].map((one) => `pick:${one}`),
  ],
};
const text = (message: string) => new TextEncoder().encode(message);
const random = (length: number) => new Uint8Array(randomBytes(length));

/** Step 4 word by word, with the hash of Node: a word is found by its place, not by a stream. */
function plainDeck(key: Uint8Array, deck: number, cards: readonly string[]): string[] {
  const word = (place: number) => {
    const message = Buffer.alloc(8);
    message.writeUInt32BE(deck, 0);
    message.writeUInt32BE(Math.floor(place / 8), 4);
    return createHmac("sha256", key)
      .update(message)
      .digest()
      .readUInt32BE(4 * (place % 8));
  };
  const found = [...cards];
  for (let j = found.length - 1, place = 0; j > 0; place++) {
    const drawn = BigInt(word(place));
    const among = BigInt(j + 1);
    if (drawn >= (2n ** 32n / among) * among) continue;
    const k = Number(drawn % among);
    [found[j], found[k]] = [found[k]!, found[j]!];
    j--;
  }
  return found;
}

describe("SHA-256", () => {
  it("gives the published digests", () => {
    expect(hexOf(sha256(text("")))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(hexOf(sha256(text("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(hexOf(sha256(text("a".repeat(1_000_000))))).toBe(
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
    );
  });

  it("agrees with Node's for every length around its blocks", () => {
    for (let length = 0; length <= 200; length++) {
      const message = random(length);
      expect(hexOf(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
    }
  });

  it("makes the HMAC of Node, also of keys longer than a block", () => {
    for (const length of [0, 1, 31, 32, 63, 64, 65, 200])
      for (const size of [0, 8, 55, 56, 64, 500]) {
        const [key, message] = [random(length), random(size)];
        expect(hexOf(hmac(key, message))).toBe(createHmac("sha256", key).update(message).digest("hex"));
      }
  });
});

describe("fair shuffles", () => {
  it.each(VECTORS)("follow the vector of $game $edition", (vector) => {
    const order = ORDER[vector.edition ?? vector.game]!;
    const key = keyOf(bytesOf(vector.seed), vector.contributions.map(bytesOf));
    expect(commitOf(bytesOf(vector.seed))).toBe(vector.commit);
    expect(hexOf(key)).toBe(vector.key);
    expect(shuffled(key, 0, order).join(" ")).toBe(vector.deck0);
    expect(shuffled(key, 1, order).slice(0, 8).join(" ")).toBe(vector.deck1_starts);
  });

  it("are those of a second implementation, for 2 to 6 players and contributions of every length", () => {
    const lengths = [0, 1, 16, 255];
    for (let players = 2; players <= 6; players++)
      for (let first = 0; first < lengths.length; first++) {
        const seed = random(32);
        const parts = Array.from({ length: players }, (_, seat) => random(lengths[(first + seat) % 4]!));
        const message = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.of(part.length), part])));
        const key = keyOf(seed, parts);
        expect(hexOf(key)).toBe(createHmac("sha256", seed).update(message).digest("hex"));
        for (const [deck, size] of [
          [0, 0],
          [1, 1],
          [7, 2],
          [255, 60],
          [256, 104],
          [65536, 300],
          [2 ** 32 - 1, 9],
        ] as const) {
          const cards = Array.from({ length: size }, (_, place) => `c${place}`);
          expect(shuffled(key, deck, cards)).toEqual(plainDeck(key, deck, cards));
        }
      }
  });

  it("keep the contributions of two seats apart", () => {
    const seed = new Uint8Array(32);
    const [ab, c, a, bc] = ["ab", "c", "a", "bc"].map(text) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
    expect(keyOf(seed, [ab, c])).not.toEqual(keyOf(seed, [a, bc]));
    expect(keyOf(seed, [text(""), a])).not.toEqual(keyOf(seed, [a, text("")]));
  });

  it("pass over a word beyond the last whole multiple", () => {
    const block = new DataView(new ArrayBuffer(32));
    [2 ** 32 - 1, 1, 2 ** 32 - 1].forEach((word, i) => block.setUint32(4 * i, word));
    const mac = () => new Uint8Array(block.buffer);
    // 2³² = 3 × 1431655765 + 1: for the first swap the largest word is refused; for the second, among two, it is odd
    expect(shuffled(new Uint8Array(), 0, ["a", "b", "c"], mac)).toEqual(["a", "c", "b"]);
  });

  it("take only whole bytes for hex", () => {
    expect(["", "00", "aBcD"].every(isHex)).toBe(true);
    expect(["0", "0g", "00\n", " 00", "٣٣", null, 12].some(isHex)).toBe(false);
  });
});

describe("the check of a record", () => {
  const CARDS = ORDER["iello-2015"]!;
  const SEED = "07".repeat(32);
  const PARTS = ["11".repeat(16), "22".repeat(16), "", "33".repeat(255)];
  const key = keyOf(bytesOf(SEED), PARTS.map(bytesOf));
  const decks = [0, 1, 2].map((deck) => shuffled(key, deck, CARDS).join(" "));
  const fair = { commit: commitOf(bytesOf(SEED)), seed: SEED, contributions: PARTS };
  const record = { players: ["Ada", "Ben", "Otto", "Dora"], shuffles: decks, fair };
  const note: SealNote = {
    commit: fair.commit,
    cards: CARDS.join(" "),
    at: 5,
    stage: "open",
    seat: 0,
    contribution: PARTS[0]!,
    contributions: PARTS,
  };
  const known: Known = { commit: fair.commit, cards: CARDS.join(" "), whole: true, seat: 0, note };
  const check = (changed: object, more: Partial<Known> = {}) =>
    checkShuffles({ ...record, ...changed }, { ...known, ...more }) as Checked;
  const why = ({ seal, own, others, decks }: Checked) => [
    seal.why,
    own.why,
    others.why,
    ...decks.map((deck) => deck.why),
  ];
  const follow = ["follows", "follows", "follows"];
  const swapped = (deck: string, one: number, other: number) => {
    const cards = deck.split(" ");
    [cards[one], cards[other]] = [cards[other]!, cards[one]!];
    return cards.join(" ");
  };

  it("finds that all holds", () => {
    const found = check({});
    expect(why(found)).toEqual(["noted", "in", "in", ...follow]);
    expect(found.others.seats).toEqual([1, 3]);
    expect([found.seal, found.own, found.others, ...found.decks].map(({ state }) => state)).toEqual(
      Array(6).fill("holds"),
    );
    expect(nothingWrong(found)).toBe(true);
  });

  it("takes capitals for the same digits", () => {
    const upper = { commit: fair.commit.toUpperCase(), seed: SEED.toUpperCase(), contributions: PARTS };
    expect(nothingWrong(check({ fair: upper }))).toBe(true);
  });

  it("says what this browser could not know", () => {
    const without = check({}, { note: null });
    expect(why(without)).toEqual(["unnoted", "unnoted", "unnoted", ...follow]);
    expect(nothingWrong(without)).toBe(true);
    expect(check({}, { note: null, seat: 2 }).own).toMatchObject({ state: "open", why: "empty" });
    expect(check({}, { note: null, seat: null }).own).toMatchObject({ state: "open", why: "watched" });
    const watched = { ...note, seat: null, contribution: null };
    expect(check({}, { note: watched, seat: null }).others.seats).toEqual([0, 1, 3]);
  });

  it.each<[string, object, string[]]>([
    ["a bit of the seed", { fair: { ...fair, seed: `06${SEED.slice(2)}` } }, ["seed", "in", "in", ..."ddd"]],
    ["a bit of the seal", { fair: { ...fair, commit: `00${fair.commit.slice(2)}` } }, ["seed", "in", "in", ..."uuu"]],
    [
      "a bit of one's own bytes",
      { fair: { ...fair, contributions: [`10${"11".repeat(15)}`, ...PARTS.slice(1)] } },
      ["noted", "changed", "in", ..."ddd"],
    ],
    [
      "a bit of another's bytes",
      { fair: { ...fair, contributions: [PARTS[0], `23${"22".repeat(15)}`, "", PARTS[3]] } },
      ["noted", "in", "changed", ..."ddd"],
    ],
    [
      "bytes for a bot",
      { fair: { ...fair, contributions: [PARTS[0], PARTS[1], "00", PARTS[3]] } },
      ["noted", "in", "changed", ..."ddd"],
    ],
    [
      "two cards swapped",
      { shuffles: [decks[0], swapped(decks[1]!, 4, 40), decks[2]] },
      ["noted", "in", "in", ..."fdf"],
    ],
    ["decks in another order", { shuffles: [decks[1], decks[0], decks[2]] }, ["noted", "in", "in", ..."ddf"]],
    ["one deck twice", { shuffles: [decks[0], decks[0], decks[2]] }, ["noted", "in", "in", ..."fdf"]],
    [
      "a card that is another",
      { shuffles: [decks[0]!.replace("R13", "R12"), decks[1], decks[2]] },
      ["noted", "in", "in", ..."cff"],
    ],
    [
      "a card too few",
      { shuffles: [decks[0], decks[1], decks[2]!.slice(0, decks[2]!.lastIndexOf(" "))] },
      ["noted", "in", "in", ..."ffc"],
    ],
    ["a card too many", { shuffles: [decks[0], `${decks[1]} R1`, decks[2]] }, ["noted", "in", "in", ..."fcf"]],
    ["a blank", { shuffles: [` ${decks[0]}`, decks[1], decks[2]] }, ["noted", "in", "in", ..."cff"]],
  ])("finds %s", (_, changed, expected) => {
    const letters: Record<string, string> = { d: "differs", f: "follows", c: "cards", u: "unsealed" };
    const found = check(changed);
    expect(why(found)).toEqual(expected.map((one) => letters[one] ?? one));
    expect(nothingWrong(found)).toBe(false);
  });

  it("finds a whole other game, sealed anew, by what was noted or is shown", () => {
    const seed = "08".repeat(32);
    const other = { commit: commitOf(bytesOf(seed)), seed, contributions: PARTS };
    const otherKey = keyOf(bytesOf(seed), PARTS.map(bytesOf));
    const shuffles = [0, 1, 2].map((deck) => shuffled(otherKey, deck, CARDS).join(" "));
    for (const more of [{}, { note: null }, { commit: other.commit }]) {
      const found = check({ fair: other, shuffles }, more);
      expect([found.seal.why, nothingWrong(found)]).toEqual(["changed", false]);
      expect(found.decks.map((deck) => deck.why)).toEqual(["unsealed", "unsealed", "unsealed"]);
    }
  });

  it("holds the cards that were noted against an order that is told afterwards", () => {
    const order = [...CARDS].reverse();
    const shuffles = [0, 1, 2].map((deck) => shuffled(key, deck, order).join(" "));
    const found = check({ shuffles }, { cards: order.join(" ") });
    expect(found.decks.map((deck) => deck.why)).toEqual(["differs", "differs", "differs"]);
  });

  it("checks a reshuffle of some cards, and says that they are some", () => {
    const some = CARDS.filter((_, place) => place % 3 === 0);
    const reshuffled = shuffled(key, 1, some).join(" ");
    const found = check({ shuffles: [decks[0], reshuffled] }, { whole: false });
    expect(found.decks.map(({ state, why }) => [state, why])).toEqual([
      ["holds", "follows"],
      ["open", "some"],
    ]);
    expect(check({ shuffles: [decks[0], swapped(reshuffled, 0, 5)] }, { whole: false }).decks[1]?.why).toBe("differs");
    expect(check({ shuffles: [decks[0], reshuffled] }).decks[1]?.why).toBe("cards");
    const first = shuffled(key, 0, some).join(" ");
    expect(check({ shuffles: [first] }, { whole: false }).decks[0]?.why).toBe("cards");
  });

  it("claims nothing of the decks of a game that does not tell its cards", () => {
    const found = check({}, { cards: "", note: null });
    expect(found.decks.map((deck) => deck.why)).toEqual(["unknown", "unknown", "unknown"]);
  });

  it.each<[string, unknown]>([
    ["nothing", null],
    ["no object", "record"],
    ["no fair", { ...record, fair: undefined }],
    ["no decks", { ...record, shuffles: undefined }],
    ["decks that are no text", { ...record, shuffles: [7] }],
    ["a short seed", { ...record, fair: { ...fair, seed: SEED.slice(2) } }],
    ["a seed that is no hex", { ...record, fair: { ...fair, seed: "g".repeat(64) } }],
    ["a short seal", { ...record, fair: { ...fair, commit: "00" } }],
    ["a key too many", { ...record, fair: { ...fair, key: SEED } }],
    ["too few contributions", { ...record, fair: { ...fair, contributions: PARTS.slice(1) } }],
    ["half a byte", { ...record, fair: { ...fair, contributions: ["1", "", "", ""] } }],
    ["a contribution too long", { ...record, fair: { ...fair, contributions: ["00".repeat(256), "", "", ""] } }],
  ])("cannot read %s", (_, broken) => {
    expect(checkShuffles(broken, known)).toBeNull();
  });

  it("is not content with no deck", () => {
    expect(nothingWrong(check({ shuffles: [] }))).toBe(false);
  });
});
