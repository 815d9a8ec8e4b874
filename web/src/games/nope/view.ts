/** What the table of Nope! makes of the legal moves: sets, what completes them, and the choices of a selection. */

import { readNope } from "./face";
import type { Demand, Event as Happening, NopeView } from "./view_types";

export interface Naming {
  seat: number;
  count: number;
  colour: string;
}

/** The sets that may be laid, each in every order, bottom to top. */
export function setsIn(legal: readonly string[]): string[][] {
  return legal.filter((move) => move.startsWith("discard ")).map((move) => move.slice(8).split(" "));
}

export function namingsIn(legal: readonly string[]): Naming[] {
  return legal
    .filter((move) => move.startsWith("name "))
    .map((move) => {
      const [, seat, count, colour = ""] = move.split(" ");
      return { seat: Number(seat), count: Number(count), colour };
    });
}

/** What is left of `cards` without `part`; null if `part` is not in it. */
export function without(cards: readonly string[], part: readonly string[]): string[] | null {
  const left = [...cards];
  for (const card of part) {
    const found = left.indexOf(card);
    if (found < 0) return null;
    left.splice(found, 1);
  }
  return left;
}

/** The different ways to complete a selection, whatever the order. */
export function completions(selected: readonly string[], sets: readonly string[][]): string[][] {
  const found = new Map<string, string[]>();
  for (const set of sets) {
    const rest = without(set, selected)?.toSorted();
    if (rest) found.set(rest.join(" "), rest);
  }
  return [...found.values()];
}

/** A choice of the switch: a set of one colour of the demand, or a single action card. */
export interface Option {
  /** A colour's letter, or "action". */
  id: string;
  sets: string[][];
}

export function optionsIn(sets: readonly string[][], demand: Demand | null): Option[] {
  if (!demand || demand.count < 2) return [];
  const shows = (letter: string) => (card: string) => readNope(card).shows.includes(letter);
  const options: Option[] = [...demand.colours].map((letter) => ({
    id: letter,
    sets: sets.filter((set) => set.length === demand.count && set.every(shows(letter))),
  }));
  options.push({ id: "action", sets: sets.filter((set) => set.length === 1) });
  return options.filter((option) => option.sets.length > 0);
}

/** The colour of the demand that all these cards show. */
export function colourOf(cards: readonly string[], demand: Demand): string | null {
  return [...demand.colours].find((letter) => cards.every((card) => readNope(card).shows.includes(letter))) ?? null;
}

/** The hand as it is held: by the first colour that a card shows, then by the second, action cards last. */
export function heldOrder(hand: readonly string[]): string[] {
  const rank = (card: string) => {
    const { kind, shows, number } = readNope(card);
    const order = [...shows].map((letter) => "RGBY".indexOf(letter));
    const four = shows.length > 2 ? 400 : 0;
    return (
      four +
      (order[0] ?? 0) * 50 +
      (order[1] ?? 0) * 10 +
      (kind === "number" ? (number ?? 0) : kind === "see" ? 45 : 46)
    );
  };
  return hand.toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/** Who has said "Nope!" to the demand that lies there now. */
export function nopesSaid(history: readonly Happening[]): number[] {
  const since = history.findLastIndex((event) => ["laid", "named", "turned"].includes(event.kind));
  return history.slice(since + 1).flatMap((event) => (event.kind === "nope" ? [event.seat] : []));
}

/** How many cards were ever laid: keeps the cards of the pile apart, whatever was reshuffled. */
export function laidEver(view: NopeView): number {
  return view.history.reduce(
    (sum, event) => sum + (event.kind === "laid" || event.kind === "turned" ? event.cards.length : 0),
    0,
  );
}

/** The last event of a kind, if nothing of the others came after it. */
export function lastOf(view: NopeView, kind: Happening["kind"]): Happening | null {
  return view.history.findLast((event) => event.kind === kind) ?? null;
}
