/** What the page says of Nyet! away from its table, in English. */

import { and, box, card, inside } from "../../i18n/codes.en";
import { counting } from "../../i18n/plurals";
import type { GameWords } from "../game_page";
import { nyet } from "./words.en";

const n = counting("en");

const EDITIONS: Record<string, string> = {
  "iello-2015": "Four colours up to 13. Supertrumps are trumps and follow as trumps.",
  "amigo-2007": "Black for green, lows are 0. Supertrumps stay in their own colour; trump may be none.",
  "goldsieber-1997": "A short deck for 3 or 4, up to 9. No minus points.",
};
const PLAYERS: Record<number, string> = {
  2: "One against one, and cards that nobody has.",
  3: "One plays alone against two.",
  4: "Two against two.",
  5: "With five it is a pair against a trio.",
};

export const aboutNyet: GameWords = {
  about: "2–5 players. Veto the rules together, then play tricks by what is left.",
  tag: "tricks, teams, vetoes",
  players: (count) => PLAYERS[count] ?? "",
  edition: (id) => EDITIONS[id] ?? "",
  character: nyet.character,
  move(text, name, player) {
    const [verb, ...rest] = text.split(" ");
    switch (verb) {
      case "veto": {
        const [row = "", what = ""] = rest;
        return `Nyet! to ${row === "first" ? `${inside(player(what))} as first player` : box(row, what)}`;
      }
      case "team": {
        const bonus = rest.indexOf("bonus");
        const partners = (bonus < 0 ? rest : rest.slice(0, bonus)).map((seat) => name(Number(seat)));
        const side = partners.length ? `Play with ${and(partners)}` : "Play alone";
        return bonus < 0 ? side : `${side}, bonus card to ${inside(name(Number(rest[bonus + 1])))}`;
      }
      case "play":
        return `Play ${card(rest[0] ?? "")}`;
      case "discard":
        return `Give away ${and(rest.map(card))}`;
      default:
        return text;
    }
  },
  options: {
    title: {
      end: "Ends after",
      scoring: "Scoring",
      bonus: "Bonus card doubles",
      supertrump: "Supertrumps follow as",
      tricks: "Past tricks",
      characters: "Characters",
    },
    help: {
      end: "A number of rounds, or as soon as someone has a number of points.",
      characters: "Everybody takes one when sitting down.",
    },
    word: {
      scoring: { totals: "what you made", difference: "the difference" },
      bonus: { own: "own tricks and loot", player: "the holder's points" },
      supertrump: { trump: "trumps", own: "their own colour" },
      tricks: { open: "all can be looked at", last: "only the last one" },
    },
    wordHelp: {
      scoring: {
        totals: "Everybody scores what their side made.",
        difference: "The better side scores what it has more, the other nothing.",
      },
      bonus: {
        own: "The holder's own tricks and loot count twice for the side.",
        player: "The holder scores the whole round twice.",
      },
      supertrump: {
        trump: "A supertrump has left its colour: where trumps are led, it must follow.",
        own: "A supertrump stays in its printed colour, and must follow there.",
      },
      tricks: {
        open: "Every trick of the round can be looked at again.",
        last: "As around a real table. Bots count cards all the same.",
      },
    },
    amount: {
      rounds: (count) => n(count, { one: "# round", other: "# rounds" }),
      target: (count) => n(count, { one: "# point", other: "# points" }),
    },
    unit: { rounds: "rounds", target: "points" },
  },
};
