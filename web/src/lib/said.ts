/** Codes of the server in words. */

import type { Refused, Why } from "./contract";
import type { Words } from "./words";
import { tell } from "./words/told";
import type { CandidateInfo, Clock, WhyInfo } from "./wire";

const nobody = (seat: number) => String(seat + 1);

/** Why something is not possible, in the language of the reader; else as the server said it. */
export function sayWhy(words: Words, why: Why | Refused, name: (seat: number) => string = nobody): string {
  const say = why.code === undefined ? undefined : words.talk.refusals[why.code];
  if (say === undefined || (why.params === undefined && say.length > 0)) return why.detail;
  return say(tell(words, why.params ?? {}, name));
}

const EMPTY = new Set(["denies_discard", "keeps_cards", "demands"]); // they only repeat the move

/** A bot's reasons: none twice, and none that is empty while another is there. */
export function sayReasons(words: Words, whys: readonly WhyInfo[], name: (seat: number) => string): string[] {
  const telling = whys.filter((why) => !EMPTY.has(why.code));
  const said = (telling.length ? telling : whys).map((why) => {
    const say = words.talk.reasons[why.code];
    return say ? say(tell(words, why.params, name)) : words.talk.unknown(why.code);
  });
  return [...new Set(said)];
}

/**
 * How good a move looks, where the bot tells: in Nyet! the points expected and how often it takes the trick, in Nope! how
 * often it wins; else its score.
 */
export function sayValue(words: Words, game: string, candidate: CandidateInfo): string {
  const { expected, error, takes, score } = candidate;
  const number = (value: number, sign: "exceptZero" | "auto" = "exceptZero") =>
    new Intl.NumberFormat(words.language, { maximumFractionDigits: 1, signDisplay: sign })
      .format(value)
      .replace("-", "−");
  if (typeof expected !== "number") return words.hints.score(number(score));
  if (game === "nope") {
    const within = typeof error === "number" ? Math.ceil(error * 100) : null; // less than one game is one: never ± 0
    return words.hints.wins(Math.round(expected * 100), within);
  }
  const parts = [words.hints.expected(number(expected), typeof error === "number" ? number(error, "auto") : null)];
  if (typeof takes === "number") parts.push(words.hints.takes(Math.round(takes * 100)));
  return parts.join(", ");
}

/** Whether some move promises more than the best one: then the others' points, or the whole match, made the order. */
export function promisesMore([best, ...others]: readonly CandidateInfo[]): boolean {
  const most = best?.expected;
  return typeof most === "number" && others.some(({ expected }) => typeof expected === "number" && expected > most);
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
