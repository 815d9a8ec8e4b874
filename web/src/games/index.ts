/** Every game that this page knows; `tables.ts` has their tables, which only the page of a table needs. */

import type { Words } from "../i18n";
import type { GamePage, GameWords } from "./game_page";
import { generic } from "./generic";
import { nope } from "./nope";
import { nyet } from "./nyet";

/** In the order in which they are offered. */
export const GAMES: readonly GamePage[] = [nyet, nope];

export const gamePage = (id: string): GamePage => GAMES.find((one) => one.id === id) ?? generic(id);

export const gameWords = (words: Words, id: string): GameWords => words.games[id] ?? words.games.other!;
