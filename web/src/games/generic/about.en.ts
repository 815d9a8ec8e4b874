/** What the page says of a game that it knows nothing about, in English. */

import type { GameWords } from "../game_page";

export const aboutOther: GameWords = {
  about: "A game of this server.",
  tag: "a game of this server",
  players: () => "",
  edition: () => "",
  character: (name) => name,
  move: (text) => text,
  options: { title: {} },
};
