/** What the page shows of an edition and the view does not tell: characters, the lowest value, how the game ends. */

import type { TableInfo } from "../wire";

export interface EditionShown {
  characters: string[];
  low: number;
  /** How many rounds are played; null when it goes to a number of points. */
  rounds: number | null;
  target: number | null;
  dealerVetoes: boolean;
  difference: boolean;
  /** The bonus card doubles its holder's score, not tricks and loot. */
  bonusForPlayer: boolean;
}

const ROUNDS: Record<string, number> = { 2: 8, 3: 9, 4: 8, 5: 10 };

const BUILT_IN: Record<string, { first: string[]; low: number; left?: boolean }> = {
  "iello-2015": { first: ["bear", "wolf", "eagle", "tiger", "crane"], low: 1 },
  "amigo-2007": { first: ["turquoise", "lilac", "green", "orange", "white"], low: 0 },
  "goldsieber-1997": { first: ["bear", "wolf", "hawk", "dove"], low: 1, left: true },
};

export function editionOf(info: Pick<TableInfo, "edition" | "options" | "players">): EditionShown {
  const own = typeof info.edition === "object" && info.edition !== null ? (info.edition as Record<string, any>) : null;
  const built = BUILT_IN[String(info.edition)] ?? BUILT_IN["iello-2015"];
  const options = (info.options ?? {}) as Record<string, any>;
  const end = options.end ?? own?.end ?? "rounds";
  const target = typeof end === "object" ? Number(end.target) : null;
  const rounds = own ? Number(own.rounds?.[String(info.players)] ?? 0) : (ROUNDS[info.players] ?? 0);
  return {
    characters: own ? own.first : (built?.first ?? []),
    low: own ? Math.min(...own.values) : (built?.low ?? 1),
    rounds: target === null ? rounds : null,
    target,
    dealerVetoes: own ? own.first_veto === "dealer" : !built?.left,
    difference: (options.scoring ?? own?.scoring ?? "totals") === "difference",
    bonusForPlayer: (options.bonus ?? own?.bonus ?? "own") === "player",
  };
}
