/** The words of the generic table, English. Its type is what every language must have. */

import { counting, listing } from "../../i18n/plurals";

const count = counting("en");
const and = listing(" and ", ", and ");

export const generic = {
  yourTurn: "Your turn.",
  chooseMove: "Choose a move.",
  toAct: (names: readonly string[]) => `${and(names)} ${names.length === 1 ? "is" : "are"} to act.`,
  nobody: "One moment …",
  watching: "You are watching.",
  over: "The game is over",

  seats: "At the table",
  seat: (number: number) => `seat ${number}`,
  isToAct: "to act",
  out: "out",
  away: "a bot stands in",
  offline: "not connected",

  view: "What you see",
  result: "The result",
  yes: "yes",
  no: "no",
  nothing: "nothing",

  moves: "Your moves",
  filter: "Find a move",
  found: (shown: number, all: number) => `${shown} of ${count(all, { one: "# move", other: "# moves" })}`,
  hinted: "suggested",

  log: "What happened",
  acted: (name: string, move: string) => `${name}: ${move}`,
  actedInSecret: (name: string, you: boolean) => (you ? "You have moved." : `${name} has moved.`),
  shuffled: (cards: number) => count(cards, { one: "# card is shuffled.", other: "# cards are shuffled." }),
  began: "The game begins.",
  standing: "Final standing",
};

export type GenericWords = typeof generic;
