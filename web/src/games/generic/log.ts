/** The log of a table for those who read it: what was done at it, one sentence each. */

import type { Happened } from "../../net/messages";
import type { Who } from "../../table/people";
import type { GenericWords } from "./words.en";

/** Entries from the log and what came since, each once, in order. */
export function joined(log: readonly Happened[], news: readonly Happened[]): Happened[] {
  const first = news[0]?.seq ?? Infinity;
  return [...log.filter((entry) => entry.seq < first), ...news];
}

/** Whether every entry of a log of this length is there. */
export const isWhole = (log: readonly Happened[], length: number): boolean =>
  log[0]?.seq === 0 && log.length >= length && log.at(-1)?.seq === log.length - 1;

/** What an entry says; nothing of those that concern the table and not the game. */
export function sentence(entry: Happened, people: readonly Who[], words: GenericWords): string | null {
  const { name, you } = people[entry.seat ?? -1] ?? { name: "", you: false };
  switch (entry.kind) {
    case "acted":
      return entry.move ? words.acted(name, entry.move) : words.actedInSecret(name, you);
    case "shuffled":
      return words.shuffled(entry.cards ?? 0);
    case "began":
      return words.began;
    default:
      return null;
  }
}
