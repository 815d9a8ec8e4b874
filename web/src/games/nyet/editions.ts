/** What the page shows of an edition and the view does not tell: characters, the lowest value, how the game ends. */

import type { TableInfo } from "../../net/messages";

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
  /** Of the tricks that are over, only the last can be looked at. */
  lastTrickOnly: boolean;
}

const BUILT_IN: Record<string, { first: string[]; low: number; left?: boolean }> = {
  "iello-2015": { first: ["bear", "wolf", "eagle", "tiger", "crane"], low: 1 },
  "amigo-2007": { first: ["turquoise", "lilac", "green", "orange", "white"], low: 0 },
  "goldsieber-1997": { first: ["bear", "wolf", "hawk", "dove"], low: 1, left: true },
};

export function editionOf(info: Pick<TableInfo, "edition" | "options" | "players"> & Partial<TableInfo>): EditionShown {
  const own = typeof info.edition === "object" && info.edition !== null ? (info.edition as Record<string, any>) : null;
  const built = BUILT_IN[String(info.edition)] ?? BUILT_IN["iello-2015"];
  const agreed = (info.agreed ?? info.options) as Record<string, any>;
  const characters: string[] = own ? own.first : (built?.first ?? []);
  return {
    characters: agreed.characters ?? characters,
    low: own ? Math.min(...own.values) : (built?.low ?? 1),
    rounds: agreed.end?.rounds ?? null,
    target: agreed.end?.target ?? null,
    dealerVetoes: own ? own.first_veto === "dealer" : !built?.left,
    difference: agreed.scoring === "difference",
    bonusForPlayer: agreed.bonus === "player",
    lastTrickOnly: agreed.tricks === "last",
  };
}
