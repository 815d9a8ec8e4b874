/** Was die Seite außerhalb des Tisches von Nope! sagt, auf Deutsch. */

import { ADJECTIVES, and, capital, object } from "../../i18n/codes.de";
import { counting } from "../../i18n/plurals";
import type { GameWords } from "../game_page";

const n = counting("de");

export const aboutNope: GameWords = {
  about: "2–6 Leute. Leg, was verlangt wird. Wer keine Karten mehr hat, ist draußen.",
  tag: "legen, ziehen, drinbleiben",
  players: () => "Jeder für sich. Wer zuletzt noch Karten hat, gewinnt.",
  edition: () => "",
  character: (name) => name,
  move(text, name) {
    const [verb, ...rest] = text.split(" ");
    switch (verb) {
      case "discard":
        return `${capital(and(rest.map(object)))} legen`;
      case "name":
        return `${name(Number(rest[0]))}, leg ${rest[1]} ${ADJECTIVES[rest[2] ?? ""]}`;
      case "draw":
        return "Ziehen";
      default:
        return text;
    }
  },
  options: {
    title: { action_cards: "Aktionskarten", extra_card: "Fangen mit 8 Karten an", max_turns: "Zuggrenze" },
    help: {
      extra_card: "Für Jüngere: Alle anderen haben 7.",
      max_turns: "Danach gewinnt, wer die meisten Karten hat.",
    },
    word: { action_cards: { yes: "sind dabei", no: "bleiben draußen" } },
    wordHelp: {
      action_cards: {
        yes: "Neustart, Durchblick und Auswahl: 14 Karten.",
        no: "90 Karten, für ein erstes Spiel. Die Joker bleiben dabei.",
      },
    },
    unit: { max_turns: "Züge" },
    number: { max_turns: (count) => n(count, { one: "# Zug", other: "# Züge" }) },
    none: { max_turns: "keine" },
    seat: { extra_card: "fängt mit 8 Karten an" },
  },
};
