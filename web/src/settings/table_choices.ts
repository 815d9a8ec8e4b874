/** What a new table is made of, as chosen last; it fits what the server offers. */

import { GAMES } from "../games";
import { memory } from "./preferences";
import { asked, namesIn, offered, type Chosen } from "./table_options";
import type { Clock, GameInfo, NewTable, OptionInfo } from "../net/messages";

export type SeatChoice = "open" | (string & {}); // or the level of a bot

export interface Choices {
  game: string;
  edition: string;
  players: number;
  /** The seats after one's own. */
  others: SeatChoice[];
  /** One's own character, where a game has any; nothing: the seat's. */
  character: string;
  /** By game: what differs from the usual, also where it makes no difference at the moment. */
  options: Record<string, Chosen>;
  clock: Clock;
  hints: boolean;
  watchers: boolean;
  listed: boolean;
  /** How somebody comes to the seat of a bot after the start. */
  seating: "ask" | "next_deal";
}

export const USUAL_LEVEL = "steady";
export const PACE = 0.7; // seconds that a bot seems to think
const KEY = "naysay.table";

export const CLOCKS: readonly Clock[] = [
  { kind: "none" },
  { kind: "move", seconds: 30 },
  { kind: "move", seconds: 60 },
  { kind: "bank", seconds: 300, increment: 10 },
  { kind: "days", days: 1 },
  { kind: "days", days: 3 },
];

export function firstChoices(): Choices {
  return {
    game: GAMES[0]!.id,
    edition: "",
    players: 5,
    others: Array(5).fill(USUAL_LEVEL),
    character: "",
    options: {},
    clock: { kind: "none" },
    hints: true,
    watchers: true,
    listed: false,
    seating: "ask",
  };
}

/** What was chosen last, with defaults for all that is missing or of the wrong kind. */
export function readChoices(stored: string | null): Choices {
  const usual = firstChoices();
  let given: Record<string, unknown>;
  try {
    given = (JSON.parse(stored ?? "{}") ?? {}) as Record<string, unknown>;
  } catch {
    return usual;
  }
  const found = Object.entries(usual).map(([key, value]) => {
    const other = given[key];
    const same = typeof other === typeof value && Array.isArray(other) === Array.isArray(value) && other !== null;
    return [key, same ? other : value];
  });
  return Object.fromEntries(found) as unknown as Choices;
}

export const lastChoices = (): Choices => readChoices(memory.get(KEY));
export const keepChoices = (choices: Choices): void => void memory.set(KEY, JSON.stringify(choices));

/** For how many this game, and this edition of it, can be played. */
export function playersOf(game: GameInfo, edition: string): number[] {
  const found = game.editions.find((one) => one.id === edition)?.values.players;
  return Array.isArray(found) ? (found as number[]) : game.players;
}

/** The choices, changed as little as possible so that the server can make the table. */
export function fitting(choices: Choices, games: readonly GameInfo[]): Choices {
  const game = games.find((one) => one.id === choices.game) ?? games.find((one) => one.id === GAMES[0]!.id) ?? games[0];
  if (game === undefined) return choices;
  const editions = game.editions.map((one) => one.id);
  const edition = editions.includes(choices.edition) ? choices.edition : (game.usual_edition ?? "");
  const counts = playersOf(game, edition);
  const players = counts.includes(choices.players)
    ? choices.players
    : Math.min(Math.max(choices.players, Math.min(...counts)), Math.max(...counts));
  const known = (seat: SeatChoice | undefined) => (seat === "open" || (seat && game.bots.includes(seat)) ? seat : null);
  const usual = game.bots.includes(USUAL_LEVEL) ? USUAL_LEVEL : (game.bots[0] ?? "open");
  const others = Array.from({ length: players - 1 }, (_, seat) => known(choices.others[seat]) ?? usual);
  const names = namesIn(offered(game, edition, players));
  const character = names?.words?.includes(choices.character) ? choices.character : "";
  return { ...choices, game: game.id, edition, players, others, character };
}

/** Whether everybody else is a bot, so that the game can begin at once. */
export const onlyBots = (choices: Choices): boolean =>
  choices.others.slice(0, choices.players - 1).every((seat) => seat !== "open");

/** The same with bots in all open seats. */
export const withBots = (choices: Choices): Choices => ({
  ...choices,
  others: choices.others.map((seat) => (seat === "open" ? USUAL_LEVEL : seat)),
});

/** The same with people in all seats. */
export const withPeople = (choices: Choices): Choices => ({ ...choices, others: choices.others.map(() => "open") });

/** What can be agreed on for these choices. */
export const optionsFor = (choices: Choices, games: readonly GameInfo[]): OptionInfo[] =>
  offered(
    games.find((one) => one.id === choices.game),
    choices.edition,
    choices.players,
  );

/** What the server is asked for; options only where they differ from the edition's own. */
export function newTable(choices: Choices, games: readonly GameInfo[]): NewTable {
  const options = asked(optionsFor(choices, games), choices.options[choices.game] ?? {}, choices.players);
  const bots = choices.others
    .slice(0, choices.players - 1)
    .flatMap((level, seat) => (level === "open" ? [] : [[String(seat + 1), level]]));
  return {
    game: choices.game,
    players: choices.players,
    edition: choices.edition || null,
    options,
    bots: Object.fromEntries(bots),
    clock: choices.clock,
    public: choices.listed && !onlyBots(choices),
    watchers: choices.watchers,
    seating: choices.seating,
    hints: choices.hints,
    pace: PACE,
  };
}
