/** What the server tells of a table of Nope!: the fields of `naysay.nope.view.View` that the page reads. */

import type { Blocked } from "../nyet/view_types";

export interface Demand {
  count: number;
  colours: string;
}

export interface Happening {
  kind: "turned" | "laid" | "drew" | "nope" | "named" | "reshuffled";
  seat: number;
  demand: Demand | null;
  cards: string[];
  count: number;
  named: { seat: number; count: number; colour: string } | null;
}

export interface NopeView {
  seat: number | null;
  phase: "deal" | "name" | "turn" | "drawn" | "reshuffle" | "over";
  to_act: number[];
  turn: number;
  turns: number;
  demand: Demand | null;
  discards: string[];
  pile: number;
  hand_sizes: number[];
  out: number[];
  winners: number[];
  history: Happening[];
  hand: string[];
  can_make_set: boolean;
  blocked: Blocked[];
}
