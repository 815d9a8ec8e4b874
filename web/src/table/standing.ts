/** The final order, from the result that the server gives with a finished game. */

import type { TableInfo } from "../net/messages";

export interface Standing {
  seat: number;
  place: number;
  /** Null where the game knows no points. */
  score: number | null;
  /** Which number went out, 0: none, stayed in; null where nobody ever goes out. */
  out: number | null;
}

export function standing(info: Pick<TableInfo, "result" | "players">): Standing[] {
  const result = info.result ?? {};
  const winners = (result.winners as number[] | undefined) ?? [];
  const scores = result.scores as number[] | undefined;
  const out = result.out as number[] | undefined;
  const seats = Array.from({ length: info.players }, (_, seat) => seat);
  /** Larger is better: points, or how long somebody stayed in. */
  const worth = (seat: number): number => {
    if (winners.includes(seat)) return Infinity;
    if (scores) return scores[seat] ?? 0;
    const left = out?.indexOf(seat) ?? -1;
    return left < 0 ? info.players : left;
  };
  return seats
    .map((seat) => ({
      seat,
      place: 1 + seats.filter((other) => worth(other) > worth(seat)).length,
      score: scores?.[seat] ?? null,
      out: out ? out.indexOf(seat) + 1 : null,
    }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}
