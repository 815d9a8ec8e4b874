/** Codes of the server in words. */

import type { Refused, Why } from "../table/contract";
import type { Words } from ".";
import { wordParameters } from "./parameters";
import { REPEATS_MOVE } from "./reasons";
import type { CandidateInfo, Clock, WhyInfo } from "../net/messages";

const nobody = (seat: number) => String(seat + 1);

/** Why something is not possible, in the language of the reader; else as the server said it. */
export function sayWhy(words: Words, why: Why | Refused, name: (seat: number) => string = nobody): string {
  const say = why.code === undefined ? undefined : words.codes.refusals[why.code];
  if (say === undefined || (why.params === undefined && say.length > 0)) return why.detail;
  return say(wordParameters(words, why.params ?? {}, name));
}

/** A bot's reasons: none twice, and none that only repeats the move while another is there. */
export function sayReasons(
  words: Words,
  whys: readonly WhyInfo[],
  name: (seat: number) => string,
  player: (character: string) => string,
): string[] {
  const sentences: Record<string, ((p: any) => string) | undefined> = words.codes.reasons;
  const telling = whys.filter((why) => !REPEATS_MOVE.has(why.code));
  const said = (telling.length ? telling : whys).map((why) => {
    const say = sentences[why.code];
    return say ? say(wordParameters(words, why.params, name, player)) : words.codes.unknown(why.code);
  });
  return [...new Set(said)];
}

const number = (words: Words, value: number, sign: "exceptZero" | "auto" = "exceptZero") =>
  new Intl.NumberFormat(words.language, { maximumFractionDigits: 1, signDisplay: sign })
    .format(value)
    .replace("-", "−");

/** How good a move looks to a bot that tells no more than its score. */
export const sayScore = (words: Words, { score }: CandidateInfo): string => words.hints.score(number(words, score));

/** The lead over the others, which makes the order, then the own points, and how often the own side takes the trick. */
export function sayPoints(words: Words, candidate: CandidateInfo): string {
  const { expected, error, takes, lead } = candidate;
  if (typeof expected !== "number") return sayScore(words, candidate);
  const parts = typeof lead === "number" ? [words.hints.lead(number(words, lead))] : [];
  const within = typeof error === "number" ? number(words, error, "auto") : null;
  parts.push(words.hints.expected(number(words, expected), within));
  if (typeof takes === "number") parts.push(words.hints.takes(Math.round(takes * 100)));
  return parts.join(", ");
}

/** How often it wins. */
export function sayChance(words: Words, candidate: CandidateInfo): string {
  const { expected, error, score } = candidate;
  if (typeof expected !== "number") return sayScore(words, candidate);
  const within = typeof error === "number" ? Math.ceil(error * 100) : null; // less than one game is one: never ± 0
  return words.hints.wins(Math.round(score * 100), within);
}

/** What a bot's level is called; one that no dictionary knows has its own id. */
export const sayLevel = (words: Words, level: string): string =>
  words.make.levels[level] ?? level.replaceAll(/[-_]/g, " ");

/** What to expect of it, in a sentence. */
export const sayLevelHelp = (words: Words, level: string): string =>
  words.make.levelHelp[level] ?? words.make.levelOther;

export function sayClock(words: Words, clock: Clock | undefined): string {
  switch (clock?.kind) {
    case "move":
      return words.clock.move(clock.seconds ?? 0);
    case "bank":
      return words.clock.bank(Math.round((clock.seconds ?? 0) / 60), clock.increment ?? 0);
    case "days":
      return words.clock.days(clock.days ?? 0);
    default:
      return words.clock.none;
  }
}

/** Milliseconds as a clock shows them: 1:05, or 3 h, 2 d for long ones. */
export function showTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds >= 172_800) return `${Math.floor(seconds / 86_400)} d`;
  if (seconds >= 7200) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** An edition by its id, or one of somebody's own by its name. */
export function sayEdition(edition: unknown): string {
  if (typeof edition !== "string") return String((edition as { name?: string } | null)?.name ?? "");
  return edition
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
