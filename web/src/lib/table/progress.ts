/** How far a game is, in two short lines. */

import type { Progress, Seen } from "../contract";
import { editionOf } from "../nyet/editions";
import { titleOf } from "../nyet/model";
import type { Words } from "../words";

export function progress(seen: Seen, words: Words): Progress {
  const { info, view } = seen;
  if (view === null || info.stage === "open") return { title: info.title, below: "" };
  if (info.game === "nyet") return titleOf(view, editionOf(info), words.nyet);
  const below = typeof view.turns === "number" ? words.table.turn(view.turns + 1) : "";
  return { title: info.title, below: info.stage === "over" ? words.table.phase.over || "" : below };
}
