/** What the page needs to know of a game besides what the server tells: its cards and its words. */

import type { CardArt, Marks } from "../art/card_art";
import type { Words } from "../i18n";
import type { CandidateInfo } from "../net/messages";

export interface GamePage {
  id: string;
  /** What it is called as long as the server has not said so. */
  title: string;
  cards: CardArt;
  /** Three cards that stand for it. */
  picture: readonly { card: string; marks?: Marks }[];
  /** Its rules are in docs/rules, and so on this page. */
  rules: boolean;
  /** How good a move looks to the bot that gives a hint. */
  value: (words: Words, candidate: CandidateInfo) => string;
}

/** What the page says of a game away from its table, in one language. */
export interface GameWords {
  /** On the first page. */
  about: string;
  /** Beside its title, where a game is chosen. */
  tag: string;
  /** Who plays with whom and against whom. */
  players: (count: number) => string;
  /** What sets an edition apart; nothing where no dictionary knows it. */
  edition: (id: string) => string;
  character: (name: string) => string;
  /** A move as its record writes it; `name` says what a seat is called, `player` who plays a character. */
  move: (text: string, name: (seat: number) => string, player: (character: string) => string) => string;
  options: OptionWords;
}

/** The options of a game by the ids of the server; what is missing is said by its id. */
export interface OptionWords {
  title: Record<string, string>;
  help?: Record<string, string>;
  word?: Record<string, Record<string, string>>;
  wordHelp?: Record<string, Record<string, string>>;
  amount?: Record<string, (count: number) => string>;
  unit?: Record<string, string>;
  number?: Record<string, (count: number) => string>;
  none?: Record<string, string>;
  /** At the seat itself. */
  seat?: Record<string, string>;
}
