/** Was die Seite außerhalb des Tisches von Nyet! sagt, auf Deutsch. */

import { against, and, capital, object, to } from "../../i18n/codes.de";
import { counting } from "../../i18n/plurals";
import type { GameWords } from "../game_page";
import { nyet } from "./words.de";

const n = counting("de");

const EDITIONS: Record<string, string> = {
  "iello-2015": "Vier Farben bis 13. Supertrümpfe sind Trümpfe und bedienen Trumpf.",
  "amigo-2007": "Schwarz statt Grün, die kleinen sind 0. Supertrümpfe bleiben in ihrer Farbe; auch ohne Trumpf.",
  "goldsieber-1997": "Ein kurzes Blatt für 3 oder 4, bis 9. Keine Minuspunkte.",
};
const PLAYERS: Record<number, string> = {
  2: "Eins gegen eins, und Karten, die niemand hat.",
  3: "Eine Person allein gegen zwei.",
  4: "Zwei gegen zwei.",
  5: "Zu fünft spielt ein Paar gegen ein Trio.",
};

export const aboutNyet: GameWords = {
  about: "2–5 Leute. Erst legt ihr gemeinsam Veto gegen die Regeln ein, dann wird um Stiche gespielt.",
  tag: "Stiche, Seiten, Vetos",
  players: (count) => PLAYERS[count] ?? "",
  edition: (id) => EDITIONS[id] ?? "",
  character: nyet.character,
  move(text, name, player) {
    const [verb, ...rest] = text.split(" ");
    switch (verb) {
      case "veto": {
        const [row = "", what = ""] = rest;
        if (row !== "first") return `Nyet! zu ${against(row, what)}`;
        return `Nyet! zu „${player(what) === "Du" ? "Du spielst" : `${player(what)} spielt`} aus“`;
      }
      case "team": {
        const bonus = rest.indexOf("bonus");
        const partners = (bonus < 0 ? rest : rest.slice(0, bonus)).map((seat) => name(Number(seat)));
        const side = partners.length ? `Mit ${and(partners)} spielen` : "Allein spielen";
        return bonus < 0 ? side : `${side}, Bonuskarte an ${to(name(Number(rest[bonus + 1])))}`;
      }
      case "play":
        return `${capital(object(rest[0] ?? ""))} spielen`;
      case "discard":
        return `${capital(and(rest.map(object)))} weggeben`;
      default:
        return text;
    }
  },
  options: {
    title: {
      end: "Ende nach",
      scoring: "Wertung",
      bonus: "Bonuskarte verdoppelt",
      supertrump: "Supertrümpfe bedienen",
      tricks: "Frühere Stiche",
      characters: "Figuren",
    },
    help: {
      end: "Eine Anzahl Runden, oder sobald jemand eine Punktzahl erreicht.",
      characters: "Alle nehmen sich beim Hinsetzen eine.",
    },
    word: {
      scoring: { totals: "was ihr gemacht habt", difference: "der Unterschied" },
      bonus: { own: "eigene Stiche und Beute", player: "die eigenen Punkte" },
      supertrump: { trump: "Trumpf", own: "die eigene Farbe" },
      tricks: { open: "alle darf man ansehen", last: "nur den letzten" },
    },
    wordHelp: {
      scoring: {
        totals: "Alle bekommen, was ihre Seite gemacht hat.",
        difference: "Die bessere Seite bekommt, was sie mehr hat, die andere nichts.",
      },
      bonus: {
        own: "Die eigenen Stiche und die eigene Beute zählen für die Seite doppelt.",
        player: "Wer sie hat, bekommt die ganze Runde doppelt.",
      },
      supertrump: {
        trump: "Ein Supertrumpf hat seine Farbe verlassen: Ist Trumpf angespielt, muss er bedienen.",
        own: "Ein Supertrumpf bleibt in seiner gedruckten Farbe und muss dort bedienen.",
      },
      tricks: {
        open: "Jeden Stich der Runde darf man noch einmal ansehen.",
        last: "Wie an einem richtigen Tisch. Bots zählen trotzdem mit.",
      },
    },
    amount: {
      rounds: (count) => n(count, { one: "# Runde", other: "# Runden" }),
      target: (count) => n(count, { one: "# Punkt", other: "# Punkten" }),
    },
    unit: { rounds: "Runden", target: "Punkten" },
  },
};
