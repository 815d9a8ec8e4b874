/** Was die Seite von einem Spiel sagt, das sie nicht kennt, auf Deutsch. */

import type { GameWords } from "../game_page";

export const aboutOther: GameWords = {
  about: "Ein Spiel dieses Servers.",
  tag: "ein Spiel dieses Servers",
  players: () => "",
  edition: () => "",
  character: (name) => name,
  move: (text) => text,
  options: { title: {} },
};
