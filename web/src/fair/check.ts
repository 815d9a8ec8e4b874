/**
 * Were the cards shuffled as promised? The record of a finished game, against what this browser noted while it was played.
 * Nothing here knows the rules of a game: which cards a reshuffle takes, and whether a deck was due, is not checked.
 */

import { bytesOf, commitOf, isHex, keyOf, shuffled } from "./fair.ts";
import type { SealNote } from "./seal_notes.ts";

/** `open`: it is not known to be wrong, and could not be checked as a whole. */
export type State = "holds" | "open" | "fails";

export type Seal = "noted" | "unnoted" | "changed" | "seed";
export type Own = "in" | "changed" | "unnoted" | "empty" | "watched";
export type Others = "in" | "none" | "unnoted" | "changed";
/** `unsealed`: it follows from the seed of the record, but that is not the one that was sealed. */
export type DeckFollows = "follows" | "some" | "unsealed" | "differs" | "cards" | "unknown";

export interface DeckCheck {
  state: State;
  why: DeckFollows;
  cards: readonly string[];
}

export interface Checked {
  seal: { state: State; why: Seal; commit: string };
  own: { state: State; why: Own; bytes: string };
  /** `seats`: those of other people whose bytes are in it; those that were changed, where any were. */
  others: { state: State; why: Others; seats: readonly number[] };
  decks: readonly DeckCheck[];
}

/** What the page knows of the table besides its record. */
export interface Known {
  /** The seal as the table shows it now. */
  commit: string;
  /** The cards of the first deck before they are shuffled; empty where the game tells none. */
  cards: string;
  /** Every deck of this game is whole. */
  whole: boolean;
  /** The seat of this browser's person, if any. */
  seat: number | null;
  note: SealNote | null;
}

interface Fair {
  commit: string;
  seed: string;
  contributions: string[];
}

/** The part of a record that tells of its shuffles; null where it is none. */
export function readShuffles(record: unknown): { fair: Fair; decks: string[] } | null {
  const { fair, players, shuffles } = (record ?? {}) as Record<string, unknown>;
  if (!Array.isArray(players) || !Array.isArray(shuffles) || !shuffles.every((deck) => typeof deck === "string"))
    return null;
  if (typeof fair !== "object" || fair === null) return null;
  const { commit, seed, contributions } = fair as Record<string, unknown>;
  if (Object.keys(fair).length !== 3 || !isHex(commit) || !isHex(seed)) return null;
  if (commit.length !== 64 || seed.length !== 64) return null;
  if (!Array.isArray(contributions) || contributions.length !== players.length) return null;
  if (!contributions.every((part) => isHex(part) && part.length <= 2 * 255)) return null;
  return { fair: { commit, seed, contributions: contributions as string[] }, decks: shuffles };
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function checkSeal(fair: Fair, { commit, note }: Known): Checked["seal"] {
  const found = { commit: fair.commit.toLowerCase() };
  if (!same(commitOf(bytesOf(fair.seed)), fair.commit)) return { ...found, state: "fails", why: "seed" };
  if (!same(fair.commit, note?.commit ?? commit)) return { ...found, state: "fails", why: "changed" };
  return note ? { ...found, state: "holds", why: "noted" } : { ...found, state: "open", why: "unnoted" };
}

function checkOwn({ contributions }: Fair, { seat, note }: Known): Checked["own"] {
  if (note?.contribution) {
    const bytes = note.contribution;
    const found = same(contributions[note.seat ?? -1] ?? "", bytes);
    return found ? { state: "holds", why: "in", bytes } : { state: "fails", why: "changed", bytes };
  }
  if (seat === null) return { state: "open", why: "watched", bytes: "" };
  const bytes = contributions[seat] ?? "";
  return { state: "open", why: bytes ? "unnoted" : "empty", bytes };
}

function checkOthers({ contributions }: Fair, { seat, note }: Known): Checked["others"] {
  const own = note?.seat ?? seat;
  const seats = contributions.flatMap((part, at) => (part && at !== own ? [at] : []));
  if (!note?.contributions) return { state: "open", why: "unnoted", seats };
  const shown = note.contributions;
  const changed = contributions.flatMap((part, at) => (at !== own && !same(part, shown[at] ?? "") ? [at] : []));
  if (changed.length > 0) return { state: "fails", why: "changed", seats: changed };
  return { state: "holds", why: seats.length ? "in" : "none", seats };
}

/** The cards of a deck in the order in which they are shuffled; null where it holds others than those it may hold. */
function inOrder(deck: readonly string[], order: readonly string[]): string[] | null {
  const left = new Map<string, number>();
  for (const card of deck) left.set(card, (left.get(card) ?? 0) + 1);
  const found = order.filter((card) => {
    const count = left.get(card) ?? 0;
    left.set(card, count - 1);
    return count > 0;
  });
  return found.length === deck.length ? found : null;
}

function checkDeck(key: Uint8Array, number: number, cards: readonly string[], known: Known): DeckCheck {
  const order = (known.note?.cards ?? known.cards).split(" ").filter(Boolean);
  if (order.length === 0) return { cards, state: "open", why: "unknown" };
  const before = inOrder(cards, order);
  const partly = cards.length < order.length;
  if (before === null || (partly && (known.whole || number === 0))) return { cards, state: "fails", why: "cards" };
  const follows = shuffled(key, number, before).join(" ") === cards.join(" ");
  if (!follows) return { cards, state: "fails", why: "differs" };
  return partly ? { cards, state: "open", why: "some" } : { cards, state: "holds", why: "follows" };
}

/** Where the seal does not hold, nothing follows from it. */
const unsealed = (deck: DeckCheck): DeckCheck =>
  deck.state === "fails" ? deck : { ...deck, state: "open", why: "unsealed" };

/** Check a record; null where it tells nothing of its shuffles, or nothing that can be read. */
export function checkShuffles(record: unknown, known: Known): Checked | null {
  const found = readShuffles(record);
  if (found === null) return null;
  const { fair, decks } = found;
  const key = keyOf(bytesOf(fair.seed), fair.contributions.map(bytesOf));
  const seal = checkSeal(fair, known);
  const judged = decks.map((deck, number) => checkDeck(key, number, deck.split(" "), known));
  return {
    seal,
    own: checkOwn(fair, known),
    others: checkOthers(fair, known),
    decks: seal.state === "fails" ? judged.map(unsealed) : judged,
  };
}

/** Nothing is wrong, as far as it could be checked, and there was a deck. */
export function nothingWrong({ seal, own, others, decks }: Checked): boolean {
  return decks.length > 0 && [seal, own, others, ...decks].every(({ state }) => state !== "fails");
}
