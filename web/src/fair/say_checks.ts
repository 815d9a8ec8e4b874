/** What the check of the shuffles has found, in words. */

import type { Words } from "../i18n";
import type { SeatInfo } from "../net/messages";
import type { Checked, State } from "./check";
import type { SealNote } from "./seal_notes";

export interface Row {
  id: "seal" | "own" | "others";
  state: State;
  title: string;
  help: string;
}

interface Around {
  note: SealNote | null;
  /** By seat. */
  names: readonly string[];
  seats: readonly Pick<SeatInfo, "player">[];
  canKeep: boolean;
  now: number;
}

/** The first bytes, in pairs. */
export const shortHex = (hex: string): string => `${hex.slice(0, 4)} ${hex.slice(4, 8)} …`;

/** The time of day; on another day with its date. */
export function sayMoment(language: string, at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  const time = then.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return then.toDateString() === today.toDateString() ? time : `${then.toLocaleDateString(language)}, ${time}`;
}

function saySeal(words: Words, { state, why }: Checked["seal"], { note, canKeep, now }: Around): Row {
  const { title, help } = words.shuffles.seal;
  if (why === "noted") {
    const { at, stage } = note!;
    return { id: "seal", state, title: title.noted(sayMoment(words.language, at, now)), help: help[stage] };
  }
  const reason = why === "unnoted" && !canKeep ? "forgets" : why;
  return { id: "seal", state, title: title[why], help: help[reason] };
}

function sayOwn(words: Words, { state, why, bytes }: Checked["own"]): Row {
  const { title, help } = words.shuffles.own;
  return { id: "own", state, title: title[why], help: why === "in" ? help.in(shortHex(bytes)) : help[why] };
}

function sayOthers(words: Words, { state, why, seats }: Checked["others"], { names, seats: all }: Around): Row {
  const { title, help } = words.shuffles.others;
  const called = seats.map((seat) => names[seat] ?? "");
  const bots = all.some((seat) => seat.player === "house");
  const said = why === "changed" ? title.changed(called) : called.length ? title.in(called) : title.none;
  const more = [...(why === "none" ? [] : [help[why]]), ...(bots && why !== "changed" ? [help.bots] : [])];
  return { id: "others", state, title: said, help: more.join(" ") };
}

/** The three promises as rows, what is to be said of each deck besides its number, and the beginning of the seal. */
export function sayChecks(words: Words, found: Checked, around: Around) {
  const { deckHelp } = words.shuffles;
  return {
    promises: [
      saySeal(words, found.seal, around),
      sayOwn(words, found.own),
      sayOthers(words, found.others, around),
    ] as const,
    decks: found.decks.map(({ why, cards }) => {
      if (why === "follows") return "";
      return why === "some" ? deckHelp.some(cards.length) : deckHelp[why];
    }),
    shortSeal: shortHex(found.seal.commit),
  };
}
