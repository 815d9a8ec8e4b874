/** A card in the picture layer: one element for its whole life on the table. */

import type { Marks } from "../art/card_art";
import { TALL, type Spot } from "./layout";

export interface Piece {
  id: string;
  card: string;
  spot: Spot;
  marks?: Marks;
  /** Where it comes from, if it was not on the table before. */
  from?: Spot;
  /** Lies open on the pile: a see-through then has a hole. */
  laid?: boolean;
  dim?: boolean;
  /** Gold ring: lifted, or takes the trick. */
  ring?: boolean;
  /** Dashed ring: a hint points at it. */
  hinted?: boolean;
  /** On its way to whoever took it. */
  leaving?: boolean;
  /** A pale copy that stays while the card travels. */
  ghost?: boolean;
  /** Milliseconds before it starts. */
  delay?: number;
  tag?: string;
  flat?: boolean;
}

export type Lift = "rest" | "up" | "lifted";

const RISE: Record<Lift, number> = { rest: 0, up: 0.075, lifted: 0.17 };

export function risen(spot: Spot, lift: Lift): Spot {
  return { ...spot, y: spot.y - RISE[lift] * spot.w * TALL };
}

/** A card that lies in a box. */
export function spotIn(box: { x: number; y: number; w: number; h: number }, turn = 0, z = 0): Spot {
  const w = Math.min(box.w, box.h / TALL);
  return { x: box.x + (box.w - w) / 2, y: box.y + (box.h - w * TALL) / 2, w, turn, z };
}

/** The transform of an element of 100 × 140 with its origin in its middle. */
export function transformOf(spot: Spot): string {
  const x = spot.x + spot.w / 2 - 50;
  const y = spot.y + (spot.w * TALL) / 2 - 70;
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${spot.turn.toFixed(2)}deg) scale(${(spot.w / 100).toFixed(4)})`;
}

/** The ids of cards of the hand by their names, each copy once. */
export function idsFor(
  cards: readonly string[],
  hand: readonly string[],
  ids: readonly string[],
  used: readonly string[] = [],
): string[] {
  const found: string[] = [];
  for (const card of cards) {
    const id = ids.find((one, i) => hand[i] === card && !used.includes(one) && !found.includes(one));
    if (id) found.push(id);
  }
  return found;
}
