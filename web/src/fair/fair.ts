/** Fair shuffles, as docs/notation.md has them: every deck follows from the seed and from what each seat added. */

import { hmac, join, sha256 } from "./sha256.ts";

const HEX = /^([0-9a-fA-F]{2})*$/;
const WORDS = 2 ** 32;

export const isHex = (value: unknown): value is string => typeof value === "string" && HEX.test(value);

export const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) => parseInt(hex.slice(2 * i, 2 * i + 2), 16));

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The seal that is shown before the game: the SHA-256 of the seed. */
export const commitOf = (seed: Uint8Array): string => hexOf(sha256(seed));

/** The key of all decks of a game: the seed and, by seat, what each person added. */
export const keyOf = (seed: Uint8Array, contributions: readonly Uint8Array[]): Uint8Array =>
  hmac(seed, join(contributions.flatMap((part) => [Uint8Array.of(part.length), part])));

/** Random words of 32 bits for one deck, block by block. */
function* wordsOf(key: Uint8Array, deck: number, mac = hmac): Generator<number, never> {
  for (let block = 0; ; block++) {
    const place = new DataView(new ArrayBuffer(8));
    place.setUint32(0, deck);
    place.setUint32(4, block);
    const digest = new DataView(mac(key, new Uint8Array(place.buffer)).buffer);
    for (let at = 0; at < digest.byteLength; at += 4) yield digest.getUint32(at);
  }
}

/** Deck number `deck`, from 0: the cards, given in spec order, shuffled by Fisher and Yates. */
export function shuffled<Card>(key: Uint8Array, deck: number, cards: readonly Card[], mac = hmac): Card[] {
  const words = wordsOf(key, deck, mac);
  const found = [...cards];
  for (let j = found.length - 1; j > 0; j--) {
    const limit = WORDS - (WORDS % (j + 1));
    let word = words.next().value;
    while (word >= limit) word = words.next().value; // else low numbers would come a little more often
    const k = word % (j + 1);
    [found[j], found[k]] = [found[k]!, found[j]!];
  }
  return found;
}
