/** What the page says of Nope! away from its table, in English. */

import { and, card, COLOURS } from "../../i18n/codes.en";
import { counting } from "../../i18n/plurals";
import type { GameWords } from "../game_page";

const n = counting("en");

export const aboutNope: GameWords = {
  about: "2–6 players. Lay what is demanded. Out of cards is out of the game.",
  tag: "lay, draw, stay in",
  players: () => "Everybody for themselves. The last one with cards wins.",
  edition: () => "",
  character: (name) => name,
  move(text, name) {
    const [verb, ...rest] = text.split(" ");
    switch (verb) {
      case "discard":
        return `Lay ${and(rest.map(card))}`;
      case "name":
        return `${name(Number(rest[0]))}, lay ${rest[1]} ${COLOURS[rest[2] ?? ""]}`;
      case "draw":
        return "Draw";
      default:
        return text;
    }
  },
  options: {
    title: { action_cards: "Action cards", extra_card: "Start with 8 cards", max_turns: "Turn limit" },
    help: {
      extra_card: "For younger players: everybody else has 7.",
      max_turns: "Then whoever has most cards wins.",
    },
    word: { action_cards: { yes: "in the deck", no: "left out" } },
    wordHelp: {
      action_cards: {
        yes: "Restarts, see-throughs and selections: 14 cards.",
        no: "90 cards, for a first game. Jokers stay in.",
      },
    },
    unit: { max_turns: "turns" },
    number: { max_turns: (count) => n(count, { one: "# turn", other: "# turns" }) },
    none: { max_turns: "none" },
    seat: { extra_card: "starts with 8 cards" },
  },
};
