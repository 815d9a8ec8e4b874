/**
 * What this browser noted of the shuffles at its last tables, while they were open or played: the seal, the cards, its own
 * bytes, and everybody's as they were shown at the start.
 */

import type { TableInfo, You } from "../net/messages";
import { memory } from "../settings/preferences.ts";

export interface SealNote {
  commit: string;
  /** The cards of the first deck before they are shuffled. */
  cards: string;
  /** When, in milliseconds, and how far the table was. */
  at: number;
  stage: "open" | "playing";
  /** Where this browser sat down, and the bytes that it sent then; before the start they go when the seat is left. */
  seat: number | null;
  contribution: string | null;
  /** By seat, frozen since the start; null until then. */
  contributions: string[] | null;
}

type Notes = [table: string, note: SealNote][];

export const KEY = "naysay.seals";
export const MOST = 50;

/** For as long as the page is open, also where it may not remember. */
let kept: Notes = [];

const isText = (value: unknown): value is string => typeof value === "string";
const isNote = (one: unknown): one is Notes[number] => {
  if (!Array.isArray(one) || !isText(one[0])) return false;
  const { commit, cards, at, stage, seat, contribution, contributions } = (one[1] ?? {}) as Record<string, unknown>;
  return (
    [commit, cards].every(isText) &&
    typeof at === "number" &&
    (stage === "open" || stage === "playing") &&
    (seat === null || typeof seat === "number") &&
    (contribution === null || isText(contribution)) &&
    (contributions === null || (Array.isArray(contributions) && contributions.every(isText)))
  );
};

/** The notes as they were stored; what is none is left out. */
export function readNotes(stored: string | null): Notes {
  try {
    const found: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(found) ? found.filter(isNote) : [];
  } catch {
    return [];
  }
}

function notes(): Notes {
  const stored = memory.get(KEY);
  return stored === null ? kept : readNotes(stored);
}

/** Keep a note, and drop the oldest; whether the browser remembers it beyond this page. */
function keep(table: string, note: SealNote): boolean {
  const before = notes();
  const known = before.some(([id]) => id === table);
  const after: Notes = known
    ? before.map((one) => (one[0] === table ? [table, note] : one))
    : [...before, [table, note]];
  kept = after.slice(-MOST);
  return memory.set(KEY, JSON.stringify(kept));
}

export const noteOf = (table: string): SealNote | null => notes().find(([id]) => id === table)?.[1] ?? null;

/** Whether this browser remembers anything at all: a private window or a full store may not. */
export const canKeep = (): boolean => memory.set(KEY, JSON.stringify(notes()));

const nothingYet = { cards: "", seat: null, contribution: null, contributions: null };

/** The seal of a table as it was made. */
export function noteSeal(table: string, commit: string, stage: SealNote["stage"], now: number): void {
  if (noteOf(table) === null) keep(table, { ...nothingYet, commit, stage, at: now });
}

/** What is seen of a table that is open or played; afterwards nothing is noted any more. */
export function noteTable(info: TableInfo, { seat }: Pick<You, "seat">, now: number): void {
  if (info.stage !== "open" && info.stage !== "playing") return;
  const { commit, cards = "", contributions = [] } = info.fair;
  const before = noteOf(info.id);
  const note: SealNote = before ? { ...before } : { ...nothingYet, commit, stage: info.stage, at: now };
  note.cards ||= cards;
  if (note.contributions === null) {
    if (note.seat !== seat) note.contribution = null; // whoever stood up before the start added nothing
    note.seat = seat;
    if (contributions.length > 0) note.contributions = contributions;
  }
  if (JSON.stringify(note) !== JSON.stringify(before)) keep(info.id, note);
}

/** The bytes that were sent with a seat; what is sent after the start is not in the shuffles. */
export function noteContribution(table: string, seat: number, contribution: string): void {
  const note = noteOf(table);
  if (note && (note.contributions === null || note.contributions[seat] === contribution))
    keep(table, { ...note, seat, contribution });
}
