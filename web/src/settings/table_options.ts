/** What can be agreed on before a game, as the server describes it; values are those of a record. */

import type { GameWords } from "../games/game_page";
import type { Words } from "../i18n";
import type { GameInfo, OptionInfo } from "../net/messages";

/** Chosen values by the ids of options; those that are missing are the usual ones. */
export type Chosen = Record<string, unknown>;

/** Beyond this no number is told: the server has a limit, but nobody gets there. */
const HUGE = 1e6;
/** What a number is at first, where the usual value has none. */
const FIRST: Record<string, number> = { target: 100, max_turns: 60 };

/** Every option that makes a difference for these players, in an order that does not depend on how many they are. */
export function offered(game: GameInfo | undefined, edition: string, players: number): OptionInfo[] {
  const all = game?.editions.find((one) => one.id === edition)?.options ?? game?.options ?? [];
  const order = [...new Set(all.map((one) => one.id))];
  return all
    .filter((one) => one.players.includes(players))
    .sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
}

/** The option that gives every seat a name to play under: it is chosen at the seats. */
export const namesIn = (options: readonly OptionInfo[]): OptionInfo | undefined =>
  options.find((one) => one.kind === "names");

export const valueOf = (option: OptionInfo, chosen: Chosen): unknown => chosen[option.id] ?? option.usual ?? null;

export const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The one entry of `{"target": 100}`. */
export function amountOf(value: unknown): [unit: string, number: unknown] {
  const [entry] = Object.entries((value ?? {}) as Record<string, unknown>);
  return entry ?? ["", null];
}

export const seatsOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

const within = (value: unknown, range: readonly number[] | undefined): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= (range?.[0] ?? 0) && value <= (range?.[1] ?? 0);

/** Whether the server would take this value. */
export function fits(option: OptionInfo, value: unknown, players: number): boolean {
  if (same(value, option.usual)) return true;
  switch (option.kind) {
    case "word":
      return option.words?.includes(String(value)) ?? false;
    case "number":
      return within(value, option.ranges?.[option.id]);
    case "amount": {
      const [unit, number] = amountOf(value);
      return within(number, option.ranges?.[unit]);
    }
    case "seats":
      return seatsOf(value).every((seat) => seat < players);
    case "names": {
      const names = Array.isArray(value) ? (value as string[]) : [];
      const known = names.every((name) => option.words?.includes(name));
      return names.length === players && known && new Set(names).size === players;
    }
  }
}

/** What the server is asked for: only what differs from the usual, and fits. */
export function asked(options: readonly OptionInfo[], chosen: Chosen, players: number): Chosen {
  const found: Chosen = {};
  for (const option of options) {
    const value = valueOf(option, chosen);
    if (!same(value, option.usual) && fits(option, value, players)) found[option.id] = value;
  }
  return found;
}

/** The number that a field begins with. */
export const firstNumber = (option: OptionInfo, unit: string): number =>
  (amountOf(option.usual)[0] === unit ? Number(amountOf(option.usual)[1]) : FIRST[unit]) || 1;

/** Text that somebody wrote, as a number if it is one. */
export const readNumber = (text: string): number | string => (/^\s*\d{1,15}\s*$/.test(text) ? Number(text) : text);

/** Within which numbers it must be, in words. */
export function sayRange(words: Words, range: readonly number[] | undefined): string {
  const [least = 1, most = 1] = range ?? [];
  return words.options.bad(least, most > HUGE ? null : most);
}

const plain = (id: string) => id.replaceAll(/[-_]/g, " ");

export const sayTitle = ({ options }: GameWords, id: string): string => options.title[id] ?? plain(id);

export const sayWord = ({ options }: GameWords, id: string, word: string): string =>
  options.word?.[id]?.[word] ?? plain(word);

/** A character, as it stands alone. */
export function sayCharacter(game: GameWords, name: string): string {
  const said = game.character(name);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export const sayUnit = ({ options }: GameWords, unit: string): string => options.unit?.[unit] ?? plain(unit);

/** What an option means, or what was chosen for it. */
export function sayHelp({ options }: GameWords, id: string, value: unknown): string {
  const chosen = typeof value === "string" ? options.wordHelp?.[id]?.[value] : undefined;
  return chosen ?? options.help?.[id] ?? "";
}

/** A value in words. `name` says who sits in a seat. */
export function sayValue(
  words: Words,
  game: GameWords,
  id: string,
  value: unknown,
  name: (seat: number) => string,
): string {
  const { options } = game;
  if (value === null || value === undefined) return options.none?.[id] ?? "–";
  if (typeof value === "string") return sayWord(game, id, value);
  if (typeof value === "number") return options.number?.[id]?.(value) ?? String(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return words.options.nobody;
    return words.and(value.map((one) => (typeof one === "number" ? name(one) : game.character(String(one)))));
  }
  const [unit, number] = amountOf(value);
  return options.amount?.[unit]?.(Number(number)) ?? `${String(number)} ${plain(unit)}`;
}
