/** Die Wörter des allgemeinen Tisches, deutsch. */

import { counting, listing } from "../../i18n/plurals";
import type { GenericWords } from "./words.en";

const count = counting("de");
const and = listing(" und ");

export const generic: GenericWords = {
  yourTurn: "Du bist dran.",
  chooseMove: "Wähl einen Zug.",
  toAct: (names) => `${and(names)} ${names.length === 1 ? "ist" : "sind"} dran.`,
  nobody: "Einen Augenblick …",
  watching: "Du schaust zu.",
  over: "Das Spiel ist aus",

  seats: "Am Tisch",
  seat: (number) => `Platz ${number}`,
  isToAct: "dran",
  out: "draußen",
  away: "ein Bot springt ein",
  offline: "nicht verbunden",

  view: "Was du siehst",
  result: "Das Ergebnis",
  yes: "ja",
  no: "nein",
  nothing: "nichts",

  moves: "Deine Züge",
  filter: "Zug suchen",
  found: (shown, all) => `${shown} von ${count(all, { one: "# Zug", other: "# Zügen" })}`,
  hinted: "vorgeschlagen",

  log: "Was geschah",
  acted: (name, move) => `${name}: ${move}`,
  actedInSecret: (name, you) => (you ? "Du hast gezogen." : `${name} hat gezogen.`),
  shuffled: (cards) => count(cards, { one: "# Karte wird gemischt.", other: "# Karten werden gemischt." }),
  began: "Das Spiel beginnt.",
  standing: "Endstand",
};
